package dev.verbatim;

import java.lang.foreign.GroupLayout;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.PaddingLayout;
import java.lang.foreign.SequenceLayout;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.zip.CRC32C;

/**
 * How a layout is spelled in the files under {@code layouts}: names, types, byte orders, counts and padding, which say
 * what each byte is. Alignments and the name of the layout itself say nothing about the bytes and are left out.
 *
 * <pre>
 *   struct  = "{" [ member { "," member } ] "}"
 *   member  = name ":" type
 *   name    = '"' { character, '"' and '\' preceded by '\' } '"'     empty where there is none
 *   type    = struct | "[" count "]" type | value | "x" count        x: padding of that many bytes
 *   value   = z b c s i j f d        boolean byte char short int long float double, little-endian
 *           | C S I J F D            big-endian
 * </pre>
 *
 * <p>At most 128 structs and sequences can lie in one another: code that follows a layout into its depth needs more of
 * a thread's stack for a deeper one, and a text can come from anywhere.
 *
 * <p>A program that reads a queue without the DTO's class uses {@link dev.verbatim.queue.MappedQueue#layout}, which
 * {@link #parse} makes.
 */
public final class LayoutText {

    /** How many structs and sequences can lie in one another, the outermost struct included. */
    static final int MAX_DEPTH = 128;

    private static final String TOO_DEEP = "at most " + MAX_DEPTH + " structs and sequences in one another";

    /** Numbers of as many digits are all within a long. */
    private static final int MAX_DIGITS = 18;

    private static final String TYPES = "a type (z boolean, b byte, c char, s short, i int, j long, f float, d double,"
            + " C S I J F D big-endian, x8 padding of 8 bytes, [8]i a sequence, {…} a struct)";

    /** How much of a long text messages show on either side of a place, and of a long word. */
    private static final int SHOWN_CHARS = 100;

    private static final String CODES = "zbcsijfd";

    /** One byte has no order. */
    private static final String BIG_ENDIAN_CODES = "zbCSIJFD";

    private static final List<ValueLayout> VALUES = List.of(
            ValueLayout.JAVA_BOOLEAN,
            ValueLayout.JAVA_BYTE,
            ValueLayout.JAVA_CHAR_UNALIGNED,
            ValueLayout.JAVA_SHORT_UNALIGNED,
            ValueLayout.JAVA_INT_UNALIGNED,
            ValueLayout.JAVA_LONG_UNALIGNED,
            ValueLayout.JAVA_FLOAT_UNALIGNED,
            ValueLayout.JAVA_DOUBLE_UNALIGNED);

    private final String text;
    private int at;
    private int depth;

    private LayoutText(String text) {
        this.text = text;
    }

    /**
     * {@return the text of a layout}
     *
     * @param layout the layout
     * @throws IllegalArgumentException if the layout has a union or an address, which no codec binds, or is too deep
     */
    public static String of(StructLayout layout) {
        Objects.requireNonNull(layout, "layout");
        requireDepth(layout, 1);
        StringBuilder text = new StringBuilder();
        append(text, layout, layout);
        return text.toString();
    }

    /**
     * {@return the id under which queues and maps store a layout: the CRC-32C of its text in UTF-8, or 1 if that is 0}
     *
     * @param layout the layout
     * @throws IllegalArgumentException if the layout has a union or an address, which no codec binds, is too deep, or
     *     has a name that UTF-8 has no bytes for
     */
    public static int id(StructLayout layout) {
        return idOf(of(layout));
    }

    /**
     * {@return the id of a text}
     *
     * @param text the text of a layout, or one that is damaged
     * @throws IllegalArgumentException if UTF-8 has no bytes for it, because it has an unpaired surrogate
     */
    public static int idOf(String text) {
        Objects.requireNonNull(text, "text");
        if (!StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
            throw new IllegalArgumentException(
                    "cannot store a layout: expected names that UTF-8 can have, found an unpaired surrogate in "
                            + text);
        }
        CRC32C crc = new CRC32C();
        crc.update(text.getBytes(StandardCharsets.UTF_8));
        int id = (int) crc.getValue();
        return id == 0 ? 1 : id; // 0 says that a layout was not given
    }

    /** Looks at the depth alone: to print the layout in a message would go as deep. */
    private static void requireDepth(MemoryLayout layout, int depth) {
        if (depth > MAX_DEPTH && !(layout instanceof ValueLayout) && !(layout instanceof PaddingLayout)) {
            throw new IllegalArgumentException("cannot store a layout: expected " + TOO_DEEP + ", found more");
        }
        if (layout instanceof GroupLayout group) {
            group.memberLayouts().forEach(member -> requireDepth(member, depth + 1));
        } else if (layout instanceof SequenceLayout sequence) {
            requireDepth(sequence.elementLayout(), depth + 1);
        }
    }

    private static void append(StringBuilder text, MemoryLayout layout, StructLayout whole) {
        switch (layout) {
            case StructLayout struct -> {
                char separator = '{';
                for (MemoryLayout member : struct.memberLayouts()) {
                    appendName(text.append(separator), member.name().orElse(""));
                    append(text.append(':'), member, whole);
                    separator = ',';
                }
                text.append(separator == '{' ? "{}" : "}");
            }
            case SequenceLayout sequence ->
                append(text.append('[').append(sequence.elementCount()).append(']'), sequence.elementLayout(), whole);
            case PaddingLayout padding -> text.append('x').append(padding.byteSize());
            case ValueLayout value
            when code(value) >= 0 -> {
                String codes = value.order() == ByteOrder.BIG_ENDIAN ? BIG_ENDIAN_CODES : CODES;
                text.append(codes.charAt(code(value)));
            }
            default ->
                throw new IllegalArgumentException("cannot store layout=" + whole
                        + ": expected values, structs, sequences and padding, found " + layout);
        }
    }

    private static int code(ValueLayout value) {
        for (int i = 0; i < VALUES.size(); i++) {
            if (VALUES.get(i).carrier() == value.carrier()) {
                return i;
            }
        }
        return -1;
    }

    private static void appendName(StringBuilder text, String name) {
        text.append('"')
                .append(name.replace("\\", "\\\\").replace("\"", "\\\""))
                .append('"');
    }

    /**
     * {@return the layout that a text spells, of alignment 1}
     *
     * @param text the text
     * @throws IllegalArgumentException if the text spells none, or one that is too deep
     */
    public static StructLayout parse(String text) {
        Objects.requireNonNull(text, "text");
        LayoutText parser = new LayoutText(text);
        StructLayout struct = parser.struct();
        if (parser.at != text.length()) {
            throw parser.unexpected("the end");
        }
        return struct;
    }

    private StructLayout struct() {
        int start = at;
        enter();
        expect('{');
        List<MemoryLayout> members = new ArrayList<>();
        while (!accept('}')) {
            if (!members.isEmpty()) {
                expect(',');
            }
            String name = name();
            expect(':');
            MemoryLayout type = type();
            members.add(name.isEmpty() ? type : type.withName(name));
        }
        depth--;
        try {
            return MemoryLayout.structLayout(members.toArray(MemoryLayout[]::new));
        } catch (IllegalArgumentException e) {
            throw tooLarge(start);
        }
    }

    /** Begins a struct or a sequence, which may lie in others. */
    private void enter() {
        if (depth == MAX_DEPTH) {
            throw unexpected(TOO_DEEP);
        }
        depth++;
    }

    private MemoryLayout type() {
        if (peek() == '{') {
            return struct();
        }
        int start = at;
        if (peek() == '[') {
            enter();
            expect('[');
            long count = number();
            expect(']');
            MemoryLayout element = type();
            depth--;
            try {
                return MemoryLayout.sequenceLayout(count, element);
            } catch (IllegalArgumentException e) {
                throw tooLarge(start);
            }
        }
        if (accept('x')) {
            long byteSize = number();
            if (byteSize == 0) {
                throw unexpected(start, "padding of a byte or more", "none");
            }
            return MemoryLayout.paddingLayout(byteSize);
        }
        return value();
    }

    private ValueLayout value() {
        int little = CODES.indexOf(peek());
        int big = BIG_ENDIAN_CODES.indexOf(peek());
        int start = at;
        while (Character.isLetterOrDigit(peek())) {
            at++;
        }
        if ((little < 0 && big < 0) || at > start + 1) {
            throw unexpected(start, TYPES, at > start ? "'" + word(start) + "'" : "'" + peek() + "'");
        }
        at = start + 1;
        return little >= 0
                ? VALUES.get(little).withOrder(ByteOrder.LITTLE_ENDIAN)
                : VALUES.get(big).withOrder(ByteOrder.BIG_ENDIAN);
    }

    /** {@return what was read from a place on, cut if it is long} */
    private String word(int start) {
        return at - start > SHOWN_CHARS ? text.substring(start, start + SHOWN_CHARS) + "…" : text.substring(start, at);
    }

    private String name() {
        expect('"');
        StringBuilder name = new StringBuilder();
        while (!accept('"')) {
            accept('\\');
            name.append(peek());
            at++;
        }
        return name.toString();
    }

    private long number() {
        int start = at;
        while (peek() >= '0' && peek() <= '9') {
            at++;
        }
        if (at == start) {
            throw unexpected("a number");
        }
        if (at - start > MAX_DIGITS) {
            throw unexpected(start, "a number of at most " + MAX_DIGITS + " digits", (at - start) + " digits");
        }
        return Long.parseLong(text, start, at, 10);
    }

    /** {@return the next character; one that stands nowhere at the end, except in a name} */
    private char peek() {
        if (at == text.length()) {
            throw unexpected("more");
        }
        return text.charAt(at);
    }

    private boolean accept(char c) {
        boolean found = peek() == c;
        at += found ? 1 : 0;
        return found;
    }

    private void expect(char c) {
        if (!accept(c)) {
            throw unexpected("'" + c + "'");
        }
    }

    private IllegalArgumentException tooLarge(int place) {
        return unexpected(place, "at most " + Long.MAX_VALUE + " bytes", "more");
    }

    private IllegalArgumentException unexpected(String expected) {
        return unexpected(at, expected, at < text.length() ? "'" + text.charAt(at) + "'" : "the end");
    }

    private IllegalArgumentException unexpected(int place, String expected, String found) {
        return new IllegalArgumentException("layout text at column=" + (place + 1) + ": expected " + expected
                + ", found " + found + " in " + excerpt(text, place));
    }

    /** {@return a text as messages show it: of a long one what stands around a place} */
    private static String excerpt(String text, int place) {
        int from = Math.max(place - SHOWN_CHARS, 0);
        int to = Math.min(place + SHOWN_CHARS, text.length());
        return text.length() <= 2 * SHOWN_CHARS
                ? text
                : (from > 0 ? "…" : "") + text.substring(from, to) + (to < text.length() ? "…" : "");
    }
}
