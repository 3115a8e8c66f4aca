package dev.verbatim.internal.log;

import dev.verbatim.internal.log.ProtocolModel.Violation;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Comes to every state of a {@link ProtocolModel} that there is, the near ones first, and says whether one is wrong.
 * States are kept whole and compared whole, so that none is taken for another.
 */
final class ModelSearch {

    private static final int CHUNK = 1 << 16;

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

    private final ProtocolModel model;
    private final ModelState state = new ModelState();

    /** A state as bytes, and zeros up to a whole number of longs. */
    private final byte[] bytes = new byte[(ModelState.BYTE_SIZE + Long.BYTES - 1) & -Long.BYTES];

    /** The states in the order in which they were found, in chunks. */
    private byte[][] chunks = new byte[16][];

    /** From which state each was found, and by which event. */
    private int[] parents = new int[CHUNK];

    private Event[] events = new Event[CHUNK];

    private int[] hashes = new int[CHUNK];
    private int count;

    /** The states by hash: one more than the number of each, 0 where there is none. */
    private int[] table = new int[4 * CHUNK];

    ModelSearch(ProtocolModel model) {
        this.model = model;
    }

    /** What can happen in a state. */
    private enum Event {
        APPEND_0,
        APPEND_1,
        READ,
        MAKE,
        CRASH_0,
        CRASH_1,
        RESTART_0,
        RESTART_1,
        LOSE_LOCKS_0,
        LOSE_LOCKS_1;

        private static final Event[] ALL = values();

        boolean happen(ProtocolModel model, ModelState state) {
            return switch (this) {
                case APPEND_0 -> model.append(state, 0);
                case APPEND_1 -> model.append(state, 1);
                case READ -> model.tailer().read(state);
                case MAKE -> model.make(state);
                case CRASH_0 -> model.crash(state, 0);
                case CRASH_1 -> model.crash(state, 1);
                case RESTART_0 -> model.restart(state, 0);
                case RESTART_1 -> model.restart(state, 1);
                case LOSE_LOCKS_0 -> model.loseLocks(state, 0);
                case LOSE_LOCKS_1 -> model.loseLocks(state, 1);
            };
        }
    }

    /** {@return what is wrong, and how it comes to that; null if nothing is} */
    @Nullable
    String findViolation(ModelState initial) {
        initial.write(bytes);
        add(-1, Event.READ);
        for (int current = 0; current < count; current++) {
            boolean isCurrent = false;
            for (Event event : Event.ALL) {
                if (!isCurrent) {
                    load(current);
                }
                try {
                    isCurrent = !event.happen(model, state);
                    if (!isCurrent) {
                        state.write(bytes);
                        add(current, event);
                    }
                } catch (Violation e) {
                    return describe(current, event, e);
                }
            }
            if (!isCurrent) {
                load(current);
            }
            if (ProtocolModel.isQuiet(state)) {
                try {
                    model.tailer().requireAllDelivered(state);
                } catch (Violation e) {
                    return describe(current, Event.READ, e);
                }
            }
        }
        return null;
    }

    /** {@return the number of states that were found} */
    int count() {
        return count;
    }

    private void load(int number) {
        System.arraycopy(chunks[number / CHUNK], number % CHUNK * bytes.length, bytes, 0, bytes.length);
        state.read(bytes);
    }

    private void add(int parent, Event event) {
        int hash = hash();
        int at = find(hash);
        if (table[at] != 0) {
            return;
        }
        if (count == parents.length) {
            parents = Arrays.copyOf(parents, 2 * count);
            events = Arrays.copyOf(events, 2 * count);
            hashes = Arrays.copyOf(hashes, 2 * count);
        }
        int chunk = count / CHUNK;
        if (chunk == chunks.length) {
            chunks = Arrays.copyOf(chunks, 2 * chunk);
        }
        if (count % CHUNK == 0) {
            chunks[chunk] = new byte[CHUNK * bytes.length];
        }
        System.arraycopy(bytes, 0, chunks[chunk], count % CHUNK * bytes.length, bytes.length);
        parents[count] = parent;
        events[count] = event;
        hashes[count] = hash;
        count++;
        table[at] = count;
        if (2 * count > table.length) {
            grow();
        }
    }

    private int hash() {
        long hash = 0;
        for (int at = 0; at < bytes.length; at += Long.BYTES) {
            hash = (hash ^ (long) LONG.get(bytes, at)) * 0x9E37_79B9_7F4A_7C15L;
            hash ^= hash >>> 32;
        }
        return (int) hash;
    }

    /** {@return where the state in {@link #bytes}, which has a hash, is in the table, or would be} */
    private int find(int hash) {
        int at = hash & (table.length - 1);
        while (table[at] != 0 && !isAt(table[at] - 1, hash)) {
            at = (at + 1) & (table.length - 1);
        }
        return at;
    }

    private boolean isAt(int number, int hash) {
        int from = number % CHUNK * bytes.length;
        return hashes[number] == hash
                && Arrays.equals(chunks[number / CHUNK], from, from + bytes.length, bytes, 0, bytes.length);
    }

    private void grow() {
        table = new int[2 * table.length];
        for (int number = 0; number < count; number++) {
            int at = hashes[number] & (table.length - 1);
            while (table[at] != 0) {
                at = (at + 1) & (table.length - 1);
            }
            table[at] = number + 1;
        }
    }

    private String describe(int last, Event event, Violation violation) {
        Deque<String> lines = new ArrayDeque<>();
        lines.addFirst(describe(last, event) + ": " + violation.getMessage());
        for (int number = last; parents[number] >= 0; number = parents[number]) {
            lines.addFirst(describe(parents[number], events[number]));
        }
        return String.join("\n", lines);
    }

    private String describe(int number, Event event) {
        load(number);
        String detail = switch (event) {
            case APPEND_0 -> " " + state.at[0];
            case APPEND_1 -> " " + state.at[1];
            case READ -> " " + state.tailerAt;
            default -> "";
        };
        return event + detail;
    }
}
