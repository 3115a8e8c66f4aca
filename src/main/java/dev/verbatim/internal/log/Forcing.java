package dev.verbatim.internal.log;

import static dev.verbatim.internal.log.SegmentDescriptor.FIRST_ENTRY_OFFSET;

import dev.verbatim.StoreException;
import dev.verbatim.internal.io.StackRoom;
import dev.verbatim.internal.io.UninterruptibleIo;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Brings entries to the storage device, in order: an entry is found by walking over those before it, so one that was
 * forced alone could be out of reach after a loss of power.
 *
 * <p>A force goes from the durable position to the end that the log has when it begins. Then the durable position moves
 * up to the first entry that was not settled yet: what is before it has been forced as it will always be. An entry at
 * which the durable position has arrived needs no force of its own, whoever moved it. Any thread may use it; one thread
 * forces for all that wait.
 *
 * <p>An operating system reports once that the device did not take a page, and takes the page for written then: another
 * force of it would succeed and write nothing. So a force that fails is noted in the control file. No process forces
 * after that, until a recovery has written everything once more. Before the device is asked, the process may lack file
 * descriptors or memory, or the folder may be away: such a force is tried again.
 */
public final class Forcing {

    private final String name;
    private final Path folder;
    private final Segments segments;
    private final ControlFile control;

    /** What a force has failed by, if none has succeeded since. No object around it: there may be no memory for one. */
    private volatile @Nullable Throwable failure;

    /** Whether no other can succeed after it; if some can, it was a batch, for which nobody waits. */
    private boolean failedForGood;

    public Forcing(String name, Path folder, Segments segments, ControlFile control) {
        this.name = name;
        this.folder = folder;
        this.segments = segments;
        this.control = control;
    }

    /**
     * Makes sure that nothing is appended, or called durable, after a force has failed: nobody knows then what the
     * device holds.
     */
    public void requireSound() throws IOException {
        if (failure != null) {
            force(); // throws, or brings to the device what a batch has not
        }
    }

    /** Forces at least an entry that is committed, and everything before it. */
    public synchronized void through(long end) throws IOException {
        if (control.durableAcquire() < end) {
            force();
        }
    }

    /** Forces everything that is committed when this is called. */
    public void force() throws IOException {
        force(Long.MAX_VALUE);
    }

    /** Forces a batch. If it fails, nothing more is appended until another force has succeeded. */
    synchronized void forceBatch() throws IOException {
        try {
            force();
        } catch (IOException | OutOfMemoryError e) {
            if (failure == null) {
                failure = e;
            }
            throw e;
        }
    }

    /** Forces everything in the segments before one. */
    synchronized void force(long beforeIndex) throws IOException {
        Throwable cause = failure;
        if (cause != null && failedForGood) {
            String reason = cause.getMessage() == null ? cause.toString() : cause.getMessage();
            throw new IOException(name + " takes no more entries since a force has failed: " + reason, cause);
        }
        StackRoom.requireForMore(); // before it is begun: an error in its midst is taken for one of the device
        try {
            requireSoundElsewhere();
            force(control.durableAcquire(), beforeIndex);
            failure = null;
        } catch (IOException | RuntimeException | Error e) {
            // An error too: nobody else would know of it.
            if (control.hasForceFailed() || !isPassing(e)) {
                failedForGood = true;
                failure = e;
            }
            throw e;
        }
    }

    /** {@return whether the process lacked something, such as the folder, and there is no damage} */
    private static boolean isPassing(Throwable e) {
        return (e instanceof IOException && !(e instanceof StoreException)) || e instanceof OutOfMemoryError;
    }

    private void requireSoundElsewhere() throws IOException {
        if (control.hasForceFailed()) {
            throw new IOException("a force of " + name + " has failed, here or in another process; close it in all"
                    + " processes and open it again: that writes once more what the device may not have");
        }
    }

    private void force(long durable, long beforeIndex) throws IOException {
        long position = segments.normalised(durable);
        long settled = durable;
        boolean allSettled = true;
        boolean begun = false;
        // Not the newest one each time: others may go to new segments faster than these are forced.
        long last = Math.min(control.newestAcquire(), beforeIndex - 1);
        while (position / segments.segmentSize() <= last) {
            // What was deleted needs no force.
            SegmentFile segment = segments.acquireAtOrAfter(position / segments.segmentSize());
            try {
                long start = Math.max(position, segment.position(FIRST_ENTRY_OFFSET)) % segments.segmentSize();
                EntryWalk walk = new EntryWalk(segment, start);
                while (walk.nextUnbroken()) {
                    allSettled = allSettled && !EntryDescriptor.isUnsettled(walk.word());
                    if (allSettled) {
                        settled = segment.position(walk.end());
                    }
                }
                long offset = walk.offset();
                if (offset > start) {
                    // Nothing of a segment has been forced before its first entry is: neither its header nor its name.
                    boolean isFirst = start == FIRST_ENTRY_OFFSET;
                    control.write(() -> segment.force(isFirst ? 0 : start, offset));
                    begun = begun || isFirst;
                }
                if (offset < segments.segmentSize()) {
                    break;
                }
                position = segments.normalised(segment.position(offset));
            } finally {
                segments.release(segment);
            }
        }
        if (begun) {
            forceNames();
        }
        requireSoundElsewhere(); // or this would declare durable what another process has failed to force meanwhile
        control.advanceDurable(settled);
    }

    /** In another thread: an appender forces too, and may be interrupted. */
    private void forceNames() throws IOException {
        UninterruptibleIo.call(() -> {
            control.forceFolder(folder);
            return folder;
        });
    }
}
