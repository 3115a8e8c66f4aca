package dev.verbatim.text;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * JSON (RFC 8259) on one line, of maps, lists, texts, the boxes of primitives, and null. Numbers are not converted when
 * they are read: a {@link JsonNumber} has all digits, whatever the number stands for.
 */
@SuppressWarnings("exports") // the annotation is for checkers; who calls this need not have its module
public final class Json {

    private Json() {}

    /**
     * {@return a value in JSON, without a line end} Objects have their members in the order of the map. Infinite
     * numbers and NaN, which JSON does not have, and characters are strings, as {@link RecordText} spells them.
     *
     * @param value a {@link Map}, a {@link List}, a {@link String}, bytes, a {@link JsonNumber}, the box of a
     *     primitive, a {@link java.math.BigInteger}, a {@link HalfFloat}, or null
     * @throws IllegalArgumentException if it is something else, or has something else in it
     */
    public static String of(@Nullable Object value) {
        StringBuilder json = new StringBuilder();
        append(json, value);
        return json.toString();
    }

    /**
     * {@return the value that a text spells} Objects become maps in the order of their members, arrays become lists, a
     * number becomes a {@link JsonNumber}, {@code true} and {@code false} a {@link Boolean}, null is null, and what
     * stood in quotes is a {@link String} without its escapes. {@link #of} makes the same JSON of it again, but for
     * spaces and escapes. {@code NaN}, {@code Infinity} and {@code -Infinity}, which JSON has not and Python writes,
     * become a {@link Double}.
     *
     * @param text the text
     * @throws MalformedTextException if it is no JSON, has a member twice, or more than 256 objects and arrays in one
     *     another; the message says where
     */
    public static @Nullable Object parse(String text) {
        return JsonParser.parse(Objects.requireNonNull(text, "text"));
    }

    private static void append(StringBuilder json, @Nullable Object value) {
        switch (value) {
            case null -> json.append("null");
            case Map<?, ?> map -> {
                json.append('{');
                String separator = "";
                for (Map.Entry<?, ?> entry : map.entrySet()) {
                    appendString(json.append(separator), String.valueOf(entry.getKey()));
                    append(json.append(':'), entry.getValue());
                    separator = ",";
                }
                json.append('}');
            }
            case List<?> list -> {
                json.append('[');
                String separator = "";
                for (Object element : list) {
                    append(json.append(separator), element);
                    separator = ",";
                }
                json.append(']');
            }
            case String text -> appendString(json, text);
            case Object other when isBare(other) -> json.append(ValueText.of(other));
            default -> appendString(json, ValueText.of(value));
        }
    }

    /** {@return whether a value stands in JSON without quotes} JSON has neither infinite numbers nor characters. */
    private static boolean isBare(Object value) {
        return switch (value) {
            case Character _, byte[] _ -> false;
            case Float f -> Float.isFinite(f);
            case Double d -> Double.isFinite(d);
            case HalfFloat half -> Float.isFinite(half.floatValue());
            default -> true;
        };
    }

    private static void appendString(StringBuilder json, String text) {
        json.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"', '\\' -> json.append('\\').append(c);
                case '\n' -> json.append("\\n");
                case '\r' -> json.append("\\r");
                case '\t' -> json.append("\\t");
                default -> {
                    // Half a surrogate pair has no UTF-8. Only the name of a member can have one.
                    if (Character.isISOControl(c) || (Character.isSurrogate(c) && !isPaired(text, i))) {
                        json.append("\\u%04x".formatted((int) c));
                    } else {
                        json.append(c);
                    }
                }
            }
        }
        json.append('"');
    }

    private static boolean isPaired(String text, int index) {
        return Character.isHighSurrogate(text.charAt(index))
                ? index + 1 < text.length() && Character.isLowSurrogate(text.charAt(index + 1))
                : index > 0 && Character.isHighSurrogate(text.charAt(index - 1));
    }
}
