package dev.verbatim.internal.log;

import java.util.List;

/**
 * What a {@link Scan} or a {@link Recovery} has found.
 *
 * @param from the position where the walk began
 * @param to the position where it ended: the end of the log at that time
 * @param committed the number of entries that are whole
 * @param aborted the number of entries that were given up
 * @param orphans the number of entries that were reserved or prepared
 * @param damage what is not as an appender leaves it, by position
 */
public record LogReport(long from, long to, long committed, long aborted, long orphans, List<Damage> damage) {

    /**
     * Bytes that are not as an appender leaves them.
     *
     * @param position where they start
     * @param description what was expected and what was found, and what a recovery has done about it
     */
    public record Damage(long position, String description) {}
}
