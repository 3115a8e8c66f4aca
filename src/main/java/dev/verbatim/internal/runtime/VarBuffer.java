package dev.verbatim.internal.runtime;

import dev.verbatim.internal.model.VarDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * A variable-length record on its way between an object and a segment: a byte array that grows, and the place where the
 * tail ends so far. {@link dev.verbatim.internal.model.VarDescriptor} has a diagram of the bytes.
 *
 * <p>Positions are in bytes from the start of the array, where the outermost variable-length record starts. Each thread
 * keeps a buffer for each direction, and no other thread uses it.
 */
public abstract sealed class VarBuffer permits VarWriter, VarReader {

    // Exact, because a call that passes an int for a long takes ten times as long.
    static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN)
            .withInvokeExactBehavior();
    static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN)
            .withInvokeExactBehavior();

    static final int INITIAL_BYTES = 512;

    /** The most bytes, and the most characters, that a thread keeps. */
    static final int MAX_KEPT = 64 * 1024;

    /** How often a thread misses its buffer in a codec until the codec has it at hand. */
    private static final int MISSES_TO_CHANGE = 1024;

    /** Room behind the tail, so that there is always a whole word to access, and room to align. */
    private static final int SLACK = 2 * Long.BYTES;

    byte[] bytes = new byte[INITIAL_BYTES];

    /** Where the tail ends so far. */
    int end;

    private MemorySegment segment = MemorySegment.ofArray(bytes);

    /** The thread that uses this buffer, by its number: a codec that keeps the buffer does not keep the thread. */
    private final long owner = Thread.currentThread().threadId();

    /** How often codecs had the buffer of another thread at hand, and not this one. */
    private int misses;

    /** Whether a codec uses this buffer. A codec that the accessors of a DTO call meanwhile gets another one. */
    private boolean isTaken;

    VarBuffer() {}

    /** {@return the bytes as a segment, which is valid until something is added} */
    public final MemorySegment segment() {
        return segment;
    }

    /** {@return the bytes as an array, which is valid until something is added} */
    public final byte[] bytes() {
        return bytes;
    }

    /** {@return whether this is the buffer of the current thread} Any thread may ask. */
    final boolean isOfThisThread() {
        return owner == Thread.currentThread().threadId();
    }

    /**
     * Counts that a codec had the buffer of another thread at hand.
     *
     * @return whether it should have this one at hand from now on. That is seldom so: threads that take turns would
     *     else write to the codec's field at each call, and wait for each other's caches
     */
    final boolean isMissedOften() {
        misses++;
        return misses % MISSES_TO_CHANGE == 0;
    }

    /** {@return whether this buffer was free} It is taken then. */
    final boolean take() {
        boolean wasFree = !isTaken;
        isTaken = true;
        return wasFree;
    }

    /** Gives this buffer back; the memory of a large variable-length record is let go. */
    void release() {
        isTaken = false;
        if (bytes.length > MAX_KEPT) {
            use(new byte[INITIAL_BYTES]);
        }
    }

    /** Makes room for a number of bytes from the start; too many are a fault. */
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

    /**
     * Uses another array. What is made of it is made before anything is assigned, here and where this is overridden: a
     * call can end in a {@link StackOverflowError} or an {@link OutOfMemoryError}, and the thread goes on to use this
     * buffer.
     */
    void use(byte[] array) {
        segment = MemorySegment.ofArray(array);
        bytes = array;
    }
}
