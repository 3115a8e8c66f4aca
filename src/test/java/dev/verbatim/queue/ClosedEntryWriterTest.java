package dev.verbatim.queue;

import static dev.verbatim.queue.QueueSamples.openSmall;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.verbatim.queue.QueueSamples.Parts;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The payload of an open claim stays mapped until its user ends the claim, and a call that was refused has not ended
 * it.
 */
@Timeout(60)
class ClosedEntryWriterTest {

    /** How a claim is ended, or an attempt is made. */
    enum End {
        COMMIT {
            @Override
            void end(Appender appender) throws IOException {
                appender.commit();
            }
        },
        ABORT {
            @Override
            void end(Appender appender) {
                appender.abort();
            }
        };

        abstract void end(Appender appender) throws IOException;
    }

    @TempDir
    Path temporary;

    private Path folder;
    private MappedQueue queue;
    private Appender appender;
    private MemorySegment payload;

    @BeforeEach
    void claim() throws IOException {
        folder = temporary.resolve("queue");
        queue = openSmall(folder);
        appender = queue.appender();
        payload = appender.claim(8);
    }

    /** The value is written before the appender looks for an open claim. */
    private void appendRunning(Runnable action) {
        String message = assertThrows(
                        IllegalStateException.class, () -> appender.append(Parts.CODEC, Parts.running(action)))
                .getMessage();
        assertEquals(
                "the appender of queue=" + folder + " has an open claim at position=128; commit or abort it first",
                message);
    }

    private void requireInUse(End end) {
        assertEquals(
                "the appender of queue=" + folder
                        + " is in use: one of its methods is under way, which called this one, or"
                        + " which another thread is in",
                assertThrows(IllegalStateException.class, () -> end.end(appender))
                        .getMessage());
    }

    private void closeTheQueueInAnotherThread() {
        FutureTask<Void> closing = new FutureTask<>(() -> {
            queue.close();
            return null;
        });
        Thread.ofPlatform().start(closing);
        try {
            closing.get();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private void requireMappedUntil(End end) {
        payload.set(JAVA_LONG, 0, 7);
        assertEquals(
                "the appender of queue=" + folder + " is closed",
                assertThrows(IllegalStateException.class, () -> end.end(appender))
                        .getMessage());
        assertThrows(IllegalStateException.class, () -> payload.set(JAVA_LONG, 0, 7), "it is unmapped");
    }

    @ParameterizedTest
    @EnumSource
    void aCallThatIsRefusedWithinAnotherDoesNotEndTheClaim(End end) {
        appendRunning(() -> requireInUse(end));
        closeTheQueueInAnotherThread();
        requireMappedUntil(end);
    }

    @ParameterizedTest
    @EnumSource
    void norDoesItUnderTheClose(End end) {
        appendRunning(() -> {
            closeTheQueueInAnotherThread();
            requireInUse(end);
        });
        requireMappedUntil(end);
    }

    @Test
    void aClaimGoesOnAfterARefusedCall() throws IOException {
        appendRunning(() -> requireInUse(End.COMMIT));
        payload.set(JAVA_LONG, 0, 9);
        appender.commit();
        try (Tailer tailer = queue.tailer()) {
            tailer.read((bytes, position, layoutId) -> assertEquals(9, bytes.get(JAVA_LONG, 0)));
        }
        queue.close();
    }

    @Test
    void aCloseEndsTheClaimAlsoWithinACall() throws IOException {
        appendRunning(() -> {
            try {
                appender.close();
            } catch (IOException e) {
                throw new AssertionError(e);
            }
            payload.set(JAVA_LONG, 0, 7); // until the call under way ends
        });
        queue.close();
        assertThrows(IllegalStateException.class, () -> payload.set(JAVA_LONG, 0, 7), "it is unmapped");
    }
}
