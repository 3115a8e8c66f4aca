package dev.verbatim.jmh;

import static java.lang.foreign.MemoryLayout.PathElement.groupElement;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.invoke.MethodHandles.lookup;
import static java.lang.invoke.MethodType.methodType;

import dev.verbatim.Conversion;
import dev.verbatim.Conversions;
import dev.verbatim.Layouts;
import dev.verbatim.NumberConversions;
import dev.verbatim.ReusableCodec;
import dev.verbatim.StructCodec;
import java.lang.foreign.Arena;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.VarHandle;
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

/**
 * Eight ints in memory: as they are, as floats of the same bits by a conversion, and as longs of unsigned ints, which
 * are twice as large on the heap and refused where they do not fit.
 */
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
    private static final ReusableCodec<Bits> BITS = StructCodec.ofClass(
            lookup(), Bits.class, LAYOUT, Conversions.of(bits(Float.class, "floatToRawIntBits", "intBitsToFloat")));

    private static final ReusableCodec<Bits> OWN_BITS = StructCodec.ofClass(
            lookup(), Bits.class, LAYOUT, Conversions.of(bits(ConversionBenchmark.class, "toBits", "fromBits")));

    private static Conversion<?> bits(Class<?> type, String to, String from) {
        try {
            return Conversion.ofHandles(
                    lookup().findStatic(type, to, methodType(int.class, float.class)),
                    lookup().findStatic(type, from, methodType(float.class, int.class)));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private static final VarHandle V0 = handle("v0");
    private static final VarHandle V1 = handle("v1");
    private static final VarHandle V2 = handle("v2");
    private static final VarHandle V3 = handle("v3");
    private static final VarHandle V4 = handle("v4");
    private static final VarHandle V5 = handle("v5");
    private static final VarHandle V6 = handle("v6");
    private static final VarHandle V7 = handle("v7");

    private static final VarHandle LAST_BYTE = MemoryLayout.structLayout(
                    MemoryLayout.paddingLayout(LAYOUT.byteSize() - 1), JAVA_BYTE.withName("last"))
            .varHandle(groupElement("last"))
            .withInvokeExactBehavior();

    private static VarHandle handle(String name) {
        return LAYOUT.varHandle(groupElement(name)).withInvokeExactBehavior();
    }

    static int toBits(float value) {
        return Float.floatToRawIntBits(value);
    }

    static float fromBits(int bits) {
        return Float.intBitsToFloat(bits);
    }

    /** Floats by their bits. */
    static final class Bits {
        float v0 = 1;
        float v1 = 2;
        float v2 = 3;
        float v3 = 4;
        float v4 = 5;
        float v5 = 6;
        float v6 = 7;
        float v7 = 8;
    }

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
    private final Bits bits = new Bits();

    /** Writes ints. */
    @Benchmark
    public MemorySegment writePlain() {
        PLAIN.write(plain, segment, 0);
        return segment;
    }

    /** Writes the bits of floats by methods of the JDK, which are known to allocate nothing. */
    @Benchmark
    public MemorySegment writeBits() {
        BITS.write(bits, segment, 0);
        return segment;
    }

    /** Writes the bits of floats by methods of a user. */
    @Benchmark
    public MemorySegment writeOwnBits() {
        OWN_BITS.write(bits, segment, 0);
        return segment;
    }

    /** Writes the bits of floats by hand. */
    @Benchmark
    public MemorySegment writeBitsByHand() {
        segment.set(JAVA_INT, 28, Float.floatToRawIntBits(bits.v7));
        segment.set(JAVA_INT, 0, Float.floatToRawIntBits(bits.v0));
        segment.set(JAVA_INT, 4, Float.floatToRawIntBits(bits.v1));
        segment.set(JAVA_INT, 8, Float.floatToRawIntBits(bits.v2));
        segment.set(JAVA_INT, 12, Float.floatToRawIntBits(bits.v3));
        segment.set(JAVA_INT, 16, Float.floatToRawIntBits(bits.v4));
        segment.set(JAVA_INT, 20, Float.floatToRawIntBits(bits.v5));
        segment.set(JAVA_INT, 24, Float.floatToRawIntBits(bits.v6));
        return segment;
    }

    /** Writes longs as unsigned ints. */
    @Benchmark
    public MemorySegment writeUnsigned() {
        UNSIGNED.write(unsigned, segment, 0);
        return segment;
    }

    /**
     * Writes longs as unsigned ints by hand, with all that a codec checks: nothing is written unless all fit, no arena
     * is taken to be open because it was before, and an error says where it was. This is the fastest form that was
     * found. With {@link MemorySegment#set}, and a comparison for each member, it takes twice as long.
     */
    @Benchmark
    public MemorySegment writeUnsignedByHand() {
        writeUnsignedByHand(unsigned, segment, 0);
        return segment;
    }

    private static void writeUnsignedByHand(Unsigned value, MemorySegment to, long offset) {
        try {
            VarHandle.acquireFence();
            if (to.isReadOnly()) {
                throw new IllegalArgumentException("read-only");
            }
            byte _ = (byte) LAST_BYTE.get(to, offset); // checks the bounds and the arena
            long v0 = value.v0;
            long v1 = value.v1;
            long v2 = value.v2;
            long v3 = value.v3;
            long v4 = value.v4;
            long v5 = value.v5;
            long v6 = value.v6;
            long v7 = value.v7;
            if ((v0 | v1 | v2 | v3 | v4 | v5 | v6 | v7) >>> Integer.SIZE != 0) {
                throw new IllegalArgumentException("expected unsigned ints");
            }
            V0.set(to, offset, (int) v0);
            V1.set(to, offset, (int) v1);
            V2.set(to, offset, (int) v2);
            V3.set(to, offset, (int) v3);
            V4.set(to, offset, (int) v4);
            V5.set(to, offset, (int) v5);
            V6.set(to, offset, (int) v6);
            V7.set(to, offset, (int) v7);
        } catch (RuntimeException e) {
            throw new IllegalArgumentException("cannot write at offset=" + offset + " of " + to, e);
        }
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

    /** Reads floats by their bits. */
    @Benchmark
    public Object readBits() {
        BITS.readInto(bits, segment, 0);
        return bits;
    }

    /** Reads floats by methods of a user. */
    @Benchmark
    public Object readOwnBits() {
        OWN_BITS.readInto(bits, segment, 0);
        return bits;
    }

    /** Reads longs of unsigned ints by hand. */
    @Benchmark
    public Object readUnsignedByHand() {
        unsigned.v7 = Integer.toUnsignedLong(segment.get(JAVA_INT, 28));
        unsigned.v0 = Integer.toUnsignedLong(segment.get(JAVA_INT, 0));
        unsigned.v1 = Integer.toUnsignedLong(segment.get(JAVA_INT, 4));
        unsigned.v2 = Integer.toUnsignedLong(segment.get(JAVA_INT, 8));
        unsigned.v3 = Integer.toUnsignedLong(segment.get(JAVA_INT, 12));
        unsigned.v4 = Integer.toUnsignedLong(segment.get(JAVA_INT, 16));
        unsigned.v5 = Integer.toUnsignedLong(segment.get(JAVA_INT, 20));
        unsigned.v6 = Integer.toUnsignedLong(segment.get(JAVA_INT, 24));
        return unsigned;
    }
}
