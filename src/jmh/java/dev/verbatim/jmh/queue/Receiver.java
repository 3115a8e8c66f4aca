package dev.verbatim.jmh.queue;

import java.io.Closeable;
import java.io.IOException;

/** Reads updates from a queue, from its start, into an object that is reused. For one thread. */
public interface Receiver extends Closeable {

    /** What {@link #receive} returns when there is no update yet. No update is due then. */
    long NOTHING = Long.MIN_VALUE;

    /** {@return the time that the next update carries, all of which was read; {@link #NOTHING} if there is none yet} */
    long receive() throws IOException;
}
