package dev.verbatim.map;

import dev.verbatim.internal.log.Log;
import dev.verbatim.internal.log.ProtocolStep;
import dev.verbatim.internal.log.SegmentFile;
import dev.verbatim.internal.log.Segments;
import java.io.IOException;
import java.util.List;

/**
 * Deletes the oldest segments of a map after it has copied what is needed of them to the end of the log. It goes from
 * the oldest segment on and in no other order: so a tombstone can go when all older entries of its key have. One thread
 * at a time may use it; of all processes, one compacts at a time.
 */
final class Compactor {

    /** How many bytes of segments are compacted at once at most, unless one has more. */
    private static final long MAX_BATCH_SIZE = 256L << 20;

    private final MapStore store;
    private final Log log;
    private final Session session;
    private final SettledLog settled;
    private final Relocation relocation;
    private final long segmentSize;

    Compactor(MapStore store, Session session) {
        this.store = store;
        this.log = store.log();
        this.session = session;
        Settling settling = new Settling(session);
        this.settled = new SettledLog(log, settling);
        this.relocation = new Relocation(session, settling);
        this.segmentSize = log.segments().segmentSize();
    }

    /**
     * {@return whether less than half of the log is live, by at least as many bytes as the words of the index have: for
     * less it is not worth it to go through them}
     */
    static boolean isDue(MapStore store) throws IOException {
        int wasted = wasted(store);
        return wasted > 0
                && wasted * store.log().segments().segmentSize()
                        >= store.index().wordsByteSize();
    }

    /** Compacts while it is due, but one round at most: the count may be too low. */
    void compactWhileDue() throws IOException {
        int left = log.segments().indices().size();
        while (left > 0 && isDue(store)) {
            int wanted = Math.min(wasted(store), left);
            if (compact(wanted) < wanted) {
                return;
            }
            left -= wanted;
        }
    }

    /** {@return how many segments have to be deleted for half of the full ones to be live; 0 if that many are} */
    private static int wasted(MapStore store) throws IOException {
        Segments segments = store.log().segments();
        int full = segments.indices().size() - 1;
        long live = Math.ceilDiv(store.counts().bytes(), segments.segmentSize() / 2);
        return Math.clamp(full - live, 0, Integer.MAX_VALUE);
    }

    /**
     * Compacts the oldest segments, but never the newest one.
     *
     * @param most how many at most
     * @return how many were deleted
     */
    int compact(int most) throws IOException {
        if (!log.locks().tryLock(MapDescriptor.COMPACTION_LOCK)) {
            return 0; // another process is at it
        }
        try {
            List<Long> indices = log.segments().indices();
            int count = Math.min(most, indices.size() - 1);
            int batch = (int) Math.max(1, MAX_BATCH_SIZE / segmentSize);
            int deleted = 0;
            boolean all = true;
            while (all && deleted < count) {
                int wanted = adjacent(indices.subList(deleted, Math.min(deleted + batch, count)));
                int more = compact(indices.get(deleted), wanted);
                deleted += more;
                all = more == wanted;
            }
            return deleted;
        } finally {
            log.locks().unlock(MapDescriptor.COMPACTION_LOCK);
        }
    }

    /** {@return how many of the first segments follow each other} In a copy of a map some can be missing. */
    private static int adjacent(List<Long> indices) {
        int count = 1;
        while (count < indices.size() && indices.get(count) == indices.get(count - 1) + 1) {
            count++;
        }
        return count;
    }

    /** Compacts segments that follow each other. {@return how many were deleted} */
    private int compact(long first, int count) throws IOException {
        if (store.keeper().isClosing()) {
            return 0;
        }
        long from = first * segmentSize;
        settled.extend(from, from + count * segmentSize);
        int ready = Math.clamp(settled.end() / segmentSize - first, 0, count);
        if (ready == 0) {
            return 0; // somebody is at work there, or about to be
        }
        // The index leads to fewer and fewer of these entries, and never again to one that it has led away from.
        Marks marks = Marks.of(store.index(), log.segments().normalised(from), from + ready * segmentSize);
        // What has replaced the others has to count when they are gone.
        settled.commitRest();
        for (int n = 0; n < ready; n++) {
            if (store.keeper().isClosing()) {
                return n;
            }
            store.keeper().growIfRequested(); // writers wait for that sooner
            SegmentFile segment = log.segments().acquire(first + n);
            try {
                relocation.leave(segment, marks);
            } finally {
                log.segments().release(segment);
            }
            delete(first + n);
        }
        return ready;
    }

    private void delete(long index) throws IOException {
        boolean durable = store.isDurable();
        if (durable) {
            log.forcing().force(); // the copies, before what they are copies of is gone
        }
        log.control()
                .advanceStoreLong(
                        MapDescriptor.FLOOR, (index + 1) * log.segments().segmentSize());
        if (durable) {
            log.control().force();
        }
        log.segments().delete(index, () -> true);
        ProtocolStep.FOLDER.reached();
        if (durable) {
            // Not under the lock: writers that need a segment would wait for the device. A loss of power before this
            // brings back what the next opening deletes again, because it is below the floor, which was forced.
            log.control().forceFolder(log.folder());
        }
        // Only what nobody has mapped gives its space back, and the next segment may need it.
        session.pass();
        store.sessions().passIdle();
    }
}
