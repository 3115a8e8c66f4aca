package dev.verbatim.map;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.verbatim.samples.CloseAllocation;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** As its namesake of the log: a close takes no memory once it has begun to give back. */
class CloseWithoutMemoryTest {

    @TempDir
    Path folder;

    @Test
    void ofASession() throws Exception {
        MapStore store = MapSamples.openStore(folder, MapSamples.SEGMENT_SIZE, MapCodec.strings());
        try {
            assertEquals(CloseAllocation.leastOfGuard(), CloseAllocation.least(() -> new Session(store)::close));
        } finally {
            store.close();
        }
    }

    @Test
    void ofAReaderOfChanges() throws Exception {
        try (MappedMap<Long, String> map =
                MappedMap.builder(folder, MapCodec.longs(), MapCodec.strings()).open()) {
            assertEquals(CloseAllocation.leastOfGuard(), CloseAllocation.least(map::changes));
        }
    }
}
