package dev.verbatim.cli;

import dev.verbatim.text.MalformedTextException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads conditions and paths.
 *
 * <pre>
 *   condition  = and { "||" and }
 *   and        = not { "&amp;&amp;" not }
 *   not        = "!" not | "(" condition ")" | operand [ comparison operand ]
 *   comparison = "==" | "!=" | "&lt;=" | "&gt;=" | "&lt;" | "&gt;"
 *   operand    = number | text | "true" | "false" | "null" | path
 *   number     = [ "-" ] digits [ "." digits ] [ "e" [ "-" | "+" ] digits ]
 *   text       = quotes, single or double, around characters and \" \' \\ \n \r \t
 *   path       = [ "@" ] name { "." name | "[" digits "]" }
 *   name       = letters, digits, _ and $, or anything between two `, in which `` is one `
 * </pre>
 */
final class ConditionParser {

    /** More parentheses and ! than anybody writes, and fewer than a stack holds. */
    private static final int MAX_DEPTH = 200;

    private static final Pattern NUMBER = Pattern.compile("-?[0-9]+(\\.[0-9]+)?([eE][-+]?[0-9]{1,4})?");
    private static final Pattern NAME = Pattern.compile("[\\p{L}_$][\\p{L}\\p{N}_$]*");
    private static final Pattern QUOTED_NAME = Pattern.compile("`(?:[^`]++|``)*+`");
    private static final Pattern INDEX = Pattern.compile("\\[([0-9]{1,9})\\]");

    private static final Set<String> CONSTANTS = Set.of("true", "false", "null");

    private static final String COLUMNS = "--columns";

    private static final String BACKQUOTES =
            "; a name with other characters than letters, digits, _ and $ stands in backquotes, as in '`a b`'";

    private final String option;
    private final String text;
    private int at;
    private int depth;
    private boolean isBehindPath;

    private ConditionParser(String option, String text) {
        this.option = option;
        this.text = text;
    }

    /**
     * {@return the condition that a text spells}
     *
     * @throws BadInputException if it spells none; the message has the column
     */
    static Condition parse(String text) throws BadInputException {
        ConditionParser parser = new ConditionParser("--where", text);
        Condition condition = parser.or();
        parser.requireEnd(parser.isNext("=") ? "==" : "&&, || or the end");
        return condition;
    }

    /**
     * {@return the paths that a text spells, with commas between them}
     *
     * @throws BadInputException if it spells none, or one twice; the message has the column
     */
    static List<MemberPath> parsePaths(String text) throws BadInputException {
        ConditionParser parser = new ConditionParser(COLUMNS, text);
        List<MemberPath> paths = new ArrayList<>();
        do {
            int start = parser.skipSpaces();
            MemberPath path = parser.path();
            if (paths.stream().anyMatch(path::isSameAs)) {
                throw new BadInputException(parser.located(
                        start,
                        "expected each path once, found " + MalformedTextException.quote(path.text()) + " twice"));
            }
            paths.add(path);
        } while (parser.passed(","));
        parser.requireEnd("a comma or the end");
        return paths;
    }

    /** {@return a name as a path has it, in backquotes if it would be taken for something else without} */
    static String written(String name) {
        boolean isPlain = NAME.matcher(name).matches() && !CONSTANTS.contains(name);
        return isPlain ? name : "`" + name.replace("`", "``") + "`";
    }

    private Condition or() throws BadInputException {
        Condition first = and();
        if (!passed("||")) {
            return first;
        }
        List<Condition> alternatives = new ArrayList<>(List.of(first));
        do {
            alternatives.add(and());
        } while (passed("||"));
        return new Condition.Any(List.copyOf(alternatives));
    }

    private Condition and() throws BadInputException {
        Condition first = not();
        if (!passed("&&")) {
            return first;
        }
        List<Condition> parts = new ArrayList<>(List.of(first));
        do {
            parts.add(not());
        } while (passed("&&"));
        return new Condition.All(List.copyOf(parts));
    }

    private Condition not() throws BadInputException {
        if (++depth > MAX_DEPTH) {
            throw unexpected("at most " + MAX_DEPTH + " parentheses and ! in one another");
        }
        Condition condition;
        if (passed("!")) {
            Condition inner = not();
            condition = entry -> !inner.holds(entry);
        } else if (passed("(")) {
            condition = or();
            if (!passed(")")) {
                throw unexpected(")");
            }
        } else {
            condition = comparison();
        }
        depth--;
        return condition;
    }

    private Condition comparison() throws BadInputException {
        int start = skipSpaces();
        Condition.Operand left = operand();
        int place = skipSpaces();
        for (Condition.Comparison comparison : Condition.Comparison.values()) {
            if (passed(comparison.sign())) {
                Condition.Operand right = operand();
                return entry -> {
                    Object first = left.value(entry);
                    Object second = right.value(entry);
                    try {
                        return comparison.holds(first, second);
                    } catch (BadInputException e) {
                        throw new BadInputException(located(place, e.getMessage()));
                    }
                };
            }
        }
        return entry -> isTrue(start, left, entry);
    }

    private boolean isTrue(int start, Condition.Operand operand, ShownEntry entry) throws BadInputException {
        if (operand.value(entry) instanceof Boolean truth) {
            return truth;
        }
        throw new BadInputException(
                located(start, "expected a comparison, such as ==, or a truth value, found neither"));
    }

    private Condition.Operand operand() throws BadInputException {
        skipSpaces();
        isBehindPath = false;
        if (at < text.length() && (text.charAt(at) == '"' || text.charAt(at) == '\'')) {
            String constant = string();
            return entry -> constant;
        }
        String number = match(NUMBER);
        if (number != null) {
            Condition.Literal literal = Condition.Literal.of(number);
            return entry -> literal;
        }
        int start = at;
        MemberPath path = path();
        return switch (path.text()) {
            case "true" -> entry -> true;
            case "false" -> entry -> false;
            case "null" -> entry -> null;
            default -> entry -> compared(start, path, entry);
        };
    }

    private @Nullable Object compared(int start, MemberPath path, ShownEntry entry) throws BadInputException {
        try {
            return path.compared(entry);
        } catch (BadInputException e) {
            throw new BadInputException(located(start, e.getMessage()));
        }
    }

    private MemberPath path() throws BadInputException {
        int start = at;
        List<Object> steps = new ArrayList<>();
        boolean isLabel = text.startsWith("@", at);
        at += isLabel ? 1 : 0;
        steps.add(name());
        while (true) {
            String index = group(INDEX);
            if (index != null) {
                steps.add(Integer.valueOf(index));
            } else if (text.startsWith(".", at)) {
                at++;
                steps.add(name());
            } else {
                isBehindPath = true;
                return new MemberPath(text.substring(start, at), isLabel, steps);
            }
        }
    }

    private String name() throws BadInputException {
        String quoted = group(QUOTED_NAME);
        String name = quoted == null ? match(NAME) : quoted.replace("``", "`");
        if (name == null) {
            throw unexpected(option.equals(COLUMNS) ? "a path" : "a path, a number or a text");
        }
        return name;
    }

    private String string() throws BadInputException {
        int start = at;
        char quote = text.charAt(at++);
        StringBuilder found = new StringBuilder();
        while (at < text.length() && text.charAt(at) != quote) {
            char c = text.charAt(at++);
            found.append(c == '\\' ? escaped() : c);
        }
        if (at == text.length()) {
            throw new BadInputException(located(start, "expected a text that ends in " + quote + ", found the end"));
        }
        at++;
        return found.toString();
    }

    private char escaped() throws BadInputException {
        char c = at < text.length() ? text.charAt(at) : '\0';
        char meant = switch (c) {
            case '"', '\'', '\\' -> c;
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            default -> throw unexpected("one of \" ' \\ n r t");
        };
        at++;
        return meant;
    }

    private boolean passed(String sign) {
        skipSpaces();
        // A ! in front of a condition is not the first half of a comparison.
        if (!text.startsWith(sign, at) || (sign.equals("!") && text.startsWith("!=", at))) {
            return false;
        }
        at += sign.length();
        return true;
    }

    private @Nullable String match(Pattern pattern) {
        Matcher matcher = pattern.matcher(text).region(at, text.length());
        if (!matcher.lookingAt()) {
            return null;
        }
        at = matcher.end();
        return matcher.group();
    }

    private @Nullable String group(Pattern pattern) {
        String found = match(pattern);
        return found == null ? null : found.substring(1, found.length() - 1);
    }

    private int skipSpaces() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        return at;
    }

    private boolean isNext(String sign) {
        return text.startsWith(sign, skipSpaces());
    }

    private void requireEnd(String expected) throws BadInputException {
        if (skipSpaces() < text.length()) {
            throw unexpected(expected);
        }
    }

    private BadInputException unexpected(String expected) {
        String found = at == text.length() ? "the end" : MalformedTextException.quote(text.substring(at));
        return new BadInputException(located(at, "expected " + expected + ", found " + found + hint()));
    }

    /** {@return what may be meant, where there is something else than a path, or what cannot follow one} */
    private String hint() {
        boolean isInColumns = option.equals(COLUMNS) && at < text.length();
        boolean isBehindName =
                isBehindPath && NAME.matcher(text).region(at, text.length()).lookingAt();
        return isInColumns || isBehindName ? BACKQUOTES : "";
    }

    private String located(int place, @Nullable String problem) {
        return option + " at column=" + (place + 1) + ": " + problem;
    }
}
