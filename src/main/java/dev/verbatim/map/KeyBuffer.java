package dev.verbatim.map;

import dev.verbatim.internal.log.Mappings;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The bytes of a key, with zeros behind them up to a multiple of 8, and their hash. One thread at a time may use it.
 */
final class KeyBuffer {

    /** Takes (byte[], int index). */
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final long seed;
    private byte[] bytes = new byte[64];
    private MemorySegment memory = MemorySegment.ofArray(bytes);
    private int length;

    /** The first 8 bytes, little-endian; behind a shorter key they are 0. */
    private long first;

    private long hash;

    KeyBuffer(long seed) {
        this.seed = seed;
    }

    /** Takes a long, or an int as its kind is written. */
    void set(long key, MapCodec.Kind kind) {
        if (kind == MapCodec.Kind.LONG) {
            first = key;
            length = Long.BYTES;
            hash = KeyHash.ofLong(key, seed);
        } else {
            first = Integer.toUnsignedLong((int) key);
            length = Integer.BYTES;
            hash = KeyHash.ofInt((int) key, seed);
        }
    }

    /** Takes a key. */
    <K> void set(MapCodec<K> codec, K key) {
        try {
            length = (int) codec.write(key, memory, 0);
        } catch (IndexOutOfBoundsException e) {
            long needed = codec.encodedSize(key);
            if (needed <= bytes.length - Long.BYTES) {
                throw e; // it was not the buffer that was too small
            }
            grow(needed);
            length = (int) codec.write(key, memory, 0);
        }
        finish();
    }

    /** Takes the key of an entry. */
    void set(MemorySegment source, long offset, int sourceLength) {
        grow(sourceLength);
        MemorySegment.copy(source, ValueLayout.JAVA_BYTE, offset, bytes, 0, sourceLength);
        length = sourceLength;
        finish();
    }

    private void grow(long needed) {
        long padded = MapDescriptor.paddedLength(needed) + Long.BYTES;
        if (padded > bytes.length) {
            use(new byte[(int) Math.max(padded, 2L * bytes.length)]);
        }
    }

    /** A call can end in a {@link StackOverflowError}, so that both are assigned after it. */
    private void use(byte[] array) {
        memory = MemorySegment.ofArray(array);
        bytes = array;
    }

    private void finish() {
        int padded = (int) MapDescriptor.paddedLength(length);
        if (padded > bytes.length) {
            use(Arrays.copyOf(bytes, padded + Long.BYTES));
        }
        Arrays.fill(bytes, length, padded, (byte) 0);
        first = (long) LONG.get(bytes, 0);
        hash = KeyHash.of(bytes, length, seed);
    }

    /** Sees to it that the bytes are there, also those of a number. */
    private void requireBytes() {
        if (length <= Long.BYTES) {
            LONG.set(bytes, 0, first);
        }
    }

    long hash() {
        return hash;
    }

    /** {@return the bytes of the key} */
    int length() {
        return length;
    }

    /** {@return the bytes of the key with the zeros behind it} */
    int paddedLength() {
        return (int) MapDescriptor.paddedLength(length);
    }

    /** {@return a copy of the bytes of the key} */
    byte[] toArray() {
        requireBytes();
        return Arrays.copyOf(bytes, length);
    }

    /** {@return whether a key of the same length has the same bytes, zeros behind it included} */
    boolean isAt(MemorySegment other, long offset) {
        if (length > 0 && other.get(Mappings.LONG_UNALIGNED, offset) != first) {
            return false;
        }
        for (int at = Long.BYTES; at < length; at += Long.BYTES) {
            if (other.get(Mappings.LONG_UNALIGNED, offset + at) != (long) LONG.get(bytes, at)) {
                return false;
            }
        }
        return true;
    }

    /** Writes the key and the zeros behind it. */
    void copyTo(MemorySegment target, long offset) {
        requireBytes();
        MemorySegment.copy(bytes, 0, target, ValueLayout.JAVA_BYTE, offset, paddedLength());
    }
}
