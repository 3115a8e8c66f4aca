package dev.verbatim;

import static java.lang.invoke.MethodHandles.dropArguments;
import static java.lang.invoke.MethodHandles.explicitCastArguments;
import static java.lang.invoke.MethodHandles.filterArguments;
import static java.lang.invoke.MethodHandles.filterReturnValue;
import static java.lang.invoke.MethodHandles.guardWithTest;
import static java.lang.invoke.MethodHandles.insertArguments;
import static java.lang.invoke.MethodType.methodType;

import dev.verbatim.internal.model.BitsConversion;
import dev.verbatim.internal.model.BytesConversion;
import dev.verbatim.internal.model.CarrierConversion;
import dev.verbatim.internal.model.ConversionCalls;
import dev.verbatim.internal.model.StoredAs;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Makes the conversions of {@link CodeConversions} that have a number in place of null. */
@SuppressWarnings("UnusedMethod") // method handles call them
final class NullableConversion {

    /** Of type {@code (Object)boolean}. */
    private static final MethodHandle IS_NULL;

    /** Of type {@code (long, long)boolean}. */
    private static final MethodHandle IS_SAME_NUMBER;

    /** Of type {@code (long, long)long}. */
    private static final MethodHandle TO_OTHER_NUMBER;

    /** Of type {@code (Object, Object)boolean}. */
    private static final MethodHandle IS_SAME;

    /** Of type {@code (Object, Object)Object}. */
    private static final MethodHandle TO_STORED;

    static {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        Class<NullableConversion> here = NullableConversion.class;
        try {
            IS_NULL = lookup.findStatic(Objects.class, "isNull", methodType(boolean.class, Object.class));
            IS_SAME_NUMBER = lookup.findStatic(here, "isSameNumber", methodType(boolean.class, long.class, long.class));
            TO_OTHER_NUMBER = lookup.findStatic(here, "toOtherNumber", methodType(long.class, long.class, long.class));
            IS_SAME = lookup.findStatic(here, "isSame", methodType(boolean.class, Object.class, Object.class));
            TO_STORED = lookup.findStatic(here, "toStored", methodType(Object.class, Object.class, Object.class));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private NullableConversion() {}

    /** {@return the conversion of a box to its primitive} */
    static <T> Conversion<T> ofBox(Class<T> type, T nullValue) {
        Class<?> primitive = MethodType.methodType(type).unwrap().returnType();
        if (type.isPrimitive() || !primitive.isPrimitive() || primitive == void.class || primitive == boolean.class) {
            throw new IllegalArgumentException("expected the box of a number or of a char, found " + type.getName());
        }
        return ofHandles(
                StoredAs.SIGNED,
                insertArguments(TO_STORED, 0, nullValue).asType(methodType(primitive, type)),
                orNull(
                        insertArguments(IS_SAME, 0, nullValue).asType(methodType(boolean.class, primitive)),
                        MethodHandles.identity(primitive),
                        type));
    }

    /** {@return what has null besides the values of another conversion} */
    static <T> Conversion<T> of(Conversion<T> conversion, long nullValue) {
        return switch (conversion) {
            case CarrierConversion<T> carried
            when BitsConversion.bitsOf(carried.carrier()) > 0 ->
                ofInteger(carried, stored(carried.carrier(), nullValue));
            case BytesConversion<T> bytes
            when bytes.type() == int.class || bytes.type() == long.class -> ofBytes(bytes, nullValue);
            default ->
                throw new IllegalArgumentException("expected a conversion to byte, short, char, int or long, or of int"
                        + " or long to bytes, found " + conversion
                        + "; declare one whose functions take null and return it");
        };
    }

    /** The number that an integer has for the bits of a signed or an unsigned one. */
    private static long stored(Class<?> carrier, long nullValue) {
        if (carrier == long.class) {
            return nullValue;
        }
        int bits = BitsConversion.bitsOf(carrier);
        boolean isSigned = carrier != char.class;
        long min = isSigned ? -1L << (bits - 1) : 0;
        long max = (1L << bits) - 1;
        if (nullValue < min || nullValue > max) {
            throw new IllegalArgumentException("expected nullValue from " + min + " to "
                    + (isSigned ? (max >> 1) + ", or to " + max + " as an unsigned " : max + " of a ") + carrier
                    + ", found " + nullValue);
        }
        int unused = Long.SIZE - bits;
        return isSigned ? nullValue << unused >> unused : nullValue;
    }

    private static <T> Conversion<T> ofInteger(CarrierConversion<T> conversion, long nullValue) {
        Class<?> carrier = conversion.carrier();
        Class<?> type = methodType(conversion.type()).wrap().returnType();
        MethodHandle nullStored =
                explicitCastArguments(MethodHandles.constant(long.class, nullValue), methodType(carrier));
        MethodHandle toOther =
                explicitCastArguments(insertArguments(TO_OTHER_NUMBER, 0, nullValue), methodType(carrier, carrier));
        return ofHandles(
                conversion.storedAs(),
                guardWithTest(
                        IS_NULL.asType(methodType(boolean.class, type)),
                        dropArguments(nullStored, 0, type),
                        filterReturnValue(conversion.to(), toOther).asType(methodType(carrier, type))),
                orNull(
                        insertArguments(IS_SAME_NUMBER, 0, nullValue).asType(methodType(boolean.class, carrier)),
                        conversion.from(),
                        type));
    }

    /** How bytes are ordered only the conversion knows, so it is the number that it reads of them which is null. */
    @SuppressWarnings("unchecked") // the box is that of the conversion's primitive
    private static <T> Conversion<T> ofBytes(BytesConversion<T> conversion, long nullValue) {
        boolean isInt = conversion.type() == int.class;
        boolean isTaken = isInt
                ? nullValue == (int) nullValue && ConversionCalls.takes(conversion.check(), (int) nullValue)
                : ConversionCalls.takes(conversion.check(), nullValue);
        if (!isTaken) {
            throw new IllegalArgumentException(
                    "expected nullValue that the " + conversion + " takes, found " + nullValue);
        }
        CarrierConversion<T> box =
                (CarrierConversion<T>) (isInt ? ofBox(Integer.class, (int) nullValue) : ofBox(Long.class, nullValue));
        return new BytesConversion<>(
                box.type(),
                conversion.byteSize(),
                conversion.holder(),
                filterArguments(conversion.check(), 0, box.to()),
                filterArguments(conversion.write(), 0, box.to()),
                filterReturnValue(conversion.read(), box.from()));
    }

    /** Gives null where a test says so, and what a handle makes, as a box if it is a primitive, elsewhere. */
    private static MethodHandle orNull(MethodHandle isNull, MethodHandle from, Class<?> type) {
        Class<?> stored = from.type().parameterType(0);
        return guardWithTest(
                isNull,
                dropArguments(MethodHandles.constant(type, null), 0, stored),
                from.asType(methodType(type, stored)));
    }

    @SuppressWarnings("unchecked") // the handles are of this type
    private static <T> Conversion<T> ofHandles(StoredAs stored, MethodHandle to, MethodHandle from) {
        return (Conversion<T>) CarrierConversion.ofHandles(to, from).storedAs(stored);
    }

    private static boolean isSameNumber(long nullValue, long stored) {
        return nullValue == stored;
    }

    private static long toOtherNumber(long nullValue, long stored) {
        if (nullValue == stored) {
            throw standsForNull();
        }
        return stored;
    }

    private static boolean isSame(Object nullValue, Object value) {
        return switch (nullValue) {
            case Double d -> Double.doubleToRawLongBits(d) == Double.doubleToRawLongBits((Double) value);
            case Float f -> Float.floatToRawIntBits(f) == Float.floatToRawIntBits((Float) value);
            default -> nullValue.equals(value);
        };
    }

    private static Object toStored(Object nullValue, @Nullable Object value) {
        if (value == null) {
            return nullValue;
        }
        if (isSame(nullValue, value)) {
            throw standsForNull();
        }
        return value;
    }

    private static IllegalArgumentException standsForNull() {
        return new IllegalArgumentException("it stands for null; expected another value, or null");
    }
}
