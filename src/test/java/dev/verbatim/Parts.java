package dev.verbatim;

import static java.lang.foreign.MemoryLayout.paddingLayout;
import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.MemoryLayout.structLayout;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.invoke.MethodHandles.lookup;
import static java.nio.ByteOrder.BIG_ENDIAN;
import static java.nio.ByteOrder.LITTLE_ENDIAN;

import java.lang.foreign.StructLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** DTOs with a member of every kind of value that can be at fault: a class, a record, and both nested in another. */
@SuppressWarnings("ArrayRecordComponent") // they bind like any other
final class Parts {

    /** What the names of the types here begin with. */
    static final String HERE = Parts.class.getName() + "$";

    private Parts() {}

    enum Side {
        BUY,
        SELL,
        CROSS
    }

    static final class Point {
        int x;
        Side side = Side.CROSS;

        static final StructLayout LAYOUT =
                structLayout(JAVA_INT_UNALIGNED.withName("x"), JAVA_BYTE.withName("side"), paddingLayout(3));
    }

    record Level(long price, Side side) {
        static final StructLayout LAYOUT = structLayout(
                JAVA_LONG_UNALIGNED.withOrder(LITTLE_ENDIAN).withName("price"), JAVA_INT_UNALIGNED.withName("side"));
    }

    static final StructLayout LAYOUT = structLayout(
                    JAVA_INT_UNALIGNED.withOrder(LITTLE_ENDIAN).withName("id"),
                    JAVA_BYTE.withName("side"),
                    sequenceLayout(8, JAVA_BYTE).withName("symbol"),
                    sequenceLayout(3, JAVA_INT_UNALIGNED.withOrder(BIG_ENDIAN)).withName("ints"),
                    sequenceLayout(9, JAVA_LONG_UNALIGNED).withName("longs"),
                    paddingLayout(1),
                    Level.LAYOUT.withName("best"),
                    Point.LAYOUT.withName("at"),
                    sequenceLayout(2, Level.LAYOUT).withName("bids"),
                    sequenceLayout(2, Level.LAYOUT).withName("asks"),
                    sequenceLayout(2, Point.LAYOUT).withName("path"),
                    sequenceLayout(2, Point.LAYOUT).withName("points"))
            .withName("part");

    /** A valid one, which tests spoil. */
    static final class Part {
        int id = 7;
        Side side = Side.SELL;
        String symbol = "ESH6";
        int[] ints = {1, 2, 3};
        long[] longs = {1, 2, 3, 4, 5, 6, 7, 8, 9};
        Level best = new Level(8, Side.BUY);
        Point at = new Point();
        Level[] bids = {new Level(5, Side.SELL), new Level(6, Side.BUY)};
        List<Level> asks = new ArrayList<>(List.of(new Level(7, Side.SELL), new Level(8, Side.BUY)));
        Point[] path = {new Point(), new Point()};
        List<Point> points = new ArrayList<>(List.of(new Point(), new Point()));

        static final ReusableCodec<Part> CODEC = StructCodec.ofClass(lookup(), Part.class, LAYOUT);

        PartRecord toRecord() {
            return new PartRecord(side, id, symbol, ints, longs, points, path, asks, bids, at, best);
        }
    }

    /** The same in another order. */
    record PartRecord(
            Side side,
            int id,
            String symbol,
            int[] ints,
            long[] longs,
            List<Point> points,
            Point[] path,
            List<Level> asks,
            Level[] bids,
            Point at,
            Level best) {
        static final StructCodec<PartRecord> CODEC = StructCodec.ofRecord(lookup(), PartRecord.class, LAYOUT);
    }

    static final StructLayout WHOLE_LAYOUT = structLayout(
                    JAVA_BYTE.withName("first"),
                    LAYOUT.withName("part"),
                    sequenceLayout(4, LAYOUT).withName("parts"),
                    sequenceLayout(2, LAYOUT).withName("list"))
            .withName("whole");

    static final class Whole {
        byte first = 9;
        Part part = new Part();
        Part[] parts = {new Part(), new Part(), new Part(), new Part()};
        List<Part> list = new ArrayList<>(List.of(new Part(), new Part()));

        static final ReusableCodec<Whole> CODEC = StructCodec.ofClass(lookup(), Whole.class, WHOLE_LAYOUT);

        WholeRecord toRecord() {
            return new WholeRecord(
                    first,
                    toRecord(part),
                    parts == null
                            ? null
                            : Arrays.stream(parts).map(Whole::toRecord).toArray(PartRecord[]::new),
                    list == null ? null : list.stream().map(Whole::toRecord).toList());
        }

        private static PartRecord toRecord(Part part) {
            return part == null ? null : part.toRecord();
        }
    }

    record WholeRecord(byte first, PartRecord part, PartRecord[] parts, List<PartRecord> list) {
        static final StructCodec<WholeRecord> CODEC = StructCodec.ofRecord(lookup(), WholeRecord.class, WHOLE_LAYOUT);
    }
}
