package dev.verbatim;

/**
 * The methods of a {@link SegmentCursor} for single primitives, which stand here for the sake of their number. The
 * javadoc shows them as methods of the cursor, whose class comment says what they have in common.
 *
 * <p>They leave all checks to the memory, and ask what was wrong when it throws. The position moves last, so that it
 * stays if anything is thrown.
 */
abstract sealed class CursorValues permits CursorElements {

    final CursorMemory memory;

    /** Whether the bytes of a value are in big-endian order. */
    final boolean isBigEndian;

    /** Where the next byte is: from 0 to the limit. */
    long position;

    CursorValues(CursorMemory memory, boolean isBigEndian) {
        this.memory = memory;
        this.isBigEndian = isBigEndian;
    }

    /** {@return the cursor} */
    abstract SegmentCursor self();

    /** {@return the int at an offset, where there are enough bytes} */
    final int intAt(long at) {
        int value = memory.getInt(at);
        return isBigEndian ? Integer.reverseBytes(value) : value;
    }

    final void intAt(long at, int value) {
        memory.setInt(at, isBigEndian ? Integer.reverseBytes(value) : value);
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
            memory.setByte(at, value);
        } catch (IndexOutOfBoundsException | IllegalArgumentException | UnsupportedOperationException e) {
            memory.recover(e, "a byte", at, Byte.BYTES);
            memory.setByte(at, value);
        }
        position = at + Byte.BYTES;
        return self();
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
            value = memory.getByte(at);
        } catch (IndexOutOfBoundsException _) {
            throw memory.endOfGet("a byte", at, Byte.BYTES);
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
            memory.setByte(at, bits);
        } catch (IndexOutOfBoundsException | IllegalArgumentException | UnsupportedOperationException e) {
            memory.recover(e, "a boolean", at, Byte.BYTES);
            memory.setByte(at, bits);
        }
        position = at + Byte.BYTES;
        return self();
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
            value = memory.getByte(at);
        } catch (IndexOutOfBoundsException _) {
            throw memory.endOfGet("a boolean", at, Byte.BYTES);
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
            memory.setShort(at, bits);
        } catch (IndexOutOfBoundsException | IllegalArgumentException | UnsupportedOperationException e) {
            memory.recover(e, "a short", at, Short.BYTES);
            memory.setShort(at, bits);
        }
        position = at + Short.BYTES;
        return self();
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
            value = memory.getShort(at);
        } catch (IndexOutOfBoundsException _) {
            throw memory.endOfGet("a short", at, Short.BYTES);
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
            memory.setShort(at, bits);
        } catch (IndexOutOfBoundsException | IllegalArgumentException | UnsupportedOperationException e) {
            memory.recover(e, "a char", at, Character.BYTES);
            memory.setShort(at, bits);
        }
        position = at + Character.BYTES;
        return self();
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
            value = (char) memory.getShort(at);
        } catch (IndexOutOfBoundsException _) {
            throw memory.endOfGet("a char", at, Character.BYTES);
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
            memory.setInt(at, bits);
        } catch (IndexOutOfBoundsException | IllegalArgumentException | UnsupportedOperationException e) {
            memory.recover(e, "an int", at, Integer.BYTES);
            memory.setInt(at, bits);
        }
        position = at + Integer.BYTES;
        return self();
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
            value = memory.getInt(at);
        } catch (IndexOutOfBoundsException _) {
            throw memory.endOfGet("an int", at, Integer.BYTES);
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
            memory.setLong(at, bits);
        } catch (IndexOutOfBoundsException | IllegalArgumentException | UnsupportedOperationException e) {
            memory.recover(e, "a long", at, Long.BYTES);
            memory.setLong(at, bits);
        }
        position = at + Long.BYTES;
        return self();
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
            value = memory.getLong(at);
        } catch (IndexOutOfBoundsException _) {
            throw memory.endOfGet("a long", at, Long.BYTES);
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
            memory.setInt(at, bits);
        } catch (IndexOutOfBoundsException | IllegalArgumentException | UnsupportedOperationException e) {
            memory.recover(e, "a float", at, Float.BYTES);
            memory.setInt(at, bits);
        }
        position = at + Float.BYTES;
        return self();
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
            value = memory.getInt(at);
        } catch (IndexOutOfBoundsException _) {
            throw memory.endOfGet("a float", at, Float.BYTES);
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
            memory.setLong(at, bits);
        } catch (IndexOutOfBoundsException | IllegalArgumentException | UnsupportedOperationException e) {
            memory.recover(e, "a double", at, Double.BYTES);
            memory.setLong(at, bits);
        }
        position = at + Double.BYTES;
        return self();
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
            value = memory.getLong(at);
        } catch (IndexOutOfBoundsException _) {
            throw memory.endOfGet("a double", at, Double.BYTES);
        }
        position = at + Double.BYTES;
        return Double.longBitsToDouble(isBigEndian ? Long.reverseBytes(value) : value);
    }
}
