package dev.verbatim.cli;

import java.util.regex.Pattern;

/** Text on a terminal. That of a file, the names of members too, may have what moves the cursor, or a line end. */
final class TerminalText {

    /** Control and format characters, halves of characters, and line ends. */
    private static final Pattern HIDDEN = Pattern.compile("[\\p{C}\\p{Zl}\\p{Zp}]");

    private TerminalText() {}

    /** {@return a text with {@code ?} for what no terminal shows} */
    static String of(String text) {
        return HIDDEN.matcher(text).replaceAll("?");
    }

    /** {@return whether a terminal shows all of a text} */
    static boolean shows(String text) {
        return !HIDDEN.matcher(text).find();
    }
}
