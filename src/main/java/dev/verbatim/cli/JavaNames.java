package dev.verbatim.cli;

import java.util.Arrays;
import java.util.stream.Collectors;

/** Names and texts, which may come from any file, as Java source has them. */
final class JavaNames {

    private JavaNames() {}

    /** {@return the name of the class with the layouts of something, made of the words in its name} */
    static String layoutClass(String name) {
        String words = Arrays.stream(name.split("[^\\p{Alnum}]+"))
                .filter(word -> !word.isEmpty())
                .map(word -> Character.toUpperCase(word.charAt(0)) + word.substring(1))
                .collect(Collectors.joining());
        boolean isTaken = words.equals("Struct") || words.equals("Value"); // what is printed imports such classes
        return (words.isEmpty() || isTaken || Character.isDigit(words.charAt(0)) ? "Stored" : "") + words + "Layout";
    }

    /** {@return a text that a comment on one line can hold} */
    static String comment(String text) {
        // A backslash and a u would begin a character, even a line end.
        return TerminalText.of(text).replace('\\', '/');
    }

    /** {@return a string literal} */
    static String literal(String text) {
        StringBuilder literal = new StringBuilder("\"");
        text.codePoints().forEach(c -> {
            String character = Character.toString(c);
            if (c == '"' || c == '\\') {
                literal.append('\\').append(character);
            } else if (c < 0x20 || c == 0x7F) {
                literal.append("\\%03o".formatted(c));
            } else if (!TerminalText.shows(character)) {
                character.chars().forEach(unit -> literal.append("\\u%04x".formatted(unit)));
            } else {
                literal.append(character);
            }
        });
        return literal.append('"').toString();
    }
}
