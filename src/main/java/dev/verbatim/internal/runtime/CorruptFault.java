package dev.verbatim.internal.runtime;

import dev.verbatim.CorruptRecordException;

/**
 * Says what is wrong in memory, and where. The path of the member is added on the way up: to make it on the way down would cost more than
 * to read the record.
 */
final class CorruptFault extends ValueFault {

    private static final long serialVersionUID = 1;

    private final String expected;
    private final String found;
    private long position;
    private String path = "";

    /**
     * Makes a fault.
     *
     * @param position where it is, in bytes from the start of what is read
     * @param expected what was expected there, as the message says it
     * @param found what was found
     */
    CorruptFault(long position, String expected, String found) {
        this.position = position;
        this.expected = expected;
        this.found = found;
    }

    /** Adds the name of what the path lies in, or an index such as {@code [3]}. */
    CorruptFault in(String name) {
        path = name + (path.isEmpty() || path.startsWith("[") ? "" : ".") + path;
        return this;
    }

    /** Moves the position from where bytes were read to where they lie. */
    CorruptFault movedBy(long distance) {
        position += distance;
        return this;
    }

    /**
     * {@return what is thrown}
     *
     * @param attempt how the message begins
     * @param shift what is added to the position to make the offset in the segment
     * @param whole what the path is where it is empty
     */
    CorruptRecordException toException(String attempt, long shift, String whole) {
        return new CorruptRecordException(attempt + (path.isEmpty() ? whole : path) + " at offset=" + (position + shift)
                + ": expected " + expected + ", found " + found);
    }
}
