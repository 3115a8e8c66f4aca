package dev.verbatim.internal.io;

import java.util.concurrent.locks.LockSupport;

/**
 * The pauses of a thread that looks again and again whether it can go on, and does so also if it is interrupted. A
 * thread whose interrupt is set would not park, and would take a processor while it waits. So the interrupt is cleared
 * before each pause, and set again at the end. One thread may use it, for one wait.
 */
public final class Pauses implements AutoCloseable {

    private boolean interrupted;

    /**
     * Pauses.
     *
     * @param blocker what it waits for, as tools show it that look at threads
     */
    public void pause(Object blocker, long nanos) {
        interrupted |= Thread.interrupted();
        LockSupport.parkNanos(blocker, nanos);
    }

    /** Ends the wait. */
    @Override
    public void close() {
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
