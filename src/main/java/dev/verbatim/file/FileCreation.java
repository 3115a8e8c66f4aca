package dev.verbatim.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.ThreadLocalRandom;

/** Makes a file appear under its name with its whole header, locked, and never in the place of another file. */
final class FileCreation {

    private FileCreation() {}

    /**
     * Creates a file. If that fails, nothing is left of it.
     *
     * @param path the file
     * @param header its content
     * @return the new file's lock
     * @throws FileAlreadyExistsException if there is anything of this name
     */
    static WriterLock create(Path path, byte[] header) throws IOException {
        requireAbsent(path);
        // Nobody else has a random name; and it is not too long where the file's own name is as long as a name can be.
        String random = Long.toHexString(ThreadLocalRandom.current().nextLong());
        Path unfinished = path.resolveSibling(".verbatim-" + random + ".new");
        WriterLock lock;
        try {
            lock = create(path, unfinished, header);
        } catch (StructFileException | FileAlreadyExistsException e) {
            throw e;
        } catch (AccessDeniedException e) {
            AccessDeniedException named = new AccessDeniedException(
                    path.toString(), null, "no file can be made in its folder: access denied");
            named.initCause(e);
            throw named;
        } catch (IOException e) {
            throw StructFileException.failed(path, "create it", e);
        }
        if (header.length > NpyDescriptor.NUMPY_MAX_HEADER_LENGTH) {
            System.getLogger(StructFile.class.getName())
                    .log(
                            System.Logger.Level.WARNING,
                            "file={0} has a header of {1} bytes: np.load opens it with max_header_size={1}",
                            path,
                            Integer.toString(header.length));
        }
        return lock;
    }

    private static void requireAbsent(Path path) throws IOException {
        Path absolute = path.toAbsolutePath();
        if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            String name = path.toString().isEmpty() ? absolute.toString() : path.toString();
            throw Files.exists(path)
                    ? new FileAlreadyExistsException(name)
                    : new FileAlreadyExistsException(
                            name, null, "a symbolic link to nothing; delete it, or make what it leads to");
        }
        Path folder = absolute.getParent();
        if (folder != null && Files.notExists(folder)) {
            throw new NoSuchFileException(folder.toString());
        }
        if (folder != null && Files.exists(folder) && !Files.isDirectory(folder)) {
            throw new NotDirectoryException(folder.toString());
        }
    }

    private static WriterLock create(Path path, Path unfinished, byte[] header) throws IOException {
        Files.createFile(unfinished);
        WriterLock lock;
        try {
            lock = fill(path, unfinished, header);
        } catch (IOException | RuntimeException | Error e) {
            try {
                Files.deleteIfExists(unfinished);
            } catch (IOException notDeleted) {
                e.addSuppressed(notDeleted);
            }
            throw e;
        }
        try {
            Files.deleteIfExists(unfinished);
        } catch (IOException e) {
            // The file is there, whole and locked: a second name does no harm.
            System.getLogger(StructFile.class.getName())
                    .log(
                            System.Logger.Level.WARNING,
                            "file=" + path + " was created, but the name it had before cannot be deleted; delete "
                                    + unfinished,
                            e);
        }
        return lock;
    }

    private static WriterLock fill(Path path, Path unfinished, byte[] header) throws IOException {
        WriterLock lock = WriterLock.acquire(unfinished);
        try {
            write(header, lock.file().channel());
            link(path, unfinished);
            return lock;
        } catch (IOException | RuntimeException | Error e) {
            lock.release();
            throw e;
        }
    }

    private static void write(byte[] header, FileChannel channel) throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap(header);
        while (buffer.hasRemaining()) {
            channel.write(buffer, buffer.position());
        }
    }

    private static void link(Path path, Path unfinished) throws IOException {
        try {
            Files.createLink(path, unfinished);
        } catch (FileAlreadyExistsException e) {
            throw new FileAlreadyExistsException(path.toString());
        } catch (FileSystemException | UnsupportedOperationException e) {
            // A file system without links. The move would replace a file that somebody makes at this very moment.
            Files.move(unfinished, path, StandardCopyOption.ATOMIC_MOVE);
        }
    }
}
