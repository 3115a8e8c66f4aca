package dev.verbatim.internal.log;

import dev.verbatim.WaitStrategy;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/** How a reader of a log waits for what comes next: it looks again and again. One thread at a time may use it. */
public final class Waiting {

    private final Log log;
    private final String awaited;
    private final Look look;

    /** A look for what comes next. */
    public interface Look {
        /** {@return whether it is there} */
        boolean find() throws IOException;
    }

    /**
     * Makes this for a reader.
     *
     * @param awaited what the reader waits for, as messages name it
     * @param look is called again and again, first at once
     */
    public Waiting(Log log, String awaited, Look look) {
        this.log = log;
        this.awaited = awaited;
        this.look = look;
    }

    /**
     * Looks until something is there, or the time is over.
     *
     * @param strategy what to do between two looks
     * @param timeout how long to wait at most; it looks at least once
     * @return whether something is there
     * @throws InterruptedException if the thread is interrupted while it waits
     */
    public boolean await(WaitStrategy strategy, Duration timeout) throws IOException, InterruptedException {
        Objects.requireNonNull(strategy, "strategy");
        Objects.requireNonNull(timeout, "timeout");
        long start = System.nanoTime();
        long timeoutNanos = TimeUnit.NANOSECONDS.convert(timeout);
        int looks = 0;
        while (!look.find()) {
            if (Thread.interrupted()) {
                throw new InterruptedException("interrupted while waiting for " + awaited + " of " + log.name());
            }
            if (System.nanoTime() - start >= timeoutNanos) {
                return false;
            }
            looks = Math.min(looks, Integer.MAX_VALUE - 1) + 1;
            strategy.idle(looks);
        }
        return true;
    }
}
