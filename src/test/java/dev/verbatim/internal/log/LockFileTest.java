package dev.verbatim.internal.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrowsExactly;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.verbatim.StoreException;
import dev.verbatim.internal.io.JvmRegistry;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LockFileTest {

    private static final long BYTE = LockDescriptor.STORE;

    @TempDir
    Path folder;

    private Path path;

    @BeforeEach
    void create() throws IOException {
        path = Files.createFile(folder.resolve("lock"));
    }

    @Test
    void aByteIsLockedOnceInAJvm() throws IOException {
        try (LockFile one = LockFile.open(path);
                LockFile other = LockFile.open(path)) {
            assertTrue(one.tryLock(BYTE));
            assertFalse(other.tryLock(BYTE));
            assertTrue(other.isLocked(BYTE));
            other.unlock(BYTE);
            assertFalse(one.isLocked(BYTE));
            assertTrue(other.tryLock(BYTE));
        }
    }

    @Test
    void anOwnerUnlocksWhatIsItsOwn() throws IOException {
        List<Integer> bytes = List.of(0, 1, LockDescriptor.TAILERS);
        try (LockFile lock = LockFile.open(path)) {
            for (int position : bytes) {
                assertTrue(lock.tryLock(position));
                lock.own(position, position + 7);
            }
            for (int position : bytes) {
                lock.unlock(position, position + 6);
                assertTrue(lock.isLocked(position, position + 7));
                lock.unlock(position, position + 7);
                assertFalse(lock.isLocked(position));
            }
        }
    }

    /** A thread that stays interrupted does not park: it would ask the operating system without a pause. */
    @Test
    void anInterruptedThreadWaitsForALockAndStaysInterrupted() throws Exception {
        try (LockFile holder = LockFile.open(path);
                LockFile waiter = LockFile.open(path)) {
            assertTrue(holder.tryLock(BYTE));
            FutureTask<Boolean> locking = new FutureTask<>(() -> {
                Thread.currentThread().interrupt();
                waiter.lock(Math.toIntExact(BYTE));
                return Thread.currentThread().isInterrupted();
            });
            Thread thread = Thread.ofPlatform().start(locking);
            while (!locking.isDone() && !waiter.equals(LockSupport.getBlocker(thread))) {
                Thread.onSpinWait();
            }
            boolean parks = !thread.isInterrupted();
            holder.unlock(BYTE);
            assertTrue(locking.get(), "it stays interrupted");
            assertTrue(parks);
        }
    }

    @Test
    void aLaterOwnerProvesThatALockWasLost() throws IOException {
        try (LockFile lock = LockFile.open(path)) {
            assertTrue(lock.tryLock(3));
            lock.own(3, 7);
            assertFalse(lock.isLocked(3, 8));
            assertTrue(lock.tryLock(3));
        }
    }

    /** It may be writable by now, but the channel stays as it is while one of its users does. */
    @Test
    void aFileThatWasOpenedToReadHereIsNotLocked() throws IOException {
        String key = LockFile.registryKey(path);
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            JvmRegistry.putIfAbsent(key, new HashMap<>(Map.of("channel", channel, "users", 1)));
            try (LockFile lock = LockFile.open(path)) {
                StoreException thrown = assertThrowsExactly(StoreException.class, () -> lock.tryLock(BYTE));
                assertEquals(
                        "file=" + path + ": expected a file that this process has open to write, found one that it"
                                + " could only read when it opened it; close all that has it open here, and open it"
                                + " again",
                        thrown.getMessage());
                assertFalse(lock.isLocked(BYTE));
            }
        } finally {
            JvmRegistry.remove(key);
        }
        try (LockFile lock = LockFile.open(path)) {
            assertTrue(lock.tryLock(BYTE));
        }
    }

    @Test
    void aLockThatIsRefusedNamesTheFile() throws IOException {
        String key = LockFile.registryKey(path);
        FileChannel closed = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
        closed.close();
        JvmRegistry.putIfAbsent(key, new HashMap<>(Map.of("channel", closed, "users", 1)));
        try (LockFile lock = LockFile.open(path)) {
            IOException thrown = assertThrowsExactly(IOException.class, () -> lock.tryLock(BYTE));
            assertEquals(
                    "file=" + path + ": cannot lock byte " + BYTE + ": " + new ClosedChannelException(),
                    thrown.getMessage());
        } finally {
            JvmRegistry.remove(key);
        }
    }

    /** Notes a lock, and then has no memory for more room: so does a map of the JDK. */
    private static final class WithoutMemory extends HashMap<Object, Object> {

        private static final long serialVersionUID = 1;

        private boolean full;

        @Override
        public Object put(Object key, Object value) {
            Object before = super.put(key, value);
            if (full && value instanceof FileLock) {
                throw new OutOfMemoryError("no room");
            }
            return before;
        }
    }

    @Test
    void aLockThatCouldNotBeNotedIsNotHeld() throws IOException {
        WithoutMemory shared = new WithoutMemory();
        assertNull(JvmRegistry.putIfAbsent(LockFile.registryKey(path), shared));
        try (LockFile lock = LockFile.open(path)) {
            shared.full = true;
            assertEquals(
                    "no room",
                    assertThrowsExactly(OutOfMemoryError.class, () -> lock.tryLock(BYTE))
                            .getMessage());
            shared.full = false;
            assertFalse(lock.isLocked(BYTE));
            assertTrue(lock.tryLock(BYTE));
        }
        assertNull(JvmRegistry.get(LockFile.registryKey(path)));
    }

    /** For want of memory a byte would stay locked, and others would wait for it, in other processes too. */
    @Test
    void toUnlockAByteTakesNoMemory() throws IOException {
        for (int position : List.of(LockDescriptor.SLOTS + 500, LockDescriptor.DELETE, LockDescriptor.STORE + 1)) {
            try (LockFile lock = LockFile.open(path)) {
                assertEquals(0, leastAllocated(lock, position, false), "byte " + position);
                assertEquals(0, leastAllocated(lock, position, true), "byte " + position + " of an owner");
            }
        }
    }

    /** {@return what an unlock allocates: the least of many times, as what is linked on the way counts too} */
    private static long leastAllocated(LockFile lock, int position, boolean owned) throws IOException {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long least = Long.MAX_VALUE;
        for (int n = 0; n < 50 && least > 0; n++) {
            assertTrue(lock.tryLock(position));
            if (owned) {
                lock.own(position, n);
            }
            long before = threads.getCurrentThreadAllocatedBytes();
            if (owned) {
                lock.unlock(position, n);
            } else {
                lock.unlock(position);
            }
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
            assertFalse(lock.isLocked(position));
        }
        return least;
    }
}
