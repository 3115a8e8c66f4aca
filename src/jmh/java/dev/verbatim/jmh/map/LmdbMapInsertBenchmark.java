package dev.verbatim.jmh.map;

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
import org.openjdk.jmh.infra.ThreadParams;

/**
 * {@link MapInsertBenchmark} for LMDB.
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class LmdbMapInsertBenchmark extends LmdbMapForks {

    /** LMDB. */
    public static class FewLmdb extends Filler {
        @Setup(Level.Iteration)
        public void use(FillState map, ThreadParams thread) throws IOException {
            use(map, Contender.LMDB, MapInsertBenchmark.FEW, thread);
        }
    }

    /** LMDB. */
    public static class ManyLmdb extends Filler {
        @Setup(Level.Iteration)
        public void use(FillState map, ThreadParams thread) throws IOException {
            use(map, Contender.LMDB, MapInsertBenchmark.MANY, thread);
        }
    }

    @Benchmark
    @OperationsPerInvocation(MapInsertBenchmark.FEW)
    @Warmup(iterations = 10)
    @Measurement(iterations = 10)
    public void lmdbFewInsert(FewLmdb map) throws IOException {
        map.fill();
    }

    @Benchmark
    @OperationsPerInvocation(MapInsertBenchmark.MANY)
    @Warmup(iterations = 1)
    @Measurement(iterations = 3)
    public void lmdbManyInsert(ManyLmdb map) throws IOException {
        map.fill();
    }
}
