package dev.verbatim.jmh.map;

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
import org.openjdk.jmh.infra.ThreadParams;

/**
 * How long does it take to insert an entry, on average of a map that is filled from empty? Ours has to grow.
 *
 * <pre>{@code java -jar target/benchmarks.jar 'jmh.map.(Chronicle|Lmdb)?MapInsertBenchmark.*Few'   # or Many}</pre>
 *
 * <p>A call inserts {@value #FEW} entries or {@value #MANY}: a struct of 128 bytes each, with a long as its key. With
 * {@code -t 2} each of two threads inserts as many, into one map.
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(3)
public class MapInsertBenchmark {

    static final int FEW = 100_000;
    static final int MANY = 5_000_000;

    /** Our map as it is by default. */
    public static class FewCodec extends Filler {
        @Setup(Level.Iteration)
        public void use(FillState map, ThreadParams thread) throws IOException {
            use(map, Contender.VERBATIM, FEW, thread);
        }
    }

    /** Our map as it is by default. */
    public static class ManyCodec extends Filler {
        @Setup(Level.Iteration)
        public void use(FillState map, ThreadParams thread) throws IOException {
            use(map, Contender.VERBATIM, MANY, thread);
        }
    }

    /** Our map without checksums. */
    public static class FewWithoutChecksum extends Filler {
        @Setup(Level.Iteration)
        public void use(FillState map, ThreadParams thread) throws IOException {
            use(map, Contender.VERBATIM_WITHOUT_CHECKSUM, FEW, thread);
        }
    }

    /** Our map without checksums. */
    public static class ManyWithoutChecksum extends Filler {
        @Setup(Level.Iteration)
        public void use(FillState map, ThreadParams thread) throws IOException {
            use(map, Contender.VERBATIM_WITHOUT_CHECKSUM, MANY, thread);
        }
    }

    /** A map on the heap. */
    public static class FewHeap extends Filler {
        @Setup(Level.Iteration)
        public void use(FillState map, ThreadParams thread) throws IOException {
            use(map, Contender.HEAP, FEW, thread);
        }
    }

    /** A map on the heap. */
    public static class ManyHeap extends Filler {
        @Setup(Level.Iteration)
        public void use(FillState map, ThreadParams thread) throws IOException {
            use(map, Contender.HEAP, MANY, thread);
        }
    }

    @Benchmark
    @OperationsPerInvocation(FEW)
    @Warmup(iterations = 10)
    @Measurement(iterations = 10)
    public void codecFewInsert(FewCodec map) throws IOException {
        map.fill();
    }

    @Benchmark
    @OperationsPerInvocation(FEW)
    @Warmup(iterations = 10)
    @Measurement(iterations = 10)
    public void codecWithoutChecksumFewInsert(FewWithoutChecksum map) throws IOException {
        map.fill();
    }

    @Benchmark
    @OperationsPerInvocation(FEW)
    @Warmup(iterations = 10)
    @Measurement(iterations = 10)
    public void concurrentHashMapFewInsert(FewHeap map) throws IOException {
        map.fill();
    }

    @Benchmark
    @OperationsPerInvocation(MANY)
    @Warmup(iterations = 1)
    @Measurement(iterations = 3)
    public void codecManyInsert(ManyCodec map) throws IOException {
        map.fill();
    }

    @Benchmark
    @OperationsPerInvocation(MANY)
    @Warmup(iterations = 1)
    @Measurement(iterations = 3)
    public void codecWithoutChecksumManyInsert(ManyWithoutChecksum map) throws IOException {
        map.fill();
    }

    @Benchmark
    @OperationsPerInvocation(MANY)
    @Warmup(iterations = 1)
    @Measurement(iterations = 3)
    public void concurrentHashMapManyInsert(ManyHeap map) throws IOException {
        map.fill();
    }
}
