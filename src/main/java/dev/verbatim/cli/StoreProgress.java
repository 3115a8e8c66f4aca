package dev.verbatim.cli;

/** A progress bar for work that goes from entry to entry, in the measure of {@link Store#progress}. */
final class StoreProgress implements AutoCloseable {

    private final Progress progress;
    private long reached;

    /**
     * Starts a bar, if there is a terminal.
     *
     * @param task the name of the work
     * @param extent how much there is; -1 if nobody knows
     */
    StoreProgress(String task, long extent) {
        this.progress = Progress.start(task, extent, "", 1);
    }

    /**
     * Takes note that an entry is done.
     *
     * @param place how far it is; -1 if nobody knows
     */
    void passed(long place) {
        long next = Math.max(place, reached + 1);
        progress.advance(next - reached);
        reached = next;
    }

    /** {@return how far the work is} */
    long reached() {
        return reached;
    }

    @Override
    public void close() {
        progress.close();
    }
}
