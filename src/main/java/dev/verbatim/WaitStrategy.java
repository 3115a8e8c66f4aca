package dev.verbatim;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * What a thread does between two looks for an entry of a queue or a change of a map. Strategies have no state and may
 * be used by any number of threads.
 *
 * <p>An append or a put wakes nobody: a thread finds the entry when it looks again. A strategy with shorter sleeps
 * finds it sooner and takes more of a CPU, because each sleep takes a CPU for 20 to 30 µs. On Linux a sleep lasts up to
 * 50 µs longer than asked for, the timer slack of the system, and some time for the waking itself. So even the shortest
 * one lasts about 80 µs.
 *
 * <p>A virtual thread should sleep. Those that spin or yield, as many as there are carriers, can keep all other virtual
 * threads from running, and with them whoever waits for a lock that one of these is next to have.
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
     * {@return a strategy that spins a little and then lets other threads run that have no CPU} If there are none, it
     * keeps its CPU busy.
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
     * {@return {@link #backoff(Duration)} with sleeps of a millisecond at most}
     */
    static WaitStrategy backoff() {
        return backoff(Duration.ofMillis(1));
    }

    /**
     * A strategy for entries that come in bursts: it spins, yields and then sleeps, 1 µs first and twice as long at
     * each look. So an entry that follows soon is found soon. After a long silence it is found half the longest sleep
     * late on average.
     *
     * @param longest the longest sleep, 1 ns or more; {@code await} of a {@linkplain
     *     dev.verbatim.queue.Tailer#await tailer} or of a {@linkplain dev.verbatim.map.MapChanges#await map} may end so
     *     much later than its timeout
     * @return the strategy
     * @throws IllegalArgumentException if {@code longest} is zero or negative
     */
    @SuppressWarnings("ThreadPriorityCheck") // to rely on the scheduler is what the caller asks for
    static WaitStrategy backoff(Duration longest) {
        long longestNanos = requirePositiveNanos(longest, "longest");
        return looks -> {
            if (looks < 100) {
                Thread.onSpinWait();
            } else if (looks < 200) {
                Thread.yield();
            } else {
                long doublings = Math.min(looks - 200, 50); // to 13 days: more would overflow
                LockSupport.parkNanos(Math.min(1_000L << doublings, longestNanos));
            }
        };
    }

    /**
     * A strategy that sleeps at once, and equally long at each look. An entry is found half that time late on average,
     * and what the waiting takes of a CPU does not depend on how often entries come.
     *
     * @param time how long it sleeps, 1 ns or more; {@code await} of a {@linkplain
     *     dev.verbatim.queue.Tailer#await tailer} or of a {@linkplain dev.verbatim.map.MapChanges#await map} may end so
     *     much later than its timeout
     * @return the strategy
     * @throws IllegalArgumentException if {@code time} is zero or negative
     */
    static WaitStrategy sleeping(Duration time) {
        long nanos = requirePositiveNanos(time, "time");
        return looks -> LockSupport.parkNanos(nanos);
    }

    private static long requirePositiveNanos(Duration time, String name) {
        Objects.requireNonNull(time, name);
        if (!time.isPositive()) {
            throw new IllegalArgumentException("expected a time of 1 ns or more, found " + name + "=" + time);
        }
        return TimeUnit.NANOSECONDS.convert(time);
    }
}
