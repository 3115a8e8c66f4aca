package dev.verbatim;

/**
 * Thrown on reading when the bytes hold what the DTO cannot have: an ordinal that is none of its enum, text that is not UTF-8, a record of variable
 * length that is not in the one form of its format. The message names the member's path, its offset, what was expected and what was found.
 *
 * <p>Views throw it too for what they cannot show and a codec could read: a record or an element of an older layout, and elements that are not
 * aligned for atomic accessors. The message says so.
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
