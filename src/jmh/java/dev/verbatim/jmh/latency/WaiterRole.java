package dev.verbatim.jmh.latency;

import dev.verbatim.WaitStrategy;
import dev.verbatim.queue.MappedQueue;
import dev.verbatim.queue.Tailer;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.foreign.ValueLayout;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/** Waits for entries, each of which is the time when it was appended. */
final class WaiterRole implements Role {

    static final ValueLayout.OfLong TIME = ValueLayout.JAVA_LONG;

    private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);
    private static final long LONGEST_LATENCY_NANOS = LONGEST_WAIT.toNanos();

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final WaitStrategy strategy;
    private final MappedQueue queue;
    private final Tailer tailer;

    /**
     * Opens the queue.
     *
     * @param folder the queue's folder
     * @param strategy the name of a strategy, with {@code :} and a time in microseconds if it takes one
     */
    WaiterRole(Path folder, String strategy) throws IOException {
        this.strategy = strategy(strategy);
        this.queue = MappedQueue.builder(folder).open();
        this.tailer = queue.tailer();
    }

    private static WaitStrategy strategy(String text) {
        String[] words = text.split(":", 2);
        return switch (words[0]) {
            case "spin" -> WaitStrategy.spin();
            case "yielding" -> WaitStrategy.yielding();
            case "sleeping" -> WaitStrategy.sleeping(micros(words[1]));
            case "backoff" -> words.length == 1 ? WaitStrategy.backoff() : WaitStrategy.backoff(micros(words[1]));
            default -> throw new IllegalArgumentException(text + ": no such strategy");
        };
    }

    private static Duration micros(String number) {
        return Duration.of(Long.parseLong(number), ChronoUnit.MICROS);
    }

    @Override
    public String run(long startNanos, int count) throws IOException {
        Histogram latencies = new Histogram(LONGEST_LATENCY_NANOS, 3);
        long start = System.nanoTime();
        long cpu = threads.getCurrentThreadCpuTime();
        for (int i = 0; i < count; i++) {
            await();
            tailer.read(
                    (payload, position, layoutId) -> latencies.recordValue(System.nanoTime() - payload.get(TIME, 0)));
        }
        cpu = threads.getCurrentThreadCpuTime() - cpu;
        return new Result(
                        latencies.getValueAtPercentile(50),
                        latencies.getValueAtPercentile(90),
                        latencies.getValueAtPercentile(99),
                        cpu,
                        System.nanoTime() - start)
                .line();
    }

    private void await() throws IOException {
        try {
            if (!tailer.await(strategy, LONGEST_WAIT)) {
                throw new IOException("no entry has come for " + LONGEST_WAIT.toSeconds() + " s");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException(e.getMessage());
        }
    }

    @Override
    public void close() throws IOException {
        queue.close();
    }

    /**
     * What a run has found, in nanoseconds.
     *
     * @param median the median latency
     * @param ninety its 90th percentile
     * @param ninetyNine its 99th percentile
     * @param cpu how long the thread was on a CPU
     * @param time how long the run took
     */
    record Result(long median, long ninety, long ninetyNine, long cpu, long time) {

        static Result of(String line) {
            List<Long> values =
                    Arrays.stream(line.split(",", -1)).map(Long::valueOf).toList();
            return new Result(values.get(0), values.get(1), values.get(2), values.get(3), values.get(4));
        }

        String line() {
            return Stream.of(median, ninety, ninetyNine, cpu, time)
                    .map(String::valueOf)
                    .collect(Collectors.joining(","));
        }
    }
}
