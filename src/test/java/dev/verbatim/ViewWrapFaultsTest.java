package dev.verbatim;

import static java.lang.foreign.MemoryLayout.paddingLayout;
import static java.lang.foreign.MemoryLayout.structLayout;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;
import static java.lang.invoke.MethodHandles.lookup;
import static java.nio.ByteOrder.LITTLE_ENDIAN;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrowsExactly;

import dev.verbatim.samples.SegmentKind;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.StructLayout;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What a view throws where it is wrapped, allocated or copied to, with which message, and that it is unchanged then.
 */
@SuppressWarnings("unused") // some methods are there to be bound
class ViewWrapFaultsTest {

    private static final StructLayout PAIR = structLayout(
                    JAVA_LONG.withOrder(LITTLE_ENDIAN).withName("id"),
                    JAVA_INT.withOrder(LITTLE_ENDIAN).withName("code"),
                    paddingLayout(4))
            .withName("pair");

    interface PlainView extends StructView {
        ViewFactory<PlainView> VIEWS = ViewFactory.of(lookup(), PlainView.class, PAIR);

        long id();

        void id(long id);
    }

    interface AtomicView extends PlainView {
        ViewFactory<AtomicView> VIEWS = ViewFactory.of(lookup(), AtomicView.class, PAIR);

        long getAndAddId(long delta);
    }

    interface CodeView extends StructView {
        ViewFactory<CodeView> VIEWS = ViewFactory.of(lookup(), CodeView.class, PAIR);

        int getAndAddCode(int delta);
    }

    private static final String PLAIN = "dev.verbatim.ViewWrapFaultsTest$PlainView (layout pair, 16 bytes)";
    private static final String ATOMIC = PLAIN.replace("Plain", "Atomic");

    private static void assertThrows(Class<? extends Exception> type, String message, Executable attempt) {
        assertEquals(message, assertThrowsExactly(type, attempt).getMessage());
    }

    private static void assertWrapRefused(
            Class<? extends Exception> type, String reason, MemorySegment segment, long offset) {
        AtomicView view = AtomicView.VIEWS.allocate(Arena.ofAuto());
        view.id(7);
        MemorySegment before = view.segment();
        String message = "cannot wrap " + ATOMIC + " at offset=" + offset + ": " + reason;

        assertThrows(type, message, () -> view.wrap(segment, offset));
        assertThrows(type, message, () -> AtomicView.VIEWS.wrap(segment, offset));

        assertSame(before, view.segment());
        assertEquals(0, view.offset());
        assertEquals(7, view.id());
    }

    /** Views have code of their own for another struct of the same segment. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aViewIsNotWrappedAnewOutsideOfItsSegment(boolean isShared) {
        try (Arena arena = isShared ? Arena.ofShared() : Arena.ofConfined()) {
            MemorySegment segment = arena.allocate(40, 8);
            PlainView view = PlainView.VIEWS.wrap(segment, 3);
            view.id(7);
            for (long offset : new long[] {25, 40, 41, -1, -16, Long.MIN_VALUE, Long.MAX_VALUE, Long.MAX_VALUE - 15}) {
                assertThrows(
                        IndexOutOfBoundsException.class,
                        "cannot wrap " + PLAIN + " at offset=" + offset
                                + ": expected 16 bytes within the segment, found byteSize=40",
                        () -> view.wrap(segment, offset));
                assertSame(segment, view.segment());
                assertEquals(3, view.offset());
                assertEquals(7, view.id());
            }
            view.wrap(segment, 24);
            assertEquals(24, view.offset());
            view.wrap(segment, 0);
            assertEquals(0, view.offset());
        }
    }

    @ParameterizedTest
    @EnumSource
    void aStructThatDoesNotLieWithinTheSegmentIsOutOfBounds(SegmentKind kind) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment segment = kind.allocate(40, arena);
            for (long offset :
                    new long[] {25, 39, 40, 41, -1, -16, Long.MIN_VALUE, Long.MAX_VALUE, Long.MAX_VALUE - 15, 1L << 32
                    }) {
                assertWrapRefused(
                        IndexOutOfBoundsException.class,
                        "expected 16 bytes within the segment, found byteSize=40",
                        segment,
                        offset);
            }
            for (int smaller : new int[] {0, 1, 15}) {
                assertWrapRefused(
                        IndexOutOfBoundsException.class,
                        "expected 16 bytes within the segment, found byteSize=" + smaller,
                        segment.asSlice(8, smaller),
                        0);
            }
            PlainView last = PlainView.VIEWS.wrap(segment, 24);
            last.id(-1);
            assertEquals(-1, last.id());
        }
    }

    @Test
    void aNullSegmentIsNamed() {
        assertWrapRefused(NullPointerException.class, "the segment is null", null, 5);
    }

    @Test
    void anAllocatorThatIsNullIsNamed() {
        assertThrows(NullPointerException.class, "allocator", () -> PlainView.VIEWS.allocate(null));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7})
    void atomicMembersThatAreNotAlignedAreRefused(int offset) {
        int alignment = Integer.lowestOneBit(offset);
        String found = foundOffset(8, alignment);
        try (Arena arena = Arena.ofConfined()) {
            for (SegmentKind kind :
                    new SegmentKind[] {SegmentKind.HEAP_LONGS, SegmentKind.NATIVE, SegmentKind.MAPPED}) {
                MemorySegment segment = kind.allocate(40, arena);
                assertWrapRefused(IllegalArgumentException.class, found, segment, offset);
                assertWrapRefused(IllegalArgumentException.class, found, segment.asSlice(8), offset);
                assertWrapRefused(IllegalArgumentException.class, found, segment.asReadOnly(), offset + 8);
                assertWrapRefused(IllegalArgumentException.class, found(8, alignment), segment.asSlice(offset), 8);
                PlainView.VIEWS.wrap(segment, offset).id(1);
            }
        }
    }

    @Test
    void alignedAtomicMembersAreTaken() {
        try (Arena arena = Arena.ofConfined()) {
            for (SegmentKind kind :
                    new SegmentKind[] {SegmentKind.HEAP_LONGS, SegmentKind.NATIVE, SegmentKind.MAPPED}) {
                MemorySegment segment = kind.allocate(48, arena);
                AtomicView view = AtomicView.VIEWS.wrap(segment, 0);
                for (int offset : new int[] {8, 16, 24, 32}) {
                    view.wrap(segment, offset);
                    assertEquals(offset / 8 - 1, view.getAndAddId(1) + offset / 8 - 1);
                }
                view.wrap(segment.asSlice(4), 4);
                CodeView.VIEWS.wrap(segment, 4);
                CodeView.VIEWS.wrap(segment, 28);
            }
            CodeView.VIEWS.wrap(MemorySegment.ofArray(new int[5]), 4);
            AtomicView.VIEWS.wrap(MemorySegment.ofArray(new double[2]), 0);
        }
    }

    @Test
    void onTheHeapTheElementsOfTheArrayLimitTheAlignment() {
        assertWrapRefused(IllegalArgumentException.class, found(8, 1), MemorySegment.ofArray(new byte[32]), 0);
        assertWrapRefused(IllegalArgumentException.class, found(8, 2), MemorySegment.ofArray(new char[16]), 8);
        assertWrapRefused(IllegalArgumentException.class, found(8, 4), MemorySegment.ofArray(new int[8]), 0);
        assertWrapRefused(IllegalArgumentException.class, found(8, 1), MemorySegment.ofArray(new int[8]), 1);

        interface ShortView extends StructView {
            short getVolatileSize();
        }
        ViewFactory<ShortView> shorts =
                ViewFactory.of(lookup(), ShortView.class, structLayout(JAVA_SHORT.withName("size")));
        shorts.wrap(MemorySegment.ofArray(new short[3]), 2);
        assertThrows(
                IllegalArgumentException.class,
                "cannot wrap " + ShortView.class.getName() + " (2 bytes) at offset=1: " + foundOffset(2, 1),
                () -> shorts.wrap(MemorySegment.ofArray(new short[3]), 1));
    }

    private static String foundOffset(int needed, int alignment) {
        return "its atomic accessors need alignment=" + needed + ", found alignment=" + alignment
                + "; wrap at an offset that is a multiple of it, which all structs of an array have if Layouts.struct"
                + " pads them";
    }

    private static String found(int needed, int found) {
        return "its atomic accessors need alignment=" + needed + ", found alignment=" + found
                + "; allocate the segment with that alignment, on the heap as a long[]";
    }

    @Test
    void aNestedViewsAtomicMembersAreAlignedByTheOuterOne() {
        interface AroundView extends StructView {
            CodeView pair();
        }
        ViewFactory<AroundView> views = ViewFactory.of(
                lookup(), AroundView.class, structLayout(JAVA_LONG.withName("id"), PAIR.withName("pair")));
        AroundView view = views.wrap(MemorySegment.ofArray(new int[7]), 4);

        assertEquals(0, view.pair().getAndAddCode(1));
        assertThrows(
                IllegalArgumentException.class,
                "cannot wrap " + AroundView.class.getName() + " (24 bytes) at offset=2: " + foundOffset(4, 2),
                () -> view.wrap(view.segment(), 2));
    }

    @ParameterizedTest
    @EnumSource(names = {"NATIVE", "MAPPED"})
    void whatNeedsAlignmentIsNotWrappedOverAClosedArenaOrByAnotherThread(SegmentKind kind) throws Exception {
        Arena arena = Arena.ofConfined();
        MemorySegment segment = kind.allocate(32, arena);
        FutureTask<Void> elsewhere = new FutureTask<>(
                () -> assertWrapRefused(
                        WrongThreadException.class,
                        "the segment belongs to another thread than " + Thread.currentThread()
                                + "; allocate it from a shared arena",
                        segment,
                        8),
                null);
        Thread.ofPlatform().start(elsewhere);
        elsewhere.get();
        arena.close();

        assertWrapRefused(IllegalStateException.class, "the segment's arena is closed", segment, 8);
    }

    @Test
    void anAllocationHasTheAlignmentThatTheLayoutAndTheAccessorsNeed() {
        StructLayout unaligned = structLayout(JAVA_INT_UNALIGNED.withName("code"));
        ViewFactory<CodeView> codes = ViewFactory.of(lookup(), CodeView.class, unaligned);
        long[] asked = new long[2];
        SegmentAllocator recording = (byteSize, alignment) -> {
            asked[0] = byteSize;
            asked[1] = alignment;
            return MemorySegment.ofArray(new long[2]).asSlice(0, byteSize);
        };

        codes.allocate(recording);
        assertEquals(4, asked[0]);
        assertEquals(4, asked[1], "that of the accessor");
        PlainView.VIEWS.allocate(recording);
        assertEquals(16, asked[0]);
        assertEquals(8, asked[1], "that of the layout");

        assertThrows(
                IllegalArgumentException.class,
                "cannot wrap " + ATOMIC + " at offset=0: " + found(8, 1),
                () -> AtomicView.VIEWS.allocate((byteSize, _) -> MemorySegment.ofArray(new byte[(int) byteSize])));
    }

    @Test
    void aViewOfAnotherLayoutIsNotCopied() {
        interface OtherView extends StructView {
            long id();
        }
        OtherView other = ViewFactory.of(lookup(), OtherView.class, structLayout(JAVA_LONG.withName("id")))
                .allocate(Arena.ofAuto());
        PlainView view = PlainView.VIEWS.allocate(Arena.ofAuto());

        assertThrows(
                IllegalArgumentException.class,
                "cannot copy to " + PLAIN + ": expected a view of the same layout, found " + other.layout(),
                () -> view.copyFrom(other));

        interface AroundView extends StructView {
            void pair(StructView pair);
        }
        AroundView outer = ViewFactory.of(lookup(), AroundView.class, structLayout(PAIR.withName("pair")))
                .allocate(Arena.ofAuto());
        assertThrows(
                IllegalArgumentException.class,
                "cannot write pair of " + AroundView.class.getName()
                        + " (16 bytes): expected a view of the same layout, found " + other.layout(),
                () -> outer.pair(other));
    }

    @Test
    void aNullSourceIsNamed() {
        PlainView view = PlainView.VIEWS.allocate(Arena.ofAuto());

        assertThrows(
                NullPointerException.class,
                "cannot copy to " + PLAIN + ": the view to copy from is null",
                () -> view.copyFrom(null));
        assertThrows(
                NullPointerException.class,
                "cannot copy to " + PLAIN + " from a segment at offset=3: the segment is null",
                () -> view.copyFrom(null, 3));
    }

    interface OuterView extends StructView {
        ViewFactory<OuterView> VIEWS = ViewFactory.of(
                lookup(), OuterView.class, structLayout(JAVA_LONG.withName("kind"), PAIR.withName("pair")));

        void pair(PlainView pair);
    }

    private static final String OUTER = "pair of dev.verbatim.ViewWrapFaultsTest$OuterView (24 bytes)";

    @ParameterizedTest
    @EnumSource(names = {"NATIVE", "MAPPED"})
    void aSourceThatCannotBeReadIsNamed(SegmentKind kind) throws Exception {
        PlainView view = PlainView.VIEWS.allocate(Arena.ofAuto());
        OuterView outer = OuterView.VIEWS.allocate(Arena.ofAuto());
        Arena arena = Arena.ofConfined();
        MemorySegment segment = kind.allocate(32, arena);
        PlainView source = PlainView.VIEWS.wrap(segment, 3);
        FutureTask<Void> elsewhere = new FutureTask<>(
                () -> assertSourceRefused(
                        WrongThreadException.class,
                        "the segment belongs to another thread than " + Thread.currentThread()
                                + "; allocate it from a shared arena",
                        view,
                        outer,
                        source),
                null);
        Thread.ofPlatform().start(elsewhere);
        elsewhere.get();
        arena.close();

        assertSourceRefused(IllegalStateException.class, "the segment's arena is closed", view, outer, source);
        for (long offset : new long[] {17, -1, Long.MAX_VALUE}) {
            assertThrows(
                    IndexOutOfBoundsException.class,
                    "cannot copy to " + PLAIN + " from a segment at offset=" + offset
                            + ": expected 16 bytes within the segment, found byteSize=32",
                    () -> view.copyFrom(MemorySegment.ofArray(new byte[32]), offset));
        }
        assertEquals(0, view.id());
    }

    private static void assertSourceRefused(
            Class<? extends Exception> type, String reason, PlainView view, OuterView outer, PlainView source) {
        assertThrows(
                type, "cannot copy to " + PLAIN + " from a view at offset=3: " + reason, () -> view.copyFrom(source));
        assertThrows(
                type,
                "cannot copy to " + PLAIN + " from a segment at offset=3: " + reason,
                () -> view.copyFrom(source.segment(), 3));
        assertThrows(type, "cannot write " + OUTER + " from a view at offset=3: " + reason, () -> outer.pair(source));
    }

    @ParameterizedTest
    @EnumSource
    void aTargetThatCannotBeWrittenIsNamed(SegmentKind kind) {
        Arena arena = Arena.ofConfined();
        MemorySegment segment = kind.allocate(32, arena);
        MemorySegment readOnly = segment.asReadOnly();
        Class<? extends Exception> asTheJdk = AccessFaultsTest.thrownBy(() -> readOnly.set(JAVA_BYTE, 0, (byte) 1));
        PlainView source = PlainView.VIEWS.allocate(Arena.ofAuto());
        PlainView view = PlainView.VIEWS.wrap(readOnly, 5);
        String attempt = "cannot copy to " + PLAIN + " at offset=5: ";
        source.id(1);

        assertThrows(asTheJdk, attempt + "the segment is read-only", () -> view.copyFrom(source));
        assertThrows(asTheJdk, attempt + "the segment is read-only", () -> view.copyFrom(source.segment(), 0));
        assertThrows(
                asTheJdk,
                "cannot write " + OUTER + " at offset=0: the segment is read-only",
                () -> OuterView.VIEWS.wrap(readOnly, 0).pair(source));
        assertEquals(-1, segment.mismatch(MemorySegment.ofArray(new byte[(int) segment.byteSize()])));

        arena.close();
        if (!segment.scope().isAlive()) {
            PlainView closed = PlainView.VIEWS.wrap(segment, 5);
            assertThrows(
                    IllegalStateException.class,
                    attempt + "the segment's arena is closed",
                    () -> closed.copyFrom(source));
        }
    }

    @Test
    void aViewThatIsNotWrappedIsNotCopied() {
        PlainView wrapped = PlainView.VIEWS.allocate(Arena.ofAuto());
        PlainView unwrapped = PlainView.VIEWS.unwrapped();
        String reason = "the view to copy from is not wrapped; call wrap first";

        assertThrows(
                IllegalStateException.class,
                "cannot copy to " + PLAIN + ": " + reason,
                () -> wrapped.copyFrom(unwrapped));
        assertThrows(
                IllegalStateException.class,
                "cannot write " + OUTER + ": " + reason,
                () -> OuterView.VIEWS.allocate(Arena.ofAuto()).pair(unwrapped));
        assertThrows(
                IllegalStateException.class,
                "cannot copy to " + PLAIN + ": the view is not wrapped; call wrap first",
                () -> unwrapped.copyFrom(wrapped));
    }
}
