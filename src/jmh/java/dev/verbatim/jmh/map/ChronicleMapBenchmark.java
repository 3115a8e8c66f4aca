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
 * {@link MapBenchmark} for Chronicle Map, which needs flags. It lies in a file, knows how many entries there will be,
 * and returns no old values. Entries have checksums, as they have by default in a file. Which of its forms is the
 * fastest depends on the operation, so there are several.
 *
 * <p>{@code chronicleMapFlyweightView} looks at a value in place without its lock. Chronicle's tutorial warns of that,
 * since the value may be changed or removed meanwhile; {@code chronicleMapValuesView} is the form that it shows.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 2)
public class ChronicleMapBenchmark extends ChronicleMapForks {

    /** Boxed keys, and values that are copied as they lie in the object. */
    public static class Chronicle extends Worker {
        @Setup
        public void use(MapState map, ThreadParams thread) throws IOException {
            use(map, Contender.CHRONICLE, thread.getThreadIndex());
        }
    }

    /** The same without checksums. */
    public static class WithoutChecksum extends Worker {
        @Setup
        public void use(MapState map, ThreadParams thread) throws IOException {
            use(map, Contender.CHRONICLE_WITHOUT_CHECKSUM, thread.getThreadIndex());
        }
    }

    /** Keys that are used again, and values that are copied as they lie in the object. */
    public static class LongValues extends Worker {
        @Setup
        public void use(MapState map, ThreadParams thread) throws IOException {
            use(map, Contender.CHRONICLE_LONG_VALUE, thread.getThreadIndex());
        }
    }

    /** Value interfaces for keys and values. */
    public static class OfValues extends Worker {
        @Setup
        public void use(MapState map, ThreadParams thread) throws IOException {
            use(map, Contender.CHRONICLE_VALUES, thread.getThreadIndex());
        }
    }

    /** Boxed keys, and values that are looked at in place. */
    public static class Flyweight extends Worker {
        @Setup
        public void use(MapState map, ThreadParams thread) throws IOException {
            use(map, Contender.CHRONICLE_FLYWEIGHT, thread.getThreadIndex());
        }
    }

    @Benchmark
    public Object chronicleMapGet(Chronicle map) throws IOException {
        return map.get();
    }

    @Benchmark
    public long chronicleMapGetInto(Chronicle map) throws IOException {
        return map.getInto();
    }

    @Benchmark
    public Object chronicleMapMiss(Chronicle map) throws IOException {
        return map.getMissing();
    }

    @Benchmark
    public void chronicleMapUpdate(Chronicle map) throws IOException {
        map.update();
    }

    @Benchmark
    public long chronicleMapMix(Chronicle map) throws IOException {
        return map.mix();
    }

    @Benchmark
    public void chronicleMapWithoutChecksumUpdate(WithoutChecksum map) throws IOException {
        map.update();
    }

    @Benchmark
    public long chronicleMapWithoutChecksumMix(WithoutChecksum map) throws IOException {
        return map.mix();
    }

    @Benchmark
    public Object chronicleMapLongValueGet(LongValues map) throws IOException {
        return map.get();
    }

    @Benchmark
    public long chronicleMapLongValueGetInto(LongValues map) throws IOException {
        return map.getInto();
    }

    @Benchmark
    public Object chronicleMapLongValueMiss(LongValues map) throws IOException {
        return map.getMissing();
    }

    @Benchmark
    public void chronicleMapLongValueUpdate(LongValues map) throws IOException {
        map.update();
    }

    @Benchmark
    public long chronicleMapLongValueMix(LongValues map) throws IOException {
        return map.mix();
    }

    @Benchmark
    public Object chronicleMapValuesGet(OfValues map) throws IOException {
        return map.get();
    }

    @Benchmark
    public long chronicleMapValuesGetInto(OfValues map) throws IOException {
        return map.getInto();
    }

    @Benchmark
    public long chronicleMapValuesView(OfValues map) throws IOException {
        return map.view();
    }

    @Benchmark
    public Object chronicleMapValuesMiss(OfValues map) throws IOException {
        return map.getMissing();
    }

    @Benchmark
    public void chronicleMapValuesUpdate(OfValues map) throws IOException {
        map.update();
    }

    @Benchmark
    public long chronicleMapValuesMix(OfValues map) throws IOException {
        return map.mix();
    }

    @Benchmark
    public long chronicleMapFlyweightView(Flyweight map) throws IOException {
        return map.view();
    }
}
