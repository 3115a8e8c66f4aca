package dev.verbatim.text;

import java.lang.foreign.ValueLayout;
import java.math.BigInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How single values are spelled in JSON and CSV, and read back bit for bit. A number is the shortest decimal that Java
 * reads back as the same value, or {@code NaN}, {@code Infinity} or {@code -Infinity}. A NaN with other bits than
 * Java's shows its bits, as in {@code NaN(0x7fc00001)}. What is no finite number is also read as C and Python print it,
 * such as {@code nan} and {@code -inf}. A control character or a surrogate is {@code 0x} and four
 * digits; another char is itself.
 */
final class ValueText {

    private static final Pattern WHOLE = Pattern.compile("-?[0-9]{1,19}");
    static final Pattern DECIMAL = Pattern.compile("-?[0-9]+(\\.[0-9]+)?([eE][-+]?[0-9]+)?");
    private static final Pattern NOT_FINITE = Pattern.compile("([-+]?)(nan|inf|infinity)", Pattern.CASE_INSENSITIVE);
    private static final Pattern NAN = Pattern.compile("NaN\\(0x([0-9a-f]{8}|[0-9a-f]{16})\\)");

    private ValueText() {}

    /**
     * {@return the spelling of a boxed primitive, of a whole number, of a number of JSON, of a string, or of bytes}
     *
     * @throws IllegalArgumentException if it is none of these
     */
    static String of(Object value) {
        return switch (value) {
            case Character c -> of((char) c);
            case Float f
            when Float.isNaN(f) && Float.floatToRawIntBits(f) != Float.floatToIntBits(f) ->
                "NaN(0x%08x)".formatted(Float.floatToRawIntBits(f));
            case Double d
            when Double.isNaN(d) && Double.doubleToRawLongBits(d) != Double.doubleToLongBits(d) ->
                "NaN(0x%016x)".formatted(Double.doubleToRawLongBits(d));
            case byte[] bytes -> ByteText.of(bytes);
            case JsonNumber number -> number.text();
            case String _,
                    Boolean _,
                    Byte _,
                    Short _,
                    Integer _,
                    Long _,
                    BigInteger _,
                    Float _,
                    Double _,
                    HalfFloat _ -> value.toString();
            default ->
                throw new IllegalArgumentException(
                        "expected a text, bytes, a BigInteger, a HalfFloat or the box of a primitive, or for an array a"
                                + " List of these; found "
                                + value.getClass().getTypeName());
        };
    }

    private static String of(char c) {
        return Character.isISOControl(c) || Character.isSurrogate(c) ? "0x%04x".formatted((int) c) : String.valueOf(c);
    }

    /**
     * {@return the value that a text spells, of the carrier of a value layout}
     *
     * @throws MalformedTextException if the text spells no such value; the message says what was expected
     */
    static Object parse(ValueLayout layout, String text) {
        Class<?> carrier = layout.carrier();
        if (carrier == boolean.class) {
            return parseBoolean(text);
        } else if (carrier == char.class) {
            return parseChar(text);
        } else if (carrier == float.class) {
            return parseFloat(text);
        } else if (carrier == double.class) {
            return parseDouble(text);
        } else if (carrier == byte.class) {
            return (byte) parseWhole(text, Byte.MIN_VALUE, Byte.MAX_VALUE);
        } else if (carrier == short.class) {
            return (short) parseWhole(text, Short.MIN_VALUE, Short.MAX_VALUE);
        } else if (carrier == int.class) {
            return (int) parseWhole(text, Integer.MIN_VALUE, Integer.MAX_VALUE);
        }
        return parseWhole(text, Long.MIN_VALUE, Long.MAX_VALUE);
    }

    private static boolean parseBoolean(String text) {
        return switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> throw unexpected("true or false", text);
        };
    }

    private static char parseChar(String text) {
        if (text.length() == 1) {
            return text.charAt(0);
        }
        if (text.matches("0x[0-9a-fA-F]{4}")) {
            return (char) Integer.parseInt(text, 2, text.length(), 16);
        }
        throw unexpected("a character, or 0x and four hexadecimal digits", text);
    }

    private static long parseWhole(String text, long min, long max) {
        try {
            if (WHOLE.matcher(text).matches()) {
                long value = Long.parseLong(text);
                if (value >= min && value <= max) {
                    return value;
                }
            }
        } catch (NumberFormatException e) {
            // Too large; reported below.
        }
        throw unexpected("a whole number from " + min + " to " + max, text);
    }

    private static float parseFloat(String text) {
        if (DECIMAL.matcher(text).matches() && !Float.isInfinite(Float.parseFloat(text))) {
            return Float.parseFloat(text);
        }
        return switch (notFinite(text)) {
            case "NaN" -> Float.NaN;
            case "-NaN" -> Float.intBitsToFloat(0xFFC0_0000);
            case "Infinity" -> Float.POSITIVE_INFINITY;
            case "-Infinity" -> Float.NEGATIVE_INFINITY;
            default -> {
                float nan = isNanOfDigits(text, 8) ? Float.intBitsToFloat((int) bits(text)) : 0;
                if (!Float.isNaN(nan)) {
                    throw unexpected("a number that fits a float, NaN, Infinity or -Infinity", text);
                }
                yield nan;
            }
        };
    }

    private static double parseDouble(String text) {
        if (DECIMAL.matcher(text).matches() && !Double.isInfinite(Double.parseDouble(text))) {
            return Double.parseDouble(text);
        }
        return switch (notFinite(text)) {
            case "NaN" -> Double.NaN;
            case "-NaN" -> Double.longBitsToDouble(0xFFF8_0000_0000_0000L);
            case "Infinity" -> Double.POSITIVE_INFINITY;
            case "-Infinity" -> Double.NEGATIVE_INFINITY;
            default -> {
                double nan = isNanOfDigits(text, 16) ? Double.longBitsToDouble(bits(text)) : 0;
                if (!Double.isNaN(nan)) {
                    throw unexpected("a number that fits a double, NaN, Infinity or -Infinity", text);
                }
                yield nan;
            }
        };
    }

    /**
     * {@return {@code NaN}, {@code Infinity}, or one of these behind a minus, where a text spells it in any way; other
     * texts as they are}
     */
    static String notFinite(String text) {
        Matcher matcher = NOT_FINITE.matcher(text);
        if (!matcher.matches()) {
            return text;
        }
        String sign = matcher.group(1).equals("-") ? "-" : "";
        return sign + (matcher.group(2).equalsIgnoreCase("nan") ? "NaN" : "Infinity");
    }

    private static boolean isNanOfDigits(String text, int digits) {
        return NAN.matcher(text).matches() && text.length() == "NaN(0x)".length() + digits;
    }

    private static long bits(String text) {
        return Long.parseUnsignedLong(text.substring("NaN(0x".length(), text.length() - 1), 16);
    }

    static MalformedTextException unexpected(String expected, String found) {
        return new MalformedTextException("expected " + expected + ", found " + MalformedTextException.quote(found));
    }
}
