package dev.verbatim.queue;

import static dev.verbatim.queue.QueueSamples.SMALL_SEGMENT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.internal.io.WindowsFiles;
import dev.verbatim.queue.QueueSamples.Entry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A queue where Windows deletes no file that is mapped. */
@EnabledOnOs(value = OS.LINUX, disabledReason = "the rules are those of WindowsFiles")
class WindowsQueueTest {

    private static final int ENTRIES = 500;

    @TempDir
    Path temporary;

    private Path folder;

    @BeforeEach
    void fill() throws IOException {
        folder = WindowsFiles.under(temporary.resolve("queue"));
        try (MappedQueue queue = open()) {
            append(queue, 0);
        }
    }

    private MappedQueue open() throws IOException {
        return MappedQueue.builder(folder).segmentSize(SMALL_SEGMENT).open();
    }

    private static void append(MappedQueue queue, int from) throws IOException {
        try (Appender appender = queue.appender()) {
            for (int sequence = from; sequence < from + ENTRIES; sequence++) {
                appender.append(Entry.CODEC, Entry.of(1, sequence));
            }
        }
    }

    private static int deleteAll(MappedQueue queue) throws IOException {
        return queue.delete(Retention.ofSize(0).evenIfNeeded());
    }

    /** {@return what has lost its name and is mapped: not what is being made} */
    private List<Path> leftovers() throws IOException {
        List<Path> found = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                if (file.toString().endsWith(".unfinished") && Files.exists(file) && WindowsFiles.isMapped(file)) {
                    found.add(file);
                }
            }
        }
        return found;
    }

    @Test
    void aSegmentThatATailerMapsLosesItsNameAtOnceAndIsDeletedAfterwards() throws IOException {
        try (MappedQueue queue = open()) {
            List<Path> left;
            try (Tailer tailer = queue.tailer()) {
                assertEquals(Entry.of(1, 0), tailer.poll(Entry.CODEC));
                assertTrue(deleteAll(queue) > 1);
                assertEquals(1, queue.info().segments().size());
                left = leftovers();
                assertEquals(1, left.size());
                assertEquals(Entry.of(1, 1), tailer.poll(Entry.CODEC));
                append(queue, ENTRIES);
                assertTrue(deleteAll(queue) > 1);
                assertTrue(left.stream().allMatch(Files::exists));
            }
            assertTrue(left.stream().noneMatch(Files::exists));
        }
    }

    @Test
    void aReaderDoesNotKeepOthersFromOpeningAQueue() throws IOException {
        List<Path> left;
        try (MappedQueue reader = MappedQueue.builder(folder).readOnly(true).open();
                Tailer tailer = reader.tailer()) {
            assertEquals(Entry.of(1, 0), tailer.poll(Entry.CODEC));
            try (MappedQueue queue = open()) {
                deleteAll(queue);
            }
            left = leftovers();
            assertEquals(1, left.size());
            try (MappedQueue queue = open()) {
                append(queue, ENTRIES);
                assertTrue(queue.recovery().isPresent());
                assertEquals(List.of(), queue.verify().damage());
            }
            assertEquals(Entry.of(1, 1), tailer.poll(Entry.CODEC));
        }
        assertTrue(left.stream().allMatch(Files::exists));
        open().close();
        assertTrue(left.stream().noneMatch(Files::exists));
    }
}
