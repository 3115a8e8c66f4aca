package dev.verbatim.jmh.queue;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * How long does the slowest append of a run take, if the segments have to be made meanwhile?
 *
 * <pre>{@code java -jar target/benchmarks.jar '(Chronicle)?QueueSlowestBenchmark'}</pre>
 *
 * <p>A call makes {@value #COUNT} appends to a new queue without a pause, and takes the time after each. JMH adds
 * events up: {@code slowestMicros} is the <em>sum</em>, over all forks, of the slowest append of the one call that is
 * measured in each. The score is the time of the whole call.
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(3)
@Warmup(iterations = 2)
@Measurement(iterations = 1)
public class QueueSlowestBenchmark {

    /** Entries of 144 bytes each, 432 MB. */
    static final int COUNT = 3_000_000;

    /** What a call counts. */
    @AuxCounters(AuxCounters.Type.EVENTS)
    @State(Scope.Thread)
    public static class Slowest {
        public long slowestMicros;

        void found(long nanos) {
            slowestMicros = TimeUnit.NANOSECONDS.toMicros(nanos);
        }
    }

    @Benchmark
    public void codecAppend(QueueSustainedBenchmark.Codec queue, Slowest slowest) throws IOException {
        slowest.found(queue.slowestAppend(COUNT));
    }
}
