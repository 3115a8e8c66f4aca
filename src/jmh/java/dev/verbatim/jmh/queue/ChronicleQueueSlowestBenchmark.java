package dev.verbatim.jmh.queue;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Warmup;

/** What {@link QueueSlowestBenchmark} asks, of Chronicle Queue. */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 2)
@Measurement(iterations = 1)
public class ChronicleQueueSlowestBenchmark extends ChronicleQueueForks {

    @Benchmark
    public void chronicleQueueAppend(ChronicleQueueBenchmark.Chronicle queue, QueueSlowestBenchmark.Slowest slowest)
            throws IOException {
        slowest.found(queue.slowestAppend(QueueSlowestBenchmark.COUNT));
    }
}
