package dev.verbatim.file;

import dev.verbatim.StructCodec;
import dev.verbatim.StructList;
import dev.verbatim.internal.runtime.ValueList;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.util.Objects;

/** Takes the bytes of structs as they are, padding included: the codec of a file whose DTO nobody knows. */
record RawCodec(StructLayout layout) implements StructCodec<MemorySegment> {

    @Override
    public Class<MemorySegment> type() {
        return MemorySegment.class;
    }

    @Override
    public long byteSize() {
        return layout.byteSize();
    }

    @Override
    public void write(MemorySegment value, MemorySegment segment, long offset) {
        if (value.byteSize() != byteSize()) {
            throw new IllegalArgumentException(
                    "expected a struct of " + byteSize() + " bytes, found byteSize=" + value.byteSize());
        }
        MemorySegment.copy(value, 0, segment, offset, byteSize());
    }

    @Override
    public MemorySegment read(MemorySegment segment, long offset) {
        return MemorySegment.ofArray(segment.asSlice(offset, byteSize()).toArray(ValueLayout.JAVA_BYTE));
    }

    @Override
    public void writeAtIndex(MemorySegment value, MemorySegment segment, long index) {
        write(value, segment, Math.multiplyExact(index, byteSize()));
    }

    @Override
    public MemorySegment readAtIndex(MemorySegment segment, long index) {
        return read(segment, Math.multiplyExact(index, byteSize()));
    }

    @Override
    public void copy(MemorySegment source, long sourceOffset, MemorySegment target, long targetOffset, long count) {
        MemorySegment.copy(source, sourceOffset, target, targetOffset, Math.multiplyExact(count, byteSize()));
    }

    @Override
    public StructList<MemorySegment> list(MemorySegment segment) {
        return ValueList.of(this, Objects.requireNonNull(segment, "segment"));
    }
}
