package dev.verbatim;

import static java.nio.ByteOrder.BIG_ENDIAN;
import static java.nio.ByteOrder.LITTLE_ENDIAN;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.samples.SegmentKind;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.CharBuffer;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A cursor by example: its bytes, and how it moves. */
class SegmentCursorTest {

    private static SegmentCursor cursor(int byteSize) {
        return SegmentCursor.of(MemorySegment.ofArray(new byte[byteSize]));
    }

    private static String hex(SegmentCursor cursor) {
        return HexFormat.of()
                .formatHex(cursor.segment().asSlice(0, cursor.position()).toArray(ValueLayout.JAVA_BYTE));
    }

    private static SegmentCursor withPrimitives(SegmentCursor cursor) {
        return cursor.putByte((byte) 0x12)
                .putBoolean(true)
                .putShort((short) 0x1234)
                .putChar('\u1234')
                .putInt(0x12345678)
                .putLong(0x123456789ABCDEF0L)
                .putFloat(1.5f)
                .putDouble(-2.5);
    }

    @ParameterizedTest
    @EnumSource
    void primitivesLieOneBehindTheOther(SegmentKind kind) {
        try (Arena arena = Arena.ofConfined()) {
            SegmentCursor little = SegmentCursor.of(kind.allocate(30, arena));
            SegmentCursor big = SegmentCursor.of(kind.allocate(30, arena), BIG_ENDIAN);

            assertEquals(
                    "12" + "01" + "3412" + "3412" + "78563412" + "f0debc9a78563412" + "0000c03f" + "00000000000004c0",
                    hex(withPrimitives(little)));
            assertEquals(
                    "12" + "01" + "1234" + "1234" + "12345678" + "123456789abcdef0" + "3fc00000" + "c004000000000000",
                    hex(withPrimitives(big)));
            for (SegmentCursor cursor : new SegmentCursor[] {little.rewind(), big.rewind()}) {
                assertEquals(0x12, cursor.getByte());
                assertTrue(cursor.getBoolean());
                assertEquals(0x1234, cursor.getShort());
                assertEquals('\u1234', cursor.getChar());
                assertEquals(0x12345678, cursor.getInt());
                assertEquals(0x123456789ABCDEF0L, cursor.getLong());
                assertEquals(1.5f, cursor.getFloat());
                assertEquals(-2.5, cursor.getDouble());
                assertEquals(0, cursor.remaining());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void everyKindOfSegmentMayFollowAnyOther(boolean isBig) {
        try (Arena arena = Arena.ofConfined()) {
            SegmentCursor cursor =
                    SegmentCursor.of(MemorySegment.ofArray(new byte[0]), isBig ? BIG_ENDIAN : LITTLE_ENDIAN);
            for (SegmentKind before : SegmentKind.values()) {
                for (SegmentKind kind : SegmentKind.values()) {
                    cursor.wrap(before.allocate(8, arena)).putLong(-1).wrap(kind.allocate(8, arena));
                    assertEquals(0, cursor.getLong(), before + ", " + kind);
                    cursor.rewind().putLong(0x123456789ABCDEF0L).flip();
                    assertEquals(isBig ? "123456789abcdef0" : "f0debc9a78563412", hex(cursor.skip(8)), kind.name());
                    assertEquals(0x123456789ABCDEF0L, cursor.rewind().getLong());
                }
            }
        }
    }

    @Test
    void anyByteButZeroIsTrue() {
        SegmentCursor cursor =
                cursor(3).putByte((byte) 0).putByte((byte) 2).putByte((byte) -1).rewind();
        assertArrayEquals(
                new boolean[] {false, true, true},
                new boolean[] {cursor.getBoolean(), cursor.getBoolean(), cursor.getBoolean()});
        boolean[] back = new boolean[3];
        cursor.rewind().getBooleans(back);
        assertArrayEquals(new boolean[] {false, true, true}, back);
    }

    @ParameterizedTest
    @EnumSource
    void elementsOfAllTypesAreWholeArraysOrRanges(SegmentKind kind) {
        try (Arena arena = Arena.ofConfined()) {
            SegmentCursor cursor =
                    SegmentCursor.of(kind.allocate(91, arena), BIG_ENDIAN).skip(1);
            cursor.putBooleans(new boolean[] {true, false})
                    .putBooleans(new boolean[] {false, true, false}, 1, 1)
                    .putBytes(new byte[] {1, 2})
                    .putBytes(new byte[] {0, 3, 0}, 1, 1)
                    .putShorts(new short[] {1, 2})
                    .putShorts(new short[] {0, 3, 0}, 1, 1)
                    .putChars(new char[] {1, 2})
                    .putChars(new char[] {0, 3, 0}, 1, 1)
                    .putInts(new int[] {1, 2})
                    .putInts(new int[] {0, 3, 0}, 1, 1)
                    .putLongs(new long[] {1, 2})
                    .putLongs(new long[] {0, 3, 0}, 1, 1)
                    .putFloats(new float[] {1, 2})
                    .putFloats(new float[] {0, 3, 0}, 1, 1)
                    .putDoubles(new double[] {1, 2})
                    .putDoubles(new double[] {0, 3, 0}, 1, 1);
            assertEquals(0, cursor.remaining());
            assertEquals(
                    "00" + "010001" + "010203" + "000100020003" + "000100020003" + "000000010000000200000003"
                            + "000000000000000100000000000000020000000000000003" + "3f8000004000000040400000"
                            + "3ff000000000000040000000000000004008000000000000",
                    hex(cursor));

            cursor.position(1);
            boolean[] booleans = new boolean[4];
            cursor.getBooleans(booleans, 1, 2).getBooleans(new boolean[1]);
            assertArrayEquals(new boolean[] {false, true, false, false}, booleans);
            byte[] bytes = new byte[4];
            cursor.getBytes(bytes, 1, 2).getBytes(new byte[1]);
            assertArrayEquals(new byte[] {0, 1, 2, 0}, bytes);
            short[] shorts = new short[4];
            cursor.getShorts(shorts, 1, 2).getShorts(new short[1]);
            assertArrayEquals(new short[] {0, 1, 2, 0}, shorts);
            char[] chars = new char[4];
            cursor.getChars(chars, 1, 2).getChars(new char[1]);
            assertArrayEquals(new char[] {0, 1, 2, 0}, chars);
            int[] ints = new int[4];
            cursor.getInts(ints, 1, 2).getInts(new int[1]);
            assertArrayEquals(new int[] {0, 1, 2, 0}, ints);
            long[] longs = new long[4];
            cursor.getLongs(longs, 1, 2).getLongs(new long[1]);
            assertArrayEquals(new long[] {0, 1, 2, 0}, longs);
            float[] floats = new float[4];
            cursor.getFloats(floats, 1, 2).getFloats(new float[1]);
            assertArrayEquals(new float[] {0, 1, 2, 0}, floats);
            double[] doubles = new double[4];
            double[] last = new double[1];
            cursor.getDoubles(doubles, 1, 2).getDoubles(last);
            assertArrayEquals(new double[] {0, 1, 2, 0}, doubles);
            assertArrayEquals(new double[] {3}, last);
            assertEquals(0, cursor.remaining());
        }
    }

    @Test
    void arraysHaveTheirLengthInFront() {
        SegmentCursor cursor = cursor(22);
        cursor.putShortArray(new short[] {1, 2, 3}).putIntArray(null).putDoubleArray(new double[0]);
        assertEquals("03000000" + "010002000300" + "ffffffff" + "00000000", hex(cursor));
        cursor.rewind();
        assertArrayEquals(new short[] {1, 2, 3}, cursor.getShortArray());
        assertNull(cursor.getIntArray());
        assertArrayEquals(new double[0], cursor.getDoubleArray());
    }

    /** Float bits that are no canonical NaN. */
    @Test
    void elementsAreCopiedBitForBit() {
        SegmentCursor cursor = SegmentCursor.of(MemorySegment.ofArray(new byte[12]), BIG_ENDIAN);
        cursor.putFloats(new float[] {Float.intBitsToFloat(0x7FC01234)});
        cursor.putDoubles(new double[] {Double.longBitsToDouble(0x7FF8_0000_1234_5678L)});
        assertEquals("7fc01234" + "7ff8000012345678", hex(cursor));
    }

    @Test
    void textHasTheNumberOfItsBytesInFront() {
        SegmentCursor cursor = cursor(40);
        cursor.putString("aü€😀").putString("").putString(null).putString(CharBuffer.wrap("xy"));
        assertEquals("0a000000" + "61c3bce282acf09f9880" + "00000000" + "ffffffff" + "02000000" + "7879", hex(cursor));

        cursor.rewind();
        assertEquals("aü€😀", cursor.getString());
        assertEquals("", cursor.getString());
        assertNull(cursor.getString());
        assertEquals("xy", cursor.getString());

        cursor.rewind();
        StringBuilder builder = new StringBuilder("-");
        assertTrue(cursor.getString(builder));
        assertTrue(cursor.getString(builder));
        assertFalse(cursor.getString(builder));
        assertTrue(cursor.getString(builder));
        assertEquals("-aü€😀xy", builder.toString());
    }

    @ParameterizedTest
    @ValueSource(ints = {255, 256, 257, 65_536, 65_537, 300_000})
    void textOfAnyLengthIsPutAndGot(int length) {
        try (Arena arena = Arena.ofConfined()) {
            SegmentCursor cursor = SegmentCursor.growing(arena, 0);
            String text = "€".repeat(length);
            cursor.putString(text).putString("short").putString(text).flip();
            assertEquals(text, cursor.getString());
            assertEquals("short", cursor.getString());
            StringBuilder builder = new StringBuilder();
            assertTrue(cursor.getString(builder));
            assertEquals(text, builder.toString());
        }
    }

    @Test
    void nullIsSeenWithoutMovingPastAnythingElse() {
        SegmentCursor cursor = cursor(8).putNull().putInt(7).rewind();
        assertTrue(cursor.getNull());
        assertFalse(cursor.getNull());
        assertEquals(7, cursor.getInt());
    }

    @Test
    void codecsPutAndGetWhatTheyDoElsewhere() {
        CursorStep.Point point = new CursorStep.Point(5, 6);
        CursorStep.Note note = new CursorStep.Note("text");
        SegmentCursor cursor = cursor(100).skip(3).put(CursorStep.Point.CODEC, point);
        assertEquals(15, cursor.position());
        assertEquals(point, CursorStep.Point.CODEC.read(cursor.segment(), 3));
        cursor.put(CursorStep.Note.CODEC, note);
        assertEquals(15 + CursorStep.Note.CODEC.encodedSize(note), cursor.position());
        assertEquals(note, CursorStep.Note.CODEC.read(cursor.segment(), 15));
    }

    @Test
    void aSegmentIsPutWithoutItsLengthAndSlicedWhereItLies() {
        SegmentCursor cursor = cursor(16).putByte((byte) 1);
        cursor.put(MemorySegment.ofArray(new long[] {0x0807060504030201L, 7}).asSlice(0, 8));
        assertEquals("01" + "0102030405060708", hex(cursor));

        MemorySegment slice = cursor.position(3).slice(4);
        assertEquals(7, cursor.position());
        slice.fill((byte) -1);
        assertEquals("0101" + "02" + "ffffffff", hex(cursor));
        assertEquals(0, cursor.slice(0).byteSize());
        assertThrows(IllegalArgumentException.class, () -> cursor.slice(-1));
        assertThrows(
                IndexOutOfBoundsException.class, () -> cursor.limit(8).slice(2), "it would go on behind the limit");
        assertEquals(7, cursor.position());
    }

    @ParameterizedTest
    @EnumSource
    void bytesOfTheCursorsOwnSegmentArePutAsTheyWere(SegmentKind kind) {
        try (Arena arena = Arena.ofConfined()) {
            SegmentCursor cursor = SegmentCursor.of(kind.allocate(new byte[] {1, 2, 3, 4, 5, 6, 0, 0}, arena));
            cursor.skip(2).put(cursor.segment().asSlice(0, 6));
            assertEquals("0102" + "010203040506", hex(cursor));

            assertEquals("0102", hex(SegmentCursor.growing(arena, 0, BIG_ENDIAN).putShort((short) 0x102)));
            SegmentCursor growing = SegmentCursor.growing(arena, 8).putLong(-2);
            for (int i = 0; i < 5; i++) {
                growing.put(growing.segment().asSlice(0, growing.position()));
            }
            assertEquals("feffffffffffffff".repeat(32), hex(growing));
        }
    }

    @Test
    void aSliceOfAReadOnlySegmentIsReadOnly() {
        assertTrue(SegmentCursor.of(MemorySegment.ofArray(new byte[8]).asReadOnly())
                .slice(8)
                .isReadOnly());
    }

    @Test
    void alignPutsZerosAndSkipPutsNothing() {
        MemorySegment segment = MemorySegment.ofArray(new byte[32]).fill((byte) -1);
        SegmentCursor cursor = SegmentCursor.of(segment);
        cursor.align(8).putByte((byte) 1).align(4).skip(2).align(1).align(16);
        assertEquals("01000000" + "ffff" + "00000000000000000000", hex(cursor));
        assertEquals(16, cursor.align(16).position());
        assertEquals(16, cursor.position(1).skipPadding(16).position());
        assertEquals(16, cursor.skipPadding(8).position());
    }

    @Test
    void theCursorMovesAsABufferDoes() {
        SegmentCursor cursor = cursor(16);
        assertEquals(0, cursor.position());
        assertEquals(16, cursor.limit());
        assertEquals(16, cursor.remaining());

        cursor.putInt(1).mark().putInt(2);
        assertEquals(8, cursor.position());
        assertEquals(8, cursor.remaining());
        assertEquals(4, cursor.reset().position());
        assertEquals(2, cursor.getInt());
        assertEquals(4, cursor.reset().position());

        cursor.position(8).flip();
        assertEquals(0, cursor.position());
        assertEquals(8, cursor.limit());
        assertThrows(IllegalStateException.class, cursor::reset);
        assertEquals(1, cursor.getInt());
        assertEquals(2, cursor.getInt());
        assertThrows(IndexOutOfBoundsException.class, cursor::getByte);

        cursor.mark().limit(4);
        assertEquals(4, cursor.position(), "the limit takes the position along");
        assertThrows(IllegalStateException.class, cursor::reset);

        cursor.clear();
        assertEquals(0, cursor.position());
        assertEquals(16, cursor.limit());
        assertEquals(1, cursor.getInt(), "clear changes no byte");
        assertEquals("SegmentCursor[position=4, limit=16, byteSize=16, order=LITTLE_ENDIAN]", cursor.toString());
    }

    @Test
    void theLimitOfASliceIsNotThatOfItsArray() {
        byte[] array = new byte[20];
        SegmentCursor cursor = SegmentCursor.of(MemorySegment.ofArray(array).asSlice(3, 8));
        cursor.putLong(-1);
        assertThrows(IndexOutOfBoundsException.class, () -> cursor.putByte((byte) -1));
        assertEquals("000000ffffffffffffffff000000000000000000", HexFormat.of().formatHex(array));
    }

    @Test
    void anotherSegmentIsWrapped() {
        MemorySegment first = MemorySegment.ofArray(new byte[8]);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment second = arena.allocate(4);
            SegmentCursor cursor = SegmentCursor.of(first).putInt(1).mark().limit(6);
            assertSame(first, cursor.segment());

            cursor.wrap(second);

            assertSame(second, cursor.segment());
            assertEquals(0, cursor.position());
            assertEquals(4, cursor.limit());
            assertThrows(IllegalStateException.class, cursor::reset);
            cursor.putInt(2);
            assertEquals(2, second.get(ValueLayout.JAVA_INT, 0));
            cursor.wrap(first);
            assertEquals(8, cursor.limit());
        }
    }

    @Test
    void aGrowingSegmentDoublesUpToItsMaximum() {
        try (Arena arena = Arena.ofConfined()) {
            SegmentCursor cursor = SegmentCursor.growing(arena, 100, 1_000, LITTLE_ENDIAN);
            assertEquals(100, cursor.limit());
            for (byte i = 0; i < 101; i++) {
                cursor.putByte(i);
            }
            assertEquals(200, cursor.limit());
            cursor.skip(700);
            assertEquals(801, cursor.limit(), "what is needed, where that is more than twice the size");
            cursor.putLong(2);
            assertEquals(1_000, cursor.limit(), "the maximum, where that is less than twice the size");
            assertThrows(IndexOutOfBoundsException.class, () -> cursor.skip(192));
            cursor.flip();
            for (byte i = 0; i < 101; i++) {
                assertEquals(i, cursor.getByte());
            }
            assertEquals(0, cursor.getLong());
        }
    }

    @Test
    void whatIsNotThereToBeSkippedDoesNotGrow() {
        try (Arena arena = Arena.ofConfined()) {
            SegmentCursor cursor = SegmentCursor.growing(arena, 100).skip(97).putByte((byte) 1);
            assertEquals(100, cursor.skipPadding(4).position());
            assertEquals(
                    "cannot get padding at position=100: expected 28 bytes up to limit=100, found 0",
                    assertThrows(IndexOutOfBoundsException.class, () -> cursor.skipPadding(128))
                            .getMessage());
            assertEquals(100, cursor.position());
            assertEquals(100, cursor.limit());
        }
    }

    @Test
    void bytesBehindThePositionGrowToo() {
        try (Arena arena = Arena.ofConfined()) {
            SegmentCursor cursor =
                    SegmentCursor.growing(arena, 16).putLong(1).putLong(2).position(12);
            MemorySegment before = cursor.segment();
            cursor.putLong(3);
            assertNotEquals(before, cursor.segment());
            assertEquals(1, cursor.rewind().getLong());
            assertEquals(2, cursor.getInt());
            assertEquals(3, cursor.getLong());
        }
    }

    @Test
    void aLimitEndsTheGrowthUntilItIsTakenAway() {
        try (Arena arena = Arena.ofConfined()) {
            SegmentCursor cursor = SegmentCursor.growing(arena, 8).putLong(1).flip();
            assertEquals(1, cursor.getLong());
            assertThrows(IndexOutOfBoundsException.class, () -> cursor.putLong(2));
            assertEquals(8, cursor.limit());
            cursor.clear().skip(8).putLong(2);
            assertEquals(64, cursor.limit(), "64 bytes at least");
        }
    }

    @Test
    void aGrowingSegmentIsAlignedForPrimitives() {
        try (Arena arena = Arena.ofConfined()) {
            arena.allocate(1);
            SegmentCursor cursor = SegmentCursor.growing(arena, 1).skip(1);
            assertEquals(0, cursor.segment().address() % 8);
            cursor.skip(100);
            assertEquals(0, cursor.segment().address() % 8);
        }
    }

    @Test
    void theOrderIsAsChosen() {
        try (Arena arena = Arena.ofConfined()) {
            assertSame(LITTLE_ENDIAN, cursor(1).order());
            assertSame(LITTLE_ENDIAN, SegmentCursor.growing(arena, 1).order());
            assertSame(
                    BIG_ENDIAN, SegmentCursor.of(arena.allocate(1), BIG_ENDIAN).order());
            assertSame(
                    BIG_ENDIAN, SegmentCursor.growing(arena, 1, 2, BIG_ENDIAN).order());
        }
    }
}
