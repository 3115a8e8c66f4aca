package dev.verbatim.queue;

import static dev.verbatim.queue.QueueSamples.SMALL_SEGMENT;
import static dev.verbatim.queue.QueueSamples.entries;
import static dev.verbatim.queue.QueueSamples.openSmall;
import static dev.verbatim.queue.QueueSamples.sequences;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.StoreException;
import dev.verbatim.queue.QueueSamples.Entry;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What those who only read a queue need of its files, and what they leave to those who write. */
class ReadOnlyQueueTest {

    private static final long FORCE_FAILED_OFFSET = 56;

    @TempDir
    Path temporary;

    private Path folder;

    @BeforeEach
    void nameTheQueue() {
        folder = temporary.resolve("queue");
    }

    private static MappedQueue openToRead(Path folder) throws IOException {
        return MappedQueue.builder(folder).readOnly(true).open();
    }

    private void appendAndClose(long... sequences) throws IOException {
        try (MappedQueue queue = openSmall(folder);
                Appender appender = queue.appender()) {
            for (long sequence : sequences) {
                appender.append(Entry.CODEC, Entry.of(0, sequence));
            }
        }
    }

    /** {@return a copy of the queue as the guide has it made} */
    private Path copyWithoutLock() throws IOException {
        Path copy = temporary.resolve("copy");
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.toList()) {
                if (!file.endsWith("lock")) {
                    Files.copy(file, copy.resolve(folder.relativize(file)));
                }
            }
        }
        return copy;
    }

    /** {@return of each entry that is reserved whether its appender is alive} */
    private static List<Boolean> areAlive(MappedQueue queue) throws IOException {
        return queue.info().reservations().stream()
                .map(QueueInfo.Reservation::alive)
                .toList();
    }

    @Test
    void aReaderThatStaysKeepsNobodyFromRepairing() throws IOException {
        appendAndClose(0);
        try (MappedQueue reader = openToRead(folder)) {
            for (int i = 0; i < 2; i++) {
                try (MappedQueue queue = openSmall(folder)) {
                    assertTrue(queue.recovery().isPresent(), "nobody else has it open to write");
                    try (MappedQueue second = openSmall(folder)) {
                        assertTrue(second.recovery().isEmpty());
                    }
                    try (MappedQueue third = openSmall(folder)) {
                        assertTrue(third.recovery().isEmpty(), "the first one still has it open");
                    }
                }
            }
            assertEquals(List.of(0L), sequences(reader));
        }
    }

    /** The next one who opens it alone repairs it: before that nobody forces. */
    @Test
    void aReaderThatStaysKeepsNobodyFromForcingAfterAForceThatFailed() throws Exception {
        appendAndClose(0);
        try (MappedQueue reader = openToRead(folder)) {
            appendAndClose(1);
            noteFailedForce();
            try (QueueProcess process = QueueProcess.start(folder, SMALL_SEGMENT)) {
                assertTrue(Long.parseLong(process.ask("append 0 2")) > 0);
                try (MappedQueue queue = openSmall(folder)) {
                    queue.force();
                }
            }
            noteFailedForce();
            try (MappedQueue queue = openSmall(folder)) {
                queue.force();
            }
            assertEquals(List.of(0L, 1L, 2L), sequences(reader));
        }
    }

    /** What a process does whose force has failed. */
    private void noteFailedForce() throws IOException {
        try (FileChannel control = FileChannel.open(folder.resolve("control"), StandardOpenOption.WRITE)) {
            control.write(ByteBuffer.wrap(new byte[] {1}), FORCE_FAILED_OFFSET);
        }
    }

    @Test
    void aCopyWithoutLockFileIsReadAndNothingIsMade() throws Exception {
        appendAndClose(0);
        try (QueueProcess process = QueueProcess.start(folder, SMALL_SEGMENT)) {
            assertEquals("ok", process.ask("claim 1 1"));
            appendAndClose(2);
            process.kill();
        }
        Path copy = copyWithoutLock();
        try (MappedQueue queue = openToRead(copy);
                Tailer tailer = queue.tailer()) {
            assertEquals(Entry.of(0, 0), tailer.poll(Entry.CODEC));
            KilledProcess.awaitHere("the entry behind that of the dead", () -> tailer.skip(1) == 1);
            assertEquals(List.of(false), areAlive(queue));
            assertEquals(List.of(), queue.verify().damage());
            assertEquals(List.of(), queue.info().slots());
        }
        try (Stream<Path> files = Files.list(copy)) {
            assertEquals(
                    List.of("000000000000.segment", "000000000001.segment", "control", "layouts"),
                    files.map(file -> file.getFileName().toString()).sorted().toList());
        }
    }

    /** The lock file is made then, and says who is alive. */
    @Test
    void aReaderOfACopyWaitsForWhoeverWritesThere() throws Exception {
        appendAndClose(0);
        Path copy = copyWithoutLock();
        try (MappedQueue reader = openToRead(copy);
                Tailer tailer = reader.tailer()) {
            assertEquals(List.of(Entry.of(0, 0)), entries(tailer));
            try (QueueProcess process = QueueProcess.start(copy, SMALL_SEGMENT)) {
                assertEquals("ok", process.ask("claim 1 1"));
                assertEquals(List.of(0), reader.info().slots());
                assertEquals(List.of(true), areAlive(reader));
                try (MappedQueue queue = openSmall(copy);
                        Appender appender = queue.appender()) {
                    assertTrue(queue.recovery().isEmpty());
                    appender.append(Entry.CODEC, Entry.of(0, 2));
                    assertEquals(List.of(0, 1), reader.info().slots());
                }
                assertTrue(Long.parseLong(process.ask("commit")) > 0);
            }
            assertEquals(List.of(Entry.of(1, 1), Entry.of(0, 2)), entries(tailer));
        }
        openSmall(copy).close();
    }

    /** The control file has its name before the first segment has: somebody is writing that. */
    @Test
    void aReaderOfAQueueThatIsBeingCreatedIsToldThatThereIsNoSegment() throws IOException {
        openSmall(folder).close();
        Files.delete(folder.resolve("000000000000.segment"));
        try (MappedQueue queue = openToRead(folder)) {
            String message = "file=" + folder
                    + ": expected a segment, found none; open the queue once to write, which makes one";
            assertEquals(
                    message, assertThrows(StoreException.class, queue::tailer).getMessage());
            assertEquals(
                    message, assertThrows(StoreException.class, queue::info).getMessage());
        }
    }
}
