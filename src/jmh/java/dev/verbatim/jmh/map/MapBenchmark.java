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
 * How long does an operation take on a map from longs to a struct of 128 bytes, which is full before?
 *
 * <pre>{@code
 * java -jar target/benchmarks.jar 'jmh.map.(Chronicle|Lmdb)?MapBenchmark'                 # all of it: hours
 * java -jar target/benchmarks.jar 'jmh.map.(Chronicle)?MapBenchmark' -p entries=100000 -p keys=UNIFORM
 * java -jar target/benchmarks.jar 'jmh.map.(Chronicle|Lmdb)?MapTwoThreadsBenchmark'       # by two threads
 * }</pre>
 *
 * <p>Get makes a new object, get into reads into one that is reused, view reads two fields in place, miss looks for a
 * key that is not there, update puts another value of a key that is there, and mix is one update to 19 times get into.
 * Updates go on for as long as the measurement does, so making and compacting segments counts. A
 * {@code ConcurrentHashMap} of arrays is beside our map as a yardstick.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 2)
@Fork(3)
public class MapBenchmark {

    /** Our map as it is by default. */
    public static class Codec extends Worker {
        @Setup
        public void use(MapState map, ThreadParams thread) throws IOException {
            use(map, Contender.VERBATIM, thread.getThreadIndex());
        }
    }

    /** Our map without checksums. */
    public static class WithoutChecksum extends Worker {
        @Setup
        public void use(MapState map, ThreadParams thread) throws IOException {
            use(map, Contender.VERBATIM_WITHOUT_CHECKSUM, thread.getThreadIndex());
        }
    }

    /** A map on the heap. */
    public static class Heap extends Worker {
        @Setup
        public void use(MapState map, ThreadParams thread) throws IOException {
            use(map, Contender.HEAP, thread.getThreadIndex());
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
    public long codecView(Codec map) throws IOException {
        return map.view();
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
