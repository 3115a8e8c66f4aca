package dev.verbatim.jmh;

import static dev.verbatim.jmh.UnsafeAccess.UNSAFE;

import java.lang.reflect.Modifier;
import java.util.Arrays;

/**
 * {@code sun.misc.Unsafe}, the object's fields as one block: "trivially copyable" at its barest.
 *
 * <p>It is a loop of longs because {@code Unsafe.copyMemory} refuses objects that are not primitive arrays.
 */
@SuppressWarnings({"deprecation", "removal"}) // since JDK 23 Unsafe's access to memory is; measuring it is the purpose
final class UnsafeBlock implements UnsafeCodec<MarketData> {

    private static final long[] FIELD_OFFSETS = Arrays.stream(MarketData.class.getDeclaredFields())
            .filter(field -> !Modifier.isStatic(field.getModifiers()))
            .mapToLong(UNSAFE::objectFieldOffset)
            .sorted()
            .toArray();
    private static final long START = FIELD_OFFSETS[0];
    private static final long LENGTH = FIELD_OFFSETS[FIELD_OFFSETS.length - 1] + Long.BYTES - START;

    UnsafeBlock() {
        if (LENGTH != MarketData.BYTES) {
            throw new IllegalStateException("this JVM leaves gaps between the fields: length=" + LENGTH);
        }
    }

    @Override
    public void write(MarketData value, Object base, long offset) {
        for (int i = 0; i < LENGTH; i += Long.BYTES) {
            UNSAFE.putLong(base, offset + i, UNSAFE.getLong(value, START + i));
        }
    }

    @Override
    public void readInto(MarketData target, Object base, long offset) {
        for (int i = 0; i < LENGTH; i += Long.BYTES) {
            UNSAFE.putLong(target, START + i, UNSAFE.getLong(base, offset + i));
        }
    }
}
