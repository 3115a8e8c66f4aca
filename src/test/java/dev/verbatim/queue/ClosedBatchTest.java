package dev.verbatim.queue;

import static dev.verbatim.queue.QueueSamples.SMALL_SEGMENT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.Durability;
import dev.verbatim.internal.log.SegmentDescriptor;
import dev.verbatim.queue.QueueSamples.Entry;
import dev.verbatim.queue.QueueSamples.Parts;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** With {@link Durability#BATCH} a close forces the last batch, whoever is in a method of the queue meanwhile. */
@Timeout(60)
class ClosedBatchTest {

    @TempDir
    Path temporary;

    private Path folder;
    private MappedQueue queue;

    @BeforeEach
    void open() throws IOException {
        folder = temporary.resolve("queue");
        queue = MappedQueue.builder(folder)
                .segmentSize(SMALL_SEGMENT)
                .durability(Durability.BATCH)
                .batchInterval(Duration.ofHours(1)) // no batch ends before the close
                .open();
        try (Appender appender = queue.appender()) {
            appender.append(Entry.CODEC, Entry.of(1, 2));
        }
        assertEquals(SegmentDescriptor.FIRST_ENTRY_OFFSET, info().durable());
        assertEquals(info().to(), queue.info().to());
    }

    /** {@return what the queue's files say} Who only reads them repairs nothing. */
    private QueueInfo info() throws IOException {
        try (MappedQueue readOnly = MappedQueue.builder(folder).readOnly(true).open()) {
            return readOnly.info();
        }
    }

    private void requireForced(int records) throws IOException {
        QueueInfo info = info();
        assertEquals(info.to(), info.durable());
        try (MappedQueue readOnly = MappedQueue.builder(folder).readOnly(true).open()) {
            assertEquals(records, readOnly.count(info.from(), info.to()));
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aCloseForcesTheLastBatch() throws IOException {
        queue.close();
        requireForced(1);
    }

    @Test
    void aCloseForcesTheLastBatchThoughAHandlerHasARecord() throws Exception {
        Tailer tailer = queue.tailer();
        CountDownLatch inHandler = new CountDownLatch(1);
        CountDownLatch forced = new CountDownLatch(1);
        FutureTask<Boolean> reading = new FutureTask<>(() -> tailer.read((payload, position, layoutId) -> {
            inHandler.countDown();
            await(forced);
        }));
        Thread.ofPlatform().start(reading);
        inHandler.await();

        queue.close();

        requireForced(1);
        forced.countDown();
        assertTrue(reading.get());
    }

    @Test
    void whatIsAppendedUnderTheCloseIsForcedWhenItsAppendReturns() throws Exception {
        Appender appender = queue.appender();
        CountDownLatch appending = new CountDownLatch(1);
        CountDownLatch closed = new CountDownLatch(1);
        FutureTask<Long> append = new FutureTask<>(() -> appender.append(Parts.CODEC, Parts.running(() -> {
            appending.countDown();
            await(closed);
        })));
        Thread.ofPlatform().start(append);
        appending.await();

        queue.close();

        requireForced(1);
        closed.countDown();
        assertTrue(append.get() > 0);
        requireForced(2);
        assertThrows(IllegalStateException.class, () -> appender.append(Entry.CODEC, Entry.of(1, 3)));
    }
}
