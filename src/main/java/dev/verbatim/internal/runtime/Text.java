package dev.verbatim.internal.runtime;

import java.lang.foreign.MemorySegment;
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
        return Utf8.length(text);
    }

    /**
     * {@return whether a text has no unpaired surrogate}
     *
     * @param text the text
     */
    public static boolean isEncodable(CharSequence text) {
        return Utf8.length(text) >= 0;
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
        return length >= 0 && length <= byteSize && Utf8.isReadable(length, text.length());
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
            throw ValueFault.fault();
        }
        return Arrays.copyOf(string.getBytes(StandardCharsets.UTF_8), byteSize);
    }

    /**
     * Encodes a text that may lie where it is to be written, or be another the next time: it is looked at once.
     *
     * @param text the text; what cannot be stored is a fault
     * @param bytes takes it in UTF-8, padded with zeros
     * @param byteSize how many of the bytes the text has, padding included
     */
    static void encode(@Nullable CharSequence text, byte[] bytes, int byteSize) {
        int length = text == null ? -1 : Utf8.encode(text, bytes, byteSize);
        if (length < 0 || (length > 0 && bytes[length - 1] == 0)) {
            throw ValueFault.fault();
        }
        Arrays.fill(bytes, length, byteSize, (byte) 0);
    }

    /**
     * {@return the text in some bytes, without the zeros at the end}
     *
     * @param bytes starts with UTF-8; anything else is a fault
     * @param byteSize how many of the bytes the text has, padding included
     */
    public static String decode(byte[] bytes, int byteSize) {
        return Utf8.decode(bytes, 0, trimmed(bytes, byteSize));
    }

    /**
     * {@return the text of a record that is being read, without the zeros at its end}
     *
     * @param varRecord the segment of the reader
     * @param offset where the text starts; what is not UTF-8 is a fault
     * @param byteSize how many bytes it has, padding included
     * @param ifAbsent what it is in older records, which it is too where it has the same bytes; null if that is empty
     * @param ifAbsentBytes the bytes of that
     */
    public static String inVarRecord(
            MemorySegment varRecord,
            long offset,
            int byteSize,
            @Nullable String ifAbsent,
            byte @Nullable [] ifAbsentBytes) {
        byte[] bytes = (byte[]) varRecord.heapBase().orElseThrow();
        int from = (int) offset;
        int length = trimmed(bytes, from, byteSize);
        return ifAbsent != null
                        && ifAbsentBytes != null
                        && Arrays.equals(bytes, from, from + length, ifAbsentBytes, 0, ifAbsentBytes.length)
                ? ifAbsent
                : Utf8.decode(bytes, from, length);
    }

    /**
     * Appends the text in some bytes to a builder. No {@code String} is made.
     *
     * @param target the builder; it is unchanged if the bytes are not UTF-8
     * @param bytes starts with UTF-8; anything else is a fault
     * @param byteSize how many of the bytes the text has, padding included
     */
    public static void append(StringBuilder target, byte[] bytes, int byteSize) {
        Utf8.append(target, bytes, 0, trimmed(bytes, byteSize));
    }

    /**
     * {@return whether the text in some bytes is the same as another} No {@code String} is made.
     *
     * @param text the other text
     * @param bytes starts with UTF-8; anything else is a fault
     * @param byteSize how many of the bytes the text has, padding included
     */
    public static boolean equals(CharSequence text, byte[] bytes, int byteSize) {
        return Utf8.equals(text, bytes, 0, trimmed(bytes, byteSize));
    }

    static int trimmed(byte[] bytes, int byteSize) {
        return trimmed(bytes, 0, byteSize);
    }

    private static int trimmed(byte[] bytes, int from, int byteSize) {
        int length = byteSize;
        while (length > 0 && bytes[from + length - 1] == 0) {
            length--;
        }
        return length;
    }
}
