package dev.verbatim.file;

import java.io.IOException;
import java.io.Serial;
import java.nio.file.FileSystemException;
import java.nio.file.Path;

/**
 * Says that a file cannot be used as a file of structs: it is no {@code .npy} file, it is corrupt or truncated, or it
 * has a writer already. The message names the file, the position in it, what was expected and what was found.
 */
public class StructFileException extends IOException {

    @Serial
    private static final long serialVersionUID = 1L;

    StructFileException(Path file, long position, String expected, String found) {
        super("file=" + file + " position=" + position + ": expected " + expected + ", found " + found);
    }

    StructFileException(Path file, String reason) {
        super("file=" + file + ": " + reason);
    }

    /** {@return an exception that names the file and what could not be done with it} */
    static IOException failed(Path file, String action, Throwable cause) {
        // The message of a FileSystemException starts with a name, often of a file that the user does not know.
        String reason = cause instanceof FileSystemException system ? system.getReason() : cause.getMessage();
        reason = reason == null ? cause.toString() : reason;
        return new IOException("file=" + file + ": cannot " + action + ": " + reason, cause);
    }
}
