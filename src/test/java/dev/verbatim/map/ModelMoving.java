package dev.verbatim.map;

import dev.verbatim.map.MapModel.Beyond;
import dev.verbatim.map.MapModel.Mutation;
import dev.verbatim.map.ModelRun.Call;

/** Resizing: moves the words of a generation to the next. Any number of processes may do that, each for itself. */
final class ModelMoving {

    // What a mover sees of a word of the next generation, beside an empty one.
    private static final int THERE = 1;
    private static final int TAKEN = 2;

    private final ModelState state;
    private final ModelRun run;
    private final ModelLog log;
    private final ModelIndex index;
    private final Mutation mutation;

    ModelMoving(ModelState state, ModelRun run, ModelLog log, ModelIndex index, Mutation mutation) {
        this.state = state;
        this.run = run;
        this.log = log;
        this.index = index;
        this.mutation = mutation;
    }

    /** Makes the generation after the current one, moves everything there and makes it the current one. */
    ModelOutcome resize() {
        int current = index.loadCurrent();
        int from = index.open(current);
        if (from < 0) {
            throw run.restart(0);
        }
        index.publish(current + 1);
        ModelHandle next = index.openNext(current);
        if (!next.early()) {
            return ModelOutcome.DONE;
        }
        for (int place = 0; place < state.places(from); place++) {
            move(from, place, next.file());
        }
        index.end(current, current + 1);
        return ModelOutcome.DONE;
    }

    /** Moves the words from the home of a key to the empty one that ends the chain. */
    void moveChain(int from, int home, int to) {
        int place = home;
        for (int n = 0; n < state.places(from); n++) {
            if (move(from, place, to)) {
                return;
            }
            place = state.placeAfter(from, place);
        }
    }

    /** Moves a word. {@return whether it was empty} */
    private boolean move(int from, int place, int to) {
        return run.call(Call.MOVE, () -> moveNow(from, place, to) ? 1 : 0) == 1;
    }

    private boolean moveNow(int from, int place, int to) {
        while (true) {
            ModelSeen seen = ModelSeen.decode(run.step(() -> seal(from, place).encode()));
            if (seen.word() == ModelWord.EMPTY) {
                return true;
            }
            if (seen.word() == ModelWord.PASSED) {
                return false;
            }
            if (seen.prepared() && mutation != Mutation.MOVE_PREPARED) {
                log.commit(seen.position());
            }
            if (ModelWord.isTombstone(seen.word())) {
                continue;
            }
            insert(seen, to);
            boolean marked = run.test(() -> {
                int expected = mutation == Mutation.NO_SEAL ? seen.word() : ModelWord.sealed(seen.word());
                boolean isSame = state.replaceWord(from, place, expected, ModelWord.MOVED);
                run.tell(() -> "marks word " + place + " of file " + from + (isSame ? "" : ": not any more"));
                return isSame;
            });
            if (marked || mutation != Mutation.NO_SEAL) {
                return false;
            }
        }
    }

    /**
     * Seals a word. A committed tombstone needs no word in the next generation: its word is marked as moved at once.
     *
     * @return what is to be moved, without its seal; passed if nothing is, empty if the chain ends here
     */
    private ModelSeen seal(int file, int place) {
        ModelSeen seen = index.look(file, place);
        int word = seen.word();
        run.tell(() -> "seals word " + place + " of file " + file + ": " + ModelWord.describe(word));
        if (word == ModelWord.EMPTY || word == ModelWord.SEALED_EMPTY) {
            if (mutation != Mutation.NO_SEAL_EMPTY) {
                state.setWord(file, place, ModelWord.SEALED_EMPTY);
            }
            return ModelSeen.bare(file, place, ModelWord.EMPTY);
        }
        ModelSeen passed = ModelSeen.passed(file, place);
        if (word == ModelWord.MOVED || (ModelWord.isSealed(word) && mutation == Mutation.SKIP_SEALED)) {
            return passed;
        }
        if (!ModelWord.isSealed(word) && ModelWord.isEntry(word)) {
            log.requireWhole(word);
        }
        boolean prepared = seen.prepared() && mutation != Mutation.MOVE_PREPARED;
        if (word == ModelWord.DEAD || (ModelWord.isTombstone(word) && !prepared)) {
            state.setWord(file, place, ModelWord.MOVED);
            return passed;
        }
        if (!ModelWord.isTombstone(word) && mutation != Mutation.NO_SEAL) {
            state.setWord(file, place, ModelWord.sealed(word));
        }
        return seen.unsealed();
    }

    /** Inserts a word into the next generation, unless it is there or was. */
    private void insert(ModelSeen moved, int to) {
        if (mutation == Mutation.RECHECK_BEFORE_PROBE && isMovedByNow(moved)) {
            return;
        }
        int place = state.home(moved.key(), to);
        int passed = 0;
        while (passed < state.places(to)) {
            int here = place;
            int probed = run.step(() -> probe(moved, to, here));
            if (probed == THERE) {
                return;
            }
            if (probed == TAKEN) {
                passed++;
                place = state.placeAfter(to, place);
                continue;
            }
            // Since the probe, others may have moved the word and killed it in the next generation.
            if (looksAgain() && isMovedByNow(moved)) {
                return;
            }
            boolean inserted = run.test(() -> {
                boolean isEmpty = state.replaceWord(to, here, ModelWord.EMPTY, moved.word());
                run.tell(() -> "inserts entry " + moved.position() + " into word " + here + " of file " + to
                        + (isEmpty ? "" : ": it is taken"));
                return isEmpty;
            });
            if (inserted) {
                return;
            }
        }
        throw new Beyond("the next index is full");
    }

    /**
     * Looks at a word of the next generation. If it is sealed, the next generation is being moved itself: so this one
     * is over.
     */
    private int probe(ModelSeen moved, int to, int place) {
        int word = state.word(to, place);
        run.tell(() -> "probes word " + place + " of file " + to + " for entry " + moved.position() + ": "
                + ModelWord.describe(word));
        boolean isThere = word == moved.word() || ModelWord.isSealed(word);
        if (mutation == Mutation.COMPARE_POSITIONS && ModelWord.isEntry(word)) {
            int position = ModelWord.position(word);
            boolean isUnlinked = state.isUnlinked(state.segment(position));
            isThere |= !isUnlinked && state.key(position) == moved.key() && position >= moved.position();
        }
        if (isThere) {
            return THERE;
        }
        return word == ModelWord.EMPTY ? ModelWord.EMPTY : TAKEN;
    }

    private boolean looksAgain() {
        return switch (mutation) {
            case NO_RECHECK, RECHECK_BEFORE_PROBE, COMPARE_POSITIONS -> false;
            default -> true;
        };
    }

    private boolean isMovedByNow(ModelSeen moved) {
        return run.test(() -> {
            int word = state.word(moved.file(), moved.place());
            run.tell(() -> "looks again at word " + moved.place() + " of file " + moved.file() + ": "
                    + ModelWord.describe(word));
            return word == ModelWord.MOVED;
        });
    }
}
