package dev.verbatim.map;

import dev.verbatim.StructCodec;
import dev.verbatim.TaggedCodec;
import dev.verbatim.internal.log.StoredLayouts;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Has a {@link TaggedCodec} make the bytes of values. Each has the size and the layout of its own alternative. */
final class TaggedValueCodec<T> extends MapCodec<T> {

    private final TaggedCodec<T> codec;
    private final List<StructCodec<? extends T>> alternatives;

    /** The ids of the layouts of the alternatives. Several may have one layout: the tag tells them apart. */
    private final int[] layoutIds;

    TaggedValueCodec(TaggedCodec<T> codec) {
        super(Kind.STRUCT);
        this.codec = codec;
        this.alternatives = List.copyOf(codec.codecs());
        this.layoutIds = alternatives.stream()
                .mapToInt(alternative -> StoredLayouts.idOf(alternative.layout()))
                .toArray();
    }

    TaggedCodec<T> codec() {
        return codec;
    }

    /** {@return the first alternative that has a layout; null if there is none} */
    @Nullable
    StructCodec<? extends T> ofLayout(int id) {
        for (int i = 0; i < layoutIds.length; i++) {
            if (layoutIds[i] == id) {
                return alternatives.get(i);
            }
        }
        return null;
    }

    /** {@return the id of the layout of an alternative} */
    @SuppressWarnings("ReferenceEquality") // the codec has one of each type
    int layoutIdOf(StructCodec<?> alternative) {
        for (int i = 0; i < layoutIds.length; i++) {
            if (alternatives.get(i) == alternative) {
                return layoutIds[i];
            }
        }
        throw new AssertionError(alternative + " is no alternative of " + codec);
    }

    @Override
    void requireForKeys() {
        throw new IllegalArgumentException(
                "expected a codec of keys, which have one layout, found " + this + ", whose values have several");
    }

    @Override
    @Nullable
    StructLayout layout() {
        return null; // each value has that of its alternative
    }

    @Override
    List<StructLayout> layouts() {
        return alternatives.stream().map(StructCodec::layout).toList();
    }

    @Override
    int layoutId(T value, int common) {
        return layoutIdOf(codec.codecOf(value));
    }

    @Override
    long encodedSize(T value) {
        return codec.byteSize(value);
    }

    @Override
    long fixedSize() {
        return -1;
    }

    @Override
    long write(T value, MemorySegment memory, long offset) {
        FixedCodec.clear(memory, offset, codec.byteSize(value)); // the codec leaves padding as it is
        return codec.write(value, memory, offset);
    }

    @Override
    T read(MemorySegment memory, long offset, long length) {
        return codec.read(memory, offset);
    }

    @Override
    public String toString() {
        return codec.toString();
    }
}
