package dev.verbatim.jmh.queue;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.Warmup;

/**
 * How long does an append of an update take on average, if the segments have to be made meanwhile?
 *
 * <pre>{@code java -jar target/benchmarks.jar QueueSustainedBenchmark -prof gc}</pre>
 *
 * <p>A call makes {@value #COUNT} appends to a new queue without a pause: 24 segments of 64 MiB, of which two are there
 * before. A segment is zeros that are written before it is used, so this is the speed of the file system as soon as the
 * appender is faster.
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(QueueSustainedBenchmark.COUNT)
@Fork(3)
@Warmup(iterations = 2)
@Measurement(iterations = 5)
public class QueueSustainedBenchmark {

    /** Entries of 144 bytes each: nearly 24 segments, 1.6 GB. */
    static final int COUNT = 11_100_000;

    /** With checksums. */
    public static class Codec extends QueueState {
        @Setup(Level.Invocation)
        public void open() throws Exception {
            open(Contender.COPYABLE, true, Contender.Options.DEFAULT_SEGMENT_SIZE);
        }
    }

    /** Without checksums. */
    public static class WithoutChecksum extends QueueState {
        @Setup(Level.Invocation)
        public void open() throws Exception {
            open(Contender.COPYABLE, false, Contender.Options.DEFAULT_SEGMENT_SIZE);
        }
    }

    @Benchmark
    public void codecAppend(Codec queue) throws IOException {
        queue.append(COUNT);
    }

    @Benchmark
    public void codecWithoutChecksumAppend(WithoutChecksum queue) throws IOException {
        queue.append(COUNT);
    }
}
