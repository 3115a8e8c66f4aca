package dev.verbatim.cli;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Where entries begin.
 *
 * @param from the position or the index of the first one; null for the first that there is
 * @param fromTime a time at which the segment of the first one was being written; null for any
 */
record Start(@Nullable Long from, @Nullable Instant fromTime) {

    /** The first entry that there is. */
    static final Start FIRST = new Start(null, null);

    /** Requires that no time is given. */
    void requireNoTime(String store) throws BadInputException {
        if (fromTime != null) {
            throw new BadInputException("--from-time " + fromTime + ": expected a queue, found " + store);
        }
    }
}
