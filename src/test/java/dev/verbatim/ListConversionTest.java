package dev.verbatim;

import static dev.verbatim.Refusals.assertRefused;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrowsExactly;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Types that a conversion makes of a list in the tail. */
class ListConversionTest {

    private static final String HERE = ListConversionTest.class.getName() + "$";

    private static final Conversion<Set<String>> NAMES =
            Conversion.ofList(Set.class, String.class, ArrayList::new, ListConversionTest::distinct);
    private static final Conversion<Set<Integer>> NUMBERS =
            Conversion.ofList(Set.class, Integer.class, ArrayList::new, ListConversionTest::distinct);
    private static final Conversion<Set<Instant>> TIMES =
            Conversion.ofList(Set.class, Instant.class, ArrayList::new, ListConversionTest::distinct);

    private static <T> Set<T> distinct(List<T> list) {
        Set<T> set = new LinkedHashSet<>(list);
        if (set.size() < list.size()) {
            throw new IllegalArgumentException("one element twice: " + list);
        }
        return set;
    }

    private static MemorySegment memory() {
        return MemorySegment.ofArray(new byte[512]);
    }

    private static <T> VarCodec<T> codec(Class<T> type, StructLayout layout, Conversion<?>... conversions) {
        return VarCodec.builder(lookup(), type, layout)
                .withConversions(Conversions.of(conversions))
                .build();
    }

    record Sets(Set<String> names, Set<Integer> numbers, Set<Instant> times) {
        static final StructLayout LAYOUT = Layouts.varRecord(
                Layouts.varRef("names", Layouts.varText()),
                Layouts.varRef("numbers", JAVA_INT),
                Layouts.varRef("times", JAVA_LONG));
    }

    record Lists(List<String> names, List<Integer> numbers, List<Instant> times) {}

    @Test
    void setsOfSeveralElementsHaveTheBytesOfLists() {
        VarCodec<Sets> codec = codec(Sets.class, Sets.LAYOUT, NUMBERS, TIMES, NAMES, TimeConversions.epochSeconds());
        VarCodec<Lists> lists = codec(Lists.class, Sets.LAYOUT, TimeConversions.epochSeconds());
        MemorySegment ofSets = memory();
        MemorySegment ofLists = memory();

        codec.write(new Sets(distinct(List.of("b", "a")), Set.of(7), null), ofSets, 0);
        lists.write(new Lists(List.of("b", "a"), List.of(7), null), ofLists, 0);

        assertArrayEquals(ofLists.toArray(JAVA_BYTE), ofSets.toArray(JAVA_BYTE));
        Sets read = codec.read(ofSets, 0);
        assertEquals(new Sets(Set.of("a", "b"), Set.of(7), null), read);
        assertEquals("[b, a]", read.names().toString());
        lists.write(new Lists(null, List.of(), List.of(Instant.EPOCH)), ofLists, 0);
        assertEquals(new Sets(null, Set.of(), Set.of(Instant.EPOCH)), codec.read(ofLists, 0));
    }

    /** A class of a user, with a collection of another library in mind. */
    static final class Bag {
        final List<String> all = new ArrayList<>();

        static final Conversion<Bag> CONVERSION = Conversion.ofList(Bag.class, String.class, bag -> bag.all, list -> {
            Bag bag = new Bag();
            bag.all.addAll(list);
            return bag;
        });
    }

    static final class Mutable {
        static final StructLayout LAYOUT = Layouts.varRecord(
                Layouts.varRef("bag", Layouts.varText()),
                Layouts.varRef("sets", Layouts.varList(Layouts.varText())),
                Layouts.varRef("maybe", Layouts.varText()),
                Layouts.varRef("first", Layouts.varText()),
                Layouts.varRef("second", Layouts.varText()));

        Bag bag;
        List<Set<String>> sets;
        Optional<Set<String>> maybe;
        Deque<String> first;
        Collection<String> second;
    }

    @Test
    void theyAreFoundByTypeOrPathInListsOptionalsAndMutableClasses() {
        Conversion<Deque<String>> deque = Conversion.ofList(Deque.class, String.class, ArrayList::new, ArrayDeque::new);
        Conversion<Collection<String>> collection =
                Conversion.ofList(Collection.class, String.class, ArrayList::new, list -> list);
        ReusableVarCodec<Mutable> codec = VarCodec.builder(lookup(), Mutable.class, Mutable.LAYOUT)
                .withConversions(Conversions.of(Bag.CONVERSION, NAMES)
                        .with("first", deque)
                        .with("second", collection))
                .buildReusable();
        Mutable value = new Mutable();
        value.bag = new Bag();
        value.bag.all.add("x");
        value.sets = List.of(Set.of("a"), Set.of());
        value.maybe = Optional.of(Set.of("b"));
        value.first = new ArrayDeque<>(List.of("c", "d"));
        value.second = List.of("e");
        MemorySegment segment = memory();

        codec.write(value, segment, 0);

        Mutable read = new Mutable();
        codec.readInto(read, segment, 0);
        assertEquals(List.of("x"), read.bag.all);
        assertEquals(List.of(Set.of("a"), Set.of()), read.sets);
        assertEquals(Optional.of(Set.of("b")), read.maybe);
        assertEquals("[c, d]", read.first.toString());
        assertEquals(List.of("e"), read.second);
        value.bag = null;
        value.maybe = Optional.empty();
        codec.write(value, segment, 0);
        codec.readInto(read, segment, 0);
        assertNull(read.bag);
        assertEquals(Optional.empty(), read.maybe);
    }

    record Price(String symbol, long ticks) {
        static final StructLayout LAYOUT = Layouts.varRecord(Layouts.varRef("symbol"), JAVA_LONG.withName("ticks"));

        static final Conversion<NavigableMap<String, Long>> MAP = Conversion.ofList(
                NavigableMap.class,
                Price.class,
                map -> map.entrySet().stream()
                        .map(entry -> new Price(entry.getKey(), entry.getValue()))
                        .toList(),
                list -> {
                    NavigableMap<String, Long> map = new TreeMap<>();
                    list.forEach(price -> map.put(price.symbol, price.ticks));
                    return map;
                });
    }

    record Board(long id, NavigableMap<String, Long> prices) {
        static final StructLayout LAYOUT =
                Layouts.varRecord(JAVA_LONG.withName("id"), Layouts.varRef("prices", Price.LAYOUT));
    }

    record Boards(List<Board> boards) {
        static final StructLayout LAYOUT = Layouts.varRecord(Layouts.varRef("boards", Board.LAYOUT));
        static final VarCodec<Boards> CODEC = codec(Boards.class, LAYOUT, Price.MAP);
    }

    @Test
    void mapsNestInElements() {
        Boards boards = new Boards(List.of(new Board(1, new TreeMap<>(Map.of("b", 2L, "a", 1L))), new Board(2, null)));
        MemorySegment segment = memory();

        Boards.CODEC.write(boards, segment, 0);

        assertEquals(boards, Boards.CODEC.read(segment, 0));
    }

    @Test
    void olderRecordsHaveNull() {
        record Id(long id) {}
        MemorySegment segment = memory();
        VarCodec.ofRecord(lookup(), Id.class, Layouts.varRecord(JAVA_LONG.withName("id")))
                .write(new Id(3), segment, 0);

        assertEquals(
                new Board(3, null), codec(Board.class, Board.LAYOUT, Price.MAP).read(segment, 0));
    }

    private static String message(Class<? extends RuntimeException> expected, Executable call) {
        return assertThrowsExactly(expected, call).getMessage();
    }

    @Test
    void whatAFunctionRefusesIsNamed() {
        Conversion<Set<String>> few = Conversion.ofList(
                Set.class,
                String.class,
                set -> {
                    if (set.size() > 1) {
                        throw new IllegalArgumentException("expected at most 1 name");
                    }
                    return set.isEmpty() ? null : List.copyOf(set);
                },
                list -> list.isEmpty() ? null : distinct(list));
        VarCodec<Sets> codec = codec(Sets.class, Sets.LAYOUT, few, NUMBERS, TIMES, TimeConversions.epochSeconds());
        MemorySegment segment = memory();
        String attempt = "cannot write " + codec + " at offset=0: ";

        assertEquals(
                attempt + "names=[a, b]: expected at most 1 name",
                message(
                        IllegalArgumentException.class,
                        () -> codec.write(new Sets(distinct(List.of("a", "b")), null, null), segment, 0)));
        assertEquals(
                attempt + "names=[]: its function has returned null",
                message(IllegalArgumentException.class, () -> codec.write(new Sets(Set.of(), null, null), segment, 0)));
        assertEquals(
                attempt + "names[0] has an unpaired surrogate at index=0, which UTF-8 has no bytes for; remove it",
                message(
                        IllegalArgumentException.class,
                        () -> codec.write(new Sets(Set.of("\ud800"), null, null), segment, 0)));
        Set<Integer> withNull = new HashSet<>();
        withNull.add(null);
        assertEquals(
                attempt + "numbers[0] is null; expected a java.lang.Integer",
                message(NullPointerException.class, () -> codec.write(new Sets(null, withNull, null), segment, 0)));
        assertEquals(-1, segment.mismatch(memory()));
        VarCodec<Lists> lists = codec(Lists.class, Sets.LAYOUT, TimeConversions.epochSeconds());
        lists.write(new Lists(null, List.of(1, 1), null), segment, 0);
        assertEquals(
                "cannot read " + codec
                        + " at offset=0: numbers: expected a list that makes a java.util.Set, found one that is"
                        + " refused: one element twice: [1, 1]",
                message(CorruptRecordException.class, () -> codec.read(segment, 0)));
        lists.write(new Lists(List.of(), null, null), segment, 0);
        assertEquals(
                "cannot read " + codec
                        + " at offset=0: names: expected a list that makes a java.util.Set, found one that is refused:"
                        + " its function has returned null",
                message(CorruptRecordException.class, () -> codec.read(segment, 0)));
    }

    record Named(Set<String> names) {
        static final StructLayout LAYOUT = Layouts.varRecord(Layouts.varRef("names", Layouts.varText()));
    }

    @Test
    void aTypeThatNeedsOneIsAMismatchThatNamesIt() {
        String found = "names: the layout has varRef of struct (byteSize=8, offset=8), " + HERE
                + "Named has the component `Set<String> names`; ";
        String remedy = found + "a varRef refers to text, an array or a list; declare one of these, or declare a"
                + " conversion, as `Conversions.of(Conversion.ofList(Set.class, element, to, from))`";

        assertRefused(() -> VarCodec.ofRecord(lookup(), Named.class, Named.LAYOUT), remedy);
        assertRefused(() -> codec(Named.class, Named.LAYOUT, NUMBERS), remedy);
        assertRefused(
                () -> VarCodec.builder(lookup(), Named.class, Named.LAYOUT)
                        .withConversions(Conversions.none().with("names", Bag.CONVERSION))
                        .build(),
                found + "it has a conversion of " + HERE + "Bag to List<String>, which needs `Bag`");
        assertRefused(
                () -> codec(Named.class, Layouts.varRecord(Layouts.varRef("names", JAVA_INT)), NAMES),
                "names: the layout has varRef of int (byteSize=8, offset=8), " + HERE
                        + "Named has the component `Set<String> names`; List<String> needs `Layouts.varRef(name,"
                        + " Layouts.varText())`, this refers to elements of type int");
        assertRefused(
                () -> StructCodec.ofRecord(
                        lookup(),
                        Named.class,
                        Layouts.struct(JAVA_LONG.withName("names")),
                        Conversions.none().with("names", NAMES)),
                "names: the layout has long (byteSize=8, offset=0), " + HERE + "Named has the component `Set<String>"
                        + " names`; it has a conversion of"
                        + " java.util.Set to List<String>, which"
                        + " needs `Set` and Layouts.varRef to"
                        + " what a List<String> needs");
    }

    interface NamedView extends StructView {
        Set<String> names();
    }

    @Test
    void aViewHasNoAccessorOfIt() {
        assertRefused(
                () -> ViewFactory.of(lookup(), NamedView.class, Named.LAYOUT, Conversions.of(NAMES)),
                "`Set names()`: the layout has varRef of struct (byteSize=8, offset=8); its accessors return"
                        + " `MemorySegment`, a nested view by an index, whose accessors of `value` show an element; a"
                        + " VarCodec reads objects");
    }

    record Maybe(Optional<Set<String>> names, List<Set<? extends Number>> numbers) {
        static final StructLayout LAYOUT = Layouts.varRecord(
                Layouts.varRef("names", Layouts.varText()), Layouts.varRef("numbers", Layouts.varList(JAVA_INT)));
    }

    @Test
    void anOptionalHasOneByItsPathAndAWildcardOneThatFits() {
        VarCodec<Maybe> codec = VarCodec.builder(lookup(), Maybe.class, Maybe.LAYOUT)
                .withConversions(Conversions.of(NAMES, NUMBERS).with("names", NAMES))
                .build();
        MemorySegment segment = memory();
        Maybe maybe = new Maybe(Optional.of(Set.of("a")), List.of(Set.of(1)));

        codec.write(maybe, segment, 0);

        assertEquals(maybe, codec.read(segment, 0));
    }

    @SuppressWarnings("ArrayRecordComponent") // it binds like any other
    record Plain(List<Long> boxes, int[] ints) {
        static final StructLayout LAYOUT =
                Layouts.varRecord(Layouts.varRef("boxes", JAVA_LONG), Layouts.varRef("ints", JAVA_INT));
    }

    @Test
    void oneThatIsDeclaredForWhatItDoesNotFitIsRefused() {
        for (String path : List.of("boxes[]", "ints[]")) {
            LayoutMismatchException refused = assertThrowsExactly(
                    LayoutMismatchException.class,
                    () -> VarCodec.builder(lookup(), Plain.class, Plain.LAYOUT)
                            .withConversions(Conversions.none().with(path, NAMES))
                            .build());
            assertEquals(1, refused.mismatches().size(), refused::getMessage);
            assertEquals(0, refused.mismatches().getFirst().indexOf(path.replace("[]", ": ")), refused::getMessage);
        }
        assertEquals(
                "expected a class of objects for `element`, found int; pass Integer.class",
                message(
                        IllegalArgumentException.class,
                        () -> Conversion.ofList(Set.class, int.class, set -> List.of(), list -> Set.of())));
        assertEquals(
                "expected a class of objects for `type`, found void",
                message(
                        IllegalArgumentException.class,
                        () -> Conversion.ofList(void.class, String.class, nothing -> List.of(), list -> null)));
    }
}
