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
import java.lang.foreign.Arena;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.StructLayout;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
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
    void readsAndPutsAllocateNothing() throws IOException {
        try (MappedMap<Long, Pair> map = MappedMap.open(folder, MapCodec.longs(), MapCodec.of(Pair.CODEC))) {
            LongKeys<Pair> numbers = map.longKeys();
            Pair pair = new Pair();
            PairView view = PairView.VIEWS.wrap(Arena.ofAuto().allocate(LAYOUT), 0);
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
                }
                least = Math.min(least, THREADS.getCurrentThreadAllocatedBytes() - before);
            }
            assertEquals(30L * 499 * 500 / 2, seen);
            // The first rounds make what is kept, and have the methods compiled.
            assertEquals(0, least);
        }
    }
}
