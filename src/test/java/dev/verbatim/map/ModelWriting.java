package dev.verbatim.map;

import dev.verbatim.map.MapModel.Mutation;
import dev.verbatim.map.ModelOperation.Kind;

/** Puts and removes, with a condition or without. */
final class ModelWriting {

    private final ModelState state;
    private final ModelRun run;
    private final ModelLog log;
    private final ModelIndex index;
    private final ModelCells cells;
    private final ModelFinding finding;
    private final Mutation mutation;

    ModelWriting(
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

    ModelOutcome write(ModelOperation operation) {
        boolean reservesFirst = mutation == Mutation.RESERVE_FIRST && operation.kind() == Kind.PUT;
        int reserved = reservesFirst ? log.reserve() : 0;
        ModelSeen found = finding.find(operation.key());
        boolean applies = operation.writesOver(cells.valueOf(found));
        if (found.prepared() && mutation != (applies ? Mutation.SUPERSEDE_PREPARED : Mutation.READ_PREPARED)) {
            log.commit(found.position());
        }
        if (applies && operation.kind() == Kind.ADD) {
            int old = cells.add(found, operation.value());
            if (old != 0) {
                return new ModelOutcome(operation.result(old), found.told());
            }
        }
        int old = applies ? cells.lastValueOf(found, Mutation.WRITE_UNFROZEN) : 0;
        if (!applies || !operation.writesOver(old)) {
            return new ModelOutcome(0, found.told());
        }
        // The word was found before the entry was reserved: so the positions of a key only grow.
        int position = reservesFirst ? reserved : log.reserve();
        if (mutation == Mutation.INDEX_FIRST) {
            leadOrRestart(operation, found, position);
        }
        if (!log.prepare(position, operation.key(), operation.valueAfter(old), position)) {
            throw run.restart(0);
        }
        if (mutation != Mutation.INDEX_FIRST) {
            leadOrRestart(operation, found, position);
        }
        log.commit(position);
        if (state.configuration.isDurable()) {
            log.forceThrough(position);
        }
        return new ModelOutcome(operation.result(old), ModelPromises.told(position, operation.value() == 0));
    }

    /**
     * Has the index lead to an entry. If that fails, a later entry may have been there: gives this one up and starts
     * again.
     */
    private void leadOrRestart(ModelOperation operation, ModelSeen found, int position) {
        if (index.lead(found, position)) {
            return;
        }
        if (mutation == Mutation.RETRY_ENTRY && leadAgain(operation, position)) {
            return;
        }
        log.abort(position);
        throw run.restart(0);
    }

    private boolean leadAgain(ModelOperation operation, int position) {
        ModelSeen found = finding.find(operation.key());
        if (!operation.writesOver(found.value()) || found.position() > position) {
            return false;
        }
        if (found.prepared()) {
            log.commit(found.position());
        }
        return index.lead(found, position);
    }
}
