package dev.verbatim;

import java.io.Serial;
import java.util.List;

/**
 * Says that a type and a layout cannot be bound to one another, with every reason at once.
 *
 * <p>The message has a line for each mismatch: the member's path, what the layout says, what the type says, and what to do.
 * A codec is usually made in a static initialiser; there the JVM wraps this exception in an {@link
 * ExceptionInInitializerError}, whose cause it is.
 */
public final class LayoutMismatchException extends IllegalArgumentException {

    @Serial
    private static final long serialVersionUID = 1L;

    /** The lines of the report; a serialisable list. */
    @SuppressWarnings("serial") // made by List.copyOf, whose lists are serialisable
    private final List<String> mismatches;

    /**
     * Makes the exception.
     *
     * @param summary what could not be bound to what
     * @param mismatches every reason, one line each, at least one
     */
    public LayoutMismatchException(String summary, List<String> mismatches) {
        this(summary, mismatches, 0);
    }

    /**
     * Makes the exception where there may be too many reasons to list: a file that is compared with a layout can have
     * any number of members.
     *
     * @param summary what could not be bound to what
     * @param mismatches the first reasons, one line each, at least one
     * @param unlisted how many more there are
     */
    public LayoutMismatchException(String summary, List<String> mismatches, int unlisted) {
        super(summary + ": " + (mismatches.size() + unlisted)
                + (mismatches.size() + unlisted == 1 ? " mismatch" : " mismatches") + "\n  - "
                + String.join("\n  - ", mismatches) + (unlisted == 0 ? "" : "\n  and " + unlisted + " more"));
        this.mismatches = List.copyOf(mismatches);
    }

    /**
     * {@return every reason, one line each; where the message ends in "and N more", the first reasons}
     */
    public List<String> mismatches() {
        return mismatches;
    }
}
