package dev.verbatim.internal.runtime;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** UTF-8 in parts of byte arrays, strictly: what is malformed is a fault, never replaced. */
final class Utf8 {

    /** How many characters to decode at once where they are not kept. */
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

    /** {@return the text in some bytes, a fault where they are not UTF-8} */
    static String decode(byte[] bytes, int from, int length) {
        // What is malformed becomes U+FFFD, and where there is none nothing was. To look for it takes no time in Latin-1.
        String text = new String(bytes, from, length, StandardCharsets.UTF_8);
        if (text.indexOf(REPLACEMENT) >= 0 && malformed(bytes, from, length) != null) {
            throw Values.fault();
        }
        return text;
    }

    /** {@return the first of some bytes that are not UTF-8, as messages name them; {@code null} if all are} */
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
                ? "the bytes " + HexFormat.ofDelimiter(" ").formatHex(bytes, index, index + result.length()) + " at index="
                        + (index - from)
                : null;
    }

    /** Appends the text in some bytes to a builder, which is unchanged where they are not UTF-8, a fault. */
    static void append(StringBuilder target, byte[] bytes, int from, int length) {
        int start = target.length();
        int end = from + length;
        for (int i = from; i < end; ) {
            int codePoint = codePoint(bytes, i, end);
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
            i += size(codePoint);
        }
    }

    /** {@return whether the text in some bytes, a fault where they are not UTF-8, is the same as another} */
    static boolean equals(CharSequence text, byte[] bytes, int from, int length) {
        int end = from + length;
        int chars = 0;
        boolean same = true;
        for (int i = from; i < end; ) {
            int codePoint = codePoint(bytes, i, end);
            if (codePoint < 0) {
                throw Values.fault();
            }
            same = same && chars < text.length() && Character.codePointAt(text, chars) == codePoint;
            chars += Character.charCount(codePoint);
            i += size(codePoint);
        }
        return same && chars == text.length();
    }

    /** {@return the number of bytes of a code point} */
    static int size(int codePoint) {
        return codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4;
    }

    /** The code point that starts at an index, or -1 if that is not UTF-8 (Unicode 16, table 3-7). */
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
