package dev.verbatim.internal.runtime;

import dev.verbatim.StructCodec;
import dev.verbatim.StructList;
import java.lang.foreign.MemorySegment;
import java.util.Objects;

/**
 * A list of what a codec reads.
 *
 * @param <T> the type of the elements
 */
public abstract class ValueList<T> extends SegmentList<T> {

    ValueList(MemorySegment segment, StructCodec<?> codec) {
        super(segment, codec.byteSize(), codec);
    }

    /**
     * Makes a list.
     *
     * @param codec the codec
     * @param segment the segment
     * @param <T> the type of the elements
     * @return the list
     */
    public static <T> StructList<T> of(StructCodec<T> codec, MemorySegment segment) {
        return new ValueList<>(segment, codec) {
            @Override
            StructCodec<T> codec() {
                return codec;
            }
        };
    }

    abstract StructCodec<T> codec();

    @Override
    protected final T element(long index) {
        return codec().read(segment(), offset(index));
    }

    @Override
    public final T set(int index, T element) {
        T previous = get(index);
        codec().write(element, segment(), offset(index));
        return previous;
    }

    @Override
    public final void set(long index, T element) {
        codec().write(element, segment(), offset(Objects.checkIndex(index, count())));
    }
}
