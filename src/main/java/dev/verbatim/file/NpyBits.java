package dev.verbatim.file;

import dev.verbatim.file.NpyDtype.Array;
import dev.verbatim.file.NpyDtype.Scalar;
import dev.verbatim.file.NpyDtype.Struct;
import dev.verbatim.internal.model.CarrierConversion;
import dev.verbatim.internal.model.ConversionCalls;
import dev.verbatim.internal.model.Value;
import java.lang.invoke.MethodHandle;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Types of NumPy that no member has by itself, since Java has none for their bits: unsigned integers, times, elements
 * that are text, and bytes without a type. A member can have the bits if a conversion says what they mean.
 */
final class NpyBits {

    private static final Pattern TIME = Pattern.compile(".([mM])8\\[(D|h|m|s|ms|us|ns)\\]");

    /** So many of any unit are a time that every class of the JDK has, and its digits tell the units apart. */
    private static final long COUNT = 1_000_000_007;

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
            case 'm', 'M' -> new Scalar(order(scalar) + "i8", Long.BYTES);
            case 'S', 'V' -> new Array(new Scalar("|i1", 1), List.of(scalar.byteSize()));
            case 'U' ->
                new Array(new Scalar(order(scalar) + "i4", Integer.BYTES), List.of(scalar.byteSize() / Integer.BYTES));
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

    /** {@return the conversion that says what the bits of a member, or of its elements, mean; null without one} */
    static Value.@Nullable ByConversion conversion(Value.Fixed value) {
        return switch (value) {
            case Value.ByConversion converted -> converted;
            case Value.ConvertedSequence sequence -> sequence.element();
            default -> null;
        };
    }

    /**
     * {@return why a conversion makes other times of the bits than a type says; null if it does not, or makes no time}
     */
    static @Nullable String otherTime(Value.ByConversion value, NpyDtype type) {
        Scalar scalar = scalar(type);
        Matcher time = TIME.matcher(scalar == null ? "" : scalar.type());
        if (!time.matches() || !(value.conversion() instanceof CarrierConversion<?> conversion)) {
            return null;
        }
        ChronoUnit unit = unit(time.group(2));
        Object made = made(conversion.from());
        Object expected = made;
        if (isTime(made)) {
            expected = time.group(1).equals("m") ? Duration.of(COUNT, unit) : timeLike(made, unit);
        }
        return made == null || made.equals(expected)
                ? null
                : "of whose " + COUNT + " the conversion makes " + made + ", and not " + expected + "; declare"
                        + suggestion(type, made instanceof LocalDateTime);
    }

    private static boolean isTime(@Nullable Object made) {
        return made instanceof Instant
                || made instanceof LocalDateTime
                || made instanceof LocalDate
                || made instanceof Duration;
    }

    /** {@return the time of a count of units since 1970, of the class that another one has if it is no duration} */
    private static Object timeLike(@Nullable Object made, ChronoUnit unit) {
        LocalDateTime time = LocalDate.EPOCH.atStartOfDay().plus(COUNT, unit);
        return switch (made) {
            case LocalDateTime _ -> time;
            case LocalDate _ -> time.toLocalDate();
            case null, default -> time.toInstant(ZoneOffset.UTC);
        };
    }

    private static ChronoUnit unit(String letters) {
        return switch (letters) {
            case "D" -> ChronoUnit.DAYS;
            case "h" -> ChronoUnit.HOURS;
            case "m" -> ChronoUnit.MINUTES;
            case "s" -> ChronoUnit.SECONDS;
            case "ms" -> ChronoUnit.MILLIS;
            case "us" -> ChronoUnit.MICROS;
            default -> ChronoUnit.NANOS;
        };
    }

    private static @Nullable Object made(MethodHandle from) {
        if (from.type().parameterType(0) != long.class) {
            return null;
        }
        try {
            Object made = ConversionCalls.call(from, COUNT);
            return made instanceof Optional<?> optional ? optional.orElse(null) : made;
        } catch (RuntimeException refusal) {
            return null; // of the user's; reading will say so of each value
        }
    }

    /** {@return the conversion of a type's bits to declare, for the end of a message} */
    static String suggestion(NpyDtype type) {
        return suggestion(type, false);
    }

    private static String suggestion(NpyDtype type, boolean isLocal) {
        Scalar scalar = scalar(type);
        Matcher time = TIME.matcher(scalar == null ? "" : scalar.type());
        String ready = time.matches() ? ofTime(time, isLocal) : null;
        if (scalar != null && scalar.kind() == 'u') {
            ready = switch ((int) scalar.byteSize()) {
                case Byte.BYTES -> "NumberConversions.unsignedByte()";
                case Integer.BYTES -> "NumberConversions.unsignedInt()";
                default -> null;
            };
        }
        return " a conversion of what the file has" + (ready == null ? "" : ", as `Conversions.of(" + ready + ")`");
    }

    private static @Nullable String ofTime(Matcher time, boolean isLocal) {
        String units = switch (time.group(2)) {
            case "ms" -> "Millis()";
            case "us" -> "Micros()";
            case "ns" -> "Nanos()";
            default -> null;
        };
        return units == null
                ? null
                : "TimeConversions." + (time.group(1).equals("m") ? "duration" : isLocal ? "localEpoch" : "epoch")
                        + units;
    }
}
