package dev.verbatim.map;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The states that a search has found. It keeps only a hash of 64 bits of each, so that there is room for many. If two
 * states had the same hash, the second one would be taken for the first: with 50 million states the odds are 1 in
 * 15,000.
 */
final class ModelStates {

    private static final VarHandle LONG_LE =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /** The hashes, each at the first free place from its own on; 0 where there is none. */
    private long[] table = new long[1 << 16];

    /** The number of the state beside each hash. */
    private int[] numbers = new int[table.length];

    private int count;

    int count() {
        return count;
    }

    /** Adds a state. {@return its number, which is the {@link #count} until now if it was not there} */
    int add(byte[] state) {
        int number = insert(hash(state), count);
        if (number == count) {
            count++;
            if (count > table.length / 8 * 5) {
                grow();
            }
        }
        return number;
    }

    private int insert(long hash, int number) {
        int mask = table.length - 1;
        int at = (int) (hash >>> 32) & mask;
        while (table[at] != 0) {
            if (table[at] == hash) {
                return numbers[at];
            }
            at = at + 1 & mask;
        }
        table[at] = hash;
        numbers[at] = number;
        return number;
    }

    private void grow() {
        long[] old = table;
        int[] oldNumbers = numbers;
        table = new long[2 * old.length];
        numbers = new int[table.length];
        for (int i = 0; i < old.length; i++) {
            if (old[i] != 0) {
                insert(old[i], oldNumbers[i]);
            }
        }
    }

    /** {@return a hash of a state that is not 0; most of a state is zeros, which cost little} */
    private static long hash(byte[] state) {
        long hash = 0;
        for (int at = 0; at < state.length; at += Long.BYTES) {
            long value = (long) LONG_LE.get(state, at);
            if (value != 0) {
                hash = mix(hash ^ mix(value + at * 0x9e37_79b9_7f4a_7c15L));
            }
        }
        return hash == 0 ? 1 : hash;
    }

    /** The end of MurmurHash3: each bit of the value changes about half of the bits of the result. */
    private static long mix(long value) {
        long mixed = (value ^ value >>> 33) * 0xff51_afd7_ed55_8ccdL;
        mixed = (mixed ^ mixed >>> 33) * 0xc4ce_b9fe_1a85_ec53L;
        return mixed ^ mixed >>> 33;
    }
}
