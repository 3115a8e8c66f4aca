package dev.verbatim;

import static java.lang.foreign.MemoryLayout.structLayout;
import static java.lang.foreign.ValueLayout.JAVA_BOOLEAN;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Which member a method's name means: the one of that name, else by the longest prefix; and which methods mean none.
 */
@SuppressWarnings("unused") // the methods are there to be bound
class ViewNamesTest {

    private static StructLayout longs(String... names) {
        return structLayout(Stream.of(names).map(JAVA_LONG::withName).toArray(MemoryLayout[]::new));
    }

    @Test
    void aMemberOfExactlyTheMethodsNameWins() {
        interface ExactView extends StructView {
            long getX();

            void getX(long x);

            void setX(long x);

            long setX();

            long getAndAddX();

            void compareAndSetX(long x);

            long x();
        }
        ExactView view = ViewFactory.of(
                        lookup(), ExactView.class, longs("x", "getX", "setX", "getAndAddX", "compareAndSetX"))
                .allocate(Arena.ofAuto());
        view.getX(1);
        view.setX(2);
        view.segment().setAtIndex(JAVA_LONG, 3, 3);
        view.compareAndSetX(4);

        assertEquals(0, view.x());
        assertEquals(1, view.getX());
        assertEquals(2, view.setX());
        assertEquals(3, view.getAndAddX());
        assertEquals(4, view.segment().getAtIndex(JAVA_LONG, 4));
    }

    @Test
    void theLongestPrefixThatLeavesAMemberWins() {
        interface PrefixView extends StructView {
            long getAndAddX(long x);

            long getVolatileX();

            long getVolatileY();

            long getAndAddY();

            void setVolatileZ(long z);

            long getAndAddAcquireX(long delta);
        }
        PrefixView view = ViewFactory.of(
                        lookup(),
                        PrefixView.class,
                        longs("x", "volatileX", "andAddX", "VolatileY", "AndAddY", "VolatileZ", "acquireX"))
                .allocate(Arena.ofAuto());
        MemorySegment segment = view.segment();
        for (int i = 0; i < 7; i++) {
            segment.setAtIndex(JAVA_LONG, i, 10 + i);
        }

        assertEquals(10, view.getVolatileX());
        assertEquals(10, view.getAndAddX(5));
        assertEquals(13, view.getVolatileY());
        assertEquals(14, view.getAndAddY());
        view.setVolatileZ(99);
        assertEquals(99, segment.getAtIndex(JAVA_LONG, 5));
        assertEquals(15, view.getAndAddAcquireX(1));
        assertEquals(16, segment.getAtIndex(JAVA_LONG, 0));
        assertEquals(16, segment.getAtIndex(JAVA_LONG, 6));
    }

    @Test
    void aMemberMayBeNamedLikeAPrefix() {
        interface PrefixesView extends StructView {
            long get();

            long getGet();

            void set(long set);

            long getSet();

            long is();

            boolean isOpen();

            boolean getIsOpen();

            void setIsOpen(boolean open);

            int getAndAdd();

            int getAndAddGetAndAdd(int delta);

            long getAndAddId();

            void setGetAndAddId(long id);

            long id();
        }
        StructLayout layout = structLayout(
                JAVA_LONG.withName("get"),
                JAVA_LONG.withName("set"),
                JAVA_LONG.withName("is"),
                JAVA_LONG.withName("getAndAddId"),
                JAVA_LONG.withName("id"),
                JAVA_INT.withName("getAndAdd"),
                JAVA_BOOLEAN.withName("isOpen"),
                JAVA_BYTE.withName("open"));
        PrefixesView view = ViewFactory.of(lookup(), PrefixesView.class, layout).allocate(Arena.ofAuto());
        view.set(2);
        view.setGetAndAddId(4);
        view.setIsOpen(true);
        view.segment().setAtIndex(JAVA_LONG, 0, 1);
        view.segment().setAtIndex(JAVA_LONG, 2, 3);

        assertEquals(1, view.get());
        assertEquals(1, view.getGet());
        assertEquals(2, view.getSet());
        assertEquals(3, view.is());
        assertEquals(4, view.getAndAddId());
        assertEquals(0, view.id());
        assertEquals(0, view.getAndAddGetAndAdd(7));
        assertEquals(7, view.getAndAdd());
        assertTrue(view.isOpen());
        assertTrue(view.getIsOpen());
    }

    @Test
    void membersMayBeNamedLikeTheMethodsOfGeneratedViews() {
        interface OwnView extends StructView {
            long newView();

            long point();

            OwnView point(long point);

            long text();

            OwnView text(long text);

            long explain();

            long what();

            long setStruct();

            OwnView setStruct(long struct);

            long requireAligned();

            long getSegment();

            OwnView segment(long segment);

            long getOffset();

            OwnView offset(long offset);

            long clone();

            long nested0();
        }
        OwnView view = ViewFactory.of(
                        lookup(),
                        OwnView.class,
                        longs(
                                "newView",
                                "point",
                                "text",
                                "explain",
                                "what",
                                "setStruct",
                                "requireAligned",
                                "segment",
                                "offset",
                                "clone",
                                "nested0"))
                .wrap(MemorySegment.ofArray(new long[12]), 8);
        view.point(1).text(2).setStruct(3).segment(4).offset(5);

        assertEquals(1, view.point());
        assertEquals(2, view.text());
        assertEquals(3, view.setStruct());
        assertEquals(4, view.getSegment());
        assertEquals(5, view.getOffset());
        assertEquals(8, view.offset());
        assertEquals(
                0,
                view.newView() + view.explain() + view.what() + view.requireAligned() + view.clone() + view.nested0());
    }

    interface ConstantsView extends StructView {
        MemorySegment segment = MemorySegment.NULL;
        long offset = 16;
        long end = 24;

        long id();

        void id(long id);

        long values(int index);
    }

    @Test
    void constantsMayBeNamedLikeTheFieldsOfGeneratedViews() {
        record Many(long id, List<Long> values) {}
        StructLayout layout = Layouts.varRecord(JAVA_LONG.withName("id"), Layouts.varRef("values", JAVA_LONG));
        MemorySegment segment = MemorySegment.ofArray(new byte[64]);
        VarCodec.ofRecord(lookup(), Many.class, layout).write(new Many(1, List.of(2L, 3L)), segment, 5);
        ConstantsView view =
                ViewFactory.of(lookup(), ConstantsView.class, layout).wrap(segment, 5);

        view.id(view.id() + 3);

        assertEquals(4, view.id());
        assertEquals(3, view.values(1));
    }

    @Test
    void aDefaultMethodMayNotBeAMethodOfGeneratedViews() {
        interface OwnMethodsView extends StructView {
            default byte[] text(int index) {
                return new byte[index];
            }

            @SuppressWarnings("Finalize") // it is refused
            default void finalize() {}
        }
        interface CopiedView extends StructView {
            default Object clone() {
                return this;
            }
        }
        StructLayout layout = structLayout(JAVA_LONG.withName("id"));
        String of = ": the generated class has a method `";
        String why = "` with the parameters of the default method, which it would replace; rename that";
        assertEquals(
                List.of(
                        OwnMethodsView.class.getName() + of + "finalize" + why,
                        OwnMethodsView.class.getName() + of + "text" + why),
                assertThrows(
                                LayoutMismatchException.class,
                                () -> ViewFactory.of(lookup(), OwnMethodsView.class, layout))
                        .mismatches());
        assertEquals(
                List.of(CopiedView.class.getName() + of + "clone" + why),
                assertThrows(LayoutMismatchException.class, () -> ViewFactory.of(lookup(), CopiedView.class, layout))
                        .mismatches());
    }

    @Test
    void anAccessorMayNotBeAMethodOfGeneratedViews() {
        interface Generic<T> extends StructView {
            T takeText(int index);
        }
        interface OwnMethodsView extends Generic<byte[]> {
            byte[] text(int index);

            void giveText(byte[] text);

            byte[] giveText();
        }
        interface LikeThemView extends StructView {
            byte text(int index);

            void takeText(int index, byte text);

            void setGiveText(byte[] text);
        }
        Conversion<byte[]> pairs = Conversion.ofBytes(
                byte[].class,
                2,
                (pair, bytes, at) -> MemorySegment.copy(pair, 0, bytes, JAVA_BYTE, at, 2),
                (bytes, at) -> bytes.asSlice(at, 2).toArray(JAVA_BYTE));
        MemoryLayout sequence = MemoryLayout.sequenceLayout(4, MemoryLayout.sequenceLayout(2, JAVA_BYTE));
        String why = "the generated class has this method for itself; name it with a prefix, or rename the member";
        assertEquals(
                List.of(
                        "`byte[] takeText(int)`: " + why,
                        "`byte[] text(int)`: " + why,
                        "`void giveText(byte[])`: " + why),
                assertThrows(
                                LayoutMismatchException.class,
                                () -> ViewFactory.of(
                                        lookup(),
                                        OwnMethodsView.class,
                                        structLayout(
                                                sequence.withName("text"),
                                                sequence.withName("takeText"),
                                                MemoryLayout.sequenceLayout(2, JAVA_BYTE)
                                                        .withName("giveText")),
                                        Conversions.of(pairs)))
                        .mismatches());

        LikeThemView view = ViewFactory.of(
                        lookup(),
                        LikeThemView.class,
                        structLayout(Stream.of("text", "takeText", "giveText")
                                .map(name -> MemoryLayout.sequenceLayout(2, JAVA_BYTE)
                                        .withName(name))
                                .toArray(MemoryLayout[]::new)))
                .allocate(Arena.ofAuto());
        view.takeText(1, (byte) 2);
        view.setGiveText(new byte[] {3, 4});
        assertEquals(0, view.text(1));
        assertEquals("[0, 0, 0, 2, 3, 4]", Arrays.toString(view.segment().toArray(JAVA_BYTE)));
    }

    @Test
    void namesAreTakenAsTheyAre() {
        interface OddNamesView extends StructView {
            long getX();

            long get_y();

            void setZ1(long z1);

            long Z1();
        }
        OddNamesView view = ViewFactory.of(lookup(), OddNamesView.class, longs("x", "_y", "Z1"))
                .wrap(MemorySegment.ofArray(new long[] {1, 2, 3}), 0);
        view.setZ1(5);

        assertEquals(1, view.getX());
        assertEquals(2, view.get_y());
        assertEquals(5, view.Z1());
    }

    @Test
    void aViewMayCoverPartOfTheLayout() {
        interface PartView extends StructView {
            long b();
        }
        PartView view = ViewFactory.of(lookup(), PartView.class, longs("a", "b", "c"))
                .wrap(MemorySegment.ofArray(new long[] {1, 2, 3}), 0);

        assertEquals(2, view.b());
        assertEquals("PartView[b=2]", view.toString());
        StructView none = ViewFactory.of(lookup(), StructView.class, longs("a")).allocate(Arena.ofAuto());
        assertEquals("StructView[]", none.toString());
    }

    @Test
    void methodsThatAreNotAbstractAreLeftAsTheyAre() {
        interface BodiesView extends StructView {
            long id();

            default long code() {
                return 100 + secret();
            }

            private long secret() {
                return id();
            }

            static long getId() {
                return -1;
            }

            default boolean isMissing(CharSequence other) {
                return other.isEmpty();
            }
        }
        BodiesView view = ViewFactory.of(lookup(), BodiesView.class, longs("id", "code"))
                .wrap(MemorySegment.ofArray(new long[] {1, 2}), 0);

        assertEquals(101, view.code());
        assertEquals(-1, BodiesView.getId());
        assertTrue(view.isMissing(""));
    }

    @Test
    void methodsOfStructViewAndObjectMayBeDeclaredAgain() {
        interface AgainView extends StructView {
            @Override
            long offset();

            @Override
            MemorySegment segment();

            @Override
            void copyFrom(StructView source);

            @Override
            boolean equals(Object other);

            @Override
            int hashCode();

            @Override
            String toString();

            long id();
        }
        ViewFactory<AgainView> views = ViewFactory.of(lookup(), AgainView.class, longs("id"));
        MemorySegment segment = MemorySegment.ofArray(new long[] {1, 2});
        AgainView view = views.wrap(segment, 8);
        AgainView same = views.wrap(segment, 8);

        assertEquals(8, view.offset());
        assertEquals(segment, view.segment());
        assertEquals("AgainView[id=2]", view.toString());
        assertNotEquals(view, same);
        assertFalse(
                view.hashCode() == same.hashCode() && System.identityHashCode(view) != System.identityHashCode(same));
        assertEquals(System.identityHashCode(view), view.hashCode());
    }

    record Large(
            int c0,
            int c1,
            int c2,
            int c3,
            int c4,
            int c5,
            int c6,
            int c7,
            int c8,
            int c9,
            int c10,
            int c11,
            int c12,
            int c13,
            int c14,
            int c15,
            int c16,
            int c17,
            int c18,
            int c19,
            int c20,
            int c21,
            int c22,
            int c23,
            int c24,
            int c25,
            int c26,
            int c27,
            int c28,
            int c29,
            int c30,
            int c31,
            int c32,
            int c33,
            int c34,
            int c35,
            int c36,
            int c37,
            int c38,
            int c39) {}

    /** Members that are called as the methods that read the components of a large record. */
    interface ReaderView extends StructView {
        Large all();

        int readNative();

        int readMapped();

        int readHeapBytes();

        int readHeapLongs();

        int readGeneral();
    }

    @Test
    void membersMayBeCalledAsGeneratedMethodsAre() {
        MemoryLayout all = ints(IntStream.range(0, 40).mapToObj(i -> "c" + i).toArray(String[]::new));
        StructLayout others = ints("readNative", "readMapped", "readHeapBytes", "readHeapLongs", "readGeneral");
        List<MemoryLayout> members = new ArrayList<>(others.memberLayouts());
        members.add(all.withName("all"));
        StructLayout layout = structLayout(members.toArray(MemoryLayout[]::new));
        MemorySegment segment = Arena.ofAuto().allocate(layout);
        for (int i = 0; i < 45; i++) {
            segment.setAtIndex(JAVA_INT, i, i);
        }

        ReaderView view = ViewFactory.of(lookup(), ReaderView.class, layout).wrap(segment, 0);

        assertEquals(44, view.all().c39());
        assertEquals(0, view.readNative());
        assertEquals(4, view.readGeneral());
    }

    private static StructLayout ints(String... names) {
        return structLayout(Stream.of(names).map(JAVA_INT::withName).toArray(MemoryLayout[]::new));
    }
}
