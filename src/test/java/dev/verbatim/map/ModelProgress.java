package dev.verbatim.map;

import java.util.Arrays;

/**
 * Where the steps of an operation lead, from state to state by their numbers. A process that takes them alone comes to
 * an end unless it comes to a state again.
 */
final class ModelProgress {

    /** The number of the state after one, plus 1; 0 where the operation has ended, or there is none. */
    private final int[][] next;

    ModelProgress(int processes) {
        next = new int[processes][1 << 16];
    }

    /** Notes a step that does not end the operation. */
    void note(int process, int from, int to) {
        if (from >= next[process].length) {
            next[process] = Arrays.copyOf(next[process], from + (from >> 1));
        }
        next[process][from] = to + 1;
    }

    /** {@return a state from which a process comes to that state again when it goes on alone; -1 if there is none} */
    int findCircle(int process) {
        int[] steps = next[process];
        int[] start = new int[steps.length];
        for (int first = 0; first < steps.length; first++) {
            int at = first;
            while (at < steps.length && steps[at] != 0 && start[at] == 0) {
                start[at] = first + 1;
                at = steps[at] - 1;
            }
            if (at < steps.length && steps[at] != 0 && start[at] == first + 1) {
                return at;
            }
        }
        return -1;
    }
}
