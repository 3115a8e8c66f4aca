package dev.verbatim.internal.io;

import java.nio.file.Path;

/** Tells the file systems of POSIX systems from those of Windows. */
public final class FileSystemKind {

    private FileSystemKind() {}

    /**
     * {@return whether a path is of a POSIX system} There a mapped file can be cut and deleted, a move without options
     * replaces what has the name, and a folder can be opened. Anything else is taken for Windows, where none of this is
     * so.
     */
    public static boolean isPosix(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix");
    }
}
