package dev.verbatim.internal.runtime;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
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
        if (!fits(text, byteSize)) {
            throw Values.fault();
        }
        return Arrays.copyOf(text.toString().getBytes(StandardCharsets.UTF_8), byteSize);
    }

    /**
     * {@return the text in some bytes, without the zeros at the end}
     *
     * @param bytes UTF-8; anything else is a fault
     */
    public static String decode(byte[] bytes) {
        int length = bytes.length;
        while (length > 0 && bytes[length - 1] == 0) {
            length--;
        }
        int all = 0;
        for (int i = 0; i < length; i++) {
            all |= bytes[i];
        }
        if (all >= 0) {
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

    /** {@return whether some bytes are UTF-8} */
    static boolean isDecodable(byte[] bytes) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
            return true;
        } catch (CharacterCodingException e) {
            return false;
        }
    }
}
