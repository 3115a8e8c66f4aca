package dev.verbatim.file;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.StructCodec;
import java.io.IOException;
import java.lang.foreign.MemoryLayout;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An interrupt closes the channels of the thread, and none of these steps may lose a file by that. */
class InterruptedThreadTest {

    record Count(long value) {
        static final StructCodec<Count> CODEC =
                StructCodec.ofRecord(lookup(), Count.class, MemoryLayout.structLayout(JAVA_LONG.withName("value")));
    }

    @TempDir
    Path folder;

    @AfterEach
    void clearTheInterrupt() {
        Thread.interrupted();
    }

    @Test
    void aFileIsCreatedWrittenAndOpenedAndTheThreadStaysInterrupted() throws IOException {
        Path path = folder.resolve("counts.npy");
        Thread.currentThread().interrupt();

        try (StructFile<Count> file = StructFile.create(path, Count.CODEC)) {
            file.append(new Count(7));
            file.force();
        }
        try (StructFile<Count> file = StructFile.openReadWrite(path, Count.CODEC)) {
            file.append(new Count(8));
        }
        try (StructFile<Count> file = StructFile.open(path, Count.CODEC)) {
            assertEquals(2, file.size());
            assertEquals(new Count(8), file.get(1));
        }
        assertTrue(Thread.currentThread().isInterrupted());
    }

    @Test
    void whatFailsNamesTheLineThatFailed() {
        Path path = folder.resolve("none.npy");
        try {
            StructFile.open(path, Count.CODEC).close();
        } catch (IOException e) {
            assertTrue(
                    Arrays.stream(e.getStackTrace())
                            .anyMatch(frame -> frame.getMethodName().equals("whatFailsNamesTheLineThatFailed")),
                    () -> Arrays.toString(e.getStackTrace()));
            return;
        }
        throw new AssertionError("expected an IOException");
    }
}
