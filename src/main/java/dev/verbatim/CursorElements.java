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
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The methods of a {@link SegmentCursor} for the elements of arrays of primitives, which stand here for the sake of
 * their number. The javadoc shows them as methods of the cursor, whose class comment says what they have in common.
 *
 * <p>They check that there is room before they touch a byte: a bulk copy is no place to save a check.
 */
abstract sealed class CursorElements extends CursorValues permits CursorArrays {

    /**
     * A type of element.
     *
     * @param name what several of them are called in messages
     * @param arrayName what an array of them is called
     * @param byteSize the size of one in bytes
     */
    record Element(String name, String arrayName, int byteSize, ValueLayout little, ValueLayout big) {

        static Element of(String name, ValueLayout layout) {
            return new Element(
                    name,
                    "an array of " + name,
                    (int) layout.byteSize(),
                    layout.withOrder(LITTLE_ENDIAN),
                    layout.withOrder(BIG_ENDIAN));
        }
    }

    static final Element BOOLEAN = Element.of("booleans", JAVA_BOOLEAN);
    static final Element BYTE = Element.of("bytes", JAVA_BYTE);
    static final Element SHORT = Element.of("shorts", JAVA_SHORT_UNALIGNED);
    static final Element CHAR = Element.of("chars", JAVA_CHAR_UNALIGNED);
    static final Element INT = Element.of("ints", JAVA_INT_UNALIGNED);
    static final Element LONG = Element.of("longs", JAVA_LONG_UNALIGNED);
    static final Element FLOAT = Element.of("floats", JAVA_FLOAT_UNALIGNED);
    static final Element DOUBLE = Element.of("doubles", JAVA_DOUBLE_UNALIGNED);

    CursorElements(@Nullable Arena arena, long maxBytes, MemorySegment whole, boolean isBigEndian) {
        super(arena, maxBytes, whole, isBigEndian);
    }

    private SegmentCursor putElements(Object source, int length, int from, int count, Element element) {
        Objects.checkFromIndexSize(from, count, length);
        long at = position;
        long byteSize = (long) count * element.byteSize;
        requireRoom(element.name, at, byteSize);
        copyFrom(source, from, count, element, at);
        position = at + byteSize;
        return (SegmentCursor) this;
    }

    private SegmentCursor getElements(Object target, int length, int from, int count, Element element) {
        Objects.checkFromIndexSize(from, count, length);
        long at = position;
        long byteSize = (long) count * element.byteSize;
        requireBytes(element.name, at, byteSize);
        copyTo(target, from, count, element, at);
        position = at + byteSize;
        return (SegmentCursor) this;
    }

    final void copyFrom(Object source, int from, int count, Element element, long at) {
        if (source instanceof boolean[] booleans) { // the bulk copy takes none
            for (int i = 0; i < count; i++) {
                storeByte(at + i, (byte) (booleans[from + i] ? 1 : 0));
            }
        } else {
            copyFrom(source, from, count, isBigEndian ? element.big : element.little, at);
        }
    }

    final void copyTo(Object target, int from, int count, Element element, long at) {
        if (target instanceof boolean[] booleans) {
            Fence.beforeAccess();
            for (int i = 0; i < count; i++) {
                booleans[from + i] = loadByte(at + i) != 0;
            }
        } else {
            copyTo(target, from, count, isBigEndian ? element.big : element.little, at);
        }
    }

    /**
     * {@return this cursor, which has put all booleans of an array, without their number}
     *
     * @param source the array
     * @throws IndexOutOfBoundsException if there is no room; nothing is written then
     * @throws IllegalArgumentException if the segment is read-only
     */
    public SegmentCursor putBooleans(boolean[] source) {
        return putBooleans(source, 0, Objects.requireNonNull(source, "source").length);
    }

    /**
     * {@return this cursor, which has put a range of the booleans of an array, without their number}
     *
     * @param source the array
     * @param from the index of the first element in the array
     * @param count the number of elements
     * @throws IndexOutOfBoundsException if there is no room, or the array has no such range; nothing is written then
     * @throws IllegalArgumentException if the segment is read-only
     */
    public SegmentCursor putBooleans(boolean[] source, int from, int count) {
        return putElements(source, Objects.requireNonNull(source, "source").length, from, count, BOOLEAN);
    }

    /**
     * {@return this cursor, which has filled an array with the next booleans}
     *
     * @param target the array to fill
     * @throws IndexOutOfBoundsException if the limit is too near
     */
    public SegmentCursor getBooleans(boolean[] target) {
        return getBooleans(target, 0, Objects.requireNonNull(target, "target").length);
    }

    /**
     * {@return this cursor, which has filled a range of an array with the next booleans}
     *
     * @param target the array to fill
     * @param from the index of the first element in the array
     * @param count the number of elements
     * @throws IndexOutOfBoundsException if the limit is too near, or the array has no such range
     */
    public SegmentCursor getBooleans(boolean[] target, int from, int count) {
        return getElements(target, Objects.requireNonNull(target, "target").length, from, count, BOOLEAN);
    }

    /**
     * {@return this cursor, which has put all bytes of an array, without their number}
     *
     * @param source the array
     * @throws IndexOutOfBoundsException if there is no room; nothing is written then
     * @throws IllegalArgumentException if the segment is read-only
     */
    public SegmentCursor putBytes(byte[] source) {
        return putBytes(source, 0, Objects.requireNonNull(source, "source").length);
    }

    /**
     * {@return this cursor, which has put a range of the bytes of an array, without their number}
     *
     * @param source the array
     * @param from the index of the first element in the array
     * @param count the number of elements
     * @throws IndexOutOfBoundsException if there is no room, or the array has no such range; nothing is written then
     * @throws IllegalArgumentException if the segment is read-only
     */
    public SegmentCursor putBytes(byte[] source, int from, int count) {
        return putElements(source, Objects.requireNonNull(source, "source").length, from, count, BYTE);
    }

    /**
     * {@return this cursor, which has filled an array with the next bytes}
     *
     * @param target the array to fill
     * @throws IndexOutOfBoundsException if the limit is too near
     */
    public SegmentCursor getBytes(byte[] target) {
        return getBytes(target, 0, Objects.requireNonNull(target, "target").length);
    }

    /**
     * {@return this cursor, which has filled a range of an array with the next bytes}
     *
     * @param target the array to fill
     * @param from the index of the first element in the array
     * @param count the number of elements
     * @throws IndexOutOfBoundsException if the limit is too near, or the array has no such range
     */
    public SegmentCursor getBytes(byte[] target, int from, int count) {
        return getElements(target, Objects.requireNonNull(target, "target").length, from, count, BYTE);
    }

    /**
     * {@return this cursor, which has put all shorts of an array, without their number}
     *
     * @param source the array
     * @throws IndexOutOfBoundsException if there is no room; nothing is written then
     * @throws IllegalArgumentException if the segment is read-only
     */
    public SegmentCursor putShorts(short[] source) {
        return putShorts(source, 0, Objects.requireNonNull(source, "source").length);
    }

    /**
     * {@return this cursor, which has put a range of the shorts of an array, without their number}
     *
     * @param source the array
     * @param from the index of the first element in the array
     * @param count the number of elements
     * @throws IndexOutOfBoundsException if there is no room, or the array has no such range; nothing is written then
     * @throws IllegalArgumentException if the segment is read-only
     */
    public SegmentCursor putShorts(short[] source, int from, int count) {
        return putElements(source, Objects.requireNonNull(source, "source").length, from, count, SHORT);
    }

    /**
     * {@return this cursor, which has filled an array with the next shorts}
     *
     * @param target the array to fill
     * @throws IndexOutOfBoundsException if the limit is too near
     */
    public SegmentCursor getShorts(short[] target) {
        return getShorts(target, 0, Objects.requireNonNull(target, "target").length);
    }

    /**
     * {@return this cursor, which has filled a range of an array with the next shorts}
     *
     * @param target the array to fill
     * @param from the index of the first element in the array
     * @param count the number of elements
     * @throws IndexOutOfBoundsException if the limit is too near, or the array has no such range
     */
    public SegmentCursor getShorts(short[] target, int from, int count) {
        return getElements(target, Objects.requireNonNull(target, "target").length, from, count, SHORT);
    }

    /**
     * {@return this cursor, which has put all chars of an array, without their number}
     *
     * @param source the array
     * @throws IndexOutOfBoundsException if there is no room; nothing is written then
     * @throws IllegalArgumentException if the segment is read-only
     */
    public SegmentCursor putChars(char[] source) {
        return putChars(source, 0, Objects.requireNonNull(source, "source").length);
    }

    /**
     * {@return this cursor, which has put a range of the chars of an array, without their number}
     *
     * @param source the array
     * @param from the index of the first element in the array
     * @param count the number of elements
     * @throws IndexOutOfBoundsException if there is no room, or the array has no such range; nothing is written then
     * @throws IllegalArgumentException if the segment is read-only
     */
    public SegmentCursor putChars(char[] source, int from, int count) {
        return putElements(source, Objects.requireNonNull(source, "source").length, from, count, CHAR);
    }

    /**
     * {@return this cursor, which has filled an array with the next chars}
     *
     * @param target the array to fill
     * @throws IndexOutOfBoundsException if the limit is too near
     */
    public SegmentCursor getChars(char[] target) {
        return getChars(target, 0, Objects.requireNonNull(target, "target").length);
    }

    /**
     * {@return this cursor, which has filled a range of an array with the next chars}
     *
     * @param target the array to fill
     * @param from the index of the first element in the array
     * @param count the number of elements
     * @throws IndexOutOfBoundsException if the limit is too near, or the array has no such range
     */
    public SegmentCursor getChars(char[] target, int from, int count) {
        return getElements(target, Objects.requireNonNull(target, "target").length, from, count, CHAR);
    }

    /**
     * {@return this cursor, which has put all ints of an array, without their number}
     *
     * @param source the array
     * @throws IndexOutOfBoundsException if there is no room; nothing is written then
     * @throws IllegalArgumentException if the segment is read-only
     */
    public SegmentCursor putInts(int[] source) {
        return putInts(source, 0, Objects.requireNonNull(source, "source").length);
    }

    /**
     * {@return this cursor, which has put a range of the ints of an array, without their number}
     *
     * @param source the array
     * @param from the index of the first element in the array
     * @param count the number of elements
     * @throws IndexOutOfBoundsException if there is no room, or the array has no such range; nothing is written then
     * @throws IllegalArgumentException if the segment is read-only
     */
    public SegmentCursor putInts(int[] source, int from, int count) {
        return putElements(source, Objects.requireNonNull(source, "source").length, from, count, INT);
    }

    /**
     * {@return this cursor, which has filled an array with the next ints}
     *
     * @param target the array to fill
     * @throws IndexOutOfBoundsException if the limit is too near
     */
    public SegmentCursor getInts(int[] target) {
        return getInts(target, 0, Objects.requireNonNull(target, "target").length);
    }

    /**
     * {@return this cursor, which has filled a range of an array with the next ints}
     *
     * @param target the array to fill
     * @param from the index of the first element in the array
     * @param count the number of elements
     * @throws IndexOutOfBoundsException if the limit is too near, or the array has no such range
     */
    public SegmentCursor getInts(int[] target, int from, int count) {
        return getElements(target, Objects.requireNonNull(target, "target").length, from, count, INT);
    }

    /**
     * {@return this cursor, which has put all longs of an array, without their number}
     *
     * @param source the array
     * @throws IndexOutOfBoundsException if there is no room; nothing is written then
     * @throws IllegalArgumentException if the segment is read-only
     */
    public SegmentCursor putLongs(long[] source) {
        return putLongs(source, 0, Objects.requireNonNull(source, "source").length);
    }

    /**
     * {@return this cursor, which has put a range of the longs of an array, without their number}
     *
     * @param source the array
     * @param from the index of the first element in the array
     * @param count the number of elements
     * @throws IndexOutOfBoundsException if there is no room, or the array has no such range; nothing is written then
     * @throws IllegalArgumentException if the segment is read-only
     */
    public SegmentCursor putLongs(long[] source, int from, int count) {
        return putElements(source, Objects.requireNonNull(source, "source").length, from, count, LONG);
    }

    /**
     * {@return this cursor, which has filled an array with the next longs}
     *
     * @param target the array to fill
     * @throws IndexOutOfBoundsException if the limit is too near
     */
    public SegmentCursor getLongs(long[] target) {
        return getLongs(target, 0, Objects.requireNonNull(target, "target").length);
    }

    /**
     * {@return this cursor, which has filled a range of an array with the next longs}
     *
     * @param target the array to fill
     * @param from the index of the first element in the array
     * @param count the number of elements
     * @throws IndexOutOfBoundsException if the limit is too near, or the array has no such range
     */
    public SegmentCursor getLongs(long[] target, int from, int count) {
        return getElements(target, Objects.requireNonNull(target, "target").length, from, count, LONG);
    }

    /**
     * {@return this cursor, which has put all floats of an array, without their number}
     *
     * @param source the array
     * @throws IndexOutOfBoundsException if there is no room; nothing is written then
     * @throws IllegalArgumentException if the segment is read-only
     */
    public SegmentCursor putFloats(float[] source) {
        return putFloats(source, 0, Objects.requireNonNull(source, "source").length);
    }

    /**
     * {@return this cursor, which has put a range of the floats of an array, without their number}
     *
     * @param source the array
     * @param from the index of the first element in the array
     * @param count the number of elements
     * @throws IndexOutOfBoundsException if there is no room, or the array has no such range; nothing is written then
     * @throws IllegalArgumentException if the segment is read-only
     */
    public SegmentCursor putFloats(float[] source, int from, int count) {
        return putElements(source, Objects.requireNonNull(source, "source").length, from, count, FLOAT);
    }

    /**
     * {@return this cursor, which has filled an array with the next floats}
     *
     * @param target the array to fill
     * @throws IndexOutOfBoundsException if the limit is too near
     */
    public SegmentCursor getFloats(float[] target) {
        return getFloats(target, 0, Objects.requireNonNull(target, "target").length);
    }

    /**
     * {@return this cursor, which has filled a range of an array with the next floats}
     *
     * @param target the array to fill
     * @param from the index of the first element in the array
     * @param count the number of elements
     * @throws IndexOutOfBoundsException if the limit is too near, or the array has no such range
     */
    public SegmentCursor getFloats(float[] target, int from, int count) {
        return getElements(target, Objects.requireNonNull(target, "target").length, from, count, FLOAT);
    }

    /**
     * {@return this cursor, which has put all doubles of an array, without their number}
     *
     * @param source the array
     * @throws IndexOutOfBoundsException if there is no room; nothing is written then
     * @throws IllegalArgumentException if the segment is read-only
     */
    public SegmentCursor putDoubles(double[] source) {
        return putDoubles(source, 0, Objects.requireNonNull(source, "source").length);
    }

    /**
     * {@return this cursor, which has put a range of the doubles of an array, without their number}
     *
     * @param source the array
     * @param from the index of the first element in the array
     * @param count the number of elements
     * @throws IndexOutOfBoundsException if there is no room, or the array has no such range; nothing is written then
     * @throws IllegalArgumentException if the segment is read-only
     */
    public SegmentCursor putDoubles(double[] source, int from, int count) {
        return putElements(source, Objects.requireNonNull(source, "source").length, from, count, DOUBLE);
    }

    /**
     * {@return this cursor, which has filled an array with the next doubles}
     *
     * @param target the array to fill
     * @throws IndexOutOfBoundsException if the limit is too near
     */
    public SegmentCursor getDoubles(double[] target) {
        return getDoubles(target, 0, Objects.requireNonNull(target, "target").length);
    }

    /**
     * {@return this cursor, which has filled a range of an array with the next doubles}
     *
     * @param target the array to fill
     * @param from the index of the first element in the array
     * @param count the number of elements
     * @throws IndexOutOfBoundsException if the limit is too near, or the array has no such range
     */
    public SegmentCursor getDoubles(double[] target, int from, int count) {
        return getElements(target, Objects.requireNonNull(target, "target").length, from, count, DOUBLE);
    }
}
