package dev.verbatim.map;

import static dev.verbatim.map.ModelState.COMMITTED;
import static dev.verbatim.map.ModelState.PREPARED;
import static dev.verbatim.map.ModelState.RESERVED;

import dev.verbatim.map.MapModel.Violation;
import dev.verbatim.map.ModelOperation.Kind;
import java.util.Arrays;

/**
 * What must hold in every state, beside what {@link ModelHistory}, {@link ModelDelivery} and {@link ModelPromises}
 * require.
 */
final class ModelChecks {

    private final ModelState state;
    private final ModelLog log;
    private final ModelIndex index;
    private final ModelHistory history;

    // What is found of each key.
    private final int[] words = new int[ModelState.KEYS];
    private final int[] newest = new int[ModelState.KEYS];

    ModelChecks(ModelState state, ModelLog log, ModelIndex index, ModelHistory history) {
        this.state = state;
        this.log = log;
        this.index = index;
        this.history = history;
    }

    /** Requires of the generations in use that a key has one word in each, and that words lead to whole entries. */
    void requireOneWordForAKey() {
        for (int generation = state.current(); generation <= state.current() + 1; generation++) {
            int file = state.fileOf(generation);
            int found = 0;
            for (int place = 0; file >= 0 && place < state.places(file); place++) {
                int word = state.word(file, place);
                if (ModelWord.isEntry(word)) {
                    log.requireWhole(word);
                    int key = 1 << state.key(ModelWord.position(word));
                    if ((found & key) != 0) {
                        throw new Violation("a key has two words in a generation");
                    }
                    found |= key;
                }
            }
        }
    }

    /**
     * Requires that all is well if every process dies now. The index stays as it is, and decides about entries that are
     * not settled. Then it must lead to the same entries as an index that is made anew from the log, and the values
     * must be possible.
     */
    void requireRest() {
        boolean rebuilds = isAnyAt(Kind.REBUILD);
        for (int key = 0; key < ModelState.KEYS; key++) {
            words[key] = rebuilds ? ModelWord.EMPTY : index.lookUp(key);
        }
        Arrays.fill(newest, 0);
        for (int position = 1; position <= state.tail(); position++) {
            settle(position, rebuilds);
        }
        for (int key = 0; key < ModelState.KEYS; key++) {
            // If a process dies over a rebuild, the next opener makes the index from the log.
            int position = rebuilds ? newest[key] : positionOf(words[key]);
            boolean isGone = position == 0 && (newest[key] == 0 || state.isTombstone(newest[key]));
            if (position != newest[key] && !isGone) {
                throw new Violation("all die: the index leads to another entry than the newest one");
            }
            history.requirePossible(key, position == 0 ? 0 : state.value(position) + state.added(position));
        }
    }

    /** Decides whether an entry counts, as an opener would that finds every process dead. */
    private void settle(int position, boolean rebuilds) {
        int entryState = state.entryState(position);
        int key = state.key(position);
        boolean counts = entryState == COMMITTED;
        if (entryState == PREPARED) {
            counts = rebuilds ? isInIndex(position) : ModelWord.leadsTo(words[key], position);
        }
        if (counts && !state.isEffective(position)) {
            throw new Violation("all die: an entry is committed that never took effect");
        }
        if (!counts && (entryState == RESERVED || entryState == PREPARED) && state.isEffective(position)) {
            throw new Violation("all die: an entry is aborted that has taken effect");
        }
        if (counts && !state.isUnlinked(state.segment(position))) {
            newest[key] = position;
        }
    }

    private static int positionOf(int word) {
        return ModelWord.isEntry(word) ? ModelWord.position(word) : 0;
    }

    private boolean isAnyAt(Kind kind) {
        for (int process = 0; process < state.processes.count(); process++) {
            if (state.processes.isAt(process, kind)) {
                return true;
            }
        }
        return false;
    }

    private boolean isInIndex(int position) {
        for (int file = 0; file < state.fileCount(); file++) {
            if (state.leadsTo(file, position)) {
                return true;
            }
        }
        return false;
    }
}
