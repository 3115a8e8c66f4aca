package dev.verbatim.map;

import static dev.verbatim.internal.log.SegmentDescriptor.FIRST_ENTRY_OFFSET;

import dev.verbatim.StoreException;
import dev.verbatim.internal.log.EntryDescriptor;
import dev.verbatim.internal.log.EntryWalk;
import dev.verbatim.internal.log.Log;
import dev.verbatim.internal.log.SegmentFile;
import java.io.IOException;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * Keeps a map within its {@link Limits}: goes from the oldest entry on, and removes keys as anybody else would, with a
 * tombstone, so that others learn of it and nothing comes back. One thread at a time may use it.
 */
final class Eviction {

    /** How often an entry that was passed is looked at again within the time to live. */
    private static final long LOOKS_IN_A_LIFE = 16;

    private static final long LEAST_AGAIN_MILLIS = 1_000;

    /** The second of a segment in which nothing is left to remove. */
    private static final long NEVER = Long.MAX_VALUE;

    private final MapStore store;
    private final Log log;
    private final Session session;
    private final Limits limits;
    private final MapEntry entry;

    /** Before this position there is nothing to remove, but what compaction has copied from there. */
    private long looked;

    /** How far it has looked. Between the two are entries that may have to go later. */
    private long far;

    /** When it has last looked at those, in milliseconds since 1970. */
    private long lookedMillis;

    /** Whether an entry was passed that may have to go later, so that all that follows has to be looked at again. */
    private boolean passed;

    /**
     * Of full segments that were looked at whole, by their index: the second after which the first of what is left in
     * them has to go, or {@link #NEVER}. Until then they are passed without a look.
     */
    private final NavigableMap<Long, Long> dueSeconds = new TreeMap<>();

    /** That second of the segment that is looked at. */
    private long dueSecond;

    /** What was done about an entry. */
    private enum Outcome {
        /** It need not be looked at again. */
        DONE,
        /** It may have to go later, and the next one sooner. */
        LATER,
        /** It may stay, with all later ones. */
        STOP
    }

    /** How many bytes there are above the limit, as far as is known; what others write is not. */
    private long excess;

    Eviction(MapStore store, Session session) {
        this.store = store;
        this.log = store.log();
        this.session = session;
        this.limits = store.limits();
        this.entry = new MapEntry(session.segments(), log.segments().segmentSize());
    }

    /**
     * Removes what is above the limits.
     *
     * @param all whether to look at what was passed, though it is not time to
     */
    void evict(boolean all) throws IOException {
        if (limits.isNone() || !log.locks().tryLock(MapDescriptor.COMPACTION_LOCK)) {
            return; // another process is at it
        }
        try {
            excess = excess();
            long now = limits.clock().millis();
            // An entry may be passed for as long as the time to live: to look again each time would cost too much.
            boolean again = all || now < lookedMillis || now - lookedMillis >= againMillis();
            if (again) {
                lookedMillis = now;
            }
            long from = again || excess > 0 ? looked : far; // the oldest go first
            passed = from > looked;
            List<Long> indices = log.segments().indices();
            indices.stream()
                    .findFirst()
                    .ifPresent(oldest -> dueSeconds.headMap(oldest).clear());
            for (int i = 0; i < indices.size(); i++) {
                boolean isNewest = i == indices.size() - 1;
                if (!evictFrom(from, indices.get(i), isNewest ? -1 : indices.get(i + 1))) {
                    return;
                }
            }
        } finally {
            log.locks().unlock(MapDescriptor.COMPACTION_LOCK);
        }
    }

    private long againMillis() {
        return Math.max(TimeUnit.SECONDS.toMillis(limits.seconds()) / LOOKS_IN_A_LIFE, LEAST_AGAIN_MILLIS);
    }

    private long excess() {
        return limits.bytes() == 0 ? 0 : store.counts().bytes() - store.counts().removals() - limits.bytes();
    }

    private long begunNanos(long index) throws IOException {
        SegmentFile segment = log.segments().acquire(index);
        try {
            return segment.begunNanosAcquire();
        } finally {
            log.segments().release(segment);
        }
    }

    /**
     * Removes what is to be removed of a segment.
     *
     * @param from the position before which nothing is to be looked at
     * @param next the index of the next one; -1 if it was not begun
     * @return whether to go on with the next one
     */
    private boolean evictFrom(long from, long index, long next) throws IOException {
        long start = index * log.segments().segmentSize();
        long first = Math.max(from - start, FIRST_ENTRY_OFFSET);
        if (first >= log.segments().segmentSize()) {
            return true;
        }
        if (isToPass(index)) {
            advance(start + log.segments().segmentSize());
            return true;
        }
        boolean isWhole = first == FIRST_ENTRY_OFFSET || from == looked;
        long endNanos = next < 0 ? 0 : begunNanos(next);
        SegmentFile segment = log.segments().acquire(index);
        try {
            boolean isSettled = true;
            dueSecond = NEVER;
            EntryWalk walk = new EntryWalk(segment, first);
            while (walk.next()) {
                advance(start + walk.offset());
                if (EntryDescriptor.isUnsettled(walk.word())) {
                    passed = true; // it may yet take effect
                    isSettled = false;
                } else if (EntryDescriptor.state(walk.word()) == EntryDescriptor.COMMITTED) {
                    Outcome outcome = evict(segment, walk.offset(), endNanos);
                    if (outcome == Outcome.STOP) {
                        return false;
                    }
                    passed |= outcome == Outcome.LATER;
                }
            }
            advance(start + walk.offset());
            if (isWhole && isSettled && endNanos != 0 && !walk.isBroken()) {
                dueSeconds.put(index, dueSecond);
            }
            return !walk.isBroken();
        } finally {
            log.segments().release(segment);
        }
    }

    /** {@return whether nothing of a segment has to go now, as an earlier look has found} */
    private boolean isToPass(long index) {
        long due = dueSeconds.getOrDefault(index, -1L);
        if (due == NEVER) {
            return true;
        }
        boolean isLater = excess <= 0 && limits.second() <= due;
        passed |= isLater;
        return isLater;
    }

    private void advance(long position) {
        far = position;
        if (!passed) {
            looked = position;
        }
    }

    /** Removes a key if its value is in this entry and has to go. */
    private Outcome evict(SegmentFile segment, long offset, long endNanos) throws IOException {
        if (store.keeper().isClosing()) {
            return Outcome.STOP;
        }
        session.beginWriting();
        try {
            try {
                entry.pointTo(segment, offset);
            } catch (StoreException e) {
                return Outcome.DONE; // damage; the others must go all the same
            }
            if (entry.isTombstone()) {
                return Outcome.DONE;
            }
            long second = entry.second();
            long end = endNanos == 0 ? 0 : secondOf(endNanos);
            boolean isUnknown = limits.known(second) == 0;
            // Whoever wrote it may have known of no limit, or not the time. It was there when the next segment was
            // begun.
            if (excess <= 0 && !limits.isOver(isUnknown ? end : second)) {
                boolean isDoubtful = isUnknown || (end != 0 && second > end);
                if (limits.seconds() == 0 || !isDoubtful) {
                    return Outcome.STOP;
                }
                // Its neighbours may be older.
                dueSecond = Math.min(dueSecond, limits.seconds() + earliest(second, end));
                return Outcome.LATER;
            }
            long position = entry.position();
            entry.copyKeyTo(session.key());
            boolean isOver = excess > 0;
            if (session.keyWriter().removeAt(session.key(), position)) {
                excess -= entry.byteSize();
                if (isOver && excess <= 0) {
                    excess = excess(); // others write meanwhile
                }
            }
            return Outcome.DONE;
        } finally {
            session.endWriting();
        }
    }

    /** {@return the second of which a later look may take an entry to be} */
    private long earliest(long second, long end) {
        return second == 0 || (limits.known(second) == 0 && end < second) ? end : second;
    }

    private static long secondOf(long nanos) {
        return Limits.secondAt(TimeUnit.NANOSECONDS.toMillis(nanos));
    }
}
