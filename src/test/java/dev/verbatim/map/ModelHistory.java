package dev.verbatim.map;

import dev.verbatim.map.MapModel.Beyond;
import dev.verbatim.map.MapModel.Violation;
import java.util.Arrays;

/**
 * Watches over the history of each key: it must be linearizable. So there must be an order of its operations in which
 * each takes effect between its begin and its end, and returns what a map would return.
 *
 * <p>A possibility is what matters of one such order: the value that the key has now, and of each operation that has
 * begun whether it has taken effect and what it returns. When an operation begins, every possibility stays, and others
 * come from it in which operations take effect. When an operation ends, those possibilities stay in which it has taken
 * effect and returns what it did return. If none stays, there is no such order.
 */
final class ModelHistory {

    private static final int POSSIBILITIES = 60;
    private static final int POSSIBILITY_SIZE = 3;
    private static final int KEY_SIZE = 1 + POSSIBILITY_SIZE * POSSIBILITIES;

    /** The bytes that a history takes. */
    static final int SIZE = ModelState.KEYS * KEY_SIZE;

    // A possibility: a value, and what each process is about.
    private static final int VALUE_BITS = 3;
    private static final int VALUE = (1 << VALUE_BITS) - 1;
    private static final int PROCESS_BITS = 4;
    private static final int PROCESS = (1 << PROCESS_BITS) - 1;

    private static final int IDLE = 0;
    private static final int WAITS = 1;

    /** Has taken effect and returns 0; the numbers after this one return 1, 2 and so on. */
    private static final int SERVED = 2;

    private final ModelState state;

    // The possibilities of the key at hand.
    private int[] possibilities = new int[16];
    private int count;

    ModelHistory(ModelState state) {
        this.state = state;
    }

    /** Has a key begin with a value. */
    void start(int key, int value) {
        possibilities[0] = value;
        count = 1;
        store(key);
    }

    /** Has a process begin an operation. */
    void begin(int process, ModelOperation operation) {
        load(operation.key());
        for (int i = 0; i < count; i++) {
            possibilities[i] = with(possibilities[i], process, WAITS);
        }
        // Those that are added here are looked at as well.
        for (int i = 0; i < count; i++) {
            for (int other = 0; other < state.processes.count(); other++) {
                if (status(possibilities[i], other) == WAITS) {
                    add(serve(possibilities[i], other));
                }
            }
        }
        store(operation.key());
    }

    /** {@return the possibility that comes from another one when an operation takes effect} */
    private int serve(int possibility, int process) {
        ModelOperation operation = state.processes.operation(process);
        int old = possibility & VALUE;
        return with((possibility & ~VALUE) | operation.valueAfter(old), process, SERVED + operation.result(old));
    }

    /** Has a process end an operation. */
    void end(int process, ModelOperation operation, int result) {
        load(operation.key());
        int stay = 0;
        for (int i = 0; i < count; i++) {
            if (status(possibilities[i], process) == SERVED + result) {
                possibilities[stay] = with(possibilities[i], process, IDLE);
                stay++;
            }
        }
        count = stay;
        if (count == 0) {
            throw new Violation("not linearizable: " + operation + " returns " + result);
        }
        store(operation.key());
    }

    /** Has a process die over an operation, which has taken effect by now or never will. */
    void die(int process, ModelOperation operation) {
        load(operation.key());
        for (int i = 0; i < count; i++) {
            possibilities[i] = with(possibilities[i], process, IDLE);
        }
        store(operation.key());
    }

    /** Requires that a key can have a value now. */
    void requirePossible(int key, int value) {
        int at = at(key);
        for (int i = 0; i < state.bytes()[at]; i++) {
            if ((possibility(at, i) & VALUE) == value) {
                return;
            }
        }
        throw new Violation("all die: key " + key + " has value " + value + ", which no order of operations gives it");
    }

    private static int status(int possibility, int process) {
        return possibility >> shift(process) & PROCESS;
    }

    private static int with(int possibility, int process, int status) {
        return (possibility & ~(PROCESS << shift(process))) | (status << shift(process));
    }

    private static int shift(int process) {
        return VALUE_BITS + PROCESS_BITS * process;
    }

    private void add(int possibility) {
        for (int i = 0; i < count; i++) {
            if (possibilities[i] == possibility) {
                return;
            }
        }
        if (count == possibilities.length) {
            possibilities = Arrays.copyOf(possibilities, 2 * count);
        }
        possibilities[count] = possibility;
        count++;
    }

    private static int at(int key) {
        return ModelState.HISTORY + key * KEY_SIZE;
    }

    private int possibility(int at, int number) {
        byte[] bytes = state.bytes();
        int from = at + 1 + POSSIBILITY_SIZE * number;
        return (bytes[from] & 0xff) | (bytes[from + 1] & 0xff) << 8 | (bytes[from + 2] & 0xff) << 16;
    }

    private void load(int key) {
        int at = at(key);
        count = state.bytes()[at];
        if (count > possibilities.length) {
            possibilities = new int[POSSIBILITIES];
        }
        for (int i = 0; i < count; i++) {
            possibilities[i] = possibility(at, i);
        }
    }

    /** Stores the possibilities in order, each once, so that equal histories are equal bytes. */
    private void store(int key) {
        Arrays.sort(possibilities, 0, count);
        byte[] bytes = state.bytes();
        int at = at(key);
        Arrays.fill(bytes, at, at + KEY_SIZE, (byte) 0);
        for (int i = 0; i < count; i++) {
            if (i > 0 && possibilities[i] == possibilities[i - 1]) {
                continue;
            }
            if (bytes[at] == POSSIBILITIES) {
                throw new Beyond("too many possibilities");
            }
            int to = at + 1 + POSSIBILITY_SIZE * bytes[at];
            bytes[to] = (byte) possibilities[i];
            bytes[to + 1] = (byte) (possibilities[i] >> 8);
            bytes[to + 2] = (byte) (possibilities[i] >> 16);
            bytes[at]++;
        }
    }
}
