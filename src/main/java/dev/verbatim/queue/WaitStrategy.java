package dev.verbatim.queue;

import java.util.concurrent.locks.LockSupport;

/**
 * What a thread does between two looks for an entry. Strategies have no state and may be used by any number of threads.
 */
@FunctionalInterface
public interface WaitStrategy {

    /**
     * Lets some time pass. May return at any time, and returns soon when the thread is interrupted.
     *
     * @param looks how many times the thread has looked for this entry and not found it, from 1
     */
    void idle(int looks);

    /**
     * {@return a strategy that keeps its CPU busy: the shortest latency, for a thread that has a CPU to itself}
     */
    static WaitStrategy spin() {
        return looks -> Thread.onSpinWait();
    }

    /**
     * {@return a strategy that spins a little and then lets other threads run that have no CPU}
     */
    @SuppressWarnings("ThreadPriorityCheck") // to rely on the scheduler is what the caller asks for
    static WaitStrategy yielding() {
        return looks -> {
            if (looks < 100) {
                Thread.onSpinWait();
            } else {
                Thread.yield();
            }
        };
    }

    /**
     * {@return a strategy that spins, yields and then sleeps: 1 µs first, twice as long at each look, a millisecond at
     * most}
     */
    @SuppressWarnings("ThreadPriorityCheck") // to rely on the scheduler is what the caller asks for
    static WaitStrategy backoff() {
        return looks -> {
            if (looks < 100) {
                Thread.onSpinWait();
            } else if (looks < 200) {
                Thread.yield();
            } else {
                LockSupport.parkNanos(Math.min(1_000L << Math.min(looks - 200, 10), 1_000_000L));
            }
        };
    }
}
