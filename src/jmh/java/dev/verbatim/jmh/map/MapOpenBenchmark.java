package dev.verbatim.jmh.map;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.Warmup;

/**
 * How long does it take to open a map that exists, and to get one value? It was closed, and is in the page cache.
 *
 * <pre>{@code java -jar target/benchmarks.jar 'jmh.map.(Chronicle|Lmdb)?MapOpenBenchmark'}</pre>
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(3)
@Warmup(iterations = 5)
@Measurement(iterations = 20)
public class MapOpenBenchmark {

    /** Our map as it is by default. */
    public static class Codec extends ClosedMap {
        @Setup(Level.Trial)
        public void fill() throws IOException {
            fill(Contender.VERBATIM);
        }
    }

    @Benchmark
    public long codecOpen(Codec map) throws IOException {
        return map.open();
    }
}
