package dev.verbatim.samples;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Memory of a shared arena for many small segments. To close one such arena after each takes longer than what is
 * tested. The memory is used again when all of it was handed out, long after a test has let go of its segments.
 */
final class SharedMemory {

    private static final int BYTE_SIZE = 16 << 20;
    private static final int ALIGNMENT = 64;

    static final SharedMemory NATIVE = new SharedMemory(Arena.ofShared().allocate(BYTE_SIZE, ALIGNMENT));
    static final SharedMemory MAPPED = new SharedMemory(SegmentKind.map(BYTE_SIZE, Arena.ofShared()));

    private final MemorySegment memory;
    private int next;

    private SharedMemory(MemorySegment memory) {
        this.memory = memory;
    }

    /** {@return a segment of zeros} */
    synchronized MemorySegment allocate(int byteSize) {
        int start = Math.ceilDiv(next, ALIGNMENT) * ALIGNMENT;
        if (byteSize > BYTE_SIZE - start) {
            start = 0;
        }
        next = start + byteSize;
        return memory.asSlice(start, byteSize).fill((byte) 0);
    }
}
