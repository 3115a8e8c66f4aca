package dev.verbatim.jmh;

import static dev.verbatim.jmh.UnsafeAccess.UNSAFE;

import java.lang.foreign.Arena;
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
 * What all benchmarks share: the settings, an arena, and the check of the rivals.
 *
 * <p>Every rival is checked when its measurement is over: it has to write what it should, and to read it back. A check
 * before the measurement would leave the other rivals' marks in the type profiles.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(3)
@Warmup(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@SuppressWarnings("removal") // of Unsafe's access to memory; measuring it is the purpose
public abstract class ArenaState {

    /** Where Unsafe finds the first element of a byte array. */
    static final long BYTE_ARRAY_START = Unsafe.ARRAY_BYTE_BASE_OFFSET;

    static final long CACHE_LINE_BYTES = 64;

    Arena arena;

    @Setup
    public final void setUp() throws Exception {
        arena = Arena.ofShared(); // another thread could close it, which costs most
        allocate();
        prepare();
    }

    /** Allocates the segments, in {@link #arena}. */
    abstract void allocate() throws Exception;

    /** Prepares what the benchmark needs beyond its segments. */
    void prepare() throws Exception {}

    @TearDown
    public final void checkAndFree() throws Exception {
        check();
        arena.close();
    }

    /** Checks every rival of the benchmark. */
    abstract void check() throws Exception;

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
}
