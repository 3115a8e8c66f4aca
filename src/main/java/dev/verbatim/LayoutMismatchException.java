package dev.verbatim;

import java.io.Serial;
import java.util.List;

/**
 * Says that a type and a layout cannot be bound to one another, and lists every reason.
 *
 * <p>The message has a line for each mismatch: the path of the member, what the layout says, what the type says, and
 * what to do. Most codecs are made in a static initialiser. There the JVM wraps this exception in an {@link
 * ExceptionInInitializerError}, as its cause.
 */
public final class LayoutMismatchException extends IllegalArgumentException {

    @Serial
    private static final long serialVersionUID = 1L;

    /** The lines of the report, in a serialisable list. */
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
     * Makes the exception where there may be too many reasons to list. A file that is compared with a layout can have
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
     * {@return every reason, one line each; if the message ends in "and N more", only the first reasons}
     */
    public List<String> mismatches() {
        return mismatches;
    }
}
