package dev.verbatim;

import static dev.verbatim.Parts.HERE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrowsExactly;

import dev.verbatim.Parts.Level;
import dev.verbatim.Parts.Part;
import dev.verbatim.Parts.PartRecord;
import dev.verbatim.Parts.Point;
import dev.verbatim.Parts.Side;
import dev.verbatim.Parts.Whole;
import dev.verbatim.Parts.WholeRecord;
import dev.verbatim.samples.SegmentKind;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What is thrown for a value that cannot be written, at any depth, and that not one byte has been changed then. */
class ValueFaultsTest {

    private static final int OFFSET = 5;

    private static final String NO_SIDE = " is null; expected a constant of " + HERE + "Side";
    private static final String NO_LEVEL = " is null; expected a " + HERE + "Level";
    private static final String NO_POINT = " is null; expected a " + HERE + "Point";
    private static final String LEVELS = "expected 2 elements of type " + HERE + "Level";
    private static final String POINTS = "expected 2 elements of type " + HERE + "Point";
    private static final String TOO_LONG = "bytes of UTF-8, expected at most 8; shorten it or widen the member";
    private static final String ENDS_IN_ZERO = "ends in \\0, which cannot be told from the padding; remove it";

    /**
     * Something wrong with a part.
     *
     * @param type what is thrown
     * @param message the member's path in the part, and what is wrong
     * @param spoil puts it there
     */
    record Fault(Class<? extends RuntimeException> type, String message, Consumer<Part> spoil) {
        @Override
        public String toString() {
            return message;
        }
    }

    private static Fault isNull(String message, Consumer<Part> spoil) {
        return new Fault(NullPointerException.class, message, spoil);
    }

    private static Fault isWrong(String message, Consumer<Part> spoil) {
        return new Fault(IllegalArgumentException.class, message, spoil);
    }

    private static Fault text(String text, String problem) {
        return isWrong("symbol " + problem, part -> part.symbol = text);
    }

    private static Fault unpaired(String text, int index) {
        return text(text, "has an unpaired surrogate at index=" + index + ", which UTF-8 has no bytes for; remove it");
    }

    static List<Fault> nulls() {
        return List.of(
                isNull("side" + NO_SIDE, part -> part.side = null),
                isNull(
                        "symbol is null; expected text of at most 8 bytes of UTF-8, or an empty string",
                        part -> part.symbol = null),
                isNull("ints is null; expected int[3]", part -> part.ints = null),
                isNull("longs is null; expected long[9]", part -> part.longs = null),
                isNull("best" + NO_LEVEL, part -> part.best = null),
                isNull("best.side" + NO_SIDE, part -> part.best = new Level(1, null)),
                isNull("at" + NO_POINT, part -> part.at = null),
                isNull("at.side" + NO_SIDE, part -> part.at.side = null),
                isNull("bids is null; " + LEVELS, part -> part.bids = null),
                isNull("bids[0]" + NO_LEVEL, part -> part.bids[0] = null),
                isNull("bids[1]" + NO_LEVEL, part -> part.bids[1] = null),
                isNull("bids[1].side" + NO_SIDE, part -> part.bids[1] = new Level(1, null)),
                isNull("asks is null; " + LEVELS, part -> part.asks = null),
                isNull("asks[0]" + NO_LEVEL, part -> part.asks.set(0, null)),
                isNull("asks[1]" + NO_LEVEL, part -> part.asks.set(1, null)),
                isNull("asks[1].side" + NO_SIDE, part -> part.asks.set(1, new Level(1, null))),
                isNull("path is null; " + POINTS, part -> part.path = null),
                isNull("path[1]" + NO_POINT, part -> part.path[1] = null),
                isNull("path[0].side" + NO_SIDE, part -> part.path[0].side = null),
                isNull("points is null; " + POINTS, part -> part.points = null),
                isNull("points[1]" + NO_POINT, part -> part.points.set(1, null)),
                isNull("points[1].side" + NO_SIDE, part -> part.points.get(1).side = null));
    }

    static List<Fault> texts() {
        return List.of(
                text("123456789", "has 9 " + TOO_LONG),
                text("1".repeat(70_000), "has 70000 " + TOO_LONG),
                text("1234567ü", "has 9 " + TOO_LONG),
                text("€€€", "has 9 " + TOO_LONG),
                text("12345😀", "has 9 " + TOO_LONG),
                text("😀😀😀", "has 12 " + TOO_LONG),
                text("12345678\0\0A", "has 11 " + TOO_LONG),
                unpaired("12\uD83D", 2),
                unpaired("\uD83D", 0),
                unpaired("1234567\uD83D", 7),
                unpaired("\uDE0012", 0),
                unpaired("1\uD83D2", 1),
                unpaired("1\uDE002", 1),
                unpaired("\uDE00\uD83D", 0),
                unpaired("\uD83D\uD83D\uDE00", 0),
                unpaired("😀\uD83D", 2),
                unpaired("123456789\uD83D", 9),
                text("\0", ENDS_IN_ZERO),
                text("123\0", ENDS_IN_ZERO),
                text("1234567\0", ENDS_IN_ZERO),
                text("12345678\0", ENDS_IN_ZERO),
                text("ü\0", ENDS_IN_ZERO));
    }

    static List<Fault> lengths() {
        return List.of(
                isWrong("ints has length=0; expected int[3]", part -> part.ints = new int[0]),
                isWrong("ints has length=2; expected int[3]", part -> part.ints = new int[2]),
                isWrong("ints has length=4; expected int[3]", part -> part.ints = new int[4]),
                isWrong("longs has length=8; expected long[9]", part -> part.longs = new long[8]),
                isWrong("longs has length=10; expected long[9]", part -> part.longs = new long[10]),
                isWrong("bids has length=0; " + LEVELS, part -> part.bids = new Level[0]),
                isWrong("bids has length=1; " + LEVELS, part -> part.bids = new Level[1]),
                isWrong("bids has length=3; " + LEVELS, part -> part.bids = Arrays.copyOf(part.bids, 3)),
                isWrong("asks has length=0; " + LEVELS, part -> part.asks = List.of()),
                isWrong("asks has length=1; " + LEVELS, part -> part.asks.removeLast()),
                isWrong("asks has length=3; " + LEVELS, part -> part.asks.add(null)),
                isWrong("path has length=1; " + POINTS, part -> part.path = new Point[1]),
                isWrong("path has length=3; " + POINTS, part -> part.path = new Point[3]),
                isWrong("points has length=1; " + POINTS, part -> part.points.removeFirst()),
                isWrong("points has length=3; " + POINTS, part -> part.points.add(new Point())));
    }

    static Stream<Arguments> kindsAndFaults() {
        return Arrays.stream(SegmentKind.values())
                .flatMap(kind -> Stream.of(nulls(), texts(), lengths())
                        .flatMap(List::stream)
                        .map(fault -> Arguments.of(kind, fault)));
    }

    /** All members before and after the faulty one are valid. */
    @ParameterizedTest
    @MethodSource("kindsAndFaults")
    void aFaultIsNamedWithItsPathAndNothingIsWritten(SegmentKind kind, Fault fault) {
        Part part = new Part();
        fault.spoil.accept(part);
        assertRefused(kind, Part.CODEC, part, fault.type, fault.message);
        assertRefused(kind, PartRecord.CODEC, part.toRecord(), fault.type, fault.message);

        Whole nested = new Whole();
        nested.part = part;
        assertWholeRefused(kind, nested, fault.type, "part." + fault.message);

        Whole inArray = new Whole();
        inArray.parts[3] = part;
        assertWholeRefused(kind, inArray, fault.type, "parts[3]." + fault.message);

        Whole inList = new Whole();
        inList.list.set(1, part);
        assertWholeRefused(kind, inList, fault.type, "list[1]." + fault.message);
    }

    @ParameterizedTest
    @EnumSource
    void aNestedStructOfFaultsOfItsOwnIsItselfNamed(SegmentKind kind) {
        Class<NullPointerException> npe = NullPointerException.class;
        Class<IllegalArgumentException> iae = IllegalArgumentException.class;
        assertWholeRefused(kind, whole(whole -> whole.part = null), npe, "part is null; expected a %s");
        assertWholeRefused(
                kind, whole(whole -> whole.parts = null), npe, "parts is null; expected 4 elements of type %s");
        assertWholeRefused(kind, whole(whole -> whole.parts[2] = null), npe, "parts[2] is null; expected a %s");
        assertWholeRefused(kind, whole(whole -> whole.list.set(1, null)), npe, "list[1] is null; expected a %s");
        assertWholeRefused(
                kind, whole(whole -> whole.list = null), npe, "list is null; expected 2 elements of type %s");
        assertWholeRefused(
                kind,
                whole(whole -> whole.parts = new Part[0]),
                iae,
                "parts has length=0; expected 4 elements of type %s");
        assertWholeRefused(
                kind, whole(whole -> whole.list.clear()), iae, "list has length=0; expected 2 elements of type %s");
    }

    private static Whole whole(Consumer<Whole> spoil) {
        Whole whole = new Whole();
        spoil.accept(whole);
        return whole;
    }

    @Test
    void theFirstFaultByOffsetIsTheOneThatIsNamed() {
        Part part = new Part();
        part.points = null;
        part.longs = null;
        part.ints = new int[1];
        assertRefused(
                SegmentKind.NATIVE,
                PartRecord.CODEC,
                part.toRecord(),
                IllegalArgumentException.class,
                "ints has length=1; expected int[3]");
    }

    @Test
    void anElementThatIsAtFaultIsNamedWithItsOffset() {
        MemorySegment segment = MemorySegment.ofArray(new byte[3 * (int) Part.CODEC.byteSize()]);
        Part part = new Part();
        part.symbol = null;
        NullPointerException refused =
                assertThrowsExactly(NullPointerException.class, () -> Part.CODEC.writeAtIndex(part, segment, 2));

        assertEquals(
                "cannot write " + HERE + "Part (layout part, " + Part.CODEC.byteSize() + " bytes) at offset="
                        + 2 * Part.CODEC.byteSize()
                        + ": symbol is null; expected text of at most 8 bytes of UTF-8, or an empty string",
                refused.getMessage());
    }

    /** What is wrong with the value comes before what is wrong with the segment. */
    @Test
    void aFaultOfTheValueIsFoundBeforeTheSegmentIsLookedAt() {
        Part part = new Part();
        part.ints = null;
        Arena arena = Arena.ofConfined();
        MemorySegment closed = arena.allocate(1_000);
        arena.close();
        for (MemorySegment segment : new MemorySegment[] {closed, MemorySegment.ofArray(new byte[3]), null}) {
            NullPointerException refused =
                    assertThrowsExactly(NullPointerException.class, () -> Part.CODEC.write(part, segment, OFFSET));
            assertEquals(start(Part.CODEC) + "ints is null; expected int[3]", refused.getMessage());
        }
    }

    @Test
    void whatIsValidIsWritten() {
        Whole whole = new Whole();
        MemorySegment segment = MemorySegment.ofArray(new byte[(int) Whole.CODEC.byteSize() + OFFSET]);
        Whole.CODEC.write(whole, segment, OFFSET);
        MemorySegment other = MemorySegment.ofArray(new byte[(int) segment.byteSize()]);
        assertNotEquals(-1, segment.mismatch(other));
        WholeRecord.CODEC.write(whole.toRecord(), other, OFFSET);
        assertEquals(-1, segment.mismatch(other));

        Whole read = Whole.CODEC.read(segment, OFFSET);
        assertEquals("ESH6", read.parts[3].symbol);
        assertEquals(Side.CROSS, read.list.get(1).points.get(1).side);
        assertEquals(
                new Level(6, Side.BUY),
                WholeRecord.CODEC.read(segment, OFFSET).parts()[3].bids()[1]);
    }

    /** The class, and the record with the same values; {@code %s} in the message is the type of a part. */
    private static void assertWholeRefused(
            SegmentKind kind, Whole whole, Class<? extends RuntimeException> type, String message) {
        assertRefused(kind, Whole.CODEC, whole, type, message.formatted(HERE + "Part"));
        assertRefused(kind, WholeRecord.CODEC, whole.toRecord(), type, message.formatted(HERE + "PartRecord"));
    }

    private static <T> void assertRefused(
            SegmentKind kind, StructCodec<T> codec, T value, Class<? extends RuntimeException> type, String message) {
        byte[] before = new byte[(int) codec.byteSize() + 2 * OFFSET];
        new Random(6).nextBytes(before);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment segment = kind.allocate(before, arena);
            RuntimeException refused = assertThrowsExactly(type, () -> codec.write(value, segment, OFFSET));

            assertEquals(start(codec) + message, refused.getMessage());
            assertNull(refused.getCause());
            assertEquals(-1, MemorySegment.ofArray(before).mismatch(segment), "the first byte that changed");
        }
    }

    private static String start(StructCodec<?> codec) {
        return "cannot write " + codec.type().getName() + " (layout "
                + codec.layout().name().orElseThrow() + ", " + codec.byteSize() + " bytes) at offset=" + OFFSET + ": ";
    }
}
