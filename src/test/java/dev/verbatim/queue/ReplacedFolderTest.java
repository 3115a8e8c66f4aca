package dev.verbatim.queue;

import static dev.verbatim.queue.QueueSamples.SMALL_SEGMENT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.queue.QueueSamples.Entry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A queue in use whose folder is moved, or moved and made anew, or is another one behind a link. */
@Timeout(60)
class ReplacedFolderTest {

    private static final int ENTRIES = 1_000;

    @TempDir
    Path temporary;

    private Path folder;

    private static MappedQueue open(Path folder) throws IOException {
        return MappedQueue.builder(folder).segmentSize(SMALL_SEGMENT).open();
    }

    /** Appends until that fails. {@return how many appends have returned} */
    private long appendUntilFailure(Appender appender, String found) {
        long[] appended = new long[1];
        IOException thrown = assertThrows(IOException.class, () -> {
            for (; appended[0] < ENTRIES; appended[0]++) {
                appender.append(Entry.CODEC, Entry.of(1, appended[0]));
            }
        });
        assertEquals(notInPlace(found), thrown.getMessage());
        return appended[0];
    }

    private String notInPlace(String found) {
        return "file=" + folder.resolve("control") + ": expected the file that was opened, found " + found
                + "; the folder was moved, deleted or made anew meanwhile: close this, and open it where it is";
    }

    private static void requireEntries(Path folder, int writer, long count) throws IOException {
        try (MappedQueue queue = open(folder);
                Tailer tailer = queue.tailer()) {
            for (long sequence = 0; sequence < count; sequence++) {
                assertEquals(Entry.of(writer, sequence), tailer.poll(Entry.CODEC));
            }
            assertEquals(count, queue.verify().committed());
            assertEquals(List.of(), queue.verify().damage());
        }
    }

    private static void appendTo(MappedQueue queue, int writer, int count) throws IOException {
        try (Appender appender = queue.appender()) {
            for (int sequence = 0; sequence < count; sequence++) {
                appender.append(Entry.CODEC, Entry.of(writer, sequence));
            }
        }
    }

    @Test
    void anAppenderDoesNotGoOnWhereALinkLeadsByNow() throws IOException {
        Path first = temporary.resolve("v1");
        Path second = temporary.resolve("v2");
        Files.createDirectories(first);
        folder = Files.createSymbolicLink(temporary.resolve("current"), first);
        try (MappedQueue other = open(second)) {
            appendTo(other, 2, ENTRIES);
        }
        long appended;
        try (MappedQueue queue = open(folder);
                Appender appender = queue.appender()) {
            Files.delete(folder);
            Files.createSymbolicLink(folder, second);
            appended = appendUntilFailure(appender, "another one");
        }
        requireEntries(first, 1, appended);
        requireEntries(second, 2, ENTRIES);
    }

    @Test
    void anAppenderStopsWhereTheFolderWasMovedTo() throws IOException {
        folder = temporary.resolve("queue");
        Path moved = temporary.resolve("moved");
        long appended;
        try (MappedQueue queue = open(folder);
                Appender appender = queue.appender()) {
            Files.move(folder, moved);
            appended = appendUntilFailure(appender, "none");
        }
        requireEntries(moved, 1, appended);
    }

    @Test
    void nobodyGoesOnInAQueueThatWasMadeAnew() throws IOException {
        folder = temporary.resolve("queue");
        try (MappedQueue old = open(folder);
                Appender appender = old.appender();
                Tailer tailer = old.tailer()) {
            appendTo(old, 1, ENTRIES);
            assertEquals(Entry.of(1, 0), tailer.poll(Entry.CODEC));
            Files.move(folder, temporary.resolve("away"));
            try (MappedQueue made = open(folder)) {
                appendTo(made, 2, ENTRIES);
                appendUntilFailure(appender, "another one");
                IOException thrown = assertThrows(IOException.class, () -> {
                    for (long sequence = 1; sequence < ENTRIES; sequence++) {
                        assertEquals(Entry.of(1, sequence), tailer.poll(Entry.CODEC));
                    }
                });
                assertTrue(thrown.getMessage().contains("found another one; "), thrown::getMessage);
                assertThrows(IOException.class, () -> old.delete(Retention.ofSize(SMALL_SEGMENT)));
            }
            requireEntries(folder, 2, ENTRIES);
        }
    }

    @Test
    void aLookAtAllSegmentsSaysThatTheFolderIsGone() throws IOException {
        folder = temporary.resolve("queue");
        try (MappedQueue queue = open(folder)) {
            appendTo(queue, 1, 1);
            Files.move(folder, temporary.resolve("moved"));
            assertEquals(
                    notInPlace("none"),
                    assertThrows(IOException.class, queue::verify).getMessage());
            Files.createFile(folder);
            assertEquals(
                    notInPlace("none"),
                    assertThrows(IOException.class, queue::verify).getMessage());
        }
    }

    /** The layout is stored in both. */
    @Test
    void aLayoutIsNotTakenForStoredWhereALinkLeadsByNow() throws IOException {
        Path first = Files.createDirectories(temporary.resolve("v1"));
        Path second = temporary.resolve("v2");
        folder = Files.createSymbolicLink(temporary.resolve("current"), first);
        try (MappedQueue other = open(second)) {
            appendTo(other, 2, 1);
        }
        try (MappedQueue queue = open(folder);
                Appender appender = queue.appender()) {
            Files.delete(folder);
            Files.createSymbolicLink(folder, second);
            assertEquals(0, appendUntilFailure(appender, "another one"));
            Files.delete(folder);
            Files.createSymbolicLink(folder, first);
            appender.append(Entry.CODEC, Entry.of(1, 0));
            queue.force();
        }
        requireEntries(first, 1, 1);
    }
}
