package dev.verbatim.jmh.map;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * {@link MapBenchmark} for LMDB, by lmdbjava, whose faster buffers need flags.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 2)
public class LmdbMapBenchmark extends LmdbMapForks {

    /** LMDB. */
    public static class Lmdb extends Worker {
        @Setup
        public void use(MapState map, ThreadParams thread) throws IOException {
            use(map, Contender.LMDB, thread.getThreadIndex());
        }
    }

    @Benchmark
    public Object lmdbGet(Lmdb map) throws IOException {
        return map.get();
    }

    @Benchmark
    public long lmdbGetInto(Lmdb map) throws IOException {
        return map.getInto();
    }

    @Benchmark
    public Object lmdbMiss(Lmdb map) throws IOException {
        return map.getMissing();
    }

    @Benchmark
    public void lmdbUpdate(Lmdb map) throws IOException {
        map.update();
    }

    @Benchmark
    public long lmdbMix(Lmdb map) throws IOException {
        return map.mix();
    }
}
