package dev.verbatim.map;

/**
 * The words of the index. A word leads to an entry by its position, or says that there is none. As in a file, it has a
 * bit that says that it is sealed, and one that says that it leads to a tombstone.
 */
final class ModelWord {

    /** No key has had this word: a chain ends here. */
    static final int EMPTY = 0;

    /** A key had this word, and no key will have it before the next generation. */
    static final int DEAD = 1;

    private static final int SEALED = 0x80;
    private static final int TOMBSTONE = 0x40;
    private static final int POSITION = 0x3f;

    /** An empty word that is sealed: no key will have it. */
    static final int SEALED_EMPTY = SEALED;

    /** Nothing is here any more: the next generation has it if there is something. */
    static final int MOVED = SEALED | 2;

    /** Not a word, but what a process remembers of one that it has passed. */
    static final int PASSED = 2;

    /** The word of position 0, were there one. */
    private static final int POSITION_0 = 2;

    private ModelWord() {}

    static int of(int position, boolean tombstone) {
        return position + POSITION_0 | (tombstone ? TOMBSTONE : 0);
    }

    static boolean isEntry(int word) {
        return (word & POSITION) > POSITION_0;
    }

    static int position(int word) {
        return (word & POSITION) - POSITION_0;
    }

    static boolean isTombstone(int word) {
        return (word & TOMBSTONE) != 0;
    }

    static boolean isLive(int word) {
        return isEntry(word) && !isTombstone(word);
    }

    static boolean leadsTo(int word, int position) {
        return isEntry(word) && position(word) == position;
    }

    static boolean isSealed(int word) {
        return (word & SEALED) != 0;
    }

    static int sealed(int word) {
        return word | SEALED;
    }

    static int unsealed(int word) {
        return word & ~SEALED;
    }

    static String describe(int word) {
        return switch (word) {
            case EMPTY -> "empty";
            case DEAD -> "dead";
            case SEALED_EMPTY -> "sealed-empty";
            case MOVED -> "moved";
            default ->
                (isSealed(word) ? "sealed " : "") + (isTombstone(word) ? "tombstone " : "entry ") + position(word);
        };
    }
}
