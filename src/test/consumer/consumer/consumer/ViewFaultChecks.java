package consumer;

import static consumer.Checks.onAnotherThread;
import static consumer.Checks.thrown;
import static java.lang.foreign.MemoryLayout.structLayout;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;

import consumer.ViewChecks.Depth;
import consumer.ViewChecks.DepthView;
import consumer.ViewChecks.OrderView;
import consumer.ViewChecks.Way;
import dev.verbatim.CorruptRecordException;
import dev.verbatim.StructList;
import dev.verbatim.StructView;
import dev.verbatim.ViewFactory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.CharBuffer;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** What a view refuses: for every kind of accessor and segment the exception's class and what its message names. */
final class ViewFaultChecks {

    private static final String NAME = ViewChecks.ORDERS.toString();
    private static final long SIZE = ViewChecks.ORDERS.byteSize();

    /** All that OrderView has, and what needs alignment. */
    private interface FullView extends OrderView {
        long getAndAddId(long delta);

        long getVolatileId();

        boolean compareAndSetCounts(int index, long expected, long count);
    }

    private static final ViewFactory<FullView> VIEWS = ViewFactory.of(lookup(), FullView.class, ViewChecks.ORDER);
    private static final String FULL = VIEWS.toString();

    private ViewFaultChecks() {}

    static void run() {
        for (Kind kind : List.of(Kind.LONGS, Kind.NATIVE, Kind.MAPPED)) {
            wraps(kind);
            indexes(kind);
            readOnly(kind);
            closedArena(kind);
            anotherThread(kind);
            values(kind);
            bytes(kind);
        }
        unalignedHeap();
        copies();
        lists();
        ownCode();
    }

    /** A good call of each accessor by what messages call it; a name may end in blanks. */
    private static Map<String, Consumer<FullView>> calls() {
        Depth depth = new Depth(1, Way.OUT);
        DepthView source =
                ViewFactory.of(lookup(), DepthView.class, ViewChecks.LEVEL).allocate(Arena.global());
        Map<String, Consumer<FullView>> calls = new LinkedHashMap<>();
        calls.put("read id", OrderView::id);
        calls.put("write id", view -> view.id(1));
        calls.put("read open", OrderView::isOpen);
        calls.put("write open", view -> view.setOpen(true));
        calls.put("read side", OrderView::side);
        calls.put("write side", view -> view.side(Way.OUT));
        calls.put("read name", OrderView::name);
        calls.put("write name", view -> view.name("name"));
        calls.put("read name ", view -> view.getName(new StringBuilder()));
        calls.put("read name  ", view -> view.isName("name"));
        calls.put("read counts", OrderView::counts);
        calls.put("write counts", view -> view.counts(new long[4]));
        calls.put("read counts[1]", view -> view.counts(1));
        calls.put("write counts[1]", view -> view.counts(1, 2));
        calls.put("read sides[2]", view -> view.sides(2));
        calls.put("write sides[2]", view -> view.sides(2, Way.OUT));
        calls.put("read best", OrderView::best);
        calls.put("write best", view -> view.best(depth));
        calls.put("write best ", view -> view.setBest(source));
        calls.put("read place", OrderView::place);
        calls.put("read levels[2]", view -> view.levels(2));
        calls.put("write levels[2]", view -> view.levels(2, depth));
        calls.put("write levels[2] ", view -> view.setLevels(2, source));
        calls.put("read levels", OrderView::levels);
        calls.put("write levels", view -> view.levels(new Depth[] {depth, depth, depth}));
        calls.put("read levels ", OrderView::getLevels);
        calls.put("write levels ", view -> view.setLevels(List.of(depth, depth, depth)));
        calls.put("write id ", view -> view.getAndAddId(1));
        calls.put("read id ", FullView::getVolatileId);
        calls.put("write counts[3]", view -> view.compareAndSetCounts(3, 0, 1));
        return calls;
    }

    private static void wraps(Kind kind) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment segment = kind.allocate(arena, SIZE + 8);
            FullView view = VIEWS.wrap(segment, 8);
            for (long offset : new long[] {9, 16, -1, Long.MAX_VALUE, Long.MIN_VALUE}) {
                thrown(
                        kind + " wrap offset=" + offset,
                        IndexOutOfBoundsException.class,
                        () -> view.wrap(segment, offset),
                        "cannot wrap " + FULL + " at offset=" + offset + ": expected " + SIZE + " bytes",
                        "byteSize=" + (SIZE + 8));
            }
            for (long offset : new long[] {1, 2, 4, 7}) {
                thrown(
                        kind + " wrap offset=" + offset,
                        IllegalArgumentException.class,
                        () -> view.wrap(segment, offset),
                        "cannot wrap " + FULL + " at offset=" + offset + ": ",
                        "found alignment=" + Long.lowestOneBit(offset) + ";");
            }
            thrown(
                    kind + " wrap null",
                    NullPointerException.class,
                    () -> view.wrap(null, 0),
                    FULL,
                    "the segment is null");
            Checks.that(kind + " the view is where it was", view.segment() == segment && view.offset() == 8);
        }
    }

    private static void unalignedHeap() {
        thrown(
                "wrap over bytes",
                IllegalArgumentException.class,
                () -> VIEWS.wrap(MemorySegment.ofArray(new byte[(int) SIZE]), 0),
                FULL,
                "need alignment=8, found alignment=1",
                "on the heap as a long[]");
    }

    private static void indexes(Kind kind) {
        DepthView source =
                ViewFactory.of(lookup(), DepthView.class, ViewChecks.LEVEL).allocate(Arena.global());
        try (Arena arena = Arena.ofConfined()) {
            FullView view = VIEWS.wrap(kind.allocate(arena, SIZE + 8), 8);
            for (int index : new int[] {-1, 8, Integer.MAX_VALUE}) {
                outOfRange(view, "read counts", index, 3, it -> it.counts(index));
                outOfRange(view, "write counts", index, 3, it -> it.counts(index, 1));
                outOfRange(view, "write counts", index, 3, it -> it.compareAndSetCounts(index, 0, 1));
                outOfRange(view, "read sides", index, 7, it -> it.sides(index));
                outOfRange(view, "write sides", index, 7, it -> it.sides(index, Way.OUT));
                outOfRange(view, "read levels", index, 2, it -> it.levels(index));
                outOfRange(view, "write levels", index, 2, it -> it.levels(index, new Depth(1, Way.OUT)));
                outOfRange(view, "read levels", index, 2, it -> it.getLevels(index));
                outOfRange(view, "write levels", index, 2, it -> it.setLevels(index, source));
            }
            isZero(kind + " an index out of range", view.segment());
        }
    }

    private static void outOfRange(FullView view, String what, int index, int last, Consumer<FullView> call) {
        thrown(
                what + " index=" + index,
                IndexOutOfBoundsException.class,
                () -> call.accept(view),
                "cannot " + what + "[" + index + "] of " + FULL + ": expected an index from 0 to " + last);
    }

    private static void readOnly(Kind kind) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment segment = kind.allocate(arena, SIZE);
            FullView view = VIEWS.wrap(segment.asReadOnly(), 0);
            calls().forEach((name, call) -> {
                if (name.startsWith("write")) {
                    fault(
                            kind,
                            name,
                            IllegalArgumentException.class,
                            () -> call.accept(view),
                            0,
                            "the segment is read-only");
                } else {
                    call.accept(view);
                }
            });
            isZero(kind + " read-only", segment);
        }
    }

    private static void closedArena(Kind kind) {
        if (kind.isOnHeap()) {
            return;
        }
        for (Arena arena : List.of(Arena.ofConfined(), Arena.ofShared())) {
            MemorySegment segment = kind.allocate(arena, SIZE + 8);
            FullView view = VIEWS.wrap(segment, 8);
            arena.close();
            calls().forEach((name, call) -> fault(
                    kind,
                    name,
                    IllegalStateException.class,
                    () -> call.accept(view),
                    8,
                    "the segment's arena is closed"));
            thrown(
                    kind + " wrap closed",
                    IllegalStateException.class,
                    () -> view.wrap(segment, 0),
                    "cannot wrap " + FULL,
                    "the segment's arena is closed");
        }
    }

    private static void anotherThread(Kind kind) {
        if (kind.isOnHeap()) {
            return;
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment segment = kind.allocate(arena, SIZE + 8);
            FullView view = VIEWS.wrap(segment, 8);
            calls().forEach((name, call) -> fault(
                    kind,
                    name,
                    WrongThreadException.class,
                    onAnotherThread(() -> call.accept(view)),
                    8,
                    "the segment belongs to another thread than "));
            isZero(kind + " another thread", segment);
        }
    }

    private static void fault(
            Kind kind, String name, Class<? extends Throwable> type, Checks.Action action, long offset, String reason) {
        thrown(
                kind + " " + name,
                type,
                action,
                "cannot " + name.strip() + " of " + FULL + " at offset=" + offset + ": " + reason);
    }

    private static void values(Kind kind) {
        try (Arena arena = Arena.ofConfined()) {
            FullView view = VIEWS.wrap(kind.allocate(arena, SIZE + 8), 8);
            Depth depth = new Depth(1, Way.OUT);
            refused(view, NullPointerException.class, "side is null; ", it -> it.side(null));
            refused(view, NullPointerException.class, "sides[1] is null; ", it -> it.sides(1, null));
            refused(view, NullPointerException.class, "name is null; ", it -> it.name(null));
            refused(view, NullPointerException.class, "counts is null; ", it -> it.counts(null));
            refused(view, NullPointerException.class, "best is null; ", it -> it.best(null));
            refused(view, NullPointerException.class, "best is null; ", it -> it.setBest(null));
            refused(view, NullPointerException.class, "place is null; ", it -> it.place(null));
            refused(view, NullPointerException.class, "levels[1] is null; ", it -> it.levels(1, null));
            refused(view, NullPointerException.class, "levels[1] is null; ", it -> it.setLevels(1, null));
            refused(
                    view,
                    NullPointerException.class,
                    "levels[1].side is null; ",
                    it -> it.levels(1, new Depth(1, null)));
            refused(
                    view,
                    NullPointerException.class,
                    "levels[1] is null; ",
                    it -> it.setLevels(Arrays.asList(depth, null, depth)));
            refused(view, IllegalArgumentException.class, "name has 11 bytes", it -> it.name("elevenbytes"));
            refused(
                    view,
                    IllegalArgumentException.class,
                    "name has 12 bytes",
                    it -> it.name(CharBuffer.wrap("ääääää")));
            refused(
                    view,
                    IllegalArgumentException.class,
                    "name has an unpaired surrogate at index=1",
                    it -> it.name("a\uD800"));
            refused(view, IllegalArgumentException.class, "name ends in \\0", it -> it.name("a\0"));
            refused(view, IllegalArgumentException.class, "counts has length=3; ", it -> it.counts(new long[3]));
            refused(
                    view,
                    IllegalArgumentException.class,
                    "levels has length=1; ",
                    it -> it.levels(new Depth[] {depth}));
            refused(
                    view,
                    IllegalArgumentException.class,
                    "levels has length=4; ",
                    it -> it.setLevels(List.of(depth, depth, depth, depth)));
            isZero(kind + " values that cannot be stored", view.segment());
            thrown(
                    kind + " null to append to",
                    NullPointerException.class,
                    () -> view.getName(null),
                    FULL,
                    "name is null");
            thrown(
                    kind + " null to compare with",
                    NullPointerException.class,
                    () -> view.isName(null),
                    FULL,
                    "name is null");
        }
    }

    private static void refused(
            FullView view, Class<? extends Throwable> type, String reason, Consumer<FullView> call) {
        thrown(reason, type, () -> call.accept(view), "cannot write " + FULL + " at offset=8: " + reason);
    }

    private static void bytes(Kind kind) {
        try (Arena arena = Arena.ofConfined()) {
            FullView view = VIEWS.wrap(kind.allocate(arena, SIZE + 8).fill((byte) 0x80), 8);
            StringBuilder builder = new StringBuilder("before");
            Map<String, Consumer<FullView>> calls = new LinkedHashMap<>();
            calls.put("side at offset=20: ", OrderView::side);
            calls.put("sides[3] at offset=", it -> it.sides(3));
            calls.put("name at offset=22: ", OrderView::name);
            calls.put("name at offset=22: expected", it -> it.getName(builder));
            calls.put("name at offset=22: expected text", it -> it.isName("a"));
            calls.put("best.side at offset=", OrderView::best);
            calls.put("place.side at offset=", OrderView::place);
            calls.put("levels[2].side at offset=", it -> it.levels(2));
            calls.put("levels[0].side at offset=", OrderView::levels);
            calls.put("levels[0].side at ", OrderView::getLevels);
            calls.forEach((reason, call) -> thrown(
                    kind + " " + reason,
                    CorruptRecordException.class,
                    () -> call.accept(view),
                    "cannot read " + FULL + " at offset=8: " + reason));
            Checks.equal("the builder is unchanged", "before", builder.toString());
            thrown(
                    kind + " in a nested view",
                    CorruptRecordException.class,
                    () -> view.getBest().side(),
                    "DepthView",
                    "side at");
            Checks.that("toString does not throw: " + view, view.toString().contains("name=not UTF-8"));
        }
    }

    private static void copies() {
        OrderView view = ViewChecks.ORDERS.wrap(MemorySegment.ofArray(new byte[(int) SIZE]), 0);
        DepthView depth =
                ViewFactory.of(lookup(), DepthView.class, ViewChecks.LEVEL).allocate(Arena.global());
        StructView other = ViewFactory.of(lookup(), StructView.class, structLayout(JAVA_LONG))
                .allocate(Arena.global());
        MemorySegment source = MemorySegment.ofArray(new byte[(int) SIZE]);
        String attempt = "cannot copy to " + NAME;
        thrown(
                "copyFrom another layout",
                IllegalArgumentException.class,
                () -> view.copyFrom(depth),
                attempt,
                "the same layout");
        thrown("copyFrom null", NullPointerException.class, () -> view.copyFrom(null), attempt, "is null");
        thrown(
                "copyFrom out of bounds",
                IndexOutOfBoundsException.class,
                () -> view.copyFrom(source, 1),
                attempt,
                "offset=1: ");
        thrown("copyFrom a null segment", NullPointerException.class, () -> view.copyFrom(null, 1), attempt, "is null");
        OrderView readOnly = ViewChecks.ORDERS.wrap(source.asReadOnly(), 0);
        thrown(
                "copyFrom to read-only",
                IllegalArgumentException.class,
                () -> readOnly.copyFrom(view),
                attempt,
                "read-only");
        Arena arena = Arena.ofConfined();
        DepthView closed =
                ViewFactory.of(lookup(), DepthView.class, ViewChecks.LEVEL).allocate(arena);
        arena.close();
        thrown(
                "set a view of a closed arena",
                IllegalStateException.class,
                () -> view.setBest(closed),
                "cannot write best of " + NAME + " from a view at offset=0: ",
                "closed");
        Checks.equal("any view of another module", 8L, other.layout().byteSize());
    }

    private static void lists() {
        MemorySegment segment = MemorySegment.ofArray(new long[(int) SIZE / 4]);
        StructList<FullView> list = VIEWS.list(segment);
        thrown(
                "an index of a list",
                IndexOutOfBoundsException.class,
                () -> list.get(2),
                "Index 2 out of bounds for length 2");
        thrown("set", UnsupportedOperationException.class, () -> list.set(0, list.get(1)), "copyFrom");
        thrown(
                "a segment of another size",
                IllegalArgumentException.class,
                () -> VIEWS.list(segment.asSlice(8)),
                FULL,
                "multiple of");
        thrown(
                "a segment that is not aligned",
                IllegalArgumentException.class,
                () -> VIEWS.list(MemorySegment.ofArray(new byte[(int) SIZE])),
                FULL,
                "alignment=8");
        try (Arena arena = Arena.ofConfined()) {
            StructList<FullView> confined = VIEWS.list(arena.allocate(SIZE, 8));
            thrown(
                    "a list on another thread",
                    WrongThreadException.class,
                    onAnotherThread(() -> confined.get(0).id()),
                    FULL);
        }
    }

    private record Picky(double price, Way side) {
        private static RuntimeException own = new IllegalStateException("own");

        private Picky {
            throw own;
        }
    }

    private static final class NoConstructor {
        private double price;

        private NoConstructor(double price) {
            this.price = price;
        }
    }

    private interface OwnView extends StructView {
        Picky best();

        Picky levels(int index);

        default long failing() {
            throw Picky.own;
        }
    }

    private interface ClassView extends StructView {
        NoConstructor only();
    }

    private static void ownCode() {
        OwnView view = ViewFactory.of(lookup(), OwnView.class, ViewChecks.ORDER).allocate(Arena.global());
        for (RuntimeException own : List.of(
                new IllegalArgumentException("own"),
                new IndexOutOfBoundsException("own"),
                new IllegalStateException("own"),
                new NullPointerException("own"))) {
            Picky.own = own;
            Checks.that("a record's own " + own, thrown("best", own.getClass(), view::best) == own);
            Checks.that("an element's own " + own, thrown("levels", own.getClass(), () -> view.levels(1)) == own);
            Checks.that("a default method's own " + own, thrown("failing", own.getClass(), view::failing) == own);
        }
        ClassView without = ViewFactory.of(
                        lookup(),
                        ClassView.class,
                        structLayout(
                                structLayout(ViewChecks.LEVEL.memberLayouts().getFirst())
                                        .withName("only")))
                .allocate(Arena.global());
        thrown(
                "a class without constructor",
                UnsupportedOperationException.class,
                without::only,
                NoConstructor.class.getName());
    }

    private static void isZero(String what, MemorySegment segment) {
        byte[] bytes = segment.toArray(JAVA_BYTE);
        Checks.that(what + ": nothing is written", Arrays.equals(bytes, new byte[bytes.length]));
    }
}
