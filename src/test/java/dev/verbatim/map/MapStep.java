package dev.verbatim.map;

import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import java.util.function.BinaryOperator;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import org.jspecify.annotations.Nullable;

/**
 * A call of a map with keys that are numbers, through any of its methods. What each returns is put in one form.
 *
 * @param call the call
 * @param key the key
 * @param value the value, of calls that take one
 * @param expected the expected value, of calls that take one
 */
record MapStep<V>(Call call, long key, V value, V expected) {

    enum Call {
        GET,
        CONTAINS,
        PUT,
        PUT_IF_ABSENT,
        REPLACE,
        REPLACE_EXPECTED,
        REMOVE,
        REMOVE_EXPECTED,
        COMPUTE,
        MERGE
    }

    /** What a map computes of the old value and that of the call. */
    interface Remapping<V> {
        @Nullable
        V apply(long key, @Nullable V old, V value);
    }

    /** {@return steps of any call} */
    static <V> Arbitrary<MapStep<V>> steps(Arbitrary<Long> keys, Arbitrary<V> values) {
        return Combinators.combine(Arbitraries.of(Call.class), keys, values, values)
                .as(MapStep::new);
    }

    String take(Map<Long, V> map, Remapping<V> remapping) {
        return Objects.toString(
                switch (call) {
                    case GET -> map.get(key);
                    case CONTAINS -> map.containsKey(key);
                    case PUT -> {
                        map.put(key, value);
                        yield "put";
                    }
                    case PUT_IF_ABSENT -> map.putIfAbsent(key, value) == null;
                    case REPLACE -> map.replace(key, value) != null;
                    case REPLACE_EXPECTED -> map.replace(key, expected, value);
                    case REMOVE -> map.remove(key) != null;
                    case REMOVE_EXPECTED -> map.remove(key, expected);
                    case COMPUTE -> map.compute(key, (same, old) -> remapping.apply(same, old, value));
                    case MERGE -> map.merge(key, value, merging(remapping));
                });
    }

    String take(MappedMap<Long, V> map, Remapping<V> remapping) throws IOException {
        return Objects.toString(
                switch (call) {
                    case GET -> map.get(key);
                    case CONTAINS -> map.containsKey(key);
                    case PUT -> {
                        map.put(key, value);
                        yield "put";
                    }
                    case PUT_IF_ABSENT -> map.putIfAbsent(key, value);
                    case REPLACE -> map.replace(key, value);
                    case REPLACE_EXPECTED -> map.replace(key, expected, value);
                    case REMOVE -> map.remove(key);
                    case REMOVE_EXPECTED -> map.remove(key, expected);
                    case COMPUTE -> map.compute(key, (same, old) -> remapping.apply(same, old, value));
                    case MERGE -> map.merge(key, value, merging(remapping));
                });
    }

    String take(LongKeys<V> map, Remapping<V> remapping) throws IOException {
        return Objects.toString(
                switch (call) {
                    case GET -> map.get(key);
                    case CONTAINS -> map.containsKey(key);
                    case PUT -> {
                        map.put(key, value);
                        yield "put";
                    }
                    case PUT_IF_ABSENT -> map.putIfAbsent(key, value);
                    case REPLACE -> map.replace(key, value);
                    case REPLACE_EXPECTED -> map.replace(key, expected, value);
                    case REMOVE -> map.remove(key);
                    case REMOVE_EXPECTED -> map.remove(key, expected);
                    case COMPUTE -> map.compute(key, (same, old) -> remapping.apply(same, old, value));
                    case MERGE -> map.merge(key, value, merging(remapping));
                });
    }

    /** {@return the function of {@code merge}} Its key tells it from that of {@code compute}. */
    private BinaryOperator<V> merging(Remapping<V> remapping) {
        return (old, added) -> remapping.apply(~key, old, added);
    }
}
