package dev.verbatim.text;

import java.lang.foreign.ValueLayout;
import java.math.BigInteger;
import java.util.regex.Pattern;

/** How whole numbers without a sign are spelled and read back. */
final class UnsignedNumbers {

    private static final Pattern DIGITS = Pattern.compile("[0-9]{1,20}");

    private static final BigInteger TWO_TO_THE_64 = BigInteger.ONE.shiftLeft(Long.SIZE);

    private UnsignedNumbers() {}

    /** {@return the number that has the bits of a value} */
    static Number of(Object value) {
        return switch (value) {
            case Byte b -> Byte.toUnsignedInt(b);
            case Short s -> Short.toUnsignedInt(s);
            case Character c -> (int) c;
            case Integer i -> Integer.toUnsignedLong(i);
            case Long l -> l < 0 ? BigInteger.valueOf(l).add(TWO_TO_THE_64) : BigInteger.valueOf(l);
            default -> throw new AssertionError(value.getClass());
        };
    }

    /**
     * {@return the value that has the bits of the number that a text spells}
     *
     * @throws MalformedTextException if the text spells no number without a sign, or a larger one
     */
    static Object parse(ValueLayout layout, String text) {
        long max = -1L >>> (Long.SIZE - layout.byteSize() * Byte.SIZE);
        try {
            if (DIGITS.matcher(text).matches()) {
                long bits = Long.parseUnsignedLong(text);
                if (Long.compareUnsigned(bits, max) <= 0) {
                    return carried(layout, bits);
                }
            }
        } catch (NumberFormatException e) {
            // Too large; reported below.
        }
        throw ValueText.unexpected("a whole number from 0 to " + Long.toUnsignedString(max), text);
    }

    private static Object carried(ValueLayout layout, long bits) {
        return switch (layout) {
            case ValueLayout.OfByte _ -> (byte) bits;
            case ValueLayout.OfShort _ -> (short) bits;
            case ValueLayout.OfChar _ -> (char) bits;
            case ValueLayout.OfInt _ -> (int) bits;
            default -> bits;
        };
    }
}
