package dev.verbatim.jmh.map;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.Warmup;

/** {@link MapOpenBenchmark} for Chronicle Map, which needs flags. */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5)
@Measurement(iterations = 20)
public class ChronicleMapOpenBenchmark extends ChronicleMapForks {

    /** Boxed keys, and values that are copied as they lie in the object. */
    public static class Chronicle extends ClosedMap {
        @Setup(Level.Trial)
        public void fill() throws IOException {
            fill(Contender.CHRONICLE);
        }
    }

    @Benchmark
    public long chronicleMapOpen(Chronicle map) throws IOException {
        return map.open();
    }
}
