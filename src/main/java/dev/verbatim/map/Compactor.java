package dev.verbatim.map;

import static dev.verbatim.internal.log.EntryDescriptor.COMMITTED;
import static dev.verbatim.internal.log.EntryDescriptor.PREPARED;
import static dev.verbatim.internal.log.EntryDescriptor.RESERVED;
import static dev.verbatim.internal.log.SegmentDescriptor.FIRST_ENTRY_OFFSET;

import dev.verbatim.internal.log.EntryDescriptor;
import dev.verbatim.internal.log.EntryWalk;
import dev.verbatim.internal.log.LockDescriptor;
import dev.verbatim.internal.log.Log;
import dev.verbatim.internal.log.LogFiles;
import dev.verbatim.internal.log.SegmentFile;
import dev.verbatim.internal.log.Segments;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;

/**
 * Deletes the oldest segments of a map after it has copied what is needed of them to the end of the log. It goes from
 * the oldest segment on and in no other order: so a tombstone can go when all older entries of its key have. One thread
 * at a time may use it; of all processes, one compacts at a time.
 */
final class Compactor {

    private final MapStore store;
    private final Log log;
    private final Session session;
    private final Settling settling;

    Compactor(MapStore store, Session session) {
        this.store = store;
        this.log = store.log();
        this.session = session;
        this.settling = new Settling(session);
    }

    /** Compacts while less than half of the log is live, but one round at most: the count may be too low. */
    void compactWhileWasteful() throws IOException {
        int left = log.segments().indices().size();
        while (left > 0 && isWasteful(store) && compact(1) == 1) {
            left--;
        }
    }

    /** {@return whether less than half of the full segments is live} */
    static boolean isWasteful(MapStore store) throws IOException {
        Segments segments = store.log().segments();
        List<Long> indices = segments.indices();
        long segmentSize = segments.segmentSize();
        long full = (indices.getLast() - indices.getFirst()) * segmentSize;
        return full >= segmentSize && store.counts().bytes() < full / 2;
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
            int deleted = 0;
            List<Long> indices = log.segments().indices();
            for (long index : indices.subList(0, Math.min(most, indices.size() - 1))) {
                if (store.keeper().isClosing() || !compactSegment(index)) {
                    break;
                }
                deleted++;
            }
            return deleted;
        } finally {
            log.locks().unlock(MapDescriptor.COMPACTION_LOCK);
        }
    }

    private boolean compactSegment(long index) throws IOException {
        SegmentFile segment = log.segments().acquire(index);
        try {
            EntryWalk walk = new EntryWalk(segment, FIRST_ENTRY_OFFSET);
            while (walk.next()) {
                if (!relocate(segment, walk.offset())) {
                    return false;
                }
            }
            if (walk.isBroken()) {
                throw segment.damaged(walk.offset(), "an entry", EntryDescriptor.describe(walk.word()));
            }
            if (walk.isAtFreeWord()) {
                return false; // somebody is about to go on there
            }
        } finally {
            log.segments().release(segment);
        }
        delete(index);
        return true;
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
        log.locks().lock(LockDescriptor.DELETE);
        try {
            Files.deleteIfExists(log.segments().path(index));
            if (durable) {
                LogFiles.forceFolder(log.folder());
            }
        } finally {
            log.locks().unlock(LockDescriptor.DELETE);
        }
        // Only what nobody has mapped gives its space back, and the next segment may need it.
        session.pass();
        store.sessions().passIdle();
    }

    /** Has the index lead away from an entry. {@return whether it does; if not, its owner is at work on it} */
    private boolean relocate(SegmentFile segment, long offset) throws IOException {
        session.beginWriting();
        try {
            while (true) {
                long word = segment.wordAcquire(offset);
                switch (EntryDescriptor.state(word)) {
                    case RESERVED -> {
                        if (!log.slots().isOrphan(word)) {
                            return false;
                        }
                        segment.abort(offset, word);
                    }
                    case PREPARED -> {
                        if (!settling.settle(segment, offset, word)) {
                            return false;
                        }
                    }
                    case COMMITTED -> {
                        if (settling.leadAway(segment, offset)) {
                            return true;
                        }
                    }
                    default -> {
                        return true;
                    }
                }
            }
        } finally {
            session.endWriting();
        }
    }
}
