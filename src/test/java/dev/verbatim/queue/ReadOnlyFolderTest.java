package dev.verbatim.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.verbatim.file.SmallDisk;
import dev.verbatim.internal.log.SegmentDescriptor;
import dev.verbatim.queue.QueueSamples.Entry;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A folder on a file system that is mounted to read only: even root cannot write there. */
class ReadOnlyFolderTest {

    @TempDir
    Path temporary;

    @Test
    void aQueueThatCannotBeWrittenIsReadAndRefusedToWriters() throws Exception {
        Path folder = temporary.resolve("queue");
        try (MappedQueue queue = QueueSamples.openSmall(folder);
                QueueProcess process = QueueProcess.start(folder, QueueSamples.SMALL_SEGMENT);
                Appender appender = queue.appender()) {
            appender.append(Entry.CODEC, Entry.of(0, 0));
            assertEquals("ok", process.ask("claim 1 0"));
            process.kill();
            appender.append(Entry.CODEC, Entry.of(0, 1));
        }
        assertEquals(
                List.of(
                        "open=file=" + folder.resolve("lock")
                                + ": expected a file that can be written, found one that can only be read; open the"
                                + " queue to read only",
                        "create=" + folder.resolve("another") + ": Read-only file system",
                        "read=" + Entry.of(0, 0),
                        "read=" + Entry.of(0, 1),
                        "orphans=1",
                        "damage=[]"),
                SmallDisk.runReadOnly(folder, ReadOnlyFolderProgram.class, "read", folder));
    }

    @Test
    void aDeletionThatIsRefusedNamesTheSegment() throws Exception {
        Path folder = temporary.resolve("queue");
        try (MappedQueue queue = QueueSamples.openSmall(folder);
                Appender appender = queue.appender()) {
            for (int i = 0; i < 200; i++) {
                appender.append(Entry.CODEC, Entry.of(0, i));
            }
        }
        Path first = folder.resolve(SegmentDescriptor.fileName(0));
        assertEquals(
                List.of(
                        "delete=file=" + first + ": cannot delete it: Read-only file system",
                        "committed=200",
                        "damage=[]"),
                SmallDisk.runReadOnlyButFiles(folder, ReadOnlyFolderProgram.class, "delete", folder));
    }
}
