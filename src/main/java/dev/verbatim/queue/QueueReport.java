package dev.verbatim.queue;

import dev.verbatim.internal.log.LogReport;
import java.util.List;

/**
 * What a walk over a queue has found: the recovery of {@link MappedQueue#recovery}, which repairs, or
 * {@link MappedQueue#verify}, which does not.
 *
 * @param from the position where the walk began
 * @param to the position where it ended: the end of the queue at that time
 * @param committed the number of entries that are whole
 * @param aborted the number of entries that their appenders gave up, or that a reader or a recovery gave up for them
 * @param orphans the number of entries that were reserved; a recovery has aborted them; in a queue in use, appenders
 *     may be writing them
 * @param damage what is not as an appender leaves it, by position
 */
public record QueueReport(long from, long to, long committed, long aborted, long orphans, List<Damage> damage) {

    /** Takes a copy of the list. */
    public QueueReport {
        damage = List.copyOf(damage);
    }

    static QueueReport of(LogReport report) {
        return new QueueReport(
                report.from(),
                report.to(),
                report.committed(),
                report.aborted(),
                report.orphans(),
                report.damage().stream()
                        .map(each -> new Damage(each.position(), each.description()))
                        .toList());
    }

    /**
     * Bytes that are not as an appender leaves them.
     *
     * @param position where they start
     * @param description what was expected and what was found, and what a recovery has done about it
     */
    public record Damage(long position, String description) {}
}
