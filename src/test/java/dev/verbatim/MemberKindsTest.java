package dev.verbatim;

import static java.lang.foreign.MemoryLayout.paddingLayout;
import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.MemoryLayout.structLayout;
import static java.lang.foreign.ValueLayout.JAVA_BOOLEAN;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;
import static java.lang.invoke.MethodHandles.lookup;
import static java.nio.ByteOrder.BIG_ENDIAN;
import static java.nio.ByteOrder.LITTLE_ENDIAN;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.verbatim.samples.SegmentKind;
import java.lang.foreign.Arena;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every kind of member, by example: what its bytes are, and what comes back. */
class MemberKindsTest {

    private static final ValueLayout INT_LE = JAVA_INT_UNALIGNED.withOrder(LITTLE_ENDIAN);
    private static final ValueLayout INT_BE = JAVA_INT_UNALIGNED.withOrder(BIG_ENDIAN);
    private static final ValueLayout LONG_LE = JAVA_LONG_UNALIGNED.withOrder(LITTLE_ENDIAN);
    private static final ValueLayout SHORT_BE = JAVA_SHORT_UNALIGNED.withOrder(BIG_ENDIAN);

    enum Side {
        BUY,
        SELL,
        CROSS
    }

    record Level(long price, int size) {
        static final StructLayout LAYOUT =
                structLayout(LONG_LE.withName("price"), INT_LE.withName("size"), paddingLayout(4));
    }

    record Enums(Side one, Side two) {
        static final StructCodec<Enums> CODEC = StructCodec.ofRecord(
                lookup(), Enums.class, structLayout(JAVA_BYTE.withName("one"), SHORT_BE.withName("two")));
    }

    record Texts(String symbol, String name) {
        static final StructCodec<Texts> CODEC = StructCodec.ofRecord(
                lookup(),
                Texts.class,
                structLayout(
                        sequenceLayout(3, JAVA_BYTE).withName("symbol"),
                        sequenceLayout(18, JAVA_BYTE).withName("name")));
    }

    static final class Arrays {
        boolean[] flags;
        int[] ints;
        long[] longs;

        static final ReusableCodec<Arrays> CODEC = StructCodec.ofClass(
                lookup(),
                Arrays.class,
                structLayout(
                        sequenceLayout(3, JAVA_BOOLEAN).withName("flags"),
                        sequenceLayout(2, INT_BE).withName("ints"),
                        sequenceLayout(9, LONG_LE).withName("longs")));
    }

    record Nested(byte kind, Level best, Point at) {
        static final StructCodec<Nested> CODEC = StructCodec.ofRecord(
                lookup(),
                Nested.class,
                structLayout(JAVA_BYTE.withName("kind"), Level.LAYOUT.withName("best"), Point.LAYOUT.withName("at")));
    }

    static final class Book {
        Level top;
        Point origin;
        Level[] bids;
        List<Level> asks;
        Point[] path;
        List<Point> points;

        static final StructLayout LAYOUT = structLayout(
                Level.LAYOUT.withName("top"),
                Point.LAYOUT.withName("origin"),
                sequenceLayout(2, Level.LAYOUT).withName("bids"),
                sequenceLayout(2, Level.LAYOUT).withName("asks"),
                sequenceLayout(2, Point.LAYOUT).withName("path"),
                sequenceLayout(3, Point.LAYOUT).withName("points"));
        static final ReusableCodec<Book> CODEC = StructCodec.ofClass(lookup(), Book.class, LAYOUT);

        static Book filled() {
            Book book = new Book();
            book.top = new Level(1, 2);
            book.origin = Point.of(3, 4);
            book.bids = new Level[] {new Level(5, 6), new Level(7, 8)};
            book.asks = List.of(new Level(9, 10), new Level(11, 12));
            book.path = new Point[] {Point.of(13, 14), Point.of(15, 16)};
            book.points = new ArrayList<>(List.of(Point.of(17, 18), Point.of(19, 20), Point.of(21, 22)));
            return book;
        }
    }

    @ParameterizedTest
    @EnumSource
    void anEnumIsItsOrdinal(SegmentKind kind) {
        assertBytes("01 00 02", Enums.CODEC, new Enums(Side.SELL, Side.CROSS), kind);
    }

    @ParameterizedTest
    @EnumSource
    void textIsUtf8PaddedWithZeros(SegmentKind kind) {
        assertBytes("45 53 00 " + "00 ".repeat(18), Texts.CODEC, new Texts("ES", ""), kind);
        assertBytes(
                "45 53 48 30 31 32 33 34 35 36 37 38 39 41 42 43 44 45 46 47 48",
                Texts.CODEC,
                new Texts("ESH", "0123456789ABCDEFGH"),
                kind);
        assertBytes(
                "c3 bc 00 30 31 32 33 34 35 36 37 38 39 e2 82 ac f0 9f 98 80 00",
                Texts.CODEC,
                new Texts("ü", "0123456789€😀"),
                kind);
        assertBytes("00 41 00 " + "00 ".repeat(18), Texts.CODEC, new Texts("\0A", ""), kind);
    }

    @ParameterizedTest
    @EnumSource
    void aNestedRecordAndANestedClassAreInPlace(SegmentKind kind) {
        assertBytes(
                "07 0100000000000000 02000000 ........ 03000000 04000000",
                Nested.CODEC,
                new Nested((byte) 7, new Level(1, 2), Point.of(3, 4)),
                kind);
    }

    @SuppressWarnings("ArrayRecordComponent") // they bind like any other
    record Nothing(String text, int[] ints, Level[] levels, List<Level> list, byte last) {
        static final StructCodec<Nothing> CODEC = StructCodec.ofRecord(
                lookup(),
                Nothing.class,
                structLayout(
                        JAVA_BYTE.withName("last"),
                        sequenceLayout(0, JAVA_BYTE).withName("text"),
                        sequenceLayout(0, INT_BE).withName("ints"),
                        sequenceLayout(0, Level.LAYOUT).withName("levels"),
                        sequenceLayout(0, Level.LAYOUT).withName("list")));
    }

    @ParameterizedTest
    @EnumSource
    void aSequenceOfNoElementsHasNoBytes(SegmentKind kind) {
        Nothing nothing = new Nothing("", new int[0], new Level[0], List.of(), (byte) 3);

        Nothing read = roundTrip("03", Nothing.CODEC, nothing, kind);

        assertEquals("", read.text);
        assertEquals(0, read.ints.length + read.levels.length);
        assertEquals(List.of(), read.list);
        assertEquals(3, read.last);
    }

    @ParameterizedTest
    @EnumSource
    void anArrayIsASequence(SegmentKind kind) {
        Arrays arrays = new Arrays();
        arrays.flags = new boolean[] {true, false, true};
        arrays.ints = new int[] {1, -2};
        arrays.longs = new long[] {1, 2, 3, 4, 5, 6, 7, 8, -9};
        Arrays read = roundTrip(
                "010001 00000001 fffffffe 0100000000000000 0200000000000000 0300000000000000 0400000000000000"
                        + "0500000000000000 0600000000000000 0700000000000000 0800000000000000 f7ffffffffffffff",
                Arrays.CODEC,
                arrays,
                kind);

        assertArrayEquals(arrays.flags, read.flags);
        assertArrayEquals(arrays.ints, read.ints);
        assertArrayEquals(arrays.longs, read.longs);
    }

    @ParameterizedTest
    @EnumSource
    void arraysAndListsOfNestedStructsFollowOneAnother(SegmentKind kind) {
        Book book = Book.filled();

        Book read = roundTrip(
                "0100000000000000 02000000 ........ 03000000 04000000"
                        + "0500000000000000 06000000 ........ 0700000000000000 08000000 ........"
                        + "0900000000000000 0a000000 ........ 0b00000000000000 0c000000 ........"
                        + "0d000000 0e000000 0f000000 10000000"
                        + "11000000 12000000 13000000 14000000 15000000 16000000",
                Book.CODEC,
                book,
                kind);

        assertEquals(book.top, read.top);
        assertEquals(book.origin, read.origin);
        assertArrayEquals(book.bids, read.bids);
        assertEquals(book.asks, read.asks);
        assertArrayEquals(book.path, read.path);
        assertEquals(book.points, read.points);
    }

    @Test
    void readIntoFillsNestedObjectsAndArraysInPlace() {
        MemorySegment segment = MemorySegment.ofArray(new byte[(int) Book.LAYOUT.byteSize()]);
        Book book = Book.filled();
        Book.CODEC.write(book, segment, 0);
        Book target = Book.filled();
        target.origin.x = target.path[1].y = target.points.get(2).x = -1;
        target.bids[0] = new Level(-1, -1);
        Point origin = target.origin;
        Level[] bids = target.bids;
        Point[] path = target.path;
        Point last = target.path[1];
        List<Point> points = target.points;
        Point third = target.points.get(2);

        Book.CODEC.readInto(target, segment, 0);

        assertSame(origin, target.origin);
        assertSame(bids, target.bids);
        assertSame(path, target.path);
        assertSame(last, target.path[1]);
        assertSame(points, target.points);
        assertSame(third, target.points.get(2));
        assertEquals(book.origin, target.origin);
        assertArrayEquals(book.bids, target.bids);
        assertArrayEquals(book.path, target.path);
        assertEquals(book.points, target.points);
    }

    @Test
    void readIntoReplacesWhatIsMissingOrOfAnotherSize() {
        MemorySegment segment = MemorySegment.ofArray(new byte[(int) Book.LAYOUT.byteSize()]);
        Book book = Book.filled();
        Book.CODEC.write(book, segment, 0);
        Book target = Book.filled();
        target.origin = null;
        target.bids = new Level[1];
        target.path[0] = null;
        target.points.removeLast();
        List<Point> points = target.points;

        Book.CODEC.readInto(target, segment, 0);

        assertEquals(book.origin, target.origin);
        assertArrayEquals(book.bids, target.bids);
        assertArrayEquals(book.path, target.path);
        assertEquals(book.points, target.points);
        assertNotSame(points, target.points);
        assertEquals(2, points.size());
    }

    private static <T> void assertBytes(String expected, StructCodec<T> codec, T value, SegmentKind kind) {
        assertEquals(value, roundTrip(expected, codec, value, kind));
    }

    /** Writes a value over bytes of aa, at an odd offset, compares what is there then, and reads it back. */
    private static <T> T roundTrip(String expected, StructCodec<T> codec, T value, SegmentKind kind) {
        String bytes = "aa" + expected.replace(" ", "").replace(".", "a") + "aa";
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment segment =
                    kind.allocate((int) codec.byteSize() + 2, arena).fill((byte) 0xaa);
            codec.write(value, segment, 1);

            assertEquals(bytes, HexFormat.of().formatHex(segment.toArray(ValueLayout.JAVA_BYTE)));
            return codec.read(segment, 1);
        }
    }

    /** The layouts' alignment is 1, so that every offset is one that a test has chosen. */
    @Test
    void theLayoutsOfTheseTestsArePacked() {
        for (MemoryLayout member : Book.LAYOUT.memberLayouts()) {
            assertEquals(1, member.byteAlignment());
        }
    }
}
