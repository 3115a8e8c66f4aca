package dev.verbatim.jmh;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * What if the segment is a constant as well, the one file of a program for instance? C2 then knows its class, its size
 * and its address. Unsafe's address is a constant too.
 *
 * <pre>{@code java -jar target/benchmarks.jar ConstantSegmentBenchmark -prof gc}</pre>
 */
public class ConstantSegmentBenchmark extends NativeSegmentState {

    private static final MemorySegment SEGMENT = Arena.ofShared().allocate(SEGMENT_BYTES, CACHE_LINE_BYTES);
    private static final long ADDRESS = SEGMENT.address();

    @Override
    void prepare() {
        fill(null, ADDRESS);
    }

    @Benchmark
    public void unsafeFieldsWrite() {
        UNSAFE_FIELDS.write(value, null, ADDRESS + next());
    }

    @Benchmark
    public void unsafeFieldsRead() {
        UNSAFE_FIELDS.readInto(target, null, ADDRESS + next());
    }

    @Benchmark
    public void codecWrite() {
        MarketData.CODEC.write(value, SEGMENT, next());
    }

    @Benchmark
    public void codecRead() {
        MarketData.CODEC.readInto(target, SEGMENT, next());
    }

    @Override
    void check() {
        checkBytes("unsafeFields", null, ADDRESS, this::unsafeFieldsWrite, this::unsafeFieldsRead);
        checkBytes("codec", null, ADDRESS, this::codecWrite, this::codecRead);
    }
}
