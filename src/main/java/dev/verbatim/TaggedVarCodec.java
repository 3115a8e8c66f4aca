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
public interface TaggedVarCodec<T> extends SizedCodec<T> {

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
     * {@return the codecs of the alternatives, in the order of their tags}
     */
    @Override
    List<VarCodec<? extends T>> codecs();

    /**
     * {@return the codec of a value's alternative}
     *
     * @param value the value
     * @throws IllegalArgumentException if no alternative is of its class
     */
    @Override
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
    @Override
    VarCodec<? extends T> codecAt(MemorySegment segment, long offset);

    /** {@return true} */
    @Override
    default boolean isVariable() {
        return true;
    }

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
