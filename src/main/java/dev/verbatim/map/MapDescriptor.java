package dev.verbatim.map;

import dev.verbatim.internal.log.EntryDescriptor;
import dev.verbatim.internal.log.LockDescriptor;
import dev.verbatim.internal.log.LogKind;

/**
 * What the files of a map have beside those of its log, all little-endian. The payload of an entry of the log:
 *
 * <pre>
 *   0               8               12              16
 *   +---------------+---------------+---------------+--------------+-----------------------+---------+
 *   | origin        | key length    | flags         | key          | zeros to a multiple   | value   |
 *   | long          | int           | int           |              | of 8                  |         |
 *   +---------------+---------------+---------------+--------------+-----------------------+---------+
 * </pre>
 *
 * <p>The longs of the control file that belong to the store:
 *
 * <pre>
 *   0  seed of the hash; never 0
 *   1  how keys are made into bytes: kind in the low half, id of the layout in the high half
 *   2  current generation of the index
 *   3  floor: the position from which on entries count
 *   4  id of the repair of the log after which the index was made
 *   5  0
 *   6  1 if anything of the map was promised to survive a loss of power, by any process
 * </pre>
 */
final class MapDescriptor {

    /**
     * The segment size of a new map for which none is set. It is half of a queue's, because a map of any size has
     * nearly three segments of room beside what it needs.
     */
    private static final long NEW_SEGMENT_SIZE = 32L << 20;

    /** What a map is to its log. */
    static final LogKind KIND = LogKind.of("map", "VBMCNTRL", "VBMSEGMT")
            .withNewSegmentSize(NEW_SEGMENT_SIZE)
            .settlingAsMet()
            .readingAtRandom();

    /** Where the position is of the entry that this one is a copy of; 0 if it is none. */
    static final int ORIGIN_OFFSET = 0;

    /** Where the bytes of the key are counted. */
    static final int KEY_LENGTH_OFFSET = ORIGIN_OFFSET + Long.BYTES;

    /** Where the flags are. */
    static final int FLAGS_OFFSET = KEY_LENGTH_OFFSET + Integer.BYTES;

    /** Where the key starts. */
    static final int KEY_OFFSET = FLAGS_OFFSET + Integer.BYTES;

    /** The flag of an entry that says that its key has no value. */
    static final int TOMBSTONE_FLAG = 1;

    /** Beside the flag: in which second the entry was written, or the one that it is a copy of; 0 if not known. */
    static final int SECOND_SHIFT = 1;

    /** What seconds are counted from: 2020-01-01T00:00:00Z, in seconds from 1970. They reach to 2088. */
    static final long SECONDS_BASE = 1_577_836_800;

    /** The store's long that has the hash's seed. */
    static final int SEED = 0;

    /** The store's long that says how keys are made into bytes. */
    static final int KEY_CODEC = 1;

    /** The store's long that has the number of the current generation. */
    static final int CURRENT = 2;

    /** The store's long that has the floor. */
    static final int FLOOR = 3;

    /** The store's long that has the id of the repair after which the index was made. */
    static final int REPAIR = 4;

    /** The store's long that says whether anything was promised to survive a loss of power. */
    static final int DURABLE = 6;

    /** Held while the index is made anew, within {@link LockDescriptor#OPENING}. */
    static final int INDEX_LOCK = LockDescriptor.STORE;

    /** Held while a segment is compacted. It is the last before {@link LockDescriptor#END}. */
    static final int COMPACTION_LOCK = INDEX_LOCK + 1;

    private MapDescriptor() {}

    /** {@return how many bytes a key takes, zeros behind it included} */
    static long paddedLength(long keyLength) {
        return (keyLength + Long.BYTES - 1) & -Long.BYTES;
    }

    /** {@return how many bytes a key has at most} */
    static long maxKeyLength(long segmentSize) {
        return EntryDescriptor.maxLength(segmentSize) - KEY_OFFSET;
    }

    /** {@return the length of the payload up to the value} */
    static long valueOffset(long keyLength) {
        return KEY_OFFSET + paddedLength(keyLength);
    }

    /** {@return how many bytes an entry takes in the log} */
    static long byteSize(long word) {
        return EntryDescriptor.byteSize(EntryDescriptor.length(word));
    }
}
