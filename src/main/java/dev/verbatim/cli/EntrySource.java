package dev.verbatim.cli;

import dev.verbatim.GapException;
import dev.verbatim.StoreException;
import dev.verbatim.WaitStrategy;
import dev.verbatim.queue.MappedQueue;
import dev.verbatim.queue.Tailer;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/** Reads the entries of a queue. */
final class EntrySource extends FollowedSource {

    private final Tailer tailer;
    private final IntPredicate wantedLayout;
    private @Nullable StoredEntry found;

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
            note(e.getMessage());
        }
    }

    @Override
    @Nullable
    StoredEntry next(long end, Duration patience) throws IOException, InterruptedException {
        long start = System.nanoTime();
        while (!isBroken() && tailer.position() < end) {
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
                note(e.getMessage());
            } catch (StoreException e) {
                note(e.getMessage());
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
            setBroken();
        }
    }

    @Override
    long position() {
        return tailer.position();
    }

    private @Nullable StoredEntry read() throws IOException {
        tailer.read((payload, position, layoutId) -> found =
                StoredEntry.at(position, layoutId, MemorySegment.ofArray(payload.toArray(ValueLayout.JAVA_BYTE))));
        return found;
    }

    @Override
    public void close() throws IOException {
        tailer.close();
    }
}
