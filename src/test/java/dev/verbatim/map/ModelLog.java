package dev.verbatim.map;

import static dev.verbatim.map.ModelState.ABORTED;
import static dev.verbatim.map.ModelState.COMMITTED;
import static dev.verbatim.map.ModelState.PREPARED;
import static dev.verbatim.map.ModelState.RESERVED;

import dev.verbatim.map.MapModel.Mutation;
import dev.verbatim.map.MapModel.Violation;

/**
 * The log: the steps by which an entry goes from state to state. A reservation is one step here; the {@code
 * ProtocolModel} of the log searches how it comes about.
 */
final class ModelLog {

    private final ModelState state;
    private final ModelRun run;
    private final Mutation mutation;

    ModelLog(ModelState state, ModelRun run, Mutation mutation) {
        this.state = state;
        this.run = run;
        this.mutation = mutation;
    }

    /** {@return the position of a new entry} */
    int reserve() {
        return run.step(() -> {
            int position = state.reserve(run.me());
            run.tell(() -> "reserves entry " + position);
            return position;
        });
    }

    /**
     * Writes a reserved entry and says that it is whole.
     *
     * @param value the value, 0 for a tombstone
     * @return whether nobody has given the entry up; if somebody has, this process takes another slot
     */
    boolean prepare(int position, int key, int value, int origin) {
        return run.test(() -> {
            boolean isMine = state.entryState(position) == RESERVED || mutation == Mutation.PLAIN_PREPARE;
            if (isMine) {
                int next = mutation == Mutation.COMMIT_FIRST ? COMMITTED : PREPARED;
                state.fill(position, next, key, value, origin);
            } else {
                state.processes.set(run.me(), ModelProcesses.TOOK_ANOTHER_SLOT);
            }
            run.tell(() -> isMine
                    ? "prepares entry " + position + " of key " + key + ", value " + value
                    : "does not prepare entry " + position + ", which was given up");
            return isMine;
        });
    }

    /** Commits an entry that the index led to when it was seen, or is known to lead to. */
    void commit(int position) {
        run.act(() -> {
            if (state.entryState(position) == PREPARED) {
                state.commit(position);
            }
            run.tell(() -> "commits entry " + position);
        });
    }

    /** Aborts an entry that the index does not lead to. */
    void abort(int position) {
        run.act(() -> {
            abortNow(position);
            run.tell(() -> "aborts entry " + position);
        });
    }

    /** Part of a step: aborts an entry that is not settled. */
    void abortNow(int position) {
        int entryState = state.entryState(position);
        boolean plain = mutation == Mutation.COMMIT_FIRST || mutation == Mutation.PLAIN_ABORT;
        if (entryState == RESERVED || entryState == PREPARED || (entryState == COMMITTED && plain)) {
            if (state.isEffective(position)) {
                throw new Violation("an entry is aborted that has taken effect");
            }
            state.abort(position);
        }
    }

    /** Requires that a word leads to an entry that is whole and there. */
    void requireWhole(int word) {
        int position = ModelWord.position(word);
        if (state.isUnlinked(state.segment(position))) {
            throw new Violation("the index leads into a segment that was unlinked");
        }
        int entryState = state.entryState(position);
        if (entryState != PREPARED && entryState != COMMITTED) {
            throw new Violation(
                    "the index leads to an entry that " + (entryState == ABORTED ? "was aborted" : "is not whole"));
        }
    }

    /** Forces what is committed up to an entry. */
    void forceThrough(int position) {
        run.act(() -> {
            int first = mutation == Mutation.FORCE_OWN_ONLY ? position : 1;
            forceNow(first, position);
            run.tell(() -> "forces entries " + first + " to " + position);
        });
    }

    /** Forces all that is committed. */
    void forceAll() {
        run.act(() -> {
            forceNow(1, state.tail());
            run.tell(() -> "forces the log");
        });
    }

    private void forceNow(int first, int last) {
        for (int position = first; position <= last; position++) {
            if (state.entryState(position) == COMMITTED) {
                state.force(position);
            }
        }
    }
}
