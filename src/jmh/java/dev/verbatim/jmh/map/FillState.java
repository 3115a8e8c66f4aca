package dev.verbatim.jmh.map;

import java.io.IOException;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A new map for each iteration. All threads fill it together, each with keys of its own. */
@State(Scope.Benchmark)
public class FillState {

    private TemporaryFolder folder;
    private Store store;

    /**
     * Makes the client of a thread. The first call makes the map.
     *
     * @param entries how many entries each thread inserts
     * @param threads how many threads there are
     * @param thread the number of this one
     */
    final synchronized Client client(Contender contender, int entries, int threads, int thread) throws IOException {
        if (store == null) {
            folder = TemporaryFolder.create();
            store = contender.open(folder.path(), entries * threads);
        }
        return store.client(
                IntStream.range(thread * entries, (thread + 1) * entries).toArray());
    }

    /** Closes the map and deletes it. */
    @TearDown(Level.Iteration)
    public final void delete() throws IOException {
        store.close();
        store = null;
        folder.delete();
    }
}
