package dev.verbatim.cli.selftest;

import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.ValueLayout.JAVA_BOOLEAN;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_CHAR;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import dev.verbatim.Layouts;
import java.lang.foreign.StructLayout;
import java.nio.ByteOrder;
import java.util.List;

/** A member of every kind, as a record. */
@SuppressWarnings("ArrayRecordComponent") // it is one of the kinds
record Everything(
        boolean flag,
        byte b,
        short s,
        char c,
        int i,
        long l,
        float f,
        double d,
        Colour byteColour,
        Colour shortColour,
        Colour charColour,
        Colour intColour,
        Colour longColour,
        String text,
        boolean[] flags,
        byte[] bytes,
        short[] shorts,
        char[] chars,
        int[] ints,
        long[] longs,
        float[] floats,
        double[] doubles,
        Part part,
        Part[] partArray,
        List<Part> partList) {

    enum Colour {
        RED,
        GREEN,
        BLUE
    }

    /** A struct within a struct. */
    record Part(short kind, double price) {
        static StructLayout layout(ByteOrder order) {
            return Layouts.struct(
                    JAVA_SHORT.withOrder(order).withName("kind"),
                    JAVA_DOUBLE.withOrder(order).withName("price"));
        }
    }

    static final Everything VALUE = new Everything(
            true,
            (byte) -100,
            (short) -12345,
            '\u20ac',
            0x12345678,
            0x0123456789abcdefL,
            Float.intBitsToFloat(0x7fc01234), // a NaN
            Double.longBitsToDouble(0x7ff8000000abcdefL), // a NaN
            Colour.RED,
            Colour.GREEN,
            Colour.BLUE,
            Colour.GREEN,
            Colour.BLUE,
            "Zürich €",
            new boolean[] {true, false, true},
            new byte[] {-128, 0, 127},
            new short[] {Short.MIN_VALUE, 258},
            new char[] {'A', '\uffff'},
            new int[] {Integer.MIN_VALUE, 0x01020304},
            new long[] {Long.MIN_VALUE, 0x0102030405060708L},
            new float[] {-0.0f, 1.5f, Float.POSITIVE_INFINITY},
            new double[] {0.1, Double.MIN_VALUE},
            new Part((short) 7, 2.5),
            new Part[] {new Part((short) 1, 1.25), new Part((short) -2, -1e300)},
            List.of(new Part((short) 3, 1 / 3.0)));

    /** {@return the layout with the padding of C} */
    static StructLayout layout(ByteOrder order) {
        return Layouts.struct(
                JAVA_BOOLEAN.withName("flag"),
                JAVA_BYTE.withName("b"),
                JAVA_SHORT.withOrder(order).withName("s"),
                JAVA_CHAR.withOrder(order).withName("c"),
                JAVA_INT.withOrder(order).withName("i"),
                JAVA_LONG.withOrder(order).withName("l"),
                JAVA_FLOAT.withOrder(order).withName("f"),
                JAVA_DOUBLE.withOrder(order).withName("d"),
                JAVA_BYTE.withName("byteColour"),
                JAVA_SHORT.withOrder(order).withName("shortColour"),
                JAVA_CHAR.withOrder(order).withName("charColour"),
                JAVA_INT.withOrder(order).withName("intColour"),
                JAVA_LONG.withOrder(order).withName("longColour"),
                sequenceLayout(12, JAVA_BYTE).withName("text"),
                sequenceLayout(3, JAVA_BOOLEAN).withName("flags"),
                sequenceLayout(3, JAVA_BYTE).withName("bytes"),
                sequenceLayout(2, JAVA_SHORT.withOrder(order)).withName("shorts"),
                sequenceLayout(2, JAVA_CHAR.withOrder(order)).withName("chars"),
                sequenceLayout(2, JAVA_INT.withOrder(order)).withName("ints"),
                sequenceLayout(2, JAVA_LONG.withOrder(order)).withName("longs"),
                sequenceLayout(3, JAVA_FLOAT.withOrder(order)).withName("floats"),
                sequenceLayout(2, JAVA_DOUBLE.withOrder(order)).withName("doubles"),
                Part.layout(order).withName("part"),
                sequenceLayout(2, Part.layout(order)).withName("partArray"),
                sequenceLayout(1, Part.layout(order)).withName("partList"));
    }
}
