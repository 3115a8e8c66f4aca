package dev.verbatim;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * The methods of a {@link SegmentCursor} for arrays of primitives with their lengths, which stand here for the sake of
 * their number. The javadoc shows them as methods of the cursor, whose class comment says what they have in common.
 */
abstract sealed class CursorArrays extends CursorElements permits CursorRecords {

    /** What {@code null} has in place of a length. */
    static final int NULL_LENGTH = -1;

    CursorArrays(@Nullable Arena arena, long maxBytes, MemorySegment whole, boolean isBigEndian) {
        super(arena, maxBytes, whole, isBigEndian);
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
        if (limit - at < Integer.BYTES) {
            throw endOfGet("the length of " + what, at, Integer.BYTES);
        }
        int length = intAt(at);
        if (length < NULL_LENGTH) {
            throw new CorruptRecordException("cannot get " + what + " at position=" + at
                    + ": expected a length of 0 or more, or -1 for null, found length=" + length);
        }
        if (length > 0) {
            long byteSize = Integer.BYTES + (long) length * elementSize;
            if (byteSize > limit - at) {
                throw endOfGet(what + " of length=" + length, at, byteSize);
            }
        }
        return length;
    }

    private SegmentCursor putArray(Object array, int length, Element element) {
        long at = position;
        long start = at + Integer.BYTES;
        long byteSize = (long) length * element.byteSize();
        requireRoom(element.arrayName(), at, Integer.BYTES + byteSize);
        intAt(at, length);
        copyFrom(array, 0, length, element, start);
        position = start + byteSize;
        return (SegmentCursor) this;
    }

    /** {@return the length of the array at the position; -1 for null, and then the position is behind it} */
    private int arrayLength(Element element) {
        int length = lengthOf(element.arrayName(), element.byteSize());
        if (length == NULL_LENGTH) {
            position += Integer.BYTES;
        }
        return length;
    }

    /** Fills an array of the length that {@link #arrayLength} has returned. */
    private void getArray(Object array, int length, Element element) {
        long start = position + Integer.BYTES;
        copyTo(array, 0, length, element, start);
        position = start + (long) length * element.byteSize();
    }

    /**
     * {@return this cursor, which has put the length of an array and its booleans, or -1 for null}
     *
     * @param array the array, or null
     * @throws IndexOutOfBoundsException if there is no room; nothing is written then
     * @throws IllegalArgumentException if the segment is read-only
     */
    public SegmentCursor putBooleanArray(boolean @Nullable [] array) {
        return array == null ? putNull() : putArray(array, array.length, BOOLEAN);
    }

    /**
     * {@return a new array of the booleans that {@link #putBooleanArray} has put, or null}
     *
     * @throws IndexOutOfBoundsException if the limit is too near
     * @throws CorruptRecordException if the length is less than -1
     */
    public boolean @Nullable [] getBooleanArray() {
        int length = arrayLength(BOOLEAN);
        if (length == NULL_LENGTH) {
            return null;
        }
        boolean[] array = new boolean[length];
        getArray(array, length, BOOLEAN);
        return array;
    }

    /**
     * {@return this cursor, which has put the length of an array and its bytes, or -1 for null}
     *
     * @param array the array, or null
     * @throws IndexOutOfBoundsException if there is no room; nothing is written then
     * @throws IllegalArgumentException if the segment is read-only
     */
    public SegmentCursor putByteArray(byte @Nullable [] array) {
        return array == null ? putNull() : putArray(array, array.length, BYTE);
    }

    /**
     * {@return a new array of the bytes that {@link #putByteArray} has put, or null}
     *
     * @throws IndexOutOfBoundsException if the limit is too near
     * @throws CorruptRecordException if the length is less than -1
     */
    public byte @Nullable [] getByteArray() {
        int length = arrayLength(BYTE);
        if (length == NULL_LENGTH) {
            return null;
        }
        byte[] array = new byte[length];
        getArray(array, length, BYTE);
        return array;
    }

    /**
     * {@return this cursor, which has put the length of an array and its shorts, or -1 for null}
     *
     * @param array the array, or null
     * @throws IndexOutOfBoundsException if there is no room; nothing is written then
     * @throws IllegalArgumentException if the segment is read-only
     */
    public SegmentCursor putShortArray(short @Nullable [] array) {
        return array == null ? putNull() : putArray(array, array.length, SHORT);
    }

    /**
     * {@return a new array of the shorts that {@link #putShortArray} has put, or null}
     *
     * @throws IndexOutOfBoundsException if the limit is too near
     * @throws CorruptRecordException if the length is less than -1
     */
    public short @Nullable [] getShortArray() {
        int length = arrayLength(SHORT);
        if (length == NULL_LENGTH) {
            return null;
        }
        short[] array = new short[length];
        getArray(array, length, SHORT);
        return array;
    }

    /**
     * {@return this cursor, which has put the length of an array and its chars, or -1 for null}
     *
     * @param array the array, or null
     * @throws IndexOutOfBoundsException if there is no room; nothing is written then
     * @throws IllegalArgumentException if the segment is read-only
     */
    public SegmentCursor putCharArray(char @Nullable [] array) {
        return array == null ? putNull() : putArray(array, array.length, CHAR);
    }

    /**
     * {@return a new array of the chars that {@link #putCharArray} has put, or null}
     *
     * @throws IndexOutOfBoundsException if the limit is too near
     * @throws CorruptRecordException if the length is less than -1
     */
    public char @Nullable [] getCharArray() {
        int length = arrayLength(CHAR);
        if (length == NULL_LENGTH) {
            return null;
        }
        char[] array = new char[length];
        getArray(array, length, CHAR);
        return array;
    }

    /**
     * {@return this cursor, which has put the length of an array and its ints, or -1 for null}
     *
     * @param array the array, or null
     * @throws IndexOutOfBoundsException if there is no room; nothing is written then
     * @throws IllegalArgumentException if the segment is read-only
     */
    public SegmentCursor putIntArray(int @Nullable [] array) {
        return array == null ? putNull() : putArray(array, array.length, INT);
    }

    /**
     * {@return a new array of the ints that {@link #putIntArray} has put, or null}
     *
     * @throws IndexOutOfBoundsException if the limit is too near
     * @throws CorruptRecordException if the length is less than -1
     */
    public int @Nullable [] getIntArray() {
        int length = arrayLength(INT);
        if (length == NULL_LENGTH) {
            return null;
        }
        int[] array = new int[length];
        getArray(array, length, INT);
        return array;
    }

    /**
     * {@return this cursor, which has put the length of an array and its longs, or -1 for null}
     *
     * @param array the array, or null
     * @throws IndexOutOfBoundsException if there is no room; nothing is written then
     * @throws IllegalArgumentException if the segment is read-only
     */
    public SegmentCursor putLongArray(long @Nullable [] array) {
        return array == null ? putNull() : putArray(array, array.length, LONG);
    }

    /**
     * {@return a new array of the longs that {@link #putLongArray} has put, or null}
     *
     * @throws IndexOutOfBoundsException if the limit is too near
     * @throws CorruptRecordException if the length is less than -1
     */
    public long @Nullable [] getLongArray() {
        int length = arrayLength(LONG);
        if (length == NULL_LENGTH) {
            return null;
        }
        long[] array = new long[length];
        getArray(array, length, LONG);
        return array;
    }

    /**
     * {@return this cursor, which has put the length of an array and its floats, or -1 for null}
     *
     * @param array the array, or null
     * @throws IndexOutOfBoundsException if there is no room; nothing is written then
     * @throws IllegalArgumentException if the segment is read-only
     */
    public SegmentCursor putFloatArray(float @Nullable [] array) {
        return array == null ? putNull() : putArray(array, array.length, FLOAT);
    }

    /**
     * {@return a new array of the floats that {@link #putFloatArray} has put, or null}
     *
     * @throws IndexOutOfBoundsException if the limit is too near
     * @throws CorruptRecordException if the length is less than -1
     */
    public float @Nullable [] getFloatArray() {
        int length = arrayLength(FLOAT);
        if (length == NULL_LENGTH) {
            return null;
        }
        float[] array = new float[length];
        getArray(array, length, FLOAT);
        return array;
    }

    /**
     * {@return this cursor, which has put the length of an array and its doubles, or -1 for null}
     *
     * @param array the array, or null
     * @throws IndexOutOfBoundsException if there is no room; nothing is written then
     * @throws IllegalArgumentException if the segment is read-only
     */
    public SegmentCursor putDoubleArray(double @Nullable [] array) {
        return array == null ? putNull() : putArray(array, array.length, DOUBLE);
    }

    /**
     * {@return a new array of the doubles that {@link #putDoubleArray} has put, or null}
     *
     * @throws IndexOutOfBoundsException if the limit is too near
     * @throws CorruptRecordException if the length is less than -1
     */
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
