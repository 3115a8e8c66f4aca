package dev.verbatim;

import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.MemoryLayout.structLayout;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;
import static java.nio.ByteOrder.LITTLE_ENDIAN;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrowsExactly;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.samples.SegmentKind;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.nio.CharBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.FutureTask;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What the accessors of a view throw, with which message, and that nothing is written then. {@link ViewWrapFaultsTest}
 * has the rest.
 */
class ViewFaultsTest {

    enum Side {
        BUY,
        SELL
    }

    record Level(Side side, String id) {
        static final StructLayout LAYOUT = structLayout(
                JAVA_BYTE.withName("side"), sequenceLayout(3, JAVA_BYTE).withName("id"));
    }

    interface LevelView extends StructView {
        Side side();

        void side(Side side);
    }

    static final class NoConstructor {
        Side side;
        String id;

        NoConstructor(Side side) {
            this.side = side;
        }
    }

    record Picky(Side side, String id) {
        static Supplier<RuntimeException> own;

        Picky {
            throw own.get();
        }
    }

    private static final ValueLayout LONG_LE = JAVA_LONG.withOrder(LITTLE_ENDIAN);

    /** An accessor of each kind; of those of objects the getters fail for some bytes. */
    interface AllView extends StructView {
        StructLayout LAYOUT = structLayout(
                        LONG_LE.withName("id"),
                        sequenceLayout(2, LONG_LE).withName("counts"),
                        JAVA_BYTE.withName("side"),
                        sequenceLayout(2, JAVA_BYTE).withName("sides"),
                        sequenceLayout(5, JAVA_BYTE).withName("name"),
                        Level.LAYOUT.withName("best"),
                        sequenceLayout(3, Level.LAYOUT).withName("levels"))
                .withName("all");
        ViewFactory<AllView> VIEWS = ViewFactory.of(lookup(), AllView.class, LAYOUT);

        long id();

        void id(long id);

        long counts(int index);

        AllView counts(long index, long count);

        long[] counts();

        void counts(long[] counts);

        Side side();

        void side(Side side);

        Side sides(int index);

        void sides(int index, Side side);

        String name();

        void name(CharSequence name);

        StringBuilder name(StringBuilder target);

        boolean isName(CharSequence name);

        Level best();

        void best(Level best);

        NoConstructor getBest();

        Level levels(int index);

        void levels(int index, Level level);

        Level[] getLevels();

        void levels(Level[] levels);

        void setLevels(List<Level> levels);

        LevelView getLevels(long index);

        void setLevels(long index, LevelView level);

        void setBest(LevelView best);
    }

    /** The same, and what needs an aligned segment. */
    interface AtomicView extends AllView {
        ViewFactory<AtomicView> VIEWS = ViewFactory.of(lookup(), AtomicView.class, LAYOUT);

        long getVolatileId();

        void setReleaseId(long id);

        boolean compareAndSetId(long expected, long id);

        long getAndAddCounts(int index, long delta);

        long getOpaqueCounts(long index);
    }

    private static final String NAME = "dev.verbatim.ViewFaultsTest$AtomicView (layout all, 48 bytes)";
    private static final int OFFSET = 8;

    /** What each accessor is called in messages, and a call of it that is good. */
    private static Map<String, Consumer<AtomicView>> calls() {
        Level level = new Level(Side.SELL, "x");
        MemorySegment other = MemorySegment.ofArray(new byte[4]);
        LevelView source =
                ViewFactory.of(lookup(), LevelView.class, Level.LAYOUT).wrap(other, 0);
        Map<String, Consumer<AtomicView>> calls = new LinkedHashMap<>();
        calls.put("read id", AllView::id);
        calls.put("write id", view -> view.id(3));
        calls.put("read counts[1]", view -> view.counts(1));
        calls.put("write counts[1]", view -> view.counts(1, 3));
        calls.put("read counts", AllView::counts);
        calls.put("write counts", view -> view.counts(new long[2]));
        calls.put("read side", AllView::side);
        calls.put("write side", view -> view.side(Side.BUY));
        calls.put("read sides[1]", view -> view.sides(1));
        calls.put("write sides[1]", view -> view.sides(1, Side.BUY));
        calls.put("read name", AllView::name);
        calls.put("write name", view -> view.name("abc"));
        calls.put("read name ", view -> view.name(new StringBuilder()));
        calls.put("read name  ", view -> view.isName("abc"));
        calls.put("read best", AllView::best);
        calls.put("write best", view -> view.best(level));
        calls.put("write best ", view -> view.setBest(source));
        calls.put("read levels[2]", view -> view.levels(2));
        calls.put("write levels[2]", view -> view.levels(2, level));
        calls.put("read levels", AllView::getLevels);
        calls.put("write levels", view -> view.levels(new Level[] {level, level, level}));
        calls.put("write levels ", view -> view.setLevels(List.of(level, level, level)));
        calls.put("write levels[2] ", view -> view.setLevels(2, source));
        calls.put("read id ", AtomicView::getVolatileId);
        calls.put("write id ", view -> view.setReleaseId(3));
        calls.put("write id  ", view -> view.compareAndSetId(0, 3));
        calls.put("write counts[0]", view -> view.getAndAddCounts(0, 3));
        calls.put("read counts[0]", view -> view.getOpaqueCounts(0));
        return calls;
    }

    private static void assertThrows(
            Class<? extends Exception> type, String message, AtomicView view, Consumer<AtomicView> call) {
        Exception thrown = assertThrowsExactly(type, () -> call.accept(view), message);
        assertEquals(message, thrown.getMessage());
    }

    /** Every call that starts with a word fails in one way. */
    private static void assertAllThrow(
            Class<? extends Exception> type, AtomicView view, Predicate<String> which, String where) {
        int count = 0;
        for (Map.Entry<String, Consumer<AtomicView>> call : calls().entrySet()) {
            if (which.test(call.getKey())) {
                String message = "cannot " + call.getKey().strip() + " of " + NAME + where;
                assertThrows(type, message, view, call.getValue());
                count++;
            }
        }
        assertTrue(count > 10);
    }

    @Test
    void aViewThatIsNotWrappedSaysSo() {
        AtomicView view = AtomicView.VIEWS.unwrapped();

        assertAllThrow(IllegalStateException.class, view, _ -> true, ": the view is not wrapped; call wrap first");
        assertEquals(MemorySegment.NULL, view.segment());
        assertEquals(0, view.offset());
        assertEquals("AtomicView[not wrapped]", view.toString());

        LevelView nested = view.getLevels(1);
        assertEquals("LevelView[not wrapped]", nested.toString());
        assertEquals(
                "cannot read side of dev.verbatim.ViewFaultsTest$LevelView (4 bytes): the view is not wrapped; call"
                        + " wrap first",
                assertThrowsExactly(IllegalStateException.class, nested::side).getMessage());
    }

    @ParameterizedTest
    @EnumSource(names = {"NATIVE", "MAPPED"})
    void aClosedArenaIsNamed(SegmentKind kind) {
        for (Arena arena : List.of(Arena.ofConfined(), Arena.ofShared())) {
            AtomicView view = AtomicView.VIEWS.wrap(kind.allocate(56, arena), OFFSET);
            arena.close();

            assertAllThrow(IllegalStateException.class, view, _ -> true, " at offset=8: the segment's arena is closed");
            assertEquals("AtomicView[not readable: Already closed]", view.toString());
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"NATIVE", "MAPPED"})
    void anotherThreadIsNamed(SegmentKind kind) throws Exception {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment segment = kind.allocate(56, arena);
            AtomicView view = AtomicView.VIEWS.wrap(segment, OFFSET);
            FutureTask<Void> elsewhere = new FutureTask<>(
                    () -> assertAllThrow(
                            WrongThreadException.class,
                            view,
                            _ -> true,
                            " at offset=8: the segment belongs to another thread than " + Thread.currentThread()
                                    + "; allocate it from a shared arena"),
                    null);
            Thread.ofPlatform().start(elsewhere);
            elsewhere.get();
            assertEquals(-1, segment.mismatch(MemorySegment.ofArray(new byte[56])));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"HEAP_LONGS", "NATIVE", "MAPPED"})
    void aReadOnlySegmentIsReadAndNotWritten(SegmentKind kind) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment segment = kind.allocate(56, arena);
            MemorySegment readOnly = segment.asReadOnly();
            Class<? extends Exception> asTheJdk = AccessFaultsTest.thrownBy(() -> readOnly.set(JAVA_BYTE, 0, (byte) 1));
            AtomicView view = AtomicView.VIEWS.wrap(readOnly, OFFSET);

            assertAllThrow(asTheJdk, view, name -> name.startsWith("write"), " at offset=8: the segment is read-only");

            assertEquals(-1, segment.mismatch(MemorySegment.ofArray(new byte[56])));
            calls().forEach((name, call) -> {
                if (name.startsWith("read")) {
                    call.accept(view);
                }
            });
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"HEAP_LONGS", "NATIVE", "MAPPED"})
    void anIndexOutOfRangeIsNamed(SegmentKind kind) {
        LevelView source =
                ViewFactory.of(lookup(), LevelView.class, Level.LAYOUT).allocate(Arena.ofAuto());
        try (Arena arena = Arena.ofConfined()) {
            Window window = Window.of(kind, arena);
            for (int index : new int[] {-1, 3, 2, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
                Map<String, Consumer<AtomicView>> calls = new LinkedHashMap<>();
                if (index != 2) {
                    calls.put("read levels", view -> view.levels(index));
                    calls.put("write levels", view -> view.levels(index, new Level(Side.BUY, "")));
                    calls.put("read levels ", view -> view.getLevels(index));
                    calls.put("write levels ", view -> view.setLevels(index, source));
                }
                calls.put("read counts", view -> view.counts(index));
                calls.put("write counts", view -> view.counts(index, 1));
                calls.put("read sides", view -> view.sides(index));
                calls.put("write sides", view -> view.sides(index, Side.SELL));
                calls.put("write counts ", view -> view.getAndAddCounts(index, 1));
                calls.put("read counts ", view -> view.getOpaqueCounts(index));
                calls.forEach((name, call) -> assertThrows(
                        IndexOutOfBoundsException.class,
                        "cannot " + name.strip() + "[" + index + "] of " + NAME + ": expected an index from 0 to "
                                + (name.contains("levels") ? 2 : 1),
                        window.view,
                        call));
            }
            for (long index : new long[] {1L << 32, Long.MIN_VALUE, Long.MAX_VALUE}) {
                assertThrows(
                        IndexOutOfBoundsException.class,
                        "cannot write counts[" + index + "] of " + NAME + ": expected an index from 0 to 1",
                        window.view,
                        view -> view.counts(index, 5));
                assertThrows(
                        IndexOutOfBoundsException.class,
                        "cannot write levels[" + index + "] of " + NAME + ": expected an index from 0 to 2",
                        window.view,
                        view -> view.setLevels(index, source));
            }
            window.assertUnchanged();
        }
    }

    /** A view of bytes that tell whether anything was written, in it or beside it. */
    private record Window(AtomicView view, MemorySegment segment, MemorySegment before) {

        static Window of(SegmentKind kind, Arena arena) {
            byte[] content = new byte[64];
            new Random(5).nextBytes(content);
            MemorySegment segment = kind.allocate(content, arena);
            return new Window(AtomicView.VIEWS.wrap(segment, OFFSET), segment, MemorySegment.ofArray(content));
        }

        void assertUnchanged() {
            assertEquals(-1, before.mismatch(segment), "the first byte that changed");
        }
    }

    @Test
    void aValueThatCannotBeStoredIsNamedAndNothingIsWritten() {
        Level good = new Level(Side.SELL, "a");
        List<Level> withNull = new ArrayList<>(Arrays.asList(good, null, good));
        String text = "; expected text of at most 5 bytes of UTF-8, or an empty string";
        Map<String, Consumer<AtomicView>> nulls = new LinkedHashMap<>();
        nulls.put("side is null; expected a constant of dev.verbatim.ViewFaultsTest$Side", view -> view.side(null));
        nulls.put(
                "sides[1] is null; expected a constant of dev.verbatim.ViewFaultsTest$Side",
                view -> view.sides(1, null));
        nulls.put("name is null" + text, view -> view.name((CharSequence) null));
        nulls.put("counts is null; expected long[2]", view -> view.counts(null));
        nulls.put("best is null; expected a dev.verbatim.ViewFaultsTest$Level", view -> view.best(null));
        nulls.put(
                "best.id is null; expected text of at most 3 bytes of UTF-8, or an empty string",
                view -> view.best(new Level(Side.BUY, null)));
        nulls.put("levels[2] is null; expected a dev.verbatim.ViewFaultsTest$Level", view -> view.levels(2, null));
        nulls.put(
                "levels is null; expected 3 elements of type dev.verbatim.ViewFaultsTest$Level",
                view -> view.levels((Level[]) null));
        nulls.put("levels[1] is null; expected a dev.verbatim.ViewFaultsTest$Level", view -> view.setLevels(withNull));
        nulls.put(
                "best is null; expected a view of dev.verbatim.ViewFaultsTest$LevelView (layout best, 4 bytes)",
                view -> view.setBest(null));
        nulls.put(
                "levels[0] is null; expected a view of dev.verbatim.ViewFaultsTest$LevelView (4 bytes)",
                view -> view.setLevels(0, null));
        assertRefused(NullPointerException.class, nulls);

        Map<String, Consumer<AtomicView>> values = new LinkedHashMap<>();
        values.put(
                "name has 6 bytes of UTF-8, expected at most 5; shorten it or widen the member",
                view -> view.name("abcdef"));
        values.put(
                "name has 7 bytes of UTF-8, expected at most 5; shorten it or widen the member",
                view -> view.name(CharBuffer.wrap("a€üb")));
        values.put(
                "name has an unpaired surrogate at index=1, which UTF-8 has no bytes for; remove it",
                view -> view.name("a\uD83D"));
        values.put("name ends in \\0, which cannot be told from the padding; remove it", view -> view.name("a\0"));
        values.put("counts has length=1; expected long[2]", view -> view.counts(new long[1]));
        values.put(
                "levels has length=2; expected 3 elements of type dev.verbatim.ViewFaultsTest$Level",
                view -> view.levels(new Level[] {good, good}));
        values.put(
                "levels has length=0; expected 3 elements of type dev.verbatim.ViewFaultsTest$Level",
                view -> view.setLevels(List.of()));
        values.put(
                "levels[1].id has 4 bytes of UTF-8, expected at most 3; shorten it or widen the member",
                view -> view.levels(1, new Level(Side.SELL, "abcd")));
        assertRefused(IllegalArgumentException.class, values);
    }

    private static void assertRefused(Class<? extends Exception> type, Map<String, Consumer<AtomicView>> calls) {
        try (Arena arena = Arena.ofConfined()) {
            Window window = Window.of(SegmentKind.NATIVE, arena);
            calls.forEach((reason, call) ->
                    assertThrows(type, "cannot write " + NAME + " at offset=8: " + reason, window.view, call));
            window.assertUnchanged();
        }
    }

    @Test
    void aNullArgumentOfATextAccessorIsNamed() {
        AtomicView view = AtomicView.VIEWS.allocate(Arena.ofAuto());
        String message = "cannot read " + NAME + " at offset=0: the argument for name is null";

        assertThrows(NullPointerException.class, message, view, it -> it.name((StringBuilder) null));
        assertThrows(NullPointerException.class, message, view, it -> it.isName(null));
    }

    @Test
    void bytesThatNoTypeHasAreNamed() {
        try (Arena arena = Arena.ofConfined()) {
            AtomicView view = AtomicView.VIEWS.wrap(arena.allocate(64, 8), OFFSET);
            MemorySegment struct = view.segment().asSlice(OFFSET);
            struct.set(JAVA_BYTE, 24, (byte) 2);
            struct.set(JAVA_BYTE, 26, (byte) -1);
            struct.set(JAVA_BYTE, 27, (byte) 0xFF);
            struct.set(JAVA_BYTE, 32, (byte) 7);
            struct.set(JAVA_BYTE, 45, (byte) 0x80);
            String ordinal = "expected an ordinal of dev.verbatim.ViewFaultsTest$Side, 0 to 1, found ";
            String text = "expected text in UTF-8, found the bytes ";
            Map<String, Consumer<AtomicView>> calls = new LinkedHashMap<>();
            calls.put("side at offset=32: " + ordinal + 2, AllView::side);
            calls.put("sides[1] at offset=34: " + ordinal + -1, it -> it.sides(1));
            calls.put("name at offset=35: " + text + "ff at index=0", AllView::name);
            calls.put("best.side at offset=40: " + ordinal + 7, AllView::best);
            calls.put("levels[2].id at offset=53: " + text + "80 at index=0", it -> it.levels(2));
            calls.put(" levels[2].id at offset=53: " + text + "80 at index=0", AllView::getLevels);
            calls.forEach((reason, call) -> assertThrows(
                    CorruptRecordException.class,
                    "cannot read " + NAME + " at offset=8: " + reason.strip(),
                    view,
                    call));
            LevelView level = view.getLevels(2);
            struct.set(JAVA_BYTE, 44, (byte) 3);
            assertEquals(
                    "cannot read dev.verbatim.ViewFaultsTest$LevelView (4 bytes) at offset=52: side at offset=52: "
                            + ordinal + 3,
                    assertThrowsExactly(CorruptRecordException.class, level::side)
                            .getMessage());
            assertEquals(
                    "AtomicView[id=0, counts=[0, 0], side=ordinal 2, sides=[BUY, ordinal -1], name=not UTF-8,"
                            + " best=[side=ordinal 7, id=], levels=[[side=BUY, id=], [side=BUY, id=], [side=ordinal 3,"
                            + " id=not UTF-8]]]",
                    view.toString());
        }
    }

    @Test
    void aClassWithoutConstructorCannotBeRead() {
        AtomicView view = AtomicView.VIEWS.allocate(Arena.ofAuto());

        assertThrows(
                UnsupportedOperationException.class,
                "cannot read a new dev.verbatim.ViewFaultsTest$NoConstructor: it has no accessible no-argument"
                        + " constructor; read into an object that holds one already, add a constructor, or declare one"
                        + " whose parameters are its fields by Conversions.withConstructor",
                view,
                AllView::getBest);
    }

    @Test
    void whatARecordsOwnConstructorThrowsPasses() {
        interface PickyView extends StructView {
            Picky best();

            Picky levels(int index);
        }
        PickyView view =
                ViewFactory.of(lookup(), PickyView.class, AllView.LAYOUT).allocate(Arena.ofAuto());
        for (RuntimeException own : List.of(
                new IllegalArgumentException("own"),
                new IndexOutOfBoundsException("own"),
                new IllegalStateException("own"),
                new NullPointerException("own"),
                new WrongThreadException("own"))) {
            Picky.own = () -> own;
            assertSame(own, assertThrowsExactly(own.getClass(), view::best));
            assertSame(own, assertThrowsExactly(own.getClass(), () -> view.levels(1)));
        }
    }
}
