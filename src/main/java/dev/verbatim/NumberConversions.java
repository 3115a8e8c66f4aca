package dev.verbatim;

import static java.lang.invoke.MethodType.methodType;

import dev.verbatim.internal.model.BytesConversion;
import dev.verbatim.internal.model.CarrierConversion;
import dev.verbatim.internal.model.StoredAs;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteOrder;
import java.util.Objects;

/**
 * Conversions of numbers: unsigned ones, those of an odd number of bytes, floats of half precision, and decimals as
 * scaled integers.
 */
@SuppressWarnings("UnusedMethod") // method handles call them
public final class NumberConversions {

    /** A double has all integers up to this. */
    private static final long MAX_EXACT = 1L << 53;

    /** Beyond this an int has none, on either side. */
    private static final double MAX_INT_UNITS = 0x1p31;

    /** The most digits that a long has. */
    private static final int MAX_LONG_DIGITS = 19;

    /** The most digits of which a double has the power of ten exactly. */
    private static final int MAX_DIGITS = 22;

    /** The bits of half precision's infinity, without the sign. */
    private static final int HALF_INFINITY = 0x7c00;

    private NumberConversions() {}

    /** {@return an {@code int} from 0 to 255 as a {@code byte} of the same lowest 8 bits} */
    public static Conversion<Integer> unsignedByte() {
        return primitive("Byte", int.class, byte.class, StoredAs.UNSIGNED);
    }

    /** {@return an {@code int} from 0 to 65,535 as a {@code short} of the same lowest 16 bits} */
    public static Conversion<Integer> unsignedShort() {
        return primitive("Short", int.class, short.class, StoredAs.UNSIGNED);
    }

    /**
     * {@return an {@code int} from 0 to 65,535 as a {@code char} of the same 16 bits} So are C's {@code uint16_t} and
     * NumPy's {@code u2} in a layout.
     *
     * @param layout {@code JAVA_CHAR}; the one of the member says the byte order
     */
    public static Conversion<Integer> unsignedShort(ValueLayout.OfChar layout) {
        Objects.requireNonNull(layout, "layout");
        return primitive("Char", int.class, char.class, StoredAs.UNSIGNED);
    }

    /** {@return a {@code long} from 0 to 4,294,967,295 as an {@code int} of the same lowest 32 bits} */
    public static Conversion<Long> unsignedInt() {
        return primitive("Int", long.class, int.class, StoredAs.UNSIGNED);
    }

    /**
     * {@return a {@code float} as a {@code short} of the bits of IEEE 754's binary16, rounded to the nearest one} So is
     * NumPy's {@code f2} in a layout. A number from 65520 on, on either side of zero, is refused, since it would be
     * rounded to infinity. Infinities are stored, and NaN as {@link Float#floatToFloat16} has it.
     */
    public static Conversion<Float> half() {
        return primitive("Half", float.class, short.class, StoredAs.HALF);
    }

    private static <T> Conversion<T> primitive(String name, Class<T> wide, Class<?> narrow, StoredAs stored) {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        try {
            return new CarrierConversion<>(
                    wide,
                    narrow,
                    lookup.findStatic(NumberConversions.class, "to" + name, methodType(narrow, wide)),
                    lookup.findStatic(NumberConversions.class, "from" + name, methodType(wide, narrow)),
                    false,
                    stored);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("methods of this class", e);
        }
    }

    private static byte toByte(int value) {
        requireRange(value, 0, 0xff);
        return (byte) value;
    }

    private static int fromByte(byte stored) {
        return stored & 0xff;
    }

    private static short toShort(int value) {
        requireRange(value, 0, 0xffff);
        return (short) value;
    }

    private static int fromShort(short stored) {
        return stored & 0xffff;
    }

    private static char toChar(int value) {
        requireRange(value, 0, 0xffff);
        return (char) value;
    }

    private static int fromChar(char stored) {
        return stored;
    }

    private static int toInt(long value) {
        if (value >>> Integer.SIZE != 0) { // C2 makes one comparison of two for ints only
            requireRange(value, 0, 0xffff_ffffL);
        }
        return (int) value;
    }

    private static long fromInt(int stored) {
        return stored & 0xffff_ffffL;
    }

    private static short toHalf(float value) {
        short half = Float.floatToFloat16(value);
        if ((half & 0x7fff) == HALF_INFINITY && !Float.isInfinite(value)) {
            throw new IllegalArgumentException(
                    "expected a number between -65520 and 65520, as half precision rounds others to infinity, or an"
                            + " infinity");
        }
        return half;
    }

    private static float fromHalf(short stored) {
        return Float.float16ToFloat(stored);
    }

    private static void requireRange(long value, long min, long max) {
        if (value < min || value > max) {
            throw new IllegalArgumentException("expected a number from " + min + " to " + max);
        }
    }

    /**
     * {@return an {@code int} as a number of bytes, the first one the highest or the lowest, by the order}
     *
     * @param byteSize how many bytes, from 1 to 3
     * @param order the order of the bytes
     * @param signed whether it is from -2^(n-1) to 2^(n-1)-1 of n bits, in two's complement; else it is from 0 to 2^n-1
     * @throws IllegalArgumentException if the number of bytes is another
     */
    public static Conversion<Integer> intOf(int byteSize, ByteOrder order, boolean signed) {
        Bytes bytes = Bytes.of(byteSize, 3, order, signed);
        return bytes.conversion(int.class);
    }

    /**
     * {@return a {@code long} as a number of bytes, the first one the highest or the lowest, by the order}
     *
     * @param byteSize how many bytes, from 1 to 7
     * @param order the order of the bytes
     * @param signed whether it is from -2^(n-1) to 2^(n-1)-1 of n bits, in two's complement; else it is from 0 to 2^n-1
     * @throws IllegalArgumentException if the number of bytes is another
     */
    public static Conversion<Long> longOf(int byteSize, ByteOrder order, boolean signed) {
        Bytes bytes = Bytes.of(byteSize, 7, order, signed);
        return bytes.conversion(long.class);
    }

    /** Writes and reads integers of a number of bytes. */
    private record Bytes(int byteSize, boolean bigEndian, boolean signed, long min, long max) {

        static Bytes of(int byteSize, int most, ByteOrder order, boolean signed) {
            Objects.requireNonNull(order, "order");
            if (byteSize < 1 || byteSize > most) {
                throw new IllegalArgumentException("expected byteSize from 1 to " + most + ", found " + byteSize);
            }
            int bits = byteSize * Byte.SIZE;
            return new Bytes(
                    byteSize,
                    order == ByteOrder.BIG_ENDIAN,
                    signed,
                    signed ? -1L << (bits - 1) : 0,
                    signed ? (1L << (bits - 1)) - 1 : (1L << bits) - 1);
        }

        <T> Conversion<T> conversion(Class<T> type) {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            try {
                MethodHandle require = lookup.bind(this, "require", methodType(void.class, long.class));
                MethodHandle write =
                        lookup.bind(this, "write", methodType(void.class, long.class, MemorySegment.class, long.class));
                MethodHandle read = lookup.bind(this, "read", methodType(long.class, MemorySegment.class, long.class));
                return BytesConversion.ofHandles(
                        type,
                        byteSize,
                        require.asType(methodType(void.class, type)),
                        write.asType(write.type().changeParameterType(0, type)),
                        MethodHandles.explicitCastArguments(read, read.type().changeReturnType(type)));
            } catch (ReflectiveOperationException e) {
                throw new LinkageError("methods of this class", e);
            }
        }

        private void require(long value) {
            requireRange(value, min, max);
        }

        private void write(long value, MemorySegment segment, long offset) {
            for (int i = 0; i < byteSize; i++) {
                segment.set(ValueLayout.JAVA_BYTE, offset + i, (byte) (value >>> shift(i)));
            }
        }

        private long read(MemorySegment segment, long offset) {
            long value = 0;
            for (int i = 0; i < byteSize; i++) {
                value |= (segment.get(ValueLayout.JAVA_BYTE, offset + i) & 0xffL) << shift(i);
            }
            int unused = Long.SIZE - byteSize * Byte.SIZE;
            return signed ? value << unused >> unused : value;
        }

        private int shift(int index) {
            return (bigEndian ? byteSize - 1 - index : index) * Byte.SIZE;
        }
    }

    /**
     * {@return {@link BigDecimal} as a {@code long}: the number times ten to the power of a scale, exactly}
     *
     * <p>What is read has this scale. A number with more digits behind the point, which are not all zero, is refused,
     * and one that is beyond the range of a {@code long} then.
     *
     * @param scale how many digits are behind the point, from 0 to 18
     * @throws IllegalArgumentException if the scale is another
     */
    public static Conversion<BigDecimal> decimal(int scale) {
        requireDigits("scale", scale, 18);
        return CarrierConversion.ofLong(
                BigDecimal.class,
                StoredAs.SIGNED,
                value -> {
                    try {
                        return unscaled(value, scale).longValueExact();
                    } catch (ArithmeticException e) {
                        throw inexact("a long", value, scale, e);
                    }
                },
                unscaled -> BigDecimal.valueOf(unscaled, scale));
    }

    /**
     * {@return {@link BigDecimal} as an {@code int}: the number times ten to the power of a scale, exactly} So is the
     * price of 4 bytes in many feeds.
     *
     * <p>What is read has this scale. A number with more digits behind the point, which are not all zero, is refused,
     * and one that is beyond the range of an {@code int} then.
     *
     * @param scale how many digits are behind the point, from 0 to 9
     * @param layout {@code JAVA_INT}; the one of the member says the byte order
     * @throws IllegalArgumentException if the scale is another
     */
    public static Conversion<BigDecimal> decimal(int scale, ValueLayout.OfInt layout) {
        Objects.requireNonNull(layout, "layout");
        requireDigits("scale", scale, 9);
        return CarrierConversion.ofInt(
                BigDecimal.class,
                int.class,
                StoredAs.SIGNED,
                value -> {
                    try {
                        return unscaled(value, scale).intValueExact();
                    } catch (ArithmeticException e) {
                        throw inexact("an int", value, scale, e);
                    }
                },
                unscaled -> BigDecimal.valueOf(unscaled, scale));
    }

    /** The digits of a number with another scale; an {@link ArithmeticException} if it has more, or a long cannot. */
    private static BigInteger unscaled(BigDecimal value, int scale) {
        // To set the scale would compute a power of ten of any size.
        if (value.signum() != 0
                && ((long) value.precision() - value.scale() > MAX_LONG_DIGITS
                        || (long) value.scale() - value.precision() > scale)) {
            throw new ArithmeticException("beyond the digits of a long");
        }
        return value.setScale(scale).unscaledValue();
    }

    private static IllegalArgumentException inexact(
            String carrier, BigDecimal value, int scale, ArithmeticException cause) {
        boolean isTooFine = (long) value.precision() - value.scale() <= MAX_LONG_DIGITS
                && value.stripTrailingZeros().scale() > scale;
        return new IllegalArgumentException(
                "expected a number that " + carrier + " with scale=" + scale + " can say"
                        + (isTooFine ? "; round it" : ", this one is beyond its range"),
                cause);
    }

    /**
     * {@return a {@code double} as a {@code long}: the number times ten to the power of some digits, rounded}
     *
     * <p>Only a number that is read again as the same is stored: 0.1 with one digit is 1, and 0.25 is refused; so are
     * negative zero, infinities and NaN, and what has more than 2^53 units. What is read is the {@code double} that is
     * nearest.
     *
     * @param digits how many digits are behind the point, from 0 to 22
     * @throws IllegalArgumentException if the digits are others
     */
    public static Conversion<Double> scaled(int digits) {
        return scaled(digits, "Scaled", long.class);
    }

    /**
     * {@return a {@code double} as an {@code int}: the number times ten to the power of some digits, rounded}
     *
     * <p>Only a number that is read again as the same is stored, as {@linkplain #scaled(int) in a long}, and only one
     * from -2^31 to 2^31-1 units.
     *
     * @param digits how many digits are behind the point, from 0 to 22
     * @param layout {@code JAVA_INT}; the one of the member says the byte order
     * @throws IllegalArgumentException if the digits are others
     */
    public static Conversion<Double> scaled(int digits, ValueLayout.OfInt layout) {
        Objects.requireNonNull(layout, "layout");
        return scaled(digits, "ScaledInt", int.class);
    }

    @SuppressWarnings("unchecked") // the handles are of this type
    private static Conversion<Double> scaled(int digits, String name, Class<?> carrier) {
        requireDigits("digits", digits, MAX_DIGITS);
        double factor = Double.parseDouble("1e" + digits);
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        try {
            MethodHandle to = lookup.findStatic(
                    NumberConversions.class, "to" + name, methodType(carrier, double.class, double.class));
            MethodHandle from = lookup.findStatic(
                    NumberConversions.class, "from" + name, methodType(double.class, double.class, carrier));
            return (Conversion<Double>) CarrierConversion.ofHandles(
                            MethodHandles.insertArguments(to, 0, factor),
                            MethodHandles.insertArguments(from, 0, factor),
                            false)
                    .storedAs(StoredAs.SIGNED);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("methods of this class", e);
        }
    }

    private static void requireDigits(String name, int digits, int most) {
        if (digits < 0 || digits > most) {
            throw new IllegalArgumentException("expected " + name + " from 0 to " + most + ", found " + digits);
        }
    }

    private static long toScaled(double factor, double value) {
        long scaled = Math.round(value * factor);
        if (isScaled(factor, value, scaled)) {
            return scaled;
        }
        // From 2^51 units on the product may be rounded to a half, which is rounded up.
        if (isScaled(factor, value, scaled - 1)) {
            return scaled - 1;
        }
        throw notScaled(factor, value);
    }

    private static int toScaledInt(double factor, double value) {
        boolean isBeyond = Double.isFinite(value) && Math.abs(value * factor) > MAX_INT_UNITS;
        long scaled = isBeyond ? Long.MAX_VALUE : toScaled(factor, value);
        if (scaled != (int) scaled) {
            throw new IllegalArgumentException("expected from -2^31 to 2^31-1 " + units(factor));
        }
        return (int) scaled;
    }

    private static double fromScaledInt(double factor, int scaled) {
        return scaled / factor;
    }

    private static String units(double factor) {
        return "units of 1/" + new BigDecimal(factor).toPlainString();
    }

    private static IllegalArgumentException notScaled(double factor, double value) {
        if (!Double.isFinite(value)) {
            return new IllegalArgumentException("expected a finite number");
        }
        if (value == 0) { // the other zero is stored
            return new IllegalArgumentException("expected 0.0, as an integer has no negative zero; add 0.0 to it");
        }
        String units = units(factor);
        return new IllegalArgumentException(
                Math.abs(value * factor) > MAX_EXACT
                        ? "expected at most 2^53 " + units + ", of which a double has all; declare fewer digits, or a"
                                + " BigDecimal"
                        : "expected a number of " + units + "; round it");
    }

    private static boolean isScaled(double factor, double value, long scaled) {
        return isExact(scaled) && Double.doubleToRawLongBits(scaled / factor) == Double.doubleToRawLongBits(value);
    }

    private static boolean isExact(long scaled) {
        return scaled >= -MAX_EXACT && scaled <= MAX_EXACT;
    }

    private static double fromScaled(double factor, long scaled) {
        if (!isExact(scaled)) {
            throw new IllegalArgumentException("expected at most 2^53 units, of which a double has all");
        }
        return scaled / factor;
    }
}
