package dev.verbatim.internal.log;

/**
 * The bytes of an entry, all little-endian. An entry starts at a multiple of 8.
 *
 * <pre>
 *   0               8               12              16
 *   +---------------+---------------+---------------+-----------------+---------+
 *   | word          | checksum      | layout id     | payload         | zeros   |
 *   | long          | int           | int           | length bytes    | up to 7 |
 *   +---------------+---------------+---------------+-----------------+---------+
 *
 *   word:  63    60 59        50 49            30 29                0
 *         +--------+------------+----------------+------------------+
 *         | state  | slot       | generation     | length           |
 *         +--------+------------+----------------+------------------+
 * </pre>
 *
 * <p>The word is the only truth about an entry. It changes by compare-and-set alone: from 0 to reserved or padding,
 * from reserved to prepared, committed, batch or aborted, from prepared to committed or aborted. Padding consists of a
 * word and zeros; its length is the whole gap, up to the end of the segment.
 *
 * <p>A batch consists of a word and the entries of the batch, committed ones. Its length is that of an entry that would
 * take as many bytes; so it is reserved and given up as an entry is. Committed, it keeps that length: what comes behind
 * it can be found though a loss of power has taken entries in it.
 */
public final class EntryDescriptor {

    /** Where the word is in an entry. */
    public static final int WORD_OFFSET = 0;

    /**
     * Where the checksum is: CRC-32C of layout id and payload, combined with the committed word; 0 in a log without
     * checksums.
     */
    static final int CHECKSUM_OFFSET = WORD_OFFSET + Long.BYTES;

    /** Where the id of the payload's layout is; 0 if it was not given. */
    public static final int LAYOUT_ID_OFFSET = CHECKSUM_OFFSET + Integer.BYTES;

    /** Where the payload starts. */
    public static final int PAYLOAD_OFFSET = LAYOUT_ID_OFFSET + Integer.BYTES;

    /** What the start of an entry is a multiple of, within the segment. */
    static final int ALIGNMENT = Long.BYTES;

    /** State of a word that nobody has claimed. The whole word is 0 then. */
    static final int FREE = 0;

    /** State of an entry that the owner of its slot is writing. */
    public static final int RESERVED = 1;

    /** State of an entry that is whole. */
    public static final int COMMITTED = 2;

    /** State of an entry that will never be whole. */
    public static final int ABORTED = 3;

    /** State of the gap at the end of a segment. */
    public static final int PADDING = 4;

    /** State of an entry that is whole, and waits for its owner to say that it has taken effect: in a map. */
    public static final int PREPARED = 5;

    /** State of entries that were committed at once. */
    public static final int BATCH = 6;

    /** The bytes of a batch before its first entry: its word. */
    static final int BATCH_WORD_SIZE = Long.BYTES;

    /** The number of slots. */
    public static final int SLOTS = 1 << 10;

    /** The last generation of a slot. */
    static final int LAST_GENERATION = (1 << 20) - 1;

    /** The word of what nobody has claimed. */
    public static final long FREE_WORD = 0;

    private static final int STATE_SHIFT = 60;
    private static final int SLOT_SHIFT = 50;
    private static final int GENERATION_SHIFT = 30;
    private static final long LENGTH_MASK = (1L << GENERATION_SHIFT) - 1;
    private static final long STATE_MASK = 0xFL << STATE_SHIFT;

    private EntryDescriptor() {}

    public static long word(int state, int slot, int generation, long length) {
        return ((long) state << STATE_SHIFT)
                | ((long) slot << SLOT_SHIFT)
                | ((long) generation << GENERATION_SHIFT)
                | length;
    }

    /** Where the eight bytes are that {@link #header} makes. */
    public static final int HEADER_OFFSET = CHECKSUM_OFFSET;

    /** {@return the eight bytes between word and payload} */
    static long header(int checksum, int layoutId) {
        return Integer.toUnsignedLong(checksum) | (long) layoutId << Integer.SIZE;
    }

    /** {@return the layout id of a header} */
    public static int layoutId(long header) {
        return (int) (header >>> Integer.SIZE);
    }

    public static long withState(long word, int state) {
        return (word & ~STATE_MASK) | ((long) state << STATE_SHIFT);
    }

    /** {@return the state and the length of a word} */
    public static long withoutOwner(long word) {
        return word & (STATE_MASK | LENGTH_MASK);
    }

    public static int state(long word) {
        return (int) (word >>> STATE_SHIFT);
    }

    public static int slot(long word) {
        return (int) (word >>> SLOT_SHIFT) & (SLOTS - 1);
    }

    public static int generation(long word) {
        return (int) (word >>> GENERATION_SHIFT) & LAST_GENERATION;
    }

    /**
     * {@return the bytes of the payload; for padding, the bytes of the gap, its word included; for a batch, those that
     * an entry of its size has}
     */
    public static long length(long word) {
        return word & LENGTH_MASK;
    }

    /** {@return the bytes that an entry takes, header and alignment included} */
    public static long byteSize(long length) {
        return PAYLOAD_OFFSET + (length + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    }

    /**
     * {@return the length that the word of a batch has}
     *
     * @param byteSize the bytes of its entries
     */
    static long batchLength(long byteSize) {
        return BATCH_WORD_SIZE + byteSize - PAYLOAD_OFFSET;
    }

    /** {@return where a batch ends, in bytes from the start of the segment} */
    static long batchEnd(long word, long offset) {
        return offset + byteSize(length(word));
    }

    /** {@return the largest payload of a log} */
    public static long maxLength(long segmentSize) {
        return segmentSize / 8;
    }

    /**
     * {@return where the next entry starts, in bytes from the start of the segment, which for a batch is the first
     * entry in it; -1 if the word is not that of an entry}
     *
     * @param word a word that is not {@link #FREE_WORD}
     * @param offset where it is
     */
    public static long next(long word, long offset, long segmentSize) {
        long length = length(word);
        return switch (state(word)) {
            case RESERVED, COMMITTED, ABORTED, PREPARED -> {
                long end = offset + byteSize(length);
                yield length <= maxLength(segmentSize) && end <= segmentSize && generation(word) != 0 ? end : -1;
            }
            case BATCH -> {
                boolean holdsAnEntry = length >= batchLength(byteSize(0));
                boolean fits = next(withState(word, ABORTED), offset, segmentSize) >= 0;
                yield holdsAnEntry && fits ? offset + BATCH_WORD_SIZE : -1;
            }
            case PADDING -> offset + length == segmentSize ? segmentSize : -1;
            default -> -1;
        };
    }

    /** {@return whether an entry is still to be committed or aborted} */
    public static boolean isUnsettled(long word) {
        return state(word) == RESERVED || state(word) == PREPARED;
    }

    /** {@return a word in a form for messages} */
    public static String describe(long word) {
        return "0x%016x (state=%d, slot=%d, generation=%d, length=%d)"
                .formatted(word, state(word), slot(word), generation(word), length(word));
    }
}
