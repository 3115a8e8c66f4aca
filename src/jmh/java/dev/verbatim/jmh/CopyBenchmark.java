package dev.verbatim.jmh;

import static dev.verbatim.jmh.UnsafeAccess.UNSAFE;

import java.lang.foreign.MemorySegment;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;

/**
 * How long does it take to copy 1 to 1,000,000 structs of {@link MarketData}, 144 MB, from one native segment to
 * another?
 *
 * <pre>{@code java -jar target/benchmarks.jar CopyBenchmark -prof gc}</pre>
 *
 * <p>Each call begins one struct later in the source and one struct earlier in the target, among
 * {@link NativeSegmentState#STRUCTS}. The distance between the two decides which loads and stores stall each other, and
 * so it must not stay the same. All pages are touched beforehand.
 */
@SuppressWarnings("removal") // of Unsafe's access to memory; measuring it is the purpose
public class CopyBenchmark extends ArenaState {

    private static final long LAST_OFFSET = (NativeSegmentState.STRUCTS - 1) * MarketData.BYTES;

    @Param({"1", "10", "100", "1000", "10000", "100000", "1000000"})
    private int structs;

    private MemorySegment source;
    private MemorySegment target;
    private long sourceAddress;
    private long targetAddress;

    /** How many bytes a call copies. */
    private long bytes;

    private long nextOffset;

    @Override
    void allocate() {
        bytes = structs * MarketData.BYTES;
        source = arena.allocate(LAST_OFFSET + bytes, CACHE_LINE_BYTES);
        target = arena.allocate(LAST_OFFSET + bytes, CACHE_LINE_BYTES);
        sourceAddress = source.address();
        targetAddress = target.address();
        for (long offset = 0; offset < LAST_OFFSET + bytes; offset += Long.BYTES) {
            UNSAFE.putLong(sourceAddress + offset, sourceLong(offset));
        }
        UNSAFE.setMemory(targetAddress, LAST_OFFSET + bytes, (byte) -1);
    }

    /** What the source has at an offset: nothing twice, and never -1. */
    private static long sourceLong(long offset) {
        return offset * 0x9E37_79B9_7F4A_7C15L;
    }

    private long next() {
        long offset = nextOffset;
        nextOffset = offset == LAST_OFFSET ? 0 : offset + MarketData.BYTES;
        return offset;
    }

    @Benchmark
    public void codecCopy() {
        long offset = next();
        MarketData.CODEC.copy(source, offset, target, LAST_OFFSET - offset, structs);
    }

    @Benchmark
    public void memorySegmentCopy() {
        long offset = next();
        MemorySegment.copy(source, offset, target, LAST_OFFSET - offset, bytes);
    }

    @Benchmark
    public void unsafeCopy() {
        long offset = next();
        UNSAFE.copyMemory(sourceAddress + offset, targetAddress + (LAST_OFFSET - offset), bytes);
    }

    @Override
    void check() {
        checkCopy("codec", this::codecCopy);
        checkCopy("memorySegment", this::memorySegmentCopy);
        checkCopy("unsafe", this::unsafeCopy);
    }

    /**
     * Checks all that the target holds, after a copy from the second struct of the source. It allocates nothing, which
     * a profiler would count as the rival's.
     */
    private void checkCopy(String rival, Runnable copy) {
        UNSAFE.setMemory(targetAddress, LAST_OFFSET + bytes, (byte) -1);
        nextOffset = MarketData.BYTES;
        copy.run();
        long from = LAST_OFFSET - MarketData.BYTES;
        for (long offset = 0; offset < LAST_OFFSET + bytes; offset += Long.BYTES) {
            boolean copied = offset >= from && offset < from + bytes;
            long expected = copied ? sourceLong(offset - from + MarketData.BYTES) : -1;
            long actual = UNSAFE.getLong(targetAddress + offset);
            if (actual != expected) {
                throw new IllegalStateException(rival + " left other bytes than expected at offset=" + offset);
            }
        }
    }
}
