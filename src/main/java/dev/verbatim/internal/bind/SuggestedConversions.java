package dev.verbatim.internal.bind;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.SequenceLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodType;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Names the conversion that would fit where a type and a layout do not match. */
final class SuggestedConversions {

    private SuggestedConversions() {}

    /** The Java source of a conversion; null if none fits. */
    static @Nullable String of(Class<?> type, MemoryLayout layout) {
        return switch (layout) {
            case ValueLayout value -> ofValue(type, value.carrier());
            case SequenceLayout sequence
            when sequence.elementLayout() instanceof ValueLayout.OfByte -> ofBytes(type, sequence.byteSize());
            case SequenceLayout sequence
            when type == UUID.class
                    && sequence.elementLayout() instanceof ValueLayout.OfLong
                    && sequence.elementCount() == 2 -> "CodeConversions.uuid(element)";
            default -> null;
        };
    }

    private static @Nullable String ofValue(Class<?> type, Class<?> carrier) {
        String standard = standard(type, carrier);
        if (standard != null) {
            return standard;
        }
        if (type.isEnum() && type.getEnumConstants().length > 0 && (carrier == byte.class || carrier == int.class)) {
            return "CodeConversions." + carrier + "Codes(" + type.getSimpleName() + ".class, code)";
        }
        if (!ValueBinder.isStruct(type) || carrier == float.class || carrier == boolean.class) {
            return null;
        }
        return "Conversion.of" + Character.toUpperCase(carrier.getName().charAt(0))
                + carrier.getName().substring(1) + "(" + type.getSimpleName() + ".class, to, from)";
    }

    private static @Nullable String standard(Class<?> type, Class<?> carrier) {
        if (MethodType.methodType(type).unwrap().returnType() == carrier && type != carrier) {
            return carrier == boolean.class
                    ? null
                    : "CodeConversions.nullable(" + type.getSimpleName() + ".class, nullValue)";
        }
        String key = type.getName() + " " + carrier;
        return switch (key) {
            case "java.time.Instant long" -> "TimeConversions.epochNanos()";
            case "java.time.Duration long" -> "TimeConversions.durationNanos()";
            case "java.time.LocalDate int" -> "TimeConversions.epochDay()";
            case "java.time.LocalDateTime long" -> "TimeConversions.localEpochNanos()";
            case "java.math.BigDecimal long" -> "NumberConversions.decimal(scale)";
            case "double long" -> "NumberConversions.scaled(digits)";
            case "int byte" -> "NumberConversions.unsignedByte()";
            case "int short" -> "NumberConversions.unsignedShort()";
            case "long int" -> "NumberConversions.unsignedInt()";
            case "java.lang.String long" -> "TextConversions.ascii8()";
            case "java.util.EnumSet long" -> "CodeConversions.enumSet(type)";
            case "[Z long" -> "CodeConversions.bits(count)";
            default -> null;
        };
    }

    private static @Nullable String ofBytes(Class<?> type, long byteSize) {
        if (type == UUID.class && byteSize == 16) {
            return "CodeConversions.uuid()";
        }
        if (type == String.class && byteSize <= Integer.MAX_VALUE) {
            return "TextConversions.latin1(" + byteSize + ")";
        }
        if (type == int.class && byteSize == 3) {
            return "NumberConversions.intOf(3, order, signed)";
        }
        if (type == long.class && byteSize >= 3 && byteSize <= 7) {
            return "NumberConversions.longOf(" + byteSize + ", order, signed)";
        }
        return null;
    }
}
