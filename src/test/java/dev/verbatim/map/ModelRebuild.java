package dev.verbatim.map;

import static dev.verbatim.map.ModelState.COMMITTED;
import static dev.verbatim.map.ModelState.PREPARED;
import static dev.verbatim.map.ModelState.RESERVED;

import dev.verbatim.map.MapModel.Mutation;
import dev.verbatim.map.ModelRun.Call;
import java.util.function.IntConsumer;

/**
 * Makes the index anew from the log, while processes may be alive that have lost the locks by which an opener sees
 * them. The only generation that such a process makes is the one after the current. So a rebuild makes that one too,
 * seals both, and gives the new index the number after them.
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
        int first = index.open(current);
        if (first < 0) {
            throw run.restart(0);
        }
        seal(first);
        int second = publishSealed(current + 1);
        seal(second);
        int rebuilt = second < 0 ? current + 1 : current + 2;
        settle(first, second);
        run.act(() -> publish(rebuilt));
        if (mutation != Mutation.REBUILD_UNMOVED) {
            mark(first);
            mark(second);
        }
        index.end(current, rebuilt);
        return ModelOutcome.DONE;
    }

    private void seal(int file) {
        if (file < 0 || mutation == Mutation.REBUILD_UNSEALED) {
            return;
        }
        forEachWord(file, place -> {
            int word = state.word(file, place);
            state.setWord(file, place, word == ModelWord.DEAD ? ModelWord.MOVED : ModelWord.sealed(word));
            run.tell(() -> "seals word " + place + " of file " + file + ": " + ModelWord.describe(word));
        });
    }

    /** The new index has everything: so each word counts as moved. */
    private void mark(int file) {
        if (file < 0) {
            return;
        }
        forEachWord(file, place -> {
            if (state.word(file, place) != ModelWord.SEALED_EMPTY && mutation != Mutation.REBUILD_UNSEALED) {
                state.setWord(file, place, ModelWord.MOVED);
            }
            run.tell(() -> "marks word " + place + " of file " + file);
        });
    }

    /** Does something to each word of a file, a step each. */
    private void forEachWord(int file, IntConsumer action) {
        run.call(Call.WHOLE_FILE, () -> {
            for (int place = 0; place < state.places(file); place++) {
                int here = place;
                run.act(() -> action.accept(here));
            }
            return 0;
        });
    }

    /** Publishes a generation with all its words sealed, unless it is there. {@return its file, -1 if there is none} */
    private int publishSealed(int generation) {
        int oneMore = run.step(() -> {
            int file = state.fileOf(generation);
            boolean isFree = file < 0;
            if (isFree && mutation != Mutation.REBUILD_OPEN) {
                file = state.publish(generation);
                for (int place = 0; place < state.places(file); place++) {
                    state.setWord(file, place, ModelWord.SEALED_EMPTY);
                }
            }
            run.tell(() -> "publishes generation " + generation + (isFree ? ", sealed" : ": it is there"));
            return file + 1;
        });
        return oneMore - 1;
    }

    /** Settles every entry: the index is sealed, so it decides. */
    private void settle(int first, int second) {
        run.call(Call.WHOLE_LOG, () -> {
            int position = 1;
            while (settle(position, first, second)) {
                position++;
            }
            return 0;
        });
    }

    /** Settles an entry. {@return whether there was one} */
    private boolean settle(int position, int first, int second) {
        return run.test(() -> {
            if (position > state.tail()) {
                return false;
            }
            int entryState = state.entryState(position);
            boolean counts = mutation != Mutation.REBUILD_ABORTS
                    && (state.leadsTo(first, position) || state.leadsTo(second, position));
            if (entryState == PREPARED && counts) {
                state.commit(position);
                run.tell(() -> "commits entry " + position);
            } else if (entryState == RESERVED || entryState == PREPARED) {
                log.abortNow(position);
                run.tell(() -> "aborts entry " + position);
            }
            return true;
        });
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
