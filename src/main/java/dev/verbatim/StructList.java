package dev.verbatim;

import java.util.List;
import java.util.RandomAccess;

/**
 * The structs of a segment as a list: of values that a codec reads and writes, or of views. The list holds no elements
 * itself. It shows what is in the segment.
 *
 * <p>The size is fixed. The elements of a list of values can be {@linkplain #set changed}, if the segment can; those of
 * a list of views are changed through the views. {@link #set(int, Object)} returns the value that it replaces, as a
 * {@code List} does, and so has to read it. {@link #set(long, Object)} does not.
 *
 * <p>A segment may have more than {@link Integer#MAX_VALUE} structs. Then {@link #size} is that, and {@link #count} the
 * true number. The methods with a long index reach all elements; iteration and streams always go over all. {@link
 * #stream} and {@link #parallelStream} split the list by its indexes. Only the thread of a confined arena can use its
 * segments.
 *
 * @param <T> the type of the elements
 */
public interface StructList<T> extends List<T>, RandomAccess {

    /**
     * {@return the number of structs}
     */
    long count();

    /**
     * Gets an element.
     *
     * @param index from 0 to {@link #count} - 1
     * @return a new object, or a new view
     * @throws IndexOutOfBoundsException if the index is out of range
     */
    T get(long index);

    /**
     * Writes an element.
     *
     * @param index from 0 to {@link #count} - 1
     * @param element the new value
     * @throws IndexOutOfBoundsException if the index is out of range
     * @throws UnsupportedOperationException if this is a list of views
     */
    void set(long index, T element);
}
