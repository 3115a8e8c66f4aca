package dev.verbatim.cli;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The entries of a source, up to the end that there was, and those that come after it. */
class FollowedEntries implements Entries {

    /** How long to wait for the last entries, and how often to look whether anybody still reads the output. */
    static final Duration TAIL_PATIENCE = Duration.ofMillis(200);

    private final FollowedSource source;
    private final long end;
    private final Duration patience;

    /**
     * Takes a source, which is closed with this.
     *
     * @param end the end that there was
     * @param patience how long to wait for an entry in front of it
     */
    FollowedEntries(FollowedSource source, long end, Duration patience) {
        this.source = source;
        this.end = end;
        this.patience = patience;
    }

    @Override
    public @Nullable StoredEntry next() throws IOException, InterruptedException {
        return source.next(end, patience);
    }

    @Override
    public @Nullable StoredEntry await() throws IOException, InterruptedException {
        return source.next(Long.MAX_VALUE, TAIL_PATIENCE);
    }

    @Override
    public @Nullable String stopped() throws IOException {
        long position = source.position();
        return position < end
                ? "stopped at position=" + position + ", " + (end - position) + " bytes before the end"
                        + holder(position)
                : null;
    }

    /** {@return who holds readers up at a position, as the end of a message} */
    String holder(long position) throws IOException {
        return "";
    }

    @Override
    public List<String> takeNotes() {
        return source.takeNotes();
    }

    @Override
    public boolean isBroken() {
        return source.isBroken();
    }

    @Override
    public void close() throws IOException {
        source.close();
    }
}
