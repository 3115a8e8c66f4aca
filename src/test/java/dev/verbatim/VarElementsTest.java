package dev.verbatim;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;
import static java.lang.invoke.MethodHandles.lookup;
import static java.nio.ByteOrder.BIG_ENDIAN;
import static java.nio.ByteOrder.LITTLE_ENDIAN;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrowsExactly;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Lists and arrays in tails whose elements are text, boxes, arrays or lists themselves, and Optionals. */
@SuppressWarnings("ArrayRecordComponent") // the tests look into them
class VarElementsTest {

    private static final StructLayout TEXTS = Layouts.varRecord(Layouts.varRef("texts", Layouts.varText()));

    record Texts(List<String> texts) {
        static final VarCodec<Texts> CODEC = VarCodec.ofRecord(lookup(), Texts.class, TEXTS);
    }

    record TextArray(String[] texts) {
        static final VarCodec<TextArray> CODEC = VarCodec.ofRecord(lookup(), TextArray.class, TEXTS);
    }

    record Tag(String value) {}

    /** The same with a record around each text. */
    record Wrapped(List<Tag> texts) {
        static final VarCodec<Wrapped> CODEC = VarCodec.ofRecord(lookup(), Wrapped.class, TEXTS);
    }

    private final MemorySegment segment = MemorySegment.ofArray(new byte[8192]);

    private static byte[] bytes(MemorySegment segment, long size) {
        return segment.asSlice(0, size).toArray(JAVA_BYTE);
    }

    private <T> T writtenAndRead(VarCodec<T> codec, T value) {
        long size = codec.write(value, segment, 3);
        assertEquals(size, codec.encodedSize(value));
        assertEquals(size, codec.encodedSize(segment, 3));
        return codec.read(segment, 3);
    }

    @Test
    void aListOfTextsHasTheBytesOfAListOfRecordsWithOneText() {
        List<String> texts = List.of("a", "", "Zürich");
        long size = Texts.CODEC.write(new Texts(texts), segment, 0);
        byte[] written = bytes(segment, size);
        segment.fill((byte) -1);

        Wrapped wrapped = new Wrapped(texts.stream().map(Tag::new).toList());
        assertEquals(size, Wrapped.CODEC.write(wrapped, segment, 0));
        assertArrayEquals(bytes(segment, size), written);
        assertEquals(new Texts(texts), Texts.CODEC.read(segment, 0));

        segment.fill((byte) -1);
        assertEquals(size, TextArray.CODEC.write(new TextArray(texts.toArray(String[]::new)), segment, 0));
        assertArrayEquals(bytes(segment, size), written);
        assertArrayEquals(texts.toArray(), TextArray.CODEC.read(segment, 0).texts());
        assertEquals(wrapped, Wrapped.CODEC.read(segment, 0));
    }

    @Test
    void noListIsNotAnEmptyOne() {
        assertEquals(new Texts(List.of()), writtenAndRead(Texts.CODEC, new Texts(List.of())));
        assertEquals(new Texts(null), writtenAndRead(Texts.CODEC, new Texts(null)));
        assertNull(writtenAndRead(TextArray.CODEC, new TextArray(null)).texts());
    }

    @Test
    void aListOfTextsCannotBeChanged() {
        List<String> texts = writtenAndRead(Texts.CODEC, new Texts(new ArrayList<>(List.of("a"))))
                .texts();
        assertThrowsExactly(UnsupportedOperationException.class, () -> texts.set(0, "b"));
    }

    record Boxes(
            List<Boolean> booleans,
            List<Byte> bytes,
            List<Short> shorts,
            List<Character> chars,
            List<Integer> ints,
            List<Long> longs,
            List<Float> floats,
            List<Double> doubles) {
        static final VarCodec<Boxes> CODEC = VarCodec.ofRecord(lookup(), Boxes.class, Primitives.LAYOUT);
    }

    record Primitives(
            boolean[] booleans,
            byte[] bytes,
            short[] shorts,
            char[] chars,
            int[] ints,
            long[] longs,
            float[] floats,
            double[] doubles) {
        static final StructLayout LAYOUT = Layouts.varRecord(
                Layouts.varRef("longs", JAVA_LONG.withOrder(BIG_ENDIAN)),
                Layouts.varRef("booleans", java.lang.foreign.ValueLayout.JAVA_BOOLEAN),
                Layouts.varRef("bytes", JAVA_BYTE),
                Layouts.varRef("shorts", JAVA_SHORT.withOrder(LITTLE_ENDIAN)),
                Layouts.varRef("chars", java.lang.foreign.ValueLayout.JAVA_CHAR),
                Layouts.varRef("ints", JAVA_INT.withOrder(BIG_ENDIAN)),
                Layouts.varRef("floats", java.lang.foreign.ValueLayout.JAVA_FLOAT.withOrder(BIG_ENDIAN)),
                Layouts.varRef("doubles", JAVA_DOUBLE));
        static final VarCodec<Primitives> CODEC = VarCodec.ofRecord(lookup(), Primitives.class, LAYOUT);
    }

    @Test
    void aListOfBoxesHasTheBytesOfAnArrayOfPrimitives() {
        float oddNan = Float.intBitsToFloat(0x7fc12345);
        Boxes boxes = new Boxes(
                List.of(true, false),
                List.of((byte) -1, (byte) 2, Byte.MIN_VALUE),
                List.of(Short.MIN_VALUE),
                List.of('a', '\udfff'),
                List.of(1, -2, Integer.MAX_VALUE),
                List.of(Long.MIN_VALUE, 3L),
                List.of(-0f, oddNan),
                List.of(-0.0, Double.longBitsToDouble(0x7ff8000000000123L)));
        Primitives primitives = new Primitives(
                new boolean[] {true, false},
                new byte[] {-1, 2, Byte.MIN_VALUE},
                new short[] {Short.MIN_VALUE},
                new char[] {'a', '\udfff'},
                new int[] {1, -2, Integer.MAX_VALUE},
                new long[] {Long.MIN_VALUE, 3},
                new float[] {-0f, oddNan},
                new double[] {-0.0, Double.longBitsToDouble(0x7ff8000000000123L)});
        long size = Primitives.CODEC.write(primitives, segment, 0);
        byte[] written = bytes(segment, size);

        segment.fill((byte) -1);
        assertEquals(size, Boxes.CODEC.write(boxes, segment, 0));
        assertArrayEquals(written, bytes(segment, size));
        assertEquals(boxes, Boxes.CODEC.read(segment, 0));
    }

    @Test
    void boxesMayBeAbsentAndNone() {
        Boxes none = new Boxes(null, null, null, null, null, null, null, null);
        assertEquals(none, writtenAndRead(Boxes.CODEC, none));
        Boxes empty = new Boxes(List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), List.of());
        assertEquals(empty, writtenAndRead(Boxes.CODEC, empty));
    }

    record Level(double price, int quantity) {
        static final StructLayout LAYOUT = Layouts.struct(JAVA_DOUBLE.withName("price"), JAVA_INT.withName("quantity"));
    }

    record Deep(
            List<List<Level>> groups,
            int[][] grid,
            List<long[]> rows,
            List<List<List<String>>> books,
            Level[][] ladders,
            List<String[]> lines,
            List<List<Integer>> numbers) {
        static final StructLayout LAYOUT = Layouts.varRecord(
                Layouts.varRef("groups", Layouts.varList(Level.LAYOUT)),
                Layouts.varRef("grid", Layouts.varList(JAVA_INT)),
                Layouts.varRef("rows", Layouts.varList(JAVA_LONG)),
                Layouts.varRef("books", Layouts.varList(Layouts.varList(Layouts.varText()))),
                Layouts.varRef("ladders", Layouts.varList(Level.LAYOUT)),
                Layouts.varRef("lines", Layouts.varList(Layouts.varText())),
                Layouts.varRef("numbers", Layouts.varList(JAVA_INT)));
        static final VarCodec<Deep> CODEC = VarCodec.ofRecord(lookup(), Deep.class, LAYOUT);

        static final Deep EXAMPLE = new Deep(
                List.of(List.of(new Level(1.5, 1), new Level(2.5, 2)), List.of(), List.of(new Level(3.5, 3))),
                new int[][] {{1, 2, 3}, {}, {4}},
                List.of(new long[] {1}, new long[0]),
                List.of(List.of(List.of("a", "b"), List.of()), List.of(), List.of(List.of("c"))),
                new Level[][] {{new Level(4.5, 4)}, {}},
                List.of(new String[] {"x", ""}, new String[0]),
                List.of(List.of(1, 2), List.of()));
    }

    @Test
    void arraysAndListsNestInOneAnother() {
        Deep read = writtenAndRead(Deep.CODEC, Deep.EXAMPLE);
        assertEquals(Deep.EXAMPLE.groups, read.groups);
        assertEquals(Arrays.deepToString(Deep.EXAMPLE.grid), Arrays.deepToString(read.grid));
        assertEquals(Arrays.deepToString(Deep.EXAMPLE.rows.toArray()), Arrays.deepToString(read.rows.toArray()));
        assertEquals(Deep.EXAMPLE.books, read.books);
        assertEquals(Arrays.deepToString(Deep.EXAMPLE.ladders), Arrays.deepToString(read.ladders));
        assertEquals(Arrays.deepToString(Deep.EXAMPLE.lines.toArray()), Arrays.deepToString(read.lines.toArray()));
        assertEquals(Deep.EXAMPLE.numbers, read.numbers);
    }

    record Perhaps(
            Optional<String> note,
            Optional<int[]> values,
            Optional<List<Level>> levels,
            List<Optional<String>> names,
            Optional<List<String>> tags,
            Optional<Level[]> best) {
        static final StructLayout LAYOUT = Layouts.varRecord(
                Layouts.varRef("best", Level.LAYOUT),
                Layouts.varRef("note"),
                Layouts.varRef("values", JAVA_INT),
                Layouts.varRef("levels", Level.LAYOUT),
                Layouts.varRef("names", Layouts.varText()),
                Layouts.varRef("tags", Layouts.varText()));
        static final VarCodec<Perhaps> CODEC = VarCodec.ofRecord(lookup(), Perhaps.class, LAYOUT);

        static final Perhaps NOTHING = new Perhaps(
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of(Optional.empty(), Optional.empty()),
                Optional.empty(),
                Optional.empty());
    }

    record Certainly(
            String note, int[] values, List<Level> levels, List<Tag> names, List<String> tags, List<Level> best) {
        static final VarCodec<Certainly> CODEC = VarCodec.ofRecord(lookup(), Certainly.class, Perhaps.LAYOUT);
    }

    @Test
    void anEmptyOptionalIsANullReference() {
        long size = Perhaps.CODEC.write(Perhaps.NOTHING, segment, 0);
        byte[] written = bytes(segment, size);
        Certainly nothing = new Certainly(null, null, null, List.of(new Tag(null), new Tag(null)), null, null);
        assertEquals(nothing, Certainly.CODEC.read(segment, 0));
        assertEquals(Perhaps.NOTHING, Perhaps.CODEC.read(segment, 0));

        segment.fill((byte) -1);
        Certainly.CODEC.write(nothing, segment, 0);
        assertArrayEquals(written, bytes(segment, size));
    }

    @Test
    void anOptionalHasWhatTheTailHas() {
        List<Level> levels = List.of(new Level(1, 2));
        Perhaps perhaps = new Perhaps(
                Optional.of("note"),
                Optional.of(new int[] {1, 2}),
                Optional.of(levels),
                List.of(Optional.of("a"), Optional.empty(), Optional.of("")),
                Optional.of(List.of("x", "y")),
                Optional.of(new Level[] {new Level(3, 4)}));
        Perhaps read = writtenAndRead(Perhaps.CODEC, perhaps);
        assertEquals(perhaps.note, read.note);
        assertArrayEquals(new int[] {1, 2}, read.values.orElseThrow());
        assertEquals(perhaps.levels, read.levels);
        assertEquals(perhaps.names, read.names);
        assertEquals(perhaps.tags, read.tags);
        assertArrayEquals(perhaps.best.orElseThrow(), read.best.orElseThrow());
    }

    static final class MutableLevel {
        double price;
        int quantity;
    }

    static final class Mutable {
        static final StructLayout LAYOUT = Layouts.varRecord(
                Layouts.varRef("texts", Layouts.varText()),
                Layouts.varRef("names", Layouts.varText()),
                Layouts.varRef("ints", JAVA_INT),
                Layouts.varRef("groups", Layouts.varList(Level.LAYOUT)),
                Layouts.varRef("note"),
                Layouts.varRef("rows", Layouts.varList(JAVA_INT)),
                Layouts.varRef("builders", Layouts.varText()));
        static final ReusableVarCodec<Mutable> CODEC = VarCodec.ofClass(lookup(), Mutable.class, LAYOUT);

        List<String> texts;
        String[] names;
        List<Integer> ints;
        List<List<MutableLevel>> groups;
        Optional<String> note = Optional.empty();
        int[][] rows;
        List<StringBuilder> builders;
    }

    @Test
    void aClassKeepsItsArraysAndHasNewLists() {
        MutableLevel level = new MutableLevel();
        level.price = 1.5;
        level.quantity = 2;
        Mutable written = new Mutable();
        written.texts = List.of("a", "b");
        written.names = new String[] {"c", "d"};
        written.ints = List.of(1, 2);
        written.groups = List.of(List.of(level), List.of());
        written.note = Optional.of("e");
        written.rows = new int[][] {{1}, {2, 3}};
        written.builders = List.of(new StringBuilder("f"));
        Mutable.CODEC.write(written, segment, 8);

        Mutable read = new Mutable();
        read.names = new String[2];
        read.texts = new ArrayList<>(List.of("z"));
        read.rows = new int[2][1];
        List<String> texts = read.texts;
        String[] names = read.names;
        int[][] rows = read.rows;
        int[] row = rows[0];
        Mutable.CODEC.readInto(read, segment, 8);
        assertEquals(List.of("z"), texts);
        assertEquals(List.of("a", "b"), read.texts);
        assertSame(names, read.names);
        assertArrayEquals(new String[] {"c", "d"}, names);
        assertSame(rows, read.rows);
        assertNotSame(row, rows[0]);
        assertArrayEquals(new int[][] {{1}, {2, 3}}, rows);
        assertEquals(List.of(1, 2), read.ints);
        assertEquals(1.5, read.groups.getFirst().getFirst().price);
        assertEquals(2, read.groups.getFirst().getFirst().quantity);
        assertEquals(List.of(), read.groups.getLast());
        assertEquals(Optional.of("e"), read.note);
        assertEquals("f", read.builders.getFirst().toString());

        Mutable.CODEC.write(new Mutable(), segment, 8);
        Mutable.CODEC.readInto(read, segment, 8);
        assertNull(read.texts);
        assertNull(read.names);
        assertEquals(Optional.empty(), read.note);
    }

    record WeighedTag(String value, int weight) {
        static final StructLayout LAYOUT = Layouts.grown(Layouts.varText(), JAVA_INT.withName("weight"));
    }

    record Weighed(List<WeighedTag> texts, Optional<String> note, List<String> more) {
        static final StructLayout LAYOUT = Layouts.varRecord(
                Layouts.varRef("texts", WeighedTag.LAYOUT),
                Layouts.varRef("note"),
                Layouts.varRef("more", Layouts.varText()));
        static final VarCodec<Weighed> CODEC = VarCodec.builder(lookup(), Weighed.class, LAYOUT)
                .withDefault("texts[].weight", 5)
                .build();
    }

    @Test
    void aListOfTextsCanGrowIntoOneOfRecords() {
        Texts.CODEC.write(new Texts(List.of("a", "b")), segment, 0);
        assertEquals(
                new Weighed(List.of(new WeighedTag("a", 5), new WeighedTag("b", 5)), Optional.empty(), null),
                Weighed.CODEC.read(segment, 0));

        Weighed newer = new Weighed(List.of(new WeighedTag("c", 1)), Optional.of("d"), List.of("e"));
        assertEquals(newer, writtenAndRead(Weighed.CODEC, newer));
        assertEquals(new Texts(List.of("c")), Texts.CODEC.read(segment, 3));
    }

    @Test
    void aReaderWithoutTheClassShowsTheRecordAroundEachText() {
        Texts.CODEC.write(new Texts(List.of("a")), segment, 0);
        Map<String, Object> read = LayoutReader.of(TEXTS).read(segment, 0);
        Map<?, ?> element = (Map<?, ?>) ((List<?>) read.get("texts")).getFirst();
        assertArrayEquals(new byte[] {'a'}, (byte[]) element.get("value"));
    }

    interface TextView extends StructView {
        String value();

        StringBuilder value(StringBuilder target);
    }

    interface TextsView extends StructView {
        ViewFactory<TextsView> VIEWS = ViewFactory.of(lookup(), TextsView.class, TEXTS);

        int textsCount();

        TextView texts(int index);
    }

    @Test
    void aViewShowsEachTextByAViewOfItsRecord() {
        Texts.CODEC.write(new Texts(List.of("a", "bc")), segment, 0);
        TextsView view = TextsView.VIEWS.wrap(segment, 0);
        assertEquals(2, view.textsCount());
        assertEquals("bc", view.texts(1).value());
        assertEquals("TextsView[texts=[[value=a], [value=bc]]]", view.toString());
    }

    interface StringsView extends StructView {
        String texts(int index);
    }

    @Test
    void aViewSaysHowToShowATextOfAList() {
        LayoutMismatchException refused = assertThrowsExactly(
                LayoutMismatchException.class, () -> ViewFactory.of(lookup(), StringsView.class, TEXTS));
        assertEquals(
                List.of("`String texts(int)`: the layout has varRef of struct (byteSize=8, offset=8); its accessors"
                        + " return `MemorySegment`, a nested view by an index, whose accessors of `value` show an"
                        + " element; a VarCodec reads objects"),
                refused.mismatches());
    }
}
