package dev.verbatim;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.TutorialTest.Quote;
import dev.verbatim.VarTutorialTest.Level;
import dev.verbatim.VarTutorialTest.Order;
import java.lang.foreign.Arena;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The snippets of views in the documentation: they are regions here, and do what the text there says. */
class ViewTutorialTest {

    // @start region="view"
    interface QuoteView extends StructView {
        ViewFactory<QuoteView> VIEWS = ViewFactory.of(lookup(), QuoteView.class, Quote.LAYOUT);

        long id();

        void id(long id);

        double bid();

        void bid(double bid);

        long getAndAddId(long delta); // the prefixes are the access modes of VarHandle

        boolean compareAndSetBid(double expected, double bid);
    }

    static void raiseBids(MemorySegment quotes, double by) {
        QuoteView quote = QuoteView.VIEWS.wrap(quotes, 0); // the only object that is allocated
        for (long offset = 0; offset < quotes.byteSize(); offset += QuoteView.VIEWS.byteSize()) {
            quote.wrap(quotes, offset);
            quote.bid(quote.bid() + by); // written to the segment
        }
    }
    // @end

    @Test
    void aViewReadsAndWritesTheSegmentItself() {
        try (Arena arena = Arena.ofConfined()) {
            QuoteView quote = QuoteView.VIEWS.allocate(arena);
            quote.id(7);
            quote.bid(187.23);

            assertEquals(7, quote.getAndAddId(1));
            assertTrue(quote.compareAndSetBid(187.23, 187.24));
            assertFalse(quote.compareAndSetBid(187.23, 187.25));
            assertEquals(8, quote.segment().get(JAVA_LONG, 0));
            assertEquals(187.24, quote.segment().get(JAVA_DOUBLE, 8));
            assertEquals(new Quote(8, 187.24, 0), Quote.CODEC.read(quote.segment(), 0));
        }
    }

    @Test
    void aViewIsWrappedOverOneStructAfterAnother() {
        MemorySegment segment = MemorySegment.ofArray(new long[9]);
        for (int i = 0; i < 3; i++) {
            Quote.CODEC.writeAtIndex(new Quote(i, 10 * i, 1), segment, i);
        }

        raiseBids(segment, 0.5);

        assertEquals(
                List.of(new Quote(0, 0.5, 1), new Quote(1, 10.5, 1), new Quote(2, 20.5, 1)), Quote.CODEC.list(segment));
    }

    // @start region="behind"
    interface FrameView extends StructView {
        ViewFactory<FrameView> VIEWS = ViewFactory.of(
                lookup(),
                FrameView.class,
                MemoryLayout.structLayout(JAVA_INT.withName("length"), JAVA_INT.withName("session")));

        int length();

        int session();

        default MemorySegment payload() {
            long header = layout().byteSize();
            return segment().asSlice(offset() + header, length() - header);
        }
    }
    // @end

    @Test
    void aDefaultMethodShowsWhatLiesBehindTheMembers() {
        MemorySegment segment = Arena.ofAuto().allocate(32, 4);
        segment.set(JAVA_INT, 8, 13);
        segment.set(JAVA_BYTE, 16, (byte) 1);
        segment.set(JAVA_BYTE, 20, (byte) 5);
        FrameView frame = FrameView.VIEWS.wrap(segment, 8);
        assertArrayEquals(new byte[] {1, 0, 0, 0, 5}, frame.payload().toArray(JAVA_BYTE));
        segment.set(JAVA_INT, 8, 25);
        assertThrows(IndexOutOfBoundsException.class, frame::payload);
    }

    @Test
    void structsAreMovedByViewsAndSortedByACodec() {
        MemorySegment quotes = MemorySegment.ofArray(new long[9]);
        for (int i = 0; i < 3; i++) {
            Quote.CODEC.writeAtIndex(new Quote(i, i, 1), quotes, i);
        }

        // @start region="move"
        StructList<QuoteView> views = QuoteView.VIEWS.list(quotes);
        views.get(0).copyFrom(views.get(views.count() - 1)); // the last one takes the place of one that is gone
        MemorySegment left = quotes.asSlice(0, quotes.byteSize() - QuoteView.VIEWS.byteSize());
        Quote.CODEC.list(left).sort(Comparator.comparingDouble(Quote::bid));
        // @end

        assertEquals(List.of(new Quote(1, 1, 1), new Quote(2, 2, 1)), Quote.CODEC.list(left));
        assertEquals(
                "a list of views is changed through its views, as by get(index).copyFrom(view); to sort or to swap,"
                        + " use the list of a codec",
                assertThrows(
                                UnsupportedOperationException.class,
                                () -> views.sort(Comparator.comparingDouble(QuoteView::bid)))
                        .getMessage());
    }

    // @start region="tail"
    interface LevelView extends StructView {
        double price();

        int quantity();
    }

    interface OrderView extends StructView {
        ViewFactory<OrderView> VIEWS = ViewFactory.of(lookup(), OrderView.class, Order.LAYOUT);

        long id();

        CharSequence note(); // text where it lies, null for null

        int levelsCount(); // -1 for null

        LevelView levels(int index);
    }

    static long totalQuantity(OrderView order) {
        long total = 0;
        for (int i = 0; i < order.levelsCount(); i++) {
            total += order.levels(i).quantity();
        }
        return total;
    }
    // @end

    @Test
    void aViewShowsTheTailInPlace() {
        MemorySegment segment = MemorySegment.ofArray(new long[100]);
        Order.CODEC.write(new Order(7, "today", List.of(new Level(187.23, 100), new Level(187.22, 50))), segment, 0);

        OrderView order = OrderView.VIEWS.wrap(segment, 0);

        assertEquals(7, order.id());
        assertEquals("today", order.note().toString());
        assertEquals(187.22, order.levels(1).price());
        assertEquals(150, totalQuantity(order));
    }
}
