package dev.verbatim;

import static java.lang.foreign.MemoryLayout.paddingLayout;
import static java.lang.foreign.MemoryLayout.structLayout;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertThrowsExactly;

import dev.verbatim.classfile.DtoClassFile;
import dev.verbatim.classfile.GeneratedDtos;
import dev.verbatim.samples.SegmentKind;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.nio.ByteOrder;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Codecs of records, and what is common to all codecs. */
class StructCodecTest {

    record Point(int x, int y) {}

    private static final StructLayout POINT =
            structLayout(JAVA_INT.withName("x"), JAVA_INT.withName("y")).withName("point");
    private static final StructCodec<Point> POINTS = StructCodec.ofRecord(lookup(), Point.class, POINT);
    private static final String POINT_NAME = "dev.verbatim.StructCodecTest$Point (layout point, 8 bytes)";

    @Test
    void aCodecKnowsItsTypeItsLayoutAndItsSize() {
        assertSame(Point.class, POINTS.type());
        assertSame(POINT, POINTS.layout());
        assertEquals(8, POINTS.byteSize());
        assertEquals(POINT_NAME, POINTS.toString());
        assertEquals(
                "dev.verbatim.StructCodecTest$Point (8 bytes)",
                StructCodec.ofRecord(lookup(), Point.class, POINT.withoutName()).toString());
    }

    @ParameterizedTest
    @EnumSource
    void componentsMatchMembersByNameInAnyOrder(SegmentKind kind) {
        StructCodec<Point> codec = StructCodec.ofRecord(
                lookup(),
                Point.class,
                structLayout(JAVA_INT.withOrder(ByteOrder.BIG_ENDIAN).withName("y"), JAVA_INT.withName("x")));
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment segment = kind.allocate(11, arena);

            codec.write(new Point(1, 2), segment, 3);

            assertEquals(
                    Integer.reverseBytes(2), segment.get(JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN), 3));
            assertEquals(1, segment.get(JAVA_INT_UNALIGNED, 7));
            assertEquals(new Point(1, 2), codec.read(segment, 3));
        }
    }

    private record Secret(long value) {
        @Override
        @SuppressWarnings("UnusedMethod") // codecs that called it would fail
        public long value() {
            throw new AssertionError("the accessor was called");
        }

        long field() {
            return value;
        }
    }

    @Test
    void aPrivateNestedRecordIsReadByField() {
        StructCodec<Secret> codec =
                StructCodec.ofRecord(lookup(), Secret.class, structLayout(JAVA_LONG.withName("value")));
        MemorySegment segment = MemorySegment.ofArray(new long[1]);

        codec.write(new Secret(42), segment, 0);

        assertEquals(42, segment.get(JAVA_LONG, 0));
        assertEquals(42, codec.read(segment, 0).field());
    }

    @Test
    void aLocalRecordIsBound() {
        record Local(byte only) {}
        StructCodec<Local> codec =
                StructCodec.ofRecord(lookup(), Local.class, structLayout(JAVA_BYTE.withName("only")));
        MemorySegment segment = MemorySegment.ofArray(new byte[3]);

        codec.write(new Local((byte) -7), segment, 1);

        assertEquals(-7, segment.get(JAVA_BYTE, 1));
        assertEquals(new Local((byte) -7), codec.read(segment, 1));
    }

    @Test
    void paddingIsPaddingWhateverItsName() {
        StructCodec<Point> codec = StructCodec.ofRecord(
                lookup(),
                Point.class,
                structLayout(paddingLayout(4).withName("x"), JAVA_INT.withName("x"), JAVA_INT.withName("y")));
        MemorySegment segment = MemorySegment.ofArray(new int[] {7, 0, 0});

        codec.write(new Point(1, 2), segment, 0);

        assertArrayEquals(new int[] {7, 1, 2}, segment.toArray(JAVA_INT));
        assertEquals(new Point(1, 2), codec.read(segment, 0));
    }

    @Test
    void aGenericRecordIsBound() {
        record Tagged<T>(double weight) {}
        StructLayout layout = structLayout(JAVA_DOUBLE.withName("weight"));
        StructCodec<?> codec = StructCodec.ofRecord(lookup(), Tagged.class, layout);

        assertEquals(new Tagged<>(2.5), codec.read(MemorySegment.ofArray(new double[] {2.5}), 0));
    }

    static Stream<Throwable> ownFaults() {
        return Stream.of(
                new IllegalArgumentException("own"),
                new IndexOutOfBoundsException("own"),
                new NullPointerException("own"),
                new IllegalStateException("own"),
                new WrongThreadException("own"),
                new UnsupportedOperationException("own"),
                new RuntimeException("own"),
                new StackOverflowError("own"));
    }

    /** A record that accepts positive values only. */
    record Positive(long value) {
        private static final AtomicReference<Throwable> FAULT = new AtomicReference<>();

        Positive {
            if (value <= 0) {
                throwUnchecked(FAULT.get());
            }
        }

        @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // any throwable passes as an unchecked one
        private static <X extends Throwable> void throwUnchecked(Throwable thrown) throws X {
            throw (X) thrown;
        }
    }

    @ParameterizedTest
    @MethodSource("ownFaults")
    void whatTheConstructorThrowsPassesUnchanged(Throwable own) {
        StructCodec<Positive> codec =
                StructCodec.ofRecord(lookup(), Positive.class, structLayout(JAVA_LONG.withName("value")));
        Positive.FAULT.set(own);
        for (SegmentKind kind : SegmentKind.values()) {
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment segment = kind.allocate(8, arena);
                assertSame(own, assertThrows(Throwable.class, () -> codec.read(segment, 0)));
                assertSame(own, assertThrows(Throwable.class, () -> codec.read(segment.asReadOnly(), 0)));
                assertEquals("own", own.getMessage());
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void elementsOfAnArrayFollowOneAnother(SegmentKind kind) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment segment = kind.allocate(3 * 8, arena);
            for (int i = 0; i < 3; i++) {
                POINTS.writeAtIndex(new Point(i, -i), segment, i);
            }

            assertEquals(
                    List.of(new Point(0, 0), new Point(1, -1), new Point(2, -2)),
                    Stream.of(0, 1, 2).map(i -> POINTS.readAtIndex(segment, i)).toList());
            assertEquals(new Point(2, -2), POINTS.read(segment, 16));
        }
    }

    @ParameterizedTest
    // The last three are such that their offset in bytes overflows, to a large, to no and to a small one.
    @ValueSource(longs = {-1, Long.MIN_VALUE, Long.MAX_VALUE, 1L << 61, (1L << 61) + 1})
    void anIndexThatNoSegmentHasIsOutOfBounds(long index) {
        MemorySegment segment = MemorySegment.ofArray(new byte[24]);
        String message = "index=" + index + " is out of bounds for an array of " + POINT_NAME;

        Exception write = assertThrowsExactly(
                IndexOutOfBoundsException.class, () -> POINTS.writeAtIndex(new Point(1, 1), segment, index));
        Exception read = assertThrowsExactly(IndexOutOfBoundsException.class, () -> POINTS.readAtIndex(segment, index));

        assertEquals(message, write.getMessage());
        assertEquals(message, read.getMessage());
        assertEquals(-1, segment.mismatch(MemorySegment.ofArray(new byte[24])));
    }

    @ParameterizedTest
    @ValueSource(longs = {3, Long.MAX_VALUE / 8})
    void anIndexThatThisSegmentDoesNotHaveIsOutOfBounds(long index) {
        MemorySegment segment = MemorySegment.ofArray(new byte[31]);
        String reason = " " + POINT_NAME + " at offset=" + index * 8
                + ": expected 8 bytes within the segment, found byteSize=31";

        Exception write = assertThrowsExactly(
                IndexOutOfBoundsException.class, () -> POINTS.writeAtIndex(new Point(1, 1), segment, index));
        Exception read = assertThrowsExactly(IndexOutOfBoundsException.class, () -> POINTS.readAtIndex(segment, index));

        assertEquals("cannot write" + reason, write.getMessage());
        assertEquals("cannot read" + reason, read.getMessage());
    }

    @Test
    void aHiddenRecordIsBoundThroughItsAccessors() throws ReflectiveOperationException {
        List<Class<?>> types = List.of(int.class, long.class);
        Class<?> hidden = lookup().defineHiddenClass(GeneratedDtos.record("dev.verbatim.Concealed", types), true)
                .lookupClass();
        StructCodec<Object> codec = BitIdentityProperties.codec(hidden, GeneratedDtos.layout(types));
        MemorySegment segment = MemorySegment.ofArray(new byte[13]);
        segment.set(JAVA_INT_UNALIGNED, 1, -9);
        segment.set(JAVA_LONG_UNALIGNED, 5, 10);

        Object read = codec.read(segment, 1);
        MemorySegment copy = MemorySegment.ofArray(new byte[13]);
        codec.write(read, copy, 1);

        assertEquals(List.of(0xFFFF_FFF7L, 10L), GeneratedDtos.bitsOf(read));
        assertEquals(-1, segment.mismatch(copy));
    }

    /** As of two plug-ins, or of one that has been loaded again. */
    @RepeatedTest(2)
    void recordsOfAnyNumberOfClassLoadersMayNestTypesOfTheSameName() {
        GeneratedDtos.Elsewhere loader = new GeneratedDtos.Elsewhere();
        loader.define(GeneratedDtos.record("other.Inner", List.of(int.class)));
        List<DtoClassFile.Member> components = List.of(new DtoClassFile.Member("inner", "Lother/Inner;", null));
        Class<?> outer =
                loader.define(DtoClassFile.ofPublic("other.Outer", components).record());
        StructLayout inner = structLayout(JAVA_INT.withName("m0")).withName("inner");
        StructCodec<Object> codec = BitIdentityProperties.codec(outer, structLayout(inner));
        MemorySegment segment = MemorySegment.ofArray(new int[] {0x1234_5678, 0});

        codec.writeAtIndex(codec.readAtIndex(segment, 0), segment, 1);

        assertEquals(0x1234_5678, segment.getAtIndex(JAVA_INT, 1));
    }

    @Test
    void aPublicRecordOfAnotherModuleIsBoundThroughItsAccessors() {
        List<Class<?>> types = GeneratedDtos.primitives(8);
        Class<?> foreign = new GeneratedDtos.Elsewhere().define(GeneratedDtos.record("other.Exported", types));
        StructCodec<Object> codec = BitIdentityProperties.codec(foreign, GeneratedDtos.layout(types));
        MemorySegment segment = MemorySegment.ofArray(new byte[30]);
        for (int i = 0; i < 30; i++) {
            segment.set(JAVA_BYTE, i, (byte) (i == 8 ? 1 : i));
        }

        MemorySegment copy = MemorySegment.ofArray(new byte[30]);
        codec.write(codec.read(segment, 0), copy, 0);

        assertEquals(-1, segment.mismatch(copy));
        Exception refused = assertThrowsExactly(IndexOutOfBoundsException.class, () -> codec.read(segment, 1));
        assertEquals(
                "cannot read other.Exported (30 bytes) at offset=1: expected 30 bytes within the segment, found"
                        + " byteSize=30",
                refused.getMessage());
    }

    @Test
    void nullArgumentsAreNamed() {
        assertNull("lookup", () -> StructCodec.ofRecord(null, Point.class, POINT));
        assertNull("type", () -> StructCodec.ofRecord(lookup(), (Class<Point>) null, POINT));
        assertNull(
                NullArgumentsTest.layoutIsNull(Point.class), () -> StructCodec.ofRecord(lookup(), Point.class, null));
    }

    private static void assertNull(String name, org.junit.jupiter.api.function.Executable attempt) {
        assertEquals(
                name, assertThrowsExactly(NullPointerException.class, attempt).getMessage());
    }

    record Padded(int value) {}

    @Test
    void paddingWithAnAlignmentDoesNotBindTheStructToIt() {
        StructLayout layout = structLayout(paddingLayout(4).withByteAlignment(4), JAVA_INT.withName("value"));
        StructCodec<Padded> codec = StructCodec.ofRecord(lookup(), Padded.class, layout);
        MemorySegment segment = MemorySegment.ofArray(new byte[9]);

        codec.write(new Padded(7), segment, 1);

        assertEquals(new Padded(7), codec.read(segment, 1));
    }
}
