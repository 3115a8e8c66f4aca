package dev.verbatim.jmh.map;

import java.io.Closeable;

/** A map that is open. Any thread may use it, each with its client. */
interface Store extends Closeable {

    /**
     * Makes a client.
     *
     * @param numbers the numbers of the keys that it uses
     */
    Client client(int[] numbers);
}
