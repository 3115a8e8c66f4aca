package consumer;

import static java.lang.foreign.MemoryLayout.paddingLayout;
import static java.lang.foreign.MemoryLayout.structLayout;
import static java.lang.foreign.ValueLayout.JAVA_BOOLEAN;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_CHAR;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;
import static java.lang.invoke.MethodHandles.lookup;
import static java.nio.ByteOrder.BIG_ENDIAN;
import static java.nio.ByteOrder.LITTLE_ENDIAN;

import consumer.base.Instrument;
import consumer.lib.Point;
import consumer.lib.Vector;
import dev.verbatim.Conversions;
import dev.verbatim.ReusableCodec;
import dev.verbatim.StructCodec;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.stream.IntStream;

/** DTOs of every shape, with as little access to each as Java allows. */
final class Subjects {

    private static final ValueLayout.OfInt INT_LE = JAVA_INT.withOrder(LITTLE_ENDIAN);
    private static final ValueLayout.OfLong LONG_LE = JAVA_LONG.withOrder(LITTLE_ENDIAN);
    private static final ValueLayout.OfDouble DOUBLE_LE = JAVA_DOUBLE.withOrder(LITTLE_ENDIAN);

    private static final double NAN_WITH_PAYLOAD = Double.longBitsToDouble(0x7FF8_0000_DEAD_BEEFL);

    private Subjects() {}

    static List<Subject<?>> all() {
        return List.of(
                primitiveRecord(BIG_ENDIAN),
                primitiveRecord(LITTLE_ENDIAN),
                primitiveClass(BIG_ENDIAN),
                primitiveClass(LITTLE_ENDIAN),
                localRecord(),
                inheritsFromAnotherPackage(),
                inheritsFromTheSameFile(),
                hasNoNoArgConstructor(),
                recordOfAnotherModule(),
                classOfAnotherModule(),
                wide());
    }

    /** Padding leads, separates and trails, and the order of the members is not that of the components. */
    private static StructLayout primitives(ByteOrder order) {
        return structLayout(
                        paddingLayout(4),
                        JAVA_INT.withOrder(order).withName("i"),
                        JAVA_LONG.withOrder(order).withName("l"),
                        JAVA_DOUBLE.withOrder(order).withName("d"),
                        JAVA_FLOAT.withOrder(order).withName("f"),
                        JAVA_SHORT.withOrder(order).withName("s"),
                        JAVA_CHAR.withOrder(order).withName("c"),
                        JAVA_BYTE.withName("b"),
                        paddingLayout(2),
                        JAVA_BOOLEAN.withName("z"),
                        paddingLayout(4))
                .withName(order.toString());
    }

    private static void putPrimitives(ByteBuffer bytes, ByteOrder order) {
        bytes.order(order)
                .putInt(4, Integer.MIN_VALUE + 1)
                .putLong(8, 0x0102_0304_0506_0708L)
                .putLong(16, Double.doubleToRawLongBits(NAN_WITH_PAYLOAD))
                .putFloat(24, -0.0f)
                .putShort(28, (short) -2)
                .putChar(30, '\uD800')
                .put(32, (byte) -128)
                .put(35, (byte) 1);
    }

    private record PrimitiveRecord(boolean z, byte b, short s, char c, int i, long l, float f, double d) {}

    private static Subject<?> primitiveRecord(ByteOrder order) {
        return Subject.of(
                StructCodec.ofRecord(lookup(), PrimitiveRecord.class, primitives(order)),
                new PrimitiveRecord(
                        true,
                        (byte) -128,
                        (short) -2,
                        '\uD800',
                        Integer.MIN_VALUE + 1,
                        0x0102_0304_0506_0708L,
                        -0.0f,
                        NAN_WITH_PAYLOAD),
                bytes -> putPrimitives(bytes, order));
    }

    private static final class PrimitiveClass {
        private boolean z = true;
        private byte b = -128;
        private short s = -2;
        private char c = '\uD800';
        private int i = Integer.MIN_VALUE + 1;
        private long l = 0x0102_0304_0506_0708L;
        private float f = -0.0f;
        private double d = NAN_WITH_PAYLOAD;

        private PrimitiveClass() {}
    }

    private static Subject<?> primitiveClass(ByteOrder order) {
        return Subject.of(
                StructCodec.ofClass(lookup(), PrimitiveClass.class, primitives(order)),
                new PrimitiveClass(),
                bytes -> putPrimitives(bytes, order));
    }

    private static Subject<?> localRecord() {
        record Local(int left, long right) {}
        StructLayout layout = structLayout(
                INT_LE.withName("left"), LONG_LE.withByteAlignment(1).withName("right"));
        return Subject.of(
                StructCodec.ofRecord(lookup(), Local.class, layout),
                new Local(1, -2),
                bytes -> bytes.order(LITTLE_ENDIAN).putInt(0, 1).putLong(4, -2));
    }

    private static final class Trade extends Instrument {
        private long id;
        private transient String derived = "kept";

        private Trade() {
            this(0, (short) 0, 0);
        }

        private Trade(int venue, short lot, long id) {
            super(venue, lot);
            this.id = id;
        }

        private short lot() {
            return lot;
        }
    }

    private static Subject<?> inheritsFromAnotherPackage() {
        StructLayout layout = structLayout(
                LONG_LE.withName("id"),
                INT_LE.withName("venue"),
                JAVA_SHORT.withOrder(LITTLE_ENDIAN).withName("lot"));
        Trade trade = new Trade(3, (short) 4, 5);
        ReusableCodec<Trade> codec = StructCodec.ofClass(lookup(), Trade.class, layout);
        Trade read = codec.read(MemorySegment.ofArray(new byte[] {5, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 4, 0}), 0);
        Checks.that("inherited private and protected fields are read", read.venue() == 3 && read.lot() == 4);
        Checks.equal("a transient field that the layout does not name", "kept", read.derived);
        return Subject.of(
                codec,
                trade,
                bytes -> bytes.order(LITTLE_ENDIAN).putLong(0, 5).putInt(8, 3).putShort(12, (short) 4));
    }

    private static final class Sample extends Timed {
        private final String origin;
        private double level;

        private Sample(String origin, long time, double level) {
            super(time);
            this.origin = origin;
            this.level = level;
        }
    }

    private static Subject<?> inheritsFromTheSameFile() {
        StructLayout layout = structLayout(DOUBLE_LE.withName("level"), LONG_LE.withName("time"), paddingLayout(8));
        ReusableCodec<Sample> codec = StructCodec.ofClass(
                lookup(),
                Sample.class,
                layout,
                () -> new Sample("supplied", 0, 0),
                Conversions.none().withoutField(Sample.class, "origin"));
        Sample read = codec.read(MemorySegment.ofArray(new byte[24]), 0);
        Checks.equal("read returns what the supplier made", "supplied", read.origin);
        return Subject.of(
                codec,
                new Sample("given", 6, 7.5),
                bytes -> bytes.order(LITTLE_ENDIAN).putDouble(0, 7.5).putLong(8, 6));
    }

    private static class Base {
        private int depth;
    }

    private static final class Derived extends Base {
        private int width;

        private Derived(int depth, int width) {
            super.depth = depth;
            this.width = width;
        }
    }

    private static Subject<?> hasNoNoArgConstructor() {
        StructLayout layout = structLayout(INT_LE.withName("depth"), INT_LE.withName("width"));
        return Subject.of(
                        StructCodec.ofClass(lookup(), Derived.class, layout),
                        new Derived(8, 9),
                        bytes -> bytes.order(LITTLE_ENDIAN).putInt(0, 8).putInt(4, 9))
                .withoutRead();
    }

    private static Subject<?> recordOfAnotherModule() {
        StructLayout layout = structLayout(
                DOUBLE_LE.withName("y"), DOUBLE_LE.withName("x"), INT_LE.withName("tag"), paddingLayout(4));
        return Subject.of(
                StructCodec.ofRecord(lookup(), Point.class, layout),
                new Point(1.5, 2.5, 3),
                bytes -> bytes.order(LITTLE_ENDIAN)
                        .putDouble(0, 2.5)
                        .putDouble(8, 1.5)
                        .putInt(16, 3));
    }

    private static Subject<?> classOfAnotherModule() {
        StructLayout layout = structLayout(
                LONG_LE.withName("id"), JAVA_FLOAT.withOrder(LITTLE_ENDIAN).withName("length"));
        Vector vector = new Vector();
        vector.id = 10;
        vector.length = 11.5f;
        return Subject.of(
                StructCodec.ofClass(lookup(), Vector.class, layout),
                vector,
                bytes -> bytes.order(LITTLE_ENDIAN).putLong(0, 10).putFloat(8, 11.5f));
    }

    /** {@code Wide} has the int fields {@code f0}, {@code f1}, …; its source is generated before it is compiled. */
    private static Subject<?> wide() {
        int fields = Wide.class.getDeclaredFields().length;
        Checks.that("more members than one method accesses: " + fields, fields > 600);
        StructLayout layout = structLayout(IntStream.range(0, fields)
                .mapToObj(i -> INT_LE.withName("f" + i))
                .toArray(MemoryLayout[]::new));
        ReusableCodec<Wide> codec = StructCodec.ofClass(lookup(), Wide.class, layout);
        byte[] pattern = new byte[fields * Integer.BYTES];
        for (int i = 0; i < pattern.length; i++) {
            pattern[i] = (byte) (i * 31 / 7);
        }
        return Subject.of(codec, codec.read(MemorySegment.ofArray(pattern), 0), bytes -> bytes.put(pattern));
    }
}

/** In the same file, but in a nest of its own. */
class Timed {
    private long time;

    Timed(long time) {
        this.time = time;
    }
}
