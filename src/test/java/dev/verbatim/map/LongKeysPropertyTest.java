package dev.verbatim.map;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;

/** Keys that are numbers do what they do in a map of the JDK. */
class LongKeysPropertyTest {

    enum Call {
        GET,
        PUT,
        PUT_IF_ABSENT,
        REPLACE,
        REPLACE_EXPECTED,
        REMOVE,
        REMOVE_EXPECTED,
        COMPUTE,
        MERGE
    }

    record Step(Call call, long key, long value, long expected) {}

    @Provide
    Arbitrary<List<Step>> steps() {
        Arbitrary<Long> keys = Arbitraries.of(0L, 1L, -1L, Long.MIN_VALUE, Long.MAX_VALUE);
        Arbitrary<Long> values = Arbitraries.longs().between(0, 3);
        return Combinators.combine(Arbitraries.of(Call.class), keys, values, values)
                .as(Step::new)
                .list()
                .ofMinSize(1)
                .ofMaxSize(100);
    }

    @Property(tries = 60, edgeCases = EdgeCasesMode.NONE)
    void eachCallReturnsAndLeavesWhatThatOfAHashMapDoes(@ForAll("steps") List<Step> steps) throws IOException {
        Path folder = Files.createTempDirectory("verbatim-long-keys");
        try (MappedMap<Long, Long> map = MappedMap.builder(folder, MapCodec.longs(), MapCodec.longs())
                .segmentSize(4096)
                .open()) {
            LongKeys<Long> numbers = map.longKeys();
            Map<Long, Long> expected = new HashMap<>();
            for (Step step : steps) {
                assertEquals(take(expected, step), take(numbers, step), step::toString);
            }
            Map<Long, Long> found = new HashMap<>();
            map.forEach(entry -> found.put(entry.getKey(), entry.getValue()));
            assertEquals(expected, found);
        } finally {
            delete(folder);
        }
    }

    private static String take(Map<Long, Long> map, Step step) {
        long key = step.key;
        long value = step.value;
        return Objects.toString(
                switch (step.call) {
                    case GET -> map.get(key);
                    case PUT -> {
                        map.put(key, value);
                        yield "put";
                    }
                    case PUT_IF_ABSENT -> map.putIfAbsent(key, value) == null;
                    case REPLACE -> map.replace(key, value) != null;
                    case REPLACE_EXPECTED -> map.replace(key, step.expected, value);
                    case REMOVE -> map.remove(key) != null;
                    case REMOVE_EXPECTED -> map.remove(key, step.expected);
                    case COMPUTE -> map.compute(key, (same, old) -> computed(same, old, value));
                    case MERGE -> map.merge(key, value, LongKeysPropertyTest::merged);
                });
    }

    private static String take(LongKeys<Long> map, Step step) throws IOException {
        long key = step.key;
        long value = step.value;
        return Objects.toString(
                switch (step.call) {
                    case GET -> map.get(key);
                    case PUT -> {
                        map.put(key, value);
                        yield "put";
                    }
                    case PUT_IF_ABSENT -> map.putIfAbsent(key, value);
                    case REPLACE -> map.replace(key, value);
                    case REPLACE_EXPECTED -> map.replace(key, step.expected, value);
                    case REMOVE -> map.remove(key);
                    case REMOVE_EXPECTED -> map.remove(key, step.expected);
                    case COMPUTE -> map.compute(key, (same, old) -> computed(same, old, value));
                    case MERGE -> map.merge(key, value, LongKeysPropertyTest::merged);
                });
    }

    /** {@return a value that depends on all three, or none} */
    private static @Nullable Long computed(long key, @Nullable Long old, long value) {
        return value == 0 ? null : Long.valueOf((key & 1) + (old == null ? 0 : old) + value);
    }

    private static @Nullable Long merged(Long old, Long value) {
        return value == 0 ? null : Long.valueOf(2 * old + value);
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
