package dev.verbatim.jmh.map;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * {@link MapBenchmark} for keys that are texts and values of varying length.
 *
 * <pre>{@code java -jar target/benchmarks.jar 'jmh.map.(Chronicle|Lmdb)?TextMapBenchmark' -p entries=100000}</pre>
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 2)
@Fork(3)
public class TextMapBenchmark {

    /** Our map as it is by default. */
    public static class Codec extends Worker {
        @Setup
        public void use(MapState map, ThreadParams thread) throws IOException {
            use(map, Contender.VERBATIM_ACCOUNTS, thread.getThreadIndex());
        }
    }

    /** Our map without checksums. */
    public static class WithoutChecksum extends Worker {
        @Setup
        public void use(MapState map, ThreadParams thread) throws IOException {
            use(map, Contender.VERBATIM_ACCOUNTS_WITHOUT_CHECKSUM, thread.getThreadIndex());
        }
    }

    /** A map on the heap. */
    public static class Heap extends Worker {
        @Setup
        public void use(MapState map, ThreadParams thread) throws IOException {
            use(map, Contender.HEAP_ACCOUNTS, thread.getThreadIndex());
        }
    }

    @Benchmark
    public Object codecGet(Codec map) throws IOException {
        return map.get();
    }

    @Benchmark
    public long codecGetInto(Codec map) throws IOException {
        return map.getInto();
    }

    @Benchmark
    public Object codecMiss(Codec map) throws IOException {
        return map.getMissing();
    }

    @Benchmark
    public void codecUpdate(Codec map) throws IOException {
        map.update();
    }

    @Benchmark
    public long codecMix(Codec map) throws IOException {
        return map.mix();
    }

    @Benchmark
    public void codecWithoutChecksumUpdate(WithoutChecksum map) throws IOException {
        map.update();
    }

    @Benchmark
    public long codecWithoutChecksumMix(WithoutChecksum map) throws IOException {
        return map.mix();
    }

    @Benchmark
    public Object concurrentHashMapGet(Heap map) throws IOException {
        return map.get();
    }

    @Benchmark
    public long concurrentHashMapGetInto(Heap map) throws IOException {
        return map.getInto();
    }

    @Benchmark
    public Object concurrentHashMapMiss(Heap map) throws IOException {
        return map.getMissing();
    }

    @Benchmark
    public void concurrentHashMapUpdate(Heap map) throws IOException {
        map.update();
    }

    @Benchmark
    public long concurrentHashMapMix(Heap map) throws IOException {
        return map.mix();
    }
}
