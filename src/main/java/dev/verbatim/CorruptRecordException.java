package dev.verbatim;

/**
 * Thrown on reading when the bytes hold a value that the DTO cannot have, an ordinal that is none of its enum, or text that is not UTF-8; and
 * when a record of variable length is not in the one form that its format allows. The message names the member's path, its offset, what was expected and what was found.
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
