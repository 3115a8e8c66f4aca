package dev.verbatim.cli;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** Says what is wrong with what the user gave: an option, a file, a value in it. One line. */
final class BadInputException extends Exception {

    @Serial
    private static final long serialVersionUID = 1L;

    BadInputException(@Nullable String message) {
        super(message);
    }
}
