package dev.verbatim.queue;

import static dev.verbatim.internal.log.EntryDescriptor.COMMITTED;
import static dev.verbatim.internal.log.EntryDescriptor.RESERVED;
import static dev.verbatim.internal.log.SegmentDescriptor.FIRST_ENTRY_OFFSET;

import dev.verbatim.internal.log.ControlFile;
import dev.verbatim.internal.log.EntryDescriptor;
import dev.verbatim.internal.log.EntryWalk;
import dev.verbatim.internal.log.LockDescriptor;
import dev.verbatim.internal.log.Log;
import dev.verbatim.internal.log.SegmentFile;
import dev.verbatim.internal.log.Segments;
import dev.verbatim.internal.log.TailerName;
import dev.verbatim.queue.QueueInfo.Reservation;
import dev.verbatim.queue.QueueInfo.Segment;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Looks at a queue from outside. It walks over words alone, past reserved ones too, so that it waits for nobody. If the
 * chain of entries breaks off, nothing more of the segment can be found; a {@code Scan} reports that. One thread at a
 * time may use it.
 */
final class Survey {

    /** Takes a segment. */
    private interface SegmentVisitor {
        void visit(SegmentFile segment) throws IOException;
    }

    private final Log log;
    private final Segments segments;
    private final List<Segment> found = new ArrayList<>();
    private final List<Reservation> claims = new ArrayList<>();
    private long end;
    private long count;

    Survey(Log log) {
        this.log = log;
        this.segments = log.segments();
    }

    QueueInfo info() throws IOException {
        ControlFile control = log.control();
        // Before the walk, so that they do not lie beyond the end that the walk finds.
        long durable = control.durableAcquire();
        Map<String, Long> tailers = TailerName.positions(control);
        long from = segments.normalised(segments.oldest() * segments.segmentSize());
        // What is before the durable position is settled.
        long firstWalked = Math.min(durable / segments.segmentSize(), control.newestAcquire());
        end = Math.max(from, durable);
        eachSegment(0, Long.MAX_VALUE, segment -> {
            Instant created = Instant.EPOCH.plusNanos(segment.begunNanosAcquire());
            found.add(new Segment(segment.index(), segment.position(FIRST_ENTRY_OFFSET), created));
            if (segment.index() >= firstWalked) {
                long stop = findClaims(segment);
                // A segment that no entry was reserved in is after the end.
                end = stop > FIRST_ENTRY_OFFSET ? segments.normalised(segment.position(stop)) : end;
            }
        });
        return new QueueInfo(
                segments.segmentSize(),
                control.checksum(),
                from,
                end,
                durable,
                found,
                log.layouts().all(),
                tailers,
                slots(),
                claims);
    }

    /**
     * {@return the first place that is free, in bytes from the start of the segment; its end, if the chain of entries
     * breaks off}
     */
    private long findClaims(SegmentFile segment) throws IOException {
        EntryWalk walk = new EntryWalk(segment, FIRST_ENTRY_OFFSET);
        while (walk.next()) {
            claim(segment, walk.offset(), walk.word());
        }
        return walk.isBroken() ? segments.segmentSize() : walk.offset();
    }

    private void claim(SegmentFile segment, long offset, long word) throws IOException {
        if (EntryDescriptor.state(word) == RESERVED) {
            boolean alive = !log.slots().isOrphan(word);
            // Its appender may have settled it, and gone, since it was read.
            if (segment.wordAcquire(offset) == word) {
                claims.add(new Reservation(
                        segment.position(offset),
                        EntryDescriptor.length(word),
                        EntryDescriptor.slot(word),
                        EntryDescriptor.generation(word),
                        alive));
            }
        }
    }

    private List<Integer> slots() throws IOException {
        List<Integer> slots = new ArrayList<>();
        for (int slot = 0; slot < EntryDescriptor.SLOTS; slot++) {
            // One that was never used need not be asked about.
            if (log.control().generationAcquire(slot) != 0 && log.locks().isLocked(LockDescriptor.SLOTS + slot)) {
                slots.add(slot);
            }
        }
        return slots;
    }

    long count(long from, long to) throws IOException {
        count = 0;
        eachSegment(from, to, segment -> {
            EntryWalk walk = new EntryWalk(segment, FIRST_ENTRY_OFFSET);
            while (walk.next() && segment.position(walk.offset()) < to) {
                if (EntryDescriptor.state(walk.word()) == COMMITTED && segment.position(walk.offset()) >= from) {
                    count++;
                }
            }
        });
        return count;
    }

    /**
     * Visits the segments that have positions from one on and before another. Goes on where the last of them was
     * deleted meanwhile: the end of the queue is further then.
     */
    private void eachSegment(long from, long to, SegmentVisitor visitor) throws IOException {
        long size = segments.segmentSize();
        long next = 0;
        boolean isLastGone;
        do {
            isLastGone = false;
            for (long index : segments.indices()) {
                if (index >= next && (index + 1) * size > from && index * size < to) {
                    next = index + 1;
                    isLastGone = !visit(index, visitor);
                }
            }
        } while (isLastGone);
    }

    /** {@return whether it was there} */
    private boolean visit(long index, SegmentVisitor visitor) throws IOException {
        SegmentFile segment;
        try {
            segment = segments.acquire(index);
        } catch (NoSuchFileException e) {
            return false; // deleted since
        }
        try {
            visitor.visit(segment);
            return true;
        } finally {
            segments.release(segment);
        }
    }
}
