package dev.verbatim.internal.runtime;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** Text in a fixed number of bytes: UTF-8, padded with zeros at the end. */
public final class Text {

    /** What {@link #word} returns for text that is not ASCII; no eight ASCII characters are equal to it. */
    public static final long NOT_ASCII = -1;

    private Text() {}

    /**
     * {@return the number of bytes of a text in UTF-8; negative for text that cannot be stored, which ends in {@code \0} or has an
     * unpaired surrogate}
     *
     * @param text the text
     */
    public static long utf8Length(CharSequence text) {
        int length = text.length();
        if (length > 0 && text.charAt(length - 1) == 0) {
            return -1;
        }
        long bytes = length;
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            if (c >= 0x80) {
                if (!Character.isSurrogate(c)) {
                    bytes += c < 0x800 ? 1 : 2;
                } else if (isPair(text, i)) {
                    bytes += 2; // four for the pair
                    i++;
                } else {
                    return -1;
                }
            }
        }
        return bytes;
    }

    private static boolean isPair(CharSequence text, int index) {
        return Character.isHighSurrogate(text.charAt(index))
                && index + 1 < text.length()
                && Character.isLowSurrogate(text.charAt(index + 1));
    }

    /**
     * {@return whether a text can be stored}
     *
     * @param text the text
     * @param byteSize the room for it
     */
    public static boolean fits(@Nullable CharSequence text, int byteSize) {
        if (text == null || text.length() > byteSize) {
            return false;
        }
        long length = utf8Length(text);
        return length >= 0 && length <= byteSize;
    }

    /**
     * {@return eight characters as the bytes of a little-endian word, zeros after the end of the text; or {@link #NOT_ASCII}}
     *
     * @param text the text
     * @param from the index of the first of the eight
     */
    public static long word(CharSequence text, int from) {
        int count = Math.min(text.length() - from, Long.BYTES);
        long word = 0;
        int all = 0;
        for (int i = 0; i < count; i++) {
            char c = text.charAt(from + i);
            all |= c;
            word |= (long) c << (i * Byte.SIZE);
        }
        return all < 0x80 ? word : NOT_ASCII;
    }

    /**
     * {@return a text in UTF-8, padded with zeros}
     *
     * @param text the text
     * @param byteSize the number of bytes
     */
    public static byte[] encode(CharSequence text, int byteSize) {
        String string = text.toString(); // a sequence that changes is checked as it is written
        if (!fits(string, byteSize)) {
            throw Values.fault();
        }
        return Arrays.copyOf(string.getBytes(StandardCharsets.UTF_8), byteSize);
    }

    /**
     * {@return the text in some bytes, without the zeros at the end}
     *
     * @param bytes starts with UTF-8; anything else is a fault
     * @param byteSize how many of the bytes the text has, padding included
     */
    public static String decode(byte[] bytes, int byteSize) {
        int length = trimmed(bytes, byteSize);
        if (isAscii(bytes, length)) {
            return new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes, 0, length))
                    .toString();
        } catch (CharacterCodingException e) {
            throw Values.fault();
        }
    }

    private static int trimmed(byte[] bytes, int byteSize) {
        int length = byteSize;
        while (length > 0 && bytes[length - 1] == 0) {
            length--;
        }
        return length;
    }

    private static boolean isAscii(byte[] bytes, int length) {
        int all = 0;
        for (int i = 0; i < length; i++) {
            all |= bytes[i];
        }
        return all >= 0;
    }

    /** {@return whether some bytes are UTF-8} */
    static boolean isDecodable(byte[] bytes) {
        return malformed(bytes) == null;
    }

    /** {@return the first of some bytes that are not UTF-8, as messages name them; {@code null} if all are} */
    static @Nullable String malformed(byte[] bytes) {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CoderResult result = StandardCharsets.UTF_8.newDecoder().decode(in, CharBuffer.allocate(bytes.length), true);
        int index = in.position();
        return result.isError()
                ? "the bytes " + HexFormat.ofDelimiter(" ").formatHex(bytes, index, index + result.length()) + " at index="
                        + index
                : null;
    }

    /**
     * Appends the text in some bytes to a builder. No {@code String} is made.
     *
     * @param target the builder; it is unchanged if the bytes are not UTF-8
     * @param bytes starts with UTF-8; anything else is a fault
     * @param byteSize how many of the bytes the text has, padding included
     */
    public static void append(StringBuilder target, byte[] bytes, int byteSize) {
        int start = target.length();
        int length = trimmed(bytes, byteSize);
        for (int i = 0; i < length; ) {
            int codePoint = codePoint(bytes, i, length);
            if (codePoint < 0) {
                target.setLength(start);
                throw Values.fault();
            }
            if (Character.isBmpCodePoint(codePoint)) {
                target.append((char) codePoint);
            } else {
                // appendCodePoint makes a String of the two.
                target.append(Character.highSurrogate(codePoint)).append(Character.lowSurrogate(codePoint));
            }
            i += utf8Length(codePoint);
        }
    }

    /**
     * {@return whether the text in some bytes is the same as another} No {@code String} is made.
     *
     * @param text the other text
     * @param bytes starts with UTF-8; anything else is a fault
     * @param byteSize how many of the bytes the text has, padding included
     */
    public static boolean equals(CharSequence text, byte[] bytes, int byteSize) {
        int length = trimmed(bytes, byteSize);
        int chars = 0;
        boolean same = true;
        for (int i = 0; i < length; ) {
            int codePoint = codePoint(bytes, i, length);
            if (codePoint < 0) {
                throw Values.fault();
            }
            same = same && chars < text.length() && Character.codePointAt(text, chars) == codePoint;
            chars += Character.charCount(codePoint);
            i += utf8Length(codePoint);
        }
        return same && chars == text.length();
    }

    private static int utf8Length(int codePoint) {
        return codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4;
    }

    /** The code point that starts at an index, or -1 if that is not UTF-8 (Unicode 16, table 3-7). */
    private static int codePoint(byte[] bytes, int index, int length) {
        int first = bytes[index] & 0xFF;
        if (first < 0x80) {
            return first;
        }
        int following = first < 0xC2 ? -1 : first < 0xE0 ? 1 : first < 0xF0 ? 2 : first < 0xF5 ? 3 : -1;
        if (following < 0 || index + following >= length) {
            return -1;
        }
        int codePoint = first & (0x3F >> following);
        for (int i = 1; i <= following; i++) {
            int next = bytes[index + i] & 0xFF;
            if ((next & 0xC0) != 0x80) {
                return -1;
            }
            codePoint = codePoint << 6 | (next & 0x3F);
        }
        boolean shortest = utf8Length(codePoint) == following + 1;
        boolean surrogate = codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
        return shortest && !surrogate && codePoint <= Character.MAX_CODE_POINT ? codePoint : -1;
    }
}
