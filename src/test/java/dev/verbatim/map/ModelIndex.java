package dev.verbatim.map;

import static dev.verbatim.map.ModelState.PREPARED;

import dev.verbatim.map.MapModel.Beyond;
import dev.verbatim.map.MapModel.Mutation;
import dev.verbatim.map.MapModel.Violation;
import dev.verbatim.map.ModelOperation.Kind;
import dev.verbatim.map.ModelRun.Call;

/** The index: its generations and how they are opened, and the step by which it leads to another entry. */
final class ModelIndex {

    private final ModelState state;
    private final ModelRun run;
    private final ModelLog log;
    private final ModelDelivery delivery;
    private final Mutation mutation;

    ModelIndex(ModelState state, ModelRun run, ModelLog log, ModelDelivery delivery, Mutation mutation) {
        this.state = state;
        this.run = run;
        this.log = log;
        this.delivery = delivery;
        this.mutation = mutation;
    }

    /** {@return the generation in which operations begin} */
    int loadCurrent() {
        return run.step(() -> {
            run.tell(() -> "loads current: " + state.current());
            return state.current();
        });
    }

    /** {@return the file of a generation, -1 if there is none} */
    int open(int generation) {
        int oneMore = run.step(() -> {
            int file = state.fileOf(generation);
            run.tell(() -> "opens generation " + generation + (file < 0 ? ": there is none" : ": file " + file));
            return file + 1;
        });
        return oneMore - 1;
    }

    /** Publishes a generation by a link, which fails where there is one. */
    void publish(int generation) {
        run.act(() -> {
            boolean isFree = state.fileOf(generation) < 0;
            if (isFree) {
                state.publish(generation);
            }
            run.tell(() -> "publishes generation " + generation + (isFree ? "" : ": it is there"));
        });
    }

    /** Makes a generation the current one, and unlinks those before it, beginning with the first. */
    void end(int first, int next) {
        run.act(() -> {
            state.raiseCurrent(next);
            run.tell(() -> "makes current " + state.current());
        });
        run.act(() -> {
            for (int generation = first; generation < next; generation++) {
                state.unlinkGeneration(generation);
            }
            run.tell(() -> "unlinks generations " + first + " to " + (next - 1));
        });
    }

    /** {@return the generation after one that has a sealed word, or the current one if it is over by now} */
    ModelHandle openNext(int generation) {
        return ModelHandle.decode(
                run.call(Call.OPEN_NEXT, () -> openNextNow(generation).encode()));
    }

    private ModelHandle openNextNow(int generation) {
        int next = generation + 1;
        int file = open(next);
        int current = loadCurrent();
        boolean isOver = current > next && mutation != Mutation.NO_GENERATION_CHECK;
        if (file >= 0 && !isOver) {
            return new ModelHandle(next, file, current < next);
        }
        while (true) {
            file = open(current);
            int again = loadCurrent();
            if (file >= 0 && again == current) {
                return new ModelHandle(current, file, false);
            }
            current = again;
        }
    }

    /** Has this process begin its next operations in a generation, if the one before it is over. */
    void keep(ModelHandle handle) {
        if (!handle.early() || mutation == Mutation.KEEP_NEXT) {
            state.processes.setHandle(run.me(), new ModelHandle(handle.generation(), handle.file(), false));
        }
    }

    /** {@return what there is to see of a word and of the entry that it leads to} */
    ModelSeen look(int file, int place) {
        int word = state.word(file, place);
        if (!ModelWord.isEntry(word)) {
            return ModelSeen.bare(file, place, word);
        }
        int position = ModelWord.position(word);
        boolean prepared = state.entryState(position) == PREPARED;
        return new ModelSeen(
                file, place, word, state.key(position), state.value(position), prepared, state.origin(position));
    }

    /** Has a word lead to a prepared entry, if it is the one that was found. {@return whether it was} */
    boolean lead(ModelSeen found, int position) {
        return run.test(() -> {
            int word = state.word(found.file(), found.place());
            boolean isSame = word == found.word();
            if (isSame) {
                leadNow(found, position);
            }
            run.tell(() -> "has the index lead from " + ModelWord.describe(found.word()) + " to entry " + position
                    + (isSame ? "" : ": not any more, it is " + ModelWord.describe(word)));
            return isSame;
        });
    }

    /** Part of a step: has a word lead to an entry, whatever it was. */
    void leadNow(ModelSeen found, int position) {
        state.lead(found.file(), found.place(), position);
        log.requireWhole(state.word(found.file(), found.place()));
        delivery.note(state.key(position), state.value(position));
    }

    /** {@return the word of a key, without its seal, as a process finds it that is alone; empty if there is none} */
    int lookUp(int key) {
        for (int generation = state.current(); generation <= state.current() + 2; generation++) {
            int file = state.fileOf(generation);
            if (file < 0) {
                if (generation > state.current() && state.configuration.has(Kind.REBUILD)) {
                    // A process that rebuilds has sealed everything. If it dies, the next opener makes the index from
                    // the log.
                    return ModelWord.EMPTY;
                }
                throw new Violation("a generation is missing");
            }
            int word = lookUp(key, file);
            if (word != ModelWord.MOVED) {
                return word;
            }
        }
        throw new Beyond("too many generations");
    }

    /** {@return the value of a key, as a process finds it that is alone; 0 if there is none} */
    int valueOf(int key) {
        int word = lookUp(key);
        return ModelWord.isEntry(word) ? state.value(ModelWord.position(word)) : 0;
    }

    /** {@return a key's word in a file; empty if there is none, moved if the next generation has to be asked} */
    private int lookUp(int key, int file) {
        boolean passedMoved = false;
        int place = state.home(key, file);
        for (int n = 0; n < state.places(file); n++) {
            int word = state.word(file, place);
            if (word == ModelWord.SEALED_EMPTY || (word == ModelWord.EMPTY && passedMoved)) {
                return ModelWord.MOVED;
            }
            if (word == ModelWord.EMPTY) {
                return word;
            }
            if (ModelWord.isEntry(word) && state.key(ModelWord.position(word)) == key) {
                return ModelWord.unsealed(word);
            }
            passedMoved |= word == ModelWord.MOVED;
            place = state.placeAfter(file, place);
        }
        if (passedMoved) {
            return ModelWord.MOVED;
        }
        throw new Beyond("the index is full");
    }
}
