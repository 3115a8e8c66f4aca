package dev.verbatim.internal.runtime;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The buffer of a cursor for text in UTF-8, on its way between characters and a segment. It keeps the memory for texts
 * of up to 65,536 characters.
 */
public final class TextBuffer {

    private static final int INITIAL = 256;

    /** The most bytes of a {@code char} in UTF-8; the two of a surrogate pair have four together. */
    private static final int MAX_BYTES_PER_CHAR = 3;

    /** Enough for {@link VarBuffer#MAX_KEPT} characters. */
    private static final int MAX_KEPT_BYTES = 4 * VarBuffer.MAX_KEPT;

    private final CharsetEncoder encoder = StandardCharsets.UTF_8.newEncoder();
    private byte[] bytes = {};
    private ByteBuffer wrappedBytes = ByteBuffer.wrap(bytes);
    private char[] chars = {};
    private CharBuffer wrappedChars = CharBuffer.wrap(chars);

    /** {@return the bytes of the text that was encoded or copied last, from index 0} */
    public byte[] bytes() {
        return bytes;
    }

    /**
     * Encodes a text.
     *
     * @param text the text
     * @return the number of its bytes; -1 if it cannot be stored: {@link #problemOf} says why
     */
    public int encode(CharSequence text) {
        int length = text.length();
        int most = mostBytes(text, length);
        if (most < 0) {
            return -1;
        }
        reserveBytes(most);
        if (length > chars.length) {
            useChars(new char[capacity(length)]);
        }
        copyChars(text, length);
        wrappedChars.limit(length).position(0);
        wrappedBytes.clear();
        encoder.reset();
        boolean isText = encoder.encode(wrappedChars, wrappedBytes, true).isUnderflow();
        return isText ? wrappedBytes.position() : -1;
    }

    /**
     * {@return why a text cannot be stored}
     *
     * @param text the text
     */
    public static String problemOf(CharSequence text) {
        String problem = ValueFaultFinder.problemOf(text);
        return problem == null ? "has changed meanwhile" : problem;
    }

    private void copyChars(CharSequence text, int length) {
        if (text instanceof String string) {
            string.getChars(0, length, chars, 0);
        } else if (text instanceof StringBuilder builder) {
            builder.getChars(0, length, chars, 0);
        } else {
            for (int i = 0; i < length; i++) {
                chars[i] = text.charAt(i);
            }
        }
    }

    /** {@return the most bytes that a text can have; if those are too many, the number that it has; -1 if too many} */
    private static int mostBytes(CharSequence text, int length) {
        long most = (long) length * MAX_BYTES_PER_CHAR;
        if (most <= Utf8.MAX_BYTES) {
            return (int) most;
        }
        long byteSize = Utf8.length(text);
        return Utf8.isReadable(byteSize, length) ? (int) byteSize : -1;
    }

    /**
     * Copies the bytes of a text from a segment, so that what is checked is what is decoded.
     *
     * @param segment the segment
     * @param offset where the text starts, in bytes
     * @param byteSize the number of its bytes
     */
    public void copy(MemorySegment segment, long offset, int byteSize) {
        reserveBytes(byteSize);
        Fence.beforeAccess();
        MemorySegment.copy(segment, ValueLayout.JAVA_BYTE, offset, bytes, 0, byteSize);
    }

    /**
     * {@return the text of the bytes that were copied; {@code null} if they are no text}
     *
     * @param byteSize the number of bytes
     */
    public @Nullable String decode(int byteSize) {
        try {
            return Utf8.decode(bytes, 0, byteSize);
        } catch (ValueFault _) {
            return null;
        }
    }

    /**
     * Appends the text of the bytes that were copied.
     *
     * @param target the builder
     * @param byteSize the number of bytes
     * @return whether they are a text; if not, the builder is unchanged
     */
    public boolean appendTo(StringBuilder target, int byteSize) {
        try {
            Utf8.append(target, bytes, 0, byteSize);
            return true;
        } catch (ValueFault _) {
            return false;
        }
    }

    /**
     * {@return what the bytes that were copied have in place of a text}
     *
     * @param byteSize the number of bytes
     */
    public String malformed(int byteSize) {
        return Utf8.isReadable(bytes, 0, byteSize)
                ? Utf8.malformed(bytes, 0, byteSize) + " of the text"
                : "text of " + byteSize + " bytes that is not ASCII, and too long for that";
    }

    /** Lets the memory of a large text go. */
    public void release() {
        if (bytes.length > MAX_KEPT_BYTES) {
            useBytes(new byte[0]);
        }
        if (chars.length > VarBuffer.MAX_KEPT) {
            useChars(new char[0]);
        }
    }

    private void reserveBytes(int byteSize) {
        if (byteSize > bytes.length) {
            useBytes(new byte[capacity(byteSize)]);
        }
    }

    /** As with {@link VarBuffer#use}, nothing is assigned before all has been made. */
    private void useBytes(byte[] array) {
        wrappedBytes = ByteBuffer.wrap(array);
        bytes = array;
    }

    private void useChars(char[] array) {
        wrappedChars = CharBuffer.wrap(array);
        chars = array;
    }

    /** {@return a power of two where that is no waste, so that slightly longer texts need no new array} */
    private static int capacity(int needed) {
        return needed > MAX_KEPT_BYTES ? needed : Math.max(INITIAL, Integer.highestOneBit(needed - 1) << 1);
    }
}
