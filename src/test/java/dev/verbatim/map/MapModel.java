package dev.verbatim.map;

import org.jspecify.annotations.Nullable;

/**
 * The protocol of the persisted map with few and small parts, for {@link ModelSearch}: two keys, processes that each
 * have a few operations to do, a log of a few short segments, an index of a few words. A process can die before any
 * step of an operation. It can lose its locks before any step, and not know it. The power can fail in any state. Memory
 * is sequentially consistent here.
 *
 * <p>A step is what a process does between two accesses to something shared; {@link ModelRun} says how one is taken.
 * {@link ModelWriting}, {@link ModelFinding}, {@link ModelMoving}, {@link ModelCompaction}, {@link ModelIteration} and
 * {@link ModelRebuild} are the operations; {@link ModelLog} and {@link ModelIndex} are what they work on, and
 * {@link ModelState} holds everything as bytes. {@link ModelHistory}, {@link ModelDelivery}, {@link ModelPromises} and
 * {@link ModelChecks} tell whether something is wrong.
 */
final class MapModel {

    /** A rule of the protocol that is left out, or another rule in its place. */
    enum Mutation {
        NONE,

        // Writers and readers.

        /** A put reserves its entry before it finds the key, and does not give way to a higher position. */
        RESERVE_FIRST,
        /** A writer, or a copy, replaces a prepared entry without committing it. */
        SUPERSEDE_PREPARED,
        /** Whoever reads a prepared entry does not commit it. */
        READ_PREPARED,
        /** A dead word is used for another key. */
        REUSE_DEAD,
        /** A get takes an empty word for the end although it has passed a moved word. */
        GET_STOPS,
        /** An entry is committed before the index leads there. */
        COMMIT_FIRST,
        /** The index leads to an entry before it is prepared. */
        INDEX_FIRST,
        /** A writer whose compare-and-set of the index fails tries again with the same entry. */
        RETRY_ENTRY,
        /** An entry is prepared by a store. */
        PLAIN_PREPARE,

        // Resizing.

        /** A mover does not commit a prepared entry. */
        MOVE_PREPARED,
        /** A live word is inserted into the next generation before it is sealed. */
        NO_SEAL,
        /** The empty word that ends a chain is not sealed. */
        NO_SEAL_EMPTY,
        /** A mover does not look at the old word again between its probe and its insertion. */
        NO_RECHECK,
        /** A mover looks again, but before its probe. */
        RECHECK_BEFORE_PROBE,
        /** A mover does not look again, but whether the next generation has a higher position of the key. */
        COMPARE_POSITIONS,
        /** A writer that comes to a sealed word goes on in the next generation without moving the chain. */
        WRITER_SKIPS_CHAIN,
        /** A mover leaves a sealed word to the process that has sealed it. */
        SKIP_SEALED,
        /** A process that opens the next generation does not look whether that one is over already. */
        NO_GENERATION_CHECK,
        /** A process begins its next operation in the next generation although the one before is not over. */
        KEEP_NEXT,

        // Compaction.

        /** Compaction passes an entry that was replaced, and does not commit the prepared one that replaced it. */
        PASS_OVER_PREPARED,
        /** Compaction does not commit prepared entries that have replaced others before it went through the index. */
        NO_COMMIT_OF_REST,
        /** Compaction commits them before it goes through the index, and not afterwards. */
        COMMIT_BEFORE_MARK,
        /** Compaction goes through the index before the entries of the segment are settled. */
        MARK_BEFORE_SETTLE,
        /** Compaction goes through the current generation of the index alone. */
        MARK_ONE_GENERATION,
        /**
         * Compaction aborts a prepared entry although its owner, if it is alive, can still have the index lead there.
         */
        NO_REFUSE,
        /** Compaction prevents that only where the key has a word. */
        NO_REFUSE_OF_EMPTY,
        /** Compaction prevents that, but only when it has aborted the entry. */
        REFUSE_AFTER,
        /** A prepared entry is aborted by a store. */
        PLAIN_ABORT,
        /** Compaction does not settle entries. */
        NO_SETTLE,
        /** Compaction settles prepared entries without looking at the index. */
        SETTLE_WITHOUT_INDEX,
        /** Compaction leaves the word of a tombstone as it is. */
        KEEP_TOMBSTONE,
        /** Compaction begins with another segment than the oldest. */
        NOT_OLDEST_FIRST,
        /** Compaction stores the position of its copy without looking at the word. */
        BLIND_COPY,

        // A loss of power.

        /** A segment is unlinked before the log is forced. */
        NO_FORCE_BEFORE_UNLINK,
        /** A segment is unlinked before the floor is forced. */
        NO_FLOOR_FORCE,
        /** A durable write forces its own entry and no other. */
        FORCE_OWN_ONLY,

        // Iteration.

        /** An iteration goes from word to word and not from group to group. */
        ITERATE_BY_WORD,

        /** Where words are sealed, an iteration looks in the next generation alone. */
        ITERATE_LAST_ONLY,

        // Rebuilding the index beside processes that have lost their locks.

        /** The old index is not sealed. */
        REBUILD_UNSEALED,
        /** The generation after the current one is not made and sealed. */
        REBUILD_OPEN,
        /** The current generation is sealed before the one after it. */
        REBUILD_CURRENT_FIRST,
        /** The new index has words for tombstones. */
        REBUILD_TOMBSTONES,
        /** A word is sealed that leads to a prepared entry. */
        REBUILD_PREPARED,

        // Values that are added to in place.

        /** Compaction copies a value without freezing it. */
        COPY_UNFROZEN,
        /** A writer replaces a value without freezing it. */
        WRITE_UNFROZEN,
        /** A value is read, and then frozen. */
        FREEZE_AFTERWARDS,
        /** A value is added to although it is frozen. */
        ADD_TO_FROZEN,
        /** What says that a value is frozen is not in the same word: first it is looked at, and then is added. */
        FLAG_BESIDE_CELL
    }

    /** Says what is wrong with a state. */
    static final class Violation extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Violation(String message) {
            super(message);
        }
    }

    /** The state would not fit into the model. */
    static final class Beyond extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Beyond(String message) {
            super(message, null, false, false);
        }
    }

    private final ModelState state;
    private final ModelRun run;
    private final ModelHistory history;
    private final ModelPromises promises;
    private final ModelChecks checks;
    private final ModelFinding finding;
    private final ModelMoving moving;
    private final ModelWriting writing;
    private final ModelCompaction compaction;
    private final ModelIteration iteration;
    private final ModelRebuild rebuild;

    MapModel(ModelConfiguration configuration, Mutation mutation) {
        state = new ModelState(configuration);
        run = new ModelRun(state.processes);
        history = new ModelHistory(state);
        promises = new ModelPromises(state);
        ModelDelivery delivery = new ModelDelivery(state.processes);
        ModelLog log = new ModelLog(state, run, mutation);
        ModelIndex index = new ModelIndex(state, run, log, delivery, mutation);
        checks = new ModelChecks(state, log, index, history);
        ModelCells cells = new ModelCells(state, run, mutation);
        moving = new ModelMoving(state, run, log, index, mutation);
        finding = new ModelFinding(state, run, log, index, cells, moving, mutation);
        writing = new ModelWriting(state, run, log, index, cells, finding, mutation);
        compaction = new ModelCompaction(state, run, log, index, cells, finding, mutation);
        iteration = new ModelIteration(state, run, log, index, delivery, mutation);
        rebuild = new ModelRebuild(state, run, log, index, mutation);
        for (ModelOperation written : configuration.log()) {
            start(written.key(), written.value());
        }
        for (int key = 0; key < ModelState.KEYS; key++) {
            history.start(key, index.valueOf(key));
        }
    }

    /** Appends an entry that is there from the start. */
    private void start(int key, int value) {
        int position = state.reserve(0);
        state.fill(position, ModelState.PREPARED, key, value, position);
        state.commit(position);
        int place = state.home(key, 0);
        while (ModelWord.isEntry(state.word(0, place)) && state.key(ModelWord.position(state.word(0, place))) != key) {
            place = state.placeAfter(0, place);
        }
        state.lead(0, place, position);
        if (state.configuration.isDurable()) {
            state.force(position);
            promises.start(key, ModelPromises.told(position, value == 0));
        }
    }

    ModelState state() {
        return state;
    }

    int processes() {
        return state.processes.count();
    }

    /** Lets a process take a step. {@return whether it could} */
    boolean step(int process) {
        if (state.processes.isFinished(process)) {
            return false;
        }
        ModelOperation operation = state.processes.operation(process);
        if (!state.processes.is(process, ModelProcesses.WORKS)) {
            state.processes.set(process, ModelProcesses.WORKS);
            begin(process, operation);
        }
        ModelOutcome outcome = run.advance(process, () -> execute(operation));
        if (outcome != null) {
            end(process, operation, outcome);
        }
        return true;
    }

    private ModelOutcome execute(ModelOperation operation) {
        return switch (operation.kind()) {
            case PUT, PUT_IF_ABSENT, REMOVE, REPLACE, ADD -> writing.write(operation);
            case GET -> finding.get(operation.key());
            case RESIZE -> moving.resize();
            case COMPACT -> compaction.compact();
            case ITERATE -> iteration.iterate();
            case REBUILD -> rebuild.rebuild();
        };
    }

    private void begin(int process, ModelOperation operation) {
        run.tell(() -> "begins " + operation);
        if (operation.isOfKey()) {
            history.begin(process, operation);
            if (state.configuration.isDurable()) {
                promises.begin(process);
            }
        }
    }

    private void end(int process, ModelOperation operation, ModelOutcome outcome) {
        run.tell(() -> "ends " + operation + " with " + outcome.result());
        if (operation.isOfKey()) {
            history.end(process, operation, outcome.result());
            if (state.configuration.isDurable()) {
                promises.end(process, operation, outcome);
            }
        }
        state.processes.endOperation(process);
    }

    /** Lets a process die over an operation. {@return whether it could} */
    boolean die(int process) {
        if (!state.processes.is(process, ModelProcesses.WORKS)) {
            return false;
        }
        ModelOperation operation = state.processes.operation(process);
        if (!state.processes.die(process)) {
            return false;
        }
        if (operation.isOfKey()) {
            history.die(process, operation);
        }
        return true;
    }

    /** Has a living process lose its locks over an operation. {@return whether it could} */
    boolean loseLocks(int process) {
        return state.processes.loseLocks(process);
    }

    /** Requires that this state is as it should be. */
    void requireSound() {
        checks.requireOneWordForAKey();
        checks.requireRest();
        if (state.configuration.isDurable()) {
            promises.requireKept();
        }
    }

    /** Has steps be described from now on, or not any more. */
    void report(@Nullable StringBuilder report) {
        run.report(report);
    }
}
