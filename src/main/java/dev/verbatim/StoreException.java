package dev.verbatim;

import java.io.IOException;
import java.io.Serial;
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
}
