package dev.verbatim.cli;

import dev.verbatim.Layouts;
import dev.verbatim.text.ByteText;
import dev.verbatim.text.Csv;
import dev.verbatim.text.MalformedTextException;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.SequenceLayout;
import java.lang.foreign.StructLayout;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A sequence of bytes as a condition compares it. {@link ByteText} spells it, as text or as {@code 0x} and digits, and
 * neither the case of the digits nor the order of these spellings is that of the bytes.
 *
 * @param text the spelling
 * @param isFixed whether the layout says how many bytes there are, so that zeros fill what is shorter
 */
record ShownBytes(String text, BooleanSupplier isFixed) {

    private static final String HEX_PREFIX = "0x";

    /**
     * {@return how two texts are ordered, one of which is a sequence of bytes} Where neither is spelled in digits, they
     * are ordered as texts, and else as bytes without a sign.
     *
     * @throws BadInputException if one is {@code 0x} without pairs of digits behind it, which spells no bytes
     */
    static int compare(Object left, Object right) throws BadInputException {
        String first = spelling(left);
        String second = spelling(right);
        if (!first.startsWith(HEX_PREFIX) && !second.startsWith(HEX_PREFIX)) {
            return first.compareTo(second);
        }
        boolean isFilled = isFixed(left) || isFixed(right);
        return Arrays.compareUnsigned(bytes(first, isFilled), bytes(second, isFilled));
    }

    private static String spelling(Object text) {
        return text instanceof ShownBytes bytes ? bytes.text : Csv.cell(text);
    }

    private static boolean isFixed(Object text) {
        return text instanceof ShownBytes bytes && bytes.isFixed.getAsBoolean();
    }

    /** {@return the bytes of a spelling; without the zeros at their end if those fill it} */
    private static byte[] bytes(String text, boolean isFilled) throws BadInputException {
        byte[] bytes;
        try {
            bytes = ByteText.parse(text);
        } catch (MalformedTextException e) {
            throw new BadInputException(e.getMessage());
        }
        int length = bytes.length;
        while (isFilled && length > 0 && bytes[length - 1] == 0) {
            length--;
        }
        return Arrays.copyOf(bytes, length);
    }

    /**
     * {@return whether the layout of a value says how many bytes that has}
     *
     * @param layout the layout of the struct around it; null if there is none
     * @param steps the names and the indexes that lead to it
     */
    static boolean isFixed(@Nullable StructLayout layout, List<Object> steps) {
        MemoryLayout value = layout;
        for (Object step : steps) {
            value = value == null ? null : inner(value, step);
        }
        return value instanceof SequenceLayout;
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
