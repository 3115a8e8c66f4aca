package dev.verbatim.map;

import dev.verbatim.map.MapModel.Mutation;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Iteration by groups. A group is all keys that have the same home in the generation where the iteration began. It is
 * looked for in one generation, and if a word there is sealed in the next one too: what that has counts. Nothing is
 * moved. Phase 0 begins; then each group is a phase.
 */
final class ModelIteration {

    private static final int GROUP_BITS = 4;
    private static final int GROUP = (1 << GROUP_BITS) - 1;

    private final ModelState state;
    private final ModelRun run;
    private final ModelLog log;
    private final ModelIndex index;
    private final ModelDelivery delivery;
    private final Mutation mutation;

    ModelIteration(
            ModelState state, ModelRun run, ModelLog log, ModelIndex index, ModelDelivery delivery, Mutation mutation) {
        this.state = state;
        this.run = run;
        this.log = log;
        this.index = index;
        this.delivery = delivery;
        this.mutation = mutation;
    }

    ModelOutcome iterate() {
        int phase = run.phase();
        if (phase == 0) {
            run.act(() -> delivery.begin(run.me(), index));
            int groups = state.places(state.processes.handle(run.me()).file());
            throw run.restart(groups << GROUP_BITS | 1);
        }
        int groups = phase >> GROUP_BITS;
        int group = (phase & GROUP) - 1;
        for (ModelSeen seen : collect(group, groups)) {
            if (seen.value() != 0) {
                delivery.deliver(run.me(), seen.key(), seen.value());
            }
        }
        if (group + 1 < groups) {
            throw run.restart(phase + 1);
        }
        delivery.end(run.me());
        return ModelOutcome.DONE;
    }

    /** {@return what the keys of a group have, each in the last generation that has a word of it} */
    private Collection<ModelSeen> collect(int group, int groups) {
        Map<Integer, ModelSeen> collected = new LinkedHashMap<>();
        ModelHandle handle = state.processes.handle(run.me());
        while (collect(group, groups, handle.file(), collected)) {
            handle = index.openNext(handle.generation());
            if (mutation == Mutation.ITERATE_LAST_ONLY) {
                collected.clear();
            }
        }
        index.keep(handle);
        return collected.values();
    }

    /** Collects a group from a file, where it may have several homes. {@return whether a word was sealed} */
    private boolean collect(int group, int groups, int file, Map<Integer, ModelSeen> collected) {
        boolean sealed = false;
        for (int home = group; home < state.places(file); home += groups) {
            sealed |= collectChain(file, home, collected);
        }
        return sealed;
    }

    private boolean collectChain(int file, int home, Map<Integer, ModelSeen> collected) {
        boolean sealed = false;
        int place = home;
        for (int n = 0; n < state.places(file); n++) {
            int here = place;
            ModelSeen seen =
                    ModelSeen.decode(run.step(() -> look(file, home, here).encode()));
            sealed |= ModelWord.isSealed(seen.word());
            if (ModelWord.unsealed(seen.word()) == ModelWord.EMPTY) {
                break;
            }
            if (ModelWord.isEntry(seen.word())) {
                if (seen.prepared()) {
                    log.commit(seen.position());
                }
                collected.put(seen.key(), seen);
            }
            place = state.placeAfter(file, place);
        }
        return sealed;
    }

    /** {@return the word of an entry that belongs to a home; or empty, moved, or passed, each sealed or not} */
    private ModelSeen look(int file, int home, int place) {
        ModelSeen seen = index.look(file, place);
        int word = seen.word();
        run.tell(() -> "comes to word " + place + " of file " + file + ": " + ModelWord.describe(word));
        if (ModelWord.unsealed(word) == ModelWord.EMPTY) {
            return seen;
        }
        if (ModelWord.isEntry(word)) {
            log.requireWhole(ModelWord.unsealed(word));
            boolean belongs =
                    mutation == Mutation.ITERATE_BY_WORD ? place == home : state.home(seen.key(), file) == home;
            if (belongs) {
                return seen;
            }
        }
        return ModelWord.isSealed(word) ? ModelSeen.bare(file, place, ModelWord.MOVED) : ModelSeen.passed(file, place);
    }
}
