package dev.verbatim.kafka;

import java.io.IOException;
import java.io.Serial;

/**
 * Says that a relay cannot go on, and that trying again would not help: somebody has to decide something. The message
 * names the relay, what was expected, what was found, and what can be done.
 */
public class RelayException extends IOException {

    @Serial
    private static final long serialVersionUID = 1L;

    /**
     * Makes an exception.
     *
     * @param message what was expected, what was found, and what to do
     */
    public RelayException(String message) {
        super(message);
    }

    /**
     * Makes an exception with a cause.
     *
     * @param message what was expected, what was found, and what to do
     * @param cause why
     */
    public RelayException(String message, Throwable cause) {
        super(message, cause);
    }
}
