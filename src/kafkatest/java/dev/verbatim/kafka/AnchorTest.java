package dev.verbatim.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.queue.MappedQueue;
import dev.verbatim.queue.Retention;
import dev.verbatim.queue.Tailer;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The tailer that stands where a relay is. */
@Timeout(120)
class AnchorTest {

    private static final String NAME = "anchor";

    @TempDir
    private Path folder;

    private MappedQueue queue;

    @BeforeEach
    void open() throws IOException {
        queue = Records.queue(folder);
    }

    @AfterEach
    void close() throws IOException {
        queue.close();
    }

    /** {@return the position behind so many entries} */
    private long behind(int entries) throws IOException {
        try (Tailer tailer = queue.tailer()) {
            tailer.skip(entries);
            return tailer.position();
        }
    }

    private long saved() throws IOException {
        return queue.tailerPositions().get(NAME);
    }

    @Test
    void itStandsWhereItWasMoved() throws IOException {
        Records.append(queue, 0, 100);
        try (Anchor anchor = new Anchor(queue, NAME)) {
            anchor.advanceTo(behind(10), 10);
            assertEquals(behind(10), saved());
            anchor.advanceTo(behind(50), 20); // others have appended the rest
            assertEquals(behind(50), saved());
            anchor.moveTo(behind(5));
            assertEquals(behind(5), saved());
        }
    }

    /** A retention that does not heed tailers may come before a relay has moved its anchor, which is no reader. */
    @Test
    void aPlaceThatWasDeletedMeanwhileIsLeftToWhoeverReads() throws IOException {
        Records.append(queue, 0, 10_000);
        long first = behind(10);
        long second = behind(3_000); // two segments on
        try (Anchor anchor = new Anchor(queue, NAME)) {
            anchor.moveTo(first);
            queue.delete(Retention.ofSize(Records.SEGMENT_SIZE).evenIfNeeded());
            anchor.advanceTo(second, 2_990);
            assertEquals(first, saved(), "nothing tells of the gap, if this is behind it");
            anchor.moveTo(second);
            assertEquals(first, saved(), "nothing tells of the gap, if this is behind it");

            long end = queue.info().to();
            anchor.moveTo(end);
            assertEquals(end, saved());
        }
        assertTrue(queue.info().from() > second);
    }
}
