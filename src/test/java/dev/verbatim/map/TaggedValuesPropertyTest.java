package dev.verbatim.map;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.verbatim.map.TaggedSamples.Closed;
import dev.verbatim.map.TaggedSamples.Event;
import dev.verbatim.map.TaggedSamples.Opened;
import dev.verbatim.map.TaggedSamples.Quote;
import dev.verbatim.map.TaggedSamples.Trade;
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

/** Values of several types do what values do in a map of the JDK. */
class TaggedValuesPropertyTest {

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

    /** Through which methods a step goes. */
    enum Way {
        MAP,
        NUMBERS,
        JDK
    }

    record Step(Way way, Call call, long key, Event value, Event expected, boolean compact) {}

    @Provide
    Arbitrary<List<Step>> steps() {
        Arbitrary<Event> values = Arbitraries.of(
                new Trade(1, 2),
                new Trade(1, 3),
                new Quote(1),
                new Quote(2),
                new Opened(1),
                new Opened(2),
                new Closed(1),
                new Closed(2));
        return Combinators.combine(
                        Arbitraries.of(Way.class),
                        Arbitraries.of(Call.class),
                        Arbitraries.longs().between(0, 4),
                        values,
                        values,
                        Arbitraries.of(true, false, false, false, false, false, false, false, false, false))
                .as(Step::new)
                .list()
                .ofMinSize(1)
                .ofMaxSize(200);
    }

    @Property(tries = 60, edgeCases = EdgeCasesMode.NONE)
    void eachCallReturnsAndLeavesWhatThatOfAHashMapDoes(@ForAll("steps") List<Step> steps) throws IOException {
        Path folder = Files.createTempDirectory("verbatim-tagged-values");
        Map<Long, Event> expected = new HashMap<>();
        Map<Long, Event> followed = new HashMap<>();
        try {
            try (MappedMap<Long, Event> map = TaggedSamples.open(folder);
                    MapChanges<Long, Event> changes = map.changes()) {
                for (Step step : steps) {
                    String returned = switch (step.way) {
                        case MAP -> take(map, step);
                        case NUMBERS -> take(map.longKeys(), step);
                        case JDK -> take(map.asConcurrentMap(), step);
                    };
                    assertEquals(take(expected, step), returned, step::toString);
                    follow(changes, followed); // before compaction deletes any
                    if (step.compact) {
                        map.compact();
                    }
                }
                assertEquals(expected, map.asConcurrentMap());
            }
            assertEquals(expected, followed);
            try (MappedMap<Long, Event> map = TaggedSamples.open(folder)) {
                assertEquals(expected, map.asConcurrentMap());
            }
        } finally {
            delete(folder);
        }
    }

    private static void follow(MapChanges<Long, Event> changes, Map<Long, Event> copy) throws IOException {
        while (changes.poll((position, key, value) -> {
            if (value == null) {
                copy.remove(key);
            } else {
                copy.put(key, value);
            }
        })) {
            // until there is none yet
        }
    }

    private static String take(Map<Long, Event> map, Step step) {
        long key = step.key;
        Event value = step.value;
        return Objects.toString(
                switch (step.call) {
                    case GET -> map.get(key);
                    case CONTAINS -> map.containsKey(key);
                    case PUT -> {
                        map.put(key, value);
                        yield "put";
                    }
                    case PUT_IF_ABSENT -> map.putIfAbsent(key, value) == null;
                    case REPLACE -> map.replace(key, value) != null;
                    case REPLACE_EXPECTED -> map.replace(key, step.expected, value);
                    case REMOVE -> map.remove(key) != null;
                    case REMOVE_EXPECTED -> map.remove(key, step.expected);
                    case COMPUTE -> map.compute(key, (same, old) -> merged(old, value));
                    case MERGE -> map.merge(key, value, TaggedValuesPropertyTest::merged);
                });
    }

    private static String take(MappedMap<Long, Event> map, Step step) throws IOException {
        long key = step.key;
        Event value = step.value;
        return Objects.toString(
                switch (step.call) {
                    case GET -> map.get(key);
                    case CONTAINS -> map.containsKey(key);
                    case PUT -> {
                        map.put(key, value);
                        yield "put";
                    }
                    case PUT_IF_ABSENT -> map.putIfAbsent(key, value);
                    case REPLACE -> map.replace(key, value);
                    case REPLACE_EXPECTED -> map.replace(key, step.expected, value);
                    case REMOVE -> map.remove(key);
                    case REMOVE_EXPECTED -> map.remove(key, step.expected);
                    case COMPUTE -> map.compute(key, (same, old) -> merged(old, value));
                    case MERGE -> map.merge(key, value, TaggedValuesPropertyTest::merged);
                });
    }

    private static String take(LongKeys<Event> map, Step step) throws IOException {
        long key = step.key;
        Event value = step.value;
        return Objects.toString(
                switch (step.call) {
                    case GET -> map.get(key);
                    case CONTAINS -> map.containsKey(key);
                    case PUT -> {
                        map.put(key, value);
                        yield "put";
                    }
                    case PUT_IF_ABSENT -> map.putIfAbsent(key, value);
                    case REPLACE -> map.replace(key, value);
                    case REPLACE_EXPECTED -> map.replace(key, step.expected, value);
                    case REMOVE -> map.remove(key);
                    case REMOVE_EXPECTED -> map.remove(key, step.expected);
                    case COMPUTE -> map.compute(key, (same, old) -> merged(old, value));
                    case MERGE -> map.merge(key, value, TaggedValuesPropertyTest::merged);
                });
    }

    /** {@return a value of another type than the old one, which depends on both; null for an open venue} */
    private static @Nullable Event merged(@Nullable Event old, Event value) {
        return switch (old) {
            case null -> value;
            case Trade trade -> new Quote(trade.quantity() + value.hashCode());
            case Quote quote -> new Opened((int) quote.bid());
            case Opened opened -> null;
            case Closed closed -> new Trade(closed.venue(), value.hashCode());
        };
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
