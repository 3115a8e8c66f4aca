package dev.verbatim.queue;

import java.io.Serial;
import java.nio.file.Path;

/**
 * Says that entries which a tailer would have read next were deleted with their segments. The tailer has moved to the
 * first entry after them that is there: calling it again goes on from it.
 */
public final class QueueGapException extends QueueException {

    @Serial
    private static final long serialVersionUID = 1L;

    /** Where the tailer was. */
    private final long from;

    /** Where it has moved. */
    private final long to;

    QueueGapException(Path queue, long from, long to) {
        super("queue=" + queue + ": the entries from position=" + from + " were deleted; moved to position=" + to);
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
