package dev.verbatim.jmh;

import java.lang.reflect.Field;
import sun.misc.Unsafe;

/** Gets hold of {@code sun.misc.Unsafe}. */
public final class UnsafeAccess {

    public static final Unsafe UNSAFE = unsafe();

    private UnsafeAccess() {}

    private static Unsafe unsafe() {
        try {
            Field field = Unsafe.class.getDeclaredField("theUnsafe");
            field.setAccessible(true);
            return (Unsafe) field.get(null);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
