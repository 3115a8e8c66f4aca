package dev.verbatim.internal.log;

import static dev.verbatim.internal.log.EntryDescriptor.ABORTED;
import static dev.verbatim.internal.log.EntryDescriptor.BATCH;
import static dev.verbatim.internal.log.EntryDescriptor.COMMITTED;
import static dev.verbatim.internal.log.EntryDescriptor.FREE_WORD;
import static dev.verbatim.internal.log.EntryDescriptor.PADDING;
import static dev.verbatim.internal.log.EntryDescriptor.PAYLOAD_OFFSET;
import static dev.verbatim.internal.log.EntryDescriptor.PREPARED;
import static dev.verbatim.internal.log.EntryDescriptor.RESERVED;
import static dev.verbatim.internal.log.SegmentDescriptor.FIRST_ENTRY_OFFSET;

import dev.verbatim.GapException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.NoSuchFileException;
import java.util.List;

/**
 * A place in a log, which moves from entry to entry. This is the reading half of the protocol: the cursor delivers a
 * committed entry, enters a batch, and passes an aborted entry and padding. At a free word the log ends, until somebody
 * appends. At a reserved entry the cursor stays, and asks now and then whether its owner is alive; if not, it gives the
 * entry up in the owner's place. One thread at a time may use it.
 */
public final class Cursor {

    /** How often the cursor asks whether the owner of an entry is alive: that takes two system calls. */
    private static final long PROBE_INTERVAL_NANOS = 1_000_000;

    private final Log log;
    private final Segments segments;
    private final ControlFile control;
    private final long segmentSize;
    private SegmentFile segment;
    private long offset;

    /** The word of the entry at the cursor, and where the next one starts; set when one was found. */
    private long word;

    private long next;

    /** The reserved entry at which the cursor has stopped. */
    private long awaitedPosition = -1;

    /** Whether the cursor has looked at that entry a second time, which starts the clock. */
    private boolean isTimed;

    /** When the clock was started, or when the cursor last asked about the owner. */
    private long probedNanos;

    /** The position of a prepared entry that has taken effect. */
    private long accepted = -1;

    public Cursor(Log log) throws IOException {
        this.log = log;
        this.segments = log.segments();
        this.control = log.control();
        this.segmentSize = segments.segmentSize();
        this.segment = segments.acquireAtOrAfter(0);
        this.offset = FIRST_ENTRY_OFFSET;
    }

    /**
     * {@return whether there is a committed entry at the cursor, which moves to it} At a prepared entry it stays, until
     * that is {@linkplain #accept accepted}.
     *
     * @throws GapException if the segment that comes next was deleted; the cursor is at the next entry that there
     *     is
     */
    public boolean find() throws IOException {
        return find(false);
    }

    /** As {@link #find}, but asks at once whether the owner of a reserved entry is alive. */
    public boolean findNow() throws IOException {
        return find(true);
    }

    private boolean find(boolean atOnce) throws IOException {
        // No EntryWalk: this is the hot path, and the cursor keeps its place between two calls.
        while (true) {
            if (offset == segmentSize) {
                if (!enterNextSegment()) {
                    return false;
                }
                continue;
            }
            long found = segment.wordAcquire(offset);
            if (found == FREE_WORD) {
                requireEnd();
                return false;
            }
            long end = segment.requireNext(offset, found);
            switch (EntryDescriptor.state(found)) {
                case COMMITTED -> {
                    word = found;
                    next = end;
                    return true;
                }
                case ABORTED, PADDING, BATCH -> offset = end;
                case RESERVED -> {
                    if (!passOrphan(found, end, atOnce)) {
                        return false;
                    }
                }
                case PREPARED -> {
                    word = found;
                    next = end;
                    return segment.position(offset) == accepted; // its store knows more
                }
                default -> throw new AssertionError("a word that has an end has a state");
            }
        }
    }

    /**
     * Padding is written before the next segment is, so a free word here is the end only while no later segment is
     * used.
     */
    private void requireEnd() throws IOException {
        long index = segment.index();
        if (control.newestAcquire() > index && segment.wordAcquire(offset) == FREE_WORD && isUsed(index + 1)) {
            throw segment.damaged(offset, "an entry, because a later segment has some", "a free word");
        }
    }

    private boolean isUsed(long index) throws IOException {
        try {
            SegmentFile later = segments.acquire(index);
            try {
                return !later.isEmpty();
            } finally {
                segments.release(later);
            }
        } catch (NoSuchFileException e) {
            // deleted, and only used ones are
            return true;
        }
    }

    private boolean passOrphan(long reserved, long end, boolean atOnce) throws IOException {
        if (!atOnce && !isProbeDue()) {
            // Its owner is writing to this cache line, and each look takes the line away from it.
            Thread.onSpinWait();
            return false;
        }
        if (!log.slots().isOrphan(reserved)) {
            return false;
        }
        if (!log.options().readOnly()) {
            // If this fails, the owner has settled it or another reader has; the word is read again.
            segment.abort(offset, reserved);
        } else if (segment.wordAcquire(offset) == reserved) {
            offset = end;
        }
        return true;
    }

    /** {@return whether there is a prepared entry at the cursor} */
    public boolean isAtPrepared() {
        return offset < segmentSize && EntryDescriptor.state(segment.wordAcquire(offset)) == PREPARED;
    }

    /** Has the prepared entry at the cursor be found, as if it were committed: it has taken effect. */
    public void accept() {
        accepted = segment.position(offset);
    }

    /** Goes past the entry at the cursor, which is not committed. */
    public void pass() throws IOException {
        offset = segment.requireNext(offset, segment.wordAcquire(offset));
    }

    /**
     * Nearly every entry is settled long before the cursor would ask about its owner. A caller that polls all the time
     * finds many of them reserved, about once each: to ask for the time then would only delay the next look.
     */
    private boolean isProbeDue() {
        long position = segment.position(offset);
        if (position != awaitedPosition) {
            awaitedPosition = position;
            isTimed = false;
            return false;
        }
        long now = System.nanoTime();
        if (isTimed && now - probedNanos < PROBE_INTERVAL_NANOS) {
            return false;
        }
        boolean isDue = isTimed;
        isTimed = true;
        probedNanos = now;
        return isDue;
    }

    private boolean enterNextSegment() throws IOException {
        long index = segment.index() + 1;
        if (control.newestAcquire() < index) {
            return false;
        }
        try {
            enter(segments.acquire(index), FIRST_ENTRY_OFFSET);
            return true;
        } catch (NoSuchFileException e) {
            throw gap(index * segmentSize + FIRST_ENTRY_OFFSET);
        }
    }

    /** Goes past what was deleted, and never back. */
    private GapException gap(long from) throws IOException {
        enter(segments.acquireAtOrAfter(from / segmentSize), FIRST_ENTRY_OFFSET);
        return new GapException(log.name(), from, position());
    }

    private void enter(SegmentFile entered, long newOffset) {
        SegmentFile left = segment;
        segment = entered;
        offset = newOffset;
        segments.release(left); // not before: it would be released again if this fails
    }

    /** Goes past the entry that was found. */
    public void advance() {
        offset = next;
    }

    public long position() {
        return segments.normalised(segment.position(offset));
    }

    /** {@return the mapped segment that the cursor is in} */
    public SegmentFile segment() {
        return segment;
    }

    /** {@return where the entry that was found starts} */
    public long offset() {
        return offset;
    }

    /** {@return the word of the entry that was found} */
    public long word() {
        return word;
    }

    public int layoutId() {
        return segment.layoutId(offset);
    }

    public long length() {
        return EntryDescriptor.length(word);
    }

    /** {@return the payload of the entry that was found} */
    public MemorySegment payload() {
        return segment.memory().asSlice(offset + PAYLOAD_OFFSET, length());
    }

    public void toStart() throws IOException {
        enter(segments.acquireAtOrAfter(0), FIRST_ENTRY_OFFSET);
    }

    /** Goes behind all entries that are there now, committed or not. */
    public void toEnd() throws IOException {
        SegmentFile last = segments.acquireLastUsed();
        enter(last, last.tailHintOpaque());
        EntryWalk walk = new EntryWalk(segment, offset);
        while (walk.nextUnbroken()) {
            offset = walk.end();
        }
    }

    /** Goes to a place where an entry starts, or will; or to the first one of a segment that starts at the position. */
    public void moveTo(long position) throws IOException {
        if (position < 0 || (position % segmentSize > 0 && position % segmentSize < FIRST_ENTRY_OFFSET)) {
            throw noEntry(position);
        }
        long target = segments.normalised(position);
        long index = target / segmentSize;
        long targetOffset = target % segmentSize;
        long newest = control.newestAcquire();
        if (index == newest + 1 && targetOffset == FIRST_ENTRY_OFFSET) {
            index = newest;
            targetOffset = segmentSize;
        }
        if (index > newest) {
            throw noEntry(position);
        }
        SegmentFile entered;
        try {
            entered = segments.acquire(index);
        } catch (NoSuchFileException e) {
            throw gap(position);
        }
        try {
            requireBoundary(entered, targetOffset, position);
        } catch (IOException | RuntimeException | Error e) {
            segments.release(entered);
            throw e;
        }
        enter(entered, targetOffset);
    }

    /** Goes to a place that was saved, or to the last one before it if the segment has broken off since. */
    public void moveToSaved(long position) throws IOException {
        long target = segments.normalised(position);
        long newest = control.newestAcquire();
        SegmentFile entered;
        try {
            entered = segments.acquire(Math.min(target / segmentSize, newest));
        } catch (NoSuchFileException e) {
            throw gap(position);
        }
        long limit = target / segmentSize > newest ? segmentSize : target % segmentSize;
        enter(entered, FIRST_ENTRY_OFFSET);
        EntryWalk walk = new EntryWalk(segment, offset);
        while (offset < limit && walk.nextUnbroken() && walk.end() <= limit) {
            offset = walk.end();
        }
    }

    private void requireBoundary(SegmentFile entered, long targetOffset, long position) throws IOException {
        long at = FIRST_ENTRY_OFFSET;
        EntryWalk walk = new EntryWalk(entered, at);
        while (at < targetOffset && walk.nextUnbroken()) {
            at = walk.end();
        }
        if (at != targetOffset) {
            throw noEntry(position);
        }
    }

    private IllegalArgumentException noEntry(long position) {
        return new IllegalArgumentException(
                "cannot move to position=" + position + " of " + log.name() + ": no entry starts there");
    }

    /** Goes to the first entry of the last segment that was there at a time, or of the oldest one. */
    public void moveToTime(long nanos) throws IOException {
        List<Long> indices = segments.indices();
        for (int i = endOfBegunBy(indices, nanos) - 1; i >= 0; i--) {
            SegmentFile candidate;
            try {
                candidate = segments.acquire(indices.get(i));
            } catch (NoSuchFileException e) {
                break; // deleted, with all that are older
            }
            if (candidate.begunNanosAcquire() <= nanos) {
                enter(candidate, FIRST_ENTRY_OFFSET);
                return;
            }
            segments.release(candidate);
        }
        toStart();
    }

    /**
     * {@return how many segments are left when those at the end are taken off that were begun after a time} That is all
     * of these, unless a segment cannot be read. Times grow with the indices; to look at each would be to map it.
     */
    private int endOfBegunBy(List<Long> indices, long nanos) {
        int from = 0;
        int to = indices.size();
        while (from < to) {
            int middle = (from + to) >>> 1;
            try {
                if (isBegunBy(indices.get(middle), nanos)) {
                    from = middle + 1;
                } else {
                    to = middle;
                }
            } catch (NoSuchFileException e) {
                from = middle + 1; // deleted, with all that are older
            } catch (IOException e) {
                return to; // whoever goes back from here comes to it too, unless it is too old to matter
            }
        }
        return to;
    }

    private boolean isBegunBy(long index, long nanos) throws IOException {
        SegmentFile candidate = segments.acquire(index);
        try {
            return candidate.begunNanosAcquire() <= nanos;
        } finally {
            segments.release(candidate);
        }
    }

    public void close() {
        segments.release(segment);
    }
}
