package dev.verbatim.jmh;

import java.lang.foreign.MemorySegment;

/** VarHandles in place of a codec, behind an interface with the same methods. */
interface VarHandleCodec<T> {

    void write(T value, MemorySegment segment, long offset);

    void readInto(T target, MemorySegment segment, long offset);
}
