package dev.verbatim.map;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

class MappedMapTest {

    @TempDir
    Path folder;

    private MappedMap<Long, String> open() throws IOException {
        return MappedMap.builder(folder, MapCodec.longs(), MapCodec.strings())
                .segmentSize(1 << 14)
                .open();
    }

    @Test
    void aKeyThatMovesWhileTheMapIsVerifiedCountsOnce() throws IOException {
        try (MappedMap<Long, String> map = MappedMap.builder(folder, MapCodec.longs(), MapCodec.strings())
                .segmentSize(4096)
                .open()) {
            long keys = 0;
            while (map.info().to() < 4096) { // all are needed, so the thread of the map moves none
                map.put(keys, "value " + keys);
                keys++;
            }
            AtomicInteger deleted = new AtomicInteger(-1);
            MapReport report = map.verify(done -> {
                if (deleted.get() < 0) {
                    deleted.set(compact(map));
                }
            });
            assertTrue(deleted.get() > 0, "after the first segment was looked at");
            assertEquals(List.of(), report.damage());
            assertEquals(keys, report.keys());
        }
    }

    private static int compact(MappedMap<?, ?> map) {
        try {
            return map.compact();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void hasWhatWasPut() throws IOException {
        try (MappedMap<Long, String> map = open()) {
            assertNull(map.get(1L));
            map.put(1L, "one");
            map.put(2L, "two");
            assertEquals("one", map.get(1L));
            assertEquals("two", map.get(Long.valueOf(2)));
            map.put(1L, "uno");
            assertEquals("uno", map.get(1L));
            assertEquals(2, map.size());
            assertTrue(map.remove(1L));
            assertFalse(map.remove(1L));
            assertNull(map.get(1L));
            assertEquals(1, map.size());
        }
        try (MappedMap<Long, String> map = open()) {
            assertNull(map.get(1L));
            assertEquals("two", map.get(2L));
            assertEquals(1, map.size());
        }
    }

    private static MappedMap<Long, String> open(Path folder) throws IOException {
        return MappedMap.open(folder, MapCodec.longs(), MapCodec.strings());
    }

    @Test
    void keepsItsIdAndACopyHasItToo() throws IOException {
        Path first = folder.resolve("first");
        MappedMap<Long, String> map = open(first);
        UUID id = map.id();
        map.put(1L, "one");
        map.close();
        assertEquals(id, map.id());
        Path copy = folder.resolve("copy");
        MapSamples.copy(first, copy);
        try (MappedMap<Long, String> again = open(first);
                MappedMap<Long, String> opened = open(copy);
                MappedMap<Long, String> other = open(folder.resolve("other"))) {
            assertEquals(id, again.id());
            assertEquals(id, opened.id());
            assertNotEquals(id, other.id());
        }
    }

    @Test
    void growsAndCompacts() throws IOException {
        Map<Long, String> expected = new HashMap<>();
        Random random = new Random(42);
        try (MappedMap<Long, String> map = open()) {
            for (int i = 0; i < 100_000; i++) {
                long key = random.nextInt(20_000);
                if (random.nextInt(10) == 0) {
                    assertEquals(expected.remove(key) != null, map.remove(key));
                } else {
                    String value = "value " + i;
                    map.put(key, value);
                    expected.put(key, value);
                }
                if (i % 30_000 == 0) {
                    map.compact();
                }
            }
            requireSame(expected, map);
            assertTrue(map.compact() > 0);
            requireSame(expected, map);
            assertEquals(List.of(), map.verify().damage());
            assertEquals(expected.size(), map.verify().keys());
        }
        try (MappedMap<Long, String> map = open()) {
            requireSame(expected, map);
        }
    }

    private static void requireSame(Map<Long, String> expected, MappedMap<Long, String> map) throws IOException {
        assertEquals(expected.size(), map.size());
        for (long key = 0; key < 20_000; key++) {
            assertEquals(expected.get(key), map.get(key));
        }
        Map<Long, String> found = new HashMap<>();
        for (Map.Entry<Long, String> entry : map) {
            assertNull(found.put(entry.getKey(), entry.getValue()));
        }
        assertEquals(expected, found);
    }

    @Test
    void verifySaysHowFarItIs() throws IOException {
        try (MappedMap<Long, String> map = MappedMap.builder(folder, MapCodec.longs(), MapCodec.strings())
                .segmentSize(16 << 10)
                .open()) {
            for (long key = 0; key < 1000; key++) {
                map.put(key, "value " + key);
            }
            List<Double> told = new ArrayList<>();
            assertEquals(map.verify(), map.verify(told::add));
            assertTrue(told.size() >= 6, told::toString);
            assertEquals(told.stream().sorted().toList(), told);
            assertTrue(told.getFirst() > 0, told::toString);
            assertEquals(1.0, told.getLast());
        }
    }

    @Test
    void changesComeInTheirOrder() throws IOException {
        try (MappedMap<Long, String> map = open();
                MapChanges<Long, String> changes = map.changes()) {
            map.put(1L, "a");
            map.put(2L, "b");
            map.remove(1L);
            List<String> found = new ArrayList<>();
            while (changes.poll((position, key, value) -> found.add(key + "=" + value))) {
                // goes on
            }
            assertEquals(List.of("1=a", "2=b", "1=null"), found);
        }
    }

    @Test
    void aClosedMapSaysSo() throws IOException {
        MappedMap<Long, String> map = open();
        map.put(1L, "a");
        map.close();
        assertEquals(
                "map=" + folder + " is closed",
                assertThrows(IllegalStateException.class, () -> map.get(1L)).getMessage());
        assertThrows(IllegalStateException.class, () -> map.put(1L, "b"));
    }

    /** Some of what comes next was read before the close: it ends there all the same. */
    @Test
    void anIterationEndsWhenTheMapIsClosed() throws IOException {
        Iterator<Map.Entry<Long, String>> entries;
        Iterator<Long> keys;
        try (MappedMap<Long, String> map = open()) {
            for (long key = 0; key < 10; key++) {
                map.put(key, "value");
            }
            entries = map.iterator();
            keys = map.asConcurrentMap().keySet().iterator();
            entries.next();
            keys.next();
        }
        String closed = "map=" + folder + " is closed";
        for (Executable each : List.<Executable>of(entries::hasNext, entries::next, keys::hasNext, keys::next)) {
            assertEquals(closed, assertThrows(IllegalStateException.class, each).getMessage());
        }
    }

    /** A deleted file that is mapped keeps its space, which a full disk may need. */
    @Test
    void compactionGivesSpaceBackAtOnce() throws IOException {
        Path maps = Path.of("/proc/self/maps");
        assumeTrue(Files.exists(maps), "needs /proc");
        try (MappedMap<Long, String> map = open()) {
            for (long key = 0; map.info().to() < 10 << 14; key++) {
                map.put(key, "value ".repeat(100));
                assertTrue(map.containsKey(key));
            }
            assertTrue(map.compact() > 0);
            try (Stream<String> lines = Files.lines(maps)) {
                assertEquals(
                        List.of(),
                        lines.filter(line -> line.contains(folder.toString()) && line.endsWith(" (deleted)"))
                                .toList());
            }
        }
    }
}
