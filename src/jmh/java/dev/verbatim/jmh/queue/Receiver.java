package dev.verbatim.jmh.queue;

import java.io.Closeable;
import java.io.IOException;

/** Reads updates from a queue, from its start, into an object that is reused. For one thread. */
public interface Receiver extends Closeable {

    /** What {@link #receive} returns when there is no update yet. No update carries this time. */
    long NOTHING = Long.MIN_VALUE;

    /** {@return the time in the next update, which was read whole; {@link #NOTHING} if there is no update yet} */
    long receive() throws IOException;
}
