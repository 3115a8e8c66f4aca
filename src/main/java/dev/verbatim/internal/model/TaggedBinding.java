package dev.verbatim.internal.model;

import java.lang.foreign.StructLayout;
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
 * @param <C> the type of their codecs
 */
public record TaggedBinding<T, C>(
        Class<T> type, ValueLayout tag, long tagOffset, CodeRange tags, List<Alternative<C>> alternatives) {

    /**
     * A type of values.
     *
     * @param tag the tag of its values
     * @param type the type
     * @param layout the layout of its values; of variable-length records that of the fixed part
     * @param codec its codec
     * @param <C> the type of the codec
     */
    public record Alternative<C>(int tag, Class<?> type, StructLayout layout, C codec) {}

    /** {@return how many bytes of a value have to be there for its tag to be read} */
    public long tagEnd() {
        return tagOffset + tag.byteSize();
    }
}
