package dev.verbatim;

import java.lang.foreign.MemorySegment;

/**
 * A codec of a mutable class, which can read into an object that exists already. So neither side allocates.
 *
 * {@snippet file="TutorialTest.java" region="reusable"}
 *
 * <p>It uses again what the target holds, where it can:
 *
 * <ul>
 *   <li>a nested mutable object is filled in place; if there is none, the target gets a new one
 *   <li>an array of the sequence's length is filled in place, and so are the mutable objects in it; it must not be of a
 *       subclass of the declared elements, which it could not take. An array of another length is replaced
 *   <li>a list of mutable objects of the sequence's size is filled in the same way, and {@link java.util.List#set}
 *       replaces a {@code null} in it; another list is replaced by one of fixed size
 *   <li>enums, strings and Java records are replaced; a list of Java records is replaced by an unmodifiable one.
 * </ul>
 *
 * <p>Made by {@link StructCodec#ofClass(java.lang.invoke.MethodHandles.Lookup, Class, java.lang.foreign.StructLayout)
 * StructCodec.ofClass}. Everything that {@link StructCodec} says is true here too.
 *
 * @param <T> the type of the DTO
 */
public interface ReusableCodec<T> extends StructCodec<T> {

    /**
     * Reads from a segment into an existing object, and into the objects that it holds. This sets the fields that the
     * layout names, and leaves all others alone.
     *
     * @param target the object to fill
     * @param segment the segment to read from
     * @param offset where the struct starts, in bytes from the start of the segment; any alignment
     * @throws IndexOutOfBoundsException if the struct does not lie within the segment; the object is unchanged then
     * @throws IllegalStateException if the segment's arena is closed
     * @throws WrongThreadException if the segment belongs to another thread
     * @throws CorruptRecordException if the bytes of a member are no value of it; the object may be filled in part then
     * @throws IllegalArgumentException if a final field has nothing to fill, or an array or a list of another length;
     *     the object may be filled in part then
     * @throws UnsupportedOperationException if an object is missing whose class has no no-argument constructor; the
     *     object may be filled in part then
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
     * @throws CorruptRecordException if the bytes of a member are no value of it; the object may be filled in part then
     * @throws IllegalArgumentException if a final field has nothing to fill, or an array or a list of another length;
     *     the object may be filled in part then
     * @throws UnsupportedOperationException if an object is missing whose class has no no-argument constructor; the
     *     object may be filled in part then
     */
    void readIntoAtIndex(T target, MemorySegment segment, long index);
}
