package dev.verbatim.map;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.AbstractMap;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A map with the methods of the JDK's. Any thread may use it. */
final class ConcurrentMapView<K, V> extends AbstractMap<K, V> implements ConcurrentMap<K, V> {

    private final MappedMap<K, V> map;
    private final ByteEquality<K> keys;
    private final ByteEquality<V> values;
    private final MapCollections<K, V> collections;

    ConcurrentMapView(MappedMap<K, V> map) {
        this.map = map;
        this.keys = new ByteEquality<>(map.keyCodec());
        this.values = new ByteEquality<>(map.valueCodec());
        this.collections = new MapCollections<>(map, this);
    }

    /** A call of the map that returns a value, if there is one. */
    private interface Call<T> {
        @Nullable
        T run() throws IOException;
    }

    /** A call of the map with a key. */
    private interface KeyCall<K, T> {
        @Nullable
        T run(K key) throws IOException;
    }

    /** A call of the map that says yes or no. */
    interface Question {
        boolean ask() throws IOException;
    }

    private static <T> @Nullable T unchecked(Call<T> call) {
        try {
            return call.run();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static boolean asked(Question question) {
        try {
            return question.ask();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * {@return what a call returns; null if it has failed because the codec refuses the key}
     *
     * @throws NullPointerException if the key is null
     */
    private <T> @Nullable T unlessRefused(Object key, boolean isChange, KeyCall<K, T> call) {
        K own = key(key);
        try {
            return unchecked(() -> call.run(own));
        } catch (IllegalArgumentException | ClassCastException | NullPointerException e) {
            if (keys.isRefused(key)) {
                map.requireUsable(isChange);
                return null;
            }
            throw e;
        }
    }

    private boolean askedUnlessRefused(Object key, boolean isChange, KeyCall<K, Boolean> question) {
        return Boolean.TRUE.equals(unlessRefused(key, isChange, question));
    }

    @SuppressWarnings("unchecked") // a key of another class makes the codec throw a ClassCastException
    private K key(Object key) {
        return (K) Objects.requireNonNull(key, "key");
    }

    @SuppressWarnings("unchecked") // as above
    private V value(Object value) {
        return (V) Objects.requireNonNull(value, "value");
    }

    @Override
    public int size() {
        return (int) Math.min(map.size(), Integer.MAX_VALUE);
    }

    @Override
    public boolean isEmpty() {
        return map.size() == 0;
    }

    @Override
    public @Nullable V get(Object key) {
        return unlessRefused(key, false, map::get);
    }

    @Override
    public boolean containsKey(Object key) {
        return askedUnlessRefused(key, false, map::containsKey);
    }

    @Override
    public boolean containsValue(@Nullable Object value) {
        return values().contains(value);
    }

    @Override
    public @Nullable V put(K key, V value) {
        return unchecked(() -> map.exchange(key(key), value(value), MapOperations.ALWAYS));
    }

    @Override
    public @Nullable V remove(Object key) {
        return unlessRefused(key, true, own -> map.exchange(own, null, MapOperations.IF_PRESENT));
    }

    @Override
    public @Nullable V putIfAbsent(K key, V value) {
        return unchecked(() -> map.exchange(key(key), value(value), MapOperations.IF_ABSENT));
    }

    @Override
    public @Nullable V replace(K key, V value) {
        return unchecked(() -> map.exchange(key(key), value(value), MapOperations.IF_PRESENT));
    }

    @Override
    public boolean replace(K key, V expected, V value) {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(expected, "expected");
        Objects.requireNonNull(value, "value");
        try {
            return asked(() -> map.replace(key, expected, value));
        } catch (IllegalArgumentException | ClassCastException | NullPointerException e) {
            if (values.isRefused(expected)) {
                map.requireUsable(true);
                return false;
            }
            throw e;
        }
    }

    @Override
    public boolean remove(Object key, @Nullable Object value) {
        K own = key(key);
        if (value == null) {
            return false;
        }
        try {
            return asked(() -> map.remove(own, value(value)));
        } catch (IllegalArgumentException | ClassCastException | NullPointerException e) {
            if (keys.isRefused(key) || values.isRefused(value)) {
                map.requireUsable(true);
                return false;
            }
            throw e;
        }
    }

    @Override
    public @Nullable V compute(K key, BiFunction<? super K, ? super @Nullable V, ? extends @Nullable V> function) {
        return unchecked(() -> map.compute(key(key), function));
    }

    @Override
    public @Nullable V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends @Nullable V> function) {
        Objects.requireNonNull(function, "function");
        return unlessRefused(
                key, true, own -> map.compute(own, (same, old) -> old == null ? null : function.apply(same, old)));
    }

    @Override
    public @Nullable V computeIfAbsent(K key, Function<? super K, ? extends @Nullable V> function) {
        Objects.requireNonNull(function, "function");
        V value = unchecked(() -> map.get(key(key))); // a key that is refused throws before there is a value for it
        if (value != null) {
            return value;
        }
        V made = function.apply(key);
        if (made == null) {
            return null;
        }
        V earlier = putIfAbsent(key, made);
        return earlier == null ? made : earlier;
    }

    @Override
    public @Nullable V merge(K key, V value, BiFunction<? super V, ? super V, ? extends @Nullable V> function) {
        return unchecked(() -> map.merge(key(key), value(value), function));
    }

    /** The inherited one tries again until a value is the one that it has read, which may never be. */
    @Override
    public void replaceAll(BiFunction<? super K, ? super V, ? extends V> function) {
        Objects.requireNonNull(function, "function");
        for (K key : keySet()) {
            computeIfPresent(key, (same, old) -> value(function.apply(same, old)));
        }
    }

    @Override
    public void clear() {
        for (K key : keySet()) {
            removeKey(key);
        }
    }

    /** Takes the value of a key away, without a look at it. {@return whether it had one} */
    boolean removeKey(Object key) {
        return askedUnlessRefused(key, true, map::remove);
    }

    @Override
    public Set<K> keySet() {
        return collections.keys();
    }

    @Override
    public Collection<V> values() {
        return collections.values();
    }

    @Override
    public Set<Map.Entry<K, V>> entrySet() {
        return collections.entries();
    }
}
