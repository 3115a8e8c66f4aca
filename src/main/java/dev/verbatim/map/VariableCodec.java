package dev.verbatim.map;

import dev.verbatim.ReusableVarCodec;
import dev.verbatim.VarCodec;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import org.jspecify.annotations.Nullable;

/** Has a {@link VarCodec} make the bytes. */
final class VariableCodec<T> extends MapCodec<T> {

    private final VarCodec<T> codec;
    private final @Nullable ReusableVarCodec<T> reusable;

    VariableCodec(VarCodec<T> codec) {
        super(Kind.VAR);
        this.codec = codec;
        this.reusable = codec instanceof ReusableVarCodec<T> filling ? filling : null;
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
        return codec.encodedSize(value);
    }

    @Override
    long fixedSize() {
        return -1;
    }

    @Override
    long write(T value, MemorySegment memory, long offset) {
        return codec.write(value, memory, offset);
    }

    @Override
    T read(MemorySegment memory, long offset, long length) {
        // A slice, so that no damaged length leads out of the value.
        return codec.read(memory.asSlice(offset, length), 0);
    }

    @Override
    void readInto(T target, MemorySegment memory, long offset, long length) {
        ReusableVarCodec<T> filling = reusable;
        if (filling == null) {
            super.readInto(target, memory, offset, length);
            return;
        }
        filling.readInto(target, memory.asSlice(offset, length), 0);
    }

    @Override
    public String toString() {
        return codec.toString();
    }
}
