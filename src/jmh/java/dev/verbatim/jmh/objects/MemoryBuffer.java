package dev.verbatim.jmh.objects;

import static dev.verbatim.jmh.UnsafeAccess.UNSAFE;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;

import java.nio.ByteOrder;
import java.nio.charset.Charset;
import sun.misc.Unsafe;

/**
 * A heap buffer of 1,024 bytes that {@code sun.misc.Unsafe} fills, one value behind the other. Nothing is checked.
 *
 * <p>Arrays are copied as a block. So is the text of a {@code String}, straight out of its array, which is faster than
 * any public method.
 */
@SuppressWarnings({"deprecation", "removal"}) // of Unsafe's access to memory; measuring it is the purpose
final class MemoryBuffer {

    static final int BYTES = 1024;

    private static final int NULL = -1;

    private static final byte LATIN1 = 0;
    private static final Charset UTF_16 = ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN ? UTF_16BE : UTF_16LE;
    private static final long STRING_VALUE = stringFieldOffset("value");
    private static final long STRING_CODER = stringFieldOffset("coder");

    private final byte[] array = new byte[BYTES];
    private int position;

    private static long stringFieldOffset(String name) {
        try {
            return UNSAFE.objectFieldOffset(String.class.getDeclaredField(name));
        } catch (NoSuchFieldException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    byte[] array() {
        return array;
    }

    int position() {
        return position;
    }

    void rewind() {
        position = 0;
    }

    /** Moves the position past the next so many bytes, and returns where Unsafe finds them. */
    private long advance(int bytes) {
        long offset = Unsafe.ARRAY_BYTE_BASE_OFFSET + (long) position;
        position += bytes;
        return offset;
    }

    void putByte(byte value) {
        UNSAFE.putByte(array, advance(Byte.BYTES), value);
    }

    byte getByte() {
        return UNSAFE.getByte(array, advance(Byte.BYTES));
    }

    void putInt(int value) {
        UNSAFE.putInt(array, advance(Integer.BYTES), value);
    }

    int getInt() {
        return UNSAFE.getInt(array, advance(Integer.BYTES));
    }

    void putLong(long value) {
        UNSAFE.putLong(array, advance(Long.BYTES), value);
    }

    long getLong() {
        return UNSAFE.getLong(array, advance(Long.BYTES));
    }

    /** Writes the values of a sample. */
    void putValues(long[] values) {
        if (values == null) {
            putInt(NULL);
            return;
        }
        putInt(values.length);
        int bytes = values.length * Long.BYTES;
        UNSAFE.copyMemory(values, Unsafe.ARRAY_LONG_BASE_OFFSET, array, advance(bytes), bytes);
    }

    /** Reads the values of a sample, into its array where that fits. */
    long[] getValues(Sample target) {
        int length = getInt();
        if (length == NULL) {
            return null;
        }
        long[] values = target.values(length);
        int bytes = length * Long.BYTES;
        UNSAFE.copyMemory(array, advance(bytes), values, Unsafe.ARRAY_LONG_BASE_OFFSET, bytes);
        return values;
    }

    void putString(String text) {
        if (text == null) {
            putInt(NULL);
            return;
        }
        byte[] value = (byte[]) UNSAFE.getObject(text, STRING_VALUE);
        putInt(value.length);
        putByte(UNSAFE.getByte(text, STRING_CODER));
        UNSAFE.copyMemory(value, Unsafe.ARRAY_BYTE_BASE_OFFSET, array, advance(value.length), value.length);
    }

    String getString() {
        int length = getInt();
        if (length == NULL) {
            return null;
        }
        Charset charset = getByte() == LATIN1 ? ISO_8859_1 : UTF_16;
        int start = position;
        position += length;
        return new String(array, start, length, charset);
    }
}
