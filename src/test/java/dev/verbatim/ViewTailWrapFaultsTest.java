package dev.verbatim;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrowsExactly;

import dev.verbatim.TailOrder.Party;
import dev.verbatim.TailOrder.PartyView;
import dev.verbatim.samples.SegmentKind;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** When no view of variable-length records can be wrapped, allocated, listed or copied to, with which message. */
class ViewTailWrapFaultsTest {

    private static final String NAME = "dev.verbatim.TailOrder$View (layout order, 88 bytes)";

    private static void assertThrows(Class<? extends Exception> type, String message, Executable attempt) {
        assertEquals(message, assertThrowsExactly(type, attempt).getMessage());
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
        MemorySegment segment = TailOrder.written(TailOrder.example());
        TailOrder.View view = TailOrder.VIEWS.wrap(segment, 0);
        MemorySegment other = TailOrder.written(TailOrder.example());
        other.set(JAVA_INT_UNALIGNED, 0, 3);
        assertThrowsExactly(CorruptRecordException.class, () -> view.wrap(other, 0));
        assertEquals(segment, view.segment());
        assertEquals("good till cancelled", view.note());
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

    @Test
    void whatATailWouldStayBehindOfIsRefused() {
        TailOrder.View view = TailOrder.VIEWS.wrap(TailOrder.written(TailOrder.example()), 0);
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
