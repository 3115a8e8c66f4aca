package dev.verbatim.cli.windows;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Does with files that this process may still have mapped, though nobody uses them, what Windows refuses at first: only
 * the garbage collector unmaps a file of structs.
 */
public final class MappedFiles {

    private static final int TRIES = 50;
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private MappedFiles() {}

    /**
     * {@return whether a mapped file can be cut and deleted, and a move without options replaces what has the name} It
     * is so on POSIX systems. Anything else is taken for Windows.
     */
    public static boolean areFree(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix");
    }

    /**
     * Deletes a file or an empty folder, if there is one. Windows deletes no file that is mapped: there the garbage
     * collector is asked to unmap what nobody uses any more.
     */
    public static void deleteIfExists(Path file) throws IOException {
        for (int left = TRIES; ; left--) {
            try {
                Files.deleteIfExists(file);
                return;
            } catch (DirectoryNotEmptyException e) {
                throw e;
            } catch (FileSystemException e) {
                if (left == 0 || areFree(file)) {
                    throw e;
                }
                System.gc();
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }
}
