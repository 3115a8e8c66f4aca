package dev.verbatim.cli.selftest;

import java.io.Serial;

/** Something is not as it has to be. The message says what, where, what was expected and what was found. */
final class Difference extends Exception {

    @Serial
    private static final long serialVersionUID = 1;

    Difference(String message) {
        super(message);
    }

    /** Requires two things to be equal. */
    static void require(String what, Object expected, Object found) throws Difference {
        if (!expected.equals(found)) {
            throw new Difference(what + ": expected " + expected + ", found " + found);
        }
    }
}
