package dev.verbatim.file;

import dev.verbatim.file.NpyDtype.Array;
import dev.verbatim.file.NpyDtype.Scalar;
import dev.verbatim.file.NpyDtype.Struct;
import dev.verbatim.internal.model.CarrierConversion;
import dev.verbatim.internal.model.StoredAs;
import dev.verbatim.internal.model.Value;
import java.nio.ByteOrder;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Types of NumPy that no member has by itself, since Java has none for their bits: unsigned integers, times, UTF-32,
 * elements that are text, and bytes without a type. A member can have the bits if a conversion says what they mean.
 */
final class NpyBits {

    /** What a conversion stores where NumPy has a time, by NumPy's type without the order of its bytes. */
    private static final Map<String, StoredAs> TIMES = Map.of(
            "M8[D]", StoredAs.EPOCH_DAYS,
            "M8[s]", StoredAs.EPOCH_SECONDS,
            "M8[ms]", StoredAs.EPOCH_MILLIS,
            "M8[us]", StoredAs.EPOCH_MICROS,
            "M8[ns]", StoredAs.EPOCH_NANOS,
            "m8[s]", StoredAs.SECONDS,
            "m8[ms]", StoredAs.MILLIS,
            "m8[us]", StoredAs.MICROS,
            "m8[ns]", StoredAs.NANOS);

    private NpyBits() {}

    /** {@return the type that a member has which has the bits of a type; often the type itself} */
    static NpyDtype of(NpyDtype type) {
        return switch (type) {
            case Struct struct -> struct;
            case Scalar scalar -> ofScalar(scalar);
            case Array(NpyDtype element, List<Long> shape) -> {
                if (!(of(element) instanceof Array(NpyDtype bits, List<Long> inner))) {
                    yield new Array(of(element), shape);
                }
                List<Long> whole = new ArrayList<>(shape);
                whole.addAll(inner);
                yield new Array(bits, whole);
            }
        };
    }

    private static NpyDtype ofScalar(Scalar scalar) {
        return switch (scalar.kind()) {
            case 'u' -> new Scalar(order(scalar) + "i" + scalar.byteSize(), scalar.byteSize());
            case 'm', 'M' -> scalar.byteSize() == Long.BYTES ? new Scalar(order(scalar) + "i8", Long.BYTES) : scalar;
            case 'U' ->
                new Array(new Scalar(order(scalar) + "i4", Integer.BYTES), List.of(scalar.byteSize() / Integer.BYTES));
            case 'S', 'V' -> new Array(new Scalar("|i1", 1), List.of(scalar.byteSize()));
            default -> scalar;
        };
    }

    private static char order(Scalar scalar) {
        return scalar.type().charAt(0);
    }

    /** {@return whether a type is one that no member has by itself, nor what the members of an array are} */
    static boolean needConversion(NpyDtype type) {
        Scalar scalar = scalar(type);
        return scalar != null
                && switch (scalar.kind()) {
                    case 'u' -> scalar.byteSize() != Character.BYTES;
                    case 'm', 'M', 'U', 'V' -> true;
                    case 'S' -> type instanceof Array;
                    default -> false;
                };
    }

    /** {@return a scalar, or what an array has of them; null for structs} */
    private static @Nullable Scalar scalar(NpyDtype type) {
        return switch (type) {
            case Scalar scalar -> scalar;
            case Array array -> scalar(array.element());
            case Struct _ -> null;
        };
    }

    /** {@return whether a conversion says what the bits of a member, or of its elements, mean in a file of a type} */
    static boolean isConverted(Value.Fixed value, NpyDtype type) {
        Value.ByConversion converted = conversion(value);
        Scalar scalar = scalar(type);
        if (converted == null || scalar == null) {
            return value instanceof Value.Ordinal && scalar != null && scalar.kind() == 'u'; // none is below zero
        }
        StoredAs stored =
                converted.conversion() instanceof CarrierConversion<?> conversion ? conversion.storedAs() : null;
        return switch (scalar.kind()) {
            case 'u' -> stored == null || stored == StoredAs.BITS || stored == StoredAs.UNSIGNED;
            case 'm', 'M' ->
                stored == StoredAs.BITS || stored == TIMES.get(scalar.type().substring(1));
            case 'U' -> stored == null;
            default -> true;
        };
    }

    private static Value.@Nullable ByConversion conversion(Value.Fixed value) {
        return switch (value) {
            case Value.ByConversion member -> member;
            case Value.ConvertedSequence sequence -> sequence.element();
            default -> null;
        };
    }

    /** {@return what to declare for the bits of a type, for the end of a message} */
    static String suggestion(Value.Fixed value, NpyDtype type) {
        Scalar scalar = scalar(type);
        String ready = scalar == null ? null : ready(value, scalar);
        return ready == null ? "a type of your own, and its conversion" : ready;
    }

    private static @Nullable String ready(Value.Fixed value, Scalar scalar) {
        Value.ByConversion converted = conversion(value);
        boolean isLocal = converted != null && converted.conversion().type() == LocalDateTime.class;
        String instant = isLocal
                ? "`LocalDateTime` and its TimeConversions.localEpoch"
                : "`Instant` and its TimeConversions.epoch";
        String duration = "`Duration` and its TimeConversions.duration";
        return switch (scalar.kind()) {
            case 'u' ->
                switch ((int) scalar.byteSize()) {
                    case Byte.BYTES -> "`int` and its NumberConversions.unsignedByte()";
                    case Integer.BYTES -> "`long` and its NumberConversions.unsignedInt()";
                    default -> null;
                };
            case 'm', 'M' ->
                switch (TIMES.get(scalar.type().substring(1))) {
                    case EPOCH_DAYS -> "`LocalDate` and its TimeConversions.epochDay(JAVA_LONG)";
                    case EPOCH_SECONDS -> instant + "Seconds()";
                    case EPOCH_MILLIS -> instant + "Millis()";
                    case EPOCH_MICROS -> instant + "Micros()";
                    case EPOCH_NANOS -> instant + "Nanos()";
                    case SECONDS -> duration + "Seconds()";
                    case MILLIS -> duration + "Millis()";
                    case MICROS -> duration + "Micros()";
                    case NANOS -> duration + "Nanos()";
                    case null, default -> null;
                };
            case 'U' ->
                "`String` and its TextConversions.utf32(" + scalar.byteSize() / Integer.BYTES
                        + ", JAVA_INT.withOrder(ByteOrder."
                        + (order(scalar) == '>' ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN) + "))";
            default -> null;
        };
    }
}
