package dev.verbatim.queue;

import java.lang.foreign.StructLayout;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a queue consists of and who uses it, as {@link MappedQueue#info} found it. For a queue in use, it is out of date
 * at once.
 *
 * @param segmentSize the size of a segment in bytes
 * @param checksum whether entries have checksums
 * @param from where the oldest entry starts, if there is one
 * @param to the end of the queue, where the next entry will start
 * @param durable the position up to which all was forced to the storage device
 * @param segments the segments, by index
 * @param layouts the layouts that are stored, by id
 * @param tailers the named tailers, each with the position of the first entry that it has not acknowledged
 * @param slots the slots of the appenders that are open
 * @param reservations the entries that are reserved and not committed, by position. Readers wait at the first one whose
 *     appender is alive
 */
public record QueueInfo(
        long segmentSize,
        boolean checksum,
        long from,
        long to,
        long durable,
        List<Segment> segments,
        Map<Integer, StructLayout> layouts,
        Map<String, Long> tailers,
        List<Integer> slots,
        List<Reservation> reservations) {

    /** Takes copies. */
    public QueueInfo {
        segments = List.copyOf(segments);
        layouts = Collections.unmodifiableMap(new LinkedHashMap<>(layouts));
        tailers = Collections.unmodifiableMap(new LinkedHashMap<>(tailers));
        slots = List.copyOf(slots);
        reservations = List.copyOf(reservations);
    }

    /**
     * A segment.
     *
     * @param index its number, from 0, which is in the name of its file
     * @param position the position of its first entry
     * @param created when the first appender came to it
     */
    public record Segment(long index, long position, Instant created) {}

    /**
     * An entry that is reserved.
     *
     * @param position its position
     * @param byteSize the size of its payload in bytes
     * @param slot the slot of its appender
     * @param generation the slot's generation when the entry was reserved
     * @param alive whether its appender has the slot: then readers wait for it; otherwise the next reader passes the
     *     entry
     */
    public record Reservation(long position, long byteSize, int slot, int generation, boolean alive) {}
}
