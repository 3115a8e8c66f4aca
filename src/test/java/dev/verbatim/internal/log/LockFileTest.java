package dev.verbatim.internal.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrowsExactly;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.internal.io.JvmRegistry;
import java.io.IOException;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
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
        try (LockFile lock = LockFile.open(path)) {
            for (long slot : new long[] {0, 1, LockDescriptor.TAILERS}) {
                assertTrue(lock.tryLock(slot));
                lock.own(slot, 7);
                lock.unlock(slot, 6);
                assertTrue(lock.isLocked(slot, 7));
                lock.unlock(slot, 7);
                assertFalse(lock.isLocked(slot));
            }
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
}
