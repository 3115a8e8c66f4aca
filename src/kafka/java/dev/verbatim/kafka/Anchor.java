package dev.verbatim.kafka;

import dev.verbatim.GapException;
import dev.verbatim.queue.MappedQueue;
import dev.verbatim.queue.Tailer;
import java.io.Closeable;
import java.io.IOException;

/**
 * A named tailer that reads nothing and stands where a relay is: so retention keeps what the relay still needs, and a
 * second relay of the name is refused. A tailer that reads acknowledges by itself, and too early.
 */
final class Anchor implements Closeable {

    private final Tailer tailer;

    Anchor(MappedQueue queue, String name) throws IOException {
        this.tailer = queue.tailer(name);
    }

    long position() {
        return tailer.position();
    }

    /**
     * Goes to a position, wherever it is. If its entry was deleted meanwhile, by a retention that does not heed
     * tailers, the place that is kept stays: the relay meets the gap by itself, and this is not who decides about it.
     */
    void moveTo(long position) throws IOException {
        try {
            if (tailer.position() != position) {
                tailer.moveTo(position);
            }
        } catch (GapException e) {
            return;
        }
        tailer.acknowledge();
    }

    /**
     * Goes forward to a position: to find that out by a walk through the whole segment would take longer.
     *
     * @param entries how many entries lie before it at least
     */
    void advanceTo(long position, long entries) throws IOException {
        try {
            tailer.skip(entries);
            while (tailer.position() < position && tailer.skip(1) == 1) {
                // what others have appended, or marks that the relay has passed
            }
        } catch (GapException e) {
            // The relay knows of the gap by itself, and is behind it.
        }
        moveTo(position);
    }

    @Override
    public void close() throws IOException {
        tailer.close();
    }
}
