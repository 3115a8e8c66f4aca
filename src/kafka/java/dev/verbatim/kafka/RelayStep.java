package dev.verbatim.kafka;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The steps of a relay after which its process can die and leave something half done. Tests watch them, in JVMs that
 * are started with the system property {@code dev.verbatim.kafka.watchSteps}; elsewhere {@link #reached} is compiled to
 * nothing.
 */
enum RelayStep {
    /** Whoever relayed before is fenced, and the position is not read yet. */
    FENCED,
    /** The position is in the topic as this relay's. */
    CLAIMED,
    /** A transaction has begun. */
    BEGUN,
    /** Some records of a transaction are sent. */
    SENT,
    /** All of a transaction is sent, the position too. */
    POSITION_SENT,
    /** A transaction is committed, and the tailer of a queue has not acknowledged its entries. */
    COMMITTED,
    /** The tailer has acknowledged the entries, or the changes of a map are counted. */
    ACKNOWLEDGED,
    /** Records are fetched, and not in the queue or map. */
    FETCHED,
    /** Records are in the queue or map, and the tailer does not know the mark behind them, nor is a position kept. */
    APPENDED,
    /** The tailer is at the mark, or the position is kept. */
    MARKED;

    private static final boolean WATCHED = Boolean.getBoolean("dev.verbatim.kafka.watchSteps");

    private static volatile @Nullable Consumer<RelayStep> watcher;

    static void watch(Consumer<RelayStep> newWatcher) {
        watcher = newWatcher;
    }

    /** Tells whoever watches that a step was taken. */
    void reached() {
        if (WATCHED) {
            Consumer<RelayStep> current = watcher;
            if (current != null) {
                current.accept(this);
            }
        }
    }
}
