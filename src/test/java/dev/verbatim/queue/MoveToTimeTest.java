package dev.verbatim.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the way to a time comes past: damage, and deletion. */
class MoveToTimeTest {

    private static final int COUNT = 200;

    @TempDir
    Path folder;

    private MappedQueue queue;
    private Tailer tailer;

    /** Segment n was begun at 10 * n. */
    @BeforeEach
    void open() throws IOException {
        SegmentTimes.create(folder, COUNT);
        for (int index = 0; index < COUNT; index++) {
            SegmentTimes.begin(folder, index, 10L * index);
        }
        queue = QueueSamples.openSmall(folder);
        tailer = queue.tailer();
    }

    @AfterEach
    void close() throws IOException {
        queue.close();
    }

    private void damage(int from, int to) throws IOException {
        for (int index = from; index < to; index++) {
            SegmentTimes.damage(folder, index);
        }
    }

    /** To map each one takes seconds if there are thousands. */
    @Test
    void mostOfThoseThatWereBegunLaterAreNotLookedAt() throws IOException {
        damage(COUNT / 2 + 1, COUNT - 1);
        assertEquals(0, SegmentTimes.move(tailer, 9));
        assertEquals(20, SegmentTimes.move(tailer, 205));
        assertEquals(99, SegmentTimes.move(tailer, 999));
    }

    @Test
    void damageThatIsOlderIsNotInTheWay() throws IOException {
        damage(1, 140);
        assertEquals(150, SegmentTimes.move(tailer, 1_509));
        assertEquals(140, SegmentTimes.move(tailer, 1_400));
        StoreException damaged = assertThrows(StoreException.class, () -> SegmentTimes.move(tailer, 1_399));
        assertTrue(damaged.getMessage().contains("000000000139.segment"), damaged.getMessage());
    }

    @Test
    void segmentsAreDeletedMeanwhile() throws Exception {
        AtomicLong oldest = new AtomicLong();
        AtomicLong moves = new AtomicLong();
        FutureTask<Void> deletion = new FutureTask<>(() -> {
            for (int index = 0; index < COUNT - 1; index++) {
                while (moves.get() < index / 10) {
                    Thread.onSpinWait(); // so that there are moves among the deletions
                }
                Files.delete(SegmentTimes.file(folder, index));
                oldest.set(index + 1);
            }
            return null;
        });
        Thread.ofPlatform().start(deletion);
        for (long wanted = 0; !deletion.isDone(); wanted = (wanted + 37) % COUNT) {
            long before = Math.max(wanted, oldest.get());
            long found = SegmentTimes.move(tailer, 10 * wanted);
            long after = Math.max(wanted, oldest.get() + 1); // the next may be gone already
            assertTrue(before <= found && found <= after, () -> "segment " + found + " of " + before + " to " + after);
            moves.incrementAndGet();
        }
        deletion.get();
        assertEquals(COUNT - 1, SegmentTimes.move(tailer, 0));
    }
}
