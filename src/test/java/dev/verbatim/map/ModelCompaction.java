package dev.verbatim.map;

import static dev.verbatim.map.ModelState.ABORTED;
import static dev.verbatim.map.ModelState.PREPARED;
import static dev.verbatim.map.ModelState.RESERVED;

import dev.verbatim.map.MapModel.Mutation;
import dev.verbatim.map.MapModel.Violation;
import dev.verbatim.map.ModelRun.Call;

/**
 * Compaction of the oldest segment. Each of its entries is settled. Then the index is gone through once, to see to which
 * of them it leads: to others it never will again. Then what has replaced these is committed, wherever it is. Then the
 * index is made to lead away from the entries that were seen, and the segment is unlinked.
 *
 * <p>Phase 0 chooses the segment. Then settling each position is a phase. Then come the four phases below, each with the
 * number of the segment.
 */
final class ModelCompaction {

    private static final int LEAVE = 0x10;
    private static final int FORCE = 0x20;
    private static final int RAISE_FLOOR = 0x30;
    private static final int UNLINK = 0x40;
    private static final int SEGMENT = 0x0f;

    // What is seen of an entry: its state, and its key.
    private static final int STATE_BITS = 3;
    private static final int STATE = (1 << STATE_BITS) - 1;

    /** How many bits say to which entries of a segment the index leads. */
    private static final int MARK_BITS = 4;

    // How an entry was left.
    private static final int OWNED = 0;
    private static final int SETTLED = 1;
    private static final int LOOK_AGAIN = 2;

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
        if (phase < LEAVE) {
            boolean isSettled = mutation == Mutation.MARK_BEFORE_SETTLE || settle(phase);
            if (!isSettled) {
                return ModelOutcome.DONE;
            }
            int segment = state.segment(phase);
            throw run.restart(phase == state.lastPosition(segment) ? LEAVE | segment : phase + 1);
        }
        int segment = phase & SEGMENT;
        if (phase < FORCE) {
            if (!leave(segment)) {
                return ModelOutcome.DONE;
            }
            throw run.restart(segment | (state.configuration.isDurable() ? FORCE : UNLINK));
        }
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

    /** Has the index lead away from a segment. {@return whether it does; if not, the owner of an entry lives} */
    private boolean leave(int segment) {
        if (mutation == Mutation.COMMIT_BEFORE_MARK) {
            commitRest(segment);
        }
        int marks = run.call(Call.MARK, () -> mark(segment));
        if (mutation == Mutation.MARK_BEFORE_SETTLE) {
            for (int position = state.firstPosition(segment); position <= state.lastPosition(segment); position++) {
                if (!settle(position)) {
                    return false;
                }
            }
        }
        if (mutation != Mutation.COMMIT_BEFORE_MARK && mutation != Mutation.NO_COMMIT_OF_REST) {
            commitRest(segment);
        }
        for (int position = state.firstPosition(segment); position <= state.lastPosition(segment); position++) {
            int here = position;
            if ((marks >> (position - state.firstPosition(segment)) & 1) != 0) {
                run.call(Call.LEAVE, () -> leadAway(here));
            }
        }
        return true;
    }

    /** {@return a bit for each entry of a segment to which a generation of the index leads} */
    private int mark(int segment) {
        int marks = 0;
        int generation = index.loadCurrent();
        while (true) {
            int file = index.open(generation);
            if (file >= 0) {
                marks |= run.call(Call.WHOLE_FILE, () -> mark(segment, file));
                generation++;
            }
            if (mutation == Mutation.MARK_ONE_GENERATION && file >= 0) {
                return marks;
            }
            if (file < 0) {
                // Was it the last one, or is it over already?
                int current = index.loadCurrent();
                if (current < generation) {
                    return marks;
                }
                generation = current;
            }
        }
    }

    private int mark(int segment, int file) {
        int begin = run.mark();
        int wentOn = run.wentOn(0);
        int marks = wentOn & ((1 << MARK_BITS) - 1);
        for (int place = wentOn >> MARK_BITS; place < state.places(file); place++) {
            int here = place;
            marks |= run.step(() -> markOf(segment, file, here));
            run.goOn(begin, marks | (place + 1) << MARK_BITS);
        }
        return marks;
    }

    private int markOf(int segment, int file, int place) {
        int word = state.word(file, place);
        run.tell(() -> "looks where word " + place + " of file " + file + " leads: " + ModelWord.describe(word));
        if (!ModelWord.isEntry(word) || state.segment(ModelWord.position(word)) != segment) {
            return 0;
        }
        return 1 << (ModelWord.position(word) - state.firstPosition(segment));
    }

    /** Commits what the index leads to behind a segment: it may have replaced what is there. */
    private void commitRest(int segment) {
        run.call(Call.WHOLE_LOG, () -> {
            int tail = run.step(() -> {
                run.tell(() -> "comes to the tail " + state.tail());
                return state.tail();
            });
            for (int position = state.lastPosition(segment) + 1; position <= tail; position++) {
                int here = position;
                run.call(Call.SETTLE, () -> commitIfLed(here));
            }
            return 0;
        });
    }

    private int commitIfLed(int position) {
        int seen = run.step(() -> look(position));
        if ((seen & STATE) == PREPARED
                && ModelWord.leadsTo(finding.find(seen >> STATE_BITS).word(), position)) {
            log.commit(position);
        }
        return SETTLED;
    }

    private int look(int position) {
        int now = state.entryState(position);
        int key = state.key(position);
        run.tell(() -> "comes to entry " + position + " of key " + key + " in state " + now);
        return now | key << STATE_BITS;
    }

    /** Has the index lead away from an entry to which it led. */
    private int leadAway(int position) {
        int begin = run.mark();
        run.wentOn(0);
        int key = state.key(position); // does not change any more
        while (!isLedAway(position, key)) {
            run.goOn(begin, 0);
        }
        return 0;
    }

    private boolean isLedAway(int position, int key) {
        ModelSeen found = finding.find(key);
        if (!ModelWord.leadsTo(found.word(), position)) {
            // The entry that has replaced it has to count when this one is gone.
            if (found.prepared() && mutation != Mutation.PASS_OVER_PREPARED) {
                log.commit(found.position());
            }
            return true;
        }
        return found.value() == 0 ? mutation == Mutation.KEEP_TOMBSTONE || kill(found) : copy(found);
    }

    /** Has an entry come to its end. {@return whether it has; if not, its owner lives} */
    private boolean settle(int position) {
        int outcome = run.call(Call.SETTLE, () -> {
            int begin = run.mark();
            run.wentOn(0);
            while (true) {
                int once = settleOnce(position);
                if (once != LOOK_AGAIN) {
                    return once;
                }
                run.goOn(begin, 0);
            }
        });
        return outcome == SETTLED;
    }

    private int settleOnce(int position) {
        if (mutation == Mutation.NO_SETTLE) {
            return SETTLED;
        }
        int seen = run.step(() -> {
            int now = look(position);
            if ((now & STATE) == RESERVED && state.isOrphan(position)) {
                log.abortNow(position);
                run.tell(() -> "aborts it");
                return ABORTED;
            }
            return now;
        });
        return switch (seen & STATE) {
            case RESERVED -> OWNED;
            case PREPARED -> settlePrepared(position, seen >> STATE_BITS);
            default -> SETTLED;
        };
    }

    private int settlePrepared(int position, int key) {
        if (mutation == Mutation.SETTLE_WITHOUT_INDEX) {
            if (!isOwnerDead(position)) {
                return OWNED;
            }
            giveUp(position);
            return LOOK_AGAIN;
        }
        ModelSeen found = finding.find(key);
        if (ModelWord.leadsTo(found.word(), position)) {
            log.commit(position);
            return LOOK_AGAIN;
        }
        if (!isOwnerDead(position)) {
            return OWNED;
        }
        boolean doesNotRefuse = mutation == Mutation.NO_REFUSE
                || (mutation == Mutation.NO_REFUSE_OF_EMPTY && found.word() == ModelWord.EMPTY);
        if (doesNotRefuse || mutation == Mutation.REFUSE_AFTER) {
            giveUp(position);
        }
        if (!doesNotRefuse && refuse(found) && mutation != Mutation.REFUSE_AFTER) {
            giveUp(position);
        }
        return LOOK_AGAIN;
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
