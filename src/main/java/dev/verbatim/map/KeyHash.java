package dev.verbatim.map;

import static java.lang.Long.rotateLeft;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The hash of a key's bytes: XXH64 as its <a href="https://github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md">
 * specification</a> draws it, with a seed. Any thread may use it.
 */
final class KeyHash {

    private static final long PRIME_1 = 0x9E3779B185EBCA87L;
    private static final long PRIME_2 = 0xC2B2AE3D27D4EB4FL;
    private static final long PRIME_3 = 0x165667B19E3779F9L;
    private static final long PRIME_4 = 0x85EBCA77C2B2AE63L;
    private static final long PRIME_5 = 0x27D4EB2F165667C5L;
    private static final int STRIPE = 4 * Long.BYTES;

    /** Takes (byte[], int index). */
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /** Takes (byte[], int index). */
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private KeyHash() {}

    /** {@return the hash of the first bytes of an array} */
    static long of(byte[] bytes, int length, long seed) {
        int at = 0;
        long hash;
        if (length >= STRIPE) {
            long a = seed + PRIME_1 + PRIME_2;
            long b = seed + PRIME_2;
            long c = seed;
            long d = seed - PRIME_1;
            for (; at <= length - STRIPE; at += STRIPE) {
                a = round(a, (long) LONG.get(bytes, at));
                b = round(b, (long) LONG.get(bytes, at + Long.BYTES));
                c = round(c, (long) LONG.get(bytes, at + 2 * Long.BYTES));
                d = round(d, (long) LONG.get(bytes, at + 3 * Long.BYTES));
            }
            hash = merged(a, b, c, d);
        } else {
            hash = seed + PRIME_5;
        }
        hash += length;
        for (; at <= length - Long.BYTES; at += Long.BYTES) {
            hash = withLong(hash, (long) LONG.get(bytes, at));
        }
        if (at <= length - Integer.BYTES) {
            hash = withInt(hash, (int) INT.get(bytes, at));
            at += Integer.BYTES;
        }
        for (; at < length; at++) {
            hash = withByte(hash, bytes[at]);
        }
        return avalanche(hash);
    }

    /** {@return the hash of the 8 bytes of a long, little-endian} */
    static long ofLong(long key, long seed) {
        return avalanche(withLong(seed + PRIME_5 + Long.BYTES, key));
    }

    /** {@return the hash of the 4 bytes of an int, little-endian} */
    static long ofInt(int key, long seed) {
        return avalanche(withInt(seed + PRIME_5 + Integer.BYTES, key));
    }

    private static long round(long accumulator, long input) {
        return rotateLeft(accumulator + input * PRIME_2, 31) * PRIME_1;
    }

    private static long merged(long a, long b, long c, long d) {
        long hash = rotateLeft(a, 1) + rotateLeft(b, 7) + rotateLeft(c, 12) + rotateLeft(d, 18);
        hash = merge(hash, a);
        hash = merge(hash, b);
        hash = merge(hash, c);
        return merge(hash, d);
    }

    private static long merge(long hash, long accumulator) {
        return (hash ^ round(0, accumulator)) * PRIME_1 + PRIME_4;
    }

    private static long withLong(long hash, long input) {
        return rotateLeft(hash ^ round(0, input), 27) * PRIME_1 + PRIME_4;
    }

    private static long withInt(long hash, int input) {
        return rotateLeft(hash ^ Integer.toUnsignedLong(input) * PRIME_1, 23) * PRIME_2 + PRIME_3;
    }

    private static long withByte(long hash, byte input) {
        return rotateLeft(hash ^ Byte.toUnsignedLong(input) * PRIME_5, 11) * PRIME_1;
    }

    private static long avalanche(long hash) {
        long mixed = (hash ^ hash >>> 33) * PRIME_2;
        mixed = (mixed ^ mixed >>> 29) * PRIME_3;
        return mixed ^ mixed >>> 32;
    }
}
