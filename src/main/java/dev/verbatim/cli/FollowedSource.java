package dev.verbatim.cli;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the entries of a store that others may go on writing, for a person. It notes what it cannot read, and passes it
 * if it can. One thread may use it.
 */
abstract class FollowedSource implements AutoCloseable {

    /** How long to wait for an entry before looking at the clock. */
    static final Duration LOOK = Duration.ofMillis(2);

    private final List<String> notes = new ArrayList<>();
    private boolean broken;

    /**
     * Reads the next entry.
     *
     * @param end where to stop: the position of the first entry that is not wanted
     * @param patience how long to wait for an entry
     * @return the entry; null if there is none
     * @throws IOException if a segment cannot be mapped
     */
    abstract @Nullable StoredEntry next(long end, Duration patience) throws IOException, InterruptedException;

    /** {@return the position of the next entry} */
    abstract long position();

    /** Notes what a person should know. */
    final void note(@Nullable String what) {
        notes.add(String.valueOf(what));
    }

    /** {@return the notes since this was last called} */
    final List<String> takeNotes() {
        List<String> taken = List.copyOf(notes);
        notes.clear();
        return taken;
    }

    /** From now on there is no next entry. */
    final void setBroken() {
        broken = true;
    }

    /** {@return whether the store is so damaged here that no further entry can be found} */
    final boolean isBroken() {
        return broken;
    }

    @Override
    public abstract void close() throws IOException;
}
