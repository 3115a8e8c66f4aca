package dev.verbatim.text;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A floating-point number of half precision, which has 2 bytes: {@code binary16} of IEEE 754, {@code f2} of NumPy. Two
 * are equal if they have the same bits.
 *
 * <p><b>Threads.</b> Immutable; any number of threads may use it.
 */
@SuppressWarnings("exports") // the annotation is for checkers; who calls this need not have its module
public final class HalfFloat extends Number {

    private static final long serialVersionUID = 1;

    private static final Pattern NAN = Pattern.compile("NaN\\(0x[0-9a-f]{4}\\)");

    private static final int INFINITY = 0x7C00;
    private static final int MAGNITUDE = 0x7FFF;
    private static final int SIGN = 0x8000;

    /** The bits of {@link Float#NaN} as a half. */
    private static final short NAN_BITS = 0x7E00;

    private static final int MIN_EXPONENT = -14;
    private static final int BITS_BEHIND_POINT = 10;

    /**
     * The decimals of the positive numbers, by their bits; zero where it is not known yet. Threads may find one at the
     * same time, which is the same for all.
     */
    private static final float[] DECIMALS = new float[INFINITY];

    /** The bits, as {@link #ofBits} takes them. */
    private final short bits;

    private HalfFloat(short bits) {
        this.bits = bits;
    }

    /**
     * {@return the number that has some bits, as {@link Float#float16ToFloat} takes them}
     *
     * @param bits the bits
     */
    public static HalfFloat ofBits(short bits) {
        return new HalfFloat(bits);
    }

    /**
     * {@return the number that a text spells} Of a decimal it is the nearest one, and of two that are as near the one
     * whose last bit is zero.
     *
     * @param text a decimal, such as {@code -1.5} or {@code 6e-8}, or what {@link #toString} returns; also {@code nan},
     *     {@code inf} and {@code infinity}, in capitals or not, with a sign or without
     * @throws MalformedTextException if it is no such text, or rounds to more than 65504 in magnitude
     */
    public static HalfFloat valueOf(String text) {
        if (ValueText.DECIMAL.matcher(Objects.requireNonNull(text, "text")).matches()) {
            short nearest = nearest(text);
            if ((nearest & MAGNITUDE) < INFINITY) {
                return new HalfFloat(nearest);
            }
        }
        short notFinite = switch (ValueText.notFinite(text)) {
            case "NaN" -> NAN_BITS;
            case "-NaN" -> (short) (NAN_BITS | SIGN);
            case "Infinity" -> (short) INFINITY;
            case "-Infinity" -> (short) (INFINITY | SIGN);
            default -> 0;
        };
        if (notFinite != 0) {
            return new HalfFloat(notFinite);
        }
        if (NAN.matcher(text).matches()) {
            HalfFloat number = new HalfFloat((short) Integer.parseInt(text, "NaN(0x".length(), text.length() - 1, 16));
            if (Float.isNaN(number.floatValue())) {
                return number;
            }
        }
        throw ValueText.unexpected(
                "a number that rounds to one from -65504 to 65504, NaN, Infinity or -Infinity", text);
    }

    /** {@return the bits of the number that is the nearest to a decimal, which is rounded once} */
    private static short nearest(String decimal) {
        float nearest = Float.parseFloat(decimal);
        if (isBetweenTwo(nearest)) {
            int order = new BigDecimal(decimal).compareTo(new BigDecimal(nearest));
            nearest = order < 0 ? Math.nextDown(nearest) : order > 0 ? Math.nextUp(nearest) : nearest;
        }
        return Float.floatToFloat16(nearest);
    }

    /** {@return whether two halves are as near to a float: what was rounded to it may be nearer to one of them} */
    private static boolean isBetweenTwo(float value) {
        int exponent = Math.max(Math.getExponent(value), MIN_EXPONENT);
        double steps = value / Math.scalb(1.0, exponent - BITS_BEHIND_POINT - 1);
        return steps == Math.rint(steps) && Math.abs(steps % 2) == 1;
    }

    /** {@return the bits} */
    public short bits() {
        return bits;
    }

    /** {@return this number as an {@code int}, as a cast of a {@code float} has it} */
    @Override
    public int intValue() {
        return (int) floatValue();
    }

    /** {@return this number as a {@code long}, as a cast of a {@code float} has it} */
    @Override
    public long longValue() {
        return (long) floatValue();
    }

    /** {@return the same number as a {@code float}} */
    @Override
    public float floatValue() {
        return Float.float16ToFloat(bits);
    }

    /** {@return the same number as a {@code double}} */
    @Override
    public double doubleValue() {
        return floatValue();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof HalfFloat number && number.bits == bits;
    }

    @Override
    public int hashCode() {
        return Short.hashCode(bits);
    }

    /**
     * {@return the shortest decimal that is read back as the same number, as {@link Float#toString(float)} would spell
     * it} Of several that are as short it is the nearest, and of two that are as near the one with
     * an even last digit. Other numbers are {@code NaN}, {@code Infinity} and
     * {@code -Infinity}; a NaN with other bits than Java's shows them, as in {@code NaN(0x7e01)}.
     */
    @Override
    public String toString() {
        int magnitude = bits & MAGNITUDE;
        if (magnitude > INFINITY) {
            return bits == NAN_BITS ? "NaN" : "NaN(0x%04x)".formatted(bits);
        }
        float decimal = magnitude == INFINITY ? Float.POSITIVE_INFINITY : decimal(magnitude);
        return Float.toString(bits < 0 ? -decimal : decimal);
    }

    /** {@return the float that is spelled as the shortest decimal of a positive number} */
    private static float decimal(int magnitude) {
        float decimal = DECIMALS[magnitude];
        if (decimal == 0 && magnitude > 0) {
            decimal = shortest(magnitude).floatValue();
            DECIMALS[magnitude] = decimal;
        }
        return decimal;
    }

    private static BigDecimal shortest(int magnitude) {
        BigDecimal exact = new BigDecimal(Float.float16ToFloat((short) magnitude));
        for (int digits = 1; ; digits++) {
            BigDecimal below = exact.round(new MathContext(digits, RoundingMode.DOWN));
            BigDecimal above = exact.round(new MathContext(digits, RoundingMode.UP));
            boolean isBelow = nearest(below.toString()) == magnitude;
            boolean isAbove = nearest(above.toString()) == magnitude;
            if (isBelow && isAbove) {
                return exact.round(new MathContext(digits, RoundingMode.HALF_EVEN));
            } else if (isBelow || isAbove) {
                return isBelow ? below : above;
            }
        }
    }
}
