package dev.verbatim.queue;

import static dev.verbatim.queue.QueueSamples.SMALL_SEGMENT;
import static dev.verbatim.queue.QueueSamples.entries;
import static dev.verbatim.queue.QueueSamples.openSmall;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.Durability;
import dev.verbatim.StoreException;
import dev.verbatim.internal.io.DeepStack;
import dev.verbatim.internal.log.ControlFile;
import dev.verbatim.internal.log.Forcing;
import dev.verbatim.internal.log.LockFile;
import dev.verbatim.internal.log.Segments;
import dev.verbatim.queue.QueueSamples.Entry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of a queue where a force fails. */
class FailedForceTest {

    @TempDir
    Path temporary;

    private Path folder;
    private Path away;

    @BeforeEach
    void nameTheFolders() {
        folder = temporary.resolve("queue");
        away = temporary.resolve("away");
    }

    /** Has it look as if a device had refused what some process has forced. */
    private void noteAFailure() throws IOException {
        try (FileChannel control = FileChannel.open(folder.resolve("control"), StandardOpenOption.WRITE)) {
            control.write(ByteBuffer.wrap(new byte[] {1}), 56);
        }
    }

    @Test
    void afterAForceThatFailedInAnyWayNothingIsAppended() throws IOException {
        openSmall(folder).close();
        try (LockFile locks = LockFile.open(folder.resolve("lock"));
                ControlFile control = ControlFile.open(MappedQueue.KIND, folder.resolve("control"), true)) {
            Segments segments = new Segments(MappedQueue.KIND, folder, locks, control, true, false);
            Forcing forcing = new Forcing("queue", folder, segments, control);
            segments.close();
            assertThrows(IllegalStateException.class, forcing::force);
            String message =
                    assertThrows(IOException.class, forcing::requireSound).getMessage();
            assertTrue(message.contains("takes no more entries since a force has failed"), message);
        }
    }

    /** The device may lack what the page cache has, and would not be asked for it again. */
    @Test
    void afterAForceThatFailedNobodyForcesUntilAllWasWrittenOnceMore() throws IOException {
        try (MappedQueue queue = openSmall(folder);
                MappedQueue other = openSmall(folder);
                Appender appender = queue.appender()) {
            appender.append(Entry.CODEC, Entry.of(0, 0));
            noteAFailure();
            String message = assertThrows(IOException.class, other::force).getMessage();
            assertTrue(
                    message.startsWith("a force of queue=" + folder + " has failed, here or in another process"),
                    message);
            assertThrows(IOException.class, () -> other.appender().append(Entry.CODEC, Entry.of(0, 1)));
        }
        try (MappedQueue queue = openSmall(folder);
                Appender appender = queue.appender();
                Tailer tailer = queue.tailer()) {
            assertEquals(List.of(), queue.recovery().orElseThrow().damage());
            assertEquals(queue.info().durable(), queue.info().to());
            appender.append(Entry.CODEC, Entry.of(0, 2));
            queue.force();
            assertEquals(List.of(Entry.of(0, 0), Entry.of(0, 2)), entries(tailer));
        }
    }

    /** The page cache may give up what the device has refused. */
    @Test
    void segmentsThatWereBegunAndLostAllEntriesHoldNobodyUp() throws IOException {
        try (MappedQueue queue = openSmall(folder);
                Appender appender = queue.appender()) {
            for (long i = 0; i < 250; i++) {
                appender.append(Entry.CODEC, Entry.of(0, i));
            }
            assertEquals(3, queue.info().segments().size());
        }
        noteAFailure();
        for (int index = 1; index < 3; index++) {
            Path segment = folder.resolve("%012d.segment".formatted(index));
            byte[] bytes = Files.readAllBytes(segment);
            Arrays.fill(bytes, 128, bytes.length, (byte) 0);
            Files.write(segment, bytes);
        }
        try (MappedQueue queue = openSmall(folder);
                Appender appender = queue.appender();
                Tailer tailer = queue.tailer()) {
            assertEquals(1, queue.recovery().orElseThrow().damage().size());
            assertTrue(appender.append(Entry.CODEC, Entry.of(0, 1000)) > 2 * SMALL_SEGMENT);
            List<Entry> entries = entries(tailer);
            assertEquals(100, entries.size());
            assertEquals(Entry.of(0, 1000), entries.getLast());
            assertEquals(List.of(), queue.verify().damage());
        }
    }

    /** As where a process has no file descriptor left: the device was not asked. */
    @Test
    void aForceThatCouldNotBeginIsTriedAgain() throws IOException {
        try (MappedQueue queue = openSmall(folder);
                MappedQueue each =
                        MappedQueue.builder(folder).durability(Durability.EACH).open();
                Appender appender = queue.appender();
                Appender forcing = each.appender()) {
            appender.append(Entry.CODEC, Entry.of(0, 0));
            MemorySegment bytes = MemorySegment.ofArray(new byte[8]);
            Files.move(folder, away);
            assertEquals(isAway(), assertThrows(IOException.class, queue::force).getMessage());
            assertEquals(
                    isAway(),
                    assertThrows(IOException.class, () -> forcing.append(bytes)).getMessage());
            appender.append(bytes);
            Files.move(away, folder);
            forcing.append(bytes);
            appender.append(bytes);
            queue.force();
            assertEquals(queue.info().durable(), queue.info().to());
        }
    }

    private String isAway() {
        return "file=" + folder.resolve("control") + ": expected the file that was opened, found none; the folder was"
                + " moved, deleted or made anew meanwhile: close this, and open it where it is";
    }

    /** Nobody waits for a batch, so nobody else would know that what is appended does not come to the device. */
    @Test
    void whereBatchesCannotBeForcedNothingIsAppendedUntilTheyCan() throws Exception {
        try (MappedQueue queue = MappedQueue.builder(folder)
                        .segmentSize(1 << 20)
                        .durability(Durability.BATCH)
                        .batchInterval(Duration.ofMillis(1))
                        .open();
                Appender appender = queue.appender()) {
            MemorySegment bytes = MemorySegment.ofArray(new byte[8]);
            Files.move(folder, away);
            appender.append(bytes);
            KilledProcess.awaitHere("a batch to fail", () -> {
                try {
                    appender.append(bytes);
                    return false;
                } catch (IOException e) {
                    assertEquals(isAway(), e.getMessage());
                    return true;
                }
            });
            assertEquals(
                    isAway(),
                    assertThrows(IOException.class, () -> appender.append(bytes))
                            .getMessage());
            Files.move(away, folder);
            long position = appender.append(bytes);
            assertTrue(queue.info().durable() >= position, "the append has forced what the batch has not");
            KilledProcess.awaitHere(
                    "the next batch",
                    () -> queue.info().durable() == queue.info().to());
        }
    }

    /** Whoever is appending a long list sees it before the end. */
    @Test
    void afterAForceThatFailedABatchGoesOnNoFurther() throws IOException {
        try (MappedQueue queue = openSmall(folder);
                Appender appender = queue.appender()) {
            long first = appender.append(Entry.CODEC, Entry.of(0, 0));
            Iterable<Entry> entries = () -> LongStream.range(1, 100)
                    .mapToObj(number -> {
                        if (number == 50) {
                            damageWord(first);
                            assertThrows(StoreException.class, queue::force);
                        }
                        return Entry.of(0, number);
                    })
                    .iterator();
            String message = assertThrows(IOException.class, () -> appender.appendAll(Entry.CODEC, entries))
                    .getMessage();
            assertTrue(message.contains("takes no more entries since a force has failed"), message);
        }
    }

    private void damageWord(long position) {
        Path segment = folder.resolve("000000000000.segment");
        try (FileChannel channel = FileChannel.open(segment, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap(new byte[] {-1, -1, -1, -1, -1, -1, -1, -1}), position);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** It comes before the device is asked, where there is no room to ask. */
    @Test
    void anErrorOfTheStackIsNoFailureOfTheDevice() throws Exception {
        MemorySegment payload = MemorySegment.ofArray(new byte[8]);
        try (MappedQueue queue =
                        MappedQueue.builder(folder).segmentSize(1 << 20).open();
                Appender appender = queue.appender()) {
            DeepStack.repeat(Duration.ofMillis(500), left -> {
                appender.append(payload);
                DeepStack.run(left, queue::force);
            });
            appender.append(payload);
            queue.force();
            assertEquals(queue.info().to(), queue.info().durable());
        }
    }
}
