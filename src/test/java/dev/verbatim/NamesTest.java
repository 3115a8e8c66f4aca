package dev.verbatim;

import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.map.MapCodec;
import dev.verbatim.map.MappedMap;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Members that have another name in Java than in the layout. */
class NamesTest {

    @TempDir
    Path folder;

    record Five(byte a, int b, long c, short d, int e) {}

    /** Members in any order, each of which has the name of another component. */
    @Property(tries = 100)
    void whatIsBoundIsWhatHasTheNameInJava(@ForAll("permutations") List<Integer> order, @ForAll("fives") Five five) {
        List<MemoryLayout> layouts = List.of(JAVA_BYTE, JAVA_INT, JAVA_LONG, JAVA_SHORT, JAVA_INT);
        MemoryLayout[] members = new MemoryLayout[5];
        MemoryLayout[] plain = new MemoryLayout[5];
        Conversions names = Conversions.none();
        for (int i = 0; i < 5; i++) {
            String name = String.valueOf((char) ('a' + order.get(i)));
            String other = String.valueOf((char) ('a' + (order.get(i) + 1) % 5));
            members[i] = layouts.get(order.get(i)).withName(other);
            plain[i] = layouts.get(order.get(i)).withName(name);
            names = names.withName(other, name);
        }
        StructCodec<Five> expected = StructCodec.ofRecord(lookup(), Five.class, Layouts.packed(Layouts.struct(plain)));
        StructCodec<Five> named =
                StructCodec.ofRecord(lookup(), Five.class, Layouts.packed(Layouts.struct(members)), names);
        byte[] bytes = new byte[19];
        expected.write(five, MemorySegment.ofArray(bytes), 0);
        byte[] written = new byte[19];
        named.write(five, MemorySegment.ofArray(written), 0);
        assertArrayEquals(bytes, written);
        assertEquals(five, named.read(MemorySegment.ofArray(bytes), 0));
    }

    @Provide
    Arbitrary<List<Integer>> permutations() {
        return Arbitraries.shuffle(0, 1, 2, 3, 4);
    }

    @Provide
    Arbitrary<Five> fives() {
        return Arbitraries.longs()
                .map(n ->
                        new Five(n.byteValue(), n.intValue(), n, (short) (n >> Short.SIZE), (int) (n >> Integer.SIZE)));
    }

    static class Level {
        int price;
        int size;
    }

    static class Book {
        long clazz;
        final int[] values = new int[2];
        Level best = new Level();
        Level[] levels = {new Level(), new Level()};
    }

    private static final StructLayout LEVEL = Layouts.struct(JAVA_INT.withName("px"), JAVA_INT.withName("qty"));
    private static final StructLayout BOOK = Layouts.struct(
            JAVA_LONG.withName("class"),
            sequenceLayout(2, JAVA_INT).withName("the values"),
            LEVEL.withName("best"),
            sequenceLayout(2, LEVEL).withName("levels_2"));
    private static final Conversions BOOK_NAMES = Conversions.none()
            .withName("class", "clazz")
            .withName("the values", "values")
            .withName("best.px", "price")
            .withName("best.qty", "size")
            .withName("levels_2", "levels")
            .withName("levels_2[].px", "price")
            .withName("levels_2[].qty", "size");

    @Test
    void membersOfNestedClassesAreNamedByTheirPaths() {
        ReusableCodec<Book> codec = StructCodec.ofClass(lookup(), Book.class, BOOK, BOOK_NAMES);
        int[] ints = {1, 0, 2, 3, 4, 5, 6, 7, 8, 9};
        Book book = codec.read(MemorySegment.ofArray(ints), 0);
        assertEquals(1, book.clazz);
        assertArrayEquals(new int[] {2, 3}, book.values);
        assertEquals(4, book.best.price);
        assertEquals(5, book.best.size);
        assertEquals(9, book.levels[1].size);
        int[] written = new int[10];
        codec.write(book, MemorySegment.ofArray(written), 0);
        assertArrayEquals(ints, written);
    }

    interface LevelView extends StructView {
        int price();

        LevelView price(int price);
    }

    interface BookView extends StructView {
        long getAndAddClazz(long delta);

        long getClazz();

        int values(int index);

        LevelView levels(int index);

        Level best();
    }

    @Test
    void accessorsAreNamedByTheNameInJava() {
        BookView view = ViewFactory.of(lookup(), BookView.class, BOOK, BOOK_NAMES)
                .wrap(Arena.ofAuto().allocate(BOOK), 0);
        view.getAndAddClazz(5);
        view.levels(1).price(7);
        assertEquals(5, view.getClazz());
        assertEquals(7, view.segment().get(JAVA_INT, 32));
        assertEquals(0, view.best().price);
        assertEquals(0, view.values(1));
    }

    record Tagged(long time, String text, List<Leg> legs) {}

    record Leg(Instant at, int count) {}

    @Test
    void membersOfATailAreNamedByTheirPaths() {
        StructLayout leg = Layouts.struct(JAVA_LONG.withName("t"), JAVA_INT.withName("n"));
        StructLayout older =
                Layouts.varRecord(JAVA_LONG.withName("t"), Layouts.varRef("s", JAVA_BYTE), Layouts.varRef("l", leg));
        VarCodec<Tagged> codec = VarCodec.builder(lookup(), Tagged.class, older)
                .withConversions(Conversions.none()
                        .with("l[].t", TimeConversions.epochNanos())
                        .withName("t", "time")
                        .withName("s", "text")
                        .withName("l", "legs")
                        .withName("l[].t", "at")
                        .withName("l[].n", "count"))
                .build();
        Tagged value = new Tagged(1, "two", List.of(new Leg(Instant.ofEpochSecond(3), 4)));
        MemorySegment segment = MemorySegment.ofArray(new byte[100]);
        codec.write(value, segment, 0);
        assertEquals(value, codec.read(segment, 0));
    }

    static final class Fixed {
        private final int low;
        private final int high;

        Fixed(int low, int high) {
            this.low = low;
            this.high = high;
        }
    }

    @Test
    void theParametersOfAConstructorAreFieldsByTheirNameInJava() {
        StructCodec<Fixed> codec = StructCodec.ofImmutable(
                lookup(),
                Fixed.class,
                Layouts.struct(JAVA_INT.withName("hi"), JAVA_INT.withName("lo")),
                Conversions.none()
                        .withConstructor(Fixed.class, "low", "high")
                        .withName("lo", "low")
                        .withName("hi", "high"));
        Fixed read = codec.read(MemorySegment.ofArray(new int[] {1, 2}), 0);
        assertEquals(2, read.low);
        assertEquals(1, read.high);
    }

    record Player(long id, int hp) {}

    record Renamed(long id, int health) {}

    /** What is stored has the layout's names, which stay. */
    @Test
    void whatWasRenamedIsRead() throws IOException {
        StructLayout layout = Layouts.struct(JAVA_LONG.withName("id"), JAVA_INT.withName("hp"));
        try (MappedMap<Long, Player> map = MappedMap.open(
                folder.resolve("map"),
                MapCodec.longs(),
                MapCodec.of(StructCodec.ofRecord(lookup(), Player.class, layout)))) {
            map.put(1L, new Player(1, 20));
        }
        StructCodec<Renamed> codec = StructCodec.ofRecord(
                lookup(), Renamed.class, layout, Conversions.none().withName("hp", "health"));
        try (MappedMap<Long, Renamed> map =
                MappedMap.open(folder.resolve("map"), MapCodec.longs(), MapCodec.of(codec))) {
            assertEquals(new Renamed(1, 20), map.get(1L));
        }
    }

    private static List<String> mismatches(Conversions conversions) {
        StructLayout layout = Layouts.struct(JAVA_LONG.withName("id"), JAVA_INT.withName("hp"));
        return assertThrows(
                        LayoutMismatchException.class,
                        () -> StructCodec.ofRecord(lookup(), Renamed.class, layout, conversions))
                .mismatches();
    }

    @Test
    void namesThatFitNothingAreMismatches() {
        String type = Renamed.class.getName();
        assertEquals(
                List.of(
                        "health: the layout has no member of this name, " + type + " has the component `int health`;"
                                + " add `int health` to the layout; a record binds all its components",
                        "hp: the layout has int (byteSize=4, offset=8), " + type
                                + " has no component `heal`, which is declared for it; add `int heal`, or, if it is"
                                + " `health`, declare `Conversions.none().withName(\"hp\", \"health\")`, or make the"
                                + " member padding",
                        "px: there is a name for it, but the layout has no member of this path; correct the path, or"
                                + " remove the name"),
                mismatches(Conversions.none().withName("hp", "heal").withName("px", "health")).stream()
                        .sorted()
                        .toList());
        assertTrue(mismatches(Conversions.none().withName("hp", "id"))
                .contains("hp: `id` is the name in Java of two members, of this one and of `id`; declare another by"
                        + " Conversions.withName"));
        assertEquals(
                List.of("a_b: there is a name for it, but the layout has no member of this path; correct the path, or"
                        + " remove the name"),
                assertThrows(
                                LayoutMismatchException.class,
                                () -> ViewFactory.of(
                                        lookup(),
                                        LevelView.class,
                                        LEVEL,
                                        Conversions.none()
                                                .withName("px", "price")
                                                .withName("a_b", "c")))
                        .mismatches());
    }

    static final class Ints {
        int[] v = new int[2];
    }

    record Pair(Instant b, int c) {}

    @Test
    void elementsHaveNoNames() {
        StructLayout layout = Layouts.struct(sequenceLayout(2, JAVA_INT).withName("v"));
        assertEquals(
                List.of("v[]: there is a name for it, but elements have none; remove the name"),
                assertThrows(
                                LayoutMismatchException.class,
                                () -> StructCodec.ofClass(
                                        lookup(),
                                        Ints.class,
                                        layout,
                                        Conversions.none().withName("v[]", "w")))
                        .mismatches());
        assertThrows(IllegalArgumentException.class, () -> Conversions.none().withName("v", ""));
    }

    /** What is declared for a member that is not bound, because another has its name, is not reported as well. */
    @Test
    void twoMembersOfOneNameAreOneMismatch() {
        StructLayout layout = Layouts.struct(JAVA_LONG.withName("a"), JAVA_LONG.withName("b"), JAVA_INT.withName("c"));
        Conversions conversions = Conversions.of(TimeConversions.epochNanos())
                .with("b", TimeConversions.epochMillis())
                .withName("a", "b");
        assertEquals(
                List.of("b: `b` is the name in Java of two members, of this one and of `a`; declare another by"
                        + " Conversions.withName"),
                assertThrows(
                                LayoutMismatchException.class,
                                () -> StructCodec.ofRecord(lookup(), Pair.class, layout, conversions))
                        .mismatches());
    }

    @Test
    void aPathByTheNameInJavaIsToldTheLayoutsOne() {
        StructLayout layout = Layouts.struct(JAVA_LONG.withName("ts"), JAVA_INT.withName("c"));
        assertTrue(assertThrows(
                        LayoutMismatchException.class,
                        () -> StructCodec.ofRecord(
                                lookup(),
                                Pair.class,
                                layout,
                                Conversions.none()
                                        .with("b", TimeConversions.epochMillis())
                                        .withName("ts", "b")))
                .mismatches()
                .contains("b: there is a conversion for it, but the layout has no member of this path; name it as"
                        + " the layout does, `ts`, or remove the conversion"));
    }

    /** Several fields are left: one is named that differs in nothing but its spelling. */
    @Test
    void whatIsSpelledAlikeIsSuggested() {
        record Spread(long bidPrice, long askPrice) {}
        StructLayout layout = Layouts.struct(JAVA_LONG.withName("ASK_PRICE"), JAVA_LONG.withName("bid-px"));
        List<String> mismatches = assertThrows(
                        LayoutMismatchException.class, () -> StructCodec.ofRecord(lookup(), Spread.class, layout))
                .mismatches();
        assertTrue(
                mismatches
                        .get(0)
                        .contains("; add `long ASK_PRICE`, or, if it is `askPrice`, declare"
                                + " `Conversions.none().withName(\"ASK_PRICE\", \"askPrice\")`, or make"),
                mismatches::toString);
        assertTrue(
                mismatches
                        .get(1)
                        .endsWith("; there is none in Java, declare another by Conversions.withName, or make the member"
                                + " padding"),
                mismatches::toString);
    }

    record Node(int value, List<Node> next) {}

    static final class Linked {
        int value;
        Linked next;
    }

    @Test
    void whatHoldsItselfHasNoLayout() {
        StructLayout layout = Layouts.struct(JAVA_INT.withName("value"));
        String end =
                "; a layout that holds itself has no end; store an index or a key in its place, or a class of its own"
                        + " for each depth";
        assertEquals(
                List.of("next: the layout has no member of this name, " + Node.class.getName()
                        + " has the component `List<Node> next`" + end),
                assertThrows(LayoutMismatchException.class, () -> StructCodec.ofRecord(lookup(), Node.class, layout))
                        .mismatches());
        assertEquals(
                List.of("next: the layout has no member of this name, " + Linked.class.getName()
                        + " has the field `Linked next`" + end
                        + ", make the field transient, or leave it out by"
                        + " `Conversions.none().withoutField(Linked.class, \"next\")`"),
                assertThrows(LayoutMismatchException.class, () -> StructCodec.ofClass(lookup(), Linked.class, layout))
                        .mismatches());
    }

    @Test
    void theLastNameOfAMemberCounts() {
        Conversions names = Conversions.none().withName("hp", "x").withName("hp", "health");
        assertEquals("health", names.names().get("hp"));
        assertEquals(Arrays.asList("hp"), List.copyOf(names.names().keySet()));
    }
}
