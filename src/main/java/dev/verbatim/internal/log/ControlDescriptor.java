package dev.verbatim.internal.log;

import java.util.Objects;

/**
 * The bytes of the file {@code control}, all little-endian.
 *
 * <pre>
 *      0  8 bytes         magic: of the log's kind, "VBQCNTRL" for a queue
 *      8  int             version of the format, 1
 *     12  int             flags: bit 0, entries have checksums
 *     16  long            segment size in bytes, a power of two
 *     24  16 bytes        id of the boot in which the log was created or last repaired; 0 if unknown
 *     40  long            mark of the boot and the file in which the log was last repaired; 0 in a queue
 *     48  long            id of that repair, a random number, odd if a process may have lived that had the log open
 *                         before; 0 in a queue
 *     56  long            1 if a force has failed since the last repair
 *     64  long            newest: the index of the last segment that an appender has come to
 *     72  16 bytes        id of the log, random, given when it is made; 0 in a log that has none
 *     88  40 bytes        0
 *    128  long            durable position: what was settled before it has been forced
 *    136  7 longs         of the store that stands on the log; 0 in a queue
 *    192  1024 ints       generation of each slot; 0 if it was never used
 *   4288  128 tailers     of 64 bytes each
 *  12480  end
 *
 *   tailer:  0  long      position of the first entry that was not acknowledged; 0 if the place is free
 *            8  56 bytes  name in UTF-8, padded with zeros
 * </pre>
 */
public final class ControlDescriptor {

    /** The name of the file. */
    static final String FILE_NAME = "control";

    /** Where the magic is. */
    static final int MAGIC_OFFSET = 0;

    /** Where the format's version is. */
    public static final int VERSION_OFFSET = MAGIC_OFFSET + Long.BYTES;

    /** The only version of the format. */
    static final int VERSION = 1;

    /** Where the flags are. */
    static final int FLAGS_OFFSET = VERSION_OFFSET + Integer.BYTES;

    /** The flag of a log whose entries have checksums. */
    static final int CHECKSUM_FLAG = 1;

    /** Where the segment size is. */
    static final int SEGMENT_SIZE_OFFSET = FLAGS_OFFSET + Integer.BYTES;

    /** Where the id of the boot is: its high half, then its low half. */
    static final int BOOT_ID_OFFSET = SEGMENT_SIZE_OFFSET + Long.BYTES;

    /** Where the mark is of the boot and the file. */
    static final int MARK_OFFSET = BOOT_ID_OFFSET + 2 * Long.BYTES;

    /** Where the id of the last repair is. */
    static final int REPAIR_OFFSET = MARK_OFFSET + Long.BYTES;

    /** Where it says whether a force has failed. */
    static final int FORCE_FAILED_OFFSET = REPAIR_OFFSET + Long.BYTES;

    /** Where the newest segment's index is: on a cache line that tailers load and only a roll stores. */
    static final int NEWEST_OFFSET = 64;

    /** Where the id of the log is: its high half, then its low half. */
    static final int LOG_ID_OFFSET = NEWEST_OFFSET + Long.BYTES;

    /** Where the durable position is. */
    static final int DURABLE_OFFSET = 128;

    /** Where the longs start that belong to the store which stands on the log. */
    static final int STORE_OFFSET = DURABLE_OFFSET + Long.BYTES;

    /** The number of the store's longs. */
    static final int STORE_LONGS = 7;

    /** Where the generations start. */
    static final int GENERATIONS_OFFSET = 192;

    /** Where the named tailers start. */
    static final int TAILERS_OFFSET = GENERATIONS_OFFSET + EntryDescriptor.SLOTS * Integer.BYTES;

    /** The number of named tailers. */
    static final int TAILERS = 128;

    /** Where the position is in a tailer's place. */
    static final int TAILER_POSITION_OFFSET = 0;

    /** Where the name is in a tailer's place. */
    static final int TAILER_NAME_OFFSET = TAILER_POSITION_OFFSET + Long.BYTES;

    /** The most bytes of a tailer's name. */
    static final int TAILER_NAME_SIZE = 56;

    /** The bytes of a tailer's place. */
    static final int TAILER_SIZE = TAILER_NAME_OFFSET + TAILER_NAME_SIZE;

    /** The size of the file. */
    public static final int FILE_SIZE = TAILERS_OFFSET + TAILERS * TAILER_SIZE;

    private ControlDescriptor() {}

    static int storeOffset(int number) {
        return STORE_OFFSET + Objects.checkIndex(number, STORE_LONGS) * Long.BYTES;
    }

    static int generationOffset(int slot) {
        return GENERATIONS_OFFSET + slot * Integer.BYTES;
    }

    static int tailerOffset(int tailer) {
        return TAILERS_OFFSET + tailer * TAILER_SIZE;
    }
}
