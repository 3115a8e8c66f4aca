package dev.verbatim.jmh.map;

import java.io.IOException;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** A thread that uses a map: each call takes the next key of those that were drawn. */
@State(Scope.Thread)
public abstract class Worker {

    /** Of so many operations of the mix, one is a put. */
    private static final int MIXED = 20;

    /** How many keys a thread begins behind another one. */
    private static final int STAGGER = 0x5_5555;

    private Client client;
    private int next;
    private long number;

    /**
     * Gives the thread its client.
     *
     * @param thread the number of the thread
     */
    final void use(MapState map, Contender contender, int thread) throws IOException {
        client = map.client(contender);
        next = thread * STAGGER;
        long found = getInto();
        if (found < 0 || getMissing() != null) {
            throw new IllegalStateException("expected a value of a key that was put and none of another");
        }
    }

    private int next() {
        return next++ & Keys.DRAWN - 1;
    }

    final Object get() throws IOException {
        return client.get(next());
    }

    final long getInto() throws IOException {
        return client.getInto(next());
    }

    final long view() throws IOException {
        return client.view(next());
    }

    final Object getMissing() throws IOException {
        return client.get(Keys.DRAWN + next());
    }

    final void update() throws IOException {
        client.put(next(), number++);
    }

    final long mix() throws IOException {
        if (next % MIXED == 0) {
            update();
            return number;
        }
        return getInto();
    }
}
