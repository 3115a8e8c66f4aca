package dev.verbatim.map;

import dev.verbatim.LayoutCodec;
import dev.verbatim.SizedCodec;
import dev.verbatim.StoreException;
import dev.verbatim.internal.log.LayoutMatch;
import dev.verbatim.internal.log.StoredLayouts;
import dev.verbatim.internal.model.VarDescriptor;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Has a {@link SizedCodec} of several types make the bytes of values. Each has the layout of its own type. */
final class TaggedValues<T> extends MapCodec<T> {

    private final SizedCodec<T> codec;
    private final List<? extends LayoutCodec<?>> codecs;
    private final List<StructLayout> layouts;

    /** The ids of the layouts. Several types may have one layout. */
    private final int[] layoutIds;

    TaggedValues(SizedCodec<T> codec) {
        super(codec.isVariable() ? Kind.VAR : Kind.STRUCT);
        this.codec = codec;
        this.codecs = codec.codecs();
        this.layouts = codecs.stream().<StructLayout>map(LayoutCodec::layout).toList();
        this.layoutIds = layouts.stream().mapToInt(StoredLayouts::idOf).toArray();
    }

    /**
     * Requires that the value of an entry can be read by its tag.
     *
     * @throws dev.verbatim.LayoutMismatchException if its layout is not that of the type that the tag says; of a
     *     variable-length record it may also be an older or a newer one
     * @throws dev.verbatim.CorruptRecordException if no type has the tag
     */
    void requireReadable(Session session, MapEntry entry) throws IOException {
        LayoutMatch match = session.match();
        MemorySegment memory = memory(entry.memory(), entry.valueOffset(), entry.valueLength());
        long offset = offset(entry.valueOffset());
        LayoutCodec<?> ofTag = match.ofTag(codec, memory, offset, entry.layoutId(), entry.position());
        if (ofTag == null) {
            LayoutCodec<?> ofLayout = match.ofLayout(codec, memory, offset, entry.layoutId(), entry.position());
            requireSize(entry, ofLayout); // so that there is a tag
            throw match.otherTag(codec, memory, offset, ofLayout, entry.position());
        }
        requireSize(entry, ofTag);
    }

    private void requireSize(MapEntry entry, LayoutCodec<?> ofEntry) throws StoreException {
        if (!codec.isVariable()) {
            ValueReader.requireSize(entry, ofEntry.layout().byteSize());
        } else if (entry.valueLength() < VarDescriptor.HEADER_SIZE) {
            throw ValueReader.damaged(
                    entry,
                    "a variable-length record of " + VarDescriptor.HEADER_SIZE + " bytes or more",
                    entry.valueLength() + " bytes");
        }
    }

    /** {@return where a codec reads a value; for a variable-length record a slice, out of which no length leads} */
    private MemorySegment memory(MemorySegment memory, long offset, long length) {
        return codec.isVariable() ? memory.asSlice(offset, length) : memory;
    }

    private long offset(long offset) {
        return codec.isVariable() ? 0 : offset;
    }

    @Override
    void requireForKeys() {
        throw new IllegalArgumentException(
                "expected a codec of keys, which have one layout, found " + this + ", whose values have several");
    }

    @Override
    @Nullable
    StructLayout layout() {
        return null; // each value has that of its type
    }

    @Override
    List<StructLayout> layouts() {
        return layouts;
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // there is one codec of each type
    int layoutId(T value, int common) {
        LayoutCodec<?> ofValue = codec.codecOf(value);
        for (int i = 0; i < layoutIds.length; i++) {
            if (codecs.get(i) == ofValue) {
                return layoutIds[i];
            }
        }
        throw new AssertionError(ofValue + " is no alternative of " + this);
    }

    @Override
    long fixedSize() {
        return -1;
    }

    @Override
    long encodedSize(T value) {
        return codec.encodedSize(value);
    }

    @Override
    long write(T value, MemorySegment memory, long offset) {
        if (!codec.isVariable()) {
            FixedCodec.clear(memory, offset, codec.encodedSize(value)); // the codec leaves padding as it is
        }
        return codec.write(value, memory, offset);
    }

    @Override
    T read(MemorySegment memory, long offset, long length) {
        return codec.read(memory(memory, offset, length), offset(offset));
    }

    @Override
    public String toString() {
        return codec.toString();
    }
}
