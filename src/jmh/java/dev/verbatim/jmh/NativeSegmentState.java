package dev.verbatim.jmh;

import static dev.verbatim.jmh.UnsafeAccess.UNSAFE;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import sun.misc.Unsafe;

/**
 * What the benchmarks over one native segment share: the settings, the memory, a value to write and an object to read
 * into.
 *
 * <p>The segment, like Unsafe's address, is a plain field: what a program writes to and reads from is seldom a
 * constant. With a constant the codec would be faster.
 *
 * <p>Each call takes the next of {@link #STRUCTS} structs. With one struct alone, loads and stores whose addresses
 * happen to agree in their last 12 bits stall each other, which can double a figure, and for one rival only.
 *
 * <p>A benchmark that reads into {@link #target} returns nothing. The object is reachable, so no store to it is lost,
 * and a return value costs a call of the Blackhole where C2 does not inline that: {@link CallerBenchmark} is about
 * such costs.
 *
 * <p>Every rival is checked, to write what it should and to read it back, when its measurement is over. A check before
 * it would leave the other rivals' marks in the type profiles.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(3)
@Warmup(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@SuppressWarnings("removal") // of Unsafe's access to memory; measuring it is the purpose
public abstract class NativeSegmentState {

    static final UnsafeCodec<MarketData> UNSAFE_FIELDS = new UnsafeFields();

    /** Where Unsafe finds the first element of a byte array. */
    static final long BYTE_ARRAY_START = Unsafe.ARRAY_BYTE_BASE_OFFSET;

    static final int STRUCTS = 64;
    static final long SEGMENT_BYTES = STRUCTS * MarketData.BYTES;
    static final long CACHE_LINE_BYTES = 64;

    final MarketData value = new MarketData().fill();
    MarketData target = new MarketData();

    MemorySegment segment;

    /** The address of {@link #segment}: what Unsafe is given in its place. */
    long address;

    Arena arena;

    private long nextOffset;

    @Setup
    public final void allocate() throws Exception {
        arena = Arena.ofShared(); // as a file of structs has it
        segment = allocateNative();
        address = segment.address();
        fill(null, address);
        prepare();
    }

    /** Prepares what the benchmark needs beyond this class. */
    void prepare() throws Exception {}

    final MemorySegment allocateNative() {
        return arena.allocate(SEGMENT_BYTES, CACHE_LINE_BYTES);
    }

    /** Writes all structs. */
    final void fill(Object base, long start) {
        for (int i = 0; i < STRUCTS; i++) {
            UNSAFE_FIELDS.write(value, base, start + i * MarketData.BYTES);
        }
    }

    /** The offset of the next struct. */
    final long next() {
        long offset = nextOffset;
        nextOffset = offset == SEGMENT_BYTES - MarketData.BYTES ? 0 : offset + MarketData.BYTES;
        return offset;
    }

    @TearDown
    public final void checkAndFree() throws Exception {
        check();
        arena.close();
    }

    /** Checks every rival of the benchmark. */
    abstract void check() throws Exception;

    /** Checks a rival that promises the bytes of Unsafe, field by field. */
    final void checkBytes(String rival, Runnable write, Runnable read) {
        checkBytes(rival, null, address, write, read);
    }

    final void checkBytes(String rival, Object base, long start, Runnable write, Runnable read) {
        for (int i = 0; i < STRUCTS; i++) {
            long offset = i * MarketData.BYTES;
            UNSAFE.setMemory(base, start + offset, MarketData.BYTES, (byte) -1);
            nextOffset = offset;
            write.run();
            checkWritten(rival, value, bytesAt(base, start + offset, MarketData.BYTES));
            target = new MarketData();
            nextOffset = offset;
            read.run();
            checkRead(rival, value, target);
        }
    }

    static void checkWritten(String rival, MarketData expected, byte[] written) {
        require(Arrays.equals(written, bytes(expected)), rival + " wrote other bytes than Unsafe, field by field");
    }

    /** Checks what a rival has read, to the last bit. */
    static void checkRead(String rival, MarketData expected, MarketData read) {
        require(Arrays.equals(bytes(read), bytes(expected)), rival + " did not read what was written");
    }

    static void require(boolean condition, String message) {
        if (!condition) {
            throw new IllegalStateException(message);
        }
    }

    static byte[] bytesAt(Object base, long start, long count) {
        byte[] bytes = new byte[(int) count];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = UNSAFE.getByte(base, start + i);
        }
        return bytes;
    }

    /** The bytes of a value as Unsafe writes them, field by field. */
    static byte[] bytes(MarketData value) {
        byte[] bytes = new byte[(int) MarketData.BYTES];
        UNSAFE_FIELDS.write(value, bytes, BYTE_ARRAY_START);
        return bytes;
    }
}
