package dev.verbatim.map;

import dev.verbatim.ReusableCodec;
import dev.verbatim.StructCodec;
import dev.verbatim.internal.log.Mappings;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
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
        clear(memory, offset, byteSize); // the codec leaves padding as it is
        codec.write(value, memory, offset);
        return byteSize;
    }

    /** Writes zeros. As a slice could, which would be one more object until this is compiled. */
    static void clear(MemorySegment memory, long offset, long byteSize) {
        long end = offset + byteSize;
        long at = offset;
        for (; at <= end - Long.BYTES; at += Long.BYTES) {
            memory.set(Mappings.LONG_UNALIGNED, at, 0L);
        }
        for (; at < end; at++) {
            memory.set(ValueLayout.JAVA_BYTE, at, (byte) 0);
        }
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
