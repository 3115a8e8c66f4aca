package dev.verbatim;

import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.MemoryLayout.structLayout;
import static java.lang.foreign.ValueLayout.JAVA_BOOLEAN;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.nio.CharBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What to declare in place of accessors that are those of other libraries, and that a view does not have. */
@SuppressWarnings("UnusedMethod") // the methods are there to be refused
class ViewHintsTest {

    private static <V extends StructView> void assertMismatches(
            Class<V> view, StructLayout layout, Conversions conversions, String... expected) {
        LayoutMismatchException fault =
                assertThrows(LayoutMismatchException.class, () -> ViewFactory.of(lookup(), view, layout, conversions));
        assertEquals(List.of(expected), fault.mismatches());
    }

    private static final StructLayout NOTE =
            structLayout(sequenceLayout(8, JAVA_BYTE).withName("note"));

    @Test
    void textIsReadAsAStringOrAppended() {
        interface TextView extends StructView {
            CharSequence note();

            StringBuilder getNote();

            void setNote(StringBuilder note);
        }
        String string = "the layout has sequence of 8 (byteSize=8, offset=0); text of a fixed size is a String;"
                + " declare `String`";
        assertMismatches(
                TextView.class,
                NOTE,
                Conversions.none(),
                "`CharSequence note()`: " + string
                        + ", or `StringBuilder note(StringBuilder)`, which appends the text without making one",
                "`StringBuilder getNote()`: " + string
                        + ", or `StringBuilder getNote(StringBuilder)`, which appends the text without making one",
                "`void setNote(StringBuilder)`: " + string);
    }

    @Test
    void textThatAConversionMakesIsNotAppended() {
        interface TextView extends StructView {
            CharSequence note();
        }
        Conversion<String> latin = TextConversions.latin1(8);
        assertMismatches(
                TextView.class,
                NOTE,
                Conversions.of(latin),
                "`CharSequence note()`: the layout has sequence of 8 (byteSize=8, offset=0); text of a fixed size is a"
                        + " String; declare `String`");
        assertMismatches(
                TextView.class,
                NOTE,
                Conversions.none().with("note", latin),
                "`CharSequence note()`: the layout has sequence of 8 (byteSize=8, offset=0); it has a conversion of"
                        + " java.lang.String to 8 bytes, which needs `String` and a sequence of byte of 8 bytes"
                        + " together");
    }

    interface NoteView extends StructView {
        StringBuilder note(StringBuilder target);

        StringBuilder getNote(StringBuilder target);

        void setNote(CharSequence note);
    }

    @Test
    void whatTheMessageNamesBinds() {
        NoteView view = ViewFactory.of(lookup(), NoteView.class, NOTE).allocate(Arena.ofAuto());
        view.setNote(CharBuffer.wrap("text"));
        assertEquals("a text", view.note(new StringBuilder("a ")).toString());
        assertEquals("b text", view.getNote(new StringBuilder("b ")).toString());
    }

    private static final StructLayout STATS = structLayout(
            JAVA_LONG.withName("count"),
            JAVA_LONG.withName("total"),
            sequenceLayout(4, JAVA_LONG).withName("rates"),
            sequenceLayout(8, JAVA_BYTE).withName("name"));

    private static final String NO_MEMBER = "the layout has no member that this could be an accessor of; ";

    @Test
    void accessorsOfChronicleValuesHaveOtherNames() {
        interface ValuesView extends StructView {
            void setOrderedCount(long count);

            boolean compareAndSwapCount(long expected, long count);

            long addAtomicCount(long addition);

            long addCount(long addition);

            StringBuilder getUsingName(StringBuilder using);

            long getRatesAt(int index);

            void setRatesAt(int index, long rate);

            long ratesAt(int index);

            long getVolatileRatesAt(int index);

            void setOrderedRatesAt(int index, long rate);

            long addAtomicRatesAt(int index, long addition);

            void setOrderedNone(long none);

            long noneAt(int index);
        }
        String none =
                "name it as a member (`count`, `total`, `rates`, `name`), with a prefix before it, such as `get` or"
                    + " `setRelease`, if it needs one, declare the member's name in Java by Conversions.withName, or"
                    + " make it a default method";
        assertMismatches(
                ValuesView.class,
                STATS,
                Conversions.none(),
                "`StringBuilder getUsingName(StringBuilder)`: " + NO_MEMBER
                        + "a view calls it `getName(StringBuilder)`, which appends the text",
                "`boolean compareAndSwapCount(long, long)`: " + NO_MEMBER + "a view calls it `compareAndSetCount`",
                "`long addAtomicCount(long)`: " + NO_MEMBER
                        + "a view calls it `getAndAddCount`, which returns the number before the addition",
                "`long addAtomicRatesAt(int, long)`: " + NO_MEMBER
                        + "a view calls it `getAndAddRates`, which returns the number before the addition",
                "`long addCount(long)`: " + NO_MEMBER
                        + "a view calls it `getAndAddCount`, which is atomic and returns the number before the"
                        + " addition",
                "`long getRatesAt(int)`: " + NO_MEMBER + "a view calls it `getRates`",
                "`long getVolatileRatesAt(int)`: " + NO_MEMBER + "a view calls it `getVolatileRates`",
                "`long noneAt(int)`: " + NO_MEMBER + none,
                "`long ratesAt(int)`: " + NO_MEMBER + "a view calls it `rates`",
                "`void setOrderedCount(long)`: " + NO_MEMBER + "a view calls it `setReleaseCount`",
                "`void setOrderedNone(long)`: " + NO_MEMBER + none,
                "`void setOrderedRatesAt(int, long)`: " + NO_MEMBER + "a view calls it `setReleaseRates`",
                "`void setRatesAt(int, long)`: " + NO_MEMBER + "a view calls it `setRates`");
    }

    @Test
    void accessorsOfAeronAndOfAtomicClassesHaveOtherNames() {
        interface AtomicView extends StructView {
            long countVolatile();

            long getCountAcquire();

            void countOrdered(long count);

            void putCountRelease(long count);

            void countVolatile(long count);

            long ratesOpaque(int index);

            void putCount(long count);

            void putOrderedCount(long count);

            void lazySetCount(long count);

            long addAndGetCount(long addition);

            long getAndIncrementCount();

            long incrementAndGetCount();

            long incrementCount();

            long noneVolatile();

            void Ordered();

            AtomicView totalOrdered(long total);

            long ratesOpaque(int index, long rate);

            long getRatesVolatile(long index);

            void namePlain(String name);

            AtomicView countPlain(long count);

            long countPlain();

            long decrementAndGetCount();
        }
        String none =
                "name it as a member (`count`, `total`, `rates`, `name`), with a prefix before it, such as `get` or"
                    + " `setRelease`, if it needs one, declare the member's name in Java by Conversions.withName, or"
                    + " make it a default method";
        assertMismatches(
                AtomicView.class,
                STATS,
                Conversions.none(),
                "`AtomicView countPlain(long)`: " + NO_MEMBER + "a view calls it `setCount`",
                "`AtomicView totalOrdered(long)`: " + NO_MEMBER
                        + "a view calls it `setReleaseTotal`, which returns nothing",
                "`long addAndGetCount(long)`: " + NO_MEMBER
                        + "a view calls it `getAndAddCount`, which returns the number before the addition",
                "`long countPlain()`: " + NO_MEMBER + "a view calls it `getCount`",
                "`long countVolatile()`: " + NO_MEMBER + "a view calls it `getVolatileCount`",
                "`long decrementAndGetCount()`: " + NO_MEMBER
                        + "a view calls it `getAndAddCount`, which takes the number to add, such as -1, and returns"
                        + " the one before",
                "`long getAndIncrementCount()`: " + NO_MEMBER
                        + "a view calls it `getAndAddCount`, which takes the number to add",
                "`long getCountAcquire()`: " + NO_MEMBER + "a view calls it `getAcquireCount`",
                "`long getRatesVolatile(long)`: " + NO_MEMBER + "a view calls it `getVolatileRates`",
                "`long incrementAndGetCount()`: " + NO_MEMBER
                        + "a view calls it `getAndAddCount`, which takes the number to add, and returns the one before",
                "`long incrementCount()`: " + NO_MEMBER
                        + "a view calls it `getAndAddCount`, which is atomic and takes the number to add",
                "`long noneVolatile()`: " + NO_MEMBER + none,
                "`long ratesOpaque(int)`: " + NO_MEMBER + "a view calls it `getOpaqueRates`",
                "`long ratesOpaque(int, long)`: " + NO_MEMBER
                        + "a view calls it `setOpaqueRates`, which returns nothing",
                "`void Ordered()`: " + NO_MEMBER + none,
                "`void countOrdered(long)`: " + NO_MEMBER + "a view calls it `setReleaseCount`",
                "`void countVolatile(long)`: " + NO_MEMBER + "a view calls it `setVolatileCount`",
                "`void lazySetCount(long)`: " + NO_MEMBER + "a view calls it `setReleaseCount`",
                "`void namePlain(String)`: " + NO_MEMBER + "a view calls it `setName`",
                "`void putCount(long)`: " + NO_MEMBER + "a view calls it `setCount`",
                "`void putCountRelease(long)`: " + NO_MEMBER + "a view calls it `setReleaseCount`",
                "`void putOrderedCount(long)`: " + NO_MEMBER + "a view calls it `setReleaseCount`");
    }

    @Test
    void noMessageNamesWhatAMemberLacks() {
        interface LackingView extends StructView {
            void lazySetName(String name);

            void nameVolatile(String name);

            void incrementName();

            void addAndGetFlag(boolean flag);

            double addAndGetPrice(double addition);

            void putName(byte[] name, int offset);

            long putCount();

            boolean compareAndSwapFlag(boolean expected, boolean flag);
        }
        StructLayout layout = Layouts.struct(
                JAVA_LONG.withName("count"),
                JAVA_DOUBLE.withName("price"),
                JAVA_BOOLEAN.withName("flag"),
                sequenceLayout(8, JAVA_BYTE).withName("name"));
        LayoutMismatchException fault =
                assertThrows(LayoutMismatchException.class, () -> ViewFactory.of(lookup(), LackingView.class, layout));
        assertEquals(8, fault.mismatches().size());
        fault.mismatches().forEach(mismatch -> assertTrue(mismatch.contains(NO_MEMBER + "name it as"), mismatch));
    }

    interface StatsView extends StructView {
        void setReleaseCount(long count);

        boolean compareAndSetCount(long expected, long count);

        long getAndAddCount(long delta);

        StringBuilder getName(StringBuilder target);

        long getRates(int index);

        long getVolatileRates(int index);

        void setReleaseRates(int index, long rate);

        long getAndAddRates(int index, long delta);
    }

    @Test
    void viewsOfElementsHaveAnIndexAndNoList() {
        interface LevelView extends StructView {
            long price();
        }
        interface ListView extends StructView {
            List<LevelView> levels();

            LevelView[] getLevels();
        }
        record Levels(List<LevelView> levels) {}
        StructLayout layout = structLayout(
                sequenceLayout(2, structLayout(JAVA_LONG.withName("price"))).withName("levels"));
        String remedy = "; a view shows one struct at a time; declare an accessor of each, as `LevelView x(int index)`,"
                + " or a record or class in place of the view";
        assertMismatches(
                ListView.class,
                layout,
                Conversions.none(),
                "`LevelView[] getLevels()`: the layout has sequence of 2 (byteSize=16, offset=0)" + remedy,
                "`List levels()`: the layout has sequence of 2 (byteSize=16, offset=0)" + remedy);
        assertEquals(
                List.of("levels: the layout has sequence of 2 (byteSize=16, offset=0), " + Levels.class.getName()
                        + " has the component `List<LevelView> levels`" + remedy),
                assertThrows(LayoutMismatchException.class, () -> StructCodec.ofRecord(lookup(), Levels.class, layout))
                        .mismatches());
    }

    @Test
    void bytesInPlaceAreASliceOfTheSegment() {
        interface BytesView extends StructView {
            MemorySegment note();

            void note(MemorySegment note);

            MemorySegment note(int index);
        }
        String unbound = "; `MemorySegment` cannot be bound; the documentation of StructCodec lists what can";
        StructLayout layout =
                structLayout(JAVA_LONG, sequenceLayout(12, JAVA_BYTE).withName("note"));
        assertMismatches(
                BytesView.class,
                layout,
                Conversions.none(),
                "`MemorySegment note()`: the layout has sequence of 12 (byteSize=12, offset=8)" + unbound
                        + "; make it a default method that returns `segment().asSlice(offset() + 8, 12)`",
                "`MemorySegment note(int)`: the layout has sequence of 12 (byteSize=12, offset=8)" + unbound,
                "`void note(MemorySegment)`: the layout has sequence of 12 (byteSize=12, offset=8)" + unbound);
    }

    @Test
    void theNamesOfAViewBind() {
        StatsView view = ViewFactory.of(lookup(), StatsView.class, STATS).allocate(Arena.ofAuto());
        view.setReleaseCount(42);
        assertTrue(view.compareAndSetCount(42, 43));
        assertEquals(43, view.getAndAddCount(5));
        view.setReleaseRates(2, 7);
        assertEquals(7, view.getAndAddRates(2, 1));
        assertEquals(8, view.getVolatileRates(2));
        assertEquals(8, view.getRates(2));
        assertEquals("", view.getName(new StringBuilder()).toString());
    }

    @Test
    void aMemberOfSuchANameIsAccessed() {
        interface PlainView extends StructView {
            long countAt();

            long addAtomic();

            void setOrderedCount(long count);
        }
        StructLayout layout = structLayout(
                JAVA_LONG.withName("countAt"), JAVA_LONG.withName("addAtomic"), JAVA_LONG.withName("orderedCount"));
        PlainView view = ViewFactory.of(lookup(), PlainView.class, layout).allocate(Arena.ofAuto());
        view.setOrderedCount(3);
        assertEquals(3, view.segment().getAtIndex(JAVA_LONG, 2));
        assertEquals(0, view.countAt() + view.addAtomic());
    }
}
