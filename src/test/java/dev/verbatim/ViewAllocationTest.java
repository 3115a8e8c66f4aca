package dev.verbatim;

import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.MemoryLayout.structLayout;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.verbatim.samples.SegmentKind;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.management.ManagementFactory;
import java.util.function.Consumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** That views allocate nothing where they promise it: by what the JVM counts for the thread, to the byte. */
class ViewAllocationTest {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    enum Side {
        BUY,
        SELL
    }

    interface LevelView extends StructView {
        double price();

        void price(double price);
    }

    interface BookView extends StructView {
        StructLayout LEVEL = structLayout(JAVA_DOUBLE.withName("price"));
        StructLayout LAYOUT = structLayout(
                JAVA_LONG.withName("id"),
                sequenceLayout(4, JAVA_LONG).withName("counts"),
                LEVEL.withName("best"),
                sequenceLayout(3, LEVEL).withName("levels"),
                sequenceLayout(10, JAVA_BYTE).withName("name"),
                JAVA_BYTE.withName("side"),
                sequenceLayout(5, JAVA_BYTE).withName("sides"));
        ViewFactory<BookView> VIEWS = ViewFactory.of(lookup(), BookView.class, LAYOUT);

        long id();

        BookView id(long id);

        long counts(int index);

        void counts(long index, long count);

        long[] counts();

        LevelView best();

        void best(LevelView best);

        LevelView levels(int index);

        void setName(CharSequence name);

        StringBuilder name(StringBuilder target);

        boolean isName(CharSequence name);

        Side side();

        void side(Side side);

        Side sides(int index);

        void sides(int index, Side side);
    }

    interface CounterView extends BookView {
        ViewFactory<CounterView> VIEWS = ViewFactory.of(lookup(), CounterView.class, LAYOUT);

        long getAndAddId(long delta);

        boolean compareAndSetId(long expected, long id);

        long getVolatileCounts(long index);
    }

    private static final int CALLS = 1_000;

    /** Where results go, so that no call is for nothing. */
    static long sum;

    static Object kept;

    /**
     * What the thread allocates in many calls: the least of several times, as what is linked or compiled on the way
     * counts too. What allocates at each call does so every time.
     */
    private static long allocated(Runnable call) {
        long least = Long.MAX_VALUE;
        for (int round = 0; round < 50 && least > 0; round++) {
            long before = THREADS.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < CALLS; i++) {
                call.run();
            }
            least = Math.min(least, THREADS.getCurrentThreadAllocatedBytes() - before);
        }
        return least;
    }

    private static void assertAllocatesNothing(String what, Runnable call) {
        assertEquals(0, allocated(call), what);
    }

    private static final int COUNT = 100;

    private static MemorySegment segment(SegmentKind kind, Arena arena) {
        return kind.allocate(COUNT * (int) BookView.VIEWS.byteSize(), arena);
    }

    @ParameterizedTest
    @EnumSource
    void accessorsOfValuesAllocateNothing(SegmentKind kind) {
        try (Arena arena = Arena.ofConfined()) {
            BookView view = BookView.VIEWS.wrap(segment(kind, arena), 0);
            BookView other = BookView.VIEWS.wrap(view.segment(), view.layout().byteSize());

            assertAllocatesNothing(
                    "wrap",
                    () -> view.wrap(
                            view.segment(), view.offset() == 0 ? view.layout().byteSize() : 0));
            assertAllocatesNothing("get", () -> sum += view.id());
            assertAllocatesNothing("set", () -> view.id(3).id(4));
            assertAllocatesNothing("get by index", () -> sum += view.counts(3));
            assertAllocatesNothing("set by index", () -> view.counts(2, 5));
            assertAllocatesNothing("get an enum", () -> kept = view.side());
            assertAllocatesNothing("set an enum", () -> view.side(Side.SELL));
            assertAllocatesNothing("get an enum by index", () -> kept = view.sides(4));
            assertAllocatesNothing("set an enum by index", () -> view.sides(3, Side.SELL));
            assertAllocatesNothing("copyFrom", () -> view.copyFrom(other));

            assertTrue(allocated(() -> kept = view.counts()) > CALLS * 4L * Long.BYTES, "an array does allocate");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"HEAP_LONGS", "NATIVE", "MAPPED"})
    void accessorsWithAnAccessModeAllocateNothing(SegmentKind kind) {
        try (Arena arena = Arena.ofConfined()) {
            CounterView view = CounterView.VIEWS.wrap(segment(kind, arena), 0);

            assertAllocatesNothing(
                    "wrap",
                    () -> view.wrap(
                            view.segment(), view.offset() == 0 ? view.layout().byteSize() : 0));
            assertAllocatesNothing("getAndAdd", () -> sum += view.getAndAddId(2));
            assertAllocatesNothing("compareAndSet", () -> view.compareAndSetId(sum, 2));
            assertAllocatesNothing("getVolatile by index", () -> sum += view.getVolatileCounts(3));
        }
    }

    @ParameterizedTest
    @EnumSource
    void nestedViewsAllocateNothing(SegmentKind kind) {
        try (Arena arena = Arena.ofConfined()) {
            BookView view = BookView.VIEWS.wrap(segment(kind, arena), 0);

            assertAllocatesNothing("get", () -> kept = view.best());
            assertAllocatesNothing(
                    "get by index", () -> view.levels(2).price(view.levels(1).price()));
            assertAllocatesNothing("set", () -> view.best(view.levels(1)));
        }
    }

    @ParameterizedTest
    @EnumSource
    void textThatIsNoStringAllocatesNothing(SegmentKind kind) {
        try (Arena arena = Arena.ofConfined()) {
            BookView view = BookView.VIEWS.wrap(segment(kind, arena), 0);
            StringBuilder builder = new StringBuilder(20);
            for (String text : new String[] {"abcdefghij", "aü€😀"}) {
                view.setName(text);
                assertAllocatesNothing("append " + text, () -> {
                    builder.setLength(0);
                    view.name(builder);
                });
                assertEquals(text, builder.toString());
                assertAllocatesNothing("compare with " + text, () -> sum += view.isName(builder) ? 1 : 0);
                assertTrue(view.isName(builder));
            }
            builder.setLength(0);
            builder.append("ascii");
            assertAllocatesNothing("set", () -> view.setName(builder));
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatLiesInATailIsReadInPlace(SegmentKind kind) {
        try (Arena arena = Arena.ofConfined()) {
            TailOrder.View view = TailOrder.VIEWS.wrap(TailOrder.written(kind, arena, TailOrder.example(), 1), 1);
            StringBuilder builder = new StringBuilder(40);

            assertAllocatesNothing("wrap", () -> view.wrap(view.segment(), 1));
            assertAllocatesNothing("get an element", () -> sum += view.values(2) + view.codes(1) + view.raw(0));
            assertAllocatesNothing(
                    "count",
                    () -> sum += view.noteCount() + view.valuesCount() + view.levelsCount() + view.fillsCount());
            assertAllocatesNothing(
                    "a view of an element", () -> sum += view.levels(1).quantity());
            assertAllocatesNothing(
                    "a view of a record",
                    () -> sum += view.fills(1).id() + view.fills(0).sizes(0));
            assertAllocatesNothing("text in place", () -> {
                CharSequence text = view.getNote();
                sum += text == null ? 0 : text.length() + text.charAt(3);
            });
            assertAllocatesNothing("text in place that is not ASCII", () -> {
                CharSequence text = view.party().getName();
                sum += text == null ? 0 : text.charAt(2) + text.charAt(0);
            });
            assertAllocatesNothing("append", () -> {
                builder.setLength(0);
                view.note(builder);
            });
            assertAllocatesNothing("compare", () -> sum += view.isNote(builder) ? 1 : 0);

            assertTrue(allocated(() -> kept = view.values()) > CALLS * 3L * Long.BYTES, "an array does allocate");
        }
    }

    @ParameterizedTest
    @EnumSource
    void forEachAllocatesOneViewAtMost(SegmentKind kind) {
        try (Arena arena = Arena.ofConfined()) {
            StructList<BookView> list = BookView.VIEWS.list(segment(kind, arena));
            Consumer<BookView> action = view -> sum += view.id();
            long one =
                    allocated(() -> kept = BookView.VIEWS.wrap(list.getFirst().segment(), 0));

            long all = allocated(() -> list.forEach(action));

            assertEquals(COUNT, list.size());
            assertTrue(all <= one, () -> all + " bytes, one view each time are " + one);
        }
    }
}
