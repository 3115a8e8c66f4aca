package dev.verbatim.jmh;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.invoke.MethodHandles.lookup;

import dev.verbatim.Conversions;
import dev.verbatim.Layouts;
import dev.verbatim.NumberConversions;
import dev.verbatim.ReusableCodec;
import dev.verbatim.StructCodec;
import java.lang.foreign.Arena;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Eight ints in memory: as they are, and as longs of unsigned ints by a conversion. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
public class ConversionBenchmark {

    private static final StructLayout LAYOUT = Layouts.struct(
            IntStream.range(0, 8).mapToObj(i -> JAVA_INT.withName("v" + i)).toArray(MemoryLayout[]::new));

    private static final ReusableCodec<Plain> PLAIN = StructCodec.ofClass(lookup(), Plain.class, LAYOUT);
    private static final ReusableCodec<Unsigned> UNSIGNED =
            StructCodec.ofClass(lookup(), Unsigned.class, LAYOUT, Conversions.of(NumberConversions.unsignedInt()));

    /** Ints as they are. */
    static final class Plain {
        int v0 = 1;
        int v1 = 2;
        int v2 = 3;
        int v3 = 4;
        int v4 = 5;
        int v5 = 6;
        int v6 = 7;
        int v7 = 8;
    }

    /** Unsigned ints. */
    static final class Unsigned {
        long v0 = 1;
        long v1 = 2;
        long v2 = 3;
        long v3 = 4;
        long v4 = 5;
        long v5 = 6;
        long v6 = 7;
        long v7 = 0xffff_ffffL;
    }

    private final MemorySegment segment = Arena.ofAuto().allocate(LAYOUT);
    private final Plain plain = new Plain();
    private final Unsigned unsigned = new Unsigned();

    /** Writes ints. */
    @Benchmark
    public MemorySegment writePlain() {
        PLAIN.write(plain, segment, 0);
        return segment;
    }

    /** Writes longs as unsigned ints. */
    @Benchmark
    public MemorySegment writeUnsigned() {
        UNSIGNED.write(unsigned, segment, 0);
        return segment;
    }

    /** Writes longs as unsigned ints by hand, which refuses what does not fit before it writes. */
    @Benchmark
    public MemorySegment writeUnsignedByHand() {
        int v0 = unsignedInt(unsigned.v0);
        int v1 = unsignedInt(unsigned.v1);
        int v2 = unsignedInt(unsigned.v2);
        int v3 = unsignedInt(unsigned.v3);
        int v4 = unsignedInt(unsigned.v4);
        int v5 = unsignedInt(unsigned.v5);
        int v6 = unsignedInt(unsigned.v6);
        int v7 = unsignedInt(unsigned.v7);
        segment.set(JAVA_INT, 28, v7);
        segment.set(JAVA_INT, 0, v0);
        segment.set(JAVA_INT, 4, v1);
        segment.set(JAVA_INT, 8, v2);
        segment.set(JAVA_INT, 12, v3);
        segment.set(JAVA_INT, 16, v4);
        segment.set(JAVA_INT, 20, v5);
        segment.set(JAVA_INT, 24, v6);
        return segment;
    }

    private static int unsignedInt(long value) {
        if (value >>> Integer.SIZE != 0) {
            throw new IllegalArgumentException("expected an unsigned int, found " + value);
        }
        return (int) value;
    }

    /** Reads ints. */
    @Benchmark
    public Object readPlain() {
        PLAIN.readInto(plain, segment, 0);
        return plain;
    }

    /** Reads longs of unsigned ints. */
    @Benchmark
    public Object readUnsigned() {
        UNSIGNED.readInto(unsigned, segment, 0);
        return unsigned;
    }
}
