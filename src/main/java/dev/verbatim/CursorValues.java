package dev.verbatim;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * The methods of a {@link SegmentCursor} for single primitives, which stand here for the sake of their number. The
 * javadoc shows them as methods of the cursor, whose class comment says what they have in common.
 *
 * <p>They leave all checks to the segment, and ask what was wrong when it throws. The position moves last, so that it
 * stays if anything is thrown.
 *
 * <p>All but those of booleans and chars tell the usual kinds of memory apart themselves, and leave the others to
 * {@link CursorMemory}. C2 stops inlining when the method that it compiles has 18,000 nodes ({@code
 * NodeCountInliningCutoff}). Each method that it inlines takes some 30 of them, more where the caller has stored to
 * many fields. Were the kinds told apart in a method between these and the access, and the memory an object of its own,
 * C2 would not inline all of 18 gets. A field that is read twice costs as much, hence the locals.
 */
@SuppressWarnings("DuplicateBranches") // C2 compiles each for its class
abstract sealed class CursorValues extends CursorMemory permits CursorElements {

    /** Whether the bytes of a value are in big-endian order. */
    final boolean isBigEndian;

    /** Where the next byte is: from 0 to the limit. */
    long position;

    CursorValues(@Nullable Arena arena, long maxBytes, MemorySegment whole, boolean isBigEndian) {
        super(arena, maxBytes, whole);
        this.isBigEndian = isBigEndian;
    }

    /** {@return the int at an offset, where there are enough bytes} */
    final int intAt(long at) {
        int value = loadInt(at);
        return isBigEndian ? Integer.reverseBytes(value) : value;
    }

    final void intAt(long at, int value) {
        storeInt(at, isBigEndian ? Integer.reverseBytes(value) : value);
    }

    /**
     * {@return this cursor, which has put a byte}
     *
     * @param value the value
     * @throws IndexOutOfBoundsException if there is no room for it
     * @throws IllegalArgumentException if the segment is read-only
     */
    public SegmentCursor putByte(byte value) {
        long at = position;
        try {
            byte[] bytes = heapArray;
            MemorySegment memory = usable;
            Class<?> kind = memory.getClass();
            if (bytes != null) {
                bytes[inArray(at, Byte.BYTES)] = value;
            } else if (kind == NATIVE) {
                BYTE_IN_SEGMENT.set(memory, at, value);
            } else if (kind == MAPPED) {
                BYTE_IN_SEGMENT.set(memory, at, value);
            } else {
                storeByte(at, value);
            }
        } catch (IndexOutOfBoundsException | IllegalArgumentException | UnsupportedOperationException e) {
            recover(e, "a byte", at, Byte.BYTES);
            storeByte(at, value);
        }
        position = at + Byte.BYTES;
        return (SegmentCursor) this;
    }

    /**
     * {@return the next byte}
     *
     * @throws IndexOutOfBoundsException if the limit is too near
     */
    public byte getByte() {
        long at = position;
        byte value;
        try {
            byte[] bytes = heapArray;
            MemorySegment memory = usable;
            Class<?> kind = memory.getClass();
            if (bytes != null) {
                value = bytes[inArray(at, Byte.BYTES)];
            } else if (kind == NATIVE) {
                value = (byte) BYTE_IN_SEGMENT.get(memory, at);
            } else if (kind == MAPPED) {
                value = (byte) BYTE_IN_SEGMENT.get(memory, at);
            } else {
                value = loadByte(at);
            }
        } catch (IndexOutOfBoundsException _) {
            throw endOfGet("a byte", at, Byte.BYTES);
        }
        position = at + Byte.BYTES;
        return value;
    }

    /**
     * {@return this cursor, which has put a boolean, as a byte of 0 or 1}
     *
     * @param value the value
     * @throws IndexOutOfBoundsException if there is no room for it
     * @throws IllegalArgumentException if the segment is read-only
     */
    public SegmentCursor putBoolean(boolean value) {
        long at = position;
        byte bits = (byte) (value ? 1 : 0);
        try {
            storeByte(at, bits);
        } catch (IndexOutOfBoundsException | IllegalArgumentException | UnsupportedOperationException e) {
            recover(e, "a boolean", at, Byte.BYTES);
            storeByte(at, bits);
        }
        position = at + Byte.BYTES;
        return (SegmentCursor) this;
    }

    /**
     * {@return the next byte as a boolean: false for 0, true for any other}
     *
     * @throws IndexOutOfBoundsException if the limit is too near
     */
    public boolean getBoolean() {
        long at = position;
        byte value;
        try {
            value = loadByte(at);
        } catch (IndexOutOfBoundsException _) {
            throw endOfGet("a boolean", at, Byte.BYTES);
        }
        position = at + Byte.BYTES;
        return value != 0;
    }

    /**
     * {@return this cursor, which has put a short}
     *
     * @param value the value
     * @throws IndexOutOfBoundsException if there is no room for it
     * @throws IllegalArgumentException if the segment is read-only
     */
    public SegmentCursor putShort(short value) {
        long at = position;
        short bits = isBigEndian ? Short.reverseBytes(value) : value;
        try {
            byte[] bytes = heapArray;
            MemorySegment memory = usable;
            Class<?> kind = memory.getClass();
            if (bytes != null) {
                SHORT_IN_ARRAY.set(bytes, inArray(at, Short.BYTES), bits);
            } else if (kind == NATIVE) {
                SHORT_IN_SEGMENT.set(memory, at, bits);
            } else if (kind == MAPPED) {
                SHORT_IN_SEGMENT.set(memory, at, bits);
            } else {
                storeShort(at, bits);
            }
        } catch (IndexOutOfBoundsException | IllegalArgumentException | UnsupportedOperationException e) {
            recover(e, "a short", at, Short.BYTES);
            storeShort(at, bits);
        }
        position = at + Short.BYTES;
        return (SegmentCursor) this;
    }

    /**
     * {@return the next short}
     *
     * @throws IndexOutOfBoundsException if the limit is too near
     */
    public short getShort() {
        long at = position;
        short value;
        try {
            byte[] bytes = heapArray;
            MemorySegment memory = usable;
            Class<?> kind = memory.getClass();
            if (bytes != null) {
                value = (short) SHORT_IN_ARRAY.get(bytes, inArray(at, Short.BYTES));
            } else if (kind == NATIVE) {
                value = (short) SHORT_IN_SEGMENT.get(memory, at);
            } else if (kind == MAPPED) {
                value = (short) SHORT_IN_SEGMENT.get(memory, at);
            } else {
                value = loadShort(at);
            }
        } catch (IndexOutOfBoundsException _) {
            throw endOfGet("a short", at, Short.BYTES);
        }
        position = at + Short.BYTES;
        return isBigEndian ? Short.reverseBytes(value) : value;
    }

    /**
     * {@return this cursor, which has put a char}
     *
     * @param value the value
     * @throws IndexOutOfBoundsException if there is no room for it
     * @throws IllegalArgumentException if the segment is read-only
     */
    public SegmentCursor putChar(char value) {
        long at = position;
        short bits = (short) (isBigEndian ? Character.reverseBytes(value) : value);
        try {
            storeShort(at, bits);
        } catch (IndexOutOfBoundsException | IllegalArgumentException | UnsupportedOperationException e) {
            recover(e, "a char", at, Character.BYTES);
            storeShort(at, bits);
        }
        position = at + Character.BYTES;
        return (SegmentCursor) this;
    }

    /**
     * {@return the next char}
     *
     * @throws IndexOutOfBoundsException if the limit is too near
     */
    public char getChar() {
        long at = position;
        char value;
        try {
            value = (char) loadShort(at);
        } catch (IndexOutOfBoundsException _) {
            throw endOfGet("a char", at, Character.BYTES);
        }
        position = at + Character.BYTES;
        return isBigEndian ? Character.reverseBytes(value) : value;
    }

    /**
     * {@return this cursor, which has put an int}
     *
     * @param value the value
     * @throws IndexOutOfBoundsException if there is no room for it
     * @throws IllegalArgumentException if the segment is read-only
     */
    public SegmentCursor putInt(int value) {
        long at = position;
        int bits = isBigEndian ? Integer.reverseBytes(value) : value;
        try {
            byte[] bytes = heapArray;
            MemorySegment memory = usable;
            Class<?> kind = memory.getClass();
            if (bytes != null) {
                INT_IN_ARRAY.set(bytes, inArray(at, Integer.BYTES), bits);
            } else if (kind == NATIVE) {
                INT_IN_SEGMENT.set(memory, at, bits);
            } else if (kind == MAPPED) {
                INT_IN_SEGMENT.set(memory, at, bits);
            } else {
                storeInt(at, bits);
            }
        } catch (IndexOutOfBoundsException | IllegalArgumentException | UnsupportedOperationException e) {
            recover(e, "an int", at, Integer.BYTES);
            storeInt(at, bits);
        }
        position = at + Integer.BYTES;
        return (SegmentCursor) this;
    }

    /**
     * {@return the next int}
     *
     * @throws IndexOutOfBoundsException if the limit is too near
     */
    public int getInt() {
        long at = position;
        int value;
        try {
            byte[] bytes = heapArray;
            MemorySegment memory = usable;
            Class<?> kind = memory.getClass();
            if (bytes != null) {
                value = (int) INT_IN_ARRAY.get(bytes, inArray(at, Integer.BYTES));
            } else if (kind == NATIVE) {
                value = (int) INT_IN_SEGMENT.get(memory, at);
            } else if (kind == MAPPED) {
                value = (int) INT_IN_SEGMENT.get(memory, at);
            } else {
                value = loadInt(at);
            }
        } catch (IndexOutOfBoundsException _) {
            throw endOfGet("an int", at, Integer.BYTES);
        }
        position = at + Integer.BYTES;
        return isBigEndian ? Integer.reverseBytes(value) : value;
    }

    /**
     * {@return this cursor, which has put a long}
     *
     * @param value the value
     * @throws IndexOutOfBoundsException if there is no room for it
     * @throws IllegalArgumentException if the segment is read-only
     */
    public SegmentCursor putLong(long value) {
        long at = position;
        long bits = isBigEndian ? Long.reverseBytes(value) : value;
        try {
            byte[] bytes = heapArray;
            MemorySegment memory = usable;
            Class<?> kind = memory.getClass();
            if (bytes != null) {
                LONG_IN_ARRAY.set(bytes, inArray(at, Long.BYTES), bits);
            } else if (kind == NATIVE) {
                LONG_IN_SEGMENT.set(memory, at, bits);
            } else if (kind == MAPPED) {
                LONG_IN_SEGMENT.set(memory, at, bits);
            } else {
                storeLong(at, bits);
            }
        } catch (IndexOutOfBoundsException | IllegalArgumentException | UnsupportedOperationException e) {
            recover(e, "a long", at, Long.BYTES);
            storeLong(at, bits);
        }
        position = at + Long.BYTES;
        return (SegmentCursor) this;
    }

    /**
     * {@return the next long}
     *
     * @throws IndexOutOfBoundsException if the limit is too near
     */
    public long getLong() {
        long at = position;
        long value;
        try {
            byte[] bytes = heapArray;
            MemorySegment memory = usable;
            Class<?> kind = memory.getClass();
            if (bytes != null) {
                value = (long) LONG_IN_ARRAY.get(bytes, inArray(at, Long.BYTES));
            } else if (kind == NATIVE) {
                value = (long) LONG_IN_SEGMENT.get(memory, at);
            } else if (kind == MAPPED) {
                value = (long) LONG_IN_SEGMENT.get(memory, at);
            } else {
                value = loadLong(at);
            }
        } catch (IndexOutOfBoundsException _) {
            throw endOfGet("a long", at, Long.BYTES);
        }
        position = at + Long.BYTES;
        return isBigEndian ? Long.reverseBytes(value) : value;
    }

    /**
     * {@return this cursor, which has put a float, bit for bit}
     *
     * @param value the value
     * @throws IndexOutOfBoundsException if there is no room for it
     * @throws IllegalArgumentException if the segment is read-only
     */
    public SegmentCursor putFloat(float value) {
        long at = position;
        int raw = Float.floatToRawIntBits(value);
        int bits = isBigEndian ? Integer.reverseBytes(raw) : raw;
        try {
            byte[] bytes = heapArray;
            MemorySegment memory = usable;
            Class<?> kind = memory.getClass();
            if (bytes != null) {
                INT_IN_ARRAY.set(bytes, inArray(at, Integer.BYTES), bits);
            } else if (kind == NATIVE) {
                INT_IN_SEGMENT.set(memory, at, bits);
            } else if (kind == MAPPED) {
                INT_IN_SEGMENT.set(memory, at, bits);
            } else {
                storeInt(at, bits);
            }
        } catch (IndexOutOfBoundsException | IllegalArgumentException | UnsupportedOperationException e) {
            recover(e, "a float", at, Float.BYTES);
            storeInt(at, bits);
        }
        position = at + Float.BYTES;
        return (SegmentCursor) this;
    }

    /**
     * {@return the next float}
     *
     * @throws IndexOutOfBoundsException if the limit is too near
     */
    public float getFloat() {
        long at = position;
        int value;
        try {
            byte[] bytes = heapArray;
            MemorySegment memory = usable;
            Class<?> kind = memory.getClass();
            if (bytes != null) {
                value = (int) INT_IN_ARRAY.get(bytes, inArray(at, Integer.BYTES));
            } else if (kind == NATIVE) {
                value = (int) INT_IN_SEGMENT.get(memory, at);
            } else if (kind == MAPPED) {
                value = (int) INT_IN_SEGMENT.get(memory, at);
            } else {
                value = loadInt(at);
            }
        } catch (IndexOutOfBoundsException _) {
            throw endOfGet("a float", at, Float.BYTES);
        }
        position = at + Float.BYTES;
        return Float.intBitsToFloat(isBigEndian ? Integer.reverseBytes(value) : value);
    }

    /**
     * {@return this cursor, which has put a double, bit for bit}
     *
     * @param value the value
     * @throws IndexOutOfBoundsException if there is no room for it
     * @throws IllegalArgumentException if the segment is read-only
     */
    public SegmentCursor putDouble(double value) {
        long at = position;
        long raw = Double.doubleToRawLongBits(value);
        long bits = isBigEndian ? Long.reverseBytes(raw) : raw;
        try {
            byte[] bytes = heapArray;
            MemorySegment memory = usable;
            Class<?> kind = memory.getClass();
            if (bytes != null) {
                LONG_IN_ARRAY.set(bytes, inArray(at, Long.BYTES), bits);
            } else if (kind == NATIVE) {
                LONG_IN_SEGMENT.set(memory, at, bits);
            } else if (kind == MAPPED) {
                LONG_IN_SEGMENT.set(memory, at, bits);
            } else {
                storeLong(at, bits);
            }
        } catch (IndexOutOfBoundsException | IllegalArgumentException | UnsupportedOperationException e) {
            recover(e, "a double", at, Double.BYTES);
            storeLong(at, bits);
        }
        position = at + Double.BYTES;
        return (SegmentCursor) this;
    }

    /**
     * {@return the next double}
     *
     * @throws IndexOutOfBoundsException if the limit is too near
     */
    public double getDouble() {
        long at = position;
        long value;
        try {
            byte[] bytes = heapArray;
            MemorySegment memory = usable;
            Class<?> kind = memory.getClass();
            if (bytes != null) {
                value = (long) LONG_IN_ARRAY.get(bytes, inArray(at, Long.BYTES));
            } else if (kind == NATIVE) {
                value = (long) LONG_IN_SEGMENT.get(memory, at);
            } else if (kind == MAPPED) {
                value = (long) LONG_IN_SEGMENT.get(memory, at);
            } else {
                value = loadLong(at);
            }
        } catch (IndexOutOfBoundsException _) {
            throw endOfGet("a double", at, Double.BYTES);
        }
        position = at + Double.BYTES;
        return Double.longBitsToDouble(isBigEndian ? Long.reverseBytes(value) : value);
    }
}
