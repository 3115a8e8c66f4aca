package dev.verbatim.file;

import dev.verbatim.file.NpyDtype.Array;
import dev.verbatim.file.NpyDtype.Scalar;
import dev.verbatim.file.NpyDtype.Struct;
import dev.verbatim.internal.model.CarrierConversion;
import dev.verbatim.internal.model.Value;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Types of NumPy that no member has by itself, since Java has none for their bits: unsigned integers, elements that are
 * text, and bytes without a type. A member can have the bits if a conversion says what they mean.
 */
final class NpyBits {

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
                    case 'V' -> true;
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
        Value.ByConversion converted = switch (value) {
            case Value.ByConversion member -> member;
            case Value.ConvertedSequence sequence -> sequence.element();
            default -> null;
        };
        Scalar scalar = scalar(type);
        // Of a number without a sign only a conversion that has none is right.
        return converted != null
                && (scalar == null
                        || scalar.kind() != 'u'
                        || !(converted.conversion() instanceof CarrierConversion<?> conversion)
                        || conversion.isUnsigned());
    }

    /** {@return what to declare for the bits of a type, for the end of a message} */
    static String suggestion(NpyDtype type) {
        Scalar scalar = scalar(type);
        String ready = switch (scalar == null || scalar.kind() != 'u' ? 0 : (int) scalar.byteSize()) {
            case Byte.BYTES -> "`int` and its NumberConversions.unsignedByte()";
            case Integer.BYTES -> "`long` and its NumberConversions.unsignedInt()";
            default -> null;
        };
        return ready == null ? "a type of your own, and its conversion" : ready;
    }
}
