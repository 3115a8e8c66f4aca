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
 * removed by the inherited methods, which use an iterator.
 */
final class MapCollections<K, V> {

    /** Not SIZED: others may write, and a stream would fail where it finds another number. */
    private static final int CHARACTERISTICS = Spliterator.CONCURRENT | Spliterator.NONNULL;

    private final MappedMap<K, V> map;
    private final ConcurrentMapView<K, V> view;

    MapCollections(MappedMap<K, V> map, ConcurrentMapView<K, V> view) {
        this.map = map;
        this.view = view;
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
                return removeIf(others::contains);
            }
            boolean removed = false;
            for (Object other : others) {
                removed |= remove(other);
            }
            return removed;
        }

        @Override
        public boolean retainAll(Collection<?> others) {
            Objects.requireNonNull(others, "others");
            return removeIf(element -> !others.contains(element));
        }
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
    }

    private final class Entries extends Elements<Map.Entry<K, V>> {

        @Override
        public boolean contains(Object other) {
            return other instanceof Map.Entry<?, ?> entry
                    && entry.getKey() != null
                    && entry.getValue() != null
                    && entry.getValue().equals(view.get(entry.getKey()));
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
        public boolean remove(@Nullable Object other) {
            return MapCollections.this.removeIf(entry -> Objects.equals(other, entry.getValue()), false);
        }

        @Override
        public boolean removeIf(Predicate<? super V> filter) {
            Objects.requireNonNull(filter, "filter");
            return MapCollections.this.removeIf(entry -> filter.test(entry.getValue()), true);
        }

        @Override
        public boolean removeAll(Collection<?> others) {
            Objects.requireNonNull(others, "others");
            return removeIf(others::contains);
        }

        @Override
        public boolean retainAll(Collection<?> others) {
            Objects.requireNonNull(others, "others");
            return removeIf(value -> !others.contains(value));
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
            if (source.hasNext()) {
                last = null; // if what comes cannot be read, there is none to remove
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
