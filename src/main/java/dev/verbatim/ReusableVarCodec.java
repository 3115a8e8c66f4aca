package dev.verbatim;

import java.lang.foreign.MemorySegment;

/**
 * A codec of variable-length records for a mutable class, which can read into an object that exists already.
 *
 * <p>It uses again what the target holds, where it can. {@link ReusableCodec} says how it treats nested objects, arrays
 * and sequences of a fixed size. Of the members in the tail:
 *
 * <ul>
 *   <li>a {@code StringBuilder} is refilled
 *   <li>an array that has the right length is filled in place, and so are the mutable objects in it; another array is
 *       replaced
 *   <li>an {@link java.util.ArrayList} of mutable objects gets the right size, and its objects are filled in place;
 *       another list is replaced by a new {@code ArrayList}
 *   <li>strings, Optionals and lists of anything else are replaced; elements that are arrays or lists themselves are,
 *       too
 *   <li>a value that was written as {@code null} becomes {@code null}.
 * </ul>
 *
 * <p>So each object, array and list must occur only once in the target. One that occurs twice is filled twice, and the
 * second time wins.
 *
 * @param <T> the type of the DTO
 */
public interface ReusableVarCodec<T> extends VarCodec<T> {

    /**
     * Reads a variable-length record into an existing object, and into the objects that it holds. This sets the fields
     * that the layout names, and leaves all others alone.
     *
     * @param target the object to fill
     * @param segment the segment to read from; its bytes may be anything
     * @param offset where the variable-length record starts, in bytes from the start of the segment; any alignment
     * @throws IndexOutOfBoundsException if the header does not lie within the segment; the object is unchanged then
     * @throws CorruptRecordException if the bytes are no variable-length record of this layout; the object may be
     *     filled in part then
     * @throws IllegalStateException if the segment's arena is closed
     * @throws WrongThreadException if the segment belongs to another thread
     * @throws IllegalArgumentException if a final field has nothing to fill, or an array or a list of another length;
     *     the object may be filled in part then
     * @throws UnsupportedOperationException if an object is missing whose class has no no-argument constructor; the
     *     object may be filled in part then
     */
    void readInto(T target, MemorySegment segment, long offset);
}
