package dev.verbatim;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.verbatim.samples.SegmentKind;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.lifecycle.AddLifecycleHook;

/** What a cursor puts it gets back, and its bytes are those of a {@link ByteBuffer}. */
@AddLifecycleHook(VerbatimTries.class)
class CursorPropertyTest {

    private static final int MAX_BYTES = 64 * 1024;

    @Provide
    Arbitrary<List<CursorStep>> steps() {
        Arbitrary<Long> longs = Arbitraries.longs();
        Arbitrary<Integer> ints = Arbitraries.integers();
        Arbitrary<long[]> arrays = longs.array(long[].class).ofMaxSize(20);
        Arbitrary<String> texts = Arbitraries.strings()
                .ofMaxLength(40)
                .map(text -> text.codePoints()
                        .filter(c -> c < Character.MIN_SURROGATE || c > Character.MAX_SURROGATE)
                        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                        .toString());
        return Arbitraries.oneOf(
                        Arbitraries.bytes().map(CursorStep::ofByte),
                        Arbitraries.of(true, false).map(CursorStep::ofBoolean),
                        Arbitraries.shorts().map(CursorStep::ofShort),
                        Arbitraries.chars().map(CursorStep::ofChar),
                        ints.map(CursorStep::ofInt),
                        longs.map(CursorStep::ofLong),
                        ints.map(CursorStep::ofFloat),
                        longs.map(CursorStep::ofDouble),
                        arrays.flatMap(array -> Arbitraries.of(CursorStep.ofArrays(array))),
                        Arbitraries.of(CursorStep.ofNull()),
                        Combinators.combine(arrays, Arbitraries.integers().between(0, 3))
                                .as((array, cut) -> CursorStep.ofElements(
                                        array, Math.min(cut, array.length), Math.max(0, array.length - 2 * cut))),
                        Arbitraries.bytes().array(byte[].class).ofMaxSize(40).map(CursorStep::ofSegment),
                        texts.map(CursorStep::ofString),
                        texts.map(CursorStep::ofBuilder),
                        Combinators.combine(ints, longs).as(CursorStep::ofStruct),
                        Combinators.combine(ints, longs).as(CursorStep::ofReusedStruct),
                        texts.map(CursorStep::ofRecord),
                        texts.map(CursorStep::ofReusedRecord),
                        Arbitraries.integers().between(0, 6).map(power -> CursorStep.ofPadding(1 << power)),
                        Arbitraries.integers().between(0, 20).map(CursorStep::ofSkip))
                .list()
                .ofMaxSize(30);
    }

    @Provide
    Arbitrary<ByteOrder> orders() {
        return Arbitraries.of(ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN);
    }

    @Property
    void aFixedSegmentHoldsTheBytesOfAByteBuffer(
            @ForAll("steps") List<CursorStep> steps,
            @ForAll("orders") ByteOrder order,
            @ForAll SegmentKind kind,
            @ForAll @IntRange(max = 9) int start) {
        byte[] expected = baseline(steps, order, (byte) -1);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment around =
                    kind.allocate(start + expected.length + 9, arena).fill((byte) -1);
            MemorySegment segment = around.asSlice(start, expected.length);
            SegmentCursor cursor = SegmentCursor.of(segment, order);
            for (CursorStep step : steps) {
                step.put().accept(cursor);
            }

            assertEquals(0, cursor.remaining());
            assertArrayEquals(expected, segment.toArray(ValueLayout.JAVA_BYTE));
            assertUntouched(around.asSlice(0, start));
            assertUntouched(around.asSlice(start + expected.length));
            assertThrows(IndexOutOfBoundsException.class, () -> cursor.putByte((byte) 0));
            assertReadBack(steps, cursor.rewind());
            assertReadBack(steps, SegmentCursor.of(segment.asReadOnly(), order));
        }
    }

    @Property
    void aGrowingSegmentHoldsThemToo(
            @ForAll("steps") List<CursorStep> steps,
            @ForAll("orders") ByteOrder order,
            @ForAll @IntRange(max = 40) int initialBytes) {
        byte[] expected = baseline(steps, order, (byte) 0);
        try (Arena arena = Arena.ofConfined()) {
            SegmentCursor cursor = SegmentCursor.growing(arena, initialBytes, MAX_BYTES, order);
            for (CursorStep step : steps) {
                step.put().accept(cursor);
            }

            assertEquals(expected.length, cursor.position());
            assertArrayEquals(
                    expected, cursor.segment().asSlice(0, cursor.position()).toArray(ValueLayout.JAVA_BYTE));
            assertReadBack(steps, cursor.flip());
        }
    }

    private static void assertUntouched(MemorySegment segment) {
        for (byte each : segment.toArray(ValueLayout.JAVA_BYTE)) {
            assertEquals(-1, each);
        }
    }

    private static void assertReadBack(List<CursorStep> steps, SegmentCursor cursor) {
        for (CursorStep step : steps) {
            assertArrayEquals(
                    new Object[] {step.value()}, new Object[] {step.get().apply(cursor)}, step::name);
        }
        assertEquals(0, cursor.remaining());
    }

    private static byte[] baseline(List<CursorStep> steps, ByteOrder order, byte before) {
        byte[] bytes = new byte[MAX_BYTES];
        Arrays.fill(bytes, before);
        ByteBuffer buffer = ByteBuffer.wrap(bytes).order(order);
        steps.forEach(step -> step.baseline().accept(buffer));
        return Arrays.copyOf(bytes, buffer.position());
    }
}
