package dev.verbatim;

import java.lang.foreign.MemorySegment;

/**
 * A codec of variable-length records for a mutable class, which can read into an object that exists already.
 *
 * <p>What the target holds is used again where it fits, as {@link ReusableCodec} says of nested objects, arrays and fixed sequences. Of the
 * members in the tail:
 *
 * <ul>
 *   <li>a {@code StringBuilder} is refilled
 *   <li>an array of the length that was read is filled in place, and so are the mutable objects in it; an array of another length is
 *       replaced
 *   <li>an {@link java.util.ArrayList} of mutable objects gets the size that was read, and its objects are filled in place; another list is
 *       replaced by one
 *   <li>strings and lists of records are replaced
 *   <li>what was written as {@code null} becomes {@code null}.
 * </ul>
 *
 * <p>So each object, array and list must occur only once in what the target holds: one that occurs twice is filled twice, and the second
 * time wins.
 *
 * @param <T> the type of the DTO
 */
public interface ReusableVarCodec<T> extends VarCodec<T> {

    /**
     * Reads a record into an existing object, and into what it holds. The fields that the layout names are set; all others are left
     * alone.
     *
     * @param target the object to fill
     * @param segment the segment to read from; its bytes may be anything
     * @param offset where the record starts, in bytes from the start of the segment; any alignment
     * @throws IndexOutOfBoundsException if the header does not lie within the segment; the object is unchanged then
     * @throws CorruptRecordException if the bytes are no record of this layout; the object may be filled in part then
     * @throws IllegalStateException if the segment's arena is closed
     * @throws WrongThreadException if the segment belongs to another thread
     * @throws UnsupportedOperationException if an object is missing whose class has no no-argument constructor; the object may be
     *     filled in part then
     */
    void readInto(T target, MemorySegment segment, long offset);
}
