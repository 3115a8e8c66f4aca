package dev.verbatim.jmh;

import static dev.verbatim.jmh.BookUpdate.BYTES;
import static dev.verbatim.jmh.BookUpdate.COUNTS;
import static dev.verbatim.jmh.BookUpdate.COUNTS_OFFSET;
import static dev.verbatim.jmh.BookUpdate.LEVELS;
import static dev.verbatim.jmh.BookUpdate.LEVELS_OFFSET;
import static dev.verbatim.jmh.BookUpdate.LEVEL_BYTES;
import static dev.verbatim.jmh.BookUpdate.SIZES;
import static dev.verbatim.jmh.BookUpdate.SIZES_OFFSET;
import static dev.verbatim.jmh.BookUpdate.SYMBOL_BYTES;
import static dev.verbatim.jmh.UnsafeAccess.UNSAFE;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
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

/**
 * Text, arrays and nested structs: how long does it take to write a {@link BookUpdate} to native memory, and to read it
 * into an object that is reused? Unsafe and VarHandles do the same by hand, element by element.
 *
 * <pre>{@code java -jar target/benchmarks.jar BookBenchmark -prof gc}</pre>
 *
 * <p>Every rival's read makes the {@code String}, and nothing else.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(
        value = 3,
        jvmArgsAppend = {"-Xms1g", "-Xmx1g", "-XX:+AlwaysPreTouch"})
@Warmup(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@SuppressWarnings({"deprecation", "removal"}) // of Unsafe's access to memory; measuring it is the purpose
public class BookBenchmark {

    private static final int STRUCTS = 64;
    private static final VarHandle BYTE = ValueLayout.JAVA_BYTE.varHandle();
    private static final VarHandle INT = ValueLayout.JAVA_INT_UNALIGNED.varHandle();
    private static final VarHandle LONG = ValueLayout.JAVA_LONG_UNALIGNED.varHandle();
    private static final VarHandle DOUBLE = ValueLayout.JAVA_DOUBLE_UNALIGNED.varHandle();

    private final BookUpdate value = new BookUpdate().fill();
    private final BookUpdate target = new BookUpdate();
    private final byte[] text = new byte[SYMBOL_BYTES];
    private Arena arena;
    private MemorySegment segment;
    private long address;
    private long nextOffset;

    @Setup
    public void allocate() {
        arena = Arena.ofShared();
        segment = arena.allocate(STRUCTS * BYTES, 64);
        address = segment.address();
        for (int i = 0; i < STRUCTS; i++) {
            unsafeFieldsWrite();
        }
    }

    private long next() {
        long offset = nextOffset;
        nextOffset = offset == (STRUCTS - 1) * BYTES ? 0 : offset + BYTES;
        return offset;
    }

    @Benchmark
    public void codecWrite() {
        BookUpdate.CODEC.write(value, segment, next());
    }

    @Benchmark
    public void codecRead() {
        BookUpdate.CODEC.readInto(target, segment, next());
    }

    @Benchmark
    public void unsafeFieldsWrite() {
        long start = address + next();
        for (int i = 0; i < SYMBOL_BYTES; i++) {
            UNSAFE.putByte(start + i, i < value.symbol.length() ? (byte) value.symbol.charAt(i) : 0);
        }
        for (int i = 0; i < COUNTS; i++) {
            UNSAFE.putLong(start + COUNTS_OFFSET + (long) i * Long.BYTES, value.counts[i]);
        }
        for (int i = 0; i < SIZES; i++) {
            UNSAFE.putInt(start + SIZES_OFFSET + (long) i * Integer.BYTES, value.sizes[i]);
        }
        for (int i = 0; i < LEVELS; i++) {
            BookUpdate.Level level = value.levels[i];
            long levelStart = start + LEVELS_OFFSET + i * LEVEL_BYTES;
            UNSAFE.putDouble(levelStart, level.price);
            UNSAFE.putInt(levelStart + Double.BYTES, level.size);
        }
    }

    @Benchmark
    public void unsafeFieldsRead() {
        long start = address + next();
        int length = SYMBOL_BYTES;
        while (length > 0 && UNSAFE.getByte(start + length - 1) == 0) {
            length--;
        }
        for (int i = 0; i < length; i++) {
            text[i] = UNSAFE.getByte(start + i);
        }
        target.symbol = new String(text, 0, 0, length); // ASCII, the fastest way
        for (int i = 0; i < COUNTS; i++) {
            target.counts[i] = UNSAFE.getLong(start + COUNTS_OFFSET + (long) i * Long.BYTES);
        }
        for (int i = 0; i < SIZES; i++) {
            target.sizes[i] = UNSAFE.getInt(start + SIZES_OFFSET + (long) i * Integer.BYTES);
        }
        for (int i = 0; i < LEVELS; i++) {
            BookUpdate.Level level = target.levels[i];
            long levelStart = start + LEVELS_OFFSET + i * LEVEL_BYTES;
            level.price = UNSAFE.getDouble(levelStart);
            level.size = UNSAFE.getInt(levelStart + Double.BYTES);
        }
    }

    /** A method for each member: all of it in one method takes some microseconds, because C2 gives up inlining. */
    @Benchmark
    public void varHandlesWrite() {
        long start = next();
        writeSymbol(start);
        writeCounts(start + COUNTS_OFFSET);
        writeSizes(start + SIZES_OFFSET);
        for (int i = 0; i < LEVELS; i++) {
            writeLevel(value.levels[i], start + LEVELS_OFFSET + i * LEVEL_BYTES);
        }
    }

    private void writeSymbol(long start) {
        String symbol = value.symbol;
        for (int i = 0; i < SYMBOL_BYTES; i++) {
            BYTE.set(segment, start + i, i < symbol.length() ? (byte) symbol.charAt(i) : (byte) 0);
        }
    }

    private void writeCounts(long start) {
        for (int i = 0; i < COUNTS; i++) {
            LONG.set(segment, start + (long) i * Long.BYTES, value.counts[i]);
        }
    }

    private void writeSizes(long start) {
        for (int i = 0; i < SIZES; i++) {
            INT.set(segment, start + (long) i * Integer.BYTES, value.sizes[i]);
        }
    }

    private void writeLevel(BookUpdate.Level level, long start) {
        DOUBLE.set(segment, start, level.price);
        INT.set(segment, start + Double.BYTES, level.size);
    }

    @Benchmark
    public void varHandlesRead() {
        long start = next();
        target.symbol = readSymbol(start);
        readCounts(start + COUNTS_OFFSET);
        readSizes(start + SIZES_OFFSET);
        for (int i = 0; i < LEVELS; i++) {
            readLevel(target.levels[i], start + LEVELS_OFFSET + i * LEVEL_BYTES);
        }
    }

    private String readSymbol(long start) {
        int length = SYMBOL_BYTES;
        while (length > 0 && (byte) BYTE.get(segment, start + length - 1) == 0) {
            length--;
        }
        for (int i = 0; i < length; i++) {
            text[i] = (byte) BYTE.get(segment, start + i);
        }
        return new String(text, 0, 0, length); // ASCII, the fastest way
    }

    private void readCounts(long start) {
        for (int i = 0; i < COUNTS; i++) {
            target.counts[i] = (long) LONG.get(segment, start + (long) i * Long.BYTES);
        }
    }

    private void readSizes(long start) {
        for (int i = 0; i < SIZES; i++) {
            target.sizes[i] = (int) INT.get(segment, start + (long) i * Integer.BYTES);
        }
    }

    private void readLevel(BookUpdate.Level level, long start) {
        level.price = (double) DOUBLE.get(segment, start);
        level.size = (int) INT.get(segment, start + Double.BYTES);
    }

    /** Each rival's bytes are those of Unsafe, and each reads them back. */
    @TearDown
    public void checkAndFree() {
        byte[] expected = written(this::unsafeFieldsWrite);
        requireSame(expected, written(this::codecWrite), "codec");
        requireSame(expected, written(this::varHandlesWrite), "varHandles");
        requireRead(this::unsafeFieldsRead, expected, "unsafe");
        requireRead(this::codecRead, expected, "codec");
        requireRead(this::varHandlesRead, expected, "varHandles");
        arena.close();
    }

    private byte[] written(Runnable write) {
        segment.fill((byte) -1);
        nextOffset = 0;
        write.run();
        return segment.asSlice(0, BYTES).toArray(ValueLayout.JAVA_BYTE);
    }

    private void requireRead(Runnable read, byte[] expected, String rival) {
        target.symbol = "";
        target.counts = new long[COUNTS];
        nextOffset = 0;
        read.run();
        MemorySegment copy = arena.allocate(BYTES);
        BookUpdate.CODEC.write(target, copy, 0);
        requireSame(expected, copy.toArray(ValueLayout.JAVA_BYTE), rival);
    }

    private static void requireSame(byte[] expected, byte[] found, String rival) {
        NativeSegmentState.require(java.util.Arrays.equals(expected, found), rival + " differs from Unsafe");
    }
}
