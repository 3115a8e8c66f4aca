package dev.verbatim.jmh;

import dev.verbatim.ReusableCodec;
import java.lang.foreign.MemorySegment;

/** A generic class that holds a codec in an instance field, as a queue or a file of any type does. */
final class CodecHolder<T> {

    private final ReusableCodec<T> codec;

    CodecHolder(ReusableCodec<T> codec) {
        this.codec = codec;
    }

    void write(T value, MemorySegment segment, long offset) {
        codec.write(value, segment, offset);
    }

    void readInto(T target, MemorySegment segment, long offset) {
        codec.readInto(target, segment, offset);
    }
}
