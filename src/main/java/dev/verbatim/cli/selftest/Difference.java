package dev.verbatim.cli.selftest;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** Something is not as it has to be. The message says what, where, what was expected and what was found. */
final class Difference extends Exception {

    @Serial
    private static final long serialVersionUID = 1;

    Difference(String message) {
        super(message);
    }

    /** Requires something to be there. */
    static <T> T requirePresent(String what, @Nullable T found) throws Difference {
        if (found == null) {
            throw new Difference(what + ": expected a value, found none");
        }
        return found;
    }

    /** Requires two things to be equal. */
    static void require(String what, Object expected, Object found) throws Difference {
        if (!expected.equals(found)) {
            throw new Difference(what + ": expected " + expected + ", found " + found);
        }
    }
}
