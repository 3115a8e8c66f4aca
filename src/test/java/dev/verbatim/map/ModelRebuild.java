package dev.verbatim.map;

import static dev.verbatim.map.ModelState.COMMITTED;

import dev.verbatim.map.MapModel.Mutation;
import dev.verbatim.map.ModelRun.Call;

/**
 * Makes the index anew from the log, while processes may be alive that have lost the locks by which an opener sees
 * them. The only generation that such a process makes is the one after the current. So a rebuild makes that one too,
 * seals both, the later one first, and gives the new index the number after them. Until that is there, what is sealed
 * leads nowhere.
 */
final class ModelRebuild {

    private final ModelState state;
    private final ModelRun run;
    private final ModelLog log;
    private final ModelIndex index;
    private final Mutation mutation;

    ModelRebuild(ModelState state, ModelRun run, ModelLog log, ModelIndex index, Mutation mutation) {
        this.state = state;
        this.run = run;
        this.log = log;
        this.index = index;
        this.mutation = mutation;
    }

    ModelOutcome rebuild() {
        int current = index.loadCurrent();
        int next = current + 1;
        int first = index.open(current);
        if (first < 0) {
            throw run.restart(0);
        }
        if (mutation != Mutation.REBUILD_OPEN) {
            index.publish(next);
        }
        int second = index.open(next);
        if (mutation == Mutation.REBUILD_CURRENT_FIRST) {
            seal(first);
            seal(second);
        } else {
            seal(second);
            seal(first);
        }
        int rebuilt = second < 0 ? next : next + 1;
        run.act(() -> publish(rebuilt));
        index.end(current, rebuilt);
        return ModelOutcome.DONE;
    }

    private void seal(int file) {
        if (file < 0 || mutation == Mutation.REBUILD_UNSEALED) {
            return;
        }
        run.call(Call.WHOLE_FILE, () -> {
            for (int place = 0; place < state.places(file); place++) {
                int here = place;
                run.call(Call.MOVE, () -> sealWord(file, here));
            }
            return 0;
        });
    }

    /** Seals a word, when what it leads to is committed: the new index has what is in the log then, and no more. */
    private int sealWord(int file, int place) {
        boolean isSealed = false;
        while (!isSealed) {
            ModelSeen seen = ModelSeen.decode(run.step(() -> look(file, place).encode()));
            if (seen.prepared() && mutation != Mutation.REBUILD_PREPARED) {
                log.commit(seen.position());
            }
            isSealed = run.test(() -> seal(file, place, seen.word()));
        }
        return 0;
    }

    private ModelSeen look(int file, int place) {
        ModelSeen seen = index.look(file, place);
        run.tell(() -> "reads word " + place + " of file " + file + ": " + ModelWord.describe(seen.word()));
        return seen;
    }

    private boolean seal(int file, int place, int word) {
        boolean isEmpty = ModelWord.unsealed(word) == ModelWord.EMPTY;
        int sealed = isEmpty ? ModelWord.SEALED_EMPTY : ModelWord.MOVED;
        boolean isSame = state.replaceWord(file, place, word, sealed);
        run.tell(() -> "seals word " + place + " of file " + file + (isSame ? "" : ": it is another by now"));
        return isSame;
    }

    private void publish(int generation) {
        boolean isFree = state.fileOf(generation) < 0;
        run.tell(() -> "publishes generation " + generation + (isFree ? ", made from the log" : ": it is there"));
        if (!isFree) {
            return;
        }
        int file = state.publish(generation);
        for (int key = 0; key < ModelState.KEYS; key++) {
            int position = newest(key);
            if (position != 0 && (!state.isTombstone(position) || mutation == Mutation.REBUILD_TOMBSTONES)) {
                int place = state.home(key, file);
                while (state.word(file, place) != ModelWord.EMPTY) {
                    place = state.placeAfter(file, place);
                }
                state.setWord(file, place, ModelWord.of(position, state.isTombstone(position)));
            }
        }
    }

    /** {@return the newest committed entry of a key that the log has, 0 if there is none} */
    private int newest(int key) {
        for (int position = state.tail(); position > 0; position--) {
            boolean isThere = !state.isUnlinked(state.segment(position));
            if (isThere && state.entryState(position) == COMMITTED && state.key(position) == key) {
                return position;
            }
        }
        return 0;
    }
}
