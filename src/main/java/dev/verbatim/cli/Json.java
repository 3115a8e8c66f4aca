package dev.verbatim.cli;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes JSON (RFC 8259) on one line. It takes maps, lists, strings, the values that {@link ValueText} spells, and
 * null.
 */
final class Json {

    private Json() {}

    /** {@return a value in JSON} */
    static String of(@Nullable Object value) {
        StringBuilder json = new StringBuilder();
        append(json, value);
        return json.toString();
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
            case Character c -> false;
            case Float f -> Float.isFinite(f);
            case Double d -> Double.isFinite(d);
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
