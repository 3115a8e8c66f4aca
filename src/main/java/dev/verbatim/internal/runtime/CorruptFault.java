package dev.verbatim.internal.runtime;

import dev.verbatim.CorruptRecordException;

/**
 * Says what is wrong in memory, and where. Its path grows on the way up, a name at a time: to keep a path on the way
 * down would cost every read more than the reading itself.
 */
final class CorruptFault extends ValueFault {

    private static final long serialVersionUID = 1;

    private final String expected;
    private final String found;
    private long position;
    private String path = "";

    /** The end of the path that is within what a conversion makes. */
    private String withinConverted = "";

    /**
     * Makes a fault.
     *
     * @param position where the bytes are, from the start of what is read
     * @param expected what was expected there, as the message says it
     * @param found what was found
     */
    CorruptFault(long position, String expected, String found) {
        this.position = position;
        this.expected = expected;
        this.found = found;
    }

    /** Puts a name, or an index such as {@code [3]}, before the path. */
    CorruptFault in(String name) {
        path = name + (path.isEmpty() || path.startsWith("[") ? "" : ".") + path;
        return this;
    }

    /** {@return the fault, as that of a member for which no default is declared, if an older record ends before it} */
    CorruptFault inOlder(long end) {
        if (position < end) {
            return this;
        }
        CorruptFault absent = new CorruptFault(
                position,
                "a default of what this older record lacks, by VarCodec.Builder.withDefault",
                "none, and zeros are refused: " + found);
        String outside = path.substring(0, path.length() - withinConverted.length());
        absent.path = outside.endsWith(".") ? outside.substring(0, outside.length() - 1) : outside;
        return absent;
    }

    /** Says that all of the path is within what a conversion makes, of which only the whole has a default. */
    CorruptFault inConverted() {
        withinConverted = path;
        return this;
    }

    /** Moves the position from where bytes were read to where they lie. */
    CorruptFault movedBy(long distance) {
        position += distance;
        return this;
    }

    /**
     * {@return the exception for the user}
     *
     * @param attempt how the message begins
     * @param shift the distance from the position to the offset in the segment
     * @param whole stands for an empty path: the name of what is read
     */
    CorruptRecordException toException(String attempt, long shift, String whole) {
        return new CorruptRecordException(attempt + (path.isEmpty() ? whole : path) + " at offset=" + (position + shift)
                + ": expected " + expected + ", found " + found);
    }
}
