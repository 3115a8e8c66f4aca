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
 * {@link MapInsertBenchmark} for Chronicle Map, which needs flags. It knows from the start how many entries will come.
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ChronicleMapInsertBenchmark extends ChronicleMapForks {

    /** Keys that are used again, and values that are copied as they lie in the object. */
    public static class FewLongValues extends Filler {
        @Setup(Level.Iteration)
        public void use(FillState map, ThreadParams thread) throws IOException {
            use(map, Contender.CHRONICLE_LONG_VALUE, MapInsertBenchmark.FEW, thread);
        }
    }

    /** Keys that are used again, and values that are copied as they lie in the object. */
    public static class ManyLongValues extends Filler {
        @Setup(Level.Iteration)
        public void use(FillState map, ThreadParams thread) throws IOException {
            use(map, Contender.CHRONICLE_LONG_VALUE, MapInsertBenchmark.MANY, thread);
        }
    }

    /** Boxed keys, and values that are copied as they lie in the object. */
    public static class FewChronicle extends Filler {
        @Setup(Level.Iteration)
        public void use(FillState map, ThreadParams thread) throws IOException {
            use(map, Contender.CHRONICLE, MapInsertBenchmark.FEW, thread);
        }
    }

    /** Boxed keys, and values that are copied as they lie in the object. */
    public static class ManyChronicle extends Filler {
        @Setup(Level.Iteration)
        public void use(FillState map, ThreadParams thread) throws IOException {
            use(map, Contender.CHRONICLE, MapInsertBenchmark.MANY, thread);
        }
    }

    /** Value interfaces for keys and values. */
    public static class FewOfValues extends Filler {
        @Setup(Level.Iteration)
        public void use(FillState map, ThreadParams thread) throws IOException {
            use(map, Contender.CHRONICLE_VALUES, MapInsertBenchmark.FEW, thread);
        }
    }

    /** Value interfaces for keys and values. */
    public static class ManyOfValues extends Filler {
        @Setup(Level.Iteration)
        public void use(FillState map, ThreadParams thread) throws IOException {
            use(map, Contender.CHRONICLE_VALUES, MapInsertBenchmark.MANY, thread);
        }
    }

    @Benchmark
    @OperationsPerInvocation(MapInsertBenchmark.FEW)
    @Warmup(iterations = 10)
    @Measurement(iterations = 10)
    public void chronicleMapLongValueFewInsert(FewLongValues map) throws IOException {
        map.fill();
    }

    @Benchmark
    @OperationsPerInvocation(MapInsertBenchmark.FEW)
    @Warmup(iterations = 10)
    @Measurement(iterations = 10)
    public void chronicleMapFewInsert(FewChronicle map) throws IOException {
        map.fill();
    }

    @Benchmark
    @OperationsPerInvocation(MapInsertBenchmark.FEW)
    @Warmup(iterations = 10)
    @Measurement(iterations = 10)
    public void chronicleMapValuesFewInsert(FewOfValues map) throws IOException {
        map.fill();
    }

    @Benchmark
    @OperationsPerInvocation(MapInsertBenchmark.MANY)
    @Warmup(iterations = 1)
    @Measurement(iterations = 3)
    public void chronicleMapLongValueManyInsert(ManyLongValues map) throws IOException {
        map.fill();
    }

    @Benchmark
    @OperationsPerInvocation(MapInsertBenchmark.MANY)
    @Warmup(iterations = 1)
    @Measurement(iterations = 3)
    public void chronicleMapManyInsert(ManyChronicle map) throws IOException {
        map.fill();
    }

    @Benchmark
    @OperationsPerInvocation(MapInsertBenchmark.MANY)
    @Warmup(iterations = 1)
    @Measurement(iterations = 3)
    public void chronicleMapValuesManyInsert(ManyOfValues map) throws IOException {
        map.fill();
    }
}
