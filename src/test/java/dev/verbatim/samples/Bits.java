package dev.verbatim.samples;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/** The raw bits of primitive values and of DTOs, by which tests compare: values would hide the payloads of NaNs. */
public final class Bits {

    private Bits() {}

    /** The bits of a boxed primitive, with zeros above. */
    public static long of(Object value) {
        return switch (value) {
            case Boolean v -> v ? 1 : 0;
            case Byte v -> Byte.toUnsignedLong(v);
            case Short v -> Short.toUnsignedLong(v);
            case Character v -> v;
            case Integer v -> Integer.toUnsignedLong(v);
            case Long v -> v;
            case Float v -> Integer.toUnsignedLong(Float.floatToRawIntBits(v));
            case Double v -> Double.doubleToRawLongBits(v);
            default -> throw new IllegalArgumentException("not a primitive: " + value.getClass());
        };
    }

    /** The value of a primitive type with these bits; those that it has no room for are dropped. */
    public static Object value(Class<?> carrier, long bits) {
        return switch (carrier.getName()) {
            case "boolean" -> (bits & 1) != 0;
            case "byte" -> (byte) bits;
            case "short" -> (short) bits;
            case "char" -> (char) bits;
            case "int" -> (int) bits;
            case "long" -> bits;
            case "float" -> Float.intBitsToFloat((int) bits);
            case "double" -> Double.longBitsToDouble(bits);
            default -> throw new IllegalArgumentException("not a primitive: " + carrier);
        };
    }

    /** The names and types of what a codec binds, in order of declaration. */
    static Map<String, Class<?>> members(Class<?> dto) {
        Map<String, Class<?>> members = new LinkedHashMap<>();
        for (Field field : dto.getDeclaredFields()) {
            if (isBound(field)) {
                members.put(field.getName(), field.getType());
            }
        }
        return members;
    }

    /** A new DTO whose members have these bits. */
    public static <T> T newDto(Class<T> type, Map<String, Long> bits) {
        try {
            if (type.isRecord()) {
                RecordComponent[] components = type.getRecordComponents();
                Class<?>[] types =
                        Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
                Object[] values = Arrays.stream(components)
                        .map(component -> value(component.getType(), bits.get(component.getName())))
                        .toArray();
                return type.getDeclaredConstructor(types).newInstance(values);
            }
            T dto = type.getDeclaredConstructor().newInstance();
            for (Field field : type.getDeclaredFields()) {
                if (isBound(field)) {
                    field.set(dto, value(field.getType(), bits.get(field.getName())));
                }
            }
            return dto;
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("a DTO of the tests", e);
        }
    }

    /** The bits of all members of a DTO. */
    public static Map<String, Long> ofMembers(Object dto) {
        Map<String, Long> bits = new LinkedHashMap<>();
        try {
            if (dto instanceof Record) {
                for (RecordComponent component : dto.getClass().getRecordComponents()) {
                    bits.put(component.getName(), of(component.getAccessor().invoke(dto)));
                }
            } else {
                for (Field field : dto.getClass().getDeclaredFields()) {
                    if (isBound(field)) {
                        bits.put(field.getName(), of(field.get(dto)));
                    }
                }
            }
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("a DTO of the tests", e);
        }
        return bits;
    }

    private static boolean isBound(Field field) {
        int leftAlone = Modifier.STATIC | Modifier.TRANSIENT;
        return !field.isSynthetic() && (field.getModifiers() & leftAlone) == 0;
    }
}
