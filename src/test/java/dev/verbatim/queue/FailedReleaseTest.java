package dev.verbatim.queue;

import static dev.verbatim.queue.QueueSamples.SMALL_SEGMENT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.internal.io.CallGuard;
import dev.verbatim.internal.io.JvmRegistry;
import dev.verbatim.internal.log.LockDescriptor;
import dev.verbatim.internal.log.Log;
import dev.verbatim.internal.log.LogOptions;
import dev.verbatim.internal.log.SegmentDescriptor;
import dev.verbatim.internal.log.SegmentFile;
import dev.verbatim.internal.log.TailerName;
import dev.verbatim.queue.QueueSamples.Entry;
import java.io.IOException;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Logger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Where one thing cannot be released, the others are, and what failed is thrown. */
@Timeout(60)
class FailedReleaseTest {

    private static final long SLOT = LockDescriptor.SLOTS;
    private static final long NAME = LockDescriptor.TAILERS;

    @TempDir
    Path temporary;

    private Path folder;
    private Log log;
    private String registryKey;

    /** The locks of this JVM, by byte: what {@code LockFile} has in the {@link JvmRegistry}. */
    private Map<Object, Object> locks;

    @BeforeEach
    @SuppressWarnings("unchecked") // nothing else has such a key
    void open() throws IOException {
        folder = temporary.resolve("queue");
        // No batch is forced before the queue is closed.
        log = Log.open(
                MappedQueue.KIND, new LogOptions(folder, SMALL_SEGMENT, null, false, Duration.ofHours(1), true, false));
        Path lock = folder.resolve(LockDescriptor.FILE_NAME);
        Object identity = Files.readAttributes(lock, BasicFileAttributes.class).fileKey();
        registryKey = "verbatim-log:" + (identity == null ? lock.toRealPath() : identity);
        locks = (Map<Object, Object>) JvmRegistry.get(registryKey);
    }

    /** An appender whose segment nobody else uses: the keeper would, now and then. */
    private Appender appender() throws IOException {
        Appender appender = new Appender(log);
        log.keeper().close();
        return appender;
    }

    /** What has been locked is locked, and then the control file cannot be read. */
    private static final class UnreadableThen extends HashMap<Object, Object> {

        private static final long serialVersionUID = 1;

        private transient Log log;

        @Override
        public Object put(Object key, Object value) {
            Object before = super.put(key, value);
            if (log != null && key.equals(NAME)) {
                log.control().close();
            }
            return before;
        }
    }

    private Tailer tailer() throws IOException {
        return new Tailer(log, TailerName.take(log, "reader"));
    }

    /** A lock that is released, and then says that it was not. */
    private static final class FailingLock extends FileLock {

        private final FileLock lock;
        private final IOException failure;

        FailingLock(FileLock lock, IOException failure) {
            super(lock.channel(), lock.position(), lock.size(), lock.isShared());
            this.lock = lock;
            this.failure = failure;
        }

        @Override
        public boolean isValid() {
            return lock.isValid();
        }

        @Override
        public void release() throws IOException {
            lock.release();
            throw failure;
        }
    }

    private IOException failToUnlock(long position) {
        IOException failure = new IOException("byte " + position + " stays locked");
        locks.compute(position, (key, lock) -> new FailingLock((FileLock) lock, failure));
        return failure;
    }

    /** Takes a use of a segment that is another's. That one's own release fails. */
    private void failToRelease(long index) throws IOException {
        SegmentFile segment = log.segments().acquire(index);
        log.segments().release(segment);
        log.segments().release(segment);
    }

    /** Neither the segment nor the byte of the lock file can be given back; the byte is unlocked all the same. */
    private void closeWhereBothFail(AutoCloseable user, long position) throws IOException {
        failToRelease(0);
        IOException failure = failToUnlock(position);
        NullPointerException first = assertThrows(NullPointerException.class, user::close);
        assertEquals("a segment that is used", first.getMessage());
        assertEquals(List.of(failure), List.of(first.getSuppressed()));
        assertFalse(locks.containsKey(position));
        requireLeft();
    }

    private void requireLeft() throws IOException {
        log.close();
        requireAllGivenBack();
    }

    private void requireAllGivenBack() {
        assertNull(JvmRegistry.get(registryKey), "the lock file is open");
        assertThrows(IllegalStateException.class, () -> log.control().durableAcquire(), "the control file is mapped");
        assertEquals(
                "queue=" + folder + " is closed",
                assertThrows(IllegalStateException.class, () -> log.segments().acquire(0))
                        .getMessage());
    }

    @Test
    void anAppenderLeavesTheQueueThoughItsSlotCannotBeGivenBack() throws IOException {
        Appender appender = appender();
        IOException failure = failToUnlock(SLOT);
        assertSame(failure, assertThrows(IOException.class, appender::close));
        requireLeft();
    }

    @Test
    void anAppenderGivesItsSlotBackThoughItsSegmentCannotBe() throws IOException {
        closeWhereBothFail(appender(), SLOT);
    }

    @Test
    void anAppenderReleasesItsSegmentThoughItsClaimCannotBeAborted() throws IOException {
        Appender appender = appender();
        appender.claim(8);
        SegmentFile segment = log.segments().acquire(0);
        segment.unmap();
        log.segments().release(segment);
        assertThrows(IllegalStateException.class, appender::close);
        SegmentFile anew = log.segments().acquire(0);
        assertTrue(anew.memory().scope().isAlive(), "it is the one that the appender has");
        log.segments().release(anew);
        assertFalse(locks.containsKey(SLOT));
        requireLeft();
    }

    @Test
    void aTailerGivesItsNameBackThoughItsSegmentCannotBe() throws IOException {
        closeWhereBothFail(tailer(), NAME);
    }

    @Test
    void aTailerLeavesTheQueueThoughItsNameCannotBeGivenBack() throws IOException {
        Tailer tailer = tailer();
        IOException failure = failToUnlock(NAME);
        assertSame(failure, assertThrows(IOException.class, tailer::close));
        requireLeft();
    }

    @Test
    void aTailerWithoutANameLeavesTheQueueToo() throws IOException {
        Tailer tailer = new Tailer(log, null);
        failToRelease(0);
        assertThrows(NullPointerException.class, tailer::close);
        requireLeft();
    }

    /** As where there is no memory for it. */
    @Test
    void aNameThatCouldNotBeTakenIsFree() throws IOException {
        log.close();
        UnreadableThen noted = new UnreadableThen();
        assertNull(JvmRegistry.putIfAbsent(registryKey, noted));
        log = Log.open(
                MappedQueue.KIND, new LogOptions(folder, SMALL_SEGMENT, null, false, Duration.ZERO, false, false));
        noted.log = log;
        assertThrows(IllegalStateException.class, () -> TailerName.take(log, "reader"));
        assertFalse(noted.containsKey(NAME));
        log.close();
        requireAllGivenBack();
    }

    @Test
    void allUsersAreClosedWhereSomeFail() {
        List<CallGuard> closed = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            boolean isError = i % 2 == 0;
            CallGuard[] guard = new CallGuard[1];
            guard[0] = new CallGuard("a user", FailedReleaseTest.class.getName(), () -> {
                closed.add(guard[0]);
                log.remove(guard[0]);
                if (isError) {
                    throw new InternalError("of memory");
                }
                throw new IllegalStateException("of memory");
            });
            log.add(guard[0]);
        }

        IOException failure = assertThrows(IOException.class, log::close);

        assertEquals("file=" + folder + ": cannot close what was open on it: of memory", failure.getMessage());
        assertEquals(10, closed.size());
        assertEquals(9, failure.getSuppressed().length);
        requireAllGivenBack();
    }

    @Test
    void aQueueIsClosedThoughItsLastBatchCannotBeForced() throws IOException {
        try (Appender appender = appender()) {
            appender.append(Entry.CODEC, Entry.of(0, 1));
        }
        Files.delete(folder.resolve(SegmentDescriptor.fileName(0)));
        assertThrows(IOException.class, log::close);
        requireAllGivenBack();
    }

    @Test
    void aQueueIsClosedThoughItsLockFileCannotBe() throws IOException {
        AutoCloseable channel = (AutoCloseable) locks.remove("channel");
        assertEquals(
                "file=" + folder.resolve("lock") + " is closed",
                assertThrows(IllegalStateException.class, log::close).getMessage());
        requireAllGivenBack();
        close(channel);
    }

    private static void close(AutoCloseable channel) {
        try {
            channel.close();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    /** As where there is no memory to note it. */
    @Test
    void aUserThatCouldNotBeNotedDoesNotKeepTheQueueOpen() throws IOException {
        assertThrows(NullPointerException.class, () -> log.add(null));
        requireLeft();
    }

    /** The methods that are calls. */
    private static final class Caller {

        static void leaveAfterClose(CallGuard guard, Log log) throws IOException {
            guard.enter();
            log.close();
        }
    }

    /** As where a call ends by an error of the stack. */
    @Test
    void aSecondCloseGoesOnWithWhatTheFirstLeftToTheEndOfACall() throws IOException {
        List<CallGuard> released = new ArrayList<>();
        CallGuard[] guard = new CallGuard[1];
        guard[0] = new CallGuard("a user", Caller.class.getName(), () -> {
            released.add(guard[0]);
            log.remove(guard[0]);
        });
        log.add(guard[0]);
        Caller.leaveAfterClose(guard[0], log);
        assertEquals(List.of(), released);
        assertTrue(log.control().durableAcquire() > 0, "the control file is mapped");

        requireLeft();
        assertEquals(List.of(guard[0]), released);
        log.close();
        assertEquals(List.of(guard[0]), released);
    }

    /** Its result is the caller's; what fails after it belongs to a close that has gone on. */
    @Test
    void aCallThatEndsAfterTheCloseReturnsThoughTheRestCannotBeReleased() throws IOException {
        assertEquals(7, log.<Integer, IOException>call(() -> {
            log.close();
            log.control().close();
            return 7;
        }));
        requireAllGivenBack();
    }

    /** As where there is no memory to log it. */
    @Test
    void aCallThatEndsAfterTheCloseReturnsThoughThatCannotBeLogged() throws IOException {
        Logger logger = Logger.getLogger(Log.class.getName());
        AtomicInteger refused = new AtomicInteger();
        logger.setFilter(entry -> {
            refused.incrementAndGet();
            throw new InternalError("of memory");
        });
        try {
            assertEquals(7, log.<Integer, IOException>call(() -> {
                log.close();
                log.control().close();
                return 7;
            }));
            assertEquals(1, refused.get());
        } finally {
            logger.setFilter(null);
        }
        requireAllGivenBack();
    }
}
