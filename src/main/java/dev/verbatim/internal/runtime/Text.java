package dev.verbatim.internal.runtime;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Texts in a fixed number of bytes: UTF-8, padded with zeros at the end. */
public final class Text {

    /**
     * The result of {@link #word} for characters that are not all ASCII; no eight ASCII characters make the same word.
     */
    public static final long NOT_ASCII = -1;

    private Text() {}

    /**
     * {@return the number of bytes of a text in UTF-8; negative if the text cannot be stored, because it ends in {@code
     * \0} or has an unpaired surrogate}
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
     * @param byteSize the number of bytes of the member
     */
    public static boolean fits(@Nullable CharSequence text, int byteSize) {
        if (text == null || text.length() > byteSize) {
            return false;
        }
        long length = utf8Length(text);
        return length >= 0 && length <= byteSize && Utf8.isReadable(length, text.length());
    }

    /**
     * {@return eight characters as the bytes of a little-endian word, with zeros behind the end of the text; or {@link
     * #NOT_ASCII}}
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
        String string = text.toString(); // so that what is checked is what is written, should the text change
        if (!fits(string, byteSize)) {
            throw ValueFault.fault();
        }
        return Arrays.copyOf(string.getBytes(StandardCharsets.UTF_8), byteSize);
    }

    /**
     * Encodes a text that may lie where it is to be written, or change while it is read. Each character is asked for
     * once.
     *
     * @param text the text; one that cannot be stored is a fault
     * @param bytes the buffer for the text in UTF-8, padded with zeros
     * @param byteSize the number of bytes of the member, padding included
     */
    static void encode(@Nullable CharSequence text, byte[] bytes, int byteSize) {
        int length = text == null ? -1 : Utf8.encode(text, bytes, byteSize);
        if (length < 0 || (length > 0 && bytes[length - 1] == 0)) {
            throw ValueFault.fault();
        }
        Arrays.fill(bytes, length, byteSize, (byte) 0);
    }

    /**
     * {@return the text of a member, without the zeros at its end}
     *
     * @param bytes begin with the member; if that is not UTF-8, that is a fault
     * @param byteSize the number of bytes of the member, padding included
     */
    public static String decode(byte[] bytes, int byteSize) {
        return Utf8.decode(bytes, 0, trimmed(bytes, byteSize));
    }

    /**
     * {@return the text of a member of a variable-length record, without the zeros at its end}
     *
     * @param varRecord the segment of the reader
     * @param offset where the member starts; if it is not UTF-8, that is a fault
     * @param byteSize the number of bytes of the member, padding included
     * @param ifAbsent the default for older layouts, which is the result for a text of the same bytes too, so that all
     *     such objects share it; null if the default is the empty text
     * @param ifAbsentBytes the bytes of the default
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

    /** Throws what says why a text cannot be stored in a fixed number of bytes. */
    public static void requireFits(String text, int byteSize) {
        String problem = ValueFaultFinder.problemOf(text, byteSize);
        if (problem != null) {
            throw new IllegalArgumentException("it " + problem);
        }
    }

    /** {@return the text of some bytes, without the zeros at their end; throws what says why they are no text} */
    public static String requireText(byte[] bytes) {
        try {
            return decode(bytes, bytes.length);
        } catch (ValueFault fault) {
            String malformed = Utf8.malformed(bytes, 0, trimmed(bytes, bytes.length));
            throw new IllegalArgumentException(
                    malformed == null ? "it is too long to make a String of it" : malformed + " are not UTF-8", fault);
        }
    }

    /**
     * Appends the text of a member to a builder, without making a {@code String}.
     *
     * @param target the builder; it is unchanged if the bytes are not UTF-8
     * @param bytes begin with the member; if that is not UTF-8, that is a fault
     * @param byteSize the number of bytes of the member, padding included
     */
    public static void append(StringBuilder target, byte[] bytes, int byteSize) {
        Utf8.append(target, bytes, 0, trimmed(bytes, byteSize));
    }

    /**
     * {@return whether the text of a member equals another one} This makes no {@code String}.
     *
     * @param text the other text
     * @param bytes begin with the member; if that is not UTF-8, that is a fault
     * @param byteSize the number of bytes of the member, padding included
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
