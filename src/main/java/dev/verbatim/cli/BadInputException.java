package dev.verbatim.cli;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** Says in one line what is wrong with the user's input: an option, a file, or a value in a file. */
final class BadInputException extends Exception {

    @Serial
    private static final long serialVersionUID = 1L;

    BadInputException(@Nullable String message) {
        super(message);
    }
}
