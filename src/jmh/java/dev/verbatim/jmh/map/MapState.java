package dev.verbatim.jmh.map;

import java.io.IOException;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** The map that all threads of a benchmark use. It is full before the measurement, and lies in a temporary folder. */
@State(Scope.Benchmark)
public class MapState {

    /** How many entries the map has. */
    @Param({"100000", "5000000"})
    public int entries;

    /** How often the keys are used. */
    @Param({"UNIFORM", "ZIPF"})
    public Distribution keys;

    private TemporaryFolder folder;
    private Store store;
    private int[] numbers;

    /** Makes a client of a thread. The first call fills the map. */
    final synchronized Client client(Contender contender) throws IOException {
        if (store == null) {
            folder = TemporaryFolder.create();
            store = contender.open(folder.path(), entries);
            Client filling = store.client(IntStream.range(0, entries).toArray());
            for (int number = 0; number < entries; number++) {
                filling.put(number, number);
            }
            numbers = Keys.drawn(keys, entries);
        }
        return store.client(numbers);
    }

    /** Closes the map and deletes it. */
    @TearDown
    public final void delete() throws IOException {
        store.close();
        folder.delete();
    }
}
