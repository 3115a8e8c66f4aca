package dev.verbatim.cli;

import java.util.Locale;

/** The formats in which entries are printed. */
enum TextFormat {
    /** Columns for people, with numbers at the right, and long values cut. */
    TABLE,
    /** A JSON object for each entry, on a line of its own. */
    JSON,
    /** A header, and a row for each entry. */
    CSV;

    /** {@return the name as users type it} */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
