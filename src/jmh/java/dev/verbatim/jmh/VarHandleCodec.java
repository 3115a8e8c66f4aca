package dev.verbatim.jmh;

import java.lang.foreign.MemorySegment;

/** What VarHandles do in place of a codec, behind an interface of the same shape. */
interface VarHandleCodec<T> {

    void write(T value, MemorySegment segment, long offset);

    void readInto(T target, MemorySegment segment, long offset);
}
