package dev.verbatim;

import java.lang.foreign.MemorySegment;

/**
 * A codec of a mutable class, which can read into an object that exists already: no allocation on either side.
 *
 * {@snippet file="TutorialTest.java" region="reusable"}
 *
 * <p>What the target holds is used again where it can be:
 *
 * <ul>
 *   <li>a nested mutable object is filled in place; where there is none, a new one takes its place
 *   <li>an array of the sequence's length is filled in place, and so are the mutable objects in it; an array of another length is
 *       replaced
 *   <li>a list of mutable objects that has the sequence's size is filled in the same way, a {@code null} in it by {@link
 *       java.util.List#set}; another list is replaced by one of fixed size
 *   <li>enums, strings and records are replaced, and so is a list of records, by an unmodifiable one.
 * </ul>
 *
 * <p>Made by {@link StructCodec#ofClass(java.lang.invoke.MethodHandles.Lookup, Class, java.lang.foreign.StructLayout)
 * StructCodec.ofClass}. Everything that {@link StructCodec} says holds here too.
 *
 * @param <T> the type of the DTO
 */
public interface ReusableCodec<T> extends StructCodec<T> {

    /**
     * Reads from a segment into an existing object, and into what it holds. The fields that the layout names are set; all others
     * are left alone.
     *
     * @param target the object to fill
     * @param segment the segment to read from
     * @param offset where the struct starts, in bytes from the start of the segment; any alignment
     * @throws IndexOutOfBoundsException if the struct does not lie within the segment; the object is unchanged then
     * @throws IllegalStateException if the segment's arena is closed
     * @throws WrongThreadException if the segment belongs to another thread
     * @throws CorruptRecordException if bytes are no value of their member; the object may be filled in part then
     * @throws UnsupportedOperationException if an object is missing whose class has no no-argument constructor; the object may be
     *     filled in part then
     */
    void readInto(T target, MemorySegment segment, long offset);

    /**
     * Reads one element of an array of structs, from offset {@code index * byteSize()}, into an existing object.
     *
     * @param target the object to fill
     * @param segment the segment, whose first byte is that of element 0
     * @param index the index of the element, from 0
     * @throws IndexOutOfBoundsException if the element does not lie within the segment; the object is unchanged then
     * @throws IllegalStateException if the segment's arena is closed
     * @throws WrongThreadException if the segment belongs to another thread
     * @throws CorruptRecordException if bytes are no value of their member; the object may be filled in part then
     * @throws UnsupportedOperationException if an object is missing whose class has no no-argument constructor; the object may be
     *     filled in part then
     */
    void readIntoAtIndex(T target, MemorySegment segment, long index);
}
