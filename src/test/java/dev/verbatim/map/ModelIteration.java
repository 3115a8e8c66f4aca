package dev.verbatim.map;

import dev.verbatim.map.MapModel.Mutation;
import java.util.ArrayList;
import java.util.List;

/**
 * Iteration by groups. A group is all keys that have the same home in the generation where the iteration began. It is
 * delivered from one generation. If a resize has come to it, the whole group is moved, and delivered from the next
 * generation. Phase 0 begins; then each group is a phase.
 */
final class ModelIteration {

    private static final int GROUP_BITS = 4;
    private static final int GROUP = (1 << GROUP_BITS) - 1;

    private final ModelState state;
    private final ModelRun run;
    private final ModelLog log;
    private final ModelIndex index;
    private final ModelMoving moving;
    private final ModelDelivery delivery;
    private final Mutation mutation;

    ModelIteration(
            ModelState state,
            ModelRun run,
            ModelLog log,
            ModelIndex index,
            ModelMoving moving,
            ModelDelivery delivery,
            Mutation mutation) {
        this.state = state;
        this.run = run;
        this.log = log;
        this.index = index;
        this.moving = moving;
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
            delivery.deliver(run.me(), seen.key(), seen.value());
        }
        if (group + 1 < groups) {
            throw run.restart(phase + 1);
        }
        delivery.end(run.me());
        return ModelOutcome.DONE;
    }

    /** {@return the entries of a group} */
    private List<ModelSeen> collect(int group, int groups) {
        int mark = run.mark();
        ModelHandle handle =
                ModelHandle.decode(run.wentOn(state.processes.handle(run.me()).encode()));
        while (true) {
            List<ModelSeen> collected = new ArrayList<>();
            if (collect(group, groups, handle.file(), collected)) {
                index.keep(handle);
                return collected;
            }
            ModelHandle next = index.openNext(handle.generation());
            if (next.early()) {
                for (int home = group; home < state.places(handle.file()); home += groups) {
                    moving.moveChain(handle.file(), home, next.file());
                }
            }
            handle = next;
            run.goOn(mark, handle.encode());
        }
    }

    /** Collects a group from a file, where it may have several homes. {@return whether no word was sealed} */
    private boolean collect(int group, int groups, int file, List<ModelSeen> collected) {
        for (int home = group; home < state.places(file); home += groups) {
            if (!collectChain(file, home, collected)) {
                return false;
            }
        }
        return true;
    }

    private boolean collectChain(int file, int home, List<ModelSeen> collected) {
        int place = home;
        for (int n = 0; n < state.places(file); n++) {
            int here = place;
            ModelSeen seen =
                    ModelSeen.decode(run.step(() -> look(file, home, here).encode()));
            if (seen.word() == ModelWord.SEALED_EMPTY) {
                return false;
            }
            if (seen.word() == ModelWord.EMPTY) {
                return true;
            }
            if (seen.word() != ModelWord.PASSED) {
                if (seen.prepared()) {
                    log.commit(seen.position());
                }
                collected.add(seen);
            }
            place = state.placeAfter(file, place);
        }
        return true;
    }

    /** {@return the word of an entry that belongs to a home; or passed, empty, or sealed} */
    private ModelSeen look(int file, int home, int place) {
        ModelSeen seen = index.look(file, place);
        int word = seen.word();
        run.tell(() -> "comes to word " + place + " of file " + file + ": " + ModelWord.describe(word));
        if (ModelWord.isSealed(word)) {
            return ModelSeen.bare(file, place, ModelWord.SEALED_EMPTY);
        }
        if (word == ModelWord.EMPTY) {
            return seen;
        }
        if (ModelWord.isLive(word)) {
            log.requireWhole(word);
            boolean belongs =
                    mutation == Mutation.ITERATE_BY_WORD ? place == home : state.home(seen.key(), file) == home;
            return belongs ? seen : ModelSeen.passed(file, place);
        }
        return ModelSeen.passed(file, place);
    }
}
