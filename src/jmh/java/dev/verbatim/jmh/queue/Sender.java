package dev.verbatim.jmh.queue;

import java.io.Closeable;
import java.io.IOException;

/** Appends updates to a queue: each time the next of those that it has prepared. For one thread. */
public interface Sender extends Closeable {

    /**
     * Appends the next update.
     *
     * @param due the time that the update carries
     */
    void send(long due) throws IOException;
}
