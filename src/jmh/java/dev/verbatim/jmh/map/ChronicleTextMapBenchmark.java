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
 * {@link TextMapBenchmark} for Chronicle Map, which needs flags. Its values write themselves, and their texts as
 * characters of eight bits, which is faster than its UTF-8 and enough for these texts.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 2)
public class ChronicleTextMapBenchmark extends ChronicleMapForks {

    /** As it is by default: with checksums. */
    public static class Accounts extends Worker {
        @Setup
        public void use(MapState map, ThreadParams thread) throws IOException {
            use(map, Contender.CHRONICLE_ACCOUNTS, thread.getThreadIndex());
        }
    }

    /** Without checksums. */
    public static class WithoutChecksum extends Worker {
        @Setup
        public void use(MapState map, ThreadParams thread) throws IOException {
            use(map, Contender.CHRONICLE_ACCOUNTS_WITHOUT_CHECKSUM, thread.getThreadIndex());
        }
    }

    @Benchmark
    public Object chronicleMapGet(Accounts map) throws IOException {
        return map.get();
    }

    @Benchmark
    public long chronicleMapGetInto(Accounts map) throws IOException {
        return map.getInto();
    }

    @Benchmark
    public Object chronicleMapMiss(Accounts map) throws IOException {
        return map.getMissing();
    }

    @Benchmark
    public void chronicleMapUpdate(Accounts map) throws IOException {
        map.update();
    }

    @Benchmark
    public long chronicleMapMix(Accounts map) throws IOException {
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
}
