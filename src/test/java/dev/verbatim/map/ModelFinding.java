package dev.verbatim.map;

import dev.verbatim.map.MapModel.Beyond;
import dev.verbatim.map.MapModel.Mutation;
import dev.verbatim.map.ModelRun.Call;

/** How a key is found by those who read it, and by those who write. */
final class ModelFinding {

    private final ModelState state;
    private final ModelRun run;
    private final ModelLog log;
    private final ModelIndex index;
    private final ModelCells cells;
    private final ModelMoving moving;
    private final Mutation mutation;

    ModelFinding(
            ModelState state,
            ModelRun run,
            ModelLog log,
            ModelIndex index,
            ModelCells cells,
            ModelMoving moving,
            Mutation mutation) {
        this.state = state;
        this.run = run;
        this.log = log;
        this.index = index;
        this.cells = cells;
        this.moving = moving;
        this.mutation = mutation;
    }

    /** Reads the value of a key. It writes nothing, but that it commits an entry which has taken effect. */
    ModelOutcome get(int key) {
        int mark = run.mark();
        ModelHandle handle = wentOn();
        while (true) {
            ModelSeen seen = read(key, handle.file());
            if (seen.word() != ModelWord.SEALED_EMPTY) {
                if (seen.prepared() && mutation != Mutation.READ_PREPARED) {
                    log.commit(seen.position());
                }
                return new ModelOutcome(cells.valueOf(seen), seen.told());
            }
            handle = index.openNext(handle.generation());
            index.keep(handle);
            run.goOn(mark, handle.encode());
        }
    }

    /** {@return a key's word, an empty one, or a sealed empty one if the next generation has to be asked} */
    private ModelSeen read(int key, int file) {
        boolean passedMoved = false;
        int place = state.home(key, file);
        for (int n = 0; n < state.places(file); n++) {
            int here = place;
            ModelSeen seen =
                    ModelSeen.decode(run.step(() -> readWord(key, file, here).encode()));
            if (seen.word() == ModelWord.EMPTY && passedMoved && mutation != Mutation.GET_STOPS) {
                return ModelSeen.bare(file, here, ModelWord.SEALED_EMPTY);
            }
            if (seen.word() != ModelWord.PASSED && seen.word() != ModelWord.MOVED) {
                return seen;
            }
            passedMoved |= seen.word() == ModelWord.MOVED;
            place = state.placeAfter(file, place);
        }
        throw new Beyond("the index is full");
    }

    private ModelSeen readWord(int key, int file, int place) {
        ModelSeen seen = index.look(file, place);
        run.tell(() -> "reads word " + place + " of file " + file + ": " + ModelWord.describe(seen.word()));
        if (ModelWord.isEntry(seen.word())) {
            log.requireWhole(seen.word());
            return seen.key() == key ? seen.unsealed() : ModelSeen.passed(file, place);
        }
        return seen.word() == ModelWord.DEAD ? ModelSeen.passed(file, place) : seen;
    }

    /**
     * Finds a key in order to write to it. If a resize has come to its chain, the chain is moved first.
     *
     * @return its word, or the empty one that ends its chain
     */
    ModelSeen find(int key) {
        return ModelSeen.decode(run.call(Call.FIND, () -> findNow(key).encode()));
    }

    private ModelSeen findNow(int key) {
        int mark = run.mark();
        ModelHandle handle = wentOn();
        while (true) {
            ModelSeen seen = probe(key, handle.file());
            if (!ModelWord.isSealed(seen.word())) {
                index.keep(handle);
                return seen;
            }
            ModelHandle next = index.openNext(handle.generation());
            if (next.early() && mutation != Mutation.WRITER_SKIPS_CHAIN) {
                moving.moveChain(handle.file(), state.home(key, handle.file()), next.file());
            }
            handle = next;
            run.goOn(mark, handle.encode());
        }
    }

    /** {@return a key's word, an empty one, or any that is sealed} */
    private ModelSeen probe(int key, int file) {
        int place = state.home(key, file);
        int dead = -1;
        for (int n = 0; n < state.places(file); n++) {
            int here = place;
            ModelSeen seen =
                    ModelSeen.decode(run.step(() -> probeWord(key, file, here).encode()));
            if (seen.word() == ModelWord.EMPTY && dead >= 0) {
                return ModelSeen.bare(file, dead, ModelWord.DEAD);
            }
            if (seen.word() == ModelWord.DEAD) {
                dead = dead < 0 ? here : dead;
            } else if (seen.word() != ModelWord.PASSED) {
                return seen;
            }
            place = state.placeAfter(file, place);
        }
        throw new Beyond("the index is full");
    }

    private ModelSeen probeWord(int key, int file, int place) {
        ModelSeen seen = index.look(file, place);
        int word = seen.word();
        run.tell(() -> "probes word " + place + " of file " + file + ": " + ModelWord.describe(word));
        if (ModelWord.isSealed(word)) {
            return ModelSeen.bare(file, place, ModelWord.SEALED_EMPTY);
        }
        if (ModelWord.isEntry(word)) {
            log.requireWhole(word);
            return seen.key() == key ? seen : ModelSeen.passed(file, place);
        }
        return word == ModelWord.DEAD && mutation != Mutation.REUSE_DEAD ? ModelSeen.passed(file, place) : seen;
    }

    /** {@return the generation that this call has gone on to, or in which this process begins} */
    private ModelHandle wentOn() {
        int begin = state.processes.handle(run.me()).encode();
        return ModelHandle.decode(run.wentOn(begin));
    }
}
