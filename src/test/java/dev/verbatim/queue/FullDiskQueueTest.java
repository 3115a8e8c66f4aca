package dev.verbatim.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.file.SmallDisk;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A disk that is full is an exception in the appender, and loses nothing. */
class FullDiskQueueTest {

    @TempDir
    Path folder;

    @Test
    void anAppendThatFindsTheDiskFullLosesNothing() throws Exception {
        List<String> lines = SmallDisk.run(folder, FullDiskQueueProgram.class, folder.resolve("queue"));
        String appended = lines.getFirst().substring("appended=".length());
        assertTrue(Long.parseLong(appended) > 1000, appended);
        String full = "file=" + folder.resolve("queue")
                + ": cannot preallocate a segment of 65536 bytes: No space left on device";
        assertEquals(
                List.of(
                        "appended=" + appended,
                        "append=" + full,
                        "append again=" + full,
                        "read=" + appended,
                        "append with space=" + appended,
                        "read=" + (Long.parseLong(appended) + 1),
                        "after reopening=" + (Long.parseLong(appended) + 1),
                        "damage=[]"),
                lines);
    }
}
