package dev.verbatim.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.cli.StoredQueue.Quote;
import dev.verbatim.map.MapCodec;
import dev.verbatim.map.MappedMap;
import dev.verbatim.map.StoredValue;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ChangeSourceTest {

    @TempDir
    Path folder;

    private static ChangeSource source(MappedMap<byte[], StoredValue> map, long position) throws IOException {
        return new ChangeSource(map, new MapKeys(map.info()), id -> true, position);
    }

    @Test
    void whatCompactionDeletesMeanwhileIsNoted() throws Exception {
        Path path = folder.resolve("map");
        StoredMap.ofQuotes(path, 100);
        try (MappedMap<Long, Quote> map = StoredMap.openQuotes(path);
                MappedMap<byte[], StoredValue> stored = MappedMap.builder(
                                path, MapCodec.storedKeys(), MapCodec.storedValues())
                        .readOnly(true)
                        .open();
                ChangeSource source = source(stored, 0)) {
            assertNotNull(source.next(Long.MAX_VALUE, Duration.ZERO));
            assertTrue(map.compact() > 0);
            map.put(1000L, Quote.of(1000));
            String last = null;
            for (StoredEntry change = source.next(Long.MAX_VALUE, Duration.ZERO);
                    change != null;
                    change = source.next(Long.MAX_VALUE, Duration.ZERO)) {
                last = String.valueOf(change.labels().get("key"));
            }
            assertEquals("1000", last);
            List<String> notes = source.takeNotes();
            assertEquals(1, notes.size());
            assertTrue(
                    notes.getFirst().contains("the entries from position=4224 were deleted; those that are there"),
                    notes::toString);
            assertEquals(List.of(), source.takeNotes());
            try (ChangeSource late = source(stored, StoredMap.SEGMENT_SIZE)) {
                assertEquals(1, late.takeNotes().size());
                assertNotNull(late.next(Long.MAX_VALUE, Duration.ZERO));
            }
        }
    }
}
