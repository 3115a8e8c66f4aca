package dev.verbatim;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrowsExactly;

import dev.verbatim.samples.SegmentKind;
import java.lang.foreign.Arena;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The bulk copy of structs. */
class StructCopyTest {

    record Cell(int row, byte mark) {}

    /** 8 bytes, the last 3 of them padding. */
    private static final StructCodec<Cell> CODEC = StructCodec.ofRecord(
            lookup(),
            Cell.class,
            MemoryLayout.structLayout(
                            JAVA_INT.withName("row"), JAVA_BYTE.withName("mark"), MemoryLayout.paddingLayout(3))
                    .withName("cell"));

    private static final String CELL = "dev.verbatim.StructCopyTest$Cell (layout cell, 8 bytes)";

    /** The codec of the smallest struct with padding. */
    @SuppressWarnings("unchecked") // only its size matters to those who copy
    static StructCodec<Object> codec() {
        return (StructCodec<Object>) (StructCodec<?>) CODEC;
    }

    @ParameterizedTest
    @EnumSource
    void paddingIsCopiedToo(SegmentKind kind) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment source = kind.allocate(numbered(40), arena);
            MemorySegment target = kind.allocate(40, arena);

            CODEC.copy(source, 3, target, 5, 2);

            byte[] expected = new byte[40];
            System.arraycopy(numbered(40), 3, expected, 5, 16);
            assertArrayEquals(expected, target.toArray(JAVA_BYTE));
        }
    }

    @ParameterizedTest
    @CsvSource({"0, 4", "4, 0", "0, 8", "8, 0", "7, 7"})
    void rangesMayOverlap(int from, int to) {
        for (SegmentKind kind : SegmentKind.values()) {
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment segment = kind.allocate(numbered(40), arena);

                CODEC.copy(segment, from, segment, to, 3);

                byte[] expected = numbered(40);
                System.arraycopy(numbered(40), from, expected, to, 24);
                assertArrayEquals(expected, segment.toArray(JAVA_BYTE));
            }
        }
    }

    @Test
    void noStructsAreCopiedFromTheVeryEnd() {
        MemorySegment source = MemorySegment.ofArray(new byte[8]);
        MemorySegment target = MemorySegment.ofArray(numbered(8));

        CODEC.copy(source, 8, target, 8, 0);

        assertArrayEquals(numbered(8), target.toArray(JAVA_BYTE));
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, Long.MIN_VALUE})
    void aNegativeCountIsRefused(long count) {
        MemorySegment segment = MemorySegment.ofArray(new byte[8]);

        Exception refused =
                assertThrowsExactly(IllegalArgumentException.class, () -> CODEC.copy(segment, 0, segment, 0, count));

        assertEquals(
                "cannot copy count=" + count + " structs of " + CELL + ": expected 0 or more", refused.getMessage());
    }

    @ParameterizedTest
    // The second and third counts of bytes overflow to a small and to no size.
    @ValueSource(longs = {Long.MAX_VALUE, (1L << 61) + 1, 1L << 61, 1L << 60})
    void aCountWhoseBytesOverflowIsOutOfBounds(long count) {
        MemorySegment source = MemorySegment.ofArray(numbered(64));
        MemorySegment target = MemorySegment.ofArray(new byte[64]);

        Exception refused =
                assertThrowsExactly(IndexOutOfBoundsException.class, () -> CODEC.copy(source, 0, target, 0, count));

        assertEquals(
                "cannot copy count=" + count + " structs of " + CELL + ": no segment holds so many",
                refused.getMessage());
        assertArrayEquals(new byte[64], target.toArray(JAVA_BYTE));
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, 9, 24, 25, Long.MAX_VALUE, Long.MIN_VALUE})
    void structsOutsideTheSourceAreOutOfBounds(long offset) {
        MemorySegment source = MemorySegment.ofArray(numbered(24));
        MemorySegment target = MemorySegment.ofArray(new byte[64]);

        Exception refused =
                assertThrowsExactly(IndexOutOfBoundsException.class, () -> CODEC.copy(source, offset, target, 0, 2));

        assertEquals(
                "cannot copy from " + CELL + " at offset=" + offset
                        + ": expected 16 bytes within the segment, found byteSize=24",
                refused.getMessage());
        assertArrayEquals(new byte[64], target.toArray(JAVA_BYTE));
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, 9, 24, 25, Long.MAX_VALUE, Long.MIN_VALUE})
    void structsOutsideTheTargetAreOutOfBounds(long offset) {
        for (SegmentKind kind : SegmentKind.values()) {
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment source = MemorySegment.ofArray(numbered(64));
                MemorySegment around = kind.allocate(72, arena);
                MemorySegment target = around.asSlice(24, 24);

                Exception refused = assertThrowsExactly(
                        IndexOutOfBoundsException.class, () -> CODEC.copy(source, 0, target, offset, 2));

                assertEquals(
                        "cannot copy to " + CELL + " at offset=" + offset
                                + ": expected 16 bytes within the segment, found byteSize=24",
                        refused.getMessage());
                assertArrayEquals(new byte[72], around.toArray(JAVA_BYTE));
            }
        }
    }

    @Test
    void aNullSegmentIsNamed() {
        MemorySegment segment = MemorySegment.ofArray(new byte[8]);

        Exception source = assertThrowsExactly(NullPointerException.class, () -> CODEC.copy(null, 0, segment, 0, 1));
        Exception target = assertThrowsExactly(NullPointerException.class, () -> CODEC.copy(segment, 0, null, 0, 1));

        assertEquals("cannot copy from " + CELL + " at offset=0: the segment is null", source.getMessage());
        assertEquals("cannot copy to " + CELL + " at offset=0: the segment is null", target.getMessage());
    }

    @Test
    void aReadOnlyTargetIsRefusedAndAReadOnlySourceIsNot() {
        MemorySegment source = MemorySegment.ofArray(numbered(8));
        MemorySegment target = MemorySegment.ofArray(new byte[8]);
        MemorySegment readOnly = target.asReadOnly();
        Class<? extends Exception> asTheJdk = AccessFaultsTest.thrownBy(() -> readOnly.fill((byte) 1));

        Exception refused = assertThrowsExactly(asTheJdk, () -> CODEC.copy(source.asReadOnly(), 0, readOnly, 0, 1));

        assertEquals("cannot copy to " + CELL + " at offset=0: the segment is read-only", refused.getMessage());
        assertArrayEquals(new byte[8], target.toArray(JAVA_BYTE));
        CODEC.copy(source.asReadOnly(), 0, target, 0, 1);
        assertArrayEquals(numbered(8), target.toArray(JAVA_BYTE));
    }

    @ParameterizedTest
    @EnumSource(names = {"NATIVE", "MAPPED"})
    void aClosedArenaIsNamed(SegmentKind kind) {
        MemorySegment open = MemorySegment.ofArray(numbered(8));
        MemorySegment closed;
        try (Arena arena = Arena.ofConfined()) {
            closed = kind.allocate(8, arena);
        }

        Exception source = assertThrowsExactly(IllegalStateException.class, () -> CODEC.copy(closed, 0, open, 0, 1));
        Exception target = assertThrowsExactly(IllegalStateException.class, () -> CODEC.copy(open, 0, closed, 0, 1));

        assertEquals("cannot copy from " + CELL + " at offset=0: the segment's arena is closed", source.getMessage());
        assertEquals("cannot copy to " + CELL + " at offset=0: the segment's arena is closed", target.getMessage());
        assertArrayEquals(numbered(8), open.toArray(JAVA_BYTE));
    }

    private static byte[] numbered(int length) {
        byte[] bytes = new byte[length];
        IntStream.range(0, length).forEach(i -> bytes[i] = (byte) (i + 1));
        return bytes;
    }
}
