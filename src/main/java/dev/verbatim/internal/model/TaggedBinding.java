package dev.verbatim.internal.model;

import dev.verbatim.StructCodec;
import java.lang.foreign.ValueLayout;
import java.util.List;

/**
 * Several types of values that a tag tells apart.
 *
 * @param type the type of all of them
 * @param tag the layout of the tag
 * @param tagOffset where the tag is, in bytes from the start of each value
 * @param tags which tags there may be: the unsigned numbers of the layout, or its own
 * @param alternatives the types, in the order of their tags
 * @param <T> the type of all of them
 */
public record TaggedBinding<T>(
        Class<T> type, ValueLayout tag, long tagOffset, CodeRange tags, List<Alternative<? extends T>> alternatives) {

    /**
     * A type of values.
     *
     * @param tag the tag of its values
     * @param codec its codec
     * @param <A> the type
     */
    public record Alternative<A>(int tag, StructCodec<A> codec) {}

    /** {@return how many bytes of a value have to be there for its tag to be read} */
    public long tagEnd() {
        return tagOffset + tag.byteSize();
    }

    /** {@return the size of the largest type in bytes} */
    public long maxByteSize() {
        return alternatives.stream()
                .mapToLong(alternative -> alternative.codec().byteSize())
                .max()
                .orElseThrow();
    }
}
