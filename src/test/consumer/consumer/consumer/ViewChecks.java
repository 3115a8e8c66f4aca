package consumer;

import static consumer.Checks.thrown;
import static java.lang.foreign.MemoryLayout.paddingLayout;
import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.MemoryLayout.structLayout;
import static java.lang.foreign.ValueLayout.JAVA_BOOLEAN;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;

import consumer.base.Gauge;
import consumer.views.BookView;
import consumer.views.Doors;
import consumer.views.LeakyView;
import consumer.views.Level;
import consumer.views.LevelView;
import dev.verbatim.LayoutMismatchException;
import dev.verbatim.StructList;
import dev.verbatim.StructView;
import dev.verbatim.ViewFactory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.util.Arrays;
import java.util.List;

/** Views: every kind of accessor of a private interface, views of other packages and modules, and what is refused. */
final class ViewChecks {

    /** On the class path all classes are of one module, and what needs a module's border is allowed. */
    private static final boolean MODULAR = ViewChecks.class.getModule().isNamed();

    static final StructLayout LEVEL =
            structLayout(JAVA_DOUBLE.withName("price"), JAVA_BYTE.withName("side"), paddingLayout(7));

    /** A multiple of 8 bytes. */
    static final StructLayout ORDER = structLayout(
                    JAVA_LONG.withName("id"),
                    JAVA_INT.withName("size"),
                    JAVA_BYTE.withName("side"),
                    JAVA_BOOLEAN.withName("open"),
                    sequenceLayout(10, JAVA_BYTE).withName("name"),
                    sequenceLayout(4, JAVA_LONG).withName("counts"),
                    sequenceLayout(8, JAVA_BYTE).withName("sides"),
                    LEVEL.withName("best"),
                    LEVEL.withName("place"),
                    sequenceLayout(3, LEVEL).withName("levels"))
            .withName("order");

    enum Way {
        IN,
        OUT
    }

    record Depth(double price, Way side) {}

    static final class Place {
        double price;
        Way side;

        private Place() {}
    }

    interface DepthView extends StructView {
        double price();

        DepthView price(double price);

        Way side();

        void side(Way side);
    }

    /** Of the accessors that need no alignment one of each kind. */
    interface OrderView extends StructView {
        long id();

        OrderView id(long id);

        int getSize();

        void setSize(int size);

        boolean isOpen();

        StructView setOpen(boolean open);

        Way side();

        void side(Way side);

        String name();

        void name(CharSequence name);

        void getName(StringBuilder target);

        boolean isName(CharSequence other);

        long[] counts();

        void counts(long[] counts);

        long counts(int index);

        void counts(long index, long count);

        Way sides(long index);

        OrderView sides(int index, Way side);

        Depth best();

        void best(Depth best);

        DepthView getBest();

        void setBest(DepthView best);

        Place place();

        OrderView place(Place place);

        Depth levels(int index);

        void levels(int index, Depth level);

        Depth[] levels();

        void levels(Depth[] levels);

        List<Depth> getLevels();

        void setLevels(List<Depth> levels);

        DepthView getLevels(int index);

        void setLevels(int index, DepthView level);

        default String title() {
            return name() + "#" + id();
        }
    }

    private interface AtomicView extends StructView {
        long getAndAddId(long delta);

        long getVolatileId();

        void setReleaseId(long id);

        boolean compareAndSetSize(int expected, int size);

        long getAndBitwiseOrCounts(int index, long mask);
    }

    private ViewChecks() {}

    static void run() {
        for (Kind kind : Kind.values()) {
            everyAccessor(kind);
            if (kind != Kind.BYTES && kind != Kind.INTS) {
                atomicAccessors(kind);
            }
            lists(kind);
        }
        whereAViewIsMade();
        aViewOfAnotherPackage();
        aViewOfAnotherModule();
        whatAnotherModuleDoesNotExport();
        refusals();
        ViewFaultChecks.run();
        ViewTailChecks.run();
    }

    static final ViewFactory<OrderView> ORDERS = ViewFactory.of(lookup(), OrderView.class, ORDER);

    private static void everyAccessor(Kind kind) {
        try (Arena arena = Arena.ofConfined()) {
            OrderView view = ORDERS.wrap(kind.allocate(arena, ORDERS.byteSize() + 3), 3);
            Depth out = new Depth(2.5, Way.OUT);
            Depth in = new Depth(1.5, Way.IN);
            Place place = new Place();
            place.price = 4.5;
            place.side = Way.OUT;
            StringBuilder name = new StringBuilder(">");
            Checks.that(kind + " setters return the view", view.id(7) == view && view.setOpen(true) == view);
            view.setSize(8);
            view.side(Way.OUT);
            view.name(new StringBuilder("nämé"));
            view.getName(name);
            view.counts(new long[] {1, 2, 3, 4});
            view.counts(2L, -3);
            view.sides(5, Way.OUT);
            view.best(out);
            view.place(place);
            view.levels(new Depth[] {in, out, in});
            view.levels(2, out);
            view.setLevels(0, view.getLevels(1));
            view.getLevels(1).price(9.5).side(Way.IN);
            Checks.equal(kind + " long", 7L, view.id());
            Checks.equal(kind + " int", 8, view.getSize());
            Checks.equal(kind + " boolean", true, view.isOpen());
            Checks.equal(kind + " enum", Way.OUT, view.side());
            Checks.equal(kind + " text", "nämé", view.name());
            Checks.equal(kind + " appended text", ">nämé", name.toString());
            Checks.that(kind + " compared text", view.isName("nämé") && !view.isName("name"));
            Checks.that(kind + " array", Arrays.equals(new long[] {1, 2, -3, 4}, view.counts()));
            Checks.equal(kind + " element", -3L, view.counts(2));
            Checks.equal(kind + " enum element", List.of(Way.OUT, Way.IN), List.of(view.sides(5), view.sides(4)));
            Checks.equal(kind + " record", out, view.best());
            Checks.equal(kind + " nested view", 2.5, view.getBest().price());
            Checks.equal(kind + " class", 4.5, view.place().price);
            Checks.equal(kind + " element of records", new Depth(9.5, Way.IN), view.levels(1));
            Checks.equal(kind + " array of records", List.of(out, new Depth(9.5, Way.IN), out), List.of(view.levels()));
            Checks.equal(kind + " list of records", List.of(view.levels()), view.getLevels());
            view.setBest(view.getLevels(1));
            view.setLevels(List.of(in, in, in));
            Checks.equal(kind + " set view", new Depth(9.5, Way.IN), view.best());
            Checks.equal(kind + " set list", in, view.levels(2));
            Checks.equal(kind + " default method", "nämé#7", view.title());
            Checks.that(
                    kind + " toString: " + view,
                    view.toString().startsWith("OrderView[id=7, size=8, side=OUT, open=true"));
            OrderView copy = ORDERS.allocate(arena);
            copy.copyFrom(view);
            Checks.equal(kind + " copyFrom", view.toString(), copy.toString());
        }
    }

    private static void atomicAccessors(Kind kind) {
        ViewFactory<AtomicView> views = ViewFactory.of(lookup(), AtomicView.class, ORDER);
        try (Arena arena = Arena.ofConfined()) {
            AtomicView view = views.wrap(kind.allocate(arena, views.byteSize() + 8), 8);
            Checks.equal(kind + " getAndAdd", 0L, view.getAndAddId(5));
            Checks.equal(kind + " getVolatile", 5L, view.getVolatileId());
            view.setReleaseId(6);
            Checks.equal(kind + " setRelease", 6L, view.getVolatileId());
            Checks.that(kind + " compareAndSet", view.compareAndSetSize(0, 1) && !view.compareAndSetSize(0, 1));
            Checks.equal(kind + " getAndBitwiseOr", 0L, view.getAndBitwiseOrCounts(3, 6));
            Checks.equal(kind + " what it wrote", 6L, view.getAndBitwiseOrCounts(3, 0));
        }
    }

    private static void lists(Kind kind) {
        try (Arena arena = Arena.ofShared()) {
            StructList<OrderView> list = ORDERS.list(kind.allocate(arena, 10 * ORDERS.byteSize()));
            for (int i = 0; i < 10; i++) {
                list.get(i).id(i);
            }
            long[] sum = {0};
            list.forEach(view -> sum[0] += view.id());
            Checks.equal(kind + " forEach", 45L, sum[0]);
            Checks.equal(
                    kind + " stream",
                    45L,
                    list.stream().mapToLong(OrderView::id).sum());
            Checks.equal(
                    kind + " parallelStream",
                    45L,
                    list.parallelStream().mapToLong(OrderView::id).sum());
        }
    }

    private static void whereAViewIsMade() {
        OrderView view = ORDERS.allocate(Arena.ofAuto());
        Checks.equal(
                "the generated class's module",
                ViewChecks.class.getModule(),
                view.getClass().getModule());
        Checks.that("the generated class is a nestmate", view.getClass().isNestmateOf(OrderView.class));
        Checks.equal("type()", OrderView.class, ORDERS.type());
        Checks.equal("layout()", ORDER, view.layout());
        Checks.equal(
                "toString()",
                "consumer.ViewChecks$OrderView (layout order, " + ORDER.byteSize() + " bytes)",
                ORDERS.toString());
    }

    private static void aViewOfAnotherPackage() {
        interface PanelView extends StructView {
            Gauge.View gauge();
        }
        StructLayout gauge = structLayout(
                JAVA_INT.withName("unit"),
                paddingLayout(4),
                structLayout(JAVA_LONG.withName("at")).withName("mark"));
        PanelView view = ViewFactory.of(lookup(), PanelView.class, structLayout(gauge.withName("gauge")))
                .allocate(Arena.ofAuto());
        Checks.equal(
                "a nested view of another package",
                "BAR Mark[at=7]",
                view.gauge().text());
        Checks.that("it is made there", view.gauge().getClass().isNestmateOf(Gauge.class));
    }

    private static void aViewOfAnotherModule() {
        StructLayout book = structLayout(
                JAVA_LONG.withName("id"),
                LEVEL.withName("best"),
                sequenceLayout(2, LEVEL).withName("levels"));
        ViewFactory<BookView> views = ViewFactory.of(lookup(), BookView.class, book);
        MemorySegment segment = MemorySegment.ofArray(new long[(int) views.byteSize() / 8 + 1]);
        BookView view = views.wrap(segment, 0);
        Checks.equal(
                "it is made here", ViewChecks.class.getModule(), view.getClass().getModule());
        Checks.that("a generic setter returns the view", view.id(3) == view);
        Checks.equal("a generic accessor", 3L, view.id());
        Checks.that("a nested view's accessor", view.best().price(1.5).compareAndSetPrice(1.5, 2.5));
        view.best().side(consumer.views.Side.SELL);
        view.setLevels(1, new Level(4.5, consumer.views.Side.SELL));
        Checks.equal("a record", new Level(4.5, consumer.views.Side.SELL), view.getLevels(1));
        Checks.equal("an array of records", 4.5, view.levels()[1].price());
        Checks.equal("a default method", 2.0, view.spread());
        Class<IllegalArgumentException> misaligned = IllegalArgumentException.class;
        thrown(
                "a wrap that is not aligned",
                misaligned,
                () -> view.wrap(segment, 1),
                BookView.class.getName(),
                "alignment=8");
        LevelView level = ViewFactory.of(lookup(), LevelView.class, LEVEL).allocate(Arena.ofAuto());
        level.copyFrom(view.levels(1));
        Checks.equal("copyFrom", 4.5, level.price());
        ViewFactory<LevelView> byTheirLookup = ViewFactory.of(Doors.lookup(), LevelView.class, LEVEL);
        Checks.equal(
                "by a lookup of its own module it is made there",
                LevelView.class.getModule(),
                byTheirLookup.allocate(Arena.ofAuto()).getClass().getModule());
    }

    private static void whatAnotherModuleDoesNotExport() {
        StructLayout key = structLayout(JAVA_LONG.withName("key"));
        StructLayout secret = structLayout(key.withName("secret"));
        if (MODULAR) {
            thrown(
                    "an interface that is not exported",
                    LayoutMismatchException.class,
                    () -> ViewFactory.of(lookup(), Doors.secret(), key),
                    Doors.secret().getName() + ": is not accessible to consumer.ViewChecks");
            thrown(
                    "an accessor's type that is not exported",
                    LayoutMismatchException.class,
                    () -> ViewFactory.of(lookup(), LeakyView.class, secret),
                    "`Secret secret()`: consumer.views.hidden.Secret is not accessible to consumer.ViewChecks");
        } else {
            bound("an interface of another package", lookup(), Doors.secret(), key);
            bound("an accessor's type of another package", lookup(), LeakyView.class, secret);
        }
        bound("an interface that is not exported, by a lookup of its own module", Doors.lookup(), Doors.secret(), key);
        bound(
                "an accessor's type that is not exported, by a lookup of its own module",
                Doors.lookup(),
                LeakyView.class,
                secret);
    }

    private static void bound(String what, Lookup lookup, Class<? extends StructView> type, StructLayout layout) {
        StructView view = ViewFactory.of(lookup, type, layout).allocate(Arena.ofAuto());
        Checks.that(what + ": " + view, view.toString().contains("=") && type.isInstance(view));
    }

    private interface WrongView extends StructView {
        int id();

        long missing();

        boolean compareAndSetSide(byte expected, byte side);
    }

    private static final class Careless {
        private static final ViewFactory<WrongView> VIEWS = ViewFactory.of(lookup(), WrongView.class, ORDER);
    }

    private static void refusals() {
        Throwable fault =
                thrown("a static initialiser", ExceptionInInitializerError.class, () -> Careless.VIEWS.byteSize());
        thrown(
                "its cause",
                LayoutMismatchException.class,
                () -> {
                    throw fault.getCause();
                },
                WrongView.class.getName() + " to the layout order: 3 mismatches",
                "`int id()`: ",
                "`long missing()`: ",
                "`boolean compareAndSetSide(byte, byte)`: VarHandle has no compareAndSet for a byte");
        Lookup dropped = lookup().dropLookupMode(Lookup.PRIVATE);
        for (Lookup lookup : List.of(MethodHandles.publicLookup(), dropped)) {
            thrown(
                    "a lookup without privilege",
                    LayoutMismatchException.class,
                    () -> ViewFactory.of(lookup, DepthView.class, LEVEL),
                    "no full privilege access");
        }
    }
}
