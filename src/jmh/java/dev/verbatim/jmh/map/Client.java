package dev.verbatim.jmh.map;

import java.io.IOException;

/** Uses a map, for one thread. It was given keys, and is told which of them to use by their place there. */
interface Client {

    /** What {@link #getInto} and {@link #view} return when a key has no value. No value says this. */
    long NOTHING = Long.MIN_VALUE;

    /** {@return the value of a key, in a new object; null if it has none} */
    Object get(int place) throws IOException;

    /** {@return the number in the value of a key, which was read into an object that is reused} */
    long getInto(int place) throws IOException;

    /** {@return two fields of the value of a key, added, which were read in place} */
    default long view(int place) throws IOException {
        throw new UnsupportedOperationException(getClass() + " cannot read in place");
    }

    /**
     * Gives a key a value.
     *
     * @param number what the value says, 0 or more
     */
    void put(int place, long number) throws IOException;
}
