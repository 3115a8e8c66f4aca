package dev.verbatim.cli;

import dev.verbatim.queue.MappedQueue;
import dev.verbatim.queue.QueueException;
import dev.verbatim.queue.QueueGapException;
import dev.verbatim.queue.Tailer;
import dev.verbatim.queue.WaitStrategy;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Reads the entries of a queue for a person: what cannot be read is noted and passed, where it can be passed. One thread may use it.
 */
final class EntrySource implements AutoCloseable {

    /** How long a reader waits at a reserved entry before it looks at the time. */
    private static final Duration LOOK = Duration.ofMillis(2);

    private final Tailer tailer;
    private final IntPredicate wantedLayout;
    private final List<String> notes = new ArrayList<>();
    private @Nullable StoredEntry found;
    private boolean broken;

    /**
     * Opens a source at the oldest entry.
     *
     * @param wantedLayout which ids of layouts its entries have; others are passed
     */
    EntrySource(MappedQueue queue, IntPredicate wantedLayout) throws IOException {
        this.tailer = queue.tailer().withChecksums();
        this.wantedLayout = wantedLayout;
    }

    Tailer tailer() {
        return tailer;
    }

    /** Moves to a position, or to the oldest entry if that was deleted, which is noted. */
    void moveTo(long position) throws IOException {
        try {
            tailer.moveTo(position);
        } catch (QueueGapException e) {
            notes.add(e.getMessage());
        }
    }

    /**
     * Reads the next entry.
     *
     * @param end the position from which on no entry is wanted
     * @param patience how long to wait at a place before that position where an entry is reserved
     * @return the entry; null if there is none
     * @throws IOException if a segment cannot be mapped
     */
    @Nullable StoredEntry next(long end, Duration patience) throws IOException, InterruptedException {
        long start = System.nanoTime();
        while (!broken && tailer.position() < end) {
            try {
                if (tailer.await(WaitStrategy.backoff(), LOOK)) {
                    StoredEntry entry = tailer.position() < end ? read() : null;
                    if (entry == null || wantedLayout.test(entry.layoutId())) {
                        return entry;
                    }
                    start = System.nanoTime();
                } else if (System.nanoTime() - start >= patience.toNanos()) {
                    return null;
                }
            } catch (QueueGapException e) {
                notes.add(e.getMessage());
            } catch (QueueException e) {
                notes.add(e.getMessage());
                pass();
                start = System.nanoTime();
            }
        }
        return null;
    }

    /** Passes an entry whose checksum is wrong. Where there is no entry at all the queue cannot be read any further. */
    private void pass() throws IOException {
        try {
            tailer.skip(1);
        } catch (QueueException e) {
            broken = true;
        }
    }

    /** {@return whether no further entry can be found} */
    boolean isBroken() {
        return broken;
    }

    private @Nullable StoredEntry read() throws IOException {
        tailer.read((payload, position, layoutId) -> found = new StoredEntry(
                position, layoutId, MemorySegment.ofArray(payload.toArray(ValueLayout.JAVA_BYTE))));
        return found;
    }

    /** {@return what could not be read since this was last asked} */
    List<String> takeNotes() {
        List<String> taken = List.copyOf(notes);
        notes.clear();
        return taken;
    }

    @Override
    public void close() throws IOException {
        tailer.close();
    }
}
