package dev.verbatim.jmh.latency;

import java.util.concurrent.TimeUnit;

/**
 * When messages are due: at a fixed rate from a start on, however late the last one was. A latency counts from the time
 * at which its message is due. So a queue that stops its sender is charged with all messages that should have been sent
 * meanwhile. To leave those out is known as coordinated omission.
 *
 * <p>Times are those of {@link System#nanoTime}. On Linux that is {@code CLOCK_MONOTONIC}, which all processes of a
 * host share.
 *
 * @param startNanos when the first is due
 * @param rate how many are due in a second
 */
record Schedule(long startNanos, int rate) {

    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    /** {@return when a message is due} Each is computed by itself, so that no rounding adds up. */
    long due(long message) {
        return startNanos + message * SECOND / rate;
    }

    /** {@return how long it takes until so many are due} */
    static long nanos(long messages, int rate) {
        return new Schedule(0, rate).due(messages);
    }
}
