package dev.verbatim.map;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** How far the bytes of a key grow. */
class KeyBufferTest {

    /** Makes that many bytes of a number, and keeps the size of the largest array that it was given. */
    private static final class Lengths extends MapCodec<Integer> {

        private long largest;

        Lengths() {
            super(Kind.BYTES);
        }

        @Override
        @Nullable
        StructLayout layout() {
            return null;
        }

        @Override
        long encodedSize(Integer length) {
            return length;
        }

        @Override
        long fixedSize() {
            return -1;
        }

        @Override
        long write(Integer length, MemorySegment memory, long offset) {
            largest = Math.max(largest, memory.byteSize());
            memory.asSlice(offset, length).fill((byte) 1);
            return length;
        }

        @Override
        Integer read(MemorySegment memory, long offset, long length) {
            return Math.toIntExact(length);
        }
    }

    private final Lengths lengths = new Lengths();
    private final KeyBuffer key = new KeyBuffer(1, 1 << 12);

    @Test
    void noLongerThanAKeyOfTheMap() {
        for (int length : new int[] {1, 100, 250, 300, 490, 496}) {
            key.set(lengths, length);
            assertEquals(length, key.length());
            assertEquals(length, key.toArray().length);
        }
        for (int length : new int[] {497, 504, 505, 1_000, 60 << 20, 1_100_000_000, Integer.MAX_VALUE}) {
            key.set(lengths, length);
            assertTrue(key.isTooLong());
            assertEquals(length, key.refusedLength());
        }
        key.set(lengths, 496);
        assertTrue(lengths.largest <= 512, () -> "an array of " + lengths.largest + " bytes");
    }

    @Test
    void aKeyThatIsTooLongLeavesNothing() {
        key.set(lengths, 4);
        long hash = key.hash();
        key.set(lengths, 1_000);
        key.set(lengths, 4);
        assertFalse(key.isTooLong());
        assertEquals(hash, key.hash());
        assertArrayEquals(new byte[] {1, 1, 1, 1}, key.toArray());
    }
}
