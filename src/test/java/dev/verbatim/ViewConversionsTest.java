package dev.verbatim;

import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.invoke.MethodHandles.lookup;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Conversions in views: by path within nested views, of text, and of elements that are sequences. */
@SuppressWarnings("unused") // the methods are there to be bound
class ViewConversionsTest {

    private static final StructLayout TICK = Layouts.struct(JAVA_LONG.withName("time"));

    interface TickView extends StructView {
        Instant time();

        void time(Instant time);
    }

    interface DayView extends StructView {
        TickView open();

        TickView close();

        TickView getClose();

        TickView highs(int index);

        TickView lows(long index);
    }

    @Test
    void nestedViewsOfOneInterfaceConvertByTheirPaths() {
        StructLayout layout = Layouts.struct(
                TICK.withName("open"),
                TICK.withName("close"),
                sequenceLayout(2, TICK).withName("highs"),
                sequenceLayout(2, TICK).withName("lows"));
        DayView view = ViewFactory.of(
                        lookup(),
                        DayView.class,
                        layout,
                        Conversions.none()
                                .with("open.time", TimeConversions.epochNanos())
                                .with("close.time", TimeConversions.epochMillis())
                                .with("highs[].time", TimeConversions.epochMicros())
                                .with("lows[].time", TimeConversions.epochMillis()))
                .allocate(Arena.ofAuto());
        Instant time = Instant.ofEpochMilli(5);
        view.open().time(time);
        view.close().time(time);
        view.highs(1).time(time);
        view.lows(1).time(time);

        assertEquals(5_000_000, view.segment().get(JAVA_LONG_UNALIGNED, 0));
        assertEquals(5, view.segment().get(JAVA_LONG_UNALIGNED, 8));
        assertEquals(5_000, view.segment().get(JAVA_LONG_UNALIGNED, 24));
        assertEquals(5, view.segment().get(JAVA_LONG_UNALIGNED, 40));
        for (TickView tick : List.of(view.open(), view.close(), view.getClose(), view.highs(1), view.lows(1))) {
            assertEquals(time, tick.time());
        }
        assertSame(view.close().getClass(), view.getClose().getClass());
    }

    @Test
    void nestedViewsWithoutPathsShareAClass() {
        StructLayout layout = Layouts.struct(
                TICK.withName("open"),
                TICK.withName("close"),
                sequenceLayout(2, TICK).withName("highs"));
        interface SharingView extends StructView {
            TickView open();

            TickView close();

            TickView highs(int index);
        }
        SharingView view = ViewFactory.of(
                        lookup(),
                        SharingView.class,
                        layout,
                        Conversions.of(TimeConversions.epochNanos()).with("close.time", TimeConversions.epochMillis()))
                .allocate(Arena.ofAuto());
        assertSame(view.open().getClass(), view.highs(0).getClass());
        assertEquals(
                2,
                List.of(view.open(), view.close(), view.highs(1)).stream()
                        .map(Object::getClass)
                        .distinct()
                        .count());
    }

    record Tick(long time) {}

    record Lists(Tick best, List<Tick> trades, List<Tick> quotes) {}

    interface ListsView extends StructView {
        TickView best();

        TickView trades(int index);

        TickView quotes(int index);
    }

    @Test
    void nestedViewsInATailConvertByTheirPaths() {
        StructLayout layout = Layouts.varRecord(
                TICK.withName("best"), Layouts.varRef("trades", TICK), Layouts.varRef("quotes", TICK));
        MemorySegment segment = MemorySegment.ofArray(new byte[128]);
        VarCodec.ofRecord(lookup(), Lists.class, layout)
                .write(new Lists(new Tick(1), List.of(new Tick(2)), List.of(new Tick(3))), segment, 0);

        ListsView view = ViewFactory.of(
                        lookup(),
                        ListsView.class,
                        layout,
                        Conversions.none()
                                .with("best.time", TimeConversions.epochNanos())
                                .with("trades[].time", TimeConversions.epochMicros())
                                .with("quotes[].time", TimeConversions.epochMillis()))
                .wrap(segment, 0);

        assertEquals(Instant.ofEpochSecond(0, 1), view.best().time());
        assertEquals(Instant.ofEpochSecond(0, 2_000), view.trades(0).time());
        assertEquals(Instant.ofEpochMilli(3), view.quotes(0).time());
    }

    private static final StructLayout SYMBOL =
            Layouts.struct(sequenceLayout(8, JAVA_BYTE).withName("symbol"));

    private static final Conversions LATIN_1 = Conversions.of(TextConversions.latin1(8));

    private static List<String> mismatches(
            Class<? extends StructView> view, StructLayout layout, Conversions conversions) {
        return assertThrows(LayoutMismatchException.class, () -> ViewFactory.of(lookup(), view, layout, conversions))
                .mismatches();
    }

    private record At(Instant time) {}

    private record Week(List<List<Instant>> opens, List<List<Instant>> closes, List<List<At>> ticks) {
        private static final StructLayout LAYOUT = Layouts.varRecord(
                Layouts.varRef("opens", Layouts.varList(JAVA_LONG)),
                Layouts.varRef("closes", Layouts.varList(JAVA_LONG)),
                Layouts.varRef("ticks", Layouts.varList(TICK)));
    }

    interface TimesView extends StructView {
        Instant value(int index);
    }

    interface TicksView extends StructView {
        TickView value(int index);
    }

    interface WeekView extends StructView {
        TimesView opens(int index);

        TimesView closes(int index);

        TicksView ticks(int index);
    }

    /** To a view a list in a list is a struct with one member. Its conversion has the codec's path all the same. */
    @Test
    void listsInAListConvertByTheirPathsAsTheyDoInACodec() {
        Conversions conversions = Conversions.of(TimeConversions.epochNanos())
                .with("closes[][]", TimeConversions.epochMillis())
                .with("ticks[][].time", TimeConversions.epochMicros());
        VarCodec<Week> codec = VarCodec.builder(lookup(), Week.class, Week.LAYOUT)
                .withConversions(conversions)
                .build();
        MemorySegment segment = MemorySegment.ofArray(new byte[256]);
        Instant time = Instant.ofEpochMilli(5);
        Week week = new Week(List.of(List.of(time)), List.of(List.of(time)), List.of(List.of(), List.of(new At(time))));
        codec.write(week, segment, 0);
        assertEquals(week, codec.read(segment, 0));

        WeekView view = ViewFactory.of(lookup(), WeekView.class, Week.LAYOUT, conversions)
                .wrap(segment, 0);
        assertEquals(time, view.opens(0).value(0));
        assertEquals(time, view.closes(0).value(0));
        assertEquals(time, view.ticks(1).value(0).time());
    }

    private record Box(List<Instant> value) {}

    private record Boxes(List<Box> boxes) {
        private static final StructLayout LAYOUT =
                Layouts.varRecord(Layouts.varRef("boxes", Layouts.varRecord(Layouts.varRef("value", JAVA_LONG))));
    }

    interface BoxesView extends StructView {
        TimesView boxes(int index);
    }

    /** The layout is that of a list in a list. */
    @Test
    void anElementWithOneMemberConvertsByThePathOfThatMember() {
        Conversions conversions =
                Conversions.of(TimeConversions.epochNanos()).with("boxes[].value[]", TimeConversions.epochMillis());
        VarCodec<Boxes> codec = VarCodec.builder(lookup(), Boxes.class, Boxes.LAYOUT)
                .withConversions(conversions)
                .build();
        MemorySegment segment = MemorySegment.ofArray(new byte[64]);
        Instant time = Instant.ofEpochMilli(5);
        codec.write(new Boxes(List.of(new Box(List.of(time)))), segment, 0);

        BoxesView view = ViewFactory.of(lookup(), BoxesView.class, Boxes.LAYOUT, conversions)
                .wrap(segment, 0);
        assertEquals(time, view.boxes(0).value(0));
    }

    @Test
    void ofTwoSpellingsOfOnePathOneIsRefused() {
        Conversions conversions = Conversions.of(TimeConversions.epochNanos())
                .with("boxes[][]", TimeConversions.epochMillis())
                .with("boxes[].value[]", TimeConversions.epochMillis());
        LayoutMismatchException mismatch = assertThrows(
                LayoutMismatchException.class,
                () -> ViewFactory.of(lookup(), BoxesView.class, Boxes.LAYOUT, conversions));
        assertEquals(
                List.of("boxes[].value[]: there is a conversion for it, but the layout has no member of this path;"
                        + " correct the path, or remove the conversion"),
                mismatch.mismatches());
    }

    @Test
    void textOfAConversionIsNotAccessedWithoutAString() {
        interface CharsView extends StructView {
            String symbol();

            void symbol(CharSequence symbol);

            boolean isSymbol(CharSequence symbol);

            boolean isSymbol(String symbol);

            StringBuilder symbol(StringBuilder target);
        }
        String why =
                "the layout has sequence of 8 (byteSize=8, offset=0), which has a conversion of java.lang.String to"
                        + " 8 bytes; only UTF-8 is accessed without a String, declare a getter or a setter of it";
        List<String> expected = List.of(
                "`StringBuilder symbol(StringBuilder)`: " + why,
                "`boolean isSymbol(CharSequence)`: " + why,
                "`boolean isSymbol(String)`: " + why,
                "`void symbol(CharSequence)`: " + why);

        assertEquals(expected, mismatches(CharsView.class, SYMBOL, LATIN_1));
        assertEquals(
                expected,
                mismatches(CharsView.class, SYMBOL, Conversions.none().with("symbol", TextConversions.latin1(8))));
    }

    interface SymbolView extends StructView {
        String symbol();

        void symbol(String symbol);
    }

    @Test
    void textOfAConversionIsCheckedBeforeItIsWritten() {
        SymbolView view =
                ViewFactory.of(lookup(), SymbolView.class, SYMBOL, LATIN_1).allocate(Arena.ofAuto());
        view.symbol("Größe");
        assertThrows(IllegalArgumentException.class, () -> view.symbol("ABCDEFGHIJ"));
        assertThrows(IllegalArgumentException.class, () -> view.symbol("\u65e5"));
        assertEquals("Größe", view.symbol());
    }

    @Test
    void charSequencesMayHaveAConversionOfTheirOwn() {
        interface OwnView extends StructView {
            CharSequence symbol();

            void symbol(CharSequence symbol);

            CharSequence symbols(int index);

            void symbols(int index, CharSequence symbol);
        }
        Conversion<CharSequence> reversed = Conversion.ofBytes(
                CharSequence.class,
                2,
                (text, bytes, offset) -> {
                    if (text.length() != 2) {
                        throw new IllegalArgumentException("expected two characters");
                    }
                    bytes.set(JAVA_BYTE, offset, (byte) text.charAt(1));
                    bytes.set(JAVA_BYTE, offset + 1, (byte) text.charAt(0));
                },
                (bytes, offset) -> "" + (char) bytes.get(JAVA_BYTE, offset + 1) + (char) bytes.get(JAVA_BYTE, offset));
        OwnView view = ViewFactory.of(
                        lookup(),
                        OwnView.class,
                        Layouts.struct(
                                sequenceLayout(2, JAVA_BYTE).withName("symbol"),
                                sequenceLayout(2, sequenceLayout(2, JAVA_BYTE)).withName("symbols")),
                        Conversions.of(reversed))
                .allocate(Arena.ofAuto());

        view.symbol("ab");
        view.symbols(1, "cd");

        assertEquals("ab", view.symbol());
        assertEquals("cd", view.symbols(1));
        assertEquals("ba\0\0dc", new String(view.segment().toArray(JAVA_BYTE), ISO_8859_1));
        assertThrows(IllegalArgumentException.class, () -> view.symbol("abc"));
        assertThrows(IllegalArgumentException.class, () -> view.symbols(0, "abc"));
        interface ComparingView extends StructView {
            boolean isSymbol(CharSequence symbol);
        }
        assertEquals(
                List.of("`boolean isSymbol(CharSequence)`: the layout has sequence of 2 (byteSize=2, offset=0), which"
                        + " has a conversion of java.lang.CharSequence to 2 bytes; only UTF-8 is accessed without"
                        + " a CharSequence, declare a getter or a setter of it"),
                mismatches(
                        ComparingView.class,
                        Layouts.struct(sequenceLayout(2, JAVA_BYTE).withName("symbol")),
                        Conversions.of(reversed)));
    }

    record Texts(List<String> symbols, List<String> codes) {}

    interface TextsView extends StructView {
        String symbols(int index);

        String codes(int index);
    }

    @Test
    void textsInATailAreShownAsTheyAreRead() {
        StructLayout layout = Layouts.varRecord(
                Layouts.varRef("symbols", JAVA_LONG), Layouts.varRef("codes", sequenceLayout(4, JAVA_BYTE)));
        Conversions conversions = Conversions.of(TextConversions.ascii8(), TextConversions.latin1(4));
        VarCodec<Texts> codec = VarCodec.builder(lookup(), Texts.class, layout)
                .withConversions(conversions)
                .build();
        ViewFactory<TextsView> views = ViewFactory.of(lookup(), TextsView.class, layout, conversions);
        MemorySegment segment = MemorySegment.ofArray(new byte[1024]);

        codec.write(new Texts(List.of("AAPL", "MSFT"), List.of("öl", "")), segment, 0);
        assertEquals(
                "TextsView[symbols=[AAPL, MSFT], codes=[öl, ]]",
                views.wrap(segment, 0).toString());

        codec.write(new Texts(Collections.nCopies(101, "A"), List.of()), segment, 0);
        assertEquals(
                "TextsView[symbols=[" + "A, ".repeat(99) + "A] of 101, codes=[]]",
                views.wrap(segment, 0).toString());
    }

    @Test
    void elementsThatAreSequencesNeedAConversion() {
        interface ElementsView extends StructView {
            UUID ids(int index);

            void ids(int index, UUID id);

            byte[] getIds(int index);

            void setIds(int index, byte[] id);

            String getIds(long index);

            long[] words(int index);
        }
        String bytes =
                "the layout has sequence of 4 x 16 (byteSize=64, offset=0), whose index counts what the rows have;"
                        + " declare an accessor of that, or a conversion of byte[] to the 16 bytes of a row";
        assertEquals(
                List.of(
                        "`String getIds(long)`: " + bytes.replace("byte[]", "String")
                                + ", as `Conversions.of(TextConversions.utf8(16))`",
                        "`byte[] getIds(int)`: " + bytes,
                        "`long[] words(int)`: "
                                + bytes.replace("byte[]", "long[]")
                                        .replace("4 x 16 (byteSize=64, offset=0)", "3 x 2 (byteSize=48, offset=64)"),
                        "`void setIds(int, byte[])`: " + bytes),
                mismatches(
                        ElementsView.class,
                        Layouts.struct(
                                sequenceLayout(4, sequenceLayout(16, JAVA_BYTE)).withName("ids"),
                                sequenceLayout(3, sequenceLayout(2, JAVA_LONG)).withName("words")),
                        Conversions.of(CodeConversions.uuid(), CodeConversions.uuid(JAVA_LONG))));
    }

    interface BytesView extends StructView {
        byte[] ids(int index);

        void ids(int index, byte[] id);
    }

    @Test
    void bytesMayBeWhatAConversionMakes() {
        Conversion<byte[]> bytes = Conversion.ofBytes(
                byte[].class,
                2,
                (value, segment, offset) -> MemorySegment.copy(value, 0, segment, JAVA_BYTE, offset, 2),
                (segment, offset) -> segment.asSlice(offset, 2).toArray(JAVA_BYTE));
        BytesView view = ViewFactory.of(
                        lookup(),
                        BytesView.class,
                        Layouts.struct(
                                sequenceLayout(3, sequenceLayout(2, JAVA_BYTE)).withName("ids")),
                        Conversions.of(bytes))
                .allocate(Arena.ofAuto());
        view.ids(2, new byte[] {1, 2});
        assertEquals("[1, 2]", Arrays.toString(view.ids(2)));
        assertEquals("[0, 0]", Arrays.toString(view.ids(0)));
        assertThrows(IndexOutOfBoundsException.class, () -> view.ids(3));
        assertEquals("BytesView[ids=[[0, 0], [0, 0], [1, 2]]]", view.toString());
    }

    interface FlagsView extends StructView {
        boolean[] flags();

        void flags(boolean[] flags);
    }

    @Test
    void anArrayIsShownAsItsElements() {
        FlagsView view = ViewFactory.of(
                        lookup(),
                        FlagsView.class,
                        Layouts.struct(JAVA_LONG.withName("flags")),
                        Conversions.of(CodeConversions.bits(2)))
                .allocate(Arena.ofAuto());
        view.flags(new boolean[] {true, false});
        assertEquals("FlagsView[flags=[true, false]]", view.toString());
    }

    interface PerhapsView extends StructView {
        Optional<int[]> ids();

        void ids(Optional<int[]> ids);
    }

    @Test
    void anArrayInAnOptionalIsShownAsItsElements() {
        Conversion<int[]> one =
                Conversion.ofInt(int[].class, ids -> ids == null ? -1 : ids[0], id -> id == -1 ? null : new int[] {id});
        PerhapsView view = ViewFactory.of(
                        lookup(), PerhapsView.class, Layouts.struct(JAVA_INT.withName("ids")), Conversions.of(one))
                .allocate(Arena.ofAuto());
        view.ids(Optional.of(new int[] {5}));
        assertEquals("PerhapsView[ids=Optional[[5]]]", view.toString());
        view.ids(Optional.empty());
        assertEquals("PerhapsView[ids=Optional.empty]", view.toString());
    }

    enum Muted {
        FIRST;

        @Override
        public String toString() {
            throw new IllegalStateException("no text");
        }
    }

    interface MutedView extends StructView {
        Muted muted();
    }

    @Test
    void aConstantWhoseToStringThrowsIsShownAsItsClass() {
        MutedView view = ViewFactory.of(lookup(), MutedView.class, Layouts.struct(JAVA_INT.withName("muted")))
                .allocate(Arena.ofAuto());
        assertEquals("MutedView[muted=" + Muted.class.getTypeName() + "]", view.toString());
    }

    record Price(int cents) {}

    interface PriceView extends StructView {
        Price price();

        PriceView price(Price price);
    }

    /** The place is that of the call. */
    @Test
    void aConversionThatWrapsTheViewOverAnotherStructDoesNotChangeWhereTheValueIs() {
        StructLayout layout = Layouts.struct(JAVA_INT.withName("price"));
        MemorySegment structs = Arena.ofAuto().allocate(8, 4);
        PriceView[] view = new PriceView[1];
        Conversion<Price> wrapping = Conversion.ofInt(
                Price.class,
                price -> {
                    view[0].wrap(structs, 4);
                    return price.cents();
                },
                cents -> {
                    view[0].wrap(structs, 4);
                    return new Price(cents);
                });
        view[0] = ViewFactory.of(lookup(), PriceView.class, layout, Conversions.of(wrapping))
                .wrap(structs, 0);

        assertSame(view[0], view[0].price(new Price(5)));

        assertEquals(List.of(5, 0), List.of(structs.get(JAVA_INT, 0), structs.get(JAVA_INT, 4)));
        assertEquals(4, view[0].offset());
        view[0].wrap(structs, 0);
        assertEquals(new Price(5), view[0].price());
        assertEquals(4, view[0].offset());
    }
}
