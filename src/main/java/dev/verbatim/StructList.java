package dev.verbatim;

import java.util.List;
import java.util.RandomAccess;

/**
 * The structs of a segment as a list: of values that a codec reads and writes, or of views. It holds no elements itself; what is in the
 * segment is in the list.
 *
 * <p>The size is fixed. A list of values can be {@linkplain #set changed}, if the segment can; a list of views is changed through its views.
 * With more than {@link Integer#MAX_VALUE} structs, {@link #size} is that, {@link #count} is the true number, and the methods with a long
 * index reach all; iteration and streams go over all in any case. {@link #stream} and {@link #parallelStream} split the list by its indexes;
 * a segment of a confined arena can be used by its own thread only. {@link #set(int, Object)}
 * returns the value that it replaces, as a {@code List} does, and so has to read it; the one with a long index does not.
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
