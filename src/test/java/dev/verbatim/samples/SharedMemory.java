package dev.verbatim.samples;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Native memory of a shared arena for many small segments. To close one such arena after each takes longer than what is
 * tested. The memory is used again when all of it was handed out, long after a test has let go of its segments.
 */
final class SharedMemory {

    private static final int BYTE_SIZE = 16 << 20;
    private static final int ALIGNMENT = 64;

    private static final MemorySegment MEMORY = Arena.ofShared().allocate(BYTE_SIZE, ALIGNMENT);

    private static int next;

    private SharedMemory() {}

    /** {@return a segment of zeros} */
    static synchronized MemorySegment allocate(int byteSize) {
        int start = Math.ceilDiv(next, ALIGNMENT) * ALIGNMENT;
        if (byteSize > BYTE_SIZE - start) {
            start = 0;
        }
        next = start + byteSize;
        return MEMORY.asSlice(start, byteSize).fill((byte) 0);
    }
}
