package dev.verbatim.text;

import java.io.Serial;
import java.util.Objects;

/**
 * Says that a text spells no record of a layout: where, by the path of a member or the column of the text, what was
 * expected and what was found.
 */
public final class MalformedTextException extends IllegalArgumentException {

    @Serial
    private static final long serialVersionUID = 1L;

    private static final int MAX_QUOTED_LENGTH = 60;

    /** The path of the member; empty where no member is meant. */
    private final String path;

    /** What was expected and what was found. */
    private final String problem;

    /**
     * Makes an exception.
     *
     * @param problem what was expected and what was found
     */
    public MalformedTextException(String problem) {
        this("", Objects.requireNonNull(problem, "problem"));
    }

    private MalformedTextException(String path, String problem) {
        super(path.isEmpty() ? problem : path + ": " + problem);
        this.path = path;
        this.problem = problem;
    }

    /** {@return the same, within a member, or within an element such as {@code [3]}} */
    MalformedTextException in(String step) {
        String dot = path.isEmpty() || path.startsWith("[") ? "" : ".";
        return new MalformedTextException(step + dot + path, problem);
    }

    /**
     * {@return a text of any origin in quotes, as a message on one line has it: cut after 60 characters, and with
     * {@code ?} for what no terminal shows}
     *
     * @param text the text
     */
    public static String quote(String text) {
        String printable = Objects.requireNonNull(text, "text").replaceAll("[\\p{C}\\p{Zl}\\p{Zp}]", "?");
        return "\""
                + (printable.length() <= MAX_QUOTED_LENGTH
                        ? printable
                        : printable.substring(0, MAX_QUOTED_LENGTH) + "…")
                + "\"";
    }
}
