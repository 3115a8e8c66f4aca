package dev.verbatim;

import java.io.Serial;

/**
 * Says that the entries of a queue, or the changes of a map, that come next were deleted with their segments. A tailer
 * or a reader of changes has moved to the first one after them that is there: calling it again goes on from it. Where
 * there is no reader yet, because {@link dev.verbatim.map.MappedMap#changes(long)} throws this, {@code
 * changes(e.to())} makes one that does.
 */
public final class GapException extends StoreException {

    @Serial
    private static final long serialVersionUID = 1L;

    /** Where the first of the entries was. */
    private final long from;

    /** Where the first one is that is there. */
    private final long to;

    /**
     * Makes an exception.
     *
     * @param store the queue or map, as messages name it
     * @param from where the first of the entries was
     * @param to where the first one is that is there
     */
    public GapException(String store, long from, long to) {
        super(store + ": the entries from position=" + from + " were deleted; those that are there begin at position="
                + to);
        this.from = from;
        this.to = to;
    }

    /**
     * {@return the position of the first of the entries, at which the reader was or to which it should have moved}
     */
    public long from() {
        return from;
    }

    /**
     * {@return the position of the first entry that is there, to which the reader has moved if there is one}
     */
    public long to() {
        return to;
    }
}
