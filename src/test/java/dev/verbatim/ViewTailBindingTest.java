package dev.verbatim;

import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrowsExactly;

import dev.verbatim.TailOrder.FillView;
import dev.verbatim.TailOrder.Level;
import dev.verbatim.TailOrder.LevelView;
import dev.verbatim.TailOrder.Party;
import dev.verbatim.TailOrder.PartyView;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Which accessors of what lies in the tail of a record are refused when the factory is made, and how names are found.
 */
@SuppressWarnings("unused") // the methods are there to be bound
class ViewTailBindingTest {

    private static void assertRefused(Class<? extends StructView> type, StructLayout layout, String... mismatches) {
        LayoutMismatchException refused =
                assertThrowsExactly(LayoutMismatchException.class, () -> ViewFactory.of(lookup(), type, layout));
        assertEquals(List.of(mismatches), refused.mismatches());
    }

    @Test
    void aCodecWritesRecords() {
        interface WritingView extends StructView {
            void note(String note);

            WritingView setNote(CharSequence note);

            void values(int index, long value);

            void setValues(long[] values);

            void levels(int index, LevelView level);

            long getAndAddValues(int index, long delta);

            void party(PartyView party);

            void fixedSize(int size);

            int getAndAddTotalSize(int delta);
        }
        String remedy = "; a VarCodec writes what lies in the tail; remove the method";
        String header =
                ", which belongs to the header of a variable-length record; a VarCodec writes it, remove the method";
        assertRefused(
                WritingView.class,
                TailOrder.LAYOUT,
                "`WritingView setNote(CharSequence)`: the layout has varRef of byte (byteSize=8, offset=16)" + remedy,
                "`int getAndAddTotalSize(int)`: the layout has int (byteSize=4, offset=4)" + header,
                "`long getAndAddValues(int, long)`: the layout has varRef of long (byteSize=8, offset=40), which has"
                        + " no access modes; remove the method",
                "`void fixedSize(int)`: the layout has int (byteSize=4, offset=0)" + header,
                "`void levels(int, LevelView)`: the layout has varRef of struct (byteSize=8, offset=72)" + remedy,
                "`void note(String)`: the layout has varRef of byte (byteSize=8, offset=16)" + remedy,
                "`void party(PartyView)`: the layout has struct (byteSize=16, offset=24), whose tail would stay"
                        + " behind; a VarCodec writes it, remove the method",
                "`void setValues(long[])`: the layout has varRef of long (byteSize=8, offset=40)" + remedy,
                "`void values(int, long)`: the layout has varRef of long (byteSize=8, offset=40)" + remedy);
    }

    @Test
    void formsThatAreNotThereAreRefused() {
        interface FormsView extends StructView {
            List<Level> levels();

            Level levels(int index);

            Level[] getLevels();

            int values(int index);

            int[] values();

            String getValues();

            boolean isValues(CharSequence text);

            boolean isNote();

            boolean note(int index);

            long noteCount();

            int valuesCount(int index);

            Party party();
        }
        String levels =
                "the layout has varRef of struct (byteSize=8, offset=72); its accessors return `MemorySegment`, a"
                        + " nested view by an index; a VarCodec reads objects";
        String values = "the layout has varRef of long (byteSize=8, offset=40); its accessors return `MemorySegment`,"
                + " `long[]`, or `long` by an index";
        String note = "the layout has varRef of byte (byteSize=8, offset=16); ";
        assertRefused(
                FormsView.class,
                TailOrder.LAYOUT,
                "`Level levels(int)`: " + levels,
                "`Level[] getLevels()`: " + levels,
                "`List levels()`: " + levels,
                "`String getValues()`: " + values,
                "`boolean isNote()`: " + note + "what lies in the tail is no boolean; name it with `get`",
                "`boolean isValues(CharSequence)`: " + values,
                "`boolean note(int)`: " + note
                        + "its accessors return `MemorySegment`, `String`, `CharSequence`, `byte[]`, or `byte` by an"
                        + " index",
                "`int values(int)`: " + values,
                "`int valuesCount(int)`: the layout has varRef of long (byteSize=8, offset=40); the number of elements"
                        + " is an `int valuesCount()`",
                "`int[] values()`: " + values,
                "`long noteCount()`: " + note + "the number of elements is an `int noteCount()`",
                "party.name: the layout has varRef of byte (byteSize=8, offset=8), which refers to the tail of a"
                        + " variable-length record, and this is in none, or in a sequence; make the struct, or the"
                        + " elements of a varRef, with Layouts.varRecord, and bind it with a VarCodec");
    }

    @Test
    void layoutsThatNoCodecWritesAreRefused() {
        interface OddView extends StructView {
            FillView fill();

            PartyView parties(int index);

            int matrixCount();
        }
        assertRefused(
                OddView.class,
                Layouts.varRecord(
                        TailOrder.Fill.LAYOUT.withName("fill"),
                        Layouts.varRef("parties", Party.LAYOUT),
                        Layouts.varRef("matrix", sequenceLayout(2, JAVA_INT))),
                "`FillView fill()`: the layout has struct (byteSize=32, offset=8), which begins with the header of a"
                    + " variable-length record; records lie alone or in the lists of a tail, make it a struct without"
                    + " one",
                "`PartyView parties(int)`: the layout has varRef of struct (byteSize=8, offset=40), whose elements"
                        + " refer to a tail themselves; make their layout with Layouts.varRecord",
                "`int matrixCount()`: the layout has varRef of int[2] (byteSize=8, offset=48), which refers to"
                        + " sequences; make them structs, or declare a conversion of the 8 bytes of an element");
    }

    @Test
    void sequencesOfVarRefsHaveNoAccessors() {
        interface SequenceView extends StructView {
            String notes(int index);

            long[] values(int index);
        }
        String remedy = "; an element of a sequence cannot be a varRef here; make each a member of its own";
        assertRefused(
                SequenceView.class,
                Layouts.varRecord(
                        sequenceLayout(2, Layouts.varRef("note")).withName("notes"),
                        sequenceLayout(2, Layouts.varRef("value", JAVA_LONG)).withName("values")),
                "`String notes(int)`: the layout has sequence of 2 (byteSize=16, offset=8)" + remedy,
                "`long[] values(int)`: the layout has sequence of 2 (byteSize=16, offset=24)" + remedy);
    }

    @Test
    void whatIsWrongInAnElementIsNamedWithItsPath() {
        interface WrongLevelView extends StructView {
            long price();
        }
        interface WrongView extends StructView {
            WrongLevelView levels(int index);
        }
        assertRefused(
                WrongView.class,
                TailOrder.LAYOUT,
                "levels[].`long price()`: the layout has double (byteSize=8, offset=0); make the two types the same,"
                        + " nothing is converted");
    }

    @Test
    void elementsOfAtomicAccessorsHaveToStayAligned() {
        interface ElementView extends StructView {
            long getVolatileCount();
        }
        interface AtomicsView extends StructView {
            ElementView counters(int index);
        }
        StructLayout element = Layouts.packed(Layouts.struct(JAVA_LONG.withName("count"), JAVA_INT.withName("code")));
        assertRefused(
                AtomicsView.class,
                Layouts.varRecord(Layouts.varRef("counters", element)),
                "`ElementView counters(int)`: the layout has varRef of struct (byteSize=8, offset=8), but its nested"
                        + " view dev.verbatim.ViewTailBindingTest$1ElementView has atomic accessors and needs elements"
                        + " whose byteSize is a multiple of 8, found 12; pad the element, as Layouts.struct does");
    }

    @SuppressWarnings("ArrayRecordComponent") // binds like any other
    record Counted(long[] values, int valuesCount, String total) {
        static final StructLayout LAYOUT = Layouts.varRecord(
                Layouts.varRef("values", JAVA_LONG), JAVA_INT.withName("valuesCount"), Layouts.varRef("total"));
    }

    @Test
    void aMemberOfTheNameWinsOverACount() {
        interface CountedView extends StructView {
            int valuesCount();

            int getValuesCount();

            int totalCount();
        }
        VarCodec<Counted> codec = VarCodec.ofRecord(lookup(), Counted.class, Counted.LAYOUT);
        MemorySegment segment = MemorySegment.ofArray(new byte[100]);
        codec.write(new Counted(new long[] {1, 2}, 77, "abc"), segment, 0);

        CountedView view =
                ViewFactory.of(lookup(), CountedView.class, Counted.LAYOUT).wrap(segment, 0);

        assertEquals(77, view.valuesCount());
        assertEquals(77, view.getValuesCount());
        assertEquals(3, view.totalCount());
    }

    /** Its members have the names of those of its header. */
    record Sizes(int fixedSize, String totalSize, List<Size> parts) {
        static final StructLayout LAYOUT = Layouts.varRecord(
                JAVA_INT.withName("fixedSize"), Layouts.varRef("totalSize"), Layouts.varRef("parts", Size.LAYOUT));
    }

    record Size(long totalSize) {
        static final StructLayout LAYOUT = Layouts.varRecord(JAVA_LONG.withName("totalSize"));
    }

    interface SizeView extends StructView {
        int fixedSize();

        long totalSize();

        void totalSize(long size);

        long getAndAddTotalSize(long delta);
    }

    interface SizesView extends StructView {
        int fixedSize();

        SizesView setFixedSize(int size);

        String totalSize();

        int totalSizeCount();

        SizeView parts(int index);
    }

    @Test
    void membersWinOverThoseOfTheHeader() {
        VarCodec<Sizes> codec = VarCodec.ofRecord(lookup(), Sizes.class, Sizes.LAYOUT);
        MemorySegment segment = MemorySegment.ofArray(new long[20]);
        codec.write(new Sizes(7, "large", List.of(new Size(8), new Size(9))), segment, 0);

        SizesView view = ViewFactory.of(lookup(), SizesView.class, Sizes.LAYOUT).wrap(segment, 0);
        SizeView part = view.setFixedSize(view.fixedSize() + 70).parts(1);
        part.totalSize(part.totalSize() + 90);

        assertEquals(new Sizes(77, "large", List.of(new Size(8), new Size(99))), codec.read(segment, 0));
        assertEquals(5, view.totalSizeCount());
        assertEquals(16, part.fixedSize(), "of the header, as no member has that name");
        assertEquals(99, part.getAndAddTotalSize(1));
        assertEquals(
                "SizesView[fixedSize=77, totalSize=large,"
                        + " parts=[[fixedSize=16, totalSize=8], [fixedSize=16, totalSize=100]]]",
                view.toString());
    }
}
