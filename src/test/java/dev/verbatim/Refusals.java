package dev.verbatim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrowsExactly;

import org.junit.jupiter.api.function.Executable;

/** Codecs and views that cannot be made. */
final class Refusals {

    private Refusals() {}

    /** Asserts that a codec or a view is refused for these mismatches, in this order. */
    static void assertRefused(Executable binding, String... lines) {
        assertEquals(
                String.join("\n", lines),
                String.join(
                        "\n",
                        assertThrowsExactly(LayoutMismatchException.class, binding)
                                .mismatches()));
    }
}
