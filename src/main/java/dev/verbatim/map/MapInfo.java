package dev.verbatim.map;

import java.lang.foreign.StructLayout;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What a map consists of.
 *
 * @param size how many keys have a value
 * @param keyKind how keys are made into bytes: {@code LONG}, {@code INT}, {@code STRING}, {@code UUID}, {@code BYTES},
 *     {@code STRUCT} or {@code VAR}
 * @param keyLayout the layout of the keys, if they have one
 * @param segmentSize the size of a segment in bytes
 * @param checksum whether entries have checksums
 * @param from the position of the first entry of the log
 * @param to the position where the log ends
 * @param durable the position up to which all has been forced
 * @param liveBytes how many bytes of the log the index leads to; the rest goes with compaction. The entries that
 *     say that a key was removed are among them, until compaction deletes the segment that they are in. It can be off
 *     by the size of an entry for each thread that was killed in the middle of a change, until the index is made anew
 * @param generation the number of the current generation of the index
 * @param indexWords how many words it has
 * @param filledWords how many of them are in use
 * @param layouts the layouts of keys and values that were stored, by id
 */
public record MapInfo(
        long size,
        String keyKind,
        Optional<StructLayout> keyLayout,
        long segmentSize,
        boolean checksum,
        long from,
        long to,
        long durable,
        long liveBytes,
        long generation,
        long indexWords,
        long filledWords,
        Map<Integer, StructLayout> layouts) {

    /** Takes a copy of the layouts. */
    public MapInfo {
        layouts = Collections.unmodifiableMap(new LinkedHashMap<>(layouts));
    }
}
