package dev.verbatim.file;

import static java.lang.foreign.MemoryLayout.paddingLayout;
import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.MemoryLayout.structLayout;
import static java.lang.foreign.ValueLayout.JAVA_BOOLEAN;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_CHAR_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;
import static java.lang.invoke.MethodHandles.lookup;

import dev.verbatim.StructCodec;
import java.lang.foreign.StructLayout;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;

/**
 * The records with nested members that the tests of this package store. {@code golden/v1/book.py} has the same ones for
 * NumPy.
 */
final class NestedSamples {

    private NestedSamples() {}

    private static final List<Side> SIDES = List.of(Side.values());

    enum Side {
        BUY,
        SELL,
        CROSS
    }

    /** A class that is equal to another one if all its fields are, the elements of arrays included. */
    abstract static class ByValue {

        /** {@return the values of all fields} */
        abstract Object[] values();

        @Override
        public final boolean equals(Object other) {
            return other instanceof ByValue value
                    && value.getClass() == getClass()
                    && Arrays.deepEquals(values(), value.values());
        }

        @Override
        public final int hashCode() {
            return Arrays.deepHashCode(values());
        }

        @Override
        public final String toString() {
            return Arrays.deepToString(values());
        }
    }

    /** A nested record of 20 bytes, with padding before, between and after its members. */
    record Level(long price, int size, Side side) {
        static StructLayout layout(ByteOrder order) {
            return structLayout(
                    paddingLayout(4),
                    JAVA_LONG_UNALIGNED.withOrder(order).withName("price"),
                    JAVA_INT_UNALIGNED.withOrder(order).withName("size"),
                    paddingLayout(2),
                    JAVA_BYTE.withName("side"),
                    paddingLayout(1));
        }

        static Level of(int index) {
            return new Level(index * 1_000_000_007L, -index - 1, SIDES.get(index % 3));
        }
    }

    /** A nested class of 16 bytes with a text and an array. */
    static final class Header extends ByValue {
        short length;
        String source = "";
        int[] versions = {};

        static StructLayout layout(ByteOrder order) {
            return structLayout(
                    JAVA_SHORT_UNALIGNED.withOrder(order).withName("length"),
                    paddingLayout(2),
                    sequenceLayout(4, JAVA_BYTE).withName("source"),
                    sequenceLayout(2, JAVA_INT_UNALIGNED.withOrder(order)).withName("versions"));
        }

        static Header of(int index) {
            Header header = new Header();
            header.length = (short) (1000 + index);
            header.source = "\u20AC" + index % 10; // its UTF-8 fills the four bytes
            header.versions = new int[] {index, -1 - index};
            return header;
        }

        @Override
        Object[] values() {
            return new Object[] {length, source, versions};
        }
    }

    /** A nested class of 58 bytes with nested members of its own. */
    static final class Leg extends ByValue {
        Header header = new Header();
        Level[] levels = {};
        char code;

        static StructLayout layout(ByteOrder order) {
            return structLayout(
                    Header.layout(order).withName("header"),
                    sequenceLayout(2, Level.layout(order)).withName("levels"),
                    JAVA_CHAR_UNALIGNED.withOrder(order).withName("code"));
        }

        static Leg of(int index) {
            Leg leg = new Leg();
            leg.header = Header.of(index);
            leg.levels = new Level[] {Level.of(index), Level.of(index + 1)};
            leg.code = (char) ('a' + index);
            return leg;
        }

        @Override
        Object[] values() {
            return new Object[] {header, levels, code};
        }
    }

    /**
     * Every kind of member but single primitives, of which {@link Samples.Primitives} has all; and such as take no
     * bytes.
     */
    static final class Book extends ByValue {
        Side byteSide = Side.BUY;
        Side shortSide = Side.BUY;
        Side charSide = Side.BUY;
        Side intSide = Side.BUY;
        Side longSide = Side.BUY;
        String symbol = "";
        String noText = "";
        boolean[] flags = {};
        byte[] bytes = {};
        char[] chars = {};
        short[] shorts = {};
        int[] ints = {};
        int[] noInts = {};
        long[] longs = {};
        float[] floats = {};
        double[] doubles = {};
        Header header = new Header();
        Level best = Level.of(0);
        Level[] bids = {};
        List<Level> asks = List.of();
        List<Level> trades = List.of();
        List<Leg> legs = List.of();
        byte last;

        static final StructCodec<Book> LITTLE_ENDIAN = codec(ByteOrder.LITTLE_ENDIAN);
        static final StructCodec<Book> BIG_ENDIAN = codec(ByteOrder.BIG_ENDIAN);

        static StructCodec<Book> codec(ByteOrder order) {
            return StructCodec.ofClass(lookup(), Book.class, layout(order));
        }

        static StructLayout layout(ByteOrder order) {
            return structLayout(
                    JAVA_BYTE.withName("byteSide"),
                    JAVA_SHORT_UNALIGNED.withOrder(order).withName("shortSide"),
                    JAVA_CHAR_UNALIGNED.withOrder(order).withName("charSide"),
                    JAVA_INT_UNALIGNED.withOrder(order).withName("intSide"),
                    JAVA_LONG_UNALIGNED.withOrder(order).withName("longSide"),
                    sequenceLayout(8, JAVA_BYTE).withName("symbol"),
                    sequenceLayout(0, JAVA_BYTE).withName("noText"),
                    sequenceLayout(3, JAVA_BOOLEAN).withName("flags"),
                    sequenceLayout(3, JAVA_BYTE).withName("bytes"),
                    sequenceLayout(2, JAVA_CHAR_UNALIGNED.withOrder(order)).withName("chars"),
                    sequenceLayout(2, JAVA_SHORT_UNALIGNED.withOrder(order)).withName("shorts"),
                    sequenceLayout(2, JAVA_INT_UNALIGNED.withOrder(order)).withName("ints"),
                    sequenceLayout(0, JAVA_INT_UNALIGNED.withOrder(order)).withName("noInts"),
                    sequenceLayout(2, JAVA_LONG_UNALIGNED.withOrder(order)).withName("longs"),
                    sequenceLayout(2, JAVA_FLOAT_UNALIGNED.withOrder(order)).withName("floats"),
                    sequenceLayout(1, JAVA_DOUBLE_UNALIGNED.withOrder(order)).withName("doubles"),
                    Header.layout(order).withName("header"),
                    Level.layout(order).withName("best"),
                    sequenceLayout(2, Level.layout(order)).withName("bids"),
                    sequenceLayout(3, Level.layout(order)).withName("asks"),
                    sequenceLayout(0, Level.layout(order)).withName("trades"),
                    sequenceLayout(2, Leg.layout(order)).withName("legs"),
                    JAVA_BYTE.withName("last"));
        }

        static Book of(int index) {
            Book book = new Book();
            book.byteSide = Side.SELL;
            book.shortSide = Side.CROSS;
            book.charSide = Side.SELL;
            book.intSide = Side.CROSS;
            book.longSide = SIDES.get(index);
            book.symbol = "ESH" + index;
            book.flags = new boolean[] {true, false, index == 1};
            book.bytes = new byte[] {Byte.MIN_VALUE, Byte.MAX_VALUE, (byte) index};
            book.chars = new char[] {'A', '\uFFFF'};
            book.shorts = new short[] {Short.MIN_VALUE, (short) index};
            book.ints = new int[] {Integer.MIN_VALUE, index};
            book.longs = new long[] {Long.MIN_VALUE, index};
            book.floats = new float[] {-0.5f, index};
            book.doubles = new double[] {0.1 + index};
            book.header = Header.of(index);
            book.best = Level.of(10 * index);
            book.bids = new Level[] {Level.of(10 * index + 1), Level.of(10 * index + 2)};
            book.asks = List.of(Level.of(10 * index + 3), Level.of(10 * index + 4), Level.of(10 * index + 5));
            book.legs = List.of(Leg.of(2 * index), Leg.of(2 * index + 1));
            book.last = (byte) -index;
            return book;
        }

        @Override
        Object[] values() {
            return new Object[] {
                byteSide, shortSide, charSide, intSide, longSide, symbol, noText, flags, bytes, chars, shorts, ints,
                noInts, longs, floats, doubles, header, best, bids, asks, trades, legs, last
            };
        }
    }
}
