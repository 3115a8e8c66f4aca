package dev.verbatim.file;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A parser of the Python literals in a {@code .npy} header: dicts, tuples, lists, strings, integers, {@code True} and
 * {@code False}. It takes what NumPy writes, with either quote, escapes, any blanks and trailing commas, and is more
 * lenient than Python with the digits of a number.
 */
final class PythonLiteral {

    /**
     * A parsed value.
     *
     * @param value a {@link Map}, {@link List}, {@link Tuple}, {@link String}, {@link Long} or {@link Boolean}
     * @param start where its text starts
     * @param end where its text ends
     */
    record Node(Object value, int start, int end) {}

    /**
     * A tuple, which the format tells from a list.
     *
     * @param elements the elements
     */
    record Tuple(List<Node> elements) {}

    /** Says what is wrong, and where in the text. */
    static final class SyntaxException extends Exception {
        private static final long serialVersionUID = 1L;

        final int position;
        final String expected;
        final String found;

        SyntaxException(int position, String expected, String found) {
            super(expected + " at " + position);
            this.position = position;
            this.expected = expected;
            this.found = Excerpt.of(found);
        }
    }

    /**
     * How deep values can be nested. It keeps a hostile header from overflowing the stack; Python stops at 200
     * brackets.
     */
    static final int MAX_DEPTH = 100;

    /** How many values there can be. It keeps a hostile header from filling the memory, at some hundred bytes each. */
    static final int MAX_VALUES = 500_000;

    private static final String BLANKS = " \t\r\n\f";

    private final String text;
    private final boolean isOfPython2;
    private int position;
    private int depth;
    private int values;

    private PythonLiteral(String text, boolean isOfPython2) {
        this.text = text;
        this.isOfPython2 = isOfPython2;
    }

    /** {@return the value of a text that is one literal and blanks} */
    static Node parse(String text) throws SyntaxException {
        return parse(new PythonLiteral(text, false));
    }

    /** {@return the value of a text that Python 2 may have written, with an {@code L} behind a number} */
    static Node parseOfPython2(String text) throws SyntaxException {
        return parse(new PythonLiteral(text, true));
    }

    private static Node parse(PythonLiteral parser) throws SyntaxException {
        Node node = parser.value();
        parser.skipBlanks();
        if (parser.position < parser.text.length()) {
            throw parser.unexpected("the end of the header");
        }
        return node;
    }

    private Node value() throws SyntaxException {
        skipBlanks();
        if (++depth > MAX_DEPTH) {
            throw new SyntaxException(position, "at most " + MAX_DEPTH + " nested brackets", "more");
        }
        if (++values > MAX_VALUES) {
            throw new SyntaxException(position, "at most " + MAX_VALUES + " values", "more");
        }
        int start = position;
        Object value = switch (peek()) {
            case '{' -> dict();
            case '[' -> elements('[', ']');
            case '(' -> tupleOrParenthesised();
            case '\'', '"' -> string();
            case 'T' -> keyword("True", true);
            case 'F' -> keyword("False", false);
            default -> integer();
        };
        depth--;
        return value instanceof Node inner ? inner : new Node(value, start, position);
    }

    private Map<String, Node> dict() throws SyntaxException {
        Map<String, Node> dict = new LinkedHashMap<>();
        expect('{');
        while (!skip('}')) {
            skipBlanks();
            int start = position;
            if (!(value().value() instanceof String key)) {
                throw new SyntaxException(start, "a string as key", excerpt(start));
            }
            skipBlanks();
            expect(':');
            dict.put(key, value());
            if (!skip(',')) {
                skipBlanks();
                expect('}');
                break;
            }
        }
        return dict;
    }

    private List<Node> elements(char open, char close) throws SyntaxException {
        List<Node> elements = new ArrayList<>();
        expect(open);
        while (!skip(close)) {
            elements.add(value());
            if (!skip(',')) {
                skipBlanks();
                expect(close);
                break;
            }
        }
        return List.copyOf(elements); // most have two or three, and a list that can grow has room for ten
    }

    /** A tuple of one element ends in a comma; without it the parentheses mean nothing. */
    private Object tupleOrParenthesised() throws SyntaxException {
        List<Node> elements = elements('(', ')');
        return elements.size() == 1 && !endsInComma() ? elements.getFirst() : new Tuple(elements);
    }

    /** Whether there is a comma before the bracket that was read last. */
    private boolean endsInComma() {
        int last = position - 2;
        while (BLANKS.indexOf(text.charAt(last)) >= 0) {
            last--;
        }
        return text.charAt(last) == ',';
    }

    private String string() throws SyntaxException {
        char quote = text.charAt(position++);
        StringBuilder string = new StringBuilder();
        while (peek() != quote) {
            char c = text.charAt(position++);
            if (c == '\\') {
                escape(string);
            } else {
                string.append(c);
            }
        }
        position++;
        return string.toString();
    }

    private void escape(StringBuilder string) throws SyntaxException {
        char c = peek();
        position++;
        switch (c) {
            case '\\', '\'', '"' -> string.append(c);
            case 'n' -> string.append('\n');
            case 'r' -> string.append('\r');
            case 't' -> string.append('\t');
            case 'x' -> string.appendCodePoint(hex(2));
            case 'u' -> string.append((char) hex(4));
            case 'U' -> string.appendCodePoint(hex(8));
            default -> throw new SyntaxException(position - 2, "an escape that repr writes", "\\" + c);
        }
    }

    private int hex(int digits) throws SyntaxException {
        int start = position;
        position += digits;
        try {
            int codePoint = Integer.parseInt(text, start, position, 16);
            if (Character.isValidCodePoint(codePoint) && Character.digit(text.charAt(start), 16) >= 0) {
                return codePoint;
            }
        } catch (NumberFormatException | IndexOutOfBoundsException e) {
            // The exception below says so too.
        }
        throw new SyntaxException(start, digits + " hexadecimal digits of a character", excerpt(start));
    }

    private Long integer() throws SyntaxException {
        int start = position;
        while (position < text.length() && (isDigit(text.charAt(position)) || text.charAt(position) == '_')) {
            position++;
        }
        try {
            Long value = Long.valueOf(text.substring(start, position).replace("_", ""));
            position += isOfPython2 && text.startsWith("L", position) ? 1 : 0;
            return value;
        } catch (NumberFormatException e) {
            position = start;
            throw unexpected("a value");
        }
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private Boolean keyword(String keyword, boolean value) throws SyntaxException {
        if (!text.startsWith(keyword, position)) {
            throw unexpected(keyword);
        }
        position += keyword.length();
        return value;
    }

    private char peek() throws SyntaxException {
        if (position >= text.length()) {
            throw unexpected("more of the header");
        }
        return text.charAt(position);
    }

    private void expect(char c) throws SyntaxException {
        if (peek() != c) {
            throw unexpected("'" + c + "'");
        }
        position++;
    }

    private boolean skip(char c) throws SyntaxException {
        skipBlanks();
        if (peek() != c) {
            return false;
        }
        position++;
        return true;
    }

    private void skipBlanks() {
        while (position < text.length() && BLANKS.indexOf(text.charAt(position)) >= 0) {
            position++;
        }
    }

    private SyntaxException unexpected(String expected) {
        return new SyntaxException(position, expected, excerpt(position));
    }

    private String excerpt(int start) {
        return start >= text.length()
                ? "the end of the header"
                : "`"
                        + text.substring(start, Math.min(text.length(), start + 20))
                                .strip() + "`";
    }
}
