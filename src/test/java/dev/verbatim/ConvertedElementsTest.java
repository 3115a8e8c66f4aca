package dev.verbatim;

import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertThrowsExactly;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.ConvertedDto.Side;
import java.lang.foreign.Arena;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Arrays and lists of converted values. */
class ConvertedElementsTest {

    private static final MemoryLayout[] MEMBERS = {
        sequenceLayout(3, JAVA_LONG).withName("times"),
        sequenceLayout(40, JAVA_INT).withName("counts"),
        sequenceLayout(3, JAVA_BYTE).withName("sides"),
        sequenceLayout(2, JAVA_INT).withName("maybes")
    };
    private static final StructLayout LAYOUT = Layouts.struct(MEMBERS);
    private static final StructLayout VAR_LAYOUT = Layouts.varRecord(MEMBERS);
    private static final Conversions CONVERSIONS = Conversions.of(
                    TimeConversions.epochNanos(), CodeConversions.byteCodes(Side.class, Side::code))
            .with("counts[]", NumberConversions.unsignedInt())
            .with("maybes[]", CodeConversions.nullable(Integer.class, -1));

    @SuppressWarnings("ArrayRecordComponent") // arrays are what is tested
    private record Many(Instant[] times, long[] counts, List<Side> sides, List<Integer> maybes) {

        @Override
        public boolean equals(Object other) {
            return other instanceof Many that
                    && Arrays.equals(times, that.times)
                    && Arrays.equals(counts, that.counts)
                    && sides.equals(that.sides)
                    && maybes.equals(that.maybes);
        }

        @Override
        public int hashCode() {
            return Objects.hash(sides, maybes);
        }
    }

    private static final class ManyFields {
        private Instant[] times;
        private long[] counts;
        private List<Side> sides;
        private List<Integer> maybes;
    }

    private interface ManyView extends StructView {
        Instant[] times();

        Instant times(int index);

        void times(int index, Instant time);

        void counts(long[] counts);

        long counts(long index);

        List<Side> sides();

        void sides(List<Side> sides);

        Side sides(int index);
    }

    private static final StructCodec<Many> CODEC = StructCodec.ofRecord(lookup(), Many.class, LAYOUT, CONVERSIONS);
    private static final ReusableCodec<ManyFields> FIELDS =
            StructCodec.ofClass(lookup(), ManyFields.class, LAYOUT, CONVERSIONS);
    private static final VarCodec<Many> VAR = VarCodec.builder(lookup(), Many.class, VAR_LAYOUT)
            .withConversions(CONVERSIONS)
            .build();
    private static final ViewFactory<ManyView> VIEWS = ViewFactory.of(lookup(), ManyView.class, LAYOUT, CONVERSIONS);

    private final MemorySegment segment = Arena.ofAuto().allocate(LAYOUT);

    private static Many sample() {
        Instant[] times = {Instant.EPOCH, Instant.ofEpochSecond(1, 5), Instant.ofEpochSecond(-1)};
        long[] counts = new long[40];
        for (int i = 0; i < counts.length; i++) {
            counts[i] = 0xffff_ffffL - i;
        }
        return new Many(times, counts, List.of(Side.BUY, Side.SELL, Side.SHORT), Arrays.asList(7, null));
    }

    @Test
    void elementsAreConverted() {
        CODEC.write(sample(), segment, 0);
        assertEquals(1_000_000_005, segment.get(JAVA_LONG_UNALIGNED, 8));
        assertEquals(-1_000_000_000, segment.get(JAVA_LONG_UNALIGNED, 16));
        for (int i = 0; i < 40; i++) {
            assertEquals(-1 - i, segment.get(JAVA_INT_UNALIGNED, 24 + 4L * i));
        }
        assertEquals('B', segment.get(JAVA_BYTE, 184));
        assertEquals(-1, segment.get(JAVA_BYTE, 186));
        assertEquals(7, segment.get(JAVA_INT_UNALIGNED, 188));
        assertEquals(-1, segment.get(JAVA_INT_UNALIGNED, 192));
        assertEquals(sample(), CODEC.read(segment, 0));
    }

    @Test
    void arraysOfTheRightLengthAreFilled() {
        CODEC.write(sample(), segment, 0);
        ManyFields fields = new ManyFields();
        fields.times = new Instant[2];
        fields.counts = new long[40];
        Instant[] times = fields.times;
        long[] counts = fields.counts;
        FIELDS.readInto(fields, segment, 0);
        assertNotSame(times, fields.times);
        assertSame(counts, fields.counts);
        assertArrayEquals(sample().times, fields.times);
        assertArrayEquals(sample().counts, fields.counts);
        assertEquals(sample().sides, fields.sides);
        assertEquals(sample().maybes, fields.maybes);
        MemorySegment other = Arena.ofAuto().allocate(LAYOUT);
        FIELDS.write(fields, other, 0);
        assertEquals(-1, segment.mismatch(other));
    }

    @Test
    void variableLengthRecordsHaveThem() {
        MemorySegment bytes = MemorySegment.ofArray(new byte[512]);
        VAR.write(sample(), bytes, 0);
        assertEquals(sample(), VAR.read(bytes, 0));
    }

    @Test
    void viewsHaveThem() {
        CODEC.write(sample(), segment, 0);
        ManyView view = VIEWS.wrap(segment, 0);
        assertArrayEquals(sample().times, view.times());
        assertEquals(sample().times[1], view.times(1));
        view.times(1, Instant.EPOCH);
        assertEquals(Instant.EPOCH, view.times(1));
        assertEquals(0xffff_ffffL - 39, view.counts(39L));
        view.counts(new long[40]);
        assertEquals(0, view.counts(39L));
        assertEquals(Side.SHORT, view.sides(2));
        view.sides(List.of(Side.SELL, Side.SELL, Side.BUY));
        assertEquals(List.of(Side.SELL, Side.SELL, Side.BUY), view.sides());
        assertTrue(view.toString().contains("sides=[SELL, SELL, BUY]"), view::toString);
    }

    @Test
    void whatIsRefusedIsNamedAndNothingIsWritten() {
        Many good = sample();
        refused("times[2]", new Many(with(good.times, null), good.counts, good.sides, good.maybes));
        refused("times[2]=", new Many(with(good.times, Instant.MAX), good.counts, good.sides, good.maybes));
        refused("times has length=2", new Many(new Instant[2], good.counts, good.sides, good.maybes));
        long[] counts = good.counts.clone();
        counts[5] = -1;
        refused("counts[5]=-1: expected a number from 0 to", new Many(good.times, counts, good.sides, good.maybes));
        refused("sides has length=1", new Many(good.times, good.counts, List.of(Side.BUY), good.maybes));
        refused("maybes[1]=-1: it stands", new Many(good.times, good.counts, good.sides, List.of(1, -1)));
        refused("sides is null", new Many(good.times, good.counts, null, good.maybes));
    }

    @Test
    @SuppressWarnings({"unchecked", "rawtypes"}) // lists whose types were cast
    void anElementOfAnotherClassIsNamed() {
        Many good = sample();
        List<Side> sides = (List) Arrays.asList(Side.BUY, "b", null);
        String message = "sides[1] is a java.lang.String; expected a " + Side.class.getName();
        refused(ClassCastException.class, message, new Many(good.times, good.counts, sides, good.maybes));
        ManyView view = VIEWS.wrap(segment, 0);
        ClassCastException fault = assertThrowsExactly(ClassCastException.class, () -> view.sides(sides));
        assertTrue(fault.getMessage().endsWith(message), fault::getMessage);
        List<Integer> maybes = (List) List.of(1, 2L);
        refused(
                ClassCastException.class,
                "maybes[1] is a java.lang.Long; expected a java.lang.Integer",
                new Many(good.times, good.counts, good.sides, maybes));
    }

    private static Instant[] with(Instant[] times, Instant last) {
        Instant[] changed = times.clone();
        changed[2] = last;
        return changed;
    }

    private void refused(String message, Many value) {
        refused(RuntimeException.class, message, value);
    }

    private void refused(Class<? extends RuntimeException> type, String message, Many value) {
        ManyFields fields = new ManyFields();
        fields.times = value.times;
        fields.counts = value.counts;
        fields.sides = value.sides;
        fields.maybes = value.maybes;
        MemorySegment bytes = MemorySegment.ofArray(new byte[512]);
        for (Executable write : List.<Executable>of(
                () -> CODEC.write(value, bytes, 0),
                () -> FIELDS.write(fields, bytes, 0),
                () -> VAR.write(value, bytes, 0))) {
            RuntimeException fault = assertThrows(type, write);
            assertTrue(fault.getMessage().contains(message), fault::getMessage);
            assertEquals(-1, bytes.mismatch(MemorySegment.ofArray(new byte[512])));
        }
    }

    @Test
    void bytesThatAreNoElementAreCorrupt() {
        CODEC.write(sample(), segment, 0);
        segment.set(JAVA_BYTE, 185, (byte) 'x');
        for (Executable read : List.<Executable>of(
                () -> CODEC.read(segment, 0),
                () -> FIELDS.read(segment, 0),
                () -> VIEWS.wrap(segment, 0).sides(),
                () -> VIEWS.wrap(segment, 0).sides(1))) {
            CorruptRecordException fault = assertThrows(CorruptRecordException.class, read);
            assertTrue(fault.getMessage().contains("sides[1] at offset=185"), fault::getMessage);
        }
    }

    @SuppressWarnings("ArrayRecordComponent") // it binds like any other
    private record Named(String name, byte[] raw, List<Instant> times) {}

    /** It would be without effect. */
    @ParameterizedTest
    @ValueSource(strings = {"name[]", "raw[][]", "times[][]", "times[].x", "tims[]"})
    void aConversionOfAPathThatNothingHasIsRefused(String path) {
        Conversions conversions =
                Conversions.of(TimeConversions.epochNanos()).with(path, TimeConversions.epochMillis());
        String mismatch = path + ": there is a conversion for it, but the layout has no member of this path;"
                + " correct the path, or remove the conversion";
        StructLayout layout = Layouts.struct(
                sequenceLayout(4, JAVA_BYTE).withName("name"),
                sequenceLayout(4, JAVA_BYTE).withName("raw"),
                sequenceLayout(2, JAVA_LONG).withName("times"));
        assertEquals(
                List.of(mismatch),
                assertThrows(
                                LayoutMismatchException.class,
                                () -> StructCodec.ofRecord(lookup(), Named.class, layout, conversions))
                        .mismatches());
        StructLayout inTail = Layouts.varRecord(
                Layouts.varRef("name"), Layouts.varRef("raw", JAVA_BYTE), Layouts.varRef("times", JAVA_LONG));
        assertEquals(
                List.of(mismatch),
                assertThrows(
                                LayoutMismatchException.class,
                                () -> VarCodec.builder(lookup(), Named.class, inTail)
                                        .withConversions(conversions)
                                        .build())
                        .mismatches());
    }

    private record Nowhere(List<Object> times) {}

    /** What is declared below it is not a second one. */
    @Test
    void aMemberThatDoesNotBindIsTheOneMismatch() {
        StructLayout layout = Layouts.varRecord(Layouts.varRef("times", Layouts.varList(JAVA_LONG)));
        LayoutMismatchException mismatch = assertThrows(
                LayoutMismatchException.class,
                () -> VarCodec.builder(lookup(), Nowhere.class, layout)
                        .withConversions(Conversions.none().with("times[][]", TimeConversions.epochMillis()))
                        .build());
        assertEquals(1, mismatch.mismatches().size(), mismatch::getMessage);
    }
}
