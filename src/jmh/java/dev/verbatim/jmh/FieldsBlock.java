package dev.verbatim.jmh;

import static dev.verbatim.jmh.UnsafeAccess.UNSAFE;

import java.lang.reflect.Field;
import java.util.Arrays;

/** {@link UnsafeBlock} for the struct of {@link Fields}: longs, and an int where one is left. */
@SuppressWarnings({"deprecation", "removal"}) // since JDK 23 Unsafe's access to memory is; measuring it is the purpose
final class FieldsBlock implements UnsafeCodec<FieldsDto> {

    private static final long START;
    private static final long LONGS;
    private static final long LENGTH;

    static {
        Field[] fields = Fields.fields();
        START = Arrays.stream(fields).mapToLong(UNSAFE::objectFieldOffset).min().orElseThrow();
        long end = Arrays.stream(fields)
                .mapToLong(field -> UNSAFE.objectFieldOffset(field) + bytes(field))
                .max()
                .orElseThrow();
        LENGTH = end - START;
        LONGS = LENGTH - LENGTH % Long.BYTES;
        if (LENGTH != Fields.BYTES) {
            throw new IllegalStateException("this JVM leaves gaps between the fields: length=" + LENGTH);
        }
    }

    private static int bytes(Field field) {
        return field.getType() == int.class ? Integer.BYTES : Long.BYTES;
    }

    @Override
    public void write(FieldsDto value, Object base, long offset) {
        for (int i = 0; i < LONGS; i += Long.BYTES) {
            UNSAFE.putLong(base, offset + i, UNSAFE.getLong(value, START + i));
        }
        if (LONGS < LENGTH) {
            UNSAFE.putInt(base, offset + LONGS, UNSAFE.getInt(value, START + LONGS));
        }
    }

    @Override
    public void readInto(FieldsDto target, Object base, long offset) {
        for (int i = 0; i < LONGS; i += Long.BYTES) {
            UNSAFE.putLong(target, START + i, UNSAFE.getLong(base, offset + i));
        }
        if (LONGS < LENGTH) {
            UNSAFE.putInt(target, START + LONGS, UNSAFE.getInt(base, offset + LONGS));
        }
    }
}
