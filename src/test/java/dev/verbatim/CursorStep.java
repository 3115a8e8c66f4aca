package dev.verbatim;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.invoke.MethodHandles.lookup;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A value to put and to get, and what a {@link ByteBuffer} does in place of the cursor.
 *
 * @param name the method
 * @param value what a get returns
 * @param put puts the value
 * @param get gets it
 * @param baseline puts it to a buffer of the same byte order
 */
record CursorStep(
        String name,
        @Nullable Object value,
        Consumer<SegmentCursor> put,
        Function<SegmentCursor, @Nullable Object> get,
        Consumer<ByteBuffer> baseline) {

    record Point(int x, long y) {
        static final StructLayout LAYOUT =
                MemoryLayout.structLayout(JAVA_INT.withName("x"), JAVA_LONG_UNALIGNED.withName("y"));
        static final StructCodec<Point> CODEC = StructCodec.ofRecord(lookup(), Point.class, LAYOUT);
    }

    /** {@link Point} as a class. */
    static final class Spot {
        static final ReusableCodec<Spot> CODEC = StructCodec.ofClass(lookup(), Spot.class, Point.LAYOUT);

        int x;
        long y;
    }

    record Note(@Nullable String text) {
        static final StructLayout LAYOUT = Layouts.varRecord(Layouts.varRef("text"));
        static final VarCodec<Note> CODEC = VarCodec.ofRecord(lookup(), Note.class, LAYOUT);
    }

    /** {@link Note} as a class. */
    static final class Memo {
        static final ReusableVarCodec<Memo> CODEC = VarCodec.ofClass(lookup(), Memo.class, Note.LAYOUT);

        @Nullable
        String text;
    }

    @Override
    public String toString() {
        return name + " " + Arrays.deepToString(new Object[] {value});
    }

    static CursorStep ofByte(byte v) {
        return new CursorStep("byte", v, c -> c.putByte(v), SegmentCursor::getByte, b -> b.put(v));
    }

    static CursorStep ofBoolean(boolean v) {
        return new CursorStep(
                "boolean", v, c -> c.putBoolean(v), SegmentCursor::getBoolean, b -> b.put((byte) (v ? 1 : 0)));
    }

    static CursorStep ofShort(short v) {
        return new CursorStep("short", v, c -> c.putShort(v), SegmentCursor::getShort, b -> b.putShort(v));
    }

    static CursorStep ofChar(char v) {
        return new CursorStep("char", v, c -> c.putChar(v), SegmentCursor::getChar, b -> b.putChar(v));
    }

    static CursorStep ofInt(int v) {
        return new CursorStep("int", v, c -> c.putInt(v), SegmentCursor::getInt, b -> b.putInt(v));
    }

    static CursorStep ofLong(long v) {
        return new CursorStep("long", v, c -> c.putLong(v), SegmentCursor::getLong, b -> b.putLong(v));
    }

    static CursorStep ofFloat(int bits) {
        float v = Float.intBitsToFloat(bits);
        return new CursorStep(
                "float", bits, c -> c.putFloat(v), c -> Float.floatToRawIntBits(c.getFloat()), b -> b.putInt(bits));
    }

    static CursorStep ofDouble(long bits) {
        double v = Double.longBitsToDouble(bits);
        return new CursorStep(
                "double",
                bits,
                c -> c.putDouble(v),
                c -> Double.doubleToRawLongBits(c.getDouble()),
                b -> b.putLong(bits));
    }

    /** Arrays of all eight types, made of some longs: with their length, and the middle of them without. */
    static List<CursorStep> ofArrays(long[] v) {
        int n = v.length;
        boolean[] booleans = new boolean[n];
        byte[] bytes = new byte[n];
        short[] shorts = new short[n];
        char[] chars = new char[n];
        int[] ints = new int[n];
        float[] floats = new float[n];
        double[] doubles = new double[n];
        for (int i = 0; i < n; i++) {
            booleans[i] = (v[i] & 1) != 0;
            bytes[i] = (byte) v[i];
            shorts[i] = (short) v[i];
            chars[i] = (char) v[i];
            ints[i] = (int) v[i];
            floats[i] = v[i];
            doubles[i] = v[i];
        }
        return List.of(
                array("boolean[]", booleans, n, c -> c.putBooleanArray(booleans), SegmentCursor::getBooleanArray, b -> {
                    for (boolean each : booleans) {
                        b.put((byte) (each ? 1 : 0));
                    }
                }),
                array("byte[]", bytes, n, c -> c.putByteArray(bytes), SegmentCursor::getByteArray, b -> b.put(bytes)),
                array("short[]", shorts, n, c -> c.putShortArray(shorts), SegmentCursor::getShortArray, b -> {
                    for (short each : shorts) {
                        b.putShort(each);
                    }
                }),
                array("char[]", chars, n, c -> c.putCharArray(chars), SegmentCursor::getCharArray, b -> {
                    for (char each : chars) {
                        b.putChar(each);
                    }
                }),
                array("int[]", ints, n, c -> c.putIntArray(ints), SegmentCursor::getIntArray, b -> {
                    for (int each : ints) {
                        b.putInt(each);
                    }
                }),
                array("long[]", v, n, c -> c.putLongArray(v), SegmentCursor::getLongArray, b -> {
                    for (long each : v) {
                        b.putLong(each);
                    }
                }),
                array("float[]", floats, n, c -> c.putFloatArray(floats), SegmentCursor::getFloatArray, b -> {
                    for (float each : floats) {
                        b.putFloat(each);
                    }
                }),
                array("double[]", doubles, n, c -> c.putDoubleArray(doubles), SegmentCursor::getDoubleArray, b -> {
                    for (double each : doubles) {
                        b.putDouble(each);
                    }
                }));
    }

    private static CursorStep array(
            String name,
            Object value,
            int length,
            Consumer<SegmentCursor> put,
            Function<SegmentCursor, @Nullable Object> get,
            Consumer<ByteBuffer> elements) {
        return new CursorStep(name, value, put, get, b -> {
            b.putInt(length);
            elements.accept(b);
        });
    }

    /** The null of every type that has one. */
    static List<CursorStep> ofNull() {
        Consumer<ByteBuffer> baseline = b -> b.putInt(-1);
        return List.of(
                new CursorStep("null", true, c -> c.putNull(), SegmentCursor::getNull, baseline),
                new CursorStep("String", null, c -> c.putString(null), SegmentCursor::getString, baseline),
                new CursorStep("boolean[]", null, c -> c.putBooleanArray(null), c -> c.getBooleanArray(), baseline),
                new CursorStep("byte[]", null, c -> c.putByteArray(null), c -> c.getByteArray(), baseline),
                new CursorStep("short[]", null, c -> c.putShortArray(null), c -> c.getShortArray(), baseline),
                new CursorStep("char[]", null, c -> c.putCharArray(null), c -> c.getCharArray(), baseline),
                new CursorStep("int[]", null, c -> c.putIntArray(null), c -> c.getIntArray(), baseline),
                new CursorStep("long[]", null, c -> c.putLongArray(null), c -> c.getLongArray(), baseline),
                new CursorStep("float[]", null, c -> c.putFloatArray(null), c -> c.getFloatArray(), baseline),
                new CursorStep("double[]", null, c -> c.putDoubleArray(null), c -> c.getDoubleArray(), baseline));
    }

    /** The elements of a range of an array, without their length: of longs, whose methods all types share. */
    static CursorStep ofElements(long[] v, int from, int count) {
        long[] range = Arrays.copyOfRange(v, from, from + count);
        return new CursorStep(
                "longs",
                range,
                c -> c.putLongs(v, from, count),
                c -> {
                    long[] back = new long[count];
                    c.getLongs(back);
                    return back;
                },
                b -> {
                    for (long each : range) {
                        b.putLong(each);
                    }
                });
    }

    static CursorStep ofSegment(byte[] v) {
        return new CursorStep(
                "segment",
                v,
                c -> c.put(MemorySegment.ofArray(v)),
                c -> c.slice(v.length).toArray(ValueLayout.JAVA_BYTE),
                b -> b.put(v));
    }

    static CursorStep ofString(String v) {
        return new CursorStep("String", v, c -> c.putString(v), SegmentCursor::getString, b -> {
            byte[] bytes = v.getBytes(UTF_8);
            b.putInt(bytes.length).put(bytes);
        });
    }

    /** The same through builders. */
    static CursorStep ofBuilder(String v) {
        return new CursorStep(
                "StringBuilder",
                v,
                c -> c.putString(builder(v)),
                c -> {
                    StringBuilder builder = new StringBuilder();
                    return c.getString(builder) ? builder.toString() : null;
                },
                ofString(v).baseline);
    }

    private static StringBuilder builder(String text) {
        StringBuilder builder = new StringBuilder();
        builder.append(text);
        return builder;
    }

    static CursorStep ofStruct(int x, long y) {
        Point v = new Point(x, y);
        return new CursorStep("struct", v, c -> c.put(Point.CODEC, v), c -> c.get(Point.CODEC), b -> putPoint(b, x, y));
    }

    static CursorStep ofReusedStruct(int x, long y) {
        Spot v = new Spot();
        v.x = x;
        v.y = y;
        return new CursorStep(
                "reused struct",
                new Point(x, y),
                c -> c.put(Spot.CODEC, v),
                c -> {
                    Spot back = new Spot();
                    c.getInto(Spot.CODEC, back);
                    return new Point(back.x, back.y);
                },
                b -> putPoint(b, x, y));
    }

    /** In the order of the layout, whatever the order of the cursor is. */
    private static void putPoint(ByteBuffer buffer, int x, long y) {
        ByteOrder order = buffer.order();
        buffer.order(ByteOrder.nativeOrder()).putInt(x).putLong(y).order(order);
    }

    static CursorStep ofRecord(@Nullable String text) {
        Note v = new Note(text);
        return new CursorStep("record", v, c -> c.put(Note.CODEC, v), c -> c.get(Note.CODEC), b -> b.put(encoded(v)));
    }

    static CursorStep ofReusedRecord(@Nullable String text) {
        Memo v = new Memo();
        v.text = text;
        return new CursorStep(
                "reused record",
                new Note(text),
                c -> c.put(Memo.CODEC, v),
                c -> {
                    Memo back = new Memo();
                    c.getInto(Memo.CODEC, back);
                    return new Note(back.text);
                },
                b -> b.put(encoded(new Note(text))));
    }

    private static byte[] encoded(Note note) {
        byte[] bytes = new byte[(int) Note.CODEC.encodedSize(note)];
        Note.CODEC.write(note, MemorySegment.ofArray(bytes), 0);
        return bytes;
    }

    static CursorStep ofPadding(int alignment) {
        return new CursorStep("padding", null, c -> c.align(alignment), c -> nothing(c.skipPadding(alignment)), b -> {
            while (b.position() % alignment != 0) {
                b.put((byte) 0);
            }
        });
    }

    static CursorStep ofSkip(int bytes) {
        return new CursorStep(
                "skip", null, c -> c.skip(bytes), c -> nothing(c.skip(bytes)), b -> b.position(b.position() + bytes));
    }

    /** {@return null, of a cursor that has moved over something} */
    private static @Nullable Object nothing(SegmentCursor cursor) {
        return cursor.position() < 0 ? cursor : null;
    }

    /** One of each, and none of them without bytes at position 1. */
    static List<CursorStep> examples() {
        return Stream.of(
                        List.of(
                                ofByte((byte) -2),
                                ofBoolean(true),
                                ofShort((short) -3),
                                ofChar('\uFEDC'),
                                ofInt(0x01020304),
                                ofLong(0x0102030405060708L),
                                ofFloat(0x7FC01234),
                                ofDouble(0x7FF8_0000_1234_5678L),
                                ofElements(new long[] {1, 2, 3, 4}, 1, 2),
                                ofSegment(new byte[] {5, 6, 7}),
                                ofString("aü€😀"),
                                ofBuilder("ascii"),
                                ofStruct(1, 2),
                                ofReusedStruct(3, 4),
                                ofRecord("note"),
                                ofReusedRecord(null),
                                ofPadding(16),
                                ofSkip(3)),
                        ofArrays(new long[] {1, -1, Long.MIN_VALUE}),
                        ofNull())
                .flatMap(List::stream)
                .toList();
    }
}
