package dev.verbatim;

import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.MemoryLayout.structLayout;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;
import static java.lang.invoke.MethodHandles.lookup;
import static java.nio.ByteOrder.BIG_ENDIAN;
import static java.nio.ByteOrder.LITTLE_ENDIAN;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.samples.SegmentKind;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Enums, and nested structs as records, as classes and as views, alone and in sequences. */
class ViewStructsTest {

    private static final ValueLayout SHORT_BE = JAVA_SHORT_UNALIGNED.withOrder(BIG_ENDIAN);
    private static final ValueLayout INT_LE = JAVA_INT_UNALIGNED.withOrder(LITTLE_ENDIAN);
    private static final ValueLayout LONG_BE = JAVA_LONG_UNALIGNED.withOrder(BIG_ENDIAN);

    enum Side {
        BUY,
        SELL
    }

    /** A level as a record; its layout has no padding, so everything behind it lies at odd offsets. */
    record Level(short size, Side side, String id) {
        static final StructLayout LAYOUT = structLayout(
                SHORT_BE.withName("size"),
                JAVA_BYTE.withName("side"),
                sequenceLayout(4, JAVA_BYTE).withName("id"));
    }

    static final StructLayout BOOK = structLayout(
                    JAVA_BYTE.withName("kind"),
                    LONG_BE.withName("session"),
                    Level.LAYOUT.withName("best"),
                    Point.LAYOUT.withName("origin"),
                    sequenceLayout(3, Level.LAYOUT).withName("levels"),
                    sequenceLayout(2, Point.LAYOUT).withName("path"),
                    sequenceLayout(3, JAVA_BYTE).withName("sides"),
                    sequenceLayout(2, INT_LE).withName("wideSides"))
            .withName("book");

    /** Structs as objects, which are made at each call. */
    interface ObjectsView extends StructView {
        Side kind();

        void setKind(Side kind);

        Side getSession();

        ObjectsView session(Side session);

        Level best();

        void best(Level best);

        Point getOrigin();

        ObjectsView setOrigin(Point origin);

        Level levels(int index);

        void levels(long index, Level level);

        Level[] levels();

        void levels(Level[] levels);

        List<Level> getLevels();

        void setLevels(List<Level> levels);

        Point path(long index);

        ObjectsView path(int index, Point point);

        Point[] path();

        void setPath(Point[] path);

        List<Point> getPath();

        void path(List<Point> path);

        Side sides(int index);

        void sides(int index, Side side);

        Side getWideSides(long index);

        ObjectsView setWideSides(long index, Side side);
    }

    @ParameterizedTest
    @EnumSource
    void objectsAreReadAndWrittenInPlace(SegmentKind kind) {
        ViewFactory<ObjectsView> views = ViewFactory.of(lookup(), ObjectsView.class, BOOK);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment segment = kind.allocate(3 + (int) views.byteSize() + 1, arena);
            segment.fill((byte) 0x5A);
            ObjectsView view = views.wrap(segment, 3);
            Level best = new Level((short) 0x0102, Side.SELL, "ab");
            Level[] levels = {
                new Level((short) 1, Side.BUY, "a"),
                new Level((short) 2, Side.SELL, "bü"),
                new Level((short) 3, Side.BUY, "cccc")
            };
            Point[] path = {Point.of(1, 2), Point.of(3, 4)};

            view.setKind(Side.SELL);
            assertSame(view, view.session(Side.SELL));
            view.best(best);
            assertSame(view, view.setOrigin(Point.of(5, -1)));
            view.levels(levels);
            view.path(List.of(path));
            for (int i = 0; i < 3; i++) {
                view.sides(i, i == 1 ? Side.SELL : Side.BUY);
            }
            assertSame(view, view.setWideSides(0, Side.BUY).setWideSides(1, Side.SELL));

            assertEquals(
                    "5a5a5a" + "01" + "0000000000000001" + "0102" + "01" + "61620000" + "05000000" + "ffffffff"
                            + "0001" + "00" + "61000000" + "0002" + "01" + "62c3bc00" + "0003" + "00" + "63636363"
                            + "01000000" + "02000000" + "03000000" + "04000000" + "000100" + "00000000" + "01000000"
                            + "5a",
                    HexFormat.of().formatHex(segment.toArray(JAVA_BYTE)));
            assertEquals(Side.SELL, view.kind());
            assertEquals(Side.SELL, view.getSession());
            assertEquals(best, view.best());
            assertEquals(Point.of(5, -1), view.getOrigin());
            assertArrayEquals(levels, view.levels());
            assertEquals(List.of(levels), view.getLevels());
            assertArrayEquals(path, view.path());
            assertEquals(List.of(path), view.getPath());
            assertNotSame(view.getOrigin(), view.getOrigin());

            view.setLevels(List.of(best, best, best));
            view.levels(2L, levels[1]);
            view.levels(0L, levels[2]);
            assertEquals(List.of(levels[2], best, levels[1]), view.getLevels());
            assertEquals(levels[2], view.levels(0));
            assertEquals(best, view.levels(1));
            assertEquals(levels[1], view.levels(2));
            view.setPath(new Point[] {Point.of(6, 7), Point.of(8, 9)});
            assertSame(view, view.path(1, Point.of(-8, -9)));
            assertEquals(Point.of(6, 7), view.path(0));
            assertEquals(Point.of(-8, -9), view.path(1));
            assertEquals(List.of(Side.BUY, Side.SELL, Side.BUY), List.of(view.sides(0), view.sides(1), view.sides(2)));
            assertEquals(Side.BUY, view.getWideSides(0));
            assertEquals(Side.SELL, view.getWideSides(1));
        }
    }

    interface LevelView extends StructView {
        short size();

        LevelView size(short size);

        Side side();

        void side(Side side);

        String id();

        LevelView id(CharSequence id);

        boolean isId(CharSequence other);
    }

    interface PointView extends StructView {
        int x();

        int y();

        void x(int x);

        void y(int y);
    }

    /** The same structs as views. */
    interface BookView extends StructView {
        LevelView best();

        void best(LevelView best);

        PointView getOrigin();

        BookView setOrigin(PointView origin);

        LevelView levels(int index);

        LevelView getLevels(long index);

        void levels(int index, LevelView level);

        PointView path(long index);

        BookView path(long index, StructView point);
    }

    static final ViewFactory<BookView> BOOKS = ViewFactory.of(lookup(), BookView.class, BOOK);

    @ParameterizedTest
    @EnumSource
    void nestedViewsAreThePlacesThemselves(SegmentKind kind) {
        ViewFactory<ObjectsView> objects = ViewFactory.of(lookup(), ObjectsView.class, BOOK);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment segment = kind.allocate(3 + (int) BOOKS.byteSize(), arena);
            BookView view = BOOKS.wrap(segment, 3);
            ObjectsView object = objects.wrap(segment, 3);

            view.best().size((short) -2).id("bés").side(Side.SELL);
            view.getOrigin().x(7);
            view.getOrigin().y(8);
            view.levels(2).size((short) 3).id("c");
            view.path(1).y(9);

            assertEquals(new Level((short) -2, Side.SELL, "bés"), object.best());
            assertEquals(Point.of(7, 8), object.getOrigin());
            assertEquals(new Level((short) 3, Side.BUY, "c"), object.levels(2));
            assertEquals(Point.of(0, 9), object.path(1));
            assertTrue(view.levels(2).isId("c"));
            assertEquals(segment, view.levels(2).segment());
            assertEquals(3 + 1 + 8 + 7 + 8 + 2 * 7, view.levels(2).offset());
            assertEquals(Level.LAYOUT, view.best().layout().withoutName());
        }
    }

    @Test
    void aNestedViewIsCopiedWithItsPadding() {
        BookView view = BOOKS.allocate(Arena.ofAuto());
        view.levels(1).size((short) 5).id("abcd");

        view.best(view.levels(1));
        view.levels(2, view.best());
        assertSame(view, view.path(0, view.getOrigin()));
        view.getOrigin().x(4);
        assertSame(view, view.setOrigin(view.path(0)));

        assertEquals("abcd", view.best().id());
        assertEquals("abcd", view.getLevels(2).id());
        assertEquals(0, view.getOrigin().x());
    }

    @Test
    void eachAccessorHandsOutOneNestedView() {
        BookView view = BOOKS.allocate(Arena.ofAuto());
        LevelView zero = view.levels(0);
        LevelView byLong = view.getLevels(0);

        assertSame(zero, view.levels(1));
        assertNotSame(zero, byLong);
        assertEquals(view.levels(1).offset(), zero.offset());
        assertEquals(view.levels(0).offset(), byLong.offset());
        assertSame(view.best(), view.best());
        assertNotSame(view.best(), BOOKS.allocate(Arena.ofAuto()).best());
    }

    /** What the accessor returned for the target points to the source when copyFrom is called. */
    @Test
    void aViewIsNotCopiedToItself() {
        BookView view = BOOKS.allocate(Arena.ofAuto());
        view.levels(1).size((short) 5);

        assertEquals(
                "cannot copy to " + LevelView.class.getName() + " (layout best, " + Level.LAYOUT.byteSize()
                        + " bytes): source and target are one view, as an accessor of a nested struct returns the same"
                        + " view each time, and moves it; use the accessor that writes, as"
                        + " view.levels(i + 1, view.levels(i)), or a second view",
                assertThrows(
                                IllegalArgumentException.class,
                                () -> view.levels(2).copyFrom(view.levels(1)))
                        .getMessage());
        view.levels(2).copyFrom(view.getLevels(1)); // another accessor has another view
        assertEquals(5, view.levels(2).size());
    }

    @Test
    void aNestedViewStaysWhereItIsWhenTheOuterOneIsWrappedAnew() {
        MemorySegment segment = MemorySegment.ofArray(new byte[2 * (int) BOOKS.byteSize()]);
        BookView view = BOOKS.wrap(segment, 0);
        LevelView best = view.best();
        long offset = best.offset();

        view.wrap(segment, BOOKS.byteSize());

        assertEquals(offset, best.offset());
        assertSame(best, view.best());
        assertEquals(offset + BOOKS.byteSize(), best.offset());
    }

    @Test
    void viewsWithinViewsWithinViewsReachTheSameBytes() {
        interface PixelView extends StructView {
            PointView at();
        }
        interface RowView extends StructView {
            PixelView pixels(int index);
        }
        interface ImageView extends StructView {
            RowView rows(int index);
        }
        StructLayout pixel = structLayout(JAVA_BYTE.withName("colour"), Point.LAYOUT.withName("at"));
        StructLayout row = structLayout(sequenceLayout(2, pixel).withName("pixels"));
        StructLayout image =
                structLayout(JAVA_BYTE.withName("kind"), sequenceLayout(2, row).withName("rows"));
        int[] ints = new int[32];
        ImageView view = ViewFactory.of(lookup(), ImageView.class, image).wrap(MemorySegment.ofArray(ints), 0);

        view.rows(1).pixels(1).at().y(0x01020304);

        byte[] bytes = MemorySegment.ofArray(ints).toArray(JAVA_BYTE);
        int offset = 1 + 18 + 9 + 1 + 4;
        assertArrayEquals(new byte[] {4, 3, 2, 1}, Arrays.copyOfRange(bytes, offset, offset + 4));
    }

    @Test
    void aStructIsCopiedFromAViewOrASegment() {
        MemorySegment segment = MemorySegment.ofArray(new byte[3 * (int) BOOKS.byteSize()]);
        for (int i = 0; i < BOOKS.byteSize(); i++) {
            segment.set(JAVA_BYTE, 5 + i, (byte) (i + 1));
        }
        MemorySegment expected = segment.asSlice(5, BOOKS.byteSize());
        BookView source = BOOKS.wrap(segment, 5);
        BookView target = BOOKS.wrap(segment, segment.byteSize() - BOOKS.byteSize());

        target.copyFrom(source);
        assertEquals(-1, expected.mismatch(segment.asSlice(target.offset())));

        BookView other = BOOKS.allocate(Arena.ofAuto());
        other.copyFrom(segment, 5);
        assertEquals(-1, expected.mismatch(other.segment()));

        ObjectsView sameLayout = ViewFactory.of(lookup(), ObjectsView.class, BOOK.withName("renamed"))
                .allocate(Arena.ofAuto());
        sameLayout.copyFrom(other);
        assertEquals(-1, expected.mismatch(sameLayout.segment()));
    }
}
