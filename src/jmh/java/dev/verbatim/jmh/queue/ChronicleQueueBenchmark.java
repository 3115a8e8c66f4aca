package dev.verbatim.jmh.queue;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.Warmup;

/**
 * {@link QueueBenchmark} for Chronicle Queue, which needs flags. Its updates are trivially copyable, and its settings
 * are the default.
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(QueueBenchmark.COUNT)
@Warmup(iterations = 10)
@Measurement(iterations = 10)
public class ChronicleQueueBenchmark extends ChronicleQueueForks {

    /** A Chronicle Queue. */
    public static class Chronicle extends QueueState {
        @Setup(Level.Invocation)
        public void open() throws Exception {
            openBegun(Contender.CHRONICLE, false);
        }
    }

    /** A queue whose file has its blocks before the measurement, as our segments have. By default it is sparse. */
    public static class Preallocated extends QueueState {

        /** More than the appends of a call take, in whole pages. */
        private static final long BYTES = 40L << 20;

        @Setup(Level.Invocation)
        public void open() throws Exception {
            openBegun(Contender.CHRONICLE, false);
            SparseFile.allocate(file(".cq4"), BYTES);
        }
    }

    @Benchmark
    public void chronicleQueueAppend(Chronicle queue) throws IOException {
        queue.append(QueueBenchmark.COUNT);
    }

    @Benchmark
    public void chronicleQueueAppendAndPoll(Chronicle queue) throws IOException {
        queue.appendAndPoll(QueueBenchmark.COUNT);
    }

    @Benchmark
    public void chronicleQueuePreallocatedAppend(Preallocated queue) throws IOException {
        queue.append(QueueBenchmark.COUNT);
    }

    @Benchmark
    public void chronicleQueuePreallocatedAppendAndPoll(Preallocated queue) throws IOException {
        queue.appendAndPoll(QueueBenchmark.COUNT);
    }
}
