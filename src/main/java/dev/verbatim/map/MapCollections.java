package dev.verbatim.map;

import java.util.AbstractCollection;
import java.util.AbstractMap.SimpleEntry;
import java.util.AbstractSet;
import java.util.Collection;
import java.util.Iterator;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The keys, the values and the entries of a map as collections of the JDK's. Any thread may use them. An iterator
 * removes a key whatever its value is by then, as those of the JDK do. So what is removed because of its value is not
 * removed by the inherited methods, which use an iterator. Two keys are the same where their bytes are, and so are two
 * values: where {@code equals} does not say so, the bytes are compared.
 */
final class MapCollections<K, V> {

    /** Not SIZED: others may write, and a stream would fail where it finds another number. */
    private static final int CHARACTERISTICS = Spliterator.CONCURRENT | Spliterator.NONNULL;

    private final MappedMap<K, V> map;
    private final ConcurrentMapView<K, V> view;
    private final ByteEquality<K> keys;
    private final ByteEquality<V> values;

    MapCollections(MappedMap<K, V> map, ConcurrentMapView<K, V> view) {
        this.map = map;
        this.view = view;
        this.keys = new ByteEquality<>(map.keyCodec());
        this.values = new ByteEquality<>(map.valueCodec());
    }

    Set<K> keys() {
        return new Keys();
    }

    Collection<V> values() {
        return new Values();
    }

    Set<Map.Entry<K, V>> entries() {
        return new Entries();
    }

    /**
     * Takes values away that are as a filter wants them, but none that was put since the filter has seen another.
     *
     * @param all whether to go on after the first
     * @return whether there was one
     */
    private boolean removeIf(Predicate<? super Map.Entry<K, V>> filter, boolean all) {
        boolean removed = false;
        MapIterator<Map.Entry<K, V>> entries = map.entries();
        while ((all || !removed) && entries.hasNext()) {
            Map.Entry<K, V> entry = entries.next();
            if (filter.test(entry)
                    && ConcurrentMapView.asked(() -> map.removeOrigin(entry.getKey(), entries.origin()))) {
                removed = true;
            }
        }
        return removed;
    }

    /** What keys and entries have in common. */
    private abstract class Elements<E> extends AbstractSet<E> {

        @Override
        public int size() {
            return view.size();
        }

        @Override
        public void clear() {
            view.clear();
        }

        @Override
        public Spliterator<E> spliterator() {
            return Spliterators.spliteratorUnknownSize(iterator(), CHARACTERISTICS | Spliterator.DISTINCT);
        }

        @Override
        public abstract boolean remove(Object other);

        @Override
        public abstract boolean removeIf(Predicate<? super E> filter);

        @Override
        public boolean removeAll(Collection<?> others) {
            if (others.size() >= size()) {
                return removeIf(among(others));
            }
            boolean removed = false;
            for (Object other : others) {
                removed |= other != null && remove(other);
            }
            return removed;
        }

        @Override
        public boolean retainAll(Collection<?> others) {
            return removeIf(among(others).negate());
        }

        /** {@return whether something is among others} What finds by bytes itself needs no copy on the heap. */
        private Predicate<Object> among(Collection<?> others) {
            return isToldByEquals() || others instanceof MapCollections<?, ?>.Elements<?>
                    ? others::contains
                    : ByteEquality.among(others, this::bytes);
        }

        abstract boolean isToldByEquals();

        /** {@return the bytes of an element, to compare; null if it is in no map} */
        abstract @Nullable Object bytes(@Nullable Object element);
    }

    private final class Keys extends Elements<K> {

        @Override
        public boolean contains(Object key) {
            return view.containsKey(key);
        }

        @Override
        public boolean remove(Object key) {
            return view.removeKey(key);
        }

        @Override
        public boolean removeIf(Predicate<? super K> filter) {
            Objects.requireNonNull(filter, "filter");
            boolean removed = false;
            for (K key : this) {
                if (filter.test(key)) {
                    removed |= remove(key);
                }
            }
            return removed;
        }

        @Override
        public Iterator<K> iterator() {
            return new ElementIterator<>(map.keys(), key -> key, key -> key);
        }

        @Override
        boolean isToldByEquals() {
            return keys.isToldByEquals();
        }

        @Override
        @Nullable
        Object bytes(@Nullable Object key) {
            return keys.bytes(key);
        }
    }

    private final class Entries extends Elements<Map.Entry<K, V>> {

        @Override
        public boolean contains(Object other) {
            if (!(other instanceof Map.Entry<?, ?> entry) || entry.getKey() == null || entry.getValue() == null) {
                return false;
            }
            V value = view.get(entry.getKey());
            return value != null && values.sameAs(entry.getValue()).test(value);
        }

        @Override
        public boolean remove(Object other) {
            return other instanceof Map.Entry<?, ?> entry
                    && entry.getKey() != null
                    && view.remove(entry.getKey(), entry.getValue());
        }

        @Override
        public boolean removeIf(Predicate<? super Map.Entry<K, V>> filter) {
            return MapCollections.this.removeIf(Objects.requireNonNull(filter, "filter"), true);
        }

        @Override
        public Iterator<Map.Entry<K, V>> iterator() {
            return new ElementIterator<>(map.entries(), Map.Entry::getKey, WrittenEntry::new);
        }

        @Override
        boolean isToldByEquals() {
            return keys.isToldByEquals() && values.isToldByEquals();
        }

        @Override
        @Nullable
        Object bytes(@Nullable Object element) {
            if (!(element instanceof Map.Entry<?, ?> entry)) {
                return null;
            }
            Object key = keys.bytes(entry.getKey());
            Object value = values.bytes(entry.getValue());
            return key == null || value == null ? null : Map.entry(key, value);
        }
    }

    private final class Values extends AbstractCollection<V> {

        @Override
        public int size() {
            return view.size();
        }

        @Override
        public void clear() {
            view.clear();
        }

        @Override
        public Spliterator<V> spliterator() {
            return Spliterators.spliteratorUnknownSize(iterator(), CHARACTERISTICS);
        }

        @Override
        public boolean contains(@Nullable Object other) {
            Predicate<Object> same = values.sameAs(other);
            for (V value : this) {
                if (same.test(value)) {
                    return true;
                }
            }
            return false;
        }

        @Override
        public boolean remove(@Nullable Object other) {
            Predicate<Object> same = values.sameAs(other);
            return MapCollections.this.removeIf(entry -> same.test(entry.getValue()), false);
        }

        @Override
        public boolean removeIf(Predicate<? super V> filter) {
            Objects.requireNonNull(filter, "filter");
            return MapCollections.this.removeIf(entry -> filter.test(entry.getValue()), true);
        }

        @Override
        public boolean removeAll(Collection<?> others) {
            return removeIf(among(others));
        }

        @Override
        public boolean retainAll(Collection<?> others) {
            return removeIf(among(others).negate());
        }

        private Predicate<Object> among(Collection<?> others) {
            Objects.requireNonNull(others, "others");
            return values.isToldByEquals() ? others::contains : ByteEquality.among(others, values::bytes);
        }

        @Override
        public Iterator<V> iterator() {
            return new ElementIterator<>(map.entries(), Map.Entry::getKey, Map.Entry::getValue);
        }
    }

    /** Delivers an element for each key or entry, and can remove its key. */
    private final class ElementIterator<T, E> implements Iterator<E> {

        private final Iterator<T> source;
        private final Function<? super T, ? extends K> key;
        private final Function<? super T, ? extends E> element;
        private @Nullable K last;

        private ElementIterator(
                Iterator<T> source, Function<? super T, ? extends K> key, Function<? super T, ? extends E> element) {
            this.source = source;
            this.key = key;
            this.element = element;
        }

        @Override
        public boolean hasNext() {
            return source.hasNext();
        }

        @Override
        public E next() {
            K before = last;
            last = null; // if what comes cannot be read, there is none to remove
            if (!source.hasNext()) {
                last = before;
            }
            T next = source.next();
            last = key.apply(next);
            return element.apply(next);
        }

        @Override
        public void remove() {
            K removed = last;
            if (removed == null) {
                throw new IllegalStateException("no entry was delivered since the last removal");
            }
            last = null;
            view.removeKey(removed);
        }
    }

    /** An entry whose value can be set, in the map too. */
    private final class WrittenEntry extends SimpleEntry<K, V> {

        private static final long serialVersionUID = 1;

        private WrittenEntry(Map.Entry<K, V> entry) {
            super(entry);
        }

        @Override
        public V setValue(V value) {
            view.put(getKey(), value);
            return super.setValue(value);
        }
    }
}
