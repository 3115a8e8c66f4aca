package dev.verbatim.emissary;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.lang.reflect.Array;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.Random;
import java.util.function.Supplier;

/** Values of any type. */
final class Samples {

    private static final Random RANDOM = new Random(1);

    private Samples() {}

    /** A new object, or a random primitive; null of a class that cannot be made here. */
    static Object of(Class<?> type) {
        return of(type, RANDOM);
    }

    static Object of(Class<?> type, Random random) {
        if (type.isPrimitive()) {
            return ofPrimitive(type, random);
        }
        if (type.isArray()) {
            return Array.newInstance(type.componentType(), random.nextInt(3));
        }
        if (type.isInterface()) {
            return type.isSealed()
                    ? null
                    : Proxy.newProxyInstance(Samples.class.getClassLoader(), new Class<?>[] {type}, (_, method, _) -> {
                        throw new UnsupportedOperationException(method.toString());
                    });
        }
        if (type == String.class) {
            return "text " + random.nextInt();
        }
        if (type == Object.class) {
            return new Object();
        }
        try {
            return Modifier.isPublic(type.getModifiers()) && !Modifier.isAbstract(type.getModifiers())
                    ? type.getConstructor().newInstance()
                    : null;
        } catch (ReflectiveOperationException e) {
            return null;
        }
    }

    private static Object ofPrimitive(Class<?> type, Random random) {
        long bits = random.nextLong();
        return switch (type.getName()) {
            case "boolean" -> bits < 0;
            case "byte" -> (byte) bits;
            case "short" -> (short) bits;
            case "char" -> (char) bits;
            case "int" -> (int) bits;
            case "long" -> bits;
            case "float" -> Float.intBitsToFloat((int) bits);
            case "double" -> Double.longBitsToDouble(bits);
            default -> throw new IllegalArgumentException(type.getName());
        };
    }

    /** Asserts that a value of a type is the same as it was before it was passed on. */
    static void assertPassedOn(Class<?> type, Object expected, Object actual, Supplier<String> message) {
        if (type.isPrimitive()) {
            assertEquals(expected, actual, message);
        } else {
            assertSame(expected, actual, message);
        }
    }
}
