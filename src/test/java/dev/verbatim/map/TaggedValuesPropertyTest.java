package dev.verbatim.map;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.verbatim.map.TaggedSamples.Closed;
import dev.verbatim.map.TaggedSamples.Event;
import dev.verbatim.map.TaggedSamples.Opened;
import dev.verbatim.map.TaggedSamples.Quote;
import dev.verbatim.map.TaggedSamples.Trade;
import dev.verbatim.tools.TempFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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

    /** Through which methods a step goes. */
    enum Way {
        MAP,
        NUMBERS,
        JDK
    }

    private static final MapStep.Remapping<Event> REMAPPING = (key, old, value) -> merged(old, value);

    /** A call, and whether the map is compacted behind it. */
    record Step(Way way, MapStep<Event> call, boolean compact) {}

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
                        MapStep.steps(Arbitraries.longs().between(0, 4), values),
                        Arbitraries.of(true, false, false, false, false, false, false, false, false, false))
                .as(Step::new)
                .list()
                .ofMinSize(1)
                .ofMaxSize(200);
    }

    @Property(tries = 60, edgeCases = EdgeCasesMode.NONE)
    void eachCallReturnsAndLeavesWhatThatOfAHashMapDoes(@ForAll("steps") List<Step> steps) throws IOException {
        Map<Long, Event> expected = new HashMap<>();
        Map<Long, Event> followed = new HashMap<>();
        try (TempFolder temp = TempFolder.create()) {
            Path folder = temp.path();
            try (MappedMap<Long, Event> map = TaggedSamples.open(folder);
                    MapChanges<Long, Event> changes = map.changes()) {
                for (Step step : steps) {
                    String returned = switch (step.way) {
                        case MAP -> step.call.take(map, REMAPPING);
                        case NUMBERS -> step.call.take(map.longKeys(), REMAPPING);
                        case JDK -> step.call.take(map.asConcurrentMap(), REMAPPING);
                    };
                    assertEquals(step.call.take(expected, REMAPPING), returned, step::toString);
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
}
