package dev.verbatim;

import static java.lang.foreign.ValueLayout.JAVA_BOOLEAN;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_CHAR_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;
import static java.nio.ByteOrder.BIG_ENDIAN;
import static java.nio.ByteOrder.LITTLE_ENDIAN;

import dev.verbatim.internal.runtime.Fence;
import java.lang.foreign.ValueLayout;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The methods of a {@link SegmentCursor} for arrays of primitives, which stand here for the sake of their number. The
 * javadoc shows them as methods of the cursor, whose class comment says what they have in common.
 *
 * <p>They check that there is room before they touch a byte: a bulk copy is no place to save a check.
 */
abstract sealed class CursorArrays extends CursorValues permits SegmentCursor {

    /** What {@code null} has in place of a length. */
    static final int NULL_LENGTH = -1;

    /**
     * A type of element.
     *
     * @param name what several of them are called in messages
     * @param arrayName what an array of them is called
     * @param byteSize the size of one in bytes
     */
    private record Element(String name, String arrayName, int byteSize, ValueLayout little, ValueLayout big) {

        static Element of(String name, ValueLayout layout) {
            return new Element(
                    name,
                    "an array of " + name,
                    (int) layout.byteSize(),
                    layout.withOrder(LITTLE_ENDIAN),
                    layout.withOrder(BIG_ENDIAN));
        }
    }

    private static final Element BOOLEAN = Element.of("booleans", JAVA_BOOLEAN);
    private static final Element BYTE = Element.of("bytes", JAVA_BYTE);
    private static final Element SHORT = Element.of("shorts", JAVA_SHORT_UNALIGNED);
    private static final Element CHAR = Element.of("chars", JAVA_CHAR_UNALIGNED);
    private static final Element INT = Element.of("ints", JAVA_INT_UNALIGNED);
    private static final Element LONG = Element.of("longs", JAVA_LONG_UNALIGNED);
    private static final Element FLOAT = Element.of("floats", JAVA_FLOAT_UNALIGNED);
    private static final Element DOUBLE = Element.of("doubles", JAVA_DOUBLE_UNALIGNED);

    CursorArrays(CursorMemory memory, boolean isBigEndian) {
        super(memory, isBigEndian);
    }

    /** {@return this cursor, which has put the length -1} */
    public abstract SegmentCursor putNull();

    /**
     * {@return the length at the position, if that many elements follow it; -1 for null} The position stays.
     *
     * @param what what has the length, as messages name it
     * @param elementSize the size of an element in bytes
     */
    final int lengthOf(String what, int elementSize) {
        long at = position;
        if (memory.limit() - at < Integer.BYTES) {
            throw memory.endOfGet("the length of " + what, at, Integer.BYTES);
        }
        int length = intAt(at);
        if (length < NULL_LENGTH) {
            throw new CorruptRecordException("cannot get " + what + " at position=" + at
                    + ": expected a length of 0 or more, or -1 for null, found length=" + length);
        }
        if (length > 0) {
            long byteSize = Integer.BYTES + (long) length * elementSize;
            if (byteSize > memory.limit() - at) {
                throw memory.endOfGet(what + " of length=" + length, at, byteSize);
            }
        }
        return length;
    }

    private SegmentCursor putElements(Object source, int length, int from, int count, Element element) {
        Objects.checkFromIndexSize(from, count, length);
        long at = position;
        long byteSize = (long) count * element.byteSize;
        memory.requireRoom(element.name, at, byteSize);
        copyFrom(source, from, count, element, at);
        position = at + byteSize;
        return self();
    }

    private SegmentCursor getElements(Object target, int length, int from, int count, Element element) {
        Objects.checkFromIndexSize(from, count, length);
        long at = position;
        long byteSize = (long) count * element.byteSize;
        memory.requireBytes(element.name, at, byteSize);
        copyTo(target, from, count, element, at);
        position = at + byteSize;
        return self();
    }

    private SegmentCursor putArray(Object array, int length, Element element) {
        long at = position;
        long start = at + Integer.BYTES;
        long byteSize = (long) length * element.byteSize;
        memory.requireRoom(element.arrayName, at, Integer.BYTES + byteSize);
        intAt(at, length);
        copyFrom(array, 0, length, element, start);
        position = start + byteSize;
        return self();
    }

    /** {@return the length of the array at the position; -1 for null, and then the position is behind it} */
    private int arrayLength(Element element) {
        int length = lengthOf(element.arrayName, element.byteSize);
        if (length == NULL_LENGTH) {
            position += Integer.BYTES;
        }
        return length;
    }

    /** Fills an array of the length that {@link #arrayLength} has returned. */
    private void getArray(Object array, int length, Element element) {
        long start = position + Integer.BYTES;
        copyTo(array, 0, length, element, start);
        position = start + (long) length * element.byteSize;
    }

    private void copyFrom(Object source, int from, int count, Element element, long at) {
        if (source instanceof boolean[] booleans) { // the bulk copy takes none
            for (int i = 0; i < count; i++) {
                memory.setByte(at + i, (byte) (booleans[from + i] ? 1 : 0));
            }
        } else {
            memory.copyFrom(source, from, count, isBigEndian ? element.big : element.little, at);
        }
    }

    private void copyTo(Object target, int from, int count, Element element, long at) {
        if (target instanceof boolean[] booleans) {
            Fence.beforeAccess();
            for (int i = 0; i < count; i++) {
                booleans[from + i] = memory.getByte(at + i) != 0;
            }
        } else {
            memory.copyTo(target, from, count, isBigEndian ? element.big : element.little, at);
        }
    }

    /** {@return this cursor, which has put all booleans of an array, without their number} */
    public SegmentCursor putBooleans(boolean[] source) {
        return putBooleans(source, 0, Objects.requireNonNull(source, "source").length);
    }

    /** {@return this cursor, which has put a range of the booleans of an array, without their number} */
    public SegmentCursor putBooleans(boolean[] source, int from, int count) {
        return putElements(source, Objects.requireNonNull(source, "source").length, from, count, BOOLEAN);
    }

    /** {@return this cursor, which has filled an array with the next booleans} */
    public SegmentCursor getBooleans(boolean[] target) {
        return getBooleans(target, 0, Objects.requireNonNull(target, "target").length);
    }

    /** {@return this cursor, which has filled a range of an array with the next booleans} */
    public SegmentCursor getBooleans(boolean[] target, int from, int count) {
        return getElements(target, Objects.requireNonNull(target, "target").length, from, count, BOOLEAN);
    }

    /** {@return this cursor, which has put the length of an array and its booleans, or -1 for null} */
    public SegmentCursor putBooleanArray(boolean @Nullable [] array) {
        return array == null ? putNull() : putArray(array, array.length, BOOLEAN);
    }

    /** {@return a new array of the booleans that {@link #putBooleanArray} has put, or null} */
    public boolean @Nullable [] getBooleanArray() {
        int length = arrayLength(BOOLEAN);
        if (length == NULL_LENGTH) {
            return null;
        }
        boolean[] array = new boolean[length];
        getArray(array, length, BOOLEAN);
        return array;
    }

    /** {@return this cursor, which has put all bytes of an array, without their number} */
    public SegmentCursor putBytes(byte[] source) {
        return putBytes(source, 0, Objects.requireNonNull(source, "source").length);
    }

    /** {@return this cursor, which has put a range of the bytes of an array, without their number} */
    public SegmentCursor putBytes(byte[] source, int from, int count) {
        return putElements(source, Objects.requireNonNull(source, "source").length, from, count, BYTE);
    }

    /** {@return this cursor, which has filled an array with the next bytes} */
    public SegmentCursor getBytes(byte[] target) {
        return getBytes(target, 0, Objects.requireNonNull(target, "target").length);
    }

    /** {@return this cursor, which has filled a range of an array with the next bytes} */
    public SegmentCursor getBytes(byte[] target, int from, int count) {
        return getElements(target, Objects.requireNonNull(target, "target").length, from, count, BYTE);
    }

    /** {@return this cursor, which has put the length of an array and its bytes, or -1 for null} */
    public SegmentCursor putByteArray(byte @Nullable [] array) {
        return array == null ? putNull() : putArray(array, array.length, BYTE);
    }

    /** {@return a new array of the bytes that {@link #putByteArray} has put, or null} */
    public byte @Nullable [] getByteArray() {
        int length = arrayLength(BYTE);
        if (length == NULL_LENGTH) {
            return null;
        }
        byte[] array = new byte[length];
        getArray(array, length, BYTE);
        return array;
    }

    /** {@return this cursor, which has put all shorts of an array, without their number} */
    public SegmentCursor putShorts(short[] source) {
        return putShorts(source, 0, Objects.requireNonNull(source, "source").length);
    }

    /** {@return this cursor, which has put a range of the shorts of an array, without their number} */
    public SegmentCursor putShorts(short[] source, int from, int count) {
        return putElements(source, Objects.requireNonNull(source, "source").length, from, count, SHORT);
    }

    /** {@return this cursor, which has filled an array with the next shorts} */
    public SegmentCursor getShorts(short[] target) {
        return getShorts(target, 0, Objects.requireNonNull(target, "target").length);
    }

    /** {@return this cursor, which has filled a range of an array with the next shorts} */
    public SegmentCursor getShorts(short[] target, int from, int count) {
        return getElements(target, Objects.requireNonNull(target, "target").length, from, count, SHORT);
    }

    /** {@return this cursor, which has put the length of an array and its shorts, or -1 for null} */
    public SegmentCursor putShortArray(short @Nullable [] array) {
        return array == null ? putNull() : putArray(array, array.length, SHORT);
    }

    /** {@return a new array of the shorts that {@link #putShortArray} has put, or null} */
    public short @Nullable [] getShortArray() {
        int length = arrayLength(SHORT);
        if (length == NULL_LENGTH) {
            return null;
        }
        short[] array = new short[length];
        getArray(array, length, SHORT);
        return array;
    }

    /** {@return this cursor, which has put all chars of an array, without their number} */
    public SegmentCursor putChars(char[] source) {
        return putChars(source, 0, Objects.requireNonNull(source, "source").length);
    }

    /** {@return this cursor, which has put a range of the chars of an array, without their number} */
    public SegmentCursor putChars(char[] source, int from, int count) {
        return putElements(source, Objects.requireNonNull(source, "source").length, from, count, CHAR);
    }

    /** {@return this cursor, which has filled an array with the next chars} */
    public SegmentCursor getChars(char[] target) {
        return getChars(target, 0, Objects.requireNonNull(target, "target").length);
    }

    /** {@return this cursor, which has filled a range of an array with the next chars} */
    public SegmentCursor getChars(char[] target, int from, int count) {
        return getElements(target, Objects.requireNonNull(target, "target").length, from, count, CHAR);
    }

    /** {@return this cursor, which has put the length of an array and its chars, or -1 for null} */
    public SegmentCursor putCharArray(char @Nullable [] array) {
        return array == null ? putNull() : putArray(array, array.length, CHAR);
    }

    /** {@return a new array of the chars that {@link #putCharArray} has put, or null} */
    public char @Nullable [] getCharArray() {
        int length = arrayLength(CHAR);
        if (length == NULL_LENGTH) {
            return null;
        }
        char[] array = new char[length];
        getArray(array, length, CHAR);
        return array;
    }

    /** {@return this cursor, which has put all ints of an array, without their number} */
    public SegmentCursor putInts(int[] source) {
        return putInts(source, 0, Objects.requireNonNull(source, "source").length);
    }

    /** {@return this cursor, which has put a range of the ints of an array, without their number} */
    public SegmentCursor putInts(int[] source, int from, int count) {
        return putElements(source, Objects.requireNonNull(source, "source").length, from, count, INT);
    }

    /** {@return this cursor, which has filled an array with the next ints} */
    public SegmentCursor getInts(int[] target) {
        return getInts(target, 0, Objects.requireNonNull(target, "target").length);
    }

    /** {@return this cursor, which has filled a range of an array with the next ints} */
    public SegmentCursor getInts(int[] target, int from, int count) {
        return getElements(target, Objects.requireNonNull(target, "target").length, from, count, INT);
    }

    /** {@return this cursor, which has put the length of an array and its ints, or -1 for null} */
    public SegmentCursor putIntArray(int @Nullable [] array) {
        return array == null ? putNull() : putArray(array, array.length, INT);
    }

    /** {@return a new array of the ints that {@link #putIntArray} has put, or null} */
    public int @Nullable [] getIntArray() {
        int length = arrayLength(INT);
        if (length == NULL_LENGTH) {
            return null;
        }
        int[] array = new int[length];
        getArray(array, length, INT);
        return array;
    }

    /** {@return this cursor, which has put all longs of an array, without their number} */
    public SegmentCursor putLongs(long[] source) {
        return putLongs(source, 0, Objects.requireNonNull(source, "source").length);
    }

    /** {@return this cursor, which has put a range of the longs of an array, without their number} */
    public SegmentCursor putLongs(long[] source, int from, int count) {
        return putElements(source, Objects.requireNonNull(source, "source").length, from, count, LONG);
    }

    /** {@return this cursor, which has filled an array with the next longs} */
    public SegmentCursor getLongs(long[] target) {
        return getLongs(target, 0, Objects.requireNonNull(target, "target").length);
    }

    /** {@return this cursor, which has filled a range of an array with the next longs} */
    public SegmentCursor getLongs(long[] target, int from, int count) {
        return getElements(target, Objects.requireNonNull(target, "target").length, from, count, LONG);
    }

    /** {@return this cursor, which has put the length of an array and its longs, or -1 for null} */
    public SegmentCursor putLongArray(long @Nullable [] array) {
        return array == null ? putNull() : putArray(array, array.length, LONG);
    }

    /** {@return a new array of the longs that {@link #putLongArray} has put, or null} */
    public long @Nullable [] getLongArray() {
        int length = arrayLength(LONG);
        if (length == NULL_LENGTH) {
            return null;
        }
        long[] array = new long[length];
        getArray(array, length, LONG);
        return array;
    }

    /** {@return this cursor, which has put all floats of an array, without their number} */
    public SegmentCursor putFloats(float[] source) {
        return putFloats(source, 0, Objects.requireNonNull(source, "source").length);
    }

    /** {@return this cursor, which has put a range of the floats of an array, without their number} */
    public SegmentCursor putFloats(float[] source, int from, int count) {
        return putElements(source, Objects.requireNonNull(source, "source").length, from, count, FLOAT);
    }

    /** {@return this cursor, which has filled an array with the next floats} */
    public SegmentCursor getFloats(float[] target) {
        return getFloats(target, 0, Objects.requireNonNull(target, "target").length);
    }

    /** {@return this cursor, which has filled a range of an array with the next floats} */
    public SegmentCursor getFloats(float[] target, int from, int count) {
        return getElements(target, Objects.requireNonNull(target, "target").length, from, count, FLOAT);
    }

    /** {@return this cursor, which has put the length of an array and its floats, or -1 for null} */
    public SegmentCursor putFloatArray(float @Nullable [] array) {
        return array == null ? putNull() : putArray(array, array.length, FLOAT);
    }

    /** {@return a new array of the floats that {@link #putFloatArray} has put, or null} */
    public float @Nullable [] getFloatArray() {
        int length = arrayLength(FLOAT);
        if (length == NULL_LENGTH) {
            return null;
        }
        float[] array = new float[length];
        getArray(array, length, FLOAT);
        return array;
    }

    /** {@return this cursor, which has put all doubles of an array, without their number} */
    public SegmentCursor putDoubles(double[] source) {
        return putDoubles(source, 0, Objects.requireNonNull(source, "source").length);
    }

    /** {@return this cursor, which has put a range of the doubles of an array, without their number} */
    public SegmentCursor putDoubles(double[] source, int from, int count) {
        return putElements(source, Objects.requireNonNull(source, "source").length, from, count, DOUBLE);
    }

    /** {@return this cursor, which has filled an array with the next doubles} */
    public SegmentCursor getDoubles(double[] target) {
        return getDoubles(target, 0, Objects.requireNonNull(target, "target").length);
    }

    /** {@return this cursor, which has filled a range of an array with the next doubles} */
    public SegmentCursor getDoubles(double[] target, int from, int count) {
        return getElements(target, Objects.requireNonNull(target, "target").length, from, count, DOUBLE);
    }

    /** {@return this cursor, which has put the length of an array and its doubles, or -1 for null} */
    public SegmentCursor putDoubleArray(double @Nullable [] array) {
        return array == null ? putNull() : putArray(array, array.length, DOUBLE);
    }

    /** {@return a new array of the doubles that {@link #putDoubleArray} has put, or null} */
    public double @Nullable [] getDoubleArray() {
        int length = arrayLength(DOUBLE);
        if (length == NULL_LENGTH) {
            return null;
        }
        double[] array = new double[length];
        getArray(array, length, DOUBLE);
        return array;
    }
}
