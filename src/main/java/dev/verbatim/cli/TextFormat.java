package dev.verbatim.cli;

import java.util.Locale;

/** What entries are printed as. */
enum TextFormat {
    /** A JSON object a line. */
    JSON,
    /** A header and a row an entry. */
    CSV;

    /** {@return the name as it is typed} */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
