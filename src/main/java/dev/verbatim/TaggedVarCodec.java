package dev.verbatim;

import dev.verbatim.internal.codegen.TaggedVarCodecBuilder;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/**
 * A codec of several types of variable-length records, which a tag in the bytes tells apart: the events of a program,
 * some of which have texts or lists. Make a codec once, and keep it in a {@code static final} field. Any number of
 * threads may use it.
 *
 * {@snippet file="TaggedVarTutorialTest.java" region="declare"}
 *
 * <p>Each type has a {@link VarCodec} of its own, also one that has nothing of variable length; it has one member at
 * least. The tag is a number at the same offset in all of them, behind the header of {@link Layouts#varRecord}, where
 * each layout has padding. Only this codec writes the tag. As with any {@link VarCodec}, a type can grow: its newer
 * layout has the tag where the older one has it.
 *
 * <p>If the type of the values is sealed, there has to be an alternative for every class that it permits. A value is
 * written by the codec of exactly its class, and not by that of a superclass. Types that all have a fixed size take
 * less room with a {@link TaggedCodec}, which is also for members of a sealed type.
 *
 * @param <T> the type of the values, in practice a sealed interface
 */
public interface TaggedVarCodec<T> {

    /**
     * Begins a codec.
     *
     * @param type the type of the values, in practice a sealed interface
     * @param tag the layout of the tag: {@code JAVA_BYTE}, {@code JAVA_SHORT}, {@code JAVA_CHAR} or {@code JAVA_INT},
     *     in any byte order
     * @param tagOffset where the tag is, in bytes from the start of each variable-length record: 8, which is behind the
     *     header, or more; any alignment
     * @param <T> the type of the values
     * @return the builder
     * @throws IllegalArgumentException if the tag has another carrier, or the offset is less than 8, or so large that
     *     no variable-length record has room for a tag there
     */
    static <T> Builder<T> builder(Class<T> type, ValueLayout tag, long tagOffset) {
        return new TaggedVarCodecBuilder<>(type, tag, tagOffset);
    }

    /**
     * {@return the type of the values}
     */
    Class<T> type();

    /**
     * {@return the codecs of the alternatives, in the order of their tags}
     */
    List<VarCodec<? extends T>> codecs();

    /**
     * {@return the codec of a value's alternative}
     *
     * @param value the value
     * @throws IllegalArgumentException if no alternative is of its class
     */
    VarCodec<? extends T> codecOf(T value);

    /**
     * {@return the codec of the variable-length record in a segment} This reads nothing but the header and the tag.
     *
     * @param segment the segment
     * @param offset where the variable-length record starts, in bytes from the start of the segment; any alignment
     * @throws CorruptRecordException if there is no alternative of this tag, or the fixed part is too short for a tag,
     *     as the header says, or does not lie within the segment up to the end of the tag
     * @throws IndexOutOfBoundsException if the header does not lie within the segment
     * @throws IllegalStateException if the segment's arena is closed
     * @throws WrongThreadException if the segment belongs to another thread
     */
    VarCodec<? extends T> codecAt(MemorySegment segment, long offset);

    /**
     * Computes how many bytes a value takes. For that it encodes the value: if there is a segment with enough room,
     * {@link #write} alone is faster.
     *
     * @param value the value
     * @return the size in bytes, header and tail included
     * @throws NullPointerException if {@link #write} throws it
     * @throws IllegalArgumentException if {@link #write} throws it
     */
    long encodedSize(T value);

    /**
     * {@return the size in bytes of the variable-length record that lies in a segment, header and tail included} This
     * reads nothing but the header and the tag.
     *
     * @param segment the segment
     * @param offset where the variable-length record starts, in bytes from the start of the segment; any alignment
     * @throws CorruptRecordException if {@link #codecAt} throws it, the record does not lie within the segment, or its
     *     header is not one of its alternative's layout
     * @throws IndexOutOfBoundsException if the header does not lie within the segment
     * @throws IllegalStateException if the segment's arena is closed
     * @throws WrongThreadException if the segment belongs to another thread
     */
    long encodedSize(MemorySegment segment, long offset);

    /**
     * Writes a value and its tag.
     *
     * @param value the value
     * @param segment the segment to write to
     * @param offset where the variable-length record starts, in bytes from the start of the segment; any alignment
     * @return the number of bytes written
     * @throws NullPointerException if {@link VarCodec#write} throws it; nothing is written then
     * @throws IllegalArgumentException if {@link VarCodec#write} throws it, or no alternative is of the value's class;
     *     nothing is written then
     * @throws IndexOutOfBoundsException if the value does not fit into the segment; nothing is written then
     * @throws IllegalStateException if the segment's arena is closed
     * @throws WrongThreadException if the segment belongs to another thread
     */
    long write(T value, MemorySegment segment, long offset);

    /**
     * Reads the tag, and then the value as a new object.
     *
     * @param segment the segment to read from; its bytes may be anything
     * @param offset where the variable-length record starts, in bytes from the start of the segment; any alignment
     * @return the value
     * @throws CorruptRecordException if {@link #codecAt} or {@link VarCodec#read} throws it
     * @throws IllegalArgumentException if {@link VarCodec#read} throws it
     * @throws IndexOutOfBoundsException if the header does not lie within the segment
     * @throws IllegalStateException if the segment's arena is closed
     * @throws WrongThreadException if the segment belongs to another thread
     */
    T read(MemorySegment segment, long offset);

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
        Builder<T> with(int tag, VarCodec<? extends T> codec);

        /**
         * Makes the codec.
         *
         * @return the codec
         * @throws LayoutMismatchException if a layout has no padding where the tag is, or a conversion of bytes binds a
         *     member there, a tag is beyond the range of its carrier or not of the same range as others, two
         *     alternatives have one tag or one type, or a class that a sealed type permits has none; it lists every
         *     reason
         */
        TaggedVarCodec<T> build();
    }
}
