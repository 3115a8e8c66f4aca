package dev.verbatim.map;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.internal.log.TakenMappings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A map whose log has more segments than the process may map: an exception, after which all is as it was. */
class ManySegmentsTest {

    private static final int SEGMENT_SIZE = 4 << 10;
    private static final String PADDING = "=".repeat(350);

    @TempDir
    Path folder;

    private final Map<Long, String> expected = new HashMap<>();

    private MappedMap<Long, String> open() throws IOException {
        return MappedMap.builder(folder, MapCodec.longs(), MapCodec.strings())
                .segmentSize(SEGMENT_SIZE)
                .open();
    }

    @BeforeEach
    void fillSomeSegments() throws IOException {
        try (MappedMap<Long, String> map = open()) {
            for (long key = 0; key < 300; key++) {
                put(map, key);
            }
        }
    }

    private void put(MappedMap<Long, String> map, long key) throws IOException {
        String value = key + PADDING + expected.size();
        map.put(key, value);
        expected.put(key, value);
    }

    private void requireRefusal(IOException refused) {
        String message = String.valueOf(refused.getMessage());
        assertTrue(message.matches(TakenMappings.message(folder, SEGMENT_SIZE)), message);
    }

    private void requireWhole(MappedMap<Long, String> map) throws IOException {
        MapSamples.requireSame(expected, map);
        assertEquals(List.of(), map.verify().damage());
    }

    @Test
    void aPutThatNeedsOneTooManyChangesNothing() throws IOException {
        try (MappedMap<Long, String> map = open()) {
            requireWhole(map);
            long key = 1000;
            try (TakenMappings _ = new TakenMappings(3)) {
                // The threads of the log map segments ahead and unmap full ones: after a refusal there may be one left.
                for (int refusals = 0; refusals < 10; key++) {
                    long other = key % 300;
                    try {
                        put(map, key);
                        put(map, other);
                        map.remove(other);
                        expected.remove(other);
                    } catch (IOException e) {
                        requireRefusal(e);
                        refusals++;
                        requireMappedValues(map);
                    }
                }
            }
            put(map, key);
            put(map, 7);
            requireWhole(map);
        }
        try (MappedMap<Long, String> map = open()) {
            requireWhole(map);
        }
    }

    /** Requires values of keys that were read before, unless they have moved to a segment that is not mapped. */
    private void requireMappedValues(MappedMap<Long, String> map) throws IOException {
        assertEquals(expected.size(), map.size());
        int read = 0;
        for (long key = 0; key < 2000; key++) {
            try {
                assertEquals(expected.get(key), map.get(key));
                read++;
            } catch (IOException e) {
                requireRefusal(e);
            }
        }
        assertTrue(read >= 1500, read + " are read");
    }

    @Test
    void whatIsMappedIsReadAndTheRestIsRefused() throws IOException {
        try (MappedMap<Long, String> map = open()) {
            try (TakenMappings _ = new TakenMappings(10)) {
                Map<Long, String> found = new HashMap<>();
                for (long key : expected.keySet()) {
                    try {
                        found.put(key, map.get(key));
                    } catch (IOException e) {
                        requireRefusal(e);
                    }
                }
                assertTrue(!found.isEmpty() && found.size() < expected.size(), found.size() + " are found");
                assertTrue(expected.entrySet().containsAll(found.entrySet()));
                assertEquals(found, iterate(map));
            }
            requireWhole(map);
        }
    }

    private Map<Long, String> iterate(MappedMap<Long, String> map) {
        Map<Long, String> found = new HashMap<>();
        for (Iterator<Map.Entry<Long, String>> entries = map.iterator(); entries.hasNext(); ) {
            try {
                Map.Entry<Long, String> entry = entries.next();
                assertNull(found.put(entry.getKey(), entry.getValue()), "twice");
            } catch (UncheckedIOException e) {
                requireRefusal(e.getCause());
            }
        }
        return found;
    }

    @Test
    void compactionThatIsRefusedLosesNothing() throws IOException {
        try (MappedMap<Long, String> map = open()) {
            int refusals = 0;
            for (int left = 0; left < 20; left++) {
                try (TakenMappings _ = new TakenMappings(left)) {
                    map.compact();
                } catch (IOException e) {
                    requireRefusal(e);
                    refusals++;
                }
                requireWhole(map);
            }
            assertTrue(refusals > 0, "none is refused");
            assertTrue(map.compact() > 0);
            requireWhole(map);
        }
    }

    @Test
    void aMapThatCannotBeOpenedOrRebuiltIsOpenedLater() throws IOException {
        try (TakenMappings _ = new TakenMappings(0)) {
            requireRefusal(assertThrows(IOException.class, this::open));
        }
        try (MappedMap<Long, String> map = open();
                TakenMappings _ = new TakenMappings(0)) {
            requireRefusal(assertThrows(IOException.class, () -> map.get(1L)));
            requireRefusal(assertThrows(IOException.class, () -> map.put(1L, "one")));
            requireRefusal(assertThrows(IOException.class, map::changes));
            requireRefusal(assertThrows(IOException.class, map::verify));
        }
        // Where a key was written twice, a rebuild looks at both entries.
        try (MappedMap<Long, String> map = open()) {
            for (long key = 0; key < 300; key += 7) {
                put(map, key);
            }
        }
        MapSamples.forgetTheBoot(folder);
        int refusals = 0;
        for (int left = 0; left < 8; left++) {
            try (TakenMappings _ = new TakenMappings(left);
                    MappedMap<Long, String> map = open()) {
                assertEquals(expected.size(), map.size());
            } catch (IOException e) {
                requireRefusal(e);
                refusals++;
            }
        }
        assertTrue(refusals > 3, "refused is the repair alone, which needs two mappings at a time");
        try (MappedMap<Long, String> map = open()) {
            requireWhole(map);
        }
    }

    /** A force that lacks a mapping is tried again, as one that lacks a file descriptor is. */
    @Test
    void aForceThatIsRefusedSucceedsLater() throws IOException {
        try (MappedMap<Long, String> map = open()) {
            try (TakenMappings _ = new TakenMappings(0)) {
                requireRefusal(assertThrows(IOException.class, map::force));
            }
            map.force();
            put(map, 7);
            requireWhole(map);
        }
    }

    /** Whoever goes on in order needs two mappings at a time, however many segments there are. */
    @Test
    void changesAreReadWithFewMappings() throws IOException {
        try (MappedMap<Long, String> map = open();
                TakenMappings _ = new TakenMappings(3)) {
            Map<Long, String> seen = new HashMap<>();
            try (MapChanges<Long, String> changes = map.changes()) {
                while (changes.poll((at, key, value) -> seen.put(key, value))) {
                    // until there is none
                }
            }
            assertEquals(expected, seen);
        }
    }
}
