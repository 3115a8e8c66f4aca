package dev.verbatim;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrowsExactly;

import dev.verbatim.TailOrder.FillView;
import dev.verbatim.TailOrder.LevelView;
import dev.verbatim.TailOrder.Party;
import dev.verbatim.TailOrder.PartyView;
import dev.verbatim.samples.SegmentKind;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.util.List;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What views of variable-length records throw, with which message. */
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
    void aSlotThatLeadsElsewhereIsNamed() {
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
    void aSlotOfANestedStructIsNamedInIt() {
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

    private static void assertWrapRefused(
            Class<? extends Exception> type, String reason, MemorySegment segment, long offset) {
        assertThrows(
                type,
                "cannot wrap " + NAME + " at offset=" + offset + ": " + reason,
                () -> TailOrder.VIEWS.wrap(segment, offset));
    }

    @ParameterizedTest
    @EnumSource
    void aHeaderThatIsNoneIsRefusedByWrap(SegmentKind kind) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment segment = TailOrder.written(kind, arena, TailOrder.example(), 5);
            for (long offset : new long[] {-1, Long.MIN_VALUE, 342, 349, 350, Long.MAX_VALUE}) {
                assertWrapRefused(
                        IndexOutOfBoundsException.class,
                        "expected 8 bytes within the segment, found byteSize=349",
                        segment,
                        offset);
            }
            for (int size : new int[] {-1, 7, 345, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
                segment.set(JAVA_INT_UNALIGNED, 9, size);
                assertWrapRefused(
                        CorruptRecordException.class,
                        "the record at offset=9: expected totalSize from 8 to the 344 bytes of the segment from here,"
                                + " found totalSize="
                                + size,
                        segment,
                        5);
            }
            segment.set(JAVA_INT_UNALIGNED, 9, 100);
            for (int size : new int[] {-1, 0, 7, 87, 101, Integer.MIN_VALUE}) {
                segment.set(JAVA_INT_UNALIGNED, 5, size);
                assertWrapRefused(
                        CorruptRecordException.class,
                        "the record at offset=5: expected fixedSize=88 or more, within totalSize=100, found fixedSize="
                                + size,
                        segment,
                        5);
            }
            assertWrapRefused(NullPointerException.class, "the segment is null", null, 5);
        }
    }

    @Test
    void aViewThatCannotBeWrappedIsUnchanged() {
        Example record = new Example();
        MemorySegment other = TailOrder.written(TailOrder.example());
        other.set(JAVA_INT_UNALIGNED, 0, 3);
        assertThrowsExactly(CorruptRecordException.class, () -> record.view.wrap(other, 0));
        assertEquals(record.segment, record.view.segment());
        assertEquals("good till cancelled", record.view.note());
    }

    @Test
    void aSegmentThatCannotBeAccessedIsNamed() throws Exception {
        TailOrder.View view;
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment segment = TailOrder.written(SegmentKind.NATIVE, arena, TailOrder.example(), 0);
            view = TailOrder.VIEWS.wrap(segment, 0);
            FutureTask<Void> elsewhere = new FutureTask<>(
                    () -> {
                        String who = "the segment belongs to another thread than " + Thread.currentThread()
                                + "; allocate it from a shared arena";
                        assertWrapRefused(WrongThreadException.class, who, segment, 0);
                        assertThrows(
                                WrongThreadException.class,
                                "cannot read note of " + NAME + " at offset=0: " + who,
                                view::note);
                    },
                    null);
            Thread.ofPlatform().start(elsewhere);
            elsewhere.get();
        }
        assertWrapRefused(IllegalStateException.class, "the segment's arena is closed", view.segment(), 0);
        assertThrows(
                IllegalStateException.class,
                "cannot read note of " + NAME + " at offset=0: the segment's arena is closed",
                view::note);
    }

    interface GrownLevelView extends LevelView {
        long count();
    }

    interface GrownView extends StructView {
        StructLayout LEVEL = Layouts.grown(TailOrder.Level.LAYOUT, JAVA_LONG.withName("count"));
        StructLayout LEVELS = Layouts.varRecord(Layouts.varRef("levels", LEVEL));
        StructLayout LAYOUT =
                Layouts.grown(LEVELS, JAVA_INT.withName("version")).withName("grown");

        GrownLevelView levels(int index);

        int levelsCount();

        int version();
    }

    interface OldView extends StructView {
        LevelView levels(int index);

        int levelsCount();
    }

    record GrownLevel(double price, int quantity, long count) {}

    record Grown(List<GrownLevel> levels, int version) {}

    record Old(List<TailOrder.Level> levels) {}

    @Test
    void anOlderViewShowsNewerRecords() {
        StructLayout layout = Layouts.varRecord(Layouts.varRef("levels", TailOrder.Level.LAYOUT));
        VarCodec<Grown> codec = VarCodec.ofRecord(lookup(), Grown.class, GrownView.LAYOUT);
        MemorySegment segment = MemorySegment.ofArray(new byte[200]);
        codec.write(new Grown(List.of(new GrownLevel(1, 2, 3), new GrownLevel(4, 5, 6)), 7), segment, 0);

        OldView view = ViewFactory.of(lookup(), OldView.class, layout).wrap(segment, 0);

        assertEquals(2, view.levelsCount());
        assertEquals(4, view.levels(1).price());
        assertEquals(5, view.levels(1).quantity());
    }

    @Test
    void aNewerViewRefusesWhatIsOlder() {
        StructLayout layout = Layouts.varRecord(Layouts.varRef("levels", TailOrder.Level.LAYOUT));
        MemorySegment segment = MemorySegment.ofArray(new byte[200]);
        VarCodec.ofRecord(lookup(), Old.class, layout).write(new Old(List.of(new TailOrder.Level(1, 2))), segment, 0);
        String remedy =
                " of an older layout; read it with a VarCodec, which has defaults for what is absent, or with a view"
                        + " over that layout";

        assertThrows(
                CorruptRecordException.class,
                "cannot wrap dev.verbatim.ViewTailFaultsTest$GrownView (layout grown, 24 bytes) at offset=0: the"
                        + " record at offset=0: expected fixedSize=24 or more, within totalSize=40, found"
                        + " fixedSize=16" + remedy,
                () -> ViewFactory.of(lookup(), GrownView.class, GrownView.LAYOUT)
                        .wrap(segment, 0));

        interface GrownLevelsView extends StructView {
            GrownLevelView levels(int index);

            int levelsCount();
        }
        GrownLevelsView view = ViewFactory.of(lookup(), GrownLevelsView.class, GrownView.LEVELS)
                .wrap(segment, 0);
        assertEquals(1, view.levelsCount());
        assertThrows(
                CorruptRecordException.class,
                "cannot read dev.verbatim.ViewTailFaultsTest$1GrownLevelsView (16 bytes) at offset=0: levels[0] at"
                        + " offset=20: expected stride=24 or more, found stride=16" + remedy,
                () -> view.levels(0));
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

    @Test
    void whatATailWouldStayBehindOfIsRefused() {
        TailOrder.View view = new Example().view;
        assertThrows(
                UnsupportedOperationException.class,
                "cannot allocate " + NAME + ": a VarCodec writes variable-length records; wrap one that it has written",
                () -> TailOrder.VIEWS.allocate(Arena.ofAuto()));
        assertThrows(
                UnsupportedOperationException.class,
                "cannot make a list of " + NAME
                        + ": structs with a tail do not lie side by side; wrap each at its offset",
                () -> TailOrder.VIEWS.list(MemorySegment.ofArray(new byte[88])));
        String copied = "cannot copy to " + NAME
                + ": its tail would stay behind; copy all encodedSize bytes of the record, or let a VarCodec write it";
        assertThrows(UnsupportedOperationException.class, copied, () -> view.copyFrom(view));
        assertThrows(UnsupportedOperationException.class, copied, () -> view.copyFrom(view.segment(), 0));
        ViewFactory<PartyView> parties = ViewFactory.of(lookup(), PartyView.class, Party.LAYOUT);
        assertThrowsExactly(UnsupportedOperationException.class, () -> parties.allocate(Arena.ofAuto()));
        assertEquals("Zoë", parties.wrap(view.segment(), 24).name());
    }
}
