package dev.verbatim.map;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/** Takes values of any layout as they are, each with its layout's id. */
final class StoredValueCodec extends MapCodec<StoredValue> {

    static final StoredValueCodec INSTANCE = new StoredValueCodec();

    private StoredValueCodec() {
        super(Kind.BYTES);
    }

    @Override
    void requireForKeys() {
        throw new IllegalArgumentException("expected a codec of keys, such as MapCodec.storedKeys(), found " + this);
    }

    @Override
    int layoutId(StoredValue value, int common) {
        return value.layoutId();
    }

    @Override
    @Nullable
    StructLayout layout() {
        return null; // each value has its own
    }

    @Override
    long encodedSize(StoredValue value) {
        return value.bytes().byteSize();
    }

    @Override
    long fixedSize() {
        return -1;
    }

    @Override
    long write(StoredValue value, MemorySegment memory, long offset) {
        MemorySegment.copy(value.bytes(), 0, memory, offset, value.bytes().byteSize());
        return value.bytes().byteSize();
    }

    @Override
    boolean isToldByEquals() {
        return true; // and the bytes do not tell the layout
    }

    @Override
    boolean needsWholeEntries() {
        return true;
    }

    @Override
    boolean readsAll() {
        return true;
    }

    @Override
    StoredValue read(MemorySegment memory, long offset, long length) {
        throw new AssertionError("a stored value is read with the id of its layout");
    }

    @Override
    StoredValue read(int layoutId, MemorySegment memory, long offset, long length) {
        byte[] bytes = memory.asSlice(offset, length).toArray(ValueLayout.JAVA_BYTE);
        return new StoredValue(layoutId, MemorySegment.ofArray(bytes));
    }

    @Override
    public String toString() {
        return "MapCodec.storedValues()";
    }
}
