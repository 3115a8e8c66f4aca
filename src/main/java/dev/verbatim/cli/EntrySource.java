package dev.verbatim.cli;

import dev.verbatim.GapException;
import dev.verbatim.StoreException;
import dev.verbatim.queue.MappedQueue;
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
 * Reads the entries of a queue for a person. It notes an entry that it cannot read, and passes it if it can. One thread
 * may use it.
 */
final class EntrySource implements AutoCloseable {

    /** How long to wait at a reserved entry before looking at the clock. */
    private static final Duration LOOK = Duration.ofMillis(2);

    private final Tailer tailer;
    private final IntPredicate wantedLayout;
    private final List<String> notes = new ArrayList<>();
    private @Nullable StoredEntry found;
    private boolean broken;

    /**
     * Opens a source at the oldest entry.
     *
     * @param wantedLayout whether to read entries of a layout, given by its id; others are passed
     */
    EntrySource(MappedQueue queue, IntPredicate wantedLayout) throws IOException {
        this.tailer = queue.tailer().withChecksums();
        this.wantedLayout = wantedLayout;
    }

    Tailer tailer() {
        return tailer;
    }

    /** Moves to a position. If the entry there was deleted, it moves to the oldest one and notes that. */
    void moveTo(long position) throws IOException {
        try {
            tailer.moveTo(position);
        } catch (GapException e) {
            notes.add(e.getMessage());
        }
    }

    /**
     * Reads the next entry.
     *
     * @param end where to stop: the position of the first entry that is not wanted
     * @param patience how long to wait for an entry that is reserved
     * @return the entry; null if there is none
     * @throws IOException if a segment cannot be mapped
     */
    @Nullable
    StoredEntry next(long end, Duration patience) throws IOException, InterruptedException {
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
            } catch (GapException e) {
                notes.add(e.getMessage());
            } catch (StoreException e) {
                notes.add(e.getMessage());
                pass();
                start = System.nanoTime();
            }
        }
        return null;
    }

    /** Passes an entry whose checksum is wrong. If there is no entry at all, this source is broken. */
    private void pass() throws IOException {
        try {
            tailer.skip(1);
        } catch (StoreException e) {
            broken = true;
        }
    }

    /** {@return whether the queue is so damaged here that no further entry can be found} */
    boolean isBroken() {
        return broken;
    }

    private @Nullable StoredEntry read() throws IOException {
        tailer.read((payload, position, layoutId) -> found =
                StoredEntry.at(position, layoutId, MemorySegment.ofArray(payload.toArray(ValueLayout.JAVA_BYTE))));
        return found;
    }

    /** {@return the notes since this was last called} */
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
