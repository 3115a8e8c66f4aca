package dev.verbatim.internal.log;

import dev.verbatim.CorruptRecordException;

/**
 * Puts the place of an entry before what a codec says of its bytes: a codec knows where they are in a segment of memory
 * alone. Only for a catch block, so that reading costs nothing more.
 */
public final class EntryFault {

    private EntryFault() {}

    /**
     * {@return an exception that says the place too, with the fault as its cause; the fault itself if it is of a class
     * of its user's}
     *
     * @param fault what a codec, a view or a handler has thrown
     * @param place the entry, as messages name it
     */
    public static CorruptRecordException at(CorruptRecordException fault, String place) {
        if (fault.getClass() != CorruptRecordException.class) {
            return fault;
        }
        CorruptRecordException placed = new CorruptRecordException(place + ": " + fault.getMessage());
        placed.initCause(fault);
        return placed;
    }
}
