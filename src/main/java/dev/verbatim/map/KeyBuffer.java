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

    /** Takes (byte[], int index). */
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private final long seed;
    private byte[] bytes = new byte[64];
    private MemorySegment memory = MemorySegment.ofArray(bytes);
    private int length;
    private long hash;

    KeyBuffer(long seed) {
        this.seed = seed;
    }

    /** Takes a long, or an int as its kind is written. */
    void set(long key, MapCodec.Kind kind) {
        LONG.set(bytes, 0, 0L);
        if (kind == MapCodec.Kind.LONG) {
            LONG.set(bytes, 0, key);
            length = Long.BYTES;
        } else {
            INT.set(bytes, 0, (int) key);
            length = Integer.BYTES;
        }
        hash = KeyHash.of(bytes, length, seed);
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
            bytes = new byte[(int) Math.max(padded, 2L * bytes.length)];
            memory = MemorySegment.ofArray(bytes);
        }
    }

    private void finish() {
        int padded = (int) MapDescriptor.paddedLength(length);
        if (padded > bytes.length) {
            bytes = Arrays.copyOf(bytes, padded + Long.BYTES);
            memory = MemorySegment.ofArray(bytes);
        }
        Arrays.fill(bytes, length, padded, (byte) 0);
        hash = KeyHash.of(bytes, length, seed);
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
        return Arrays.copyOf(bytes, length);
    }

    /** {@return whether a key of the same length has the same bytes, zeros behind it included} */
    boolean isAt(MemorySegment other, long offset) {
        for (int at = 0; at < length; at += Long.BYTES) {
            if (other.get(Mappings.LONG_LE, offset + at) != (long) LONG.get(bytes, at)) {
                return false;
            }
        }
        return true;
    }

    /** Writes the key and the zeros behind it. */
    void copyTo(MemorySegment target, long offset) {
        MemorySegment.copy(bytes, 0, target, ValueLayout.JAVA_BYTE, offset, paddedLength());
    }
}
