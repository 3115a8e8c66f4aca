package dev.verbatim;

import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.ValueLayout.JAVA_BOOLEAN;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;
import static java.lang.invoke.MethodHandles.lookup;
import static java.nio.ByteOrder.BIG_ENDIAN;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.ConvertedDto.Side;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Elements in a tail that conversions make, of a carrier or of bytes. */
@SuppressWarnings("ArrayRecordComponent") // arrays are what is tested
class VarConvertedElementsTest {

    private static final StructLayout LAYOUT = Layouts.varRecord(
            Layouts.varRef("times", JAVA_LONG.withOrder(BIG_ENDIAN)),
            Layouts.varRef("sides", JAVA_BYTE),
            Layouts.varRef("ids", sequenceLayout(16, JAVA_BYTE)),
            Layouts.varRef("names", sequenceLayout(4, JAVA_BYTE)),
            Layouts.varRef("sizes", sequenceLayout(3, JAVA_BYTE)),
            Layouts.varRef("counts", JAVA_SHORT),
            Layouts.varRef("maybes", JAVA_INT),
            Layouts.varRef("symbols", JAVA_LONG),
            Layouts.varRef("perhaps", JAVA_INT),
            Layouts.varRef("nested", Layouts.varList(JAVA_LONG)),
            JAVA_INT.withName("limit"));

    private static final Conversions CONVERSIONS = Conversions.of(
                    TimeConversions.epochNanos(), CodeConversions.byteCodes(Side.class, Side::code))
            .with(CodeConversions.uuid())
            .with("names[]", TextConversions.latin1(4))
            .with("sizes[]", NumberConversions.intOf(3, BIG_ENDIAN, false))
            .with("counts[]", NumberConversions.unsignedShort())
            .with("maybes[]", CodeConversions.nullable(Integer.class, -1))
            .with("perhaps[]", CodeConversions.nullable(Integer.class, -2))
            .with("symbols[]", TextConversions.ascii8())
            .with("limit", CodeConversions.nullable(Integer.class, Integer.MIN_VALUE));

    private record Many(
            Instant[] times,
            List<Side> sides,
            List<UUID> ids,
            String[] names,
            int[] sizes,
            int[] counts,
            List<Integer> maybes,
            List<String> symbols,
            List<Optional<Integer>> perhaps,
            List<List<Instant>> nested,
            Optional<Integer> limit) {

        private List<Object> all() {
            return List.of(
                    Arrays.asList(times),
                    sides,
                    ids,
                    Arrays.asList(names),
                    Arrays.toString(sizes),
                    Arrays.toString(counts),
                    maybes,
                    symbols,
                    perhaps,
                    nested,
                    limit);
        }
    }

    private static final class Fields {
        private Instant[] times;
        private List<Side> sides;
        private UUID[] ids;
        private List<String> names;
        private int[] sizes;
        private int[] counts;
        private List<Integer> maybes;
        private String[] symbols;
        private Optional<Integer>[] perhaps;
        private Instant[][] nested;
        private Optional<Integer> limit;
    }

    private static final VarCodec<Many> CODEC = VarCodec.builder(lookup(), Many.class, LAYOUT)
            .withConversions(CONVERSIONS)
            .build();
    private static final ReusableVarCodec<Fields> FIELDS = VarCodec.builder(lookup(), Fields.class, LAYOUT)
            .withConversions(CONVERSIONS)
            .buildReusable();

    private static final UUID ID = new UUID(0x0102030405060708L, -1);

    private final MemorySegment segment = MemorySegment.ofArray(new byte[1024]);

    private static Many sample() {
        return new Many(
                new Instant[] {Instant.EPOCH, Instant.ofEpochSecond(1, 5)},
                List.of(Side.SELL, Side.BUY),
                List.of(ID, new UUID(3, 4)),
                new String[] {"abc", "äöüß", ""},
                new int[] {0xFFFFFF, 0x010203},
                new int[] {0xFFFF, 7},
                Arrays.asList(5, null, 6),
                List.of("AAPL", "", "ABCDEFGH"),
                List.of(Optional.of(9), Optional.empty()),
                List.of(List.of(Instant.ofEpochSecond(2)), List.of()),
                Optional.of(11));
    }

    @Test
    void elementsAreConverted() {
        CODEC.write(sample(), segment, 0);
        assertEquals(sample().all(), CODEC.read(segment, 0).all());

        Map<String, Object> raw = LayoutReader.of(LAYOUT).read(segment, 0);
        assertEquals(List.of(0L, 1_000_000_005L), raw.get("times"));
        assertArrayEquals(new byte[] {'S', 'B'}, (byte[]) raw.get("sides"));
        List<?> ids = (List<?>) raw.get("ids");
        assertArrayEquals(new byte[] {1, 2, 3, 4, 5, 6, 7, 8, -1, -1, -1, -1, -1, -1, -1, -1}, (byte[]) ids.getFirst());
        assertArrayEquals(new byte[] {'a', 'b', 'c', ' '}, (byte[]) ((List<?>) raw.get("names")).getFirst());
        assertArrayEquals(new byte[] {1, 2, 3}, (byte[]) ((List<?>) raw.get("sizes")).getLast());
        assertEquals(List.of((short) -1, (short) 7), raw.get("counts"));
        assertEquals(List.of(5, -1, 6), raw.get("maybes"));
        assertEquals(List.of(9, -2), raw.get("perhaps"));
        assertEquals(11, raw.get("limit"));
        assertEquals(List.of(2_000_000_000L), ((Map<?, ?>) ((List<?>) raw.get("nested")).getFirst()).get("value"));
    }

    @Test
    void anEmptyOptionalOfAFixedSizeIsTheValueThatStandsForNull() {
        Many good = sample();
        Many nothing = with(good, Optional.empty());
        CODEC.write(nothing, segment, 0);
        assertEquals(Integer.MIN_VALUE, segment.get(JAVA_INT_UNALIGNED, 88));
        assertEquals(Optional.empty(), CODEC.read(segment, 0).limit);
    }

    private static Many with(Many good, Optional<Integer> limit) {
        return new Many(
                good.times,
                good.sides,
                good.ids,
                good.names,
                good.sizes,
                good.counts,
                good.maybes,
                good.symbols,
                good.perhaps,
                good.nested,
                limit);
    }

    @Test
    void arraysOfTheRightLengthAreFilled() {
        CODEC.write(sample(), segment, 0);
        Fields fields = new Fields();
        fields.times = new Instant[2];
        fields.ids = new UUID[1];
        fields.sizes = new int[2];
        Instant[] times = fields.times;
        UUID[] ids = fields.ids;
        int[] sizes = fields.sizes;
        FIELDS.readInto(fields, segment, 0);
        assertSame(times, fields.times);
        assertNotSame(ids, fields.ids);
        assertSame(sizes, fields.sizes);
        assertArrayEquals(sample().times, fields.times);
        assertEquals(sample().sides, fields.sides);
        assertEquals(sample().ids, Arrays.asList(fields.ids));
        assertEquals(Arrays.asList(sample().names), fields.names);
        assertArrayEquals(sample().sizes, fields.sizes);
        assertArrayEquals(sample().counts, fields.counts);
        assertEquals(sample().maybes, fields.maybes);
        assertEquals(sample().symbols, Arrays.asList(fields.symbols));
        assertEquals(sample().perhaps, Arrays.asList(fields.perhaps));
        assertEquals(1, fields.nested[0].length);
        assertEquals(Optional.of(11), fields.limit);

        MemorySegment other = MemorySegment.ofArray(new byte[1024]);
        FIELDS.write(fields, other, 0);
        assertEquals(-1, segment.mismatch(other));
    }

    private record Lists(List<Instant> times, List<Side> sides, List<UUID> ids) {
        private static final StructLayout LAYOUT = Layouts.varRecord(
                Layouts.varRef("times", JAVA_LONG),
                Layouts.varRef("sides", JAVA_BYTE),
                Layouts.varRef("ids", sequenceLayout(2, JAVA_LONG_UNALIGNED.withOrder(BIG_ENDIAN))));
        private static final Conversions CONVERSIONS = Conversions.of(
                TimeConversions.epochNanos(),
                CodeConversions.byteCodes(Side.class, Side::code),
                CodeConversions.uuid(JAVA_LONG_UNALIGNED.withOrder(BIG_ENDIAN)));
        private static final VarCodec<Lists> CODEC = VarCodec.builder(lookup(), Lists.class, LAYOUT)
                .withConversions(CONVERSIONS)
                .build();
        private static final Lists GOOD =
                new Lists(List.of(Instant.EPOCH, Instant.ofEpochSecond(3)), List.of(Side.BUY, Side.SHORT), List.of(ID));
    }

    private interface ListsView extends StructView {
        int timesCount();

        Instant times(int index);

        Side sides(long index);

        UUID ids(int index);

        int idsCount();
    }

    private static final ViewFactory<ListsView> VIEWS =
            ViewFactory.of(lookup(), ListsView.class, Lists.LAYOUT, Lists.CONVERSIONS);

    @Test
    void listsAndNoneAreTold() {
        for (Lists lists :
                List.of(Lists.GOOD, new Lists(null, null, null), new Lists(List.of(), List.of(), List.of()))) {
            Lists.CODEC.write(lists, segment, 5);
            assertEquals(lists, Lists.CODEC.read(segment, 5));
        }
    }

    @Test
    void viewsConvertElements() {
        Lists.CODEC.write(Lists.GOOD, segment, 8);
        ListsView view = VIEWS.wrap(segment, 8);
        assertEquals(2, view.timesCount());
        assertEquals(Lists.GOOD.times.get(1), view.times(1));
        assertEquals(Side.SHORT, view.sides(1));
        assertEquals(1, view.idsCount());
        assertEquals(ID, view.ids(0));
        assertEquals(
                "ListsView[times=[1970-01-01T00:00:00Z, 1970-01-01T00:00:03Z], sides=[BUY, SHORT], ids=[" + ID + "]]",
                view.toString());
        IndexOutOfBoundsException fault = assertThrows(IndexOutOfBoundsException.class, () -> view.ids(1));
        assertTrue(fault.getMessage().contains("ids[1]"), fault::getMessage);
        Lists.CODEC.write(new Lists(null, null, null), segment, 8);
        assertThrows(NullPointerException.class, () -> VIEWS.wrap(segment, 8).times(0));
    }

    private interface LimitView extends StructView {
        Optional<Integer> limit();

        void limit(Optional<Integer> limit);
    }

    @Test
    void aViewHasAnOptionalOfAFixedSize() {
        StructLayout layout = Layouts.struct(JAVA_INT.withName("limit"));
        LimitView view = ViewFactory.of(
                        lookup(), LimitView.class, layout, Conversions.of(CodeConversions.nullable(Integer.class, -1)))
                .wrap(segment, 0);
        assertEquals(Optional.of(0), view.limit());
        view.limit(Optional.empty());
        assertEquals(-1, segment.get(JAVA_INT_UNALIGNED, 0));
        assertEquals(Optional.empty(), view.limit());
        IllegalArgumentException fault =
                assertThrows(IllegalArgumentException.class, () -> view.limit(Optional.of(-1)));
        assertTrue(fault.getMessage().contains("limit=Optional[-1]: it stands for null"), fault::getMessage);
        assertThrows(NullPointerException.class, () -> view.limit(null));
        assertEquals(-1, segment.get(JAVA_INT_UNALIGNED, 0));
    }

    @Test
    void whatIsRefusedIsNamedAndNothingIsWritten() {
        refused(
                IllegalArgumentException.class,
                "times[1]=",
                new Lists(List.of(Instant.EPOCH, Instant.MAX), null, null));
        refused(
                NullPointerException.class,
                "sides[1] is null; expected a dev.verbatim.ConvertedDto$Side",
                new Lists(null, Arrays.asList(Side.BUY, null), null));
        refused(
                NullPointerException.class,
                "ids[0] is null; expected a java.util.UUID",
                new Lists(null, null, Arrays.asList(null, ID)));
        @SuppressWarnings({"unchecked", "rawtypes"}) // a list whose type was cast
        List<UUID> wrong = (List) List.of("a");
        refused(
                ClassCastException.class,
                "ids[0] is a java.lang.String; expected a java.util.UUID",
                new Lists(null, null, wrong));
    }

    @Test
    void whatDoesNotFitItsBytesIsNamedByItsIndex() {
        Many good = sample();
        good.names[2] = "abcde";
        IllegalArgumentException fault =
                assertThrows(IllegalArgumentException.class, () -> CODEC.write(good, segment, 0));
        assertTrue(fault.getMessage().contains("names[2]=abcde: "), fault::getMessage);
        good.names[2] = "";
        good.sizes[1] = 1 << 24;
        fault = assertThrows(IllegalArgumentException.class, () -> CODEC.write(good, segment, 0));
        assertTrue(fault.getMessage().contains("sizes[1]=16777216: "), fault::getMessage);
        good.sizes[1] = 0;
        good.counts[0] = -1;
        fault = assertThrows(IllegalArgumentException.class, () -> CODEC.write(good, segment, 0));
        assertTrue(fault.getMessage().contains("counts[0]=-1: "), fault::getMessage);
        assertEquals(-1, segment.mismatch(MemorySegment.ofArray(new byte[1024])));
    }

    private void refused(Class<? extends RuntimeException> type, String message, Lists value) {
        for (Executable write :
                List.<Executable>of(() -> Lists.CODEC.write(value, segment, 0), () -> Lists.CODEC.encodedSize(value))) {
            RuntimeException fault = assertThrows(type, write);
            assertTrue(fault.getMessage().contains(message), fault::getMessage);
            assertEquals(-1, segment.mismatch(MemorySegment.ofArray(new byte[1024])));
        }
    }

    @Test
    void bytesThatAreNoElementAreCorrupt() {
        Lists.CODEC.write(Lists.GOOD, segment, 0);
        long sides = 32 + 16;
        assertEquals('B', segment.get(JAVA_BYTE, sides));
        segment.set(JAVA_BYTE, sides + 1, (byte) 'x');
        for (Executable read : List.<Executable>of(
                () -> Lists.CODEC.read(segment, 0), () -> VIEWS.wrap(segment, 0).sides(1))) {
            CorruptRecordException fault = assertThrows(CorruptRecordException.class, read);
            assertTrue(
                    fault.getMessage()
                            .endsWith("sides[1] at offset=49: expected the bytes of a dev.verbatim.ConvertedDto$Side,"
                                    + " found 120 (no constant of dev.verbatim.ConvertedDto$Side has this code)"),
                    fault::getMessage);
        }
    }

    @Test
    void theBytesOfElementsAreWhole() {
        Lists.CODEC.write(new Lists(null, null, List.of(ID)), segment, 0);
        segment.set(JAVA_INT_UNALIGNED, 28, 15);
        segment.set(JAVA_INT_UNALIGNED, 4, 47);
        CorruptRecordException fault = assertThrows(CorruptRecordException.class, () -> Lists.CODEC.read(segment, 0));
        assertTrue(
                fault.getMessage()
                        .contains("ids at offset=24: expected a length that is a multiple of 16, found length=15"),
                fault::getMessage);
    }

    private record Fixed(List<UUID> ids, String[] names, int[] sizes) {
        private static final StructLayout LAYOUT = Layouts.struct(
                sequenceLayout(2, sequenceLayout(16, JAVA_BYTE)).withName("ids"),
                sequenceLayout(3, sequenceLayout(4, JAVA_BYTE)).withName("names"),
                sequenceLayout(2, sequenceLayout(3, JAVA_BYTE)).withName("sizes"));
        private static final Conversions CONVERSIONS = Conversions.of(
                CodeConversions.uuid(), TextConversions.latin1(4), NumberConversions.intOf(3, BIG_ENDIAN, false));
        private static final StructCodec<Fixed> CODEC =
                StructCodec.ofRecord(lookup(), Fixed.class, LAYOUT, CONVERSIONS);
        private static final Fixed GOOD =
                new Fixed(List.of(ID, new UUID(5, 6)), new String[] {"ab", "", "abcd"}, new int[] {1, 0xFFFFFF});
    }

    private interface FixedView extends StructView {
        List<UUID> ids();

        UUID ids(int index);

        void ids(int index, UUID id);

        String names(int index);

        void sizes(int index, int size);

        int sizes(int index);

        void sizes(int[] sizes);
    }

    private static final ViewFactory<FixedView> FIXED_VIEWS =
            ViewFactory.of(lookup(), FixedView.class, Fixed.LAYOUT, Fixed.CONVERSIONS);

    @Test
    void elementsOfFixedLengthAreMadeOfBytes() {
        Fixed.CODEC.write(Fixed.GOOD, segment, 1);
        assertArrayEquals(
                new byte[] {1, 2, 3, 4, 5, 6, 7, 8}, segment.asSlice(1, 8).toArray(JAVA_BYTE));
        assertEquals("ab      abcd", new String(segment.asSlice(33, 12).toArray(JAVA_BYTE), ISO_8859_1));
        Fixed read = Fixed.CODEC.read(segment, 1);
        assertEquals(Fixed.GOOD.ids, read.ids);
        assertArrayEquals(Fixed.GOOD.names, read.names);
        assertArrayEquals(Fixed.GOOD.sizes, read.sizes);
        assertEquals(32 + 12 + 6, Fixed.CODEC.byteSize());
    }

    @Test
    void viewsHaveElementsMadeOfBytes() {
        Fixed.CODEC.write(Fixed.GOOD, segment, 1);
        FixedView view = FIXED_VIEWS.wrap(segment, 1);
        assertEquals(Fixed.GOOD.ids, view.ids());
        assertEquals("abcd", view.names(2));
        view.ids(1, new UUID(7, 8));
        view.sizes(1, 0x010203);
        assertEquals(List.of(ID, new UUID(7, 8)), Fixed.CODEC.read(segment, 1).ids);
        assertEquals(0x010203, view.sizes(1));
        view.sizes(new int[] {3, 4});
        assertEquals(3, view.sizes(0));
        assertThrows(IndexOutOfBoundsException.class, () -> view.ids(2));
        assertThrows(IllegalArgumentException.class, () -> view.sizes(new int[] {3, 0x1000000}));
        assertEquals(4, view.sizes(1));
    }

    @Test
    void anElementOfFixedLengthThatIsRefusedIsNamed() {
        byte[] before = segment.toArray(JAVA_BYTE);
        Fixed wrong = new Fixed(Fixed.GOOD.ids, new String[] {"", "", "abcde"}, Fixed.GOOD.sizes);
        IllegalArgumentException fault =
                assertThrows(IllegalArgumentException.class, () -> Fixed.CODEC.write(wrong, segment, 0));
        assertTrue(fault.getMessage().contains("names[2]=abcde: "), fault::getMessage);
        Fixed absent = new Fixed(Arrays.asList(ID, null), Fixed.GOOD.names, Fixed.GOOD.sizes);
        NullPointerException none =
                assertThrows(NullPointerException.class, () -> Fixed.CODEC.write(absent, segment, 0));
        assertTrue(none.getMessage().contains("ids[1] is null"), none::getMessage);
        assertArrayEquals(before, segment.toArray(JAVA_BYTE));
    }

    @Test
    void aConversionOfTheWholeSaysWhereItBelongs() {
        Conversions ofWhole = Conversions.none().with("times", TimeConversions.epochNanos());
        VarCodec.Builder<Lists> builder =
                VarCodec.builder(lookup(), Lists.class, Lists.LAYOUT).withConversions(ofWhole);
        LayoutMismatchException refused = assertThrows(LayoutMismatchException.class, builder::build);
        assertEquals(
                "times: the layout has varRef of long (byteSize=8, offset=8), " + Lists.class.getName()
                        + " has the component `List<Instant> times`; it has a conversion of java.time.Instant to long,"
                        + " but only the elements of what lies in a tail are converted; declare that of `times[]`",
                refused.mismatches().getFirst());
    }

    private record Unmatched(Instant[] times, Optional<Integer> limit) {
        private static final StructLayout LAYOUT =
                Layouts.varRecord(Layouts.varRef("times", JAVA_INT), JAVA_INT.withName("limit"));
    }

    @Test
    void aConversionThatDoesNotFitIsAMismatch() {
        Conversions conversions = Conversions.of(Conversion.ofInt(Integer.class, i -> i, i -> i))
                .with("times[]", TimeConversions.epochNanos());
        VarCodec.Builder<Unmatched> builder =
                VarCodec.builder(lookup(), Unmatched.class, Unmatched.LAYOUT).withConversions(conversions);
        LayoutMismatchException refused = assertThrows(LayoutMismatchException.class, builder::build);
        String type = Unmatched.class.getName();
        assertEquals(
                List.of(
                        "times: the layout has varRef of int (byteSize=8, offset=8), " + type + " has the component"
                                + " `Instant[] times`; it has a conversion of java.time.Instant to long, which needs"
                                + " `Instant` and JAVA_LONG",
                        "limit: the layout has int (byteSize=4, offset=16), " + type + " has the component"
                                + " `Optional<Integer> limit`; its conversion of java.lang.Integer to int refuses null,"
                                + " which an empty Optional becomes; declare one that takes null, such as"
                                + " CodeConversions.nullable"),
                refused.mismatches());
    }

    private record Perhaps(Optional<String> text, Optional<Instant> time, Optional<Boolean> flag) {
        private static final StructLayout LAYOUT = Layouts.struct(
                sequenceLayout(4, JAVA_BYTE).withName("text"),
                JAVA_LONG.withName("time"),
                JAVA_BOOLEAN.withName("flag"));
    }

    @Test
    void onlyForAnIntegerIsAConversionAdvisedThatHasANumberForNull() {
        Conversions conversions = Conversions.of(
                TextConversions.latin1(4),
                TimeConversions.epochNanos(),
                Conversion.ofBoolean(Boolean.class, flag -> flag, flag -> flag));
        LayoutMismatchException refused = assertThrows(
                LayoutMismatchException.class,
                () -> StructCodec.ofRecord(lookup(), Perhaps.class, Perhaps.LAYOUT, conversions));
        String remedy = " refuses null, which an empty Optional becomes; declare one that takes null";
        List<String> endings = List.of(remedy, remedy + ", such as CodeConversions.nullable", remedy);
        assertEquals(endings.size(), refused.mismatches().size());
        for (int i = 0; i < endings.size(); i++) {
            String mismatch = refused.mismatches().get(i);
            assertTrue(mismatch.endsWith(endings.get(i)), mismatch);
        }
    }

    record Noted(String symbol, String note, List<String> others) {}

    @Test
    void aTextOfAnyLengthIsUtf8WhateverIsDeclaredForStrings() {
        StructLayout layout = Layouts.varRecord(
                sequenceLayout(4, JAVA_BYTE).withName("symbol"),
                Layouts.varRef("note"),
                Layouts.varRef("others", Layouts.varText()));
        VarCodec<Noted> codec = VarCodec.builder(lookup(), Noted.class, layout)
                .withConversions(Conversions.of(TextConversions.latin1(4), TextConversions.ascii8()))
                .build();
        Noted noted = new Noted("äö", "an ä, and 日本語", List.of("öß€"));
        codec.write(noted, segment, 0);
        assertEquals(noted, codec.read(segment, 0));

        Map<String, Object> raw = LayoutReader.of(layout).read(segment, 0);
        assertArrayEquals("äö  ".getBytes(ISO_8859_1), (byte[]) raw.get("symbol"));
        assertArrayEquals("an ä, and 日本語".getBytes(UTF_8), (byte[]) raw.get("note"));
    }
}
