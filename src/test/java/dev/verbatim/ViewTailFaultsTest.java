package dev.verbatim;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrowsExactly;

import dev.verbatim.TailOrder.FillView;
import dev.verbatim.TailOrder.PartyView;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** What accessors of views of variable-length records throw, with which message. */
class ViewTailFaultsTest {

    private static final String NAME = "dev.verbatim.TailOrder$View (layout order, 88 bytes)";

    private static void assertThrows(Class<? extends Exception> type, String message, Executable attempt) {
        assertEquals(message, assertThrowsExactly(type, attempt).getMessage());
    }

    /** The example as it lies in memory, whose parts tests overwrite. */
    private static final class Example {
        final MemorySegment segment = TailOrder.written(TailOrder.example());
        final TailOrder.View view = TailOrder.VIEWS.wrap(segment, 0);

        int get(long offset) {
            return segment.get(JAVA_INT_UNALIGNED, offset);
        }

        void assertCorrupt(long offset, int value, String path, String reason, Executable attempt) {
            int before = get(offset);
            segment.set(JAVA_INT_UNALIGNED, offset, value);
            assertThrows(
                    CorruptRecordException.class,
                    "cannot read " + NAME + " at offset=0: " + path + " at offset=" + reason,
                    attempt);
            segment.set(JAVA_INT_UNALIGNED, offset, before);
        }
    }

    @Test
    void aReferenceThatLeadsElsewhereIsNamed() {
        Example record = new Example();
        String expected =
                "16: expected an offset from 88 and a length that ends by 344, or offset=0 and length=-1 for null,"
                        + " found ";

        record.assertCorrupt(16, 87, "note", expected + "offset=87, length=19", record.view::note);
        record.assertCorrupt(16, -8, "note", expected + "offset=-8, length=19", record.view::getNote);
        record.assertCorrupt(16, 0, "note", expected + "offset=0, length=19", () -> record.view.isNote("a"));
        record.assertCorrupt(16, 326, "note", expected + "offset=326, length=19", record.view::noteCount);
        record.assertCorrupt(
                20, -1, "note", expected + "offset=88, length=-1", () -> record.view.note(new StringBuilder()));
        record.assertCorrupt(20, -2, "note", expected + "offset=88, length=-2", record.view::note);
        record.assertCorrupt(20, 257, "note", expected + "offset=88, length=257", record.view::note);
        record.assertCorrupt(
                20, Integer.MAX_VALUE, "note", expected + "offset=88, length=2147483647", record.view::note);
        record.assertCorrupt(
                40,
                Integer.MAX_VALUE,
                "values[1]",
                "40: expected an offset from 88 and a length that ends by 344, or offset=0 and length=-1 for null,"
                        + " found offset=2147483647, length=24",
                () -> record.view.values(1));
        assertEquals("good till cancelled", record.view.note());
    }

    @Test
    void aReferenceOfANestedStructIsNamedInIt() {
        Example record = new Example();
        record.segment.set(JAVA_INT_UNALIGNED, 32, 11);
        PartyView party = record.view.party();

        assertThrows(
                CorruptRecordException.class,
                "cannot read dev.verbatim.TailOrder$PartyView (layout party, 16 bytes) at offset=24: name at"
                    + " offset=32: expected an offset from 16 and a length that ends by 320, or offset=0 and length=-1"
                    + " for null, found offset=11, length=4",
                party::name);
    }

    @Test
    void whatLiesBehindTheRecordIsNotShown() {
        MemorySegment both = MemorySegment.ofArray(new byte[2 * 344]);
        TailOrder.CODEC.write(TailOrder.example(), both, 0);
        TailOrder.CODEC.write(TailOrder.example(), both, 344);
        both.set(JAVA_INT_UNALIGNED, 16, 336);
        TailOrder.View view = TailOrder.VIEWS.wrap(both, 0);

        assertThrows(
                CorruptRecordException.class,
                "cannot read " + NAME
                        + " at offset=0: note at offset=16: expected an offset from 88 and a length that ends by 344,"
                        + " or offset=0 and length=-1 for null, found offset=336, length=19",
                view::note);
        both.set(JAVA_INT_UNALIGNED, 344 + 16, 87);
        view.wrap(both, 344);
        assertThrows(
                CorruptRecordException.class,
                "cannot read " + NAME
                        + " at offset=344: note at offset=360: expected an offset from 88 and a length that ends by"
                        + " 344, or offset=0 and length=-1 for null, found offset=87, length=19",
                view::note);
    }

    @Test
    void anArrayOrTextThatIsNoneIsNamed() {
        Example record = new Example();
        record.assertCorrupt(
                44,
                23,
                "values",
                "40: expected a length that is a multiple of 8, found length=23",
                record.view::values);
        record.assertCorrupt(
                44,
                23,
                "values[0]",
                "40: expected a length that is a multiple of 8, found length=23",
                () -> record.view.values(0));
        record.assertCorrupt(
                44,
                23,
                "values",
                "40: expected a length that is a multiple of 8, found length=23",
                record.view::valuesCount);
        for (Executable attempt : List.<Executable>of(
                record.view::note,
                record.view::getNote,
                () -> record.view.note(new StringBuilder()),
                () -> record.view.isNote("good"))) {
            record.assertCorrupt(
                    92,
                    0x20C33030,
                    "note",
                    "88: expected text in UTF-8, found the bytes c3 at index=6 of the text",
                    attempt);
        }
    }

    @Test
    void aListThatIsNoneIsNamed() {
        Example record = new Example();
        int levels = record.get(72);
        int fills = record.get(80);
        record.assertCorrupt(
                76,
                7,
                "levels",
                levels + ": expected a list of at least 8 bytes, found length=7",
                record.view::levelsCount);
        for (int count : new int[] {-1, 1, 3, Integer.MAX_VALUE}) {
            record.assertCorrupt(
                    levels,
                    count,
                    "levels[0]",
                    levels
                            + ": expected a count of elements of 16 bytes that with the list's header are length=40,"
                            + " found count="
                            + count,
                    () -> record.view.levels(0));
        }
        record.assertCorrupt(
                levels + 4,
                0,
                "levels",
                (levels + 4) + ": expected stride=16 or more, found stride=0",
                record.view::levelsCount);
        record.assertCorrupt(
                fills + 4,
                8,
                "fills",
                (fills + 4) + ": expected stride=0, of a list of records, found stride=8",
                record.view::fillsCount);
        record.assertCorrupt(
                fills,
                34,
                "fills",
                fills + ": expected a count whose ends lie within length=136, found count=34",
                record.view::fillsCount);
        record.assertCorrupt(
                fills,
                -1,
                "fills[0]",
                fills + ": expected a count whose ends lie within length=136, found count=-1",
                () -> record.view.fills(0));
    }

    @Test
    void aRecordInAListThatIsNoneIsNamed() {
        Example record = new Example();
        int fills = record.get(80);
        int first = fills + 24;
        int end = record.get(fills + 8);
        record.assertCorrupt(
                fills + 8,
                31,
                "fills[0]",
                (fills + 8) + ": expected an end from 32 to 136, found end=31",
                () -> record.view.fills(0));
        record.assertCorrupt(
                fills + 8,
                141,
                "fills[0]",
                (fills + 8) + ": expected an end from 32 to 136, found end=141",
                () -> record.view.fills(0));
        record.assertCorrupt(
                fills + 8,
                19,
                "fills[1]",
                (fills + 8) + ": expected an end from 20 to 136, found end=19",
                () -> record.view.fills(1));
        record.assertCorrupt(
                first + 4,
                7,
                "fills[0]",
                (first + 4) + ": expected totalSize=" + (end - 24) + ", as the list has it, found totalSize=7",
                () -> record.view.fills(0));
        record.assertCorrupt(
                first,
                end,
                "fills[0]",
                first + ": expected fixedSize=32 or more, within totalSize=" + (end - 24) + ", found fixedSize=" + end,
                () -> record.view.fills(0));
        record.assertCorrupt(
                first,
                24,
                "fills[0]",
                first + ": expected fixedSize=32 or more, within totalSize=" + (end - 24)
                        + ", found fixedSize=24 of an older layout; read it with a VarCodec, which has defaults for"
                        + " what is absent, or with a view over that layout",
                () -> record.view.fills(0));
        FillView fill = record.view.fills(0);
        assertEquals("XETRA", fill.venue());
    }

    @Test
    void anIndexWithoutElementIsOutOfBounds() {
        TailOrder.View view = new Example().view;
        for (int index : new int[] {-1, 3, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            String reason = "] of " + NAME + ": expected an index from 0 to 2";
            assertThrows(
                    IndexOutOfBoundsException.class, "cannot read values[" + index + reason, () -> view.values(index));
            assertThrows(
                    IndexOutOfBoundsException.class, "cannot read fills[" + index + reason, () -> view.fills(index));
        }
        assertThrows(
                IndexOutOfBoundsException.class,
                "cannot read levels[4294967296] of " + NAME + ": expected an index from 0 to 1",
                () -> view.getLevels(1L << 32));
        view.wrap(TailOrder.written(TailOrder.empty()), 0);
        assertThrows(
                IndexOutOfBoundsException.class,
                "cannot read codes[0] of " + NAME + ": it has no elements",
                () -> view.codes(0));
        assertThrows(
                IndexOutOfBoundsException.class,
                "cannot read levels[0] of " + NAME + ": it has no elements",
                () -> view.levels(0));
    }

    @Test
    void nullHasNoElementsAndNoText() {
        TailOrder.View view = TailOrder.VIEWS.wrap(TailOrder.written(TailOrder.nulls()), 0);
        assertThrows(
                NullPointerException.class,
                "cannot read values[0] of " + NAME + ": values is null; an accessor `int valuesCount()` tells, with -1",
                () -> view.values(0));
        assertThrows(
                NullPointerException.class,
                "cannot read fills[-1] of " + NAME + ": fills is null; an accessor `int fillsCount()` tells, with -1",
                () -> view.fills(-1));
        StringBuilder target = new StringBuilder("before");
        assertThrows(
                NullPointerException.class,
                "cannot read note of " + NAME + ": note is null; an accessor `int noteCount()` tells, with -1",
                () -> view.note(target));
        assertEquals("before", target.toString());
        assertThrows(
                NullPointerException.class,
                "cannot read " + NAME + " at offset=0: the argument for note is null",
                () -> view.note((StringBuilder) null));
        assertThrows(
                NullPointerException.class,
                "cannot read " + NAME + " at offset=0: the argument for note is null",
                () -> view.isNote(null));
    }

    interface CountedView extends StructView {
        long getAndAddCount(long delta);
    }

    interface CountersView extends StructView {
        StructLayout LAYOUT =
                Layouts.varRecord(Layouts.varRef("counters", Layouts.struct(JAVA_LONG.withName("count"))));
        ViewFactory<CountersView> VIEWS = ViewFactory.of(lookup(), CountersView.class, LAYOUT);

        CountedView counters(int index);
    }

    record Counter(long count) {}

    record Counters(List<Counter> counters) {}

    @Test
    void elementsOfAtomicAccessorsAreAligned() {
        VarCodec<Counters> codec = VarCodec.ofRecord(lookup(), Counters.class, CountersView.LAYOUT);
        MemorySegment segment = MemorySegment.ofArray(new long[6]);
        codec.write(new Counters(List.of(new Counter(3), new Counter(4))), segment, 0);
        CountersView view = CountersView.VIEWS.wrap(segment, 0);

        assertEquals(4, view.counters(1).getAndAddCount(2));
        assertEquals(6, view.counters(1).getAndAddCount(2));
        segment.set(JAVA_BYTE, 8, (byte) 20);
        segment.set(JAVA_BYTE, 12, (byte) 16);
        segment.set(JAVA_INT_UNALIGNED, 20, 1);
        segment.set(JAVA_INT_UNALIGNED, 24, 8);
        assertThrows(
                CorruptRecordException.class,
                "cannot read dev.verbatim.ViewTailFaultsTest$CountersView (16 bytes) at offset=0: counters[0] at"
                        + " offset=28: expected an element at a multiple of 8 bytes from the struct, which atomic"
                        + " accessors need, found 28 bytes",
                () -> view.counters(0));
        assertThrowsExactly(
                IllegalArgumentException.class,
                () -> CountersView.VIEWS.wrap(MemorySegment.ofArray(segment.toArray(JAVA_BYTE)), 0));
    }
}
