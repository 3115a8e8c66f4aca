package dev.verbatim.jmh.latency;

import java.util.concurrent.TimeUnit;

/** Spins, and gives up after a minute: by then the other process is dead, and nothing else would end this one. */
final class Patience {

    private static final long LIMIT_NANOS = TimeUnit.MINUTES.toNanos(1);

    /** To ask for the time at each look would lengthen the looks. */
    private static final int LOOKS_BETWEEN = 1 << 20;

    private int looks;
    private long sinceNanos;

    /** Begins to wait. */
    void begin() {
        looks = 0;
    }

    /** Lets some time pass between two looks. */
    void idle() {
        Thread.onSpinWait();
        looks++;
        if (looks == 1) {
            sinceNanos = System.nanoTime();
        } else if (looks % LOOKS_BETWEEN == 0 && System.nanoTime() - sinceNanos > LIMIT_NANOS) {
            throw new IllegalStateException("nothing has come for a minute");
        }
    }
}
