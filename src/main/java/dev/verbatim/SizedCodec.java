package dev.verbatim;

import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * A codec whose values each have a size of their own, which their bytes say: a {@link VarCodec}, a {@link TaggedCodec}
 * or a {@link TaggedVarCodec}. A queue, a map and a {@link SegmentCursor} take each of them in the same way. All
 * structs of a {@link StructCodec} have one size.
 *
 * @param <T> the type of the values
 */
public interface SizedCodec<T> {

    /**
     * {@return the type of the values}
     */
    Class<T> type();

    /**
     * {@return the codecs of the alternatives, in the order of their tags; for a codec of one type, itself}
     */
    List<? extends LayoutCodec<? extends T>> codecs();

    /**
     * {@return the codec of a value's alternative; for a codec of one type, itself}
     *
     * @param value the value; a codec of one type does not look at it
     * @throws IllegalArgumentException if no alternative is of its class
     */
    LayoutCodec<? extends T> codecOf(T value);

    /**
     * {@return the codec of the value in a segment; for a codec of one type, itself} This reads nothing but the tag,
     * and the header of a variable-length record. A codec of one type reads nothing.
     *
     * @param segment the segment
     * @param offset where the value starts, in bytes from the start of the segment; any alignment
     * @throws CorruptRecordException if there is no alternative of this tag, or a header leaves no room for one
     * @throws IndexOutOfBoundsException if the tag of a struct, or the header of a variable-length record, does not lie
     *     within the segment
     * @throws IllegalStateException if the segment's arena is closed
     * @throws WrongThreadException if the segment belongs to another thread
     */
    LayoutCodec<? extends T> codecAt(MemorySegment segment, long offset);

    /**
     * {@return whether the values are variable-length records} If not, they are structs of several sizes, and {@link
     * #write} leaves their padding as it is. The padding of variable-length records is written as zeros.
     */
    boolean isVariable();

    /**
     * Computes how many bytes a value takes. For a variable-length record that encodes the value: if there is a segment
     * with enough room, {@link #write} alone is faster.
     *
     * @param value the value
     * @return the size in bytes, header and tail of a variable-length record included
     * @throws NullPointerException if the value is {@code null}, or {@link #write} throws it for a variable-length
     *     record
     * @throws IllegalArgumentException if no alternative is of its class, or {@link #write} throws it for a
     *     variable-length record
     */
    long encodedSize(T value);

    /**
     * {@return the size in bytes of the value that lies in a segment, header and tail of a variable-length record
     * included} This reads nothing but the header and the tag.
     *
     * @param segment the segment
     * @param offset where the value starts, in bytes from the start of the segment; any alignment
     * @throws CorruptRecordException if {@link #codecAt} throws it, a variable-length record does not lie within the
     *     segment, or its header is not one of its layout
     * @throws IndexOutOfBoundsException if the tag of a struct, or the header of a variable-length record, does not lie
     *     within the segment
     * @throws IllegalStateException if the segment's arena is closed
     * @throws WrongThreadException if the segment belongs to another thread
     */
    long encodedSize(MemorySegment segment, long offset);

    /**
     * Writes a value, and its tag if there are several types.
     *
     * @param value the value
     * @param segment the segment to write to
     * @param offset where the value starts, in bytes from the start of the segment; any alignment
     * @return the number of bytes from the start of the value to its end
     * @throws NullPointerException if {@link StructCodec#write} or {@link VarCodec#write} throws it; nothing is written
     *     then
     * @throws IllegalArgumentException if {@link StructCodec#write} or {@link VarCodec#write} throws it, or no
     *     alternative is of the value's class; nothing is written then
     * @throws IndexOutOfBoundsException if the value does not fit into the segment; nothing is written then
     * @throws IllegalStateException if the segment's arena is closed
     * @throws WrongThreadException if the segment belongs to another thread
     */
    long write(T value, MemorySegment segment, long offset);

    /**
     * Reads a value as a new object, after its tag if there are several types.
     *
     * @param segment the segment to read from; its bytes may be anything
     * @param offset where the value starts, in bytes from the start of the segment; any alignment
     * @return the value
     * @throws CorruptRecordException if {@link #codecAt}, {@link StructCodec#read} or {@link VarCodec#read} throws it
     * @throws IllegalArgumentException if {@link StructCodec#read} or {@link VarCodec#read} throws it
     * @throws UnsupportedOperationException if {@link StructCodec#read} or {@link VarCodec#read} throws it
     * @throws IndexOutOfBoundsException if a struct, or the header of a variable-length record, does not lie within the
     *     segment
     * @throws IllegalStateException if the segment's arena is closed
     * @throws WrongThreadException if the segment belongs to another thread
     */
    T read(MemorySegment segment, long offset);
}
