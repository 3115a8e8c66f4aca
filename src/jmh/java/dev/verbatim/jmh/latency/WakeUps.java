package dev.verbatim.jmh.latency;

import dev.verbatim.jmh.latency.Peer.Answer;
import dev.verbatim.jmh.latency.WaiterRole.Result;
import dev.verbatim.queue.Appender;
import dev.verbatim.queue.MappedQueue;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;
import org.HdrHistogram.Histogram;

/**
 * How late a thread that waits for an entry finds it, and how much of a CPU the waiting takes, with each
 * {@link dev.verbatim.WaitStrategy}. This process appends, and another one waits. The gaps between appends are
 * exponentially distributed. The appender sleeps between them, so that it leaves the CPUs to the process that waits.
 *
 * <pre>{@code
 * java -cp target/benchmarks.jar dev.verbatim.jmh.latency.WakeUps                     # two minutes
 * java -cp target/benchmarks.jar dev.verbatim.jmh.latency.WakeUps spin sleeping:100   # these; times in µs
 * }</pre>
 *
 * <p>A latency is the time from just before a commit until the other process reads the entry. After a long sleep the
 * appender's caches are cold, and the commit itself takes some 20 µs of it. The CPU use is that of the thread that
 * waits, in percent of one CPU. Before that, the program measures how long a sleep lasts and what it takes of a CPU.
 */
public final class WakeUps {

    private static final List<String> STRATEGIES =
            List.of("spin", "yielding", "backoff", "backoff:10000", "sleeping:100", "sleeping:1000");

    /** Enough for the compilers, and for pages that are touched for the first time. */
    private static final Pace WARM_UP = new Pace(TimeUnit.MICROSECONDS.toNanos(500), 2000);

    private static final List<Pace> PACES = List.of(
            new Pace(TimeUnit.MILLISECONDS.toNanos(1), 2000),
            new Pace(TimeUnit.MILLISECONDS.toNanos(10), 500),
            new Pace(TimeUnit.MILLISECONDS.toNanos(100), 120));

    private static final List<Long> SLEEPS_NANOS = List.of(1L, 10_000L, 100_000L, 1_000_000L);
    private static final int SLEEPS = 1000;

    /** The time that the waiting process has to read its command. */
    private static final long HEAD_START_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private static final RandomGenerator RANDOM = RandomGenerator.of("L64X128MixRandom");

    private WakeUps() {}

    /**
     * How often entries come.
     *
     * @param meanGapNanos the mean time between two of them
     * @param count how many there are
     */
    private record Pace(long meanGapNanos, int count) {

        void appendTo(Appender appender) throws IOException {
            long due = System.nanoTime() + HEAD_START_NANOS;
            for (int i = 0; i < count; i++) {
                due += (long) (meanGapNanos * RANDOM.nextExponential());
                for (long rest = due - System.nanoTime(); rest > 0; rest = due - System.nanoTime()) {
                    LockSupport.parkNanos(rest);
                }
                MemorySegment payload = appender.claim(WaiterRole.TIME.byteSize());
                payload.set(WaiterRole.TIME, 0, System.nanoTime());
                appender.commit();
            }
        }
    }

    public static void main(String[] args) throws IOException {
        System.out.println(new Table(
                        "Sleeps by parkNanos, in µs",
                        List.of("asked for", "median", "CPU"),
                        SLEEPS_NANOS.stream().map(WakeUps::sleepRow).toList(),
                        List.of())
                .text());
        List<List<String>> rows = new ArrayList<>();
        try (Launcher launcher = new Launcher(Path.of(System.getProperty("java.io.tmpdir")), List.of())) {
            for (String strategy : args.length == 0 ? STRATEGIES : List.of(args)) {
                measure(launcher, strategy, rows);
            }
        }
        System.out.print(new Table(
                        "Wake-ups, latencies in µs",
                        List.of("strategy", "mean gap, ms", "median", "90 %", "99 %", "CPU, %"),
                        rows,
                        List.of())
                .text());
    }

    private static List<String> sleepRow(long nanos) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        Histogram lengths = new Histogram(3);
        long cpu = threads.getCurrentThreadCpuTime();
        for (int i = 0; i < SLEEPS; i++) {
            long start = System.nanoTime();
            LockSupport.parkNanos(nanos);
            lengths.recordValue(System.nanoTime() - start);
        }
        cpu = threads.getCurrentThreadCpuTime() - cpu;
        return List.of(
                Numbers.micros((double) nanos),
                Numbers.micros((double) lengths.getValueAtPercentile(50)),
                Numbers.micros((double) cpu / SLEEPS));
    }

    private static void measure(Launcher launcher, String strategy, List<List<String>> rows) throws IOException {
        Path folder = launcher.newPath();
        try (MappedQueue queue = MappedQueue.builder(folder).open();
                Appender appender = queue.appender();
                Child waiter = new Child(launcher.start(0, launcher.ours(), Role.arguments(folder, strategy)))) {
            waiter.answer();
            run(waiter, appender, WARM_UP);
            for (Pace pace : PACES) {
                rows.add(row(strategy, pace, run(waiter, appender, pace)));
            }
        }
    }

    private static Result run(Child waiter, Appender appender, Pace pace) throws IOException {
        waiter.tell(System.nanoTime() + " " + pace.count());
        pace.appendTo(appender);
        return Result.of(Answer.of(waiter.answer()).result());
    }

    private static List<String> row(String strategy, Pace pace, Result result) {
        return List.of(
                strategy,
                Long.toString(TimeUnit.NANOSECONDS.toMillis(pace.meanGapNanos())),
                Numbers.micros((double) result.median()),
                Numbers.micros((double) result.ninety()),
                Numbers.micros((double) result.ninetyNine()),
                Numbers.percent(100.0 * result.cpu() / result.time()));
    }
}
