package dev.verbatim.file;

import dev.verbatim.file.NpyDtype.Array;
import dev.verbatim.file.NpyDtype.Scalar;
import dev.verbatim.file.NpyDtype.Struct;
import dev.verbatim.internal.model.BytesConversion;
import dev.verbatim.internal.model.BytesHolder;
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
 * elements that are text, numbers of another precision, and bytes without a type. A member can have the bits if a
 * conversion says what they mean. Of a complex number they are two numbers.
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

    private static final Scalar BYTE = new Scalar("|i1", 1);

    private NpyBits() {}

    /** {@return the type that a member has which has the bits of a type; often the type itself} */
    static NpyDtype of(NpyDtype type) {
        return of(type, false);
    }

    /** {@return whether a member of a type has the bits of another one} One byte of text may be a sequence or none. */
    static boolean isSame(NpyDtype wanted, NpyDtype found) {
        return wanted.equals(of(found, false)) || wanted.equals(of(found, true));
    }

    /** @param isAlone whether a text of one byte is that byte, and no sequence of one */
    private static NpyDtype of(NpyDtype type, boolean isAlone) {
        return switch (type) {
            case Struct struct -> struct;
            case Scalar scalar -> ofScalar(scalar, isAlone);
            case Array(NpyDtype element, List<Long> shape) -> {
                NpyDtype ofElement = of(element, isAlone);
                if (!(ofElement instanceof Array(NpyDtype bits, List<Long> inner))) {
                    yield new Array(ofElement, shape);
                }
                List<Long> whole = new ArrayList<>(shape);
                whole.addAll(inner);
                yield new Array(bits, whole);
            }
        };
    }

    private static NpyDtype ofScalar(Scalar scalar, boolean isAlone) {
        return switch (scalar.kind()) {
            case 'u' -> new Scalar(order(scalar) + "i" + scalar.byteSize(), scalar.byteSize());
            case 'm', 'M' -> scalar.byteSize() == Long.BYTES ? new Scalar(order(scalar) + "i8", Long.BYTES) : scalar;
            case 'U' ->
                new Array(new Scalar(order(scalar) + "i4", Integer.BYTES), List.of(scalar.byteSize() / Integer.BYTES));
            case 'f' ->
                isHalf(scalar)
                        ? new Scalar(order(scalar) + "i2", Short.BYTES)
                        : isLong(scalar) ? new Array(BYTE, List.of(scalar.byteSize())) : scalar;
            case 'c' ->
                isPair(scalar)
                        ? new Array(
                                new Scalar(order(scalar) + "f" + scalar.byteSize() / 2, scalar.byteSize() / 2),
                                List.of(2L))
                        : isLong(scalar) ? new Array(BYTE, List.of(scalar.byteSize())) : scalar;
            case 'S', 'V' -> isAlone && scalar.byteSize() == 1 ? BYTE : new Array(BYTE, List.of(scalar.byteSize()));
            default -> scalar;
        };
    }

    private static boolean isHalf(Scalar scalar) {
        return scalar.kind() == 'f' && scalar.byteSize() == Short.BYTES;
    }

    /** Whether this is a complex number of two floats, or of two doubles. */
    private static boolean isPair(Scalar scalar) {
        return scalar.kind() == 'c' && (scalar.byteSize() == 2 * Float.BYTES || scalar.byteSize() == 2 * Double.BYTES);
    }

    /** {@return whether a field is a complex number, or has some} */
    static boolean isPair(NpyDtype type) {
        Scalar scalar = scalar(type);
        return scalar != null && isPair(scalar);
    }

    /** Whether this is C's {@code long double} of some machine, or two of them. */
    private static boolean isLong(Scalar scalar) {
        long byteSize = scalar.kind() == 'c' ? 2 * 12 : 12;
        return scalar.byteSize() == byteSize || scalar.byteSize() == byteSize / 3 * 4;
    }

    private static char order(Scalar scalar) {
        return scalar.type().charAt(0);
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
        if (scalar != null && isPair(scalar)) {
            return true;
        }
        if (converted == null || scalar == null) {
            return value instanceof Value.Ordinal && scalar != null && scalar.kind() == 'u'; // none is below zero
        }
        return switch (converted.conversion()) {
            case CarrierConversion<?> carried -> isConverted(carried.storedAs(), scalar);
            case BytesConversion<?> bytes ->
                bytes.holder() instanceof BytesHolder.AnyValues || "mMfc".indexOf(scalar.kind()) < 0;
            default -> false;
        };
    }

    private static boolean isConverted(StoredAs stored, Scalar scalar) {
        return stored == StoredAs.OWN
                || switch (scalar.kind()) {
                    case 'u' -> stored == StoredAs.BITS || stored == StoredAs.UNSIGNED;
                    case 'm', 'M' -> stored == TIMES.get(withoutOrder(scalar));
                    case 'U', 'c' -> false;
                    case 'f' -> isHalf(scalar) ? stored == StoredAs.HALF : !isLong(scalar);
                    default -> true;
                };
    }

    private static String withoutOrder(Scalar scalar) {
        return scalar.type().substring(1);
    }

    private static Value.@Nullable ByConversion conversion(Value.Fixed value) {
        return switch (value) {
            case Value.ByConversion member -> member;
            case Value.ConvertedSequence sequence -> sequence.element();
            default -> null;
        };
    }

    /**
     * {@return what to declare for the bits of a type, for the end of a message; null if a member has the type by
     * itself}
     *
     * @param hasBits whether the member has the bits
     */
    static @Nullable String suggestion(Value.Fixed value, NpyDtype type, boolean hasBits) {
        Scalar scalar = scalar(type);
        if (scalar == null || type.byteSize() == 0) {
            return null;
        }
        if (value instanceof Value.Text && isBytes(type)) {
            return "`String` with " + utf8(type.byteSize());
        }
        if (!hasBits && isOfMember(type, scalar)) {
            return null;
        }
        String array = type instanceof Array ? "[]" : "";
        String ready = switch (scalar.kind()) {
            case 'u' -> ofUnsigned(scalar.byteSize(), array);
            case 'm', 'M' -> ofTime(TIMES.get(withoutOrder(scalar)), isLocal(value), array);
            case 'U' -> ofText(scalar, array);
            case 'f' -> isHalf(scalar) ? "`float" + array + "` with NumberConversions.half()" : null;
            case 'c' ->
                isPair(scalar) ? "`" + (scalar.byteSize() == 2 * Float.BYTES ? "float" : "double") + "[]`" : null;
            case 'S' -> "`String" + array + "`" + (array.isEmpty() ? "" : " with " + utf8(scalar.byteSize()));
            default -> null;
        };
        return ready == null ? "a type of your own, and its conversion" : ready;
    }

    /** Whether bytes are there that are not called a text. */
    private static boolean isBytes(NpyDtype type) {
        return of(type) instanceof Array(Scalar scalar, List<Long> shape)
                && scalar.equals(BYTE)
                && shape.size() == 1
                && !(type instanceof Scalar text && text.kind() == 'S');
    }

    private static boolean isOfMember(NpyDtype type, Scalar scalar) {
        return switch (scalar.kind()) {
            case 'u' -> scalar.byteSize() == Character.BYTES;
            case 'm', 'M' -> scalar.byteSize() != Long.BYTES; // NumPy has no such type
            case 'U', 'V' -> false;
            case 'f' -> !isHalf(scalar) && !isLong(scalar);
            case 'c' -> !isPair(scalar) && !isLong(scalar); // NumPy has no such type
            case 'S' -> !(type instanceof Array);
            default -> true;
        };
    }

    private static String utf8(long byteSize) {
        return "TextConversions.utf8(" + byteSize + ")";
    }

    private static String ofText(Scalar scalar, String array) {
        ByteOrder order = order(scalar) == '>' ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
        return "`String" + array + "` with TextConversions.utf32(" + scalar.byteSize() / Integer.BYTES
                + ", JAVA_INT.withOrder(ByteOrder." + order + "))";
    }

    private static boolean isLocal(Value.Fixed value) {
        Value.ByConversion converted = conversion(value);
        return converted != null && converted.conversion().type() == LocalDateTime.class;
    }

    private static @Nullable String ofUnsigned(long byteSize, String array) {
        return switch ((int) byteSize) {
            case Byte.BYTES -> "`int" + array + "` with NumberConversions.unsignedByte()";
            case Short.BYTES -> "`int" + array + "` with NumberConversions.unsignedShort()";
            case Integer.BYTES -> "`long" + array + "` with NumberConversions.unsignedInt()";
            default -> null;
        };
    }

    private static @Nullable String ofTime(@Nullable StoredAs stored, boolean isLocal, String array) {
        String instant = isLocal
                ? "`LocalDateTime" + array + "` with TimeConversions.localEpoch"
                : "`Instant" + array + "` with TimeConversions.epoch";
        String duration = "`Duration" + array + "` with TimeConversions.duration";
        return switch (stored) {
            case EPOCH_DAYS -> "`LocalDate" + array + "` with TimeConversions.epochDay(JAVA_LONG)";
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
    }
}
