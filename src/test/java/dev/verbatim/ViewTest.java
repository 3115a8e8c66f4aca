package dev.verbatim;

import static java.lang.foreign.MemoryLayout.paddingLayout;
import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.MemoryLayout.structLayout;
import static java.lang.foreign.ValueLayout.JAVA_BOOLEAN;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.samples.SegmentKind;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The accessors of views, by example. */
class ViewTest {

    enum Side {
        BUY,
        SELL
    }

    record Price(long mantissa, int exponent) {
        static final StructLayout LAYOUT =
                structLayout(JAVA_LONG.withName("mantissa"), JAVA_INT.withName("exponent"), paddingLayout(4));
    }

    interface LevelView extends StructView {
        StructLayout LAYOUT = structLayout(JAVA_DOUBLE.withName("price"), JAVA_INT.withName("size"), paddingLayout(4));

        double price();

        void price(double price);

        int getSize();

        LevelView setSize(int size);
    }

    interface OrderView extends StructView {
        StructLayout LAYOUT = structLayout(
                        JAVA_LONG.withName("id"),
                        Price.LAYOUT.withName("limit"),
                        JAVA_BYTE.withName("side"),
                        JAVA_BOOLEAN.withName("active"),
                        sequenceLayout(6, JAVA_BYTE).withName("symbol"),
                        sequenceLayout(4, JAVA_LONG).withName("counts"),
                        LevelView.LAYOUT.withName("best"),
                        sequenceLayout(3, LevelView.LAYOUT).withName("levels"))
                .withName("order");
        ViewFactory<OrderView> VIEWS = ViewFactory.of(lookup(), OrderView.class, LAYOUT);

        long id();

        OrderView id(long id);

        long getAndAddId(long delta);

        boolean compareAndSetId(long expected, long id);

        long getVolatileId();

        void setReleaseId(long id);

        Price limit();

        void limit(Price limit);

        Side side();

        void setSide(Side side);

        boolean isActive();

        void setActive(boolean active);

        String symbol();

        OrderView symbol(CharSequence symbol);

        StringBuilder getSymbol(StringBuilder target);

        boolean isSymbol(CharSequence other);

        long[] counts();

        void counts(long[] counts);

        long counts(int index);

        void counts(long index, long count);

        long getAndAddCounts(int index, long delta);

        LevelView best();

        void best(LevelView best);

        LevelView levels(int index);

        default double spread() {
            return levels(1).price() - best().price();
        }
    }

    @ParameterizedTest
    @EnumSource
    void plainAccessorsWorkAtAnyOffsetOfAnySegment(SegmentKind kind) {
        interface PlainView extends StructView {
            long id();

            PlainView id(long id);

            Price limit();

            void limit(Price limit);

            Side side();

            void setSide(Side side);

            boolean isActive();

            void setActive(boolean active);

            String symbol();

            PlainView symbol(CharSequence symbol);

            StringBuilder getSymbol(StringBuilder target);

            boolean isSymbol(CharSequence other);

            long[] counts();

            void counts(long[] counts);

            long counts(int index);

            void counts(long index, long count);

            LevelView levels(int index);
        }
        ViewFactory<PlainView> views = ViewFactory.of(lookup(), PlainView.class, OrderView.LAYOUT);
        try (Arena arena = Arena.ofConfined()) {
            PlainView view = views.wrap(kind.allocate((int) views.byteSize() + 3, arena), 3);

            assertSame(view, view.id(7).symbol("ESü1"));
            view.limit(new Price(8, 9));
            view.setSide(Side.SELL);
            view.setActive(true);
            view.counts(new long[] {1, 2, 3, 4});
            view.counts(2L, -3);
            view.levels(2).price(1.5);

            assertEquals(7, view.id());
            assertEquals(new Price(8, 9), view.limit());
            assertEquals(Side.SELL, view.side());
            assertTrue(view.isActive());
            assertEquals("ESü1", view.symbol());
            assertEquals(
                    "symbol ESü1", view.getSymbol(new StringBuilder("symbol ")).toString());
            assertTrue(view.isSymbol("ESü1"));
            assertFalse(view.isSymbol("ESü"));
            assertFalse(view.isSymbol("ESü12"));
            assertArrayEquals(new long[] {1, 2, -3, 4}, view.counts());
            assertEquals(-3, view.counts(2));
            assertEquals(1.5, view.levels(2).price());
            assertEquals(0, view.levels(1).price());
        }
    }

    @Test
    void atomicAccessorsHaveTheModesOfVarHandle() {
        OrderView view = OrderView.VIEWS.allocate(Arena.ofAuto());

        assertEquals(0, view.getAndAddId(5));
        assertEquals(5, view.getVolatileId());
        assertTrue(view.compareAndSetId(5, 6));
        assertFalse(view.compareAndSetId(5, 7));
        view.setReleaseId(8);
        assertEquals(8, view.id());
        assertEquals(0, view.getAndAddCounts(3, 9));
        assertEquals(9, view.counts(3));
    }

    @Test
    void aNestedViewIsThePlaceItself() {
        OrderView view = OrderView.VIEWS.allocate(Arena.ofAuto());
        LevelView best = view.best();
        best.setSize(3).price(2.5);
        view.levels(1).price(4.5);

        assertSame(best, view.best());
        assertEquals(2.5, view.best().price());
        assertEquals(2.0, view.spread());
        assertSame(view.levels(0), view.levels(1));
        view.best(view.levels(1));
        assertEquals(4.5, best.price());
        assertEquals(0, best.getSize());
    }

    @Test
    void toStringShowsTheFields() {
        OrderView view = OrderView.VIEWS.allocate(Arena.ofAuto());
        view.id(1).symbol("ESH1");
        view.setSide(Side.SELL);

        assertEquals(
                "OrderView[id=1, limit=[mantissa=0, exponent=0], side=SELL, active=false, symbol=ESH1, counts=[0, 0,"
                    + " 0, 0], best=[price=0.0, size=0], levels=[[price=0.0, size=0], [price=0.0, size=0], [price=0.0,"
                    + " size=0]]]",
                view.toString());
    }

    @Test
    @SuppressWarnings("unused") // the accessors are there for toString
    void ofAnAccessorOfTheWholeAndOneOfElementsToStringShowsTheWhole() {
        interface SidesView extends StructView {
            byte[] bids();

            Side getBids(int index);

            Side asks(int index);

            byte[] getAsks();

            Side rest(int index);
        }
        StructLayout layout = structLayout(
                sequenceLayout(2, JAVA_BYTE).withName("bids"),
                sequenceLayout(2, JAVA_BYTE).withName("asks"),
                sequenceLayout(2, JAVA_BYTE).withName("rest"));
        MemorySegment segment = MemorySegment.ofArray(new byte[] {0, 1, 1, 0, 1, 1});

        SidesView view = ViewFactory.of(lookup(), SidesView.class, layout).wrap(segment, 0);

        assertEquals("SidesView[bids=[0, 1], asks=[1, 0], rest=[SELL, SELL]]", view.toString());
    }

    @Test
    void aListOfViewsIsTheSegment() {
        MemorySegment segment = Arena.ofAuto().allocate(OrderView.VIEWS.byteSize() * 5, 8);
        StructList<OrderView> list = OrderView.VIEWS.list(segment);
        for (int i = 0; i < 5; i++) {
            list.get(i).id(i);
        }

        assertEquals(5, list.count());
        assertEquals(
                List.of(0L, 1L, 2L, 3L, 4L), list.stream().map(OrderView::id).toList());
        assertEquals(10, list.parallelStream().mapToLong(OrderView::id).sum());
        List<OrderView> seen = new ArrayList<>();
        List<Long> ids = new ArrayList<>();
        list.forEach(view -> {
            seen.add(view);
            ids.add(view.id());
        });
        assertEquals(List.of(0L, 1L, 2L, 3L, 4L), ids);
        assertSame(seen.get(0), seen.get(4));
        assertNotSame(list.get(0), list.get(0));
    }
}
