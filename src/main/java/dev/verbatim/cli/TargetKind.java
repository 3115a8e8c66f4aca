package dev.verbatim.cli;

import java.nio.file.Path;
import java.util.Locale;

/** What can be made by {@code verbatim convert}. */
enum TargetKind {
    /** A file of structs. */
    NPY,
    /** A queue. */
    QUEUE,
    /** A map. */
    MAP,
    /** A header and a row an entry. */
    CSV,
    /** An object an entry. */
    JSON;

    /** {@return what a name ends in} */
    static TargetKind ofName(Path path) throws BadInputException {
        String name = path.toString().toLowerCase(Locale.ROOT);
        if (name.endsWith(".npy")) {
            return NPY;
        } else if (name.endsWith(".csv")) {
            return CSV;
        } else if (name.endsWith(".json") || name.endsWith(".jsonl")) {
            return JSON;
        }
        throw new BadInputException(path
                + ": expected a name that ends in .npy, .csv, .json or .jsonl, or --to queue, --to map or another");
    }

    /** {@return the name as users type it} */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
