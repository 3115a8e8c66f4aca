package dev.verbatim.internal.runtime;

import dev.verbatim.internal.model.VarDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Where a variable-length record is between an object and a segment: a byte array that grows, and the place where the tail ends so far.
 * {@code docs/record-format.md} draws the bytes.
 *
 * <p>Positions are in bytes from the start of the outermost record, which is that of the array. A buffer belongs to one thread, and is kept
 * with it.
 */
public abstract sealed class VarBuffer permits VarWriter, VarReader {

    // Exact, because a call with an int for a long takes ten times as long.
    static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN).withInvokeExactBehavior();
    static final VarHandle INT =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN).withInvokeExactBehavior();

    static final int INITIAL_BYTES = 512;

    /** The most bytes, and the most characters, that are kept with a thread. */
    static final int MAX_KEPT = 64 * 1024;

    /** Room after the tail, so that what is aligned or accessed as a word fits always. */
    private static final int SLACK = 2 * Long.BYTES;

    byte[] bytes = new byte[INITIAL_BYTES];

    /** Where the tail ends so far. */
    int end;

    private MemorySegment segment = MemorySegment.ofArray(bytes);

    /** Whether a codec is at work with this buffer: one that is called by the accessors of a DTO gets another. */
    private boolean isTaken;

    VarBuffer() {}

    /** {@return the bytes, as long as nothing is added} */
    public final MemorySegment segment() {
        return segment;
    }

    /** {@return the bytes, as long as nothing is added} */
    public final byte[] bytes() {
        return bytes;
    }

    /** {@return whether this buffer was free} */
    final boolean take() {
        boolean wasFree = !isTaken;
        isTaken = true;
        return wasFree;
    }

    /** Gives the buffer back, without the memory of a large record. */
    void release() {
        isTaken = false;
        if (bytes.length > MAX_KEPT) {
            use(new byte[INITIAL_BYTES]);
        }
    }

    /** Makes room for a number of bytes. */
    final void reserve(long byteSize) {
        if (byteSize > bytes.length - SLACK) {
            grow(byteSize);
        }
    }

    private void grow(long byteSize) {
        if (byteSize > VarDescriptor.MAX_BYTE_SIZE) {
            throw new ValueFault.TooLarge();
        }
        int most = VarDescriptor.MAX_BYTE_SIZE + SLACK;
        use(Arrays.copyOf(bytes, (int) Math.min(Math.max(byteSize + SLACK, 2L * bytes.length), most)));
    }

    void use(byte[] array) {
        bytes = array;
        segment = MemorySegment.ofArray(array);
    }
}
