package dev.verbatim.file;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A locked file beside a data file, which is there as long as the data file has a writer. It is named after the number
 * of the data file: for inode 4711 it is {@code .verbatim-4711.lock}. So all names that the data file has in this
 * folder lead to it.
 *
 * <p>A writer that comes here has the lock on the data file already. It loses that lock when code that knows nothing of
 * the lock opens the data file in the writer's process and closes it. It does not lose the lock on this file, because
 * nobody has a reason to open this file.
 */
final class Sidecar {

    private final Path path;
    private final FileChannel channel;

    private Sidecar(Path path, FileChannel channel) {
        this.path = path;
        this.channel = channel;
    }

    /**
     * Makes the file, and locks it.
     *
     * @param dataFile names the data file in messages
     * @param real the data file, by a path without symbolic links
     * @param inode the data file's number
     * @return the locked file; null if this user may write the data file, but cannot make files in its folder
     * @throws StructFileException if another process has the lock
     */
    static @Nullable Sidecar lock(Path dataFile, Path real, long inode) throws IOException {
        Path path = real.resolveSibling(".verbatim-" + inode + ".lock");
        while (true) {
            boolean unused = false;
            try {
                unused = make(dataFile, path);
                Object key = key(dataFile, path);
                FileChannel channel = open(dataFile, path);
                try {
                    // Before it is locked: this may open the file, and close it.
                    permitAsMuchAs(real, path);
                    FileLock lock = channel.tryLock();
                    unused = false; // by this writer, or by whoever was faster
                    if (lock == null) {
                        throw new StructFileException(dataFile, WriterLock.OPEN_ELSEWHERE);
                    }
                    // One that was deleted while it was being opened locks nobody out, even if there is a new one by
                    // now.
                    if (leadsTo(path, key)) {
                        return new Sidecar(path, channel);
                    }
                    channel.close();
                } catch (IOException | RuntimeException | Error e) {
                    channel.close();
                    throw e;
                }
            } catch (NoSuchFileException e) {
                unused = false; // deleted by a writer who closed
            } catch (AccessDeniedException e) {
                return null;
            } finally {
                if (unused) {
                    delete(path);
                }
            }
        }
    }

    /** {@return whether there was none, and this one is new} */
    private static boolean make(Path dataFile, Path path) throws IOException {
        try {
            Files.createFile(path);
            return true;
        } catch (FileAlreadyExistsException e) {
            return false; // of a writer that lives, or of one that died
        } catch (IOException e) {
            throw isDenied(e, Objects.requireNonNull(path.getParent()))
                    ? new AccessDeniedException(path.toString())
                    : StructFileException.failed(dataFile, "make its lock file " + path, e);
        }
    }

    private static FileChannel open(Path dataFile, Path path) throws IOException {
        try {
            return FileChannel.open(path, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
        } catch (NoSuchFileException e) {
            throw e;
        } catch (IOException e) {
            throw isDenied(e, path)
                    ? new AccessDeniedException(path.toString())
                    : StructFileException.failed(dataFile, "open its lock file " + path, e);
        }
    }

    /** A lack of permission has a class of exceptions. A folder that is mounted to read only has none: it is asked. */
    private static boolean isDenied(IOException e, Path written) {
        return e instanceof AccessDeniedException || (Files.exists(written) && !Files.isWritable(written));
    }

    private static Object key(Path dataFile, Path path) throws IOException {
        BasicFileAttributes found = attributes(path);
        if (!found.isRegularFile()) {
            throw new StructFileException(dataFile, "its lock file " + path + " is no regular file; delete it");
        }
        // Where files have inodes, they have keys.
        return Objects.requireNonNull(found.fileKey());
    }

    private static boolean leadsTo(Path path, Object key) throws IOException {
        try {
            return key.equals(attributes(path).fileKey());
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    private static BasicFileAttributes attributes(Path path) throws IOException {
        return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    }

    /** Lets every user that may write the data file lock this one, if this process dies. */
    private static void permitAsMuchAs(Path real, Path path) {
        try {
            PosixFileAttributes data = Files.readAttributes(real, PosixFileAttributes.class);
            PosixFileAttributeView view =
                    Files.getFileAttributeView(path, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
            PosixFileAttributes sidecar = view.readAttributes();
            if (!sidecar.group().equals(data.group())) {
                view.setGroup(data.group());
            }
            if (!sidecar.permissions().equals(data.permissions())) {
                view.setPermissions(data.permissions());
            }
        } catch (IOException | UnsupportedOperationException e) {
            // It may be another user's file. A writer that cannot open it goes without it.
        }
    }

    /** Deletes the file, and with it the lock. */
    void release() throws IOException {
        try (channel) {
            delete(path);
        }
    }

    private static void delete(Path path) throws IOException {
        try {
            Files.deleteIfExists(path);
        } catch (FileSystemException e) {
            // It was another user's, who died, in a folder where only the owner may delete a file. It stays, and locks
            // nobody out.
        }
    }
}
