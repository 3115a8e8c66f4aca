package dev.verbatim;

import java.lang.foreign.MemorySegment;

/**
 * A codec of a mutable class, which can read into an object that exists already: no allocation on either side.
 *
 * {@snippet file="TutorialTest.java" region="reusable"}
 *
 * <p>Made by {@link StructCodec#ofClass(java.lang.invoke.MethodHandles.Lookup, Class, java.lang.foreign.StructLayout)
 * StructCodec.ofClass}. Everything that {@link StructCodec} says holds here too.
 *
 * @param <T> the type of the DTO
 */
public interface ReusableCodec<T> extends StructCodec<T> {

    /**
     * Reads from a segment into an existing object. The fields that the layout names are set; all others are left alone.
     *
     * @param target the object to fill
     * @param segment the segment to read from
     * @param offset where the struct starts, in bytes from the start of the segment; any alignment
     * @throws IndexOutOfBoundsException if the struct does not lie within the segment; the object is unchanged then
     * @throws IllegalStateException if the segment's arena is closed
     * @throws WrongThreadException if the segment belongs to another thread
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
     */
    void readIntoAtIndex(T target, MemorySegment segment, long index);
}
