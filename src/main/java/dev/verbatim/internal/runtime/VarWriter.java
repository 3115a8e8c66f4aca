package dev.verbatim.internal.runtime;

import dev.verbatim.internal.model.VarDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The buffer to which a variable-length record is written before it is copied to a segment. So the segment stays as it
 * was if something goes wrong on the way.
 */
public final class VarWriter extends VarBuffer {

    private static final ThreadBuffers<VarWriter> WRITERS = new ThreadBuffers<>(VarWriter::new);

    /** The most bytes of a {@code char} in UTF-8; the two of a surrogate pair have four together. */
    private static final int MAX_BYTES_PER_CHAR = 3;

    private final CharsetEncoder encoder = StandardCharsets.UTF_8.newEncoder();
    private ByteBuffer encoded = ByteBuffer.wrap(bytes);
    private char[] chars = new char[INITIAL_BYTES];
    private CharBuffer wrappedChars = CharBuffer.wrap(chars);

    private VarWriter() {}

    /** {@return the thread's writer, which is not taken yet} */
    static VarWriter ofThread() {
        return WRITERS.get();
    }

    /** {@return this writer, or a new one if this is in use; to be given back} */
    VarWriter orAnother() {
        return take() ? this : new VarWriter();
    }

    @Override
    void release() {
        super.release();
        if (chars.length > MAX_KEPT) {
            useChars(INITIAL_BYTES);
        }
    }

    @Override
    void use(byte[] array) {
        ByteBuffer ofArray = ByteBuffer.wrap(array);
        super.use(array);
        encoded = ofArray;
    }

    private void useChars(int length) {
        char[] array = new char[length];
        wrappedChars = CharBuffer.wrap(array);
        chars = array;
    }

    /** {@return the size in bytes of the variable-length record that has been written} */
    int size() {
        return end;
    }

    /**
     * Begins a variable-length record, and makes room for its fixed part. Its members are written next, and then its
     * tail.
     *
     * @param base where it starts
     * @param shape its fixed part
     */
    public void begin(int base, VarShape shape) {
        int fixedSize = shape.byteSize();
        reserve((long) base + fixedSize);
        end = base + fixedSize;
        if (shape.hasPadding()) {
            Arrays.fill(bytes, base, end, (byte) 0);
        }
        INT.set(bytes, base + VarDescriptor.FIXED_SIZE_OFFSET, fixedSize);
    }

    /**
     * Ends a variable-length record.
     *
     * @param base where it starts
     */
    public void end(int base) {
        INT.set(bytes, base + VarDescriptor.TOTAL_SIZE_OFFSET, end - base);
    }

    /** {@return where the next part of the tail starts} This writes zeros up to there. */
    public int align() {
        int start = VarDescriptor.aligned(end);
        reserve((long) end + Long.BYTES);
        LONG.set(bytes, end, 0L);
        end = start;
        return start;
    }

    private void refer(int struct, int reference, int start) {
        LONG.set(bytes, reference, VarDescriptor.pair(start - struct, end - start));
    }

    /**
     * Writes the reference of a member that is null.
     *
     * @param reference where the reference is
     */
    public void nothing(int reference) {
        LONG.set(bytes, reference, VarDescriptor.NULL);
    }

    /**
     * Writes a text to the tail.
     *
     * @param text a {@code String} or a {@code StringBuilder}, or null
     * @param struct where the struct starts that holds the reference
     * @param reference where the reference is
     */
    public void text(@Nullable CharSequence text, int struct, int reference) {
        if (text == null) {
            nothing(reference);
        } else {
            encode(text, struct, reference);
        }
    }

    /** A method of its own, so that the test for null, which many texts are, needs no call. */
    private void encode(CharSequence text, int struct, int reference) {
        int length = text.length();
        int start = align();
        reserveText(text, start, length);
        if (length > chars.length) {
            useChars(Math.max(length, 2 * chars.length));
        }
        if (text instanceof String string) {
            string.getChars(0, length, chars, 0);
        } else {
            ((StringBuilder) text).getChars(0, length, chars, 0);
        }
        wrappedChars.limit(length).position(0);
        encoded.limit(bytes.length).position(start);
        encoder.reset();
        if (!encoder.encode(wrappedChars, encoded, true).isUnderflow()) {
            throw ValueFault.fault();
        }
        end = encoded.position();
        refer(struct, reference, start);
    }

    /** Makes room for the most bytes that a text can have; if those are too many, for the bytes that it has. */
    private void reserveText(CharSequence text, int start, int length) {
        long most = start + (long) length * MAX_BYTES_PER_CHAR;
        if (most > Utf8.MAX_BYTES) {
            long bytes = Math.max(0, Utf8.length(text));
            if (!Utf8.isReadable(bytes, length)) {
                throw ValueFault.fault();
            }
            most = start + bytes;
        }
        reserve(most);
    }

    /**
     * Begins an array of primitives, or of what a conversion makes, and makes room for its elements, which are written
     * next.
     *
     * @param length the number of elements
     * @param elementSize the size of an element in bytes
     * @param struct where the struct starts that holds the reference
     * @param reference where the reference is
     * @return where the first element starts
     */
    public int array(int length, int elementSize, int struct, int reference) {
        checkCount(length);
        int start = align();
        reserve(start + (long) length * elementSize);
        end = start + length * elementSize;
        refer(struct, reference, start);
        return start;
    }

    /**
     * Copies the elements of an array of primitives other than booleans.
     *
     * @param array the array
     * @param length the length of the array
     * @param element the layout of an element, of alignment 1
     * @param start where the first element starts
     */
    public void copy(Object array, int length, ValueLayout element, int start) {
        MemorySegment.copy(array, 0, segment(), element, start, length);
    }

    /** A negative size is a fault; only a list class of the user can have one. */
    private static void checkCount(int count) {
        if (count < 0) {
            throw ValueFault.fault();
        }
    }

    /**
     * Begins a list of structs, and makes room for all of them. They are written next.
     *
     * @param count the number of structs
     * @param shape one of the structs
     * @param struct where the struct starts that holds the reference
     * @param reference where the reference is
     * @return where the first struct starts
     */
    public int list(int count, VarShape shape, int struct, int reference) {
        checkCount(count);
        int start = align();
        int first = start + VarDescriptor.LIST_HEADER_SIZE;
        reserve(first + (long) count * shape.byteSize());
        end = first + count * shape.byteSize();
        if (shape.hasPadding()) {
            Arrays.fill(bytes, first, end, (byte) 0);
        }
        INT.set(bytes, start + VarDescriptor.COUNT_OFFSET, count);
        INT.set(bytes, start + VarDescriptor.STRIDE_OFFSET, shape.byteSize());
        refer(struct, reference, start);
        return first;
    }

    /**
     * Begins a list of variable-length records. Each is written next, after a call of {@link #align}, and ended by
     * {@link #endElement}.
     *
     * @param count the number of elements
     * @return where the list starts
     */
    public int varRecordList(int count) {
        checkCount(count);
        int start = align();
        long header = VarDescriptor.endOffset(count);
        reserve(start + header);
        INT.set(bytes, start + VarDescriptor.COUNT_OFFSET, count);
        INT.set(bytes, start + VarDescriptor.STRIDE_OFFSET, 0); // none
        end = start + (int) header;
        return start;
    }

    /**
     * Ends an element of a list of variable-length records.
     *
     * @param list where the list starts
     * @param index the index of the element
     */
    public void endElement(int list, int index) {
        INT.set(bytes, list + (int) VarDescriptor.endOffset(index), end - list);
    }

    /**
     * Ends a list of variable-length records.
     *
     * @param list where the list starts
     * @param struct where the struct starts that holds the reference
     * @param reference where the reference is
     */
    public void endList(int list, int struct, int reference) {
        refer(struct, reference, list);
    }
}
