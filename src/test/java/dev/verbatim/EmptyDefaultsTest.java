package dev.verbatim;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrowsExactly;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Arrays, lists, sets and maps that older records lack, and that are read as empty ones. */
@SuppressWarnings("ArrayRecordComponent") // this is about arrays too
class EmptyDefaultsTest {

    private static final StructLayout LEVEL = Layouts.struct(JAVA_LONG.withName("price"), JAVA_INT.withName("size"));

    private record Level(long price, int size) {}

    private record Limit(String symbol, double limit) {}

    private static final Conversion<Set<String>> SETS =
            Conversion.ofList(Set.class, String.class, List::copyOf, Set::copyOf);

    private static final Conversion<Map<String, Double>> LIMITS = Conversion.ofList(
            Map.class,
            Limit.class,
            map -> map.entrySet().stream()
                    .map(entry -> new Limit(entry.getKey(), entry.getValue()))
                    .toList(),
            list -> list.stream().collect(Collectors.toMap(Limit::symbol, Limit::limit)));

    private static final Conversions CONVERSIONS = Conversions.of(SETS, LIMITS);

    private record Old(int id) {
        private static final StructLayout LAYOUT = Layouts.varRecord(JAVA_INT.withName("id"));
        private static final VarCodec<Old> CODEC = VarCodec.ofRecord(lookup(), Old.class, LAYOUT);
    }

    private record New(
            int id,
            long[] longs,
            List<Long> boxes,
            Level[] array,
            List<Level> levels,
            List<String> names,
            int[][] rows,
            Set<String> set,
            Map<String, Double> limits,
            Optional<String> note) {
        private static final StructLayout LAYOUT = Layouts.grown(
                Old.LAYOUT,
                Layouts.varRef("longs", JAVA_LONG),
                Layouts.varRef("boxes", JAVA_LONG),
                Layouts.varRef("array", LEVEL),
                Layouts.varRef("levels", LEVEL),
                Layouts.varRef("names", Layouts.varText()),
                Layouts.varRef("rows", Layouts.varList(JAVA_INT)),
                Layouts.varRef("set", Layouts.varText()),
                Layouts.varRef("limits", Layouts.varRecord(Layouts.varRef("symbol"), JAVA_DOUBLE.withName("limit"))),
                Layouts.varRef("note"));

        private static final VarCodec<New> CODEC = VarCodec.builder(lookup(), New.class, LAYOUT)
                .withConversions(CONVERSIONS)
                .withDefault("longs", new long[0])
                .withDefault("boxes", List.of())
                .withDefault("array", new Level[0])
                .withDefault("levels", List.of())
                .withDefault("names", List.of())
                .withDefault("rows", new int[0][])
                .withDefault("set", Set.of())
                .withDefault("limits", Map.of())
                .build();
    }

    /** Whether nothing is null can be seen by the bytes, which are others for null. */
    @Test
    void whatAnOlderRecordLacksIsReadAsIfStoredEmpty() {
        New empty = new New(
                7,
                new long[0],
                List.of(),
                new Level[0],
                List.of(),
                List.of(),
                new int[0][],
                Set.of(),
                Map.of(),
                Optional.empty());
        New read = New.CODEC.read(MemorySegment.ofArray(VarParts.bytes(Old.CODEC, new Old(7))), 0);
        assertArrayEquals(VarParts.bytes(New.CODEC, empty), VarParts.bytes(New.CODEC, read));
    }

    @Test
    void whatWasStoredAsNullStaysNull() {
        byte[] nulls =
                VarParts.bytes(New.CODEC, new New(7, null, null, null, null, null, null, null, null, Optional.empty()));
        New read = New.CODEC.read(MemorySegment.ofArray(nulls), 0);
        assertNull(read.longs);
        assertArrayEquals(nulls, VarParts.bytes(New.CODEC, read));
    }

    private record Pairs(
            int id,
            long[] longs,
            long[] otherLongs,
            List<Long> boxes,
            List<Long> otherBoxes,
            List<String> names,
            List<String> otherNames,
            Set<String> set,
            Set<String> otherSet,
            Nested nested) {
        private static VarCodec.Builder<Pairs> builder() {
            return VarCodec.builder(
                            lookup(),
                            Pairs.class,
                            Layouts.grown(
                                    Old.LAYOUT,
                                    Layouts.varRef("longs", JAVA_LONG),
                                    Layouts.varRef("otherLongs", JAVA_LONG),
                                    Layouts.varRef("boxes", JAVA_LONG),
                                    Layouts.varRef("otherBoxes", JAVA_LONG),
                                    Layouts.varRef("names", Layouts.varText()),
                                    Layouts.varRef("otherNames", Layouts.varText()),
                                    Layouts.varRef("set", Layouts.varText()),
                                    Layouts.varRef("otherSet", Layouts.varText()),
                                    Layouts.struct(
                                                    Layouts.varRef("levels", LEVEL),
                                                    Layouts.varRef("otherLevels", LEVEL))
                                            .withName("nested")))
                    .withConversions(CONVERSIONS);
        }
    }

    private record Nested(List<Level> levels, List<Level> otherLevels) {}

    /** Members of one form are read by the same code, but for their defaults. */
    @Test
    void onlyMembersWithADefaultHaveOne() {
        MemorySegment old = MemorySegment.ofArray(VarParts.bytes(Old.CODEC, new Old(7)));
        Pairs first = Pairs.builder()
                .withDefault("longs", new long[0])
                .withDefault("boxes", List.of())
                .withDefault("names", List.of())
                .withDefault("set", Set.of())
                .withDefault("nested.levels", List.of())
                .build()
                .read(old, 0);
        assertEquals(0, first.longs.length);
        assertNull(first.otherLongs);
        assertEquals(List.of(), first.boxes);
        assertNull(first.otherBoxes);
        assertEquals(List.of(), first.names);
        assertNull(first.otherNames);
        assertEquals(Set.of(), first.set);
        assertNull(first.otherSet);
        assertEquals(new Nested(List.of(), null), first.nested);
        Pairs second = Pairs.builder()
                .withDefault("otherLongs", new long[0])
                .withDefault("otherBoxes", List.of())
                .withDefault("otherNames", List.of())
                .withDefault("otherSet", Set.of())
                .withDefault("nested.otherLevels", List.of())
                .build()
                .read(old, 0);
        assertNull(second.longs);
        assertEquals(0, second.otherLongs.length);
        assertNull(second.boxes);
        assertEquals(List.of(), second.otherBoxes);
        assertNull(second.names);
        assertEquals(List.of(), second.otherNames);
        assertNull(second.set);
        assertEquals(Set.of(), second.otherSet);
        assertEquals(new Nested(null, List.of()), second.nested);
    }

    private record Names(List<String> list) {}

    private record Named(int id, Names names) {
        private static VarCodec<Named> withDefault(Names names, Conversion<Names> conversion) {
            return VarCodec.builder(
                            lookup(),
                            Named.class,
                            Layouts.grown(Old.LAYOUT, Layouts.varRef("names", Layouts.varText())))
                    .withConversions(Conversions.of(conversion))
                    .withDefault("names", names)
                    .build();
        }
    }

    @Test
    void whatAConversionMakesOfAnEmptyListIsADefault() {
        Conversion<Names> conversion = Conversion.ofList(Names.class, String.class, Names::list, Names::new);
        MemorySegment old = MemorySegment.ofArray(VarParts.bytes(Old.CODEC, new Old(7)));
        assertEquals(
                new Named(7, new Names(List.of())),
                Named.withDefault(new Names(List.of()), conversion).read(old, 0));
        assertNotDefault(
                "its default is not empty; pass an empty " + Names.class.getName(),
                new Names(List.of("a")),
                conversion);
        // What is stored of it has an element, so that it is not what is read of an empty list.
        assertNotDefault(
                "its default is not empty",
                new Names(List.of()),
                Conversion.ofList(Names.class, String.class, _ -> List.of("start"), Names::new));
        assertNotDefault(
                "it has a default, which is to be an empty list, and the conversion refuses one: none; remove the"
                        + " default",
                new Names(List.of()),
                Conversion.ofList(Names.class, String.class, Names::list, list -> {
                    if (list.isEmpty()) {
                        throw new IllegalArgumentException("none");
                    }
                    return new Names(list);
                }));
    }

    @Test
    void whatRefusesADefaultIsNamed() {
        String remedy = "; pass an empty " + Names.class.getName()
                + ", which the function that makes the list has to take, or remove the default";
        assertNotDefault(
                "its default cannot be stored: too many" + remedy,
                new Names(List.of("a")),
                Conversion.ofList(
                        Names.class,
                        String.class,
                        names -> {
                            if (!names.list().isEmpty()) {
                                throw new IllegalArgumentException("too many");
                            }
                            return names.list();
                        },
                        Names::new));
        assertNotDefault(
                "its default cannot be stored: java.util.NoSuchElementException" + remedy,
                new Names(List.of()),
                Conversion.ofList(
                        Names.class,
                        String.class,
                        names -> {
                            throw new NoSuchElementException();
                        },
                        Names::new));
        assertNotDefault(
                "and the conversion refuses one: java.lang.UnsupportedOperationException; remove the default",
                new Names(List.of()),
                Conversion.ofList(Names.class, String.class, Names::list, list -> {
                    list.add("one");
                    return new Names(list);
                }));
    }

    /** Of mutable elements a list is read that can be changed, and of boxes one that may have nulls. */
    @Test
    void aConversionIsTriedWithAListOfTheKindThatIsRead() {
        class Cell {
            private long id;
        }
        record Cells(List<Cell> list) {}
        record OfCells(int id, Cells cells) {}
        VarCodec<OfCells> ofCells = VarCodec.builder(
                        lookup(),
                        OfCells.class,
                        Layouts.grown(Old.LAYOUT, Layouts.varRef("cells", Layouts.struct(JAVA_LONG.withName("id")))))
                .withConversions(Conversions.of(Conversion.ofList(Cells.class, Cell.class, Cells::list, list -> {
                    list.sort(Comparator.comparingLong(cell -> cell.id));
                    return new Cells(list);
                })))
                .withDefault("cells", new Cells(List.of()))
                .build();
        MemorySegment old = MemorySegment.ofArray(VarParts.bytes(Old.CODEC, new Old(7)));
        assertEquals(new OfCells(7, new Cells(List.of())), ofCells.read(old, 0));

        record Numbers(boolean hasNull) {}
        record OfNumbers(int id, Numbers numbers) {}
        VarCodec<OfNumbers> ofNumbers = VarCodec.builder(
                        lookup(), OfNumbers.class, Layouts.grown(Old.LAYOUT, Layouts.varRef("numbers", JAVA_LONG)))
                .withConversions(Conversions.of(
                        CodeConversions.nullable(Long.class, 0L),
                        Conversion.ofList(
                                Numbers.class,
                                Long.class,
                                numbers -> List.<Long>of(),
                                list -> new Numbers(list.contains(null)))))
                .withDefault("numbers", new Numbers(false))
                .build();
        assertEquals(new OfNumbers(7, new Numbers(false)), ofNumbers.read(old, 0));
    }

    private static void assertNotDefault(String message, Names names, Conversion<Names> conversion) {
        LayoutMismatchException mismatch =
                assertThrowsExactly(LayoutMismatchException.class, () -> Named.withDefault(names, conversion));
        assertTrue(mismatch.getMessage().contains(message), mismatch::getMessage);
    }

    @Test
    void elementsOfOlderRecordsHaveDefaultsToo() {
        record OldOrder(int id) {}
        record OldBook(List<OldOrder> orders) {}
        record Order(int id, long[] fills, List<String> notes) {}
        record Book(List<Order> orders) {}
        StructLayout order = Layouts.varRecord(JAVA_INT.withName("id"));
        StructLayout newer =
                Layouts.grown(order, Layouts.varRef("fills", JAVA_LONG), Layouts.varRef("notes", Layouts.varText()));
        VarCodec<OldBook> writer =
                VarCodec.ofRecord(lookup(), OldBook.class, Layouts.varRecord(Layouts.varRef("orders", order)));
        VarCodec<Book> reader = VarCodec.builder(
                        lookup(), Book.class, Layouts.varRecord(Layouts.varRef("orders", newer)))
                .withDefault("orders[].fills", new long[0])
                .withDefault("orders[].notes", List.of())
                .build();
        byte[] bytes = VarParts.bytes(writer, new OldBook(List.of(new OldOrder(1), new OldOrder(2))));
        List<Order> orders = reader.read(MemorySegment.ofArray(bytes), 0).orders;
        assertEquals(List.of(1, 2), orders.stream().map(Order::id).toList());
        orders.forEach(read -> {
            assertEquals(0, read.fills.length);
            assertEquals(List.of(), read.notes);
        });
    }

    @SuppressWarnings("UnusedVariable") // a codec reads it
    private static final class Leg {
        long price;
    }

    private static final class Trade {
        int id;
        List<Leg> legs;
        List<String> notes = new ArrayList<>(List.of("before"));
        double[] fees = {1, 2};
    }

    @Test
    void aListThatIsFilledAgainIsEmptied() {
        StructLayout layout = Layouts.grown(
                Old.LAYOUT,
                Layouts.varRef("legs", Layouts.struct(JAVA_LONG.withName("price"))),
                Layouts.varRef("notes", Layouts.varText()),
                Layouts.varRef("fees", JAVA_DOUBLE));
        ReusableVarCodec<Trade> codec = VarCodec.builder(lookup(), Trade.class, layout)
                .withDefault("legs", List.of())
                .withDefault("notes", new ArrayList<>())
                .withDefault("fees", new double[0])
                .buildReusable();
        Trade trade = new Trade();
        List<Leg> legs = new ArrayList<>(List.of(new Leg(), new Leg()));
        trade.legs = legs;
        codec.readInto(trade, MemorySegment.ofArray(VarParts.bytes(Old.CODEC, new Old(3))), 0);
        assertSame(legs, trade.legs);
        assertEquals(List.of(), trade.legs);
        assertEquals(List.of(), trade.notes);
        assertEquals(0, trade.fees.length);
        assertEquals(3, trade.id);
    }

    @Test
    void noOtherDefaultIsTaken() {
        String message = assertThrowsExactly(
                        LayoutMismatchException.class,
                        () -> VarCodec.builder(lookup(), New.class, New.LAYOUT)
                                .withConversions(CONVERSIONS)
                                .withDefault("longs", new long[] {1})
                                .withDefault("boxes", List.of(1L))
                                .withDefault("array", List.of())
                                .withDefault("set", List.of())
                                .withDefault("limits", Map.of("a", 1.0))
                                .withDefault("note", Optional.of("a"))
                                .build())
                .getMessage();
        String others = ", the only default that it can have";
        for (String expected : List.of(
                "longs: the layout has varRef of long (byteSize=8, offset=16), its default is not empty; pass an empty"
                        + " long[]" + others,
                "its default is not empty; pass an empty java.util.List" + others,
                "its default is of type java.util.ImmutableCollections$ListN; pass an empty "
                        + Level.class.getTypeName() + "[]" + others,
                "its default is of type java.util.ImmutableCollections$ListN; pass an empty java.util.Set" + others,
                "its default is not empty; pass an empty java.util.Map" + others,
                "note: the layout has varRef of byte (byteSize=8, offset=80), it has a default; an Optional in")) {
            assertTrue(message.contains(expected), message);
        }
    }
}
