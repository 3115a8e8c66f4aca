package dev.verbatim.map;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/**
 * The states that a search has found and not yet gone on from, in the order in which they were found. Most of a state
 * is zeros: eight bytes that are all 0 take one bit.
 */
final class ModelQueue {

    private static final VarHandle LONG_LE =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final Deque<long[]> states = new ArrayDeque<>();

    /** How many longs a state has, and how many say which of them are kept. */
    private final int longs;

    private final int masks;
    private final long[] packing;

    ModelQueue(int stateSize) {
        longs = stateSize / Long.BYTES;
        masks = (longs + Long.SIZE - 1) / Long.SIZE;
        packing = new long[masks + longs];
    }

    boolean isEmpty() {
        return states.isEmpty();
    }

    void add(byte[] state) {
        int end = masks;
        for (int mask = 0; mask < masks; mask++) {
            long kept = 0;
            int first = mask * Long.SIZE;
            for (int i = first; i < Math.min(first + Long.SIZE, longs); i++) {
                long value = (long) LONG_LE.get(state, i * Long.BYTES);
                if (value != 0) {
                    kept |= 1L << i;
                    packing[end] = value;
                    end++;
                }
            }
            packing[mask] = kept;
        }
        states.addLast(Arrays.copyOf(packing, end));
    }

    /** Takes the first state out of this queue and into an array. */
    void take(byte[] state) {
        long[] packed = states.removeFirst();
        Arrays.fill(state, (byte) 0);
        int at = masks;
        for (int mask = 0; mask < masks; mask++) {
            for (long kept = packed[mask]; kept != 0; kept &= kept - 1) {
                int i = mask * Long.SIZE + Long.numberOfTrailingZeros(kept);
                LONG_LE.set(state, i * Long.BYTES, packed[at]);
                at++;
            }
        }
    }
}
