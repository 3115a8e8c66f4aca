package dev.verbatim.map;

import dev.verbatim.map.MapModel.Violation;
import dev.verbatim.map.ModelOperation.Kind;

/**
 * Watches over iterations. Each must deliver every key that was there throughout, no key twice, and no value that the
 * key did not have meanwhile. Notes beside its process say, as bits, which keys were there throughout, which keys were
 * delivered, and which values each key has had.
 */
final class ModelDelivery {

    private static final int THROUGHOUT = ModelPromises.NOTES;
    private static final int DELIVERED = THROUGHOUT + 1;
    private static final int VALUES = DELIVERED + 1;

    /** How many notes there are. */
    static final int NOTES = 2 + ModelState.KEYS;

    private final ModelProcesses processes;

    ModelDelivery(ModelProcesses processes) {
        this.processes = processes;
    }

    /** Begins to watch over a process that iterates. */
    void begin(int process, ModelIndex index) {
        for (int key = 0; key < ModelState.KEYS; key++) {
            int value = index.valueOf(key);
            add(process, VALUES + key, value);
            if (value != 0) {
                add(process, THROUGHOUT, key);
            }
        }
    }

    /** Notes that a key has another value, 0 if it was removed. */
    void note(int key, int value) {
        for (int process = 0; process < processes.count(); process++) {
            if (processes.isAt(process, Kind.ITERATE) && processes.phase(process) != 0) {
                add(process, VALUES + key, value);
                if (value == 0) {
                    int throughout = processes.note(process, THROUGHOUT);
                    processes.setNote(process, THROUGHOUT, throughout & ~(1 << key));
                }
            }
        }
    }

    void deliver(int process, int key, int value) {
        if (has(process, DELIVERED, key)) {
            throw new Violation("an iteration delivers a key twice");
        }
        if (!has(process, VALUES + key, value)) {
            throw new Violation("an iteration delivers a value that the key did not have");
        }
        add(process, DELIVERED, key);
    }

    void end(int process) {
        int missed = processes.note(process, THROUGHOUT) & ~processes.note(process, DELIVERED);
        if (missed != 0) {
            throw new Violation("an iteration has missed a key that was there throughout");
        }
        for (int note = THROUGHOUT; note < THROUGHOUT + NOTES; note++) {
            processes.setNote(process, note, 0);
        }
    }

    private boolean has(int process, int note, int bit) {
        return (processes.note(process, note) >> bit & 1) != 0;
    }

    private void add(int process, int note, int bit) {
        processes.setNote(process, note, processes.note(process, note) | 1 << bit);
    }
}
