package dev.verbatim.jmh.queue;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Warmup;

/** {@link QueueSustainedBenchmark} for Chronicle Queue, which makes no segments: it extends a sparse file. */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(QueueSustainedBenchmark.COUNT)
@Warmup(iterations = 2)
@Measurement(iterations = 5)
public class ChronicleQueueSustainedBenchmark extends ChronicleQueueForks {

    @Benchmark
    public void chronicleQueueAppend(ChronicleQueueBenchmark.Chronicle queue) throws IOException {
        queue.append(QueueSustainedBenchmark.COUNT);
    }
}
