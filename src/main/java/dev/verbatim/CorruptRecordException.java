package dev.verbatim;

/**
 * Thrown on reading when the bytes hold something that the DTO cannot have: an ordinal that its enum does not have,
 * text that is not UTF-8, or a variable-length record that is not in the one form of its format. The message names the
 * path of the member, its offset, what was expected and what was found.
 *
 * <p>Views also throw it for bytes that they cannot show although a codec could read them: a variable-length record or
 * an element of an older layout, and elements that are not aligned for atomic accessors. The message says so. A {@link
 * LayoutReader} throws it for bytes of another layout than its own.
 */
public class CorruptRecordException extends RuntimeException {

    private static final long serialVersionUID = 1;

    /**
     * Makes an exception.
     *
     * @param message names the member, its offset, what was expected and what was found
     */
    public CorruptRecordException(String message) {
        super(message);
    }
}
