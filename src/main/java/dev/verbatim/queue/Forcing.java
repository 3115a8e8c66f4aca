package dev.verbatim.queue;

import static dev.verbatim.queue.EntryDescriptor.RESERVED;
import static dev.verbatim.queue.SegmentDescriptor.FIRST_ENTRY_OFFSET;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Brings entries to the storage device, in order: an entry is found by walking over those before it, so one that was
 * forced alone could be out of reach after a loss of power.
 *
 * <p>A force goes from the durable position to the end that the queue has when it begins. Then the durable position
 * moves up to the first entry that was still reserved: what is before it has been forced as it will always be. An entry
 * at which the durable position has arrived needs no force of its own, whoever moved it. Any thread may use it; one
 * thread forces for all that wait.
 */
final class Forcing {

    private final Path queue;
    private final Segments segments;
    private final ControlFile control;
    private volatile @Nullable Throwable failure;

    Forcing(Path queue, Segments segments, ControlFile control) {
        this.queue = queue;
        this.segments = segments;
        this.control = control;
    }

    /**
     * Makes sure that nothing is appended, or called durable, after a force has failed: nobody knows then what the
     * device holds.
     */
    void requireSound() throws IOException {
        Throwable cause = failure;
        if (cause != null) {
            throw new IOException(
                    "queue=" + queue + " takes no more entries since a force has failed: " + cause.getMessage(), cause);
        }
    }

    /** Forces at least an entry that is committed, and everything before it. */
    synchronized void through(long end) throws IOException {
        if (control.durableAcquire() < end) {
            force();
        }
    }

    /** Forces everything that is committed when this is called. */
    synchronized void force() throws IOException {
        requireSound();
        try {
            forceFrom(segments.normalised(control.durableAcquire()));
        } catch (IOException | RuntimeException | Error e) {
            // An error too: nobody else would know that the batches have ended.
            failure = e;
            throw e;
        }
    }

    private void forceFrom(long durable) throws IOException {
        long position = durable;
        long settled = durable;
        boolean allSettled = true;
        while (position / segments.segmentSize() <= control.newestAcquire()) {
            // What was deleted needs no force.
            SegmentFile segment = segments.acquireAtOrAfter(position / segments.segmentSize());
            try {
                long start = Math.max(position, segment.position(FIRST_ENTRY_OFFSET)) % segments.segmentSize();
                EntryWalk walk = new EntryWalk(segment, start);
                while (walk.nextUnbroken()) {
                    allSettled = allSettled && EntryDescriptor.state(walk.word()) != RESERVED;
                    if (allSettled) {
                        settled = segment.position(walk.end());
                    }
                }
                long offset = walk.offset();
                if (offset > start) {
                    segment.force(start, offset);
                }
                if (offset < segments.segmentSize()) {
                    break;
                }
                position = segments.normalised(segment.position(offset));
            } finally {
                segments.release(segment);
            }
        }
        control.advanceDurable(settled);
    }
}
