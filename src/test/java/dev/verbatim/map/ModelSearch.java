package dev.verbatim.map;

import dev.verbatim.map.MapModel.Beyond;
import dev.verbatim.map.MapModel.Mutation;
import dev.verbatim.map.MapModel.Violation;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** Comes to every state of a {@link MapModel} that there is, the near ones first, and says whether one is wrong. */
final class ModelSearch {

    private final MapModel model;
    private final @Nullable ModelProgress progress;
    private final ModelStates states = new ModelStates();

    private final ModelQueue open;
    private final byte[] initial;

    /** From which state each was found, by number, and by which event. */
    private int[] parents = new int[1 << 16];

    private byte[] events = new byte[1 << 16];

    private long transitions;
    private long beyond;

    /**
     * Makes a search.
     *
     * @param alone whether in each state each process has to come to the end of its operation alone
     */
    ModelSearch(ModelConfiguration configuration, Mutation mutation, boolean alone) {
        model = new MapModel(configuration, mutation);
        progress = alone ? new ModelProgress(model.processes()) : null;
        initial = model.state().bytes().clone();
        open = new ModelQueue(initial.length);
    }

    /** What can happen to a process. */
    private enum Event {
        STEP,
        DIE,
        LOSE_LOCKS;

        private static final Event[] ALL = values();

        boolean happen(MapModel model, int process) {
            return switch (this) {
                case STEP -> model.step(process);
                case DIE -> model.die(process);
                case LOSE_LOCKS -> model.loseLocks(process);
            };
        }
    }

    /** {@return what is wrong, and how it comes to that; null if nothing is} */
    @Nullable
    String findViolation() {
        byte[] from = new byte[initial.length];
        byte[] to = new byte[initial.length];
        add(initial, -1, 0);
        for (int current = 0; !open.isEmpty(); current++) {
            open.take(from);
            for (int event = 0; event < Event.ALL.length * model.processes(); event++) {
                System.arraycopy(from, 0, to, 0, to.length);
                model.state().use(to);
                try {
                    if (happen(event)) {
                        transitions++;
                        int number = states.count();
                        int found = add(to, current, event);
                        if (found == number) {
                            model.requireSound();
                        }
                        noteProgress(event, current, found);
                    }
                } catch (Violation e) {
                    return describe(current, event, e);
                } catch (Beyond e) {
                    beyond++;
                }
            }
        }
        return findCircle();
    }

    /** {@return the number of states that were found} */
    int count() {
        return states.count();
    }

    /** {@return how many ways there were from one state to another} */
    long transitions() {
        return transitions;
    }

    /** {@return how often a state was left out because the model has no room for it} */
    long beyond() {
        return beyond;
    }

    /** Has event 3 * p + e happen: number e to process p. */
    private boolean happen(int event) {
        return Event.ALL[event % Event.ALL.length].happen(model, event / Event.ALL.length);
    }

    private void noteProgress(int event, int from, int to) {
        int process = event / Event.ALL.length;
        boolean isStep = Event.ALL[event % Event.ALL.length] == Event.STEP;
        if (progress != null && isStep && model.state().processes.is(process, ModelProcesses.WORKS)) {
            progress.note(process, from, to);
        }
    }

    private @Nullable String findCircle() {
        for (int process = 0; progress != null && process < model.processes(); process++) {
            int state = progress.findCircle(process);
            if (state >= 0) {
                Violation violation = new Violation("process " + process + " does not come to an end alone");
                return describe(state, process * Event.ALL.length, violation); // by its step
            }
        }
        return null;
    }

    /** {@return the number of a state, which has been added if it is a new one} */
    private int add(byte[] state, int parent, int event) {
        int count = states.count();
        int number = states.add(state);
        if (number < count) {
            return number;
        }
        if (number == parents.length) {
            parents = Arrays.copyOf(parents, number + (number >> 1));
            events = Arrays.copyOf(events, number + (number >> 1));
        }
        parents[number] = parent;
        events[number] = (byte) event;
        open.add(state);
        return number;
    }

    private String describe(int last, int event, Violation violation) {
        Deque<Integer> way = new ArrayDeque<>();
        way.addFirst(event);
        for (int number = last; parents[number] >= 0; number = parents[number]) {
            way.addFirst((int) events[number]);
        }
        StringBuilder text = new StringBuilder();
        model.state().use(initial.clone());
        for (int next : way) {
            StringBuilder step = new StringBuilder();
            model.report(step);
            try {
                happen(next);
            } catch (Violation e) {
                // This is the violation that is described.
            }
            Event kind = Event.ALL[next % Event.ALL.length];
            text.append(next / Event.ALL.length)
                    .append(' ')
                    .append(kind)
                    .append(": ")
                    .append(step)
                    .append('\n');
        }
        return text + violation.getMessage();
    }
}
