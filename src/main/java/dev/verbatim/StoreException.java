package dev.verbatim;

import java.io.IOException;
import java.io.Serial;
import java.nio.file.FileSystemException;
import java.nio.file.Path;

/**
 * Says that a queue, a map or a file of one cannot be used: it is not there, it is foreign or of another version, it is
 * damaged, it is full of writers, or a claim was lost. The message names the file, the position, what was expected and
 * what was found.
 */
public class StoreException extends IOException {

    @Serial
    private static final long serialVersionUID = 1L;

    /**
     * Makes an exception.
     *
     * @param message what was expected, and what was found
     */
    public StoreException(String message) {
        super(message);
    }

    /**
     * Makes an exception about a file.
     *
     * @param file the file or folder
     * @param expected what should be there
     * @param found what is there
     */
    public StoreException(Path file, String expected, String found) {
        super("file=" + file + ": expected " + expected + ", found " + found);
    }

    /**
     * {@return an exception that names the file and what could not be done with it}
     *
     * @param file the file or folder
     * @param action what could not be done
     * @param cause why
     */
    public static IOException failed(Path file, String action, Throwable cause) {
        String reason = cause.getMessage();
        // The message of a FileSystemException starts with a name, mostly that of the file; that of an
        // AccessDeniedException, for instance, is the name alone.
        if (cause instanceof FileSystemException system
                && (system.getReason() == null || file.toString().equals(system.getFile()))) {
            reason = system.getReason();
        }
        reason = reason == null ? cause.toString() : reason;
        return new IOException("file=" + file + ": cannot " + action + ": " + reason, cause);
    }
}
