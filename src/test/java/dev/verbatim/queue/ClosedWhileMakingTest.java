package dev.verbatim.queue;

import static dev.verbatim.queue.QueueSamples.SMALL_SEGMENT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.internal.io.JvmRegistry;
import dev.verbatim.internal.log.Keeper;
import dev.verbatim.internal.log.LockDescriptor;
import dev.verbatim.internal.log.LockFile;
import dev.verbatim.internal.log.Log;
import dev.verbatim.internal.log.LogFiles;
import dev.verbatim.internal.log.LogOptions;
import dev.verbatim.queue.QueueSamples.Entry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A queue is closed while an appender waits for a segment. The lock of deletion, held here, keeps a segment from its
 * name for as long as a test needs it.
 */
@Timeout(60)
class ClosedWhileMakingTest {

    private static final long ENTRIES_PER_SEGMENT = 99;

    @TempDir
    Path temporary;

    private Path folder;
    private Log log;
    private boolean isHeld;

    @BeforeEach
    void open() throws IOException {
        folder = temporary.resolve("queue");
        log = Log.open(
                MappedQueue.KIND, new LogOptions(folder, SMALL_SEGMENT, null, false, Duration.ZERO, false, false));
    }

    @AfterEach
    void letGo() throws IOException {
        try (Log _ = log) {
            if (isHeld) {
                unlock();
            }
        }
    }

    private void lock() throws IOException {
        log.locks().lock(LockDescriptor.DELETE);
        isHeld = true;
    }

    private void unlock() throws IOException {
        isHeld = false;
        log.locks().unlock(LockDescriptor.DELETE);
    }

    /** Appends until something is thrown. */
    private static final class Appending {

        private final Appender appender;
        private final Thread thread;
        private final FutureTask<Exception> task = new FutureTask<>(this::appendForEver);
        private volatile long appended;

        Appending(Appender appender) {
            this.appender = appender;
            this.thread = Thread.ofPlatform().daemon().start(task);
        }

        private Exception appendForEver() {
            for (long i = 0; ; i++) {
                try {
                    appender.append(Entry.CODEC, Entry.of(0, i));
                } catch (IOException | RuntimeException e) {
                    return e;
                }
                appended = i + 1;
            }
        }

        /** {@return itself, when it waits for a segment} */
        Appending awaitMake() throws Exception {
            await("a segment that is awaited", thread, Keeper.class, "make");
            assertEquals(ENTRIES_PER_SEGMENT, appended);
            return this;
        }

        void requireClosed(Path folder) throws Exception {
            Exception end = task.get();
            assertInstanceOf(IllegalStateException.class, end);
            assertEquals("the appender of queue=" + folder + " is closed", end.getMessage());
        }
    }

    private static void await(String what, Thread thread, Class<?> type, String method) throws Exception {
        KilledProcess.awaitHere(
                what,
                () -> thread.getState() != Thread.State.RUNNABLE
                        && Arrays.stream(thread.getStackTrace())
                                .anyMatch(frame -> frame.getClassName().equals(type.getName())
                                        && frame.getMethodName().equals(method)));
    }

    private List<Path> unfinished() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(LogFiles.UNFINISHED_SUFFIX))
                    .toList();
        }
    }

    private Thread startClose(FutureTask<Void> closing) throws Exception {
        Thread thread = Thread.ofPlatform().start(closing);
        await("a close that waits", thread, Keeper.class, "close");
        return thread;
    }

    private FutureTask<Void> closing() {
        return new FutureTask<>(() -> {
            log.close();
            return null;
        });
    }

    /** Requires that nothing is open any more, and that the queue has what was appended. */
    private void requireLeft(long appended) throws IOException {
        assertNull(JvmRegistry.get(LockFile.registryKey(folder.resolve("lock"))), "the lock file is open");
        assertEquals(List.of(), unfinished());
        try (MappedQueue queue = QueueSamples.openSmall(folder)) {
            assertEquals(List.of(), queue.recovery().orElseThrow().damage());
            assertEquals(LongStream.range(0, appended).boxed().toList(), QueueSamples.sequences(queue));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anAppendThatWaitsForASegmentIsAppended(boolean interrupted) throws Exception {
        lock();
        Appending appending = new Appending(new Appender(log)).awaitMake();
        FutureTask<Void> closing = closing();
        Thread closer = startClose(closing);
        if (interrupted) {
            appending.thread.interrupt();
            closer.interrupt();
        }
        unlock();
        closing.get();
        appending.requireClosed(folder);
        assertTrue(appending.appended > ENTRIES_PER_SEGMENT, "the append that had begun was not finished");
        requireLeft(appending.appended);
    }

    @Test
    void anAppendThatComesToWaitAfterTheThreadsHaveEndedMakesItsSegment() throws Exception {
        Appender appender = new Appender(log);
        log.keeper().close();
        Files.deleteIfExists(log.segments().path(1)); // if it was faster
        lock();
        Appending appending = new Appending(appender).awaitMake();
        log.close();
        unlock();
        appending.requireClosed(folder);
        assertEquals(ENTRIES_PER_SEGMENT + 1, appending.appended, "the append that had begun was not finished");
        requireLeft(appending.appended);
    }

    @Test
    void anAppendWhoseSegmentCannotBeMadeThrowsAndNothingIsLeft() throws Exception {
        Appender appender = new Appender(log);
        log.keeper().close();
        Files.deleteIfExists(log.segments().path(1)); // if it was faster
        lock();
        Appending appending = new Appending(appender).awaitMake();
        KilledProcess.awaitHere("a segment without a name", () -> unfinished().size() == 1);
        Files.delete(unfinished().getFirst());
        log.close();
        unlock();
        assertInstanceOf(NoSuchFileException.class, appending.task.get());
        assertEquals(ENTRIES_PER_SEGMENT, appending.appended);
        requireLeft(ENTRIES_PER_SEGMENT);
    }
}
