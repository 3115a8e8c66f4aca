package dev.verbatim.map;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.verbatim.internal.io.DeepStack;
import dev.verbatim.internal.log.Log;
import dev.verbatim.internal.log.LogOptions;
import dev.verbatim.internal.log.SegmentFile;
import dev.verbatim.internal.log.Segments;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** That a table releases what it has acquired, and releases it once. */
@Timeout(60)
class SegmentTableTest {

    private static final long SIZE = MapSamples.SEGMENT_SIZE;

    @TempDir
    Path folder;

    private Log log;
    private Segments segments;

    @BeforeEach
    void fill() throws IOException {
        try (MappedMap<Long, String> filled = MapSamples.open(folder)) {
            for (long key = 0; key < 1000; key++) {
                filled.put(key, "a value");
            }
        }
        // The log alone: a map has threads that use its segments.
        log = Log.open(MapDescriptor.KIND, new LogOptions(folder, SIZE, null, false, Duration.ZERO, false, false));
        segments = log.segments();
    }

    @AfterEach
    void close() throws IOException {
        log.close();
    }

    /** {@return the table, which has the first three segments} */
    private SegmentTable table() throws IOException {
        SegmentTable table = new SegmentTable(segments, 0);
        for (long index = 0; index < 3; index++) {
            table.at(index * SIZE);
        }
        return table;
    }

    /** Makes the next release of a segment fail that only a table uses. */
    private void takeAway(SegmentFile segment) {
        segments.release(segment);
    }

    private void requireUsed(SegmentFile segment) throws IOException {
        SegmentFile again = segments.acquire(segment.index());
        segments.release(again);
        assertSame(segment, again);
    }

    private void requireUnused(long index) throws IOException {
        SegmentFile once = segments.acquire(index);
        segments.release(once);
        SegmentFile again = segments.acquire(index);
        segments.release(again);
        assertNotSame(once, again);
    }

    @Test
    void aReleaseThatFailsIsGoneOnWith() throws IOException {
        SegmentTable table = table();
        SegmentFile own = segments.acquire(0);
        takeAway(table.held(SIZE));
        assertThrows(NullPointerException.class, () -> table.releaseBefore(3 * SIZE));
        table.releaseBefore(3 * SIZE);
        requireUsed(own);
        segments.release(own);
        for (long index = 0; index < 3; index++) {
            requireUnused(index);
        }
    }

    @Test
    void aCloseThatFailsIsGoneOnWith() throws IOException {
        SegmentTable table = table();
        SegmentFile own = segments.acquire(0);
        takeAway(table.held(SIZE));
        assertThrows(NullPointerException.class, table::close);
        table.close();
        requireUsed(own);
        segments.release(own);
        for (long index = 0; index < 3; index++) {
            requireUnused(index);
        }
    }

    @Test
    void nothingStaysMappedWhereThereIsNoRoomOnTheStack() throws Exception {
        DeepStack.repeat(Duration.ofSeconds(3), left -> {
            SegmentTable table = new SegmentTable(segments, 0);
            MemorySegment memory = table.at(0).memory();
            DeepStack.run(left, () -> {
                table.at(SIZE);
                table.releaseBefore(2 * SIZE);
            });
            DeepStack.run(left, () -> table.releaseBefore(SIZE));
            table.close();
            assertFalse(memory.scope().isAlive());
            requireUnused(1);
        });
    }
}
