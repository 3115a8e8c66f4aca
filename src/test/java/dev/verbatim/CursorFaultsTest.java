package dev.verbatim;

import static java.nio.ByteOrder.BIG_ENDIAN;
import static java.nio.ByteOrder.LITTLE_ENDIAN;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertThrowsExactly;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.samples.SegmentKind;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What goes wrong with a cursor says what is wrong, and leaves the position and all bytes as they were. */
class CursorFaultsTest {

    /** An odd position, at which nothing is aligned. */
    private static final int START = 1;

    private static final int ENOUGH = 200;

    static Stream<Arguments> stepsAndKinds() {
        return CursorStep.examples().stream()
                .flatMap(step -> Stream.of(SegmentKind.values()).map(kind -> Arguments.of(step, kind)));
    }

    static Stream<CursorStep> writingSteps() {
        return CursorStep.examples().stream().filter(step -> !step.name().equals("skip"));
    }

    /** {@return the bytes from 0 on after a step from {@link #START} on} */
    private static byte[] written(CursorStep step) {
        SegmentCursor cursor = SegmentCursor.of(MemorySegment.ofArray(new byte[ENOUGH]));
        step.put().accept(cursor.skip(START));
        return cursor.segment().asSlice(0, cursor.position()).toArray(ValueLayout.JAVA_BYTE);
    }

    @ParameterizedTest
    @MethodSource("stepsAndKinds")
    void aPutThatDoesNotFitChangesNothing(CursorStep step, SegmentKind kind) {
        int byteSize = written(step).length - START;
        try (Arena arena = Arena.ofConfined()) {
            for (int room = 0; room < byteSize; room++) {
                MemorySegment whole = kind.allocate(START + byteSize, arena).fill((byte) -1);
                SegmentCursor cursor = SegmentCursor.of(whole);
                cursor.limit(START + room).position(START);

                IndexOutOfBoundsException e = assertThrowsExactly(
                        IndexOutOfBoundsException.class, () -> step.put().accept(cursor));

                String end = " at position=1: expected " + byteSize + " bytes up to limit=" + (START + room)
                        + ", found " + room;
                assertTrue(e.getMessage().endsWith(end), e.getMessage());
                assertEquals(START, cursor.position());
                for (byte each : whole.toArray(ValueLayout.JAVA_BYTE)) {
                    assertEquals(-1, each);
                }
            }
            SegmentCursor exact = SegmentCursor.of(kind.allocate(START + byteSize, arena));
            step.put().accept(exact.skip(START));
            assertEquals(0, exact.remaining());
        }
    }

    @ParameterizedTest
    @MethodSource("stepsAndKinds")
    void aGetBeyondTheLimitLeavesThePosition(CursorStep step, SegmentKind kind) {
        byte[] written = written(step);
        try (Arena arena = Arena.ofConfined()) {
            SegmentCursor cursor = SegmentCursor.of(kind.allocate(written, arena));
            for (int limit = START; limit < written.length; limit++) {
                cursor.clear().limit(limit).position(START);

                RuntimeException e =
                        assertThrows(RuntimeException.class, () -> step.get().apply(cursor));

                // A record that is cut off behind its header is a corrupt one.
                boolean isRecord = step.name().endsWith("record");
                assertTrue(
                        e instanceof IndexOutOfBoundsException || (isRecord && e instanceof CorruptRecordException),
                        e::toString);
                assertTrue(isRecord || e.getMessage().contains(" at position=1: expected "), e.getMessage());
                assertTrue(isRecord || e.getMessage().contains(" bytes up to limit=" + limit), e.getMessage());
                assertEquals(START, cursor.position());
            }
            cursor.clear().skip(START);
            assertArrayEquals(
                    new Object[] {step.value()}, new Object[] {step.get().apply(cursor)});
        }
    }

    @ParameterizedTest
    @MethodSource("writingSteps")
    void aReadOnlySegmentIsNotWrittenTo(CursorStep step) {
        try (Arena arena = Arena.ofConfined()) {
            for (SegmentKind kind : SegmentKind.values()) {
                MemorySegment segment = kind.allocate(ENOUGH, arena);
                SegmentCursor cursor = SegmentCursor.of(segment.asReadOnly()).skip(START);

                RuntimeException e = assertThrowsExactly(
                        IllegalArgumentException.class, () -> step.put().accept(cursor));

                assertTrue(e.getMessage().contains("read-only"), e.getMessage());
                assertEquals(START, cursor.position());
                assertEquals(-1, segment.mismatch(MemorySegment.ofArray(new byte[ENOUGH])));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("writingSteps")
    void aClosedArenaIsTheSegmentsOwnError(CursorStep step) {
        for (SegmentKind kind : List.of(SegmentKind.NATIVE, SegmentKind.MAPPED)) {
            SegmentCursor cursor;
            try (Arena arena = Arena.ofConfined()) {
                cursor = SegmentCursor.of(kind.allocate(ENOUGH, arena)).skip(START);
            }
            assertThrowsExactly(IllegalStateException.class, () -> step.put().accept(cursor));
            if (!step.name().equals("padding") && !step.name().equals("segment")) { // which a get does not look at
                assertThrowsExactly(
                        IllegalStateException.class, () -> step.get().apply(cursor));
            }
            assertEquals(START, cursor.position());
        }
    }

    @ParameterizedTest
    @MethodSource("writingSteps")
    void aSegmentOfAnotherThreadIsTheSegmentsOwnError(CursorStep step) {
        try (Arena arena = Arena.ofConfined()) {
            SegmentCursor cursor = SegmentCursor.of(arena.allocate(ENOUGH)).skip(START);
            CompletionException e = assertThrows(
                    CompletionException.class,
                    () -> CompletableFuture.runAsync(() -> step.put().accept(cursor))
                            .join());
            assertEquals(WrongThreadException.class, e.getCause().getClass());
            assertEquals(START, cursor.position());
            assertEquals(-1, cursor.segment().mismatch(MemorySegment.ofArray(new byte[ENOUGH])));
        }
    }

    @ParameterizedTest
    @MethodSource("writingSteps")
    void aGrowingSegmentEndsAtItsMaximum(CursorStep step) {
        int maxBytes = written(step).length - 1;
        try (Arena arena = Arena.ofConfined()) {
            SegmentCursor cursor =
                    SegmentCursor.growing(arena, START, maxBytes, LITTLE_ENDIAN).skip(START);
            MemorySegment before = cursor.segment();

            RuntimeException e = assertThrowsExactly(
                    IndexOutOfBoundsException.class, () -> step.put().accept(cursor));

            assertTrue(e.getMessage().endsWith("; the cursor grows up to maxBytes=" + maxBytes), e.getMessage());
            assertEquals(START, cursor.position());
            assertEquals(before, cursor.segment());
        }
    }

    @ParameterizedTest
    @MethodSource("writingSteps")
    void aGrowingSegmentOfAClosedArenaStays(CursorStep step) {
        SegmentCursor cursor;
        try (Arena arena = Arena.ofConfined()) {
            cursor = SegmentCursor.growing(arena, START).skip(START);
        }
        assertThrowsExactly(IllegalStateException.class, () -> step.put().accept(cursor));
        assertEquals(START, cursor.position());
        assertEquals(START, cursor.limit());
    }

    @Test
    void messagesSayWhatWasNeededAndWhereAndWhatToDo() {
        SegmentCursor cursor =
                SegmentCursor.of(MemorySegment.ofArray(new byte[16])).position(9);
        assertMessage(
                "cannot put a long at position=9: expected 8 bytes up to limit=16, found 7", () -> cursor.putLong(1));
        assertMessage("cannot get a double at position=9: expected 8 bytes up to limit=16, found 7", cursor::getDouble);
        assertMessage(
                "cannot put longs at position=9: expected 16 bytes up to limit=16, found 7",
                () -> cursor.putLongs(new long[2]));
        assertMessage(
                "cannot put an array of shorts at position=9: expected 8 bytes up to limit=16, found 7",
                () -> cursor.putShortArray(new short[2]));
        assertMessage(
                "cannot put a text at position=9: expected 9 bytes up to limit=16, found 7",
                () -> cursor.putString("12345"));
        assertMessage(
                "cannot skip bytes at position=9: expected 8 bytes up to limit=16, found 7", () -> cursor.skip(8));
        assertMessage(
                "cannot put padding at position=9: expected 23 bytes up to limit=16, found 7", () -> cursor.align(32));
        assertMessage(
                "cannot put a segment at position=9: expected 16 bytes up to limit=16, found 7",
                () -> cursor.put(cursor.segment()));
        assertMessage(
                "cannot get a slice at position=9: expected 8 bytes up to limit=16, found 7", () -> cursor.slice(8));
        cursor.putInt(4).position(9);
        assertMessage(
                "cannot get a text of length=4 at position=9: expected 8 bytes up to limit=16, found 7",
                cursor::getString);
        assertMessage(
                "cannot get an array of doubles of length=4 at position=9: expected 36 bytes up to limit=16, found 7",
                cursor::getDoubleArray);
        assertMessage("expected a position from 0 to limit=16, found position=17", () -> cursor.position(17));
        assertMessage("expected a position from 0 to limit=16, found position=-1", () -> cursor.position(-1));
        assertMessage("expected a limit from 0 to byteSize=16, found limit=17", () -> cursor.limit(17));
        assertMessage("expected a limit from 0 to byteSize=16, found limit=-1", () -> cursor.limit(-1));
        assertEquals(9, cursor.position());
        assertEquals(16, cursor.limit());

        try (Arena arena = Arena.ofConfined()) {
            SegmentCursor growing =
                    SegmentCursor.growing(arena, 8, 8, BIG_ENDIAN).skip(4);
            assertMessage(
                    "cannot put a long at position=4: expected 8 bytes up to limit=8, found 4; the cursor grows up to "
                            + "maxBytes=8",
                    () -> growing.putLong(1));
            growing.flip();
            assertMessage(
                    "cannot put a long at position=0: expected 8 bytes up to limit=4, found 4; clear() takes the limit "
                            + "away",
                    () -> growing.putLong(1));
            assertMessage("cannot get a long at position=0: expected 8 bytes up to limit=4, found 4", growing::getLong);
        }
        SegmentCursor readOnly =
                SegmentCursor.of(MemorySegment.ofArray(new byte[16]).asReadOnly());
        assertEquals(
                "cannot put an int at position=0: expected a segment to write to, found read-only",
                assertThrows(IllegalArgumentException.class, () -> readOnly.putInt(1))
                        .getMessage());
    }

    private static void assertMessage(String expected, Executable call) {
        assertEquals(
                expected,
                assertThrowsExactly(IndexOutOfBoundsException.class, call).getMessage());
    }

    @Test
    void aLengthBelowMinusOneIsCorrupt() {
        SegmentCursor cursor =
                SegmentCursor.of(MemorySegment.ofArray(new byte[16])).putInt(-2).rewind();
        for (Executable get : List.<Executable>of(cursor::getString, cursor::getLongArray)) {
            String message =
                    assertThrowsExactly(CorruptRecordException.class, get).getMessage();
            assertTrue(
                    message.endsWith(" at position=0: expected a length of 0 or more, or -1 for null, found length=-2"),
                    message);
            assertEquals(0, cursor.position());
        }
    }

    /** A length may claim anything; nothing of that size is allocated. */
    @Test
    void aLengthBeyondTheLimitAllocatesNothing() {
        SegmentCursor cursor = SegmentCursor.of(MemorySegment.ofArray(new byte[16]))
                .putInt(Integer.MAX_VALUE)
                .rewind();
        assertThrows(IndexOutOfBoundsException.class, cursor::getDoubleArray);
        assertThrows(IndexOutOfBoundsException.class, cursor::getString);
        assertThrows(IndexOutOfBoundsException.class, () -> cursor.getString(new StringBuilder()));
        assertEquals(0, cursor.position());
    }

    @Test
    void bytesThatAreNotUtf8AreCorrupt() {
        SegmentCursor cursor = SegmentCursor.of(MemorySegment.ofArray(new byte[16]));
        cursor.putByteArray(new byte[] {'a', (byte) 0xC0, 'b'}).rewind();
        StringBuilder builder = new StringBuilder("before");
        String expected = "cannot get a text at position=0: expected text in UTF-8, found the bytes c0 at index=1 of "
                + "the text";
        assertEquals(
                expected,
                assertThrowsExactly(CorruptRecordException.class, cursor::getString)
                        .getMessage());
        assertEquals(
                expected,
                assertThrowsExactly(CorruptRecordException.class, () -> cursor.getString(builder))
                        .getMessage());
        assertEquals("before", builder.toString());
        assertEquals(0, cursor.position());
    }

    @Test
    void anUnpairedSurrogateIsNotPut() {
        SegmentCursor cursor =
                SegmentCursor.of(MemorySegment.ofArray(new byte[16])).skip(1);
        for (String text : List.of("a\uD800", "\uDC00b", "a\uD800b")) {
            String message = assertThrowsExactly(IllegalArgumentException.class, () -> cursor.putString(text))
                    .getMessage();
            assertEquals(
                    "cannot put a text at position=1: it has an unpaired surrogate at index="
                            + (text.charAt(0) == 'a' ? 1 : 0) + ", which UTF-8 has no bytes for; remove it",
                    message);
            assertEquals(1, cursor.position());
        }
        assertEquals(-1, cursor.segment().mismatch(MemorySegment.ofArray(new byte[16])));
    }

    @Test
    void argumentsAreChecked() {
        SegmentCursor cursor = SegmentCursor.of(MemorySegment.ofArray(new byte[16]));
        assertThrowsExactly(IllegalArgumentException.class, () -> cursor.skip(-1));
        for (long alignment : new long[] {0, -1, 3, Long.MIN_VALUE}) {
            assertThrowsExactly(IllegalArgumentException.class, () -> cursor.align(alignment));
            assertThrowsExactly(IllegalArgumentException.class, () -> cursor.skipPadding(alignment));
        }
        assertThrowsExactly(IndexOutOfBoundsException.class, () -> cursor.putLongs(new long[1], 1, 1));
        assertThrowsExactly(IndexOutOfBoundsException.class, () -> cursor.putLongs(new long[1], 0, -1));
        assertThrowsExactly(IndexOutOfBoundsException.class, () -> cursor.getBytes(new byte[3], -1, 2));
        try (Arena arena = Arena.ofConfined()) {
            assertThrowsExactly(IllegalArgumentException.class, () -> SegmentCursor.growing(arena, -1));
            assertThrowsExactly(
                    IllegalArgumentException.class,
                    () -> SegmentCursor.growing(arena, SegmentCursor.DEFAULT_MAX_BYTES + 1));
            SegmentCursor growing = SegmentCursor.growing(arena, 8);
            assertThrowsExactly(IllegalStateException.class, () -> growing.wrap(arena.allocate(8)));
            assertThrowsExactly(IndexOutOfBoundsException.class, () -> growing.skip(Long.MAX_VALUE));
            assertThrowsExactly(
                    IndexOutOfBoundsException.class, () -> growing.skip(1).skip(Long.MAX_VALUE));
        }
        assertThrowsExactly(IllegalStateException.class, cursor::reset);
        assertEquals(0, cursor.position());
    }

    /** What the code of a value throws is not taken for the end of the segment. */
    @Test
    void aFaultOfTheValueItselfPasses() {
        SegmentCursor cursor = SegmentCursor.of(MemorySegment.ofArray(new byte[64]));
        assertThrowsExactly(NullPointerException.class, () -> cursor.put(CursorStep.Point.CODEC, null));
        assertThrowsExactly(NullPointerException.class, () -> cursor.put(CursorStep.Note.CODEC, null));
        assertThrowsExactly(
                IllegalArgumentException.class, () -> cursor.put(CursorStep.Note.CODEC, new CursorStep.Note("\uD800")));
        assertEquals(0, cursor.position());
    }
}
