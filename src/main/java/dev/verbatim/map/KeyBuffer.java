package dev.verbatim.map;

import dev.verbatim.internal.log.Mappings;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The bytes of a key, with zeros behind them up to a multiple of 8, and their hash. Of a key that is longer than one
 * of the map may be it has none: no entry is found for that. One thread at a time may use it.
 */
final class KeyBuffer {

    /** Takes (byte[], int index). */
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final long seed;
    private final long maxLength;
    private byte[] bytes = new byte[64];
    private MemorySegment memory = MemorySegment.ofArray(bytes);

    /** -1 for a key that is too long. */
    private int length;

    /** How many bytes the key has that is too long. */
    private long refusedLength;

    /** The first 8 bytes, little-endian; behind a shorter key they are 0. */
    private long first;

    private long hash;

    KeyBuffer(long seed, long segmentSize) {
        this.seed = seed;
        this.maxLength = MapDescriptor.maxKeyLength(segmentSize);
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
        long written;
        try {
            written = codec.write(key, memory, 0);
        } catch (IndexOutOfBoundsException e) {
            long needed = codec.encodedSize(key);
            if (needed <= bytes.length - Long.BYTES) {
                throw e; // it was not the buffer that was too small
            }
            if (needed > maxLength) {
                refuse(needed);
                return;
            }
            grow(needed);
            written = codec.write(key, memory, 0);
        }
        if (written > maxLength) {
            refuse(written);
            return;
        }
        length = (int) written;
        finish();
    }

    private void refuse(long tooLong) {
        refusedLength = tooLong;
        length = -1;
        first = 0;
        hash = 0;
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
            long most = MapDescriptor.paddedLength(maxLength) + Long.BYTES;
            use(new byte[(int) Math.max(padded, Math.min(2L * bytes.length, most))]);
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

    /** {@return whether the key is too long for an entry of the map} */
    boolean isTooLong() {
        return length < 0;
    }

    /** {@return how many bytes the key has that is too long} */
    long refusedLength() {
        return refusedLength;
    }

    /** {@return the bytes of the key; -1 if it is too long, which no key of an entry has} */
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
