package dev.verbatim.internal.runtime;

import dev.verbatim.StructList;
import java.lang.foreign.MemorySegment;
import java.util.AbstractList;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Spliterator;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The structs of a segment as a list.
 *
 * @param <T> the type of the elements
 */
public abstract class SegmentList<T> extends AbstractList<T> implements StructList<T> {

    private final MemorySegment segment;
    private final long byteSize;
    private final long count;

    /**
     * Makes a list of all structs of a segment.
     *
     * @param segment the segment
     * @param byteSize the size of a struct in bytes
     * @param what the codec or view, as messages name it
     */
    protected SegmentList(MemorySegment segment, long byteSize, Object what) {
        this.segment = Objects.requireNonNull(segment, "segment");
        this.byteSize = byteSize;
        if (segment.byteSize() % byteSize != 0) {
            throw new IllegalArgumentException("cannot make a list of " + what + ": segment has byteSize="
                    + segment.byteSize() + ", expected a multiple of the struct's " + byteSize + "; slice it");
        }
        this.count = segment.byteSize() / byteSize;
    }

    /** {@return the segment} */
    protected final MemorySegment segment() {
        return segment;
    }

    /**
     * {@return the offset of an element in bytes}
     *
     * @param index an index within bounds
     */
    protected final long offset(long index) {
        return index * byteSize;
    }

    /**
     * Reads an element.
     *
     * @param index an index within bounds
     * @return the element
     */
    protected abstract T element(long index);

    @Override
    public final long count() {
        return count;
    }

    @Override
    public final int size() {
        return (int) Math.min(count, Integer.MAX_VALUE);
    }

    @Override
    public final T get(int index) {
        return get((long) index);
    }

    @Override
    public final T get(long index) {
        return element(Objects.checkIndex(index, count));
    }

    @Override
    public void forEach(Consumer<? super T> action) {
        Objects.requireNonNull(action, "action");
        for (long i = 0; i < count; i++) {
            action.accept(element(i));
        }
    }

    @Override
    public final Iterator<T> iterator() {
        return new Iterator<>() {
            private long next;

            @Override
            public boolean hasNext() {
                return next < count;
            }

            @Override
            public T next() {
                if (next >= count) {
                    throw new NoSuchElementException("expected index < count=" + count + ", found index=" + next);
                }
                return element(next++);
            }

            @Override
            public void remove() {
                throw notResizable();
            }
        };
    }

    @Override
    public final void add(int index, T element) {
        throw notResizable();
    }

    @Override
    public final T remove(int index) {
        throw notResizable();
    }

    private RuntimeException notResizable() {
        return new UnsupportedOperationException("a list of the structs of a segment has as many elements as the"
                + " segment has structs, count=" + count + "; copy it to add or to remove some, as by new"
                + " ArrayList<>(list)");
    }

    @Override
    public final Spliterator<T> spliterator() {
        return new Range(0, count);
    }

    /** The elements from an index up to another one, which is not included. */
    private final class Range implements Spliterator<T> {
        private long index;
        private final long end;

        Range(long index, long end) {
            this.index = index;
            this.end = end;
        }

        @Override
        public boolean tryAdvance(Consumer<? super T> action) {
            if (index >= end) {
                return false;
            }
            action.accept(element(index++));
            return true;
        }

        @Override
        public void forEachRemaining(Consumer<? super T> action) {
            while (index < end) {
                action.accept(element(index++));
            }
        }

        @Override
        public @Nullable Spliterator<T> trySplit() {
            long start = index;
            long middle = (start + end) >>> 1;
            if (middle == start) {
                return null;
            }
            index = middle;
            return new Range(start, middle);
        }

        @Override
        public long estimateSize() {
            return end - index;
        }

        @Override
        public int characteristics() {
            return ORDERED | SIZED | SUBSIZED | NONNULL;
        }
    }
}
