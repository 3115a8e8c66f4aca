package dev.verbatim.cli;

import dev.verbatim.Layouts;
import dev.verbatim.text.ByteText;
import dev.verbatim.text.Csv;
import dev.verbatim.text.MalformedTextException;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.SequenceLayout;
import java.lang.foreign.StructLayout;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A sequence of bytes as a condition compares it. {@link ByteText} spells it, as text or as {@code 0x} and digits, and
 * neither the case of the digits nor the order of these spellings is that of the bytes.
 *
 * @param text the spelling
 * @param isSpelling whether it is one; a key that is a text is itself, whatever it begins with
 * @param fixedSize how many bytes there are, if the layout says it: zeros fill what is shorter; else 0
 */
record ShownBytes(String text, boolean isSpelling, IntSupplier fixedSize) {

    private static final String HEX_PREFIX = "0x";

    /**
     * {@return how two texts are ordered, of which one may be a sequence of bytes} Where neither is spelled in digits,
     * they are ordered as texts, and else as bytes without a sign.
     *
     * @throws BadInputException if one is {@code 0x} without pairs of digits behind it, which spells no bytes
     */
    static int compare(Object left, Object right) throws BadInputException {
        boolean areTexts = !isSequence(left) && !isSequence(right);
        if (areTexts || (!isDigits(left) && !isDigits(right))) {
            return text(left).compareTo(text(right));
        }
        int size = Math.max(fixedSize(left), fixedSize(right));
        return Arrays.compareUnsigned(filled(bytes(left), size), filled(bytes(right), size));
    }

    private static boolean isSequence(Object text) {
        return text instanceof ShownBytes bytes && bytes.isSpelling;
    }

    private static boolean isDigits(Object text) {
        return isSpelled(text) && text(text).startsWith(HEX_PREFIX);
    }

    /** {@return whether it spells bytes: a text of the condition does, next to a sequence of them} */
    private static boolean isSpelled(Object text) {
        return text instanceof ShownBytes bytes ? bytes.isSpelling : !(text instanceof Character);
    }

    private static String text(Object text) {
        return text instanceof ShownBytes bytes ? bytes.text : Csv.cell(text);
    }

    private static int fixedSize(Object text) {
        return text instanceof ShownBytes bytes ? bytes.fixedSize.getAsInt() : 0;
    }

    private static byte[] bytes(Object text) throws BadInputException {
        try {
            return isSpelled(text)
                    ? ByteText.parse(text(text))
                    : text.toString().getBytes(StandardCharsets.UTF_8);
        } catch (MalformedTextException e) {
            throw new BadInputException(e.getMessage());
        }
    }

    private static byte[] filled(byte[] bytes, int size) {
        return bytes.length < size ? Arrays.copyOf(bytes, size) : bytes;
    }

    @Override
    public String toString() {
        return text;
    }

    /**
     * {@return how many bytes a value has, if its layout says it; else 0}
     *
     * @param layout the layout of the struct around it; null if there is none
     * @param steps the names and the indexes that lead to it
     */
    static int fixedSize(@Nullable StructLayout layout, List<Object> steps) {
        MemoryLayout value = layout;
        for (Object step : steps) {
            value = value == null ? null : inner(value, step);
        }
        return value instanceof SequenceLayout ? (int) Math.min(value.byteSize(), Integer.MAX_VALUE) : 0;
    }

    private static @Nullable MemoryLayout inner(MemoryLayout layout, Object step) {
        if (step instanceof String name) {
            return layout instanceof StructLayout struct ? member(struct, name) : null;
        } else if (layout instanceof SequenceLayout sequence) {
            return sequence.elementLayout();
        }
        return Layouts.varRefElement(layout).orElse(null);
    }

    private static @Nullable MemoryLayout member(StructLayout struct, String name) {
        return Layouts.members(struct).stream()
                .filter(member -> member.name().equals(name))
                .map(Layouts.Member::layout)
                .findFirst()
                .orElse(null);
    }
}
