package dev.verbatim.map;

import static dev.verbatim.map.ModelState.ABORTED;
import static dev.verbatim.map.ModelState.COMMITTED;
import static dev.verbatim.map.ModelState.PREPARED;
import static dev.verbatim.map.ModelState.RESERVED;

import dev.verbatim.map.MapModel.Mutation;
import dev.verbatim.map.MapModel.Violation;
import dev.verbatim.map.ModelRun.Call;

/**
 * Compaction of the oldest segment: settles each of its entries, makes the index lead away from it, and unlinks the
 * segment. Phase 0 chooses the segment. Then each position is a phase. Then come the three phases below, each with the
 * number of the segment.
 */
final class ModelCompaction {

    private static final int FORCE = 0x10;
    private static final int RAISE_FLOOR = 0x20;
    private static final int UNLINK = 0x30;
    private static final int SEGMENT = 0x0f;

    // What is seen of an entry: its state, and its key.
    private static final int STATE_BITS = 3;
    private static final int STATE = (1 << STATE_BITS) - 1;

    private final ModelState state;
    private final ModelRun run;
    private final ModelLog log;
    private final ModelIndex index;
    private final ModelCells cells;
    private final ModelFinding finding;
    private final Mutation mutation;

    ModelCompaction(
            ModelState state,
            ModelRun run,
            ModelLog log,
            ModelIndex index,
            ModelCells cells,
            ModelFinding finding,
            Mutation mutation) {
        this.state = state;
        this.run = run;
        this.log = log;
        this.index = index;
        this.cells = cells;
        this.finding = finding;
        this.mutation = mutation;
    }

    ModelOutcome compact() {
        int phase = run.phase();
        if (phase == 0) {
            int first = run.step(this::choose);
            if (first == 0) {
                return ModelOutcome.DONE;
            }
            throw run.restart(first);
        }
        if (phase < FORCE) {
            if (!leave(phase)) {
                return ModelOutcome.DONE;
            }
            int segment = state.segment(phase);
            boolean isLast = phase == state.lastPosition(segment);
            throw run.restart(isLast ? segment | (state.configuration.isDurable() ? FORCE : UNLINK) : phase + 1);
        }
        int segment = phase & SEGMENT;
        if (phase < RAISE_FLOOR) {
            if (mutation != Mutation.NO_FORCE_BEFORE_UNLINK) {
                log.forceAll();
            }
            throw run.restart(RAISE_FLOOR | segment);
        }
        if (phase < UNLINK) {
            if (mutation != Mutation.NO_FLOOR_FORCE) {
                run.act(() -> {
                    state.raiseFloor(segment);
                    run.tell(() -> "forces the floor above segment " + segment);
                });
            }
            throw run.restart(UNLINK | segment);
        }
        run.act(() -> unlink(segment));
        return ModelOutcome.DONE;
    }

    /** {@return the first position of the oldest segment, 0 if that is the newest too} */
    private int choose() {
        int segment = mutation == Mutation.NOT_OLDEST_FIRST ? 1 : 0;
        while (state.isUnlinked(segment)) {
            segment++;
        }
        int chosen = segment;
        boolean isFull = state.tail() >= state.lastPosition(segment);
        run.tell(() -> "compacts segment " + chosen + (isFull ? "" : ": it is not full"));
        return isFull ? state.firstPosition(segment) : 0;
    }

    private void unlink(int segment) {
        run.tell(() -> "unlinks segment " + segment);
        for (int position = state.firstPosition(segment); position <= state.lastPosition(segment); position++) {
            int entryState = state.entryState(position);
            if (entryState == RESERVED || entryState == PREPARED) {
                throw new Violation("a segment is unlinked with an entry that is not settled");
            }
        }
        state.unlink(segment);
        if (!state.configuration.isDurable()) {
            state.raiseFloor(segment);
        }
    }

    /**
     * Settles an entry and makes the index lead away from it. {@return whether that is done; if not, its owner lives}
     */
    private boolean leave(int position) {
        int seen = run.step(() -> {
            int now = state.entryState(position);
            int key = state.key(position);
            run.tell(() -> "comes to entry " + position + " of key " + key + " in state " + now);
            if (now == RESERVED && state.isOrphan(position) && mutation != Mutation.NO_SETTLE) {
                log.abortNow(position);
                run.tell(() -> "aborts it");
                return ABORTED;
            }
            return now | key << STATE_BITS;
        });
        int key = seen >> STATE_BITS;
        return switch (seen & STATE) {
            case RESERVED -> mutation == Mutation.NO_SETTLE;
            case PREPARED -> mutation == Mutation.NO_SETTLE || settle(position, key);
            case COMMITTED -> {
                leadAway(position, key);
                yield true;
            }
            default -> true;
        };
    }

    private void leadAway(int position, int key) {
        ModelSeen found = finding.find(key);
        if (!ModelWord.leadsTo(found.word(), position)) {
            // The entry that has replaced it has to count when this one is gone.
            if (found.prepared() && mutation != Mutation.PASS_OVER_PREPARED) {
                log.commit(found.position());
            }
            return;
        }
        boolean isAway = found.value() == 0 ? mutation == Mutation.KEEP_TOMBSTONE || kill(found) : copy(found);
        if (!isAway) {
            throw run.restart(position);
        }
    }

    /** Settles a prepared entry, and has it looked at again. {@return false if its owner lives} */
    private boolean settle(int position, int key) {
        if (mutation == Mutation.SETTLE_WITHOUT_INDEX) {
            if (!isOwnerDead(position)) {
                return false;
            }
            giveUp(position);
            throw run.restart(position);
        }
        ModelSeen found = finding.find(key);
        if (ModelWord.leadsTo(found.word(), position)) {
            log.commit(position);
            throw run.restart(position);
        }
        if (!isOwnerDead(position)) {
            return false;
        }
        boolean doesNotRefuse = mutation == Mutation.NO_REFUSE
                || (mutation == Mutation.NO_REFUSE_OF_EMPTY && found.word() == ModelWord.EMPTY);
        if (doesNotRefuse || mutation == Mutation.REFUSE_AFTER) {
            giveUp(position);
        }
        if (!doesNotRefuse && refuse(found) && mutation != Mutation.REFUSE_AFTER) {
            giveUp(position);
        }
        throw run.restart(position);
    }

    /**
     * Replaces the word that the owner of a prepared entry expects. It never comes again, so the owner cannot have the
     * index lead to the entry any more: it may be alive and have lost its locks. {@return whether the word was still
     * the same}
     */
    private boolean refuse(ModelSeen found) {
        if (ModelWord.isLive(found.word())) {
            return copy(found);
        }
        if (found.prepared()) {
            log.commit(found.position());
        }
        return kill(found);
    }

    private boolean isOwnerDead(int position) {
        return run.test(() -> {
            boolean isDead = state.entryState(position) != PREPARED || state.isOrphan(position);
            run.tell(() -> "finds the owner of entry " + position + (isDead ? " dead" : " alive"));
            return isDead;
        });
    }

    private void giveUp(int position) {
        run.act(() -> {
            if (state.entryState(position) == PREPARED || mutation == Mutation.PLAIN_ABORT) {
                log.abortNow(position);
            }
            run.tell(() -> "gives entry " + position + " up");
        });
    }

    private boolean kill(ModelSeen found) {
        return run.test(() -> {
            boolean isSame = state.replaceWord(found.file(), found.place(), found.word(), ModelWord.DEAD);
            run.tell(() -> "kills the word " + ModelWord.describe(found.word()) + (isSame ? "" : ": not any more"));
            return isSame;
        });
    }

    /** Appends a copy of an entry and has the index lead there. {@return whether it does} */
    private boolean copy(ModelSeen found) {
        return run.call(Call.COPY, () -> copyNow(found) ? 1 : 0) == 1;
    }

    private boolean copyNow(ModelSeen found) {
        if (found.prepared() && mutation != Mutation.SUPERSEDE_PREPARED) {
            log.commit(found.position());
        }
        int value = cells.lastValueOf(found, Mutation.COPY_UNFROZEN);
        int copy = log.reserve();
        if (!log.prepare(copy, found.key(), value, found.origin())) {
            return false;
        }
        if (!leadToCopy(found, copy)) {
            log.abort(copy);
            return false;
        }
        log.commit(copy);
        return true;
    }

    private boolean leadToCopy(ModelSeen found, int copy) {
        if (mutation != Mutation.BLIND_COPY) {
            return index.lead(found, copy);
        }
        run.act(() -> {
            index.leadNow(found, copy);
            run.tell(() -> "stores the position of the copy " + copy);
        });
        return true;
    }
}
