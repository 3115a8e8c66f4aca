package dev.verbatim;

import dev.verbatim.internal.model.BytesConversion;
import dev.verbatim.internal.model.CarrierConversion;
import dev.verbatim.internal.model.StoredAs;
import dev.verbatim.internal.runtime.Fence;
import dev.verbatim.internal.runtime.Text;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;

/** Conversions of short text: in a {@code long}, and in a fixed number of bytes, also as exchanges have it. */
public final class TextConversions {

    private static final String DIGITS = ".0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz";
    private static final int BASE = DIGITS.length() + 1;
    private static final int MAX_BASE_LENGTH = 10;
    private static final byte[] DIGIT_OF = new byte[128];

    static {
        for (int i = 0; i < DIGITS.length(); i++) {
            DIGIT_OF[DIGITS.charAt(i)] = (byte) (i + 1);
        }
    }

    private TextConversions() {}

    /**
     * {@return text of up to 8 characters of ASCII, without {@code \0}, as a {@code long}: the first character is its
     * lowest byte, and zeros follow}
     *
     * <p>In memory these are the bytes of the text if the {@code long} is little-endian. Text in a big-endian one, its
     * first character highest, is a sequence of 8 bytes: with {@link #latin1}, where blanks follow it.
     */
    public static Conversion<String> ascii8() {
        return CarrierConversion.ofLong(
                String.class,
                StoredAs.BITS,
                text -> {
                    requireLength(text, Long.BYTES);
                    long stored = 0;
                    for (int i = text.length() - 1; i >= 0; i--) {
                        char c = text.charAt(i);
                        if (c == 0 || c > 0x7f) {
                            throw noCharacter(i, c, "ASCII from 1 to 127");
                        }
                        stored = (stored << Byte.SIZE) | c;
                    }
                    return stored;
                },
                stored -> {
                    int length = (Long.SIZE - Long.numberOfLeadingZeros(stored) + Byte.SIZE - 1) / Byte.SIZE;
                    byte[] bytes = new byte[length];
                    for (int i = 0; i < length; i++) {
                        bytes[i] = (byte) (stored >>> (i * Byte.SIZE));
                        if (bytes[i] <= 0) {
                            throw new IllegalArgumentException("byte " + i + " is no ASCII from 1 to 127");
                        }
                    }
                    return new String(bytes, StandardCharsets.US_ASCII);
                });
    }

    /**
     * {@return text of up to 10 characters as a {@code long}, a number in base 65}
     *
     * <p>A character is a digit from 1 to 64, its place in {@code
     * .0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz}, the first character the lowest digit. So the
     * empty text is 0, {@code "A"} is 12, and {@code "AB"} is 12 + 13 * 65.
     */
    public static Conversion<String> base65() {
        return CarrierConversion.ofLong(
                String.class,
                StoredAs.BITS,
                text -> {
                    requireLength(text, MAX_BASE_LENGTH);
                    long stored = 0;
                    for (int i = text.length() - 1; i >= 0; i--) {
                        char c = text.charAt(i);
                        if (c >= DIGIT_OF.length || DIGIT_OF[c] == 0) {
                            throw noCharacter(i, c, "a letter or digit of ASCII, `.` or `_`");
                        }
                        stored = stored * BASE + DIGIT_OF[c];
                    }
                    return stored;
                },
                stored -> {
                    StringBuilder text = new StringBuilder(MAX_BASE_LENGTH);
                    for (long left = stored; left != 0; left /= BASE) {
                        long digit = left % BASE;
                        if (digit <= 0 || text.length() == MAX_BASE_LENGTH) {
                            throw new IllegalArgumentException("it is no number of digits from 1 to 64 in base 65");
                        }
                        text.append(DIGITS.charAt((int) digit - 1));
                    }
                    return text.toString();
                });
    }

    /**
     * {@return text in UTF-8 in a number of bytes, with zeros behind it} A {@code String} in a sequence of bytes has
     * these bytes without a conversion; this is for elements of arrays and lists.
     *
     * <p>Text that ends in {@code \0}, or has an unpaired surrogate, is refused. Bytes that are not UTF-8 are corrupt.
     *
     * @param byteSize how many bytes
     * @throws IllegalArgumentException if the number is not positive
     */
    public static Conversion<String> utf8(int byteSize) {
        return BytesConversion.of(
                String.class,
                byteSize,
                ValueLayout.JAVA_BYTE,
                text -> Text.requireFits(text, byteSize),
                (text, segment, offset) -> {
                    byte[] bytes = Text.encode(text, byteSize);
                    Fence.beforeAccess();
                    MemorySegment.copy(bytes, 0, segment, ValueLayout.JAVA_BYTE, offset, byteSize);
                },
                (segment, offset) -> Text.requireText(Fence.toArray(segment, offset, byteSize)));
    }

    /**
     * {@return text in UTF-32 in a sequence of ints, one for each code point, with zeros behind it} NumPy has text so,
     * as type {@code U}, and C in an array of {@code char32_t}, or on Linux of {@code wchar_t}.
     *
     * <p>Text that ends in {@code \0}, or has an unpaired surrogate, is refused. Ints that are no code points are
     * corrupt.
     *
     * @param length how many ints, from 1 to 2^29-1
     * @param element the layout of an int, as the member's sequence has it
     * @throws IllegalArgumentException if the length is another
     */
    public static Conversion<String> utf32(int length, ValueLayout.OfInt element) {
        Objects.requireNonNull(element, "element");
        if (length <= 0 || length > Integer.MAX_VALUE / Integer.BYTES) {
            throw new IllegalArgumentException(
                    "expected length from 1 to " + Integer.MAX_VALUE / Integer.BYTES + ", found " + length);
        }
        ValueLayout.OfInt layout = element.withByteAlignment(1);
        return BytesConversion.of(
                String.class,
                length * Integer.BYTES,
                element,
                text -> requireUtf32(text, length),
                (text, segment, offset) -> {
                    int[] points = Arrays.copyOf(text.codePoints().toArray(), length);
                    Fence.beforeAccess();
                    MemorySegment.copy(points, 0, segment, layout, offset, length);
                },
                (segment, offset) -> {
                    int[] points = new int[length];
                    Fence.beforeAccess();
                    MemorySegment.copy(segment, layout, offset, points, 0, length);
                    return ofCodePoints(points);
                });
    }

    private static void requireUtf32(String text, int most) {
        int length = text.codePointCount(0, text.length());
        if (length > most) {
            throw new IllegalArgumentException("expected at most " + most + " code points, found " + length);
        }
        for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
            if (!isCharacter(text.codePointAt(i))) {
                throw noCharacter(i, text.charAt(i), "a whole surrogate pair");
            }
        }
        if (text.endsWith("\0")) {
            throw new IllegalArgumentException("it ends in \\0, which cannot be told from the padding; remove it");
        }
    }

    private static boolean isCharacter(int point) {
        return Character.isValidCodePoint(point) && Character.getType(point) != Character.SURROGATE;
    }

    private static String ofCodePoints(int[] points) {
        int end = points.length;
        while (end > 0 && points[end - 1] == 0) {
            end--;
        }
        for (int i = 0; i < end; i++) {
            if (!isCharacter(points[i])) {
                throw new IllegalArgumentException(
                        "0x%x at index=%d is no character of Unicode".formatted(points[i], i));
            }
        }
        return new String(points, 0, end);
    }

    /**
     * {@return text of Latin-1 in a number of bytes, with blanks behind it}
     *
     * @param byteSize how many bytes
     * @throws IllegalArgumentException if the number is not positive
     */
    public static Conversion<String> latin1(int byteSize) {
        return latin1(byteSize, false);
    }

    /**
     * {@return text of Latin-1 in a number of bytes, with blanks before it}
     *
     * @param byteSize how many bytes
     * @throws IllegalArgumentException if the number is not positive
     */
    public static Conversion<String> latin1Right(int byteSize) {
        return latin1(byteSize, true);
    }

    private static Conversion<String> latin1(int byteSize, boolean right) {
        return BytesConversion.of(
                String.class,
                byteSize,
                ValueLayout.JAVA_BYTE,
                text -> requireLatin1(text, byteSize, right),
                (text, segment, offset) -> {
                    // Another thread may have put a longer text there since it was checked: that stays in its bytes.
                    int length = Math.min(text.length(), byteSize);
                    int blanks = byteSize - length;
                    long start = right ? offset + blanks : offset;
                    long padding = right ? offset : offset + length;
                    // A loop for each: with a choice within one loop, what C2 had compiled was thrown away again and
                    // again, for as long as the lengths were new to it.
                    for (int i = 0; i < length; i++) {
                        segment.set(ValueLayout.JAVA_BYTE, start + i, (byte) text.charAt(i));
                    }
                    for (int i = 0; i < blanks; i++) {
                        segment.set(ValueLayout.JAVA_BYTE, padding + i, (byte) ' ');
                    }
                },
                (segment, offset) -> readLatin1(segment, offset, byteSize, right));
    }

    private static void requireLatin1(String text, int byteSize, boolean right) {
        requireLength(text, byteSize);
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) > 0xff) {
                throw noCharacter(i, text.charAt(i), "Latin-1");
            }
        }
        if (!text.isEmpty() && text.charAt(right ? 0 : text.length() - 1) == ' ') {
            throw new IllegalArgumentException("it " + (right ? "begins" : "ends")
                    + " with a blank, which cannot be told from the padding; remove it");
        }
    }

    private static String readLatin1(MemorySegment segment, long offset, int byteSize, boolean right) {
        byte[] bytes = Fence.toArray(segment, offset, byteSize);
        int start = 0;
        int end = byteSize;
        while (right && start < end && bytes[start] == ' ') {
            start++;
        }
        while (!right && end > start && bytes[end - 1] == ' ') {
            end--;
        }
        return new String(bytes, start, end - start, StandardCharsets.ISO_8859_1);
    }

    private static void requireLength(String text, int most) {
        if (text.length() > most) {
            throw new IllegalArgumentException("expected at most " + most + " characters, found " + text.length());
        }
    }

    private static IllegalArgumentException noCharacter(int index, char c, String expected) {
        return new IllegalArgumentException(
                "expected " + expected + ", found U+%04X at index=".formatted((int) c) + index);
    }
}
