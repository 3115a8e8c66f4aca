package dev.verbatim.map;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.verbatim.ReusableCodec;
import dev.verbatim.StructCodec;
import dev.verbatim.StructView;
import dev.verbatim.ViewFactory;
import java.io.IOException;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.StructLayout;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LongKeysTest {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final StructLayout LAYOUT =
            MemoryLayout.structLayout(JAVA_LONG.withName("first"), JAVA_LONG.withName("second"));

    static final class Pair {
        static final ReusableCodec<Pair> CODEC = StructCodec.ofClass(lookup(), Pair.class, LAYOUT);

        long first;
        long second;
    }

    interface PairView extends StructView {
        ViewFactory<PairView> VIEWS = ViewFactory.of(lookup(), PairView.class, LAYOUT);

        long second();
    }

    @TempDir
    Path folder;

    /** Of the last view. */
    private long seen;

    @Test
    void intsAndTheirObjectsAreTheSameKeys() throws IOException {
        try (MappedMap<Integer, String> map = MappedMap.open(folder, MapCodec.ints(), MapCodec.strings())) {
            LongKeys<String> numbers = map.longKeys();
            for (int key : new int[] {0, 1, -1, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
                map.put(key, "object " + key);
                assertEquals("object " + key, numbers.get(key));
                numbers.put(key, "number " + key);
                assertEquals("number " + key, map.get(key));
                assertTrue(numbers.containsKey(key));
            }
            assertEquals(5, map.size());
            assertTrue(numbers.remove(-1));
            assertNull(map.get(-1));
            assertFalse(numbers.containsKey(-1));
            assertFalse(numbers.remove(-1));
            IllegalArgumentException thrown = assertThrows(IllegalArgumentException.class, () -> numbers.get(1L << 31));
            assertEquals(
                    "cannot use key=2147483648 with map=" + folder + ": expected one from -2147483648 to 2147483647",
                    thrown.getMessage());
        }
    }

    @Test
    void longsAndTheirObjectsAreTheSameKeys() throws IOException {
        try (MappedMap<Long, String> map = MappedMap.open(folder, MapCodec.longs(), MapCodec.strings())) {
            LongKeys<String> numbers = map.longKeys();
            for (long key : new long[] {0, 1, -1, Long.MIN_VALUE, Long.MAX_VALUE}) {
                numbers.put(key, "number " + key);
                assertEquals("number " + key, map.get(key));
                map.put(key, "object " + key);
                assertEquals("object " + key, numbers.get(key));
            }
            assertEquals(5, map.size());
        }
    }

    @Test
    void keysThatAreNoNumbersAreRefused() throws IOException {
        try (MappedMap<String, String> map = MappedMap.open(folder, MapCodec.strings(), MapCodec.strings())) {
            IllegalArgumentException thrown = assertThrows(IllegalArgumentException.class, map::longKeys);
            assertTrue(thrown.getMessage().endsWith("found MapCodec.strings()"), thrown::getMessage);
        }
    }

    @Test
    void aValueIsPutWhereThereIsNoneAndReplacedWhereThereIsOne() throws IOException {
        try (MappedMap<Long, String> map = MappedMap.open(folder, MapCodec.longs(), MapCodec.strings())) {
            LongKeys<String> numbers = map.longKeys();
            assertFalse(numbers.replace(7, "a"));
            assertFalse(numbers.replace(7, "a", "b"));
            assertNull(map.get(7L));
            assertTrue(numbers.putIfAbsent(7, "a"));
            assertFalse(numbers.putIfAbsent(7, "b"));
            assertEquals("a", map.get(7L));
            assertTrue(numbers.replace(7, "b"));
            assertFalse(numbers.replace(7, "a", "c"));
            assertTrue(numbers.replace(7, "b", "c"));
            assertEquals("c", map.get(7L));
            assertFalse(numbers.remove(7, "b"));
            assertTrue(numbers.remove(7, "c"));
            assertNull(map.get(7L));
        }
    }

    @Test
    void aValueIsMadeOfTheOneThatThereIs() throws IOException {
        try (MappedMap<Integer, Long> map = MappedMap.open(folder, MapCodec.ints(), MapCodec.longs())) {
            LongKeys<Long> numbers = map.longKeys();
            assertEquals(1L, numbers.merge(7, 1L, Long::sum));
            assertEquals(2L, numbers.merge(7, 1L, Long::sum));
            assertEquals(21L, numbers.compute(7, (key, old) -> key * (old == null ? 0 : old + 1)));
            assertEquals(21L, map.get(7));
            assertNull(numbers.merge(7, 1L, (old, one) -> null));
            assertFalse(map.containsKey(7));
            assertNull(numbers.compute(7, (key, old) -> old));
            assertEquals(8L, numbers.compute(7, (key, old) -> old == null ? key + 1 : old));
            assertThrows(IllegalArgumentException.class, () -> numbers.merge(1L << 31, 1L, Long::sum));
            assertThrows(IllegalArgumentException.class, () -> numbers.compute(1L << 31, (key, old) -> old));
        }
    }

    @Test
    void nothingIsLostWhereSeveralThreadsCount() throws Exception {
        try (MappedMap<Long, Long> map = MappedMap.open(folder, MapCodec.longs(), MapCodec.longs())) {
            List<FutureTask<Void>> counters = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                LongKeys<Long> numbers = map.longKeys();
                FutureTask<Void> counter = new FutureTask<>(() -> {
                    for (int n = 0; n < 1_000; n++) {
                        numbers.merge(n % 2, 1L, Long::sum);
                        numbers.compute(2, (key, old) -> old == null ? 1 : old + 1);
                    }
                    return null;
                });
                Thread.ofPlatform().start(counter);
                counters.add(counter);
            }
            for (FutureTask<Void> counter : counters) {
                counter.get();
            }
            assertEquals(1_500L, map.get(0L));
            assertEquals(1_500L, map.get(1L));
            assertEquals(3_000L, map.get(2L));
        }
    }

    @Test
    void readsAndPutsAllocateNothing() throws IOException {
        try (MappedMap<Long, Pair> map = MappedMap.open(folder, MapCodec.longs(), MapCodec.of(Pair.CODEC))) {
            LongKeys<Pair> numbers = map.longKeys();
            Pair pair = new Pair();
            PairView view = PairView.VIEWS.unwrapped();
            Consumer<PairView> look = shown -> seen += shown.second();
            long least = Long.MAX_VALUE;
            for (int round = 0; round < 30; round++) {
                long before = THREADS.getCurrentThreadAllocatedBytes();
                for (long key = 0; key < 500; key++) {
                    pair.second = key;
                    numbers.put(key, pair);
                    numbers.getInto(key, pair);
                    numbers.view(key, view, look);
                    numbers.containsKey(-1 - key);
                    numbers.replace(key, pair);
                    numbers.putIfAbsent(key, pair);
                    numbers.remove(-1 - key);
                }
                least = Math.min(least, THREADS.getCurrentThreadAllocatedBytes() - before);
            }
            assertEquals(30L * 499 * 500 / 2, seen);
            // The first rounds make what is kept, and have the methods compiled.
            assertEquals(0, least);
        }
    }
}
