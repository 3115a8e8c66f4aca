package dev.verbatim.map;

import dev.verbatim.map.ModelOperation.Kind;
import java.util.ArrayList;
import java.util.List;

/** A small map, and what its processes do. */
final class ModelConfiguration {

    /** Where the chains of the two keys begin. */
    enum Homes {
        /** At one word. */
        SAME(0, 4),
        /** At one word and the next. */
        NEXT(1, 4),
        /** At one word in the first generation, and at words that are apart in the next ones, which are larger. */
        APART(4, 8);

        private final int hashOfKey1;
        private final int places;

        Homes(int hashOfKey1, int places) {
            this.hashOfKey1 = hashOfKey1;
            this.places = places;
        }
    }

    private static final int PLACES_OF_FIRST = 4;

    private final String name;
    private Homes homes = Homes.SAME;
    private int segmentSize = 4;
    private boolean durable;
    private int deaths;
    private int losses;
    private List<ModelOperation> log = List.of();
    private final List<List<ModelOperation>> processes = new ArrayList<>();

    ModelConfiguration(String name) {
        this.name = name;
    }

    ModelConfiguration homes(Homes ofKeys) {
        homes = ofKeys;
        return this;
    }

    /** Has segments of a number of entries. */
    ModelConfiguration segments(int size) {
        segmentSize = size;
        return this;
    }

    /** Has writes wait until they are forced, and the power fail. */
    ModelConfiguration durable() {
        durable = true;
        return this;
    }

    /**
     * Lets a number of processes die. Only compaction asks for that; to others, a dead process is one that stands
     * still.
     */
    ModelConfiguration deaths(int count) {
        deaths = count;
        return this;
    }

    /** Lets a number of processes lose their locks, by which compaction takes them for dead. */
    ModelConfiguration losses(int count) {
        losses = count;
        return this;
    }

    /** Begins with what some puts and removes have written. */
    ModelConfiguration log(ModelOperation... written) {
        log = List.of(written);
        return this;
    }

    /** Adds a process that does some operations. */
    ModelConfiguration process(ModelOperation... operations) {
        processes.add(List.of(operations));
        return this;
    }

    String name() {
        return name;
    }

    int segmentSize() {
        return segmentSize;
    }

    boolean isDurable() {
        return durable;
    }

    int deaths() {
        return deaths;
    }

    int losses() {
        return losses;
    }

    List<ModelOperation> log() {
        return log;
    }

    int processes() {
        return processes.size();
    }

    /** {@return how many operations a process does} */
    int operations(int process) {
        return processes.get(process).size();
    }

    ModelOperation operation(int process, int sequence) {
        return processes.get(process).get(sequence);
    }

    boolean has(Kind kind) {
        return processes.stream().flatMap(List::stream).anyMatch(operation -> operation.kind() == kind);
    }

    int hash(int key) {
        return key == 0 ? 0 : homes.hashOfKey1;
    }

    /** {@return how many words a generation has} */
    int places(int generation) {
        return generation == 0 ? PLACES_OF_FIRST : homes.places;
    }

    @Override
    public String toString() {
        return name;
    }
}
