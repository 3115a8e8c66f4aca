package dev.verbatim.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What happens between the moment in which a lock file is opened, and that in which it is locked. */
class SidecarTest {

    private static final long INODE = 4711;

    @TempDir
    Path folder;

    private Path data;
    private Path path;

    @BeforeEach
    void setUp() throws IOException {
        assumeTrue(folder.getFileSystem().supportedFileAttributeViews().contains("unix"), "needs inodes");
        data = Files.createFile(folder.resolve("quotes.npy"));
        path = folder.resolve(".verbatim-" + INODE + ".lock");
    }

    private interface Interference {
        void run() throws IOException;
    }

    /** Locks the file of a data file whose permissions are asked for, once, after the lock file was opened. */
    private Sidecar lock(Interference interference) throws IOException {
        AtomicInteger asked = new AtomicInteger();
        Path real = (Path) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Path.class}, (_, method, arguments) -> {
                    if (!method.getName().equals("getFileSystem")) {
                        return method.invoke(data, arguments);
                    }
                    if (asked.getAndIncrement() == 0) {
                        interference.run();
                    }
                    throw new UnsupportedOperationException("no permissions");
                });
        Sidecar locked = Sidecar.lock(data, real, INODE);
        assertTrue(asked.get() > 0, "no interference");
        assertNotNull(locked);
        return locked;
    }

    /** In one process, two locks of one file overlap. */
    private void assertLocked() throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
            assertThrows(OverlappingFileLockException.class, channel::tryLock);
        }
    }

    private void assertOnly(Path... expected) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            assertEquals(List.of(expected), files.sorted().toList());
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aFileThatWasDeletedIsNotTheLock(boolean existed) throws IOException {
        if (existed) {
            Files.createFile(path);
        }
        Sidecar locked = lock(() -> Files.delete(path));

        assertLocked();
        locked.release();
        assertOnly(data);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aFileThatWasReplacedIsNotTheLock(boolean existed) throws IOException {
        if (existed) {
            Files.createFile(path);
        }
        Sidecar locked = lock(() -> {
            Files.delete(path);
            Files.createFile(path);
        });

        assertLocked();
        locked.release();
        assertOnly(data);
    }

    @Test
    void theLockOfTheNextWriterIsLeftAlone() throws IOException {
        Sidecar[] next = new Sidecar[1];
        assertThrows(
                OverlappingFileLockException.class,
                () -> lock(() -> {
                    Files.delete(path);
                    next[0] = Sidecar.lock(data, data, INODE);
                }));

        assertLocked();
        next[0].release();
        assertOnly(data);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aFailureLeavesNoFileThatWasMadeForIt(boolean existed) throws IOException {
        if (existed) {
            Files.createFile(path);
        }
        assertThrows(
                IllegalStateException.class,
                () -> lock(() -> {
                    throw new IllegalStateException();
                }));
        assertOnly(existed ? new Path[] {path, data} : new Path[] {data});
    }
}
