package dev.verbatim.map;

/**
 * A word of the index. It leads to an entry, or says why it does not:
 *
 * <pre>
 *    63       62          61    53 52                    0
 *   +--------+-----------+--------+-----------------------+
 *   | sealed | tombstone | tag    | position / 8          |
 *   +--------+-----------+--------+-----------------------+
 *
 *   0             EMPTY: a chain ends here
 *   1             DEAD: nothing, until the next generation
 *   sealed        SEALED_EMPTY: a chain ended here, and goes on in the next generation
 *   sealed, 2     MOVED: what was here is in the next generation
 * </pre>
 *
 * <p>No entry has one of these positions: they are in the header of the first segment. A word that is sealed is not
 * changed any more but to MOVED.
 */
final class IndexWord {

    static final long EMPTY = 0;
    static final long DEAD = 1;
    private static final long SEALED = 1L << 63;
    static final long SEALED_EMPTY = SEALED;
    static final long MOVED = SEALED | 2;

    private static final long TOMBSTONE = 1L << 62;
    private static final int TAG_SHIFT = 53;
    private static final long TAG_MASK = 0x1FFL << TAG_SHIFT;
    private static final long PLACE_MASK = (1L << TAG_SHIFT) - 1;

    private IndexWord() {}

    /** {@return a word that leads to an entry} */
    static long of(long position, long hash, boolean tombstone) {
        return tag(hash) | position >>> 3 | (tombstone ? TOMBSTONE : 0);
    }

    /** {@return the bits of a hash that a word has: others than those that give its place} */
    static long tag(long hash) {
        return hash << TAG_SHIFT & TAG_MASK;
    }

    static boolean hasTag(long word, long tag) {
        return (word & TAG_MASK) == tag;
    }

    /** {@return whether a word is not sealed, has a tag and leads to an entry, be it a tombstone} */
    static boolean leadsWithTag(long word, long tag) {
        return (word & (SEALED | TAG_MASK)) == tag && isEntry(word);
    }

    /** {@return a word if it is not sealed and has a tag, and otherwise another one} Without a branch. */
    static long ifHasTag(long word, long tag, long otherwise) {
        long difference = (word & (SEALED | TAG_MASK)) ^ tag;
        return word ^ ((word ^ otherwise) & (difference | -difference) >> 63);
    }

    /** {@return whether one of two words is EMPTY, and neither is sealed} */
    static boolean isEitherEmpty(long first, long second) {
        return ((first - 1) | (second - 1)) < 0 && (first | second) >= 0;
    }

    static boolean isEntry(long word) {
        return (word & PLACE_MASK) > 2;
    }

    static boolean isSealed(long word) {
        return word < 0;
    }

    static long sealed(long word) {
        return word | SEALED;
    }

    static long unsealed(long word) {
        return word & ~SEALED;
    }

    static boolean isTombstone(long word) {
        return (word & TOMBSTONE) != 0;
    }

    /** {@return whether a word leads to an entry that has a value} */
    static boolean isLive(long word) {
        return isEntry(word) && !isTombstone(word);
    }

    /**
     * {@return 1 if {@link #isEntry}, 0 if not} Without a branch, which a processor would mispredict for every other
     * word of an index.
     */
    static long countEntry(long word) {
        return (2 - (word & PLACE_MASK)) >>> 63;
    }

    /** {@return 1 if {@link #isLive}, 0 if not} Without a branch, too. */
    static long countLive(long word) {
        return countEntry(word) & ((~word << 1) >>> 63);
    }

    static long position(long word) {
        return (word & PLACE_MASK) << 3;
    }
}
