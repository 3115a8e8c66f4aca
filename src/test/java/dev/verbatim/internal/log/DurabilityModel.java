package dev.verbatim.internal.log;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;

/**
 * What {@link Forcing} and {@link Recovery} promise, with few and small parts: two processes that append and wait for a
 * force, in segments of two places. One of them appends a batch of two entries where both fit. The operating system
 * writes any place, name, header or the durable position to the device at any time; a place that it writes by itself
 * can be torn. A process can die before any step. The power can fail in any state, and what is on the device then is
 * looked at. Memory is sequentially consistent here.
 *
 * <p>Places are numbered through all segments. What an entry consists of is one value; its checksum shows that it is
 * torn.
 */
final class DurabilityModel {

    /** A rule that is left out. */
    enum Mutation {
        NONE,
        /** An appender forces its own entry and no other. */
        FORCE_OWN_ENTRY,
        /** The durable position moves before the force. */
        DURABLE_FIRST,
        /** The durable position moves past entries that are reserved. */
        DURABLE_PAST_RESERVED,
        /** The folder is not forced. */
        NO_NAMES,
        /** The header of a segment is not forced. */
        NO_HEADER,
        /** The names are forced before the entries, when there may be one more to come. */
        NAMES_FIRST,
        /** The word of a batch that is committed leads to its second entry, and no longer to its end. */
        LENGTH_OF_FIRST
    }

    private static final int SIZE = 2;
    private static final int SEGMENTS = 2;
    private static final int PLACES = SIZE * SEGMENTS;
    private static final int PROCESSES = 2;

    private static final byte FREE = 0;
    private static final byte RESERVED = 1; // by process 0; 2 by process 1
    private static final byte COMMITTED = 3;
    private static final byte ABORTED = 4;
    private static final byte TORN = 5;

    /** The first place of a batch; its word leads over the second one too. Process 0 alone appends batches. */
    private static final byte RESERVED_BATCH = 6;

    private static final byte ABORTED_BATCH = 7;
    private static final byte BATCH = 8;
    private static final byte TORN_BATCH = 9;

    /** Where a process is: before the step of this name. */
    private static final byte RESERVE = 0;

    private static final byte WRITE_REST = 1;
    private static final byte COMMIT = 2;
    private static final byte BEGIN_FORCE = 3;
    private static final byte WALK = 4;
    private static final byte FORCE = 5;
    private static final byte FORCE_NAMES = 6;
    private static final byte MOVE_DURABLE = 7;
    private static final byte DONE = 8;
    private static final byte DEAD = 9;

    private final Mutation mutation;
    private final int entries;
    private int count;

    /**
     * Makes a model.
     *
     * @param entries how many entries each process appends
     */
    DurabilityModel(Mutation mutation, int entries) {
        this.mutation = mutation;
        this.entries = entries;
    }

    /** A state; all numbers are small. */
    private static final class State {

        private static final int CACHE = 0;
        private static final int DEVICE = CACHE + PLACES;
        private static final int NAMES = DEVICE + PLACES;
        private static final int DEVICE_NAMES = NAMES + SEGMENTS;
        private static final int DEVICE_HEADERS = DEVICE_NAMES + SEGMENTS;
        private static final int DURABLE = DEVICE_HEADERS + SEGMENTS;
        private static final int DEVICE_DURABLE = DURABLE + 1;
        private static final int ACKNOWLEDGED = DEVICE_DURABLE + 1;
        private static final int DEATHS = ACKNOWLEDGED + PLACES;
        private static final int PROCESS = DEATHS + 1;

        // What a process knows.
        private static final int AT = 0;
        private static final int PLACE = 1;
        private static final int SEQUENCE = 2;
        private static final int POSITION = 3;
        private static final int END = 4;
        private static final int SETTLED = 5;
        private static final int ALL_SETTLED = 6;
        private static final int BEGUN = 7;
        private static final int PROCESS_SIZE = 8;

        private final byte[] bytes;

        State(byte[] bytes) {
            this.bytes = bytes;
        }

        static State initial() {
            State state = new State(new byte[PROCESS + PROCESSES * PROCESS_SIZE]);
            state.bytes[NAMES] = 1;
            return state;
        }

        State copy() {
            return new State(bytes.clone());
        }

        byte get(int p, int field) {
            return bytes[PROCESS + p * PROCESS_SIZE + field];
        }

        void set(int p, int field, int value) {
            bytes[PROCESS + p * PROCESS_SIZE + field] = (byte) value;
        }

        int firstFree() {
            int place = 0;
            while (place < PLACES && bytes[CACHE + place] != FREE) {
                place += length(bytes[CACHE + place]);
            }
            return place;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof State state && Arrays.equals(bytes, state.bytes);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(bytes);
        }
    }

    /** {@return what is wrong after a loss of power in some state; empty if nothing is in any} */
    String findViolation() {
        Set<State> known = new HashSet<>();
        Deque<State> open = new ArrayDeque<>();
        Consumer<State> add = state -> {
            if (known.add(state)) {
                open.add(state);
            }
        };
        add.accept(State.initial());
        while (!open.isEmpty()) {
            State state = open.removeFirst();
            String violation = lossOfPower(state);
            if (!violation.isEmpty()) {
                return violation;
            }
            for (int p = 0; p < PROCESSES; p++) {
                State next = state.copy();
                if (step(next, p)) {
                    add.accept(next);
                }
                die(state, p, add);
            }
            writeBack(state, add);
        }
        count = known.size();
        return "";
    }

    /** {@return how many states there were} */
    int count() {
        return count;
    }

    private boolean step(State s, int p) {
        switch (s.get(p, State.AT)) {
            case RESERVE -> {
                int place = s.firstFree();
                if (s.get(p, State.SEQUENCE) == entries || place == PLACES) {
                    s.set(p, State.AT, DONE);
                    return true;
                }
                s.bytes[State.NAMES + place / SIZE] = 1;
                boolean batch = p == 0 && place % SIZE == 0;
                s.bytes[State.CACHE + place] = batch ? RESERVED_BATCH : (byte) (RESERVED + p);
                s.set(p, State.PLACE, place);
                s.set(p, State.AT, batch ? WRITE_REST : COMMIT);
            }
            case WRITE_REST -> {
                s.bytes[State.CACHE + s.get(p, State.PLACE) + 1] = COMMITTED;
                s.set(p, State.AT, COMMIT);
            }
            case COMMIT -> {
                int at = State.CACHE + s.get(p, State.PLACE);
                boolean batch = s.bytes[at] == RESERVED_BATCH && mutation != Mutation.LENGTH_OF_FIRST;
                s.bytes[at] = batch ? BATCH : COMMITTED;
                s.set(p, State.AT, BEGIN_FORCE);
            }
            case BEGIN_FORCE -> beginForce(s, p);
            case WALK -> walk(s, p);
            case FORCE -> force(s, p);
            case FORCE_NAMES -> {
                if (mutation != Mutation.NO_NAMES && s.get(p, State.BEGUN) == 1) {
                    System.arraycopy(s.bytes, State.NAMES, s.bytes, State.DEVICE_NAMES, SEGMENTS);
                }
                s.set(p, State.AT, mutation == Mutation.NAMES_FIRST ? WALK : MOVE_DURABLE);
            }
            case MOVE_DURABLE -> {
                moveDurable(s, p);
                acknowledge(s, p);
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    private void beginForce(State s, int p) {
        int place = s.get(p, State.PLACE);
        int durable = s.bytes[State.DURABLE];
        if (durable > place) {
            acknowledge(s, p);
            return;
        }
        s.set(p, State.POSITION, mutation == Mutation.FORCE_OWN_ENTRY ? place : durable);
        s.set(p, State.SETTLED, durable);
        s.set(p, State.ALL_SETTLED, 1);
        s.set(p, State.BEGUN, mutation == Mutation.NAMES_FIRST ? 1 : 0);
        s.set(p, State.AT, mutation == Mutation.NAMES_FIRST ? FORCE_NAMES : WALK);
    }

    /** Walks over the rest of a segment. */
    private void walk(State s, int p) {
        int place = s.get(p, State.POSITION);
        int segmentEnd = (place / SIZE + 1) * SIZE;
        while (place < segmentEnd && s.bytes[State.CACHE + place] != FREE) {
            byte value = s.bytes[State.CACHE + place];
            if (isReserved(value) && mutation != Mutation.DURABLE_PAST_RESERVED) {
                s.set(p, State.ALL_SETTLED, 0);
            }
            place += length(value);
            if (s.get(p, State.ALL_SETTLED) == 1) {
                s.set(p, State.SETTLED, place);
            }
        }
        s.set(p, State.END, place);
        s.set(p, State.AT, FORCE);
        if (mutation == Mutation.DURABLE_FIRST) {
            moveDurable(s, p);
        }
    }

    private void force(State s, int p) {
        int from = s.get(p, State.POSITION);
        int end = s.get(p, State.END);
        System.arraycopy(s.bytes, State.CACHE + from, s.bytes, State.DEVICE + from, end - from);
        if (from % SIZE == 0 && end > from) {
            s.set(p, State.BEGUN, 1);
            if (mutation != Mutation.NO_HEADER) {
                s.bytes[State.DEVICE_HEADERS + from / SIZE] = 1;
            }
        }
        boolean goesOn = end % SIZE == 0 && end < PLACES && s.bytes[State.NAMES + end / SIZE] == 1;
        s.set(p, State.POSITION, end);
        s.set(p, State.AT, goesOn ? WALK : mutation == Mutation.NAMES_FIRST ? MOVE_DURABLE : FORCE_NAMES);
    }

    private static void moveDurable(State s, int p) {
        s.bytes[State.DURABLE] = (byte) Math.max(s.bytes[State.DURABLE], s.get(p, State.SETTLED));
    }

    /** {@return how many places a word leads over; that of a committed batch leads to the entries in it} */
    private static int length(byte value) {
        return value == RESERVED_BATCH || value == ABORTED_BATCH ? 2 : 1;
    }

    private static boolean isReserved(byte value) {
        return value == RESERVED || value == RESERVED + 1 || value == RESERVED_BATCH;
    }

    private static void acknowledge(State s, int p) {
        int place = s.get(p, State.PLACE);
        s.bytes[State.ACKNOWLEDGED + place] = 1;
        if (p == 0 && place % SIZE == 0) {
            s.bytes[State.ACKNOWLEDGED + place + 1] = 1;
        }
        int sequence = s.get(p, State.SEQUENCE) + 1;
        for (int field = 0; field < State.PROCESS_SIZE; field++) {
            s.set(p, field, 0);
        }
        s.set(p, State.SEQUENCE, sequence);
    }

    /** Lets a process die; whoever reads next gives up what it has reserved. */
    private static void die(State state, int p, Consumer<State> add) {
        byte at = state.get(p, State.AT);
        if (state.bytes[State.DEATHS] == 0 && at != DONE && at != DEAD) {
            State next = state.copy();
            next.bytes[State.DEATHS] = 1;
            next.set(p, State.AT, DEAD);
            add.accept(next);
        }
        int place = state.get(p, State.PLACE);
        byte value = state.bytes[State.CACHE + place];
        boolean batch = value == RESERVED_BATCH && p == 0;
        if (at == DEAD && (value == RESERVED + p || batch)) {
            State next = state.copy();
            next.bytes[State.CACHE + place] = batch ? ABORTED_BATCH : ABORTED;
            add.accept(next);
        }
    }

    /** Lets the operating system write something by itself. */
    private static void writeBack(State state, Consumer<State> add) {
        for (int place = 0; place < PLACES; place++) {
            byte value = state.bytes[State.CACHE + place];
            writeBack(state, State.DEVICE + place, value, add);
            if ((value == COMMITTED || value == BATCH) && state.bytes[State.DEVICE + place] != value) {
                writeBack(state, State.DEVICE + place, value == BATCH ? TORN_BATCH : TORN, add);
            }
        }
        for (int segment = 0; segment < SEGMENTS; segment++) {
            byte named = state.bytes[State.NAMES + segment];
            writeBack(state, State.DEVICE_NAMES + segment, named, add);
            writeBack(state, State.DEVICE_HEADERS + segment, named, add);
        }
        writeBack(state, State.DEVICE_DURABLE, state.bytes[State.DURABLE], add);
    }

    private static void writeBack(State state, int at, byte value, Consumer<State> add) {
        if (state.bytes[at] != value) {
            State next = state.copy();
            next.bytes[at] = value;
            add.accept(next);
        }
    }

    /** {@return what is wrong with what the device has; empty if nothing is} */
    private static String lossOfPower(State s) {
        int durable = s.bytes[State.DEVICE_DURABLE];
        // A recovery begins with the segment before that of the durable position.
        int scanned = Math.max(0, durable / SIZE - 1) * SIZE;
        int place = 0;
        while (place < PLACES && isThere(s, place)) {
            byte value = s.bytes[State.DEVICE + place];
            boolean batch = value == BATCH || value == TORN_BATCH;
            boolean broken = value == TORN_BATCH || (batch && s.bytes[State.DEVICE + place + 1] != COMMITTED);
            if (place < scanned && isReserved(value)) {
                return "an entry stays reserved for good";
            }
            if (place < durable && broken) {
                return "an opener refuses the queue, or reports damage before the durable position";
            }
            int end = place + (broken ? 2 : length(value)); // a batch that has lost an entry is aborted whole
            boolean lost = end - place == 2 || (value != COMMITTED && value != BATCH);
            if (lost && (isAcknowledged(s, place) || isAcknowledged(s, end - 1))) {
                return "an acknowledged entry is lost";
            }
            place = end;
        }
        if (place < durable) {
            return "an opener refuses the queue, or reports damage before the durable position";
        }
        for (int behind = place; behind < PLACES; behind++) {
            if (isAcknowledged(s, behind)) {
                return "an acknowledged entry is lost";
            }
        }
        return "";
    }

    private static boolean isAcknowledged(State s, int place) {
        return s.bytes[State.ACKNOWLEDGED + place] == 1;
    }

    /** {@return whether a walk finds something at a place} */
    private static boolean isThere(State s, int place) {
        return s.bytes[State.DEVICE_NAMES + place / SIZE] == 1
                && s.bytes[State.DEVICE_HEADERS + place / SIZE] == 1
                && s.bytes[State.DEVICE + place] != FREE;
    }
}
