package dev.verbatim.text;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads what {@link Json} writes (RFC 8259). One text is one parser. */
final class JsonParser {

    /** As many as a stored layout can have, and more. */
    private static final int MAX_DEPTH = 256;

    /** Without zeros that lead it: what they mean, readers do not agree on. */
    private static final Pattern NUMBER = Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][-+]?[0-9]+)?");

    private static final char FIRST_UNCONTROLLED = ' ';

    private final String text;
    private int at;
    private int depth;

    private JsonParser(String text) {
        this.text = text;
    }

    /**
     * {@return the value that a text spells}
     *
     * @throws MalformedTextException if it is no JSON; the message says where
     */
    static @Nullable Object parse(String text) {
        JsonParser parser = new JsonParser(text);
        @Nullable Object value = parser.value();
        parser.skipSpaces();
        if (parser.at < text.length()) {
            throw parser.unexpected("the end");
        }
        return value;
    }

    private @Nullable Object value() {
        skipSpaces();
        return switch (peek()) {
            case '{' -> object();
            case '[' -> array();
            case '"' -> string();
            default -> bare();
        };
    }

    private Map<String, @Nullable Object> object() {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        enter();
        for (boolean more = !isNext('}'); more; more = goesOn('}')) {
            skipSpaces();
            if (peek() != '"') {
                throw unexpected("the name of a member in quotes");
            }
            String name = string();
            skipSpaces();
            require(':');
            if (members.containsKey(name)) {
                throw new MalformedTextException(
                        "expected the member " + MalformedTextException.quote(name) + " once, found it twice");
            }
            members.put(name, value());
        }
        depth--;
        return members;
    }

    private List<@Nullable Object> array() {
        List<@Nullable Object> elements = new ArrayList<>();
        enter();
        for (boolean more = !isNext(']'); more; more = goesOn(']')) {
            elements.add(value());
        }
        depth--;
        return elements;
    }

    private void enter() {
        at++;
        if (++depth > MAX_DEPTH) {
            throw unexpected("at most " + MAX_DEPTH + " objects and arrays in one another");
        }
    }

    /** {@return whether a character is next, which is passed then} */
    private boolean isNext(char end) {
        skipSpaces();
        if (peek() != end) {
            return false;
        }
        at++;
        return true;
    }

    /** {@return whether a comma is next, and not the end} */
    private boolean goesOn(char end) {
        if (isNext(end)) {
            return false;
        }
        require(',');
        return true;
    }

    private String string() {
        StringBuilder found = new StringBuilder();
        at++;
        while (peek() != '"') {
            char c = next();
            if (c < FIRST_UNCONTROLLED) {
                at--;
                throw unexpected("no control character but as an escape");
            }
            found.append(c == '\\' ? escaped() : c);
        }
        at++;
        return found.toString();
    }

    private char escaped() {
        char c = next();
        return switch (c) {
            case '"', '\\', '/' -> c;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> {
                int end = Math.min(at + 4, text.length());
                if (end - at < 4 || !text.substring(at, end).chars().allMatch(HexFormat::isHexDigit)) {
                    throw unexpected("four hexadecimal digits");
                }
                at = end;
                yield (char) HexFormat.fromHexDigits(text, end - 4, end);
            }
            default -> throw unexpected("an escape of JSON");
        };
    }

    private @Nullable Object bare() {
        int start = at;
        while (at < text.length()
                && (Character.isLetterOrDigit(text.charAt(at)) || "+-.".indexOf(text.charAt(at)) >= 0)) {
            at++;
        }
        String found = text.substring(start, at);
        return switch (found) {
            case "null" -> null;
            case "true", "false" -> Boolean.valueOf(found);
            // No JSON, and yet what Python's module writes as it.
            case "NaN", "Infinity", "-Infinity" -> Double.valueOf(found);
            default -> {
                if (!NUMBER.matcher(found).matches()) {
                    at = start;
                    throw unexpected("a value of JSON");
                }
                yield new JsonNumber(found);
            }
        };
    }

    private void require(char expected) {
        if (peek() != expected) {
            throw unexpected("'" + expected + "'");
        }
        at++;
    }

    private char next() {
        if (at == text.length()) {
            throw unexpected("a string with an end");
        }
        return text.charAt(at++);
    }

    /** {@return the next character; at the end one that is part of nothing} */
    private char peek() {
        return at < text.length() ? text.charAt(at) : '\0';
    }

    private void skipSpaces() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    private MalformedTextException unexpected(String expected) {
        return new MalformedTextException("JSON at column=" + (at + 1) + ": expected " + expected + ", found "
                + (at == text.length() ? "the end" : MalformedTextException.quote(text.substring(at))));
    }
}
