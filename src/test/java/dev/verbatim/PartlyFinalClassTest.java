package dev.verbatim;

import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrowsExactly;

import dev.verbatim.classfile.DtoClassFile;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Classes whose constructor sets the final fields, and whose other fields are set later. Properties invent more. */
class PartlyFinalClassTest {

    private static final String HERE = PartlyFinalClassTest.class.getName() + "$";

    private static final int[] NONE = new int[2];

    static class Named {
        private @Nullable String name = "unnamed";
    }

    static final class Account extends Named {
        private final long id;
        private int[] limits = NONE;
        private Point place = Point.ORIGIN;
        private @Nullable Instant opened;
        private transient int uses = 7;

        Account(long id) {
            this.id = checked(id);
        }

        private static long checked(long id) {
            if (id < 0) {
                throw new IllegalArgumentException("no id: " + id);
            }
            return id;
        }
    }

    static final class Point {
        private static final Point ORIGIN = new Point();

        private int x;
        private int y;
    }

    private static final StructLayout POINT = Layouts.struct(JAVA_INT.withName("x"), JAVA_INT.withName("y"));

    private static final MemoryLayout[] MEMBERS = {
        POINT.withName("place"),
        JAVA_LONG.withName("opened"),
        sequenceLayout(8, JAVA_BYTE).withName("name"),
        JAVA_LONG.withName("id"),
        sequenceLayout(2, JAVA_INT).withName("limits")
    };

    private static final Conversions CONVERSIONS =
            Conversions.of(TimeConversions.epochMillis()).withConstructor(Account.class, "id");

    private static Account account() {
        Account account = new Account(42);
        account.limits = new int[] {3, 4};
        account.place = new Point();
        account.place.x = 5;
        account.place.y = 6;
        account.opened = Instant.ofEpochMilli(7);
        ((Named) account).name = "eight";
        account.uses = 9;
        return account;
    }

    private static void assertIsAccount(Account read) {
        assertEquals(42, read.id);
        assertArrayEquals(new int[] {3, 4}, read.limits);
        assertEquals(5, read.place.x);
        assertEquals(6, read.place.y);
        assertEquals(Instant.ofEpochMilli(7), read.opened);
        assertEquals("eight", ((Named) read).name);
        assertEquals(7, read.uses, "transient");
        assertArrayEquals(new int[2], NONE, "shared");
        assertEquals(0, Point.ORIGIN.x, "shared");
        assertNotSame(Point.ORIGIN, read.place);
    }

    @Test
    void theConstructorSetsWhatItTakesAndReadingTheRest() {
        StructCodec<Account> codec =
                StructCodec.ofImmutable(lookup(), Account.class, Layouts.struct(MEMBERS), CONVERSIONS);
        MemorySegment segment = MemorySegment.ofArray(new long[(int) codec.byteSize() / 8]);

        codec.write(account(), segment, 0);

        assertIsAccount(codec.read(segment, 0));
        assertEquals(42, segment.get(JAVA_LONG, 24));
        segment.set(JAVA_LONG, 24, -1);
        assertEquals(
                "no id: -1",
                assertThrowsExactly(IllegalArgumentException.class, () -> codec.read(segment, 0))
                        .getMessage());
    }

    record Both(Account first, List<Account> others) {}

    @Test
    void itIsAMemberAndAnElement() {
        StructLayout account = Layouts.struct(MEMBERS);
        StructCodec<Both> codec = StructCodec.ofRecord(
                lookup(),
                Both.class,
                Layouts.struct(
                        account.withName("first"), sequenceLayout(2, account).withName("others")),
                CONVERSIONS);
        MemorySegment segment = MemorySegment.ofArray(new long[(int) codec.byteSize() / 8]);

        codec.write(new Both(account(), List.of(account(), account())), segment, 0);

        Both read = codec.read(segment, 0);
        assertIsAccount(read.first);
        assertEquals(2, read.others.size());
        read.others.forEach(PartlyFinalClassTest::assertIsAccount);
    }

    static final class Order {
        private final @Nullable String symbol;
        private int quantity;
        private @Nullable List<Account> accounts = new ArrayList<>();
        private @Nullable String note = "none";
        private final int kind;
        private @Nullable Part part;

        Order(int kind, @Nullable String symbol) {
            this.symbol = symbol;
            this.kind = kind;
        }
    }

    static final class Part {
        private int number;
        private @Nullable String text;
    }

    @Test
    void itIsAVariableLengthRecord() {
        StructLayout layout = Layouts.varRecord(
                JAVA_INT.withName("quantity"),
                Layouts.varRef("note"),
                Layouts.struct(JAVA_INT.withName("number"), Layouts.varRef("text"))
                        .withName("part"),
                Layouts.varRef("symbol"),
                Layouts.varRef("accounts", Layouts.struct(MEMBERS)),
                JAVA_INT.withName("kind"));
        VarCodec<Order> codec = VarCodec.ofImmutable(
                lookup(), Order.class, layout, CONVERSIONS.withConstructor(Order.class, "kind", "symbol"));
        Order order = new Order(1, "ABC");
        order.quantity = 2;
        order.note = "a note";
        order.accounts = List.of(account());
        order.part = new Part();
        order.part.number = 3;
        order.part.text = "a part";
        MemorySegment segment = MemorySegment.ofArray(new byte[512]);

        codec.write(order, segment, 0);
        Order read = codec.read(segment, 0);

        assertEquals("ABC", read.symbol);
        assertEquals(1, read.kind);
        assertEquals(2, read.quantity);
        assertEquals("a note", read.note);
        assertEquals(3, read.part.number);
        assertEquals("a part", read.part.text);
        assertEquals(1, read.accounts.size());
        assertIsAccount(read.accounts.getFirst());

        order.note = null;
        order.accounts = null;
        codec.write(order, segment, 0);
        read = codec.read(segment, 0);
        assertNull(read.note, "what the constructor sets does not stay");
        assertNull(read.accounts);
    }

    @Test
    void aLargeOneIsReadByManyMethods() throws IllegalAccessException {
        List<String> names =
                IntStream.range(0, 61).mapToObj(index -> "m" + index).toList();
        Class<?> type = lookup().defineClass(DtoClassFile.ofPublic(
                        "dev.verbatim.PartlyFinal61",
                        names.stream()
                                .map(name -> new DtoClassFile.Member(name, "I", null))
                                .toList())
                .partlyFinalClass());
        assertReadsWhatItWrites(
                type,
                Layouts.struct(names.stream().map(JAVA_INT::withName).toArray(MemoryLayout[]::new)),
                IntStream.rangeClosed(0, 30)
                        .mapToObj(index -> names.get(60 - 2 * index))
                        .toArray(String[]::new));
    }

    private static <T> void assertReadsWhatItWrites(Class<T> type, StructLayout layout, String... constructor) {
        StructCodec<T> codec = StructCodec.ofImmutable(
                lookup(), type, layout, Conversions.none().withConstructor(type, constructor));
        int[] values = IntStream.range(1, 62).toArray();
        MemorySegment copy = MemorySegment.ofArray(new int[61]);

        codec.write(codec.read(MemorySegment.ofArray(values), 0), copy, 0);

        assertArrayEquals(values, copy.toArray(JAVA_INT));
    }

    @Test
    void whatTheLayoutLacksIsAMismatch() {
        Refusals.assertRefused(
                () -> StructCodec.ofImmutable(
                        lookup(),
                        Account.class,
                        Layouts.struct(
                                POINT.withName("place"),
                                sequenceLayout(8, JAVA_BYTE).withName("name")),
                        CONVERSIONS.withoutField(Account.class, "limits")),
                "id: the layout has no member of this name, " + HERE + "Account has the field `long id`; add `long id`"
                        + " to the layout; all that the constructor sets"
                        + " is bound, so else declare one that does"
                        + " without it by Conversions.withConstructor",
                "opened: the layout has no member of this name, " + HERE + "Account has the field `Instant opened`;"
                        + " add `Instant opened` to the layout, make the field transient, or leave it out by"
                        + " `Conversions.none().withoutField(Account.class, \"opened\")`");
    }

    @Test
    void whatIsLeftOutStaysAsTheConstructorSetsIt() {
        StructCodec<Account> codec = StructCodec.ofImmutable(
                lookup(),
                Account.class,
                Layouts.struct(
                        JAVA_LONG.withName("id"), sequenceLayout(2, JAVA_INT).withName("limits")),
                CONVERSIONS.withoutField(Account.class, "place", "opened", "name"));
        MemorySegment segment = MemorySegment.ofArray(new long[2]);

        codec.write(account(), segment, 0);
        Account read = codec.read(segment, 0);

        assertEquals(42, read.id);
        assertArrayEquals(new int[] {3, 4}, read.limits);
        assertEquals(Point.ORIGIN, read.place);
        assertEquals("unnamed", ((Named) read).name);
        assertNull(read.opened);
    }

    static final class Book {
        private final int id;
        private final double[] bids = new double[2];
        private int count;

        Book(int id) {
            this.id = id;
        }
    }

    @Test
    void whatAFinalFieldHasIsFilled() {
        StructLayout layout = Layouts.struct(
                JAVA_INT.withName("id"),
                JAVA_INT.withName("count"),
                sequenceLayout(2, JAVA_DOUBLE).withName("bids"));
        Conversions conversions = Conversions.none().withConstructor(Book.class, "id");
        StructCodec<Book> codec = StructCodec.ofImmutable(lookup(), Book.class, layout, conversions);
        Book book = new Book(1);
        book.count = 2;
        book.bids[1] = 3;
        MemorySegment segment = MemorySegment.ofArray(new long[3]);
        codec.write(book, segment, 0);

        Book read = codec.read(segment, 0);

        assertEquals(1, read.id);
        assertEquals(2, read.count);
        assertArrayEquals(new double[] {0, 3}, read.bids);
        Refusals.assertRefused(
                () -> StructCodec.ofImmutable(
                        lookup(),
                        Book.class,
                        Layouts.struct(JAVA_INT.withName("id"), JAVA_INT.withName("count")),
                        conversions),
                "bids: the layout has no member of this name, " + HERE + "Book has the field `double[] bids`; add"
                        + " `double[] bids` to the layout, make the field transient, or leave it out by"
                        + " `Conversions.none().withoutField(Book.class, \"bids\")`");
    }

    @SuppressWarnings("UnusedVariable") // the codec reads them
    static final class Shelf {
        private final int id;
        private final Part part = new Part();
        private int count;

        Shelf(int id) {
            this.id = id;
        }
    }

    @Test
    void whatAFinalFieldHasIsNotFilledFromATail() {
        Refusals.assertRefused(
                () -> VarCodec.builder(
                                lookup(),
                                Shelf.class,
                                Layouts.varRecord(
                                        JAVA_INT.withName("id"),
                                        JAVA_INT.withName("count"),
                                        Layouts.struct(JAVA_INT.withName("number"), Layouts.varRef("text"))
                                                .withName("part")))
                        .withConversions(Conversions.none().withConstructor(Shelf.class, "id"))
                        .build(),
                "part: the field `Part part` is final, and what lies in a tail is read before the constructor is"
                        + " called; remove `final`");
    }

    @Test
    void aDefaultIsOfAFieldThatIsSetLater() {
        StructLayout older = Layouts.varRecord(JAVA_INT.withName("id"), Layouts.varRef("name"));
        record Older(int id, String name) {}
        MemorySegment segment = MemorySegment.ofArray(new byte[64]);
        VarCodec.ofRecord(lookup(), Older.class, older).write(new Older(1, "one"), segment, 0);
        VarCodec<Versioned> codec = VarCodec.builder(
                        lookup(),
                        Versioned.class,
                        Layouts.grown(older, JAVA_INT.withName("count"), Layouts.varRef("note")))
                .withConversions(Conversions.none().withConstructor(Versioned.class, "id"))
                .withDefault("count", 5)
                .withDefault("note", "no note")
                .build();

        Versioned read = codec.read(segment, 0);

        assertEquals(1, read.id);
        assertEquals("one", read.name);
        assertEquals(5, read.count);
        assertEquals("no note", read.note);
    }

    static final class Versioned {
        private final int id;
        private @Nullable String name;
        private int count = 8;
        private @Nullable String note = "none";

        Versioned(int id) {
            this.id = id;
        }
    }

    static class Cached {
        private transient int count;
        private int seen;
    }

    @SuppressWarnings("UnusedVariable") // the codec reads them
    static final class Caching extends Cached {
        private final int a;
        private int count;
        private transient int seen;

        Caching(int a) {
            this.a = a;
        }
    }

    @Test
    void aFieldMayHideOneThatIsNoPartOfTheValue() {
        StructCodec<Caching> codec = StructCodec.ofImmutable(
                lookup(),
                Caching.class,
                Layouts.struct(JAVA_INT.withName("a"), JAVA_INT.withName("count"), JAVA_INT.withName("seen")),
                Conversions.none().withConstructor(Caching.class, "a"));
        Caching caching = new Caching(1);
        caching.count = 2;
        ((Cached) caching).seen = 3;
        MemorySegment segment = MemorySegment.ofArray(new int[3]);
        codec.write(caching, segment, 0);

        Caching read = codec.read(segment, 0);

        assertArrayEquals(new int[] {1, 2, 3}, segment.toArray(JAVA_INT));
        assertEquals(2, read.count);
        assertEquals(3, ((Cached) read).seen);
        assertEquals(0, read.seen + ((Cached) read).count);
    }

    @SuppressWarnings("UnusedVariable") // no codec may
    static class Recount extends Hidden {
        private int count;
    }

    @SuppressWarnings("UnusedVariable") // the codec reads them
    static final class Uncounted extends Recount {
        private final int a;
        private transient int count;
        private final int[] more = new int[2];

        Uncounted(int a) {
            this.a = a;
        }
    }

    @SuppressWarnings("UnusedVariable") // no codec may
    static class Bounds {
        private final int[] bounds = new int[2];
    }

    @SuppressWarnings("UnusedVariable") // the codec reads them
    static final class Bound extends Bounds {
        private final int a;
        private int bounds;

        Bound(int a) {
            this.a = a;
        }
    }

    @Test
    void noFilledFieldIsLostThatIsHidden() {
        Refusals.assertRefused(
                () -> StructCodec.ofImmutable(
                        lookup(),
                        Bound.class,
                        Layouts.struct(JAVA_INT.withName("a"), JAVA_INT.withName("bounds")),
                        Conversions.none().withConstructor(Bound.class, "a")),
                HERE + "Bound: two fields have the name `bounds`, of which one hides the other; rename one, make it"
                        + " transient, or leave it out by `Conversions.none().withoutField(Bounds.class, \"bounds\")`");
    }

    @Test
    void noneOfSeveralHiddenFieldsIsLost() {
        StructLayout layout = Layouts.struct(JAVA_INT.withName("a"), JAVA_INT.withName("count"));
        Conversions conversions = Conversions.none().withConstructor(Uncounted.class, "a");
        Refusals.assertRefused(
                () -> StructCodec.ofImmutable(lookup(), Uncounted.class, layout, conversions),
                HERE + "Uncounted: two fields have the name `count`, of which one hides the other; rename one, make it"
                        + " transient, or leave it out by `Conversions.none().withoutField(Hidden.class, \"count\")`");
        Refusals.assertRefused(
                () -> StructCodec.ofImmutable(
                        lookup(), Uncounted.class, layout, conversions.withoutField(Recount.class, "count")),
                "more: the layout has no member of this name, " + HERE + "Uncounted has the field `int[] more`; add"
                        + " `int[] more` to the layout, make the field transient, or leave it out by"
                        + " `Conversions.none().withoutField(Uncounted.class, \"more\")`");
    }

    static class Hidden {
        private int count;
    }

    static final class Hiding extends Hidden {
        private final int a;
        private int count;

        Hiding(int a) {
            this.a = a;
        }
    }

    @Test
    void oneFieldMustNotHideAnother() {
        StructLayout layout = Layouts.struct(JAVA_INT.withName("a"), JAVA_INT.withName("count"));
        Conversions conversions = Conversions.none().withConstructor(Hiding.class, "a");
        Refusals.assertRefused(
                () -> StructCodec.ofImmutable(lookup(), Hiding.class, layout, conversions),
                HERE + "Hiding: two fields have the name `count`, of which one hides the other; rename one, make it"
                        + " transient, or leave it out by `Conversions.none().withoutField(Hidden.class, \"count\")`");
        StructCodec<Hiding> codec = StructCodec.ofImmutable(
                lookup(), Hiding.class, layout, conversions.withoutField(Hidden.class, "count"));
        Hiding hiding = new Hiding(1);
        hiding.count = 2;
        ((Hidden) hiding).count = 3;
        MemorySegment segment = MemorySegment.ofArray(new int[2]);
        codec.write(hiding, segment, 0);

        Hiding read = codec.read(segment, 0);

        assertEquals(1, read.a);
        assertEquals(2, read.count);
        assertEquals(0, ((Hidden) read).count);
    }
}
