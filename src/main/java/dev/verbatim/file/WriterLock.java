package dev.verbatim.file;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The lock of a file's one writer, held on a sidecar file: of {@code quotes.npy} on {@code .quotes.npy.lock}.
 *
 * <p>On POSIX systems closing any descriptor of a file drops all locks that the process holds on it. So the lock is not on the
 * file itself, which readers open and close, and the sidecar is opened only by whoever is first entered in a registry of the
 * whole JVM. The registry is the system properties, which all class loaders share; its entries are strings. The operating system
 * drops the lock when the process ends, however it ends. The sidecar stays: to delete it safely, nobody could be opening it.
 */
final class WriterLock {

    private static final String REGISTRY_PREFIX = "dev.verbatim.writer:";

    private static final Queue<FileChannel> NEVER_CLOSED = new ConcurrentLinkedQueue<>();

    private final String registryKey;
    private final FileChannel channel;

    private WriterLock(String registryKey, FileChannel channel) {
        this.registryKey = registryKey;
        this.channel = channel;
    }

    /**
     * Takes the lock, without waiting.
     *
     * @param file the file to write, which need not exist yet; its folder must
     * @throws StructFileException if the file has a writer
     */
    static WriterLock acquire(Path file) throws IOException {
        Path real = realPath(file);
        Path sidecar = real.resolveSibling("." + real.getFileName() + ".lock");
        String registryKey = REGISTRY_PREFIX + sidecar;
        if (System.getProperties().putIfAbsent(registryKey, "locked") != null) {
            throw new StructFileException(file, "it is open for writing in this process; close the other writer first");
        }
        try {
            return new WriterLock(registryKey, lock(file, sidecar));
        } catch (IOException | RuntimeException | Error e) {
            System.getProperties().remove(registryKey);
            throw e;
        }
    }

    /** The path without symbolic links, so that two names of one file are one lock. */
    private static Path realPath(Path file) throws IOException {
        if (Files.exists(file)) {
            return file.toRealPath();
        }
        Path absolute = file.toAbsolutePath();
        Path folder = absolute.getParent();
        return folder == null ? absolute : folder.toRealPath().resolve(absolute.getFileName());
    }

    private static FileChannel lock(Path file, Path sidecar) throws IOException {
        FileChannel channel;
        try {
            channel = FileChannel.open(sidecar, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        } catch (IOException e) {
            FileSystemException named =
                    new FileSystemException(file.toString(), sidecar.toString(), "cannot open its lock file: " + e);
            named.initCause(e);
            throw named;
        }
        try {
            if (channel.tryLock() != null) {
                return channel;
            }
        } catch (OverlappingFileLockException e) {
            // Somebody bypassed the registry. Closing the channel would drop that writer's lock.
            NEVER_CLOSED.add(channel);
            throw new StructFileException(file, "it is open for writing in this process; close the other writer first");
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
        channel.close();
        throw new StructFileException(
                file, "it is open for writing in another process, which holds the lock on " + sidecar);
    }

    /** Releases the lock. */
    void release() throws IOException {
        try {
            channel.close();
        } finally {
            System.getProperties().remove(registryKey);
        }
    }
}
