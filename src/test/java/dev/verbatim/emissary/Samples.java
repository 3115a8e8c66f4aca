package dev.verbatim.emissary;

import java.lang.reflect.Array;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.Random;

/** Values of any type. */
final class Samples {

    private static final Random RANDOM = new Random(1);

    private Samples() {}

    /** A new value that is its type's own, or an interface's implementation; null of a class that cannot be made here. */
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

    /** Whether a value stands for a primitive, or may: then it has no identity. */
    static boolean isBoxed(Object value) {
        return value instanceof Number || value instanceof Boolean || value instanceof Character;
    }
}
