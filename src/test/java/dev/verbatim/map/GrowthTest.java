package dev.verbatim.map;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.verbatim.internal.log.LogOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GrowthTest {

    @TempDir
    Path folder;

    @Test
    void anIndexWithoutAnEmptyWordGrows() throws IOException {
        MapStore store = MapStore.open(
                new LogOptions(folder, 1L << 20, null, false, Duration.ZERO, false, false),
                MapCodec.longs(),
                MapCodec.strings(),
                false);
        try (MappedMap<Long, String> map = new MappedMap<>(store, MapCodec.longs(), MapCodec.strings())) {
            map.put(1L, "one");
            IndexFile file = store.index().acquireCurrent();
            try {
                for (long number = 0; number < file.size(); number++) {
                    file.compareAndSetWord(number, IndexWord.EMPTY, IndexWord.DEAD);
                }
                assertNull(map.get(2L));
                map.put(2L, "two");
            } finally {
                store.index().release(file);
            }
            assertEquals("one", map.get(1L));
            assertEquals("two", map.get(2L));
            assertEquals(List.of(), map.verify().damage());
        }
    }
}
