package dev.verbatim.internal.runtime;

import dev.verbatim.internal.model.VarDescriptor;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** UTF-8 in parts of byte arrays, read strictly: malformed bytes are a fault and never replaced. */
final class Utf8 {

    /**
     * The most bytes of a text that is not all ASCII. To make a {@code String} of such a text the JDK allocates two
     * bytes for each of its bytes, and an array can have just twice as many.
     */
    static final int MAX_BYTES = VarDescriptor.MAX_BYTE_SIZE / 2;

    /** The number of characters to decode at once while looking for malformed bytes. */
    private static final int DECODED_CHARS = 256;

    private static final char REPLACEMENT = '\uFFFD';

    private Utf8() {}

    /** {@return the number of bytes of a text; -1 if it has an unpaired surrogate} */
    static long length(CharSequence text) {
        int length = text.length();
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

    /** {@return the index of the first unpaired surrogate of a text; -1 if there is none} */
    static int unpairedSurrogate(CharSequence text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isSurrogate(text.charAt(i))) {
                if (!isPair(text, i)) {
                    return i;
                }
                i++;
            }
        }
        return -1;
    }

    /**
     * {@return whether a text can be read: it is short enough, or all ASCII}
     *
     * @param bytes the number of its bytes
     * @param chars the number of its characters
     */
    static boolean isReadable(long bytes, int chars) {
        return bytes <= MAX_BYTES || bytes == chars;
    }

    /** {@return whether the text in some bytes can be read} */
    static boolean isReadable(byte[] bytes, int from, int length) {
        if (length > MAX_BYTES) {
            for (int i = from; i < from + length; i++) {
                if (bytes[i] < 0) {
                    return false;
                }
            }
        }
        return true;
    }

    /** {@return the text of some bytes; bytes that are not UTF-8, or too many, are a fault} */
    static String decode(byte[] bytes, int from, int length) {
        if (length == 0) {
            return "";
        }
        requireReadable(bytes, from, length);
        // Malformed bytes become U+FFFD. So a text without it had none; and to look for it in Latin-1 takes no time.
        String text = new String(bytes, from, length, StandardCharsets.UTF_8);
        if (text.indexOf(REPLACEMENT) >= 0 && malformed(bytes, from, length) != null) {
            throw ValueFault.fault();
        }
        return text;
    }

    private static void requireReadable(byte[] bytes, int from, int length) {
        if (!isReadable(bytes, from, length)) {
            throw ValueFault.fault();
        }
    }

    /** {@return the first malformed bytes among some, as messages name them; {@code null} if there are none} */
    static @Nullable String malformed(byte[] bytes, int from, int length) {
        ByteBuffer in = ByteBuffer.wrap(bytes, from, length);
        CharBuffer out = CharBuffer.allocate(DECODED_CHARS);
        CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
        CoderResult result;
        do {
            result = decoder.decode(in, out.clear(), true);
        } while (result.isOverflow());
        int index = in.position();
        return result.isError()
                ? "the bytes " + HexFormat.ofDelimiter(" ").formatHex(bytes, index, index + result.length())
                        + " at index=" + (index - from)
                : null;
    }

    /**
     * Appends the text of some bytes to a builder; bytes that are not UTF-8 are a fault and leave the builder
     * unchanged.
     */
    static void append(StringBuilder target, byte[] bytes, int from, int length) {
        requireReadable(bytes, from, length);
        int start = target.length();
        int end = from + length;
        for (int i = from; i < end; ) {
            int codePoint = codePoint(bytes, i, end);
            if (codePoint < 0) {
                target.setLength(start);
                throw ValueFault.fault();
            }
            if (Character.isBmpCodePoint(codePoint)) {
                target.append((char) codePoint);
            } else {
                // appendCodePoint makes a String of the two.
                target.append(Character.highSurrogate(codePoint)).append(Character.lowSurrogate(codePoint));
            }
            i += size(codePoint);
        }
    }

    /**
     * {@return an empty builder for a text: the given one, or a new one if that is null or its array could grow too
     * large}
     *
     * @param length the number of bytes of the text
     */
    static StringBuilder emptied(@Nullable StringBuilder builder, int length) {
        // At the first character beyond Latin-1 a builder doubles the bytes of all its room; when it grows it doubles
        // the room.
        if (builder == null
                || builder.capacity() > MAX_BYTES
                || (length > builder.capacity() && length > MAX_BYTES / 2)) {
            return new StringBuilder(length);
        }
        builder.setLength(0);
        return builder;
    }

    /** {@return whether the text of some bytes equals another one; bytes that are not UTF-8 are a fault} */
    static boolean equals(CharSequence text, byte[] bytes, int from, int length) {
        requireReadable(bytes, from, length);
        int end = from + length;
        int chars = 0;
        boolean same = true;
        for (int i = from; i < end; ) {
            int codePoint = codePoint(bytes, i, end);
            if (codePoint < 0) {
                throw ValueFault.fault();
            }
            same = same && chars < text.length() && Character.codePointAt(text, chars) == codePoint;
            chars += Character.charCount(codePoint);
            i += size(codePoint);
        }
        return same && chars == text.length();
    }

    /**
     * Writes a text, and asks it for each character once.
     *
     * @param room the number of bytes that there are for the text
     * @return the number of bytes of the text; -1 if there is no room for it, or it has an unpaired surrogate
     */
    static int encode(CharSequence text, byte[] bytes, int room) {
        int length = text.length();
        int end = 0;
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            int codePoint = c;
            if (Character.isSurrogate(c)) {
                i++;
                char low = i < length ? text.charAt(i) : 0;
                if (!Character.isSurrogatePair(c, low)) {
                    return -1;
                }
                codePoint = Character.toCodePoint(c, low);
            }
            int size = size(codePoint);
            if (size > room - end) {
                return -1;
            }
            encode(codePoint, size, bytes, end);
            end += size;
        }
        return isReadable(end, length) ? end : -1;
    }

    private static void encode(int codePoint, int size, byte[] bytes, int at) {
        if (size == 1) {
            bytes[at] = (byte) codePoint;
            return;
        }
        int rest = codePoint;
        for (int i = size - 1; i > 0; i--) {
            bytes[at + i] = (byte) (0x80 | (rest & 0x3F));
            rest >>= 6;
        }
        // As many ones as there are bytes, then a zero.
        bytes[at] = (byte) (0xF00 >> size | rest);
    }

    /** {@return the number of bytes of a code point} */
    static int size(int codePoint) {
        return codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4;
    }

    /** {@return the code point that starts at an index; -1 if the bytes there are not UTF-8 (Unicode 16, table 3-7)} */
    static int codePoint(byte[] bytes, int index, int end) {
        int first = bytes[index] & 0xFF;
        if (first < 0x80) {
            return first;
        }
        int following = first < 0xC2 ? -1 : first < 0xE0 ? 1 : first < 0xF0 ? 2 : first < 0xF5 ? 3 : -1;
        if (following < 0 || index + following >= end) {
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
        boolean shortest = size(codePoint) == following + 1;
        boolean surrogate = codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
        return shortest && !surrogate && codePoint <= Character.MAX_CODE_POINT ? codePoint : -1;
    }
}
