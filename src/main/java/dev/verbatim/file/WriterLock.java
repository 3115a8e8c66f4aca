package dev.verbatim.file;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * The lock of a file's one writer. It belongs to the file, not to a name: a process that opens the file by another name
 * meets it.
 *
 * <p>The lock has three parts. An entry in {@link WriterRegistry} keeps out all others in this JVM. A lock of the
 * operating system on a byte of the file keeps out other processes, wherever the file is moved. But on POSIX systems
 * that lock is dropped when code of this process opens and closes the file by itself. So there is a second lock of the
 * operating system, on a {@link Sidecar}, which such code does not touch; only processes that come through the same
 * folder find it. The operating system drops both when the process ends, however it ends.
 */
final class WriterLock {

    static final String OPEN_HERE = "it is open for writing in this process; close the other writer first";
    static final String OPEN_ELSEWHERE = "it is open for writing in another process; close the other writer first";

    /**
     * The byte of the data file that is locked. It need not exist. It is far from all bytes that do, since Windows lets
     * nobody else read a locked byte.
     */
    static final long LOCKED_BYTE = 1L << 62;

    private static final Queue<FileChannel> NEVER_CLOSED = new ConcurrentLinkedQueue<>();

    private final DataFile file;
    private final FileLock lock;
    private final @Nullable Sidecar sidecar;

    private WriterLock(DataFile file, FileLock lock, @Nullable Sidecar sidecar) {
        this.file = file;
        this.lock = lock;
        this.sidecar = sidecar;
    }

    /**
     * Opens a file and takes its lock, without waiting.
     *
     * @throws NoSuchFileException if there is no such file
     * @throws StructFileException if the file has a writer, or is no regular file
     */
    static WriterLock acquire(Path path) throws IOException {
        while (true) {
            WriterLock lock = acquire(path, FileIdentity.of(path));
            if (lock != null && lock.releaseUnlessOf(path)) {
                return lock;
            }
        }
    }

    /** {@return whether a path still leads to the file} Its last writer may have put another there: if so, releases. */
    boolean releaseUnlessOf(Path path) throws IOException {
        boolean isOf;
        try {
            isOf = file.identity().equals(FileIdentity.of(path));
        } catch (IOException | RuntimeException e) {
            try {
                release();
            } catch (IOException notReleased) {
                e.addSuppressed(notReleased);
            }
            throw e;
        }
        if (!isOf) {
            release();
        }
        return isOf;
    }

    /** {@return the lock, or null if the path leads to another file by now} */
    private static @Nullable WriterLock acquire(Path path, FileIdentity identity) throws IOException {
        if (!WriterRegistry.enter(identity)) {
            throw new StructFileException(path, OPEN_HERE);
        }
        WriterLock lock = null;
        try {
            Path real = path.toRealPath();
            DataFile file = DataFile.open(path, identity, StandardOpenOption.READ, StandardOpenOption.WRITE);
            lock = file == null ? null : lock(path, real, file);
            return lock;
        } finally {
            if (lock == null) {
                WriterRegistry.leave(identity);
            }
        }
    }

    private static WriterLock lock(Path path, Path real, DataFile file) throws IOException {
        FileLock lock;
        try {
            lock = file.channel().tryLock(LOCKED_BYTE, 1, false);
        } catch (OverlappingFileLockException e) {
            // Another writer bypassed the registry, or has just created the file and is known there by another name.
            // On a POSIX system closing the channel would drop its lock.
            StructFileException refusal = new StructFileException(path, OPEN_HERE);
            if (file.identity().inode() != FileIdentity.NO_INODE) {
                NEVER_CLOSED.add(file.channel());
                throw refusal;
            }
            try {
                file.close();
            } catch (IOException notClosed) {
                refusal.addSuppressed(notClosed);
            }
            throw refusal;
        } catch (IOException e) {
            file.close();
            throw StructFileException.failed(path, "lock it", e);
        }
        try {
            if (lock == null) {
                throw new StructFileException(path, OPEN_ELSEWHERE);
            }
            long inode = file.identity().inode();
            Sidecar sidecar = inode == FileIdentity.NO_INODE ? null : Sidecar.lock(path, real, inode);
            WriterRegistry.setWriter(file.identity(), file.channel());
            return new WriterLock(file, lock, sidecar);
        } catch (IOException | RuntimeException | Error e) {
            // A channel that is kept would keep the lock with it.
            try (file) {
                if (lock != null) {
                    lock.release();
                }
            }
            throw e;
        }
    }

    /** {@return the file, open to read and write} */
    DataFile file() {
        return file;
    }

    /** Releases the lock, and closes the file if it is still open. */
    void release() throws IOException {
        try {
            if (sidecar != null) {
                sidecar.release();
            }
        } finally {
            try {
                if (lock.isValid()) {
                    lock.release();
                }
                file.close();
            } finally {
                WriterRegistry.leave(file.identity());
            }
        }
    }
}
