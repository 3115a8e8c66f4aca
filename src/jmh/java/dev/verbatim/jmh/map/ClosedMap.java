package dev.verbatim.jmh.map;

import java.io.IOException;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A map that was filled and closed. A call opens it. */
@State(Scope.Benchmark)
public abstract class ClosedMap {

    /** How many entries the map has. */
    @Param({"100000", "5000000"})
    public int entries;

    private Contender contender;
    private TemporaryFolder folder;
    private Store store;

    /** Makes the map. */
    final void fill(Contender filled) throws IOException {
        contender = filled;
        folder = TemporaryFolder.create();
        try (Store filling = contender.open(folder.path(), entries)) {
            Client client = filling.client(IntStream.range(0, entries).toArray());
            for (int number = 0; number < entries; number++) {
                client.put(number, number);
            }
        }
    }

    /** {@return the number in one of the values} */
    final long open() throws IOException {
        store = contender.open(folder.path(), entries);
        long found = store.client(new int[] {entries / 2}).getInto(0);
        if (found != entries / 2) {
            throw new IllegalStateException("expected value=" + entries / 2 + ", found " + found);
        }
        return found;
    }

    /** Closes the map for the next call. */
    @TearDown(Level.Iteration)
    public final void close() throws IOException {
        store.close();
    }

    /** Deletes the map. */
    @TearDown(Level.Trial)
    public final void delete() throws IOException {
        folder.delete();
    }
}
