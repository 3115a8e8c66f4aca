package dev.verbatim.map;

import dev.verbatim.internal.log.EntryDescriptor;
import dev.verbatim.internal.log.EntryWalk;
import dev.verbatim.internal.log.Log;
import dev.verbatim.internal.log.SegmentFile;
import java.io.IOException;

/**
 * The part of the log in which all entries have come to their end, so that nothing there changes any more. One thread
 * at a time may use it, which goes from entry to entry behind the writers.
 */
final class SettledLog {

    private final Log log;
    private final Settling settling;

    /** All entries before this position have come to their end. */
    private long end;

    SettledLog(Log log, Settling settling) {
        this.log = log;
        this.settling = settling;
    }

    /** {@return a position before which all entries have come to their end, be it the end of a segment} */
    long end() {
        return end;
    }

    /**
     * Has entries come to their end, up to the first whose owner is at work on it, and perhaps some behind that.
     *
     * @param from the start of the oldest segment, with which a new object begins: what the control file says of what
     *     is durable, and so settled, may be damage
     * @param to where to stop; there is no segment missing before
     */
    void extend(long from, long to) throws IOException {
        end = Math.max(end, from);
        boolean isSettled = true;
        while (isSettled && end < to) {
            isSettled = walk(log.segments().normalised(end), settling::settle);
        }
    }

    /** Commits all prepared entries to which the index led when this began. */
    void commitRest() throws IOException {
        long segmentSize = log.segments().segmentSize();
        long from = log.segments().normalised(end);
        for (long index : log.segments().indices()) { // in a copy of a map some can be missing
            if (index >= from / segmentSize) {
                walk(Math.max(from, log.segments().normalised(index * segmentSize)), settling::commitIfLed);
            }
        }
    }

    /** Does something about an entry that is reserved or prepared. */
    private interface Visitor {
        /** {@return whether the entry has come to its end} */
        boolean visit(SegmentFile segment, long offset) throws IOException;
    }

    /** Goes from a position to the end of its segment. {@return whether all is settled up to there} */
    private boolean walk(long from, Visitor visitor) throws IOException {
        long segmentSize = log.segments().segmentSize();
        boolean isSettled = from == log.segments().normalised(end);
        SegmentFile segment = log.segments().acquire(from / segmentSize);
        try {
            EntryWalk walk = new EntryWalk(segment, from % segmentSize);
            while (walk.next()) {
                isSettled &= !EntryDescriptor.isUnsettled(walk.word()) || visitor.visit(segment, walk.offset());
                if (isSettled) {
                    end = segment.position(walk.end());
                }
            }
            if (walk.isBroken()) {
                throw segment.damaged(walk.offset(), "an entry", EntryDescriptor.describe(walk.word()));
            }
            return isSettled && !walk.isAtFreeWord();
        } finally {
            log.segments().release(segment);
        }
    }
}
