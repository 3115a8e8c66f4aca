package dev.verbatim.queue;

import java.io.IOException;
import java.io.Serial;
import java.nio.file.Path;

/**
 * Says that a queue or a file of it cannot be used: it is foreign or of another version, it is damaged, it is full of
 * appenders, or a claim was lost. The message names the file, the position, what was expected and what was found.
 */
public class QueueException extends IOException {

    @Serial
    private static final long serialVersionUID = 1L;

    QueueException(String message) {
        super(message);
    }

    QueueException(Path file, String expected, String found) {
        super("file=" + file + ": expected " + expected + ", found " + found);
    }

    /** {@return an exception that names the file and what could not be done with it} */
    static IOException failed(Path file, String action, Throwable cause) {
        String reason = cause.getMessage() == null ? cause.toString() : cause.getMessage();
        return new IOException("file=" + file + ": cannot " + action + ": " + reason, cause);
    }
}
