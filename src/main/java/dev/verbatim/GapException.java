package dev.verbatim;

import java.io.Serial;

/**
 * Says that entries which a tailer would have read next were deleted with their segments. The tailer has moved to the
 * first entry after them that is there: calling it again goes on from it.
 */
public final class GapException extends StoreException {

    @Serial
    private static final long serialVersionUID = 1L;

    /** Where the tailer was. */
    private final long from;

    /** Where it has moved. */
    private final long to;

    /**
     * Makes an exception.
     *
     * @param store the queue, as messages name it
     * @param from where the tailer was
     * @param to where it has moved
     */
    public GapException(String store, long from, long to) {
        super(store + ": the entries from position=" + from + " were deleted; moved to position=" + to);
        this.from = from;
        this.to = to;
    }

    /**
     * {@return the position at which the tailer was, or to which it should have moved}
     */
    public long from() {
        return from;
    }

    /**
     * {@return the position to which the tailer has moved}
     */
    public long to() {
        return to;
    }
}
