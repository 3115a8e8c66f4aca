package dev.verbatim;

import dev.verbatim.internal.codegen.TaggedCodecBuilder;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/**
 * A codec of several types of values, which a tag in the bytes tells apart: the messages of a protocol, or a C struct
 * with a union. Make a codec once, and keep it in a {@code static final} field. Any number of threads may use it.
 *
 * {@snippet file="TaggedTutorialTest.java" region="declare"}
 *
 * <p>Each type has a {@link StructCodec} of its own, and a layout of its own size. The tag is a number at the same
 * offset in all of them, where each layout has padding. Only this codec writes the tag; {@link Layouts#withPadding}
 * makes padding of a member. For a member that is a union, {@link Layouts#withAlternative} makes the layout of each of
 * its alternatives. A struct or a union of an alternative that the {@linkplain #conversion conversion} of a tagged
 * codec binds has no padding for the tag: the conversion writes all of its bytes, and those may have a tag of their
 * own.
 *
 * <p>If the type of the values is sealed, there has to be an alternative for every class that it permits. A value is
 * written by the codec of exactly its class, and not by that of a superclass.
 *
 * <p><b>As a member.</b> {@link #conversion} binds a member of a struct to the type: a record component {@code Body
 * body}, whose layout is a union, a struct with the tag and a union, or a sequence of bytes.
 *
 * @param <T> the type of the values, in practice a sealed interface
 */
public interface TaggedCodec<T> extends SizedCodec<T> {

    /**
     * Begins a codec.
     *
     * @param type the type of the values, in practice a sealed interface
     * @param tag the layout of the tag: {@code JAVA_BYTE}, {@code JAVA_SHORT}, {@code JAVA_CHAR} or {@code JAVA_INT},
     *     in any byte order
     * @param tagOffset where the tag is, in bytes from the start of each value; any alignment
     * @param <T> the type of the values
     * @return the builder
     * @throws IllegalArgumentException if the tag has another carrier, or the offset is negative
     */
    static <T> Builder<T> builder(Class<T> type, ValueLayout tag, long tagOffset) {
        return new TaggedCodecBuilder<>(type, tag, tagOffset);
    }

    /**
     * {@return the codecs of the alternatives, in the order of their tags}
     */
    @Override
    List<StructCodec<? extends T>> codecs();

    /**
     * {@return the codec of a value's alternative}
     *
     * @param value the value
     * @throws IllegalArgumentException if no alternative is of its class
     */
    @Override
    StructCodec<? extends T> codecOf(T value);

    /**
     * {@return the codec of the value in a segment} This reads nothing but the tag. The value may reach beyond the
     * segment.
     *
     * @param segment the segment
     * @param offset where the value starts, in bytes from the start of the segment; any alignment
     * @throws CorruptRecordException if there is no alternative of this tag
     * @throws IndexOutOfBoundsException if the tag does not lie within the segment
     * @throws IllegalStateException if the segment's arena is closed
     * @throws WrongThreadException if the segment belongs to another thread
     */
    @Override
    StructCodec<? extends T> codecAt(MemorySegment segment, long offset);

    /**
     * {@return the size of the largest alternative in bytes}
     */
    long maxByteSize();

    /** {@return false: the values are structs} */
    @Override
    default boolean isVariable() {
        return false;
    }

    /**
     * {@return the size in bytes of the value in a segment} This reads nothing but the tag. The value may reach beyond
     * the segment.
     *
     * @param segment the segment
     * @param offset where the value starts, in bytes from the start of the segment; any alignment
     * @throws CorruptRecordException if there is no alternative of this tag
     * @throws IndexOutOfBoundsException if the tag does not lie within the segment
     * @throws IllegalStateException if the segment's arena is closed
     * @throws WrongThreadException if the segment belongs to another thread
     */
    @Override
    long encodedSize(MemorySegment segment, long offset);

    /**
     * Writes a value and its tag. Padding is left as it is, and so are bytes behind a value that is smaller than
     * others.
     *
     * @param value the value
     * @param segment the segment to write to
     * @param offset where the value starts, in bytes from the start of the segment; any alignment
     * @return the number of bytes from the start of the value to its end
     * @throws NullPointerException if {@link StructCodec#write} throws it; nothing is written then
     * @throws IllegalArgumentException if {@link StructCodec#write} throws it, or no alternative is of the value's
     *     class; nothing is written then
     * @throws IndexOutOfBoundsException if the value does not fit into the segment; nothing is written then
     * @throws IllegalStateException if the segment's arena is closed
     * @throws WrongThreadException if the segment belongs to another thread
     */
    @Override
    long write(T value, MemorySegment segment, long offset);

    /**
     * Reads the tag, and then the value as a new object.
     *
     * @param segment the segment to read from; its bytes may be anything
     * @param offset where the value starts, in bytes from the start of the segment; any alignment
     * @return the value
     * @throws CorruptRecordException if there is no alternative of this tag, or {@link StructCodec#read} throws it
     * @throws IndexOutOfBoundsException if the value does not lie within the segment
     * @throws IllegalStateException if the segment's arena is closed
     * @throws WrongThreadException if the segment belongs to another thread
     */
    @Override
    T read(MemorySegment segment, long offset);

    /**
     * {@return a conversion for members of this type} It is for a member whose layout is a union, a struct, or a
     * sequence of values, of {@link #maxByteSize} bytes. What the value's alternative does not write of them is written
     * as zero. In a {@code .npy} file such a union or struct is so many bytes without a meaning. Elements in the tail
     * of a variable-length record may be a union or a sequence, but no struct, which would have a stride and could
     * grow.
     *
     * @throws IllegalArgumentException if the largest alternative exceeds 2 GiB
     */
    Conversion<T> conversion();

    /**
     * Makes a codec.
     *
     * @param <T> the type of the values
     */
    interface Builder<T> {

        /**
         * Adds an alternative.
         *
         * @param tag the tag of values of this type, within the range of the tag's carrier; of a {@code JAVA_BYTE} all
         *     tags may be from 0 to 255 too, and of a {@code JAVA_SHORT} from 0 to 65,535, as unsigned numbers
         * @param codec the codec of the type, whose layout has padding where the tag is
         * @return this builder
         */
        Builder<T> with(int tag, StructCodec<? extends T> codec);

        /**
         * Makes the codec.
         *
         * @return the codec
         * @throws LayoutMismatchException if a layout has no padding where the tag is, or a conversion of bytes binds a
         *     member there, a tag is beyond the range of its carrier or not of the same range as others, two
         *     alternatives have one tag or one type, or a class that a sealed type permits has none; it lists every
         *     reason
         */
        TaggedCodec<T> build();
    }
}
