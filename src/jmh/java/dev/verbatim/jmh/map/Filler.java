package dev.verbatim.jmh.map;

import java.io.IOException;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.ThreadParams;

/** A thread that fills a map that is empty, together with the others. */
@State(Scope.Thread)
public abstract class Filler {

    private Client client;
    private int entries;

    /** Gives the thread a client of a new map. */
    final void use(FillState map, Contender contender, int count, ThreadParams thread) throws IOException {
        entries = count;
        client = map.client(contender, count, thread.getThreadCount(), thread.getThreadIndex());
    }

    final void fill() throws IOException {
        for (int i = 0; i < entries; i++) {
            client.put(i, i);
        }
    }
}
