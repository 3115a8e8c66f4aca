package dev.verbatim.map;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.verbatim.tools.TempFolder;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;

/** Keys that are numbers do what they do in a map of the JDK. */
class LongKeysPropertyTest {

    @Provide
    Arbitrary<List<MapStep<Long>>> steps() {
        Arbitrary<Long> keys = Arbitraries.of(0L, 1L, -1L, Long.MIN_VALUE, Long.MAX_VALUE);
        Arbitrary<Long> values = Arbitraries.longs().between(0, 3);
        return MapStep.steps(keys, values).list().ofMinSize(1).ofMaxSize(100);
    }

    @Property(tries = 60, edgeCases = EdgeCasesMode.NONE)
    void eachCallReturnsAndLeavesWhatThatOfAHashMapDoes(@ForAll("steps") List<MapStep<Long>> steps) throws IOException {
        try (TempFolder folder = TempFolder.create();
                MappedMap<Long, Long> map = MappedMap.builder(folder.path(), MapCodec.longs(), MapCodec.longs())
                        .segmentSize(4096)
                        .open()) {
            LongKeys<Long> numbers = map.longKeys();
            Map<Long, Long> expected = new HashMap<>();
            for (MapStep<Long> step : steps) {
                assertEquals(
                        step.take(expected, LongKeysPropertyTest::computed),
                        step.take(numbers, LongKeysPropertyTest::computed),
                        step::toString);
            }
            Map<Long, Long> found = new HashMap<>();
            map.forEach(entry -> found.put(entry.getKey(), entry.getValue()));
            assertEquals(expected, found);
        }
    }

    /** {@return a value that depends on all three, or none} */
    private static @Nullable Long computed(long key, @Nullable Long old, long value) {
        return value == 0 ? null : Long.valueOf((key & 1) + (old == null ? 0 : old) + value);
    }
}
