package dev.verbatim.baseline;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.lang.reflect.Field;
import org.jspecify.annotations.Nullable;
import sun.misc.Unsafe;

/**
 * A heap buffer that {@code sun.misc.Unsafe} fills, one value behind the other, as programs have it that were written
 * against Unsafe; the {@code MemoryBuffer} of the benchmarks is one. Nothing is checked. Text is UTF-8.
 */
@SuppressWarnings({"deprecation", "removal"}) // what Unsafe writes is what cursors are compared with
public final class UnsafeBuffer {

    private static final int NULL = -1;

    private static final Unsafe UNSAFE = unsafe();

    private final byte[] array;
    private int position;

    public UnsafeBuffer(byte[] array) {
        this.array = array;
    }

    private static Unsafe unsafe() {
        try {
            Field field = Unsafe.class.getDeclaredField("theUnsafe");
            field.setAccessible(true);
            return (Unsafe) field.get(null);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("sun.misc.Unsafe", e);
        }
    }

    public int position() {
        return position;
    }

    public void rewind() {
        position = 0;
    }

    private long advance(int bytes) {
        long offset = Unsafe.ARRAY_BYTE_BASE_OFFSET + (long) position;
        position += bytes;
        return offset;
    }

    public void putByte(byte value) {
        UNSAFE.putByte(array, advance(Byte.BYTES), value);
    }

    public byte getByte() {
        return UNSAFE.getByte(array, advance(Byte.BYTES));
    }

    public void putInt(int value) {
        UNSAFE.putInt(array, advance(Integer.BYTES), value);
    }

    public int getInt() {
        return UNSAFE.getInt(array, advance(Integer.BYTES));
    }

    public void putLong(long value) {
        UNSAFE.putLong(array, advance(Long.BYTES), value);
    }

    public long getLong() {
        return UNSAFE.getLong(array, advance(Long.BYTES));
    }

    public void putLongArray(long @Nullable [] values) {
        if (values == null) {
            putInt(NULL);
            return;
        }
        putInt(values.length);
        int bytes = values.length * Long.BYTES;
        UNSAFE.copyMemory(values, Unsafe.ARRAY_LONG_BASE_OFFSET, array, advance(bytes), bytes);
    }

    public long @Nullable [] getLongArray() {
        int length = getInt();
        if (length == NULL) {
            return null;
        }
        long[] values = new long[length];
        int bytes = length * Long.BYTES;
        UNSAFE.copyMemory(array, advance(bytes), values, Unsafe.ARRAY_LONG_BASE_OFFSET, bytes);
        return values;
    }

    public void putString(@Nullable String text) {
        if (text == null) {
            putInt(NULL);
            return;
        }
        byte[] value = text.getBytes(UTF_8);
        putInt(value.length);
        UNSAFE.copyMemory(value, Unsafe.ARRAY_BYTE_BASE_OFFSET, array, advance(value.length), value.length);
    }

    public @Nullable String getString() {
        int length = getInt();
        if (length == NULL) {
            return null;
        }
        int start = position;
        position += length;
        return new String(array, start, length, UTF_8);
    }
}
