package dev.verbatim.map;

import dev.verbatim.map.MapModel.Mutation;

/**
 * The cells of entries: what was added to a value in place. A cell has a bit of its own that says that it is frozen,
 * and is changed only by compare-and-set. Who has the index lead away from an entry freezes its cell first. So an entry
 * whose cell is not frozen is the one that counts, however old the word is by which it was found; and what a frozen
 * cell says is never changed.
 */
final class ModelCells {

    private final ModelState state;
    private final ModelRun run;
    private final Mutation mutation;
    private final boolean used;

    ModelCells(ModelState state, ModelRun run, Mutation mutation) {
        this.state = state;
        this.run = run;
        this.mutation = mutation;
        used = state.configuration.has(ModelOperation.Kind.ADD);
    }

    /** {@return the value of an entry that was found, with what was added to it; 0 if it has none} */
    int valueOf(ModelSeen found) {
        return hasCell(found) ? found.value() + read(found.position()) : found.value();
    }

    /**
     * {@return the value of an entry that was found, which does not change any more}
     *
     * @param leaves the rule that leaves the cell as it is
     */
    int lastValueOf(ModelSeen found, Mutation leaves) {
        if (!hasCell(found) || mutation == leaves) {
            return valueOf(found);
        }
        if (mutation != Mutation.FREEZE_AFTERWARDS) {
            return found.value() + freeze(found.position());
        }
        int value = valueOf(found);
        freeze(found.position());
        return value;
    }

    private boolean hasCell(ModelSeen found) {
        return used && found.value() != 0;
    }

    private int read(int position) {
        return run.step(() -> {
            run.tell(() -> "reads the cell of entry " + position + ": " + state.added(position));
            return state.added(position);
        });
    }

    private int freeze(int position) {
        return run.step(() -> {
            state.freeze(position);
            run.tell(() -> "freezes the cell of entry " + position + " with " + state.added(position));
            return state.added(position);
        });
    }

    /** Adds to an entry in place. {@return the value that it had, 0 if its cell is frozen} */
    int add(ModelSeen found, int number) {
        int position = found.position();
        if (mutation == Mutation.FLAG_BESIDE_CELL && isFrozen(position)) {
            return 0;
        }
        boolean looks = mutation != Mutation.ADD_TO_FROZEN && mutation != Mutation.FLAG_BESIDE_CELL;
        return run.step(() -> {
            if (looks && state.isFrozen(position)) {
                run.tell(() -> "does not add to entry " + position + ", whose cell is frozen");
                return 0;
            }
            int old = found.value() + state.added(position);
            state.add(position, number);
            run.tell(() -> "adds " + number + " to entry " + position + ", whose value was " + old);
            return old;
        });
    }

    private boolean isFrozen(int position) {
        return run.test(() -> {
            run.tell(() -> "looks whether the cell of entry " + position + " is frozen: " + state.isFrozen(position));
            return state.isFrozen(position);
        });
    }
}
