package dev.verbatim.map;

import static dev.verbatim.map.ModelState.COMMITTED;

import dev.verbatim.map.MapModel.Violation;

/**
 * Watches over what a loss of power must not take. A durable write that is acknowledged promises itself, and everything
 * that any caller had been told of any key before the write began.
 *
 * <p>What was told of a key is the origin of an entry, with a bit if that is a tombstone. The promise is kept if the
 * key has an entry that is as new. If a tombstone was told, it is also kept if the key has no entry: compaction drops
 * tombstones.
 */
final class ModelPromises {

    private static final int TOLD = ModelState.PROMISES;
    private static final int PROMISED = TOLD + ModelState.KEYS;

    /** The bytes that promises take. */
    static final int SIZE = 2 * ModelState.KEYS;

    /** The notes beside a process: what had been told of each key when its operation began. */
    static final int NOTES = ModelState.KEYS;

    private static final int TOMBSTONE = 0x10;
    private static final int ORIGIN = 0x0f;

    private final ModelState state;

    ModelPromises(ModelState state) {
        this.state = state;
    }

    static int told(int origin, boolean tombstone) {
        return origin | (tombstone ? TOMBSTONE : 0);
    }

    /** Promises an entry that is there from the start. */
    void start(int key, int told) {
        raise(TOLD + key, told);
        raise(PROMISED + key, told);
    }

    void begin(int process) {
        for (int key = 0; key < ModelState.KEYS; key++) {
            state.processes.setNote(process, key, state.bytes()[TOLD + key]);
        }
    }

    void end(int process, ModelOperation operation, ModelOutcome outcome) {
        raise(TOLD + operation.key(), outcome.told());
        boolean hasWritten = operation.kind() != ModelOperation.Kind.GET && outcome.result() == 1;
        for (int key = 0; key < ModelState.KEYS; key++) {
            if (hasWritten) {
                raise(PROMISED + key, state.processes.note(process, key));
            }
            state.processes.setNote(process, key, 0);
        }
        if (hasWritten) {
            raise(PROMISED + operation.key(), outcome.told());
        }
    }

    private void raise(int at, int told) {
        byte[] bytes = state.bytes();
        if ((told & ORIGIN) > (bytes[at] & ORIGIN)) {
            bytes[at] = (byte) told;
        }
    }

    /**
     * Requires that promises are kept if the power fails now. An entry may be lost if it was not forced when it was
     * committed. A segment that was unlinked may come back, with all its entries, if it is not below the floor.
     */
    void requireKept() {
        int[] unsure = new int[ModelState.POSITIONS];
        int count = 0;
        for (int segment = 0; segment <= state.segment(state.tail()); segment++) {
            if (state.isUnlinked(segment) && !state.isBelowFloor(segment)) {
                unsure[count] = segment;
                count++;
            }
        }
        for (int choice = 0; choice < 1 << count; choice++) {
            int back = 0;
            for (int i = 0; i < count; i++) {
                back |= (choice >> i & 1) << unsure[i];
            }
            for (int key = 0; key < ModelState.KEYS; key++) {
                requireKept(key, back);
            }
        }
    }

    /** Requires that promises are kept that were made of a key, whichever of its newest entries are lost. */
    private void requireKept(int key, int back) {
        int promised = state.bytes()[PROMISED + key];
        for (int position = state.tail(); position > 0; position--) {
            int segment = state.segment(position);
            boolean isThere =
                    !state.isBelowFloor(segment) && (!state.isUnlinked(segment) || (back >> segment & 1) != 0);
            if (isThere && state.entryState(position) == COMMITTED && state.key(position) == key) {
                if (state.origin(position) < (promised & ORIGIN)) {
                    throw new Violation("a loss of power brings an old entry back");
                }
                if (state.isForced(position)) {
                    return;
                }
            }
        }
        if (promised != 0 && (promised & TOMBSTONE) == 0) {
            throw new Violation("a loss of power takes an entry");
        }
    }
}
