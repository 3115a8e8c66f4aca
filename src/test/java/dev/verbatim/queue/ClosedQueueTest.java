package dev.verbatim.queue;

import static dev.verbatim.queue.QueueSamples.SMALL_SEGMENT;
import static dev.verbatim.queue.QueueSamples.openSmall;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.GapException;
import dev.verbatim.StoreException;
import dev.verbatim.file.ChildJvm;
import dev.verbatim.internal.log.SegmentDescriptor;
import dev.verbatim.queue.QueueSamples.Entry;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a close leaves to those who are in a method of the queue, of an appender or of a tailer. */
class ClosedQueueTest {

    private static final int CLOSES = Integer.getInteger("verbatim.closes", 300);

    @TempDir
    Path temporary;

    private Path folder;

    @BeforeEach
    void setUp() {
        folder = temporary.resolve("queue");
    }

    @Test
    void nothingIsUnmappedUnderACall() throws IOException, InterruptedException {
        requireSurvived(CLOSES, 1);
    }

    @Test
    void nothingIsUnmappedUnderTheCallsOfMoreThreadsThanThereAreProcessors() throws IOException, InterruptedException {
        requireSurvived(CLOSES / 10, 3);
    }

    private void requireSurvived(int closes, int copies) throws IOException, InterruptedException {
        List<String> command =
                ChildJvm.command(List.of("-XX:+UseSerialGC"), ClosedQueueProgram.class, folder, closes, copies);
        assertEquals(new ChildJvm.Result(0, ""), ChildJvm.run(command));
    }

    @Test
    void aQueueIsClosedAtOnceThoughAHandlerHasARecord() throws Exception {
        MappedQueue queue = openSmall(folder);
        try (Appender appender = queue.appender()) {
            appender.append(Entry.CODEC, Entry.of(1, 2));
            appender.append(Entry.CODEC, Entry.of(1, 3));
        }
        Tailer tailer = queue.tailer("reader");
        CountDownLatch inHandler = new CountDownLatch(1);
        CountDownLatch closed = new CountDownLatch(1);
        FutureTask<Entry> reading = start(tailer, inHandler, closed);
        inHandler.await();

        queue.close();

        assertThrows(IllegalStateException.class, queue::info);
        try (MappedQueue again = openSmall(folder)) {
            assertThrows(
                    StoreException.class, () -> again.tailer("reader"), "its handler has not acknowledged the record");
            closed.countDown();
            assertEquals(Entry.of(1, 2), reading.get(), "the record stays readable");
            assertThrows(IllegalStateException.class, () -> tailer.poll(Entry.CODEC));
            try (Tailer next = again.tailer("reader")) {
                assertEquals(Entry.of(1, 2), next.poll(Entry.CODEC), "it was not acknowledged");
            }
        }
    }

    private static FutureTask<Entry> start(Tailer tailer, CountDownLatch inHandler, CountDownLatch closed) {
        List<Entry> found = new ArrayList<>();
        FutureTask<Entry> reading = new FutureTask<>(() -> {
            assertTrue(tailer.read((payload, position, layoutId) -> {
                inHandler.countDown();
                awaitUninterrupted(closed);
                found.add(Entry.CODEC.read(payload, 0));
            }));
            return found.getFirst();
        });
        Thread.ofVirtual().start(reading);
        return reading;
    }

    private static void awaitUninterrupted(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aHandlerMayCloseItsTailerAndTheQueue() throws IOException {
        MappedQueue queue = openSmall(folder);
        try (Appender appender = queue.appender()) {
            appender.append(Entry.CODEC, Entry.of(1, 2));
        }
        Tailer tailer = queue.tailer();
        List<Entry> found = new ArrayList<>();

        tailer.read((payload, position, layoutId) -> {
            try {
                tailer.close();
                queue.close();
            } catch (IOException e) {
                throw new AssertionError(e);
            }
            found.add(Entry.CODEC.read(payload, 0));
        });

        assertEquals(List.of(Entry.of(1, 2)), found);
        assertEquals(
                "the tailer of queue=" + folder + " is closed",
                assertThrows(IllegalStateException.class, tailer::toStart).getMessage());
        assertThrows(IllegalStateException.class, tailer::withChecksums);
        assertThrows(IllegalStateException.class, () -> tailer.passing(Entry.CODEC.layout()));
    }

    @Test
    void theMemoryOfAClaimIsThereUntilItsUserEndsIt() throws Exception {
        MappedQueue queue = openSmall(folder);
        Appender appender = queue.appender();
        MemorySegment payload = appender.claim(8);

        FutureTask<Void> closing = new FutureTask<>(() -> {
            queue.close();
            return null;
        });
        Thread.ofPlatform().start(closing);
        closing.get();

        payload.set(ValueLayout.JAVA_LONG, 0, 7); // nothing fails, and nobody will read it
        try (MappedQueue again = openSmall(folder);
                Tailer tailer = again.tailer()) {
            assertEquals(0, tailer.skip(1), "the claim was aborted");
            assertFalse(tailer.read((bytes, position, layoutId) -> {}));
            assertEquals(List.of(), again.info().slots());
        }
        assertEquals(
                "the appender of queue=" + folder + " is closed",
                assertThrows(IllegalStateException.class, appender::commit).getMessage());
        assertThrows(IllegalStateException.class, () -> payload.get(ValueLayout.JAVA_LONG, 0), "it is unmapped");
    }

    @Test
    void aClaimThatIsNotEndedBeforeItsAppenderIsClosedIsUnmapped() throws IOException {
        MappedQueue queue = openSmall(folder);
        Appender appender = queue.appender();
        MemorySegment payload = appender.claim(8);
        queue.close();
        appender.close();
        assertThrows(IllegalStateException.class, () -> payload.set(ValueLayout.JAVA_LONG, 0, 7));
    }

    /** Only a force of hands deletes a segment in the middle. */
    @Test
    void aGapIsPassedForwardAndNothingIsDeliveredTwice() throws IOException {
        try (MappedQueue queue = openSmall(folder);
                Appender appender = queue.appender()) {
            for (int i = 0; i < 300; i++) {
                appender.append(Entry.CODEC, Entry.of(0, i));
            }
        }
        try (MappedQueue queue = MappedQueue.builder(folder).readOnly(true).open();
                Tailer tailer = queue.tailer()) {
            assertEquals(Entry.of(0, 0), tailer.poll(Entry.CODEC));
            Files.delete(folder.resolve(SegmentDescriptor.fileName(1)));

            GapException gap = assertThrows(GapException.class, () -> tailer.skip(300));
            assertEquals(SMALL_SEGMENT + 128, gap.from());
            assertEquals(2 * SMALL_SEGMENT + 128, gap.to());
            List<Entry> rest = QueueSamples.entries(tailer);
            assertTrue(rest.getFirst().sequence() > 100, () -> "found " + rest.getFirst());
            assertEquals(Entry.of(0, 299), rest.getLast());
            assertNull(tailer.poll(Entry.CODEC));
        }
    }
}
