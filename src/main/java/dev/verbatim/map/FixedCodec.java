package dev.verbatim.map;

import dev.verbatim.ReusableCodec;
import dev.verbatim.StructCodec;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import org.jspecify.annotations.Nullable;

/** Has a {@link StructCodec} make the bytes. */
final class FixedCodec<T> extends MapCodec<T> {

    private final StructCodec<T> codec;
    private final @Nullable ReusableCodec<T> reusable;
    private final long byteSize;

    FixedCodec(StructCodec<T> codec) {
        super(Kind.STRUCT);
        this.codec = codec;
        this.reusable = codec instanceof ReusableCodec<T> filling ? filling : null;
        this.byteSize = codec.byteSize();
    }

    @Override
    StructLayout layout() {
        return codec.layout();
    }

    @Override
    Object identity() {
        return codec;
    }

    @Override
    long encodedSize(T value) {
        return byteSize;
    }

    @Override
    long fixedSize() {
        return byteSize;
    }

    @Override
    long write(T value, MemorySegment memory, long offset) {
        // The codec leaves padding as it is.
        memory.asSlice(offset, byteSize).fill((byte) 0);
        codec.write(value, memory, offset);
        return byteSize;
    }

    @Override
    T read(MemorySegment memory, long offset, long length) {
        return codec.read(memory, offset);
    }

    @Override
    void readInto(T target, MemorySegment memory, long offset, long length) {
        ReusableCodec<T> filling = reusable;
        if (filling == null) {
            super.readInto(target, memory, offset, length);
            return;
        }
        filling.readInto(target, memory, offset);
    }

    @Override
    public String toString() {
        return codec.toString();
    }
}
