package dev.verbatim.map;

import dev.verbatim.internal.log.LogReport;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * What a recovery or {@link MappedMap#verify} has found.
 *
 * @param from the position where the walk over the log began
 * @param to the position where it ended
 * @param committed the number of entries that are whole
 * @param aborted the number of entries that were given up
 * @param unsettled the number of entries that were neither; others may be writing them
 * @param keys the number of keys that have a value, as an iteration comes to them: one that gets or loses its value
 *     meanwhile may count or not, and one that cannot be read does not; -1 if the index was not looked at
 * @param damage what is not as a map leaves it, by position
 */
public record MapReport(
        long from, long to, long committed, long aborted, long unsettled, long keys, List<Damage> damage) {

    /** Takes a copy of the list. */
    public MapReport {
        damage = List.copyOf(damage);
    }

    static MapReport of(LogReport report, long keys, List<Damage> more) {
        List<Damage> damage = new ArrayList<>();
        report.damage().forEach(each -> damage.add(new Damage(each.position(), each.description())));
        damage.addAll(more);
        damage.sort(Comparator.comparingLong(Damage::position));
        return new MapReport(
                report.from(), report.to(), report.committed(), report.aborted(), report.orphans(), keys, damage);
    }

    /**
     * Bytes that are not as a map leaves them.
     *
     * @param position the position of the entry
     * @param description what was expected and what was found, and what a recovery has done about it
     */
    public record Damage(long position, String description) {}
}
