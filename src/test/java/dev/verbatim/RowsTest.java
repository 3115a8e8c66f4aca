package dev.verbatim;

import static java.lang.foreign.MemoryLayout.PathElement.groupElement;
import static java.lang.foreign.MemoryLayout.PathElement.sequenceElement;
import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.ValueLayout.JAVA_BOOLEAN;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrowsExactly;

import dev.verbatim.file.StructFile;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.VarHandle;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sequences of sequences: the arrays of arrays of C and of NumPy, one array here, row after row. */
@SuppressWarnings("ArrayRecordComponent") // arrays are what is tested
class RowsTest {

    private static final String HERE = RowsTest.class.getName() + "$";

    record Level(double price, int quantity) {
        private static final StructLayout LAYOUT =
                Layouts.struct(JAVA_DOUBLE.withName("price"), JAVA_INT.withName("quantity"));
    }

    private enum Side {
        BUY('B'),
        SELL('S');

        private final byte code;

        Side(char code) {
            this.code = (byte) code;
        }
    }

    // struct scene { int id; float m[3][4]; struct level levels[2][3]; uint8_t sides[2][2]; char names[2][8]; };
    private static final MemoryLayout[] MEMBERS = {
        JAVA_INT.withName("id"),
        sequenceLayout(3, sequenceLayout(4, JAVA_FLOAT)).withName("m"),
        sequenceLayout(2, sequenceLayout(3, Level.LAYOUT)).withName("levels"),
        sequenceLayout(2, sequenceLayout(2, JAVA_BYTE)).withName("sides"),
        sequenceLayout(2, sequenceLayout(8, JAVA_BYTE)).withName("names")
    };
    private static final StructLayout LAYOUT = Layouts.struct(MEMBERS);
    private static final Conversions CONVERSIONS =
            Conversions.of(CodeConversions.byteCodes(Side.class, side -> side.code), TextConversions.utf8(8));

    private static final class Scene {
        private int id = 7;
        private float[] m = {0, 1, 2, 3, 10, 11, 12, 13, 20, 21, 22, 23};
        private List<Level> levels = levels();
        private Side[] sides = {Side.BUY, Side.SELL, Side.SELL, Side.BUY};
        private List<String> names = List.of("left", "right");

        private static final ReusableCodec<Scene> CODEC =
                StructCodec.ofClass(lookup(), Scene.class, LAYOUT, CONVERSIONS);

        private static List<Level> levels() {
            List<Level> levels = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                levels.add(new Level(i / 4.0, i));
            }
            return levels;
        }

        private void assertSame(Scene other) {
            assertEquals(id, other.id);
            assertArrayEquals(m, other.m);
            assertEquals(levels, other.levels);
            assertArrayEquals(sides, other.sides);
            assertEquals(names, other.names);
        }
    }

    private record VarScene(int id, float[] m, List<Level> levels, Side[] sides, List<String> names, String note) {}

    private interface SceneView extends StructView {
        ViewFactory<SceneView> VIEWS = ViewFactory.of(lookup(), SceneView.class, LAYOUT, CONVERSIONS);

        float[] m();

        float m(int index);

        void m(int index, float value);

        float getVolatileM(int index);

        Level levels(int index);

        List<Level> levels();

        LevelView getLevels(long index);

        Side sides(int index);

        void sides(int index, Side side);

        String names(int row);

        void names(int row, String name);

        List<String> names();
    }

    interface WrongView extends StructView {
        float[] m(int row);

        String names(int row);

        boolean isNames(CharSequence text);
    }

    private interface LevelView extends StructView {
        int quantity();
    }

    private static MemorySegment written() {
        MemorySegment segment = Arena.ofAuto().allocate(LAYOUT);
        Scene.CODEC.write(new Scene(), segment, 0);
        return segment;
    }

    @Test
    void theRowsOfAnArrayLieOneAfterTheOther() {
        MemorySegment segment = written();
        VarHandle m = handle(groupElement("m"), sequenceElement(), sequenceElement());
        VarHandle quantity =
                handle(groupElement("levels"), sequenceElement(), sequenceElement(), groupElement("quantity"));
        VarHandle side = handle(groupElement("sides"), sequenceElement(), sequenceElement());
        for (long row = 0; row < 3; row++) {
            for (long column = 0; column < 4; column++) {
                assertEquals((float) (row * 10 + column), (float) m.get(segment, 0L, row, column));
            }
        }
        assertEquals(5, (int) quantity.get(segment, 0L, 1L, 2L));
        assertEquals((byte) 'S', (byte) side.get(segment, 0L, 0L, 1L));
        assertEquals((byte) 'B', (byte) side.get(segment, 0L, 1L, 1L));
        long second = LAYOUT.byteOffset(groupElement("names"), sequenceElement(1));
        assertEquals("right", segment.getString(second, StandardCharsets.UTF_8));

        Scene read = new Scene();
        read.m = new float[12];
        read.levels = new ArrayList<>();
        read.sides = new Side[4];
        Scene.CODEC.readInto(read, segment, 0);
        new Scene().assertSame(read);
    }

    private static VarHandle handle(PathElement... path) {
        return LAYOUT.varHandle(path);
    }

    @Test
    void aRecordOfVariableLengthHasRows() {
        List<MemoryLayout> members = new ArrayList<>(List.of(MEMBERS));
        members.add(Layouts.varRef("note"));
        StructLayout layout = Layouts.varRecord(members.toArray(MemoryLayout[]::new));
        VarCodec<VarScene> codec = VarCodec.builder(lookup(), VarScene.class, layout)
                .withConversions(CONVERSIONS)
                .build();
        Scene scene = new Scene();
        VarScene written = new VarScene(scene.id, scene.m, scene.levels, scene.sides, scene.names, "note");
        MemorySegment segment = Arena.ofAuto().allocate(codec.encodedSize(written), 8);
        codec.write(written, segment, 0);
        VarScene read = codec.read(segment, 0);
        assertArrayEquals(written.m, read.m);
        assertEquals(written.levels, read.levels);
        assertArrayEquals(written.sides, read.sides);
        assertEquals(written.names, read.names);
    }

    @Test
    void aViewCountsWhatTheRowsHave() {
        SceneView view = SceneView.VIEWS.wrap(written(), 0);
        assertArrayEquals(new Scene().m, view.m());
        assertEquals(23, view.m(11));
        view.m(6, -1);
        assertEquals(-1, view.getVolatileM(6));
        assertEquals(new Level(1.25, 5), view.levels(5));
        assertEquals(Scene.levels(), view.levels());
        assertEquals(4, view.getLevels(4).quantity());
        assertEquals(Side.SELL, view.sides(2));
        view.sides(3, Side.SELL);
        assertEquals(Side.SELL, view.sides(3));
        assertEquals(
                "cannot read m[12] of " + HERE + "SceneView (176 bytes): expected an index from 0 to 11",
                assertThrowsExactly(IndexOutOfBoundsException.class, () -> view.m(12))
                        .getMessage());
    }

    @Test
    void aConversionMakesAWholeRow() {
        SceneView view = SceneView.VIEWS.wrap(written(), 0);
        assertEquals("right", view.names(1));
        view.names(0, "up");
        assertEquals(List.of("up", "right"), view.names());
    }

    /** The shape of each is as C and NumPy have it, however Java holds it. */
    @Test
    void aFileHasTheShape(@TempDir Path folder) throws IOException {
        record Grid(long id, float[] m, short[] cube) {
            static final StructLayout LAYOUT = Layouts.struct(
                    JAVA_LONG.withName("id"),
                    sequenceLayout(3, sequenceLayout(4, JAVA_FLOAT)).withName("m"),
                    sequenceLayout(2, sequenceLayout(1, sequenceLayout(2, JAVA_SHORT)))
                            .withName("cube"));
            static final StructCodec<Grid> CODEC = StructCodec.ofRecord(lookup(), Grid.class, LAYOUT);
        }
        Path path = folder.resolve("grid.npy");
        try (StructFile<Grid> file = StructFile.create(path, Grid.CODEC)) {
            file.append(new Grid(1, new Scene().m, new short[] {1, 2, 3, 4}));
        }
        String header = new String(Files.readAllBytes(path), StandardCharsets.ISO_8859_1).replace('>', '<');
        assertEquals(
                "[('id', '<i8'), ('m', '<f4', (3, 4)), ('cube', '<i2', (2, 1, 2))]",
                header.substring(header.indexOf('['), header.indexOf(']') + 1));
        StructLayout found = StructFile.layout(path);
        try (StructFile<Grid> file = StructFile.open(path, StructCodec.ofRecord(lookup(), Grid.class, found))) {
            assertArrayEquals(new Scene().m, file.get(0).m);
            assertArrayEquals(new short[] {1, 2, 3, 4}, file.get(0).cube);
        }
        StructLayout flat = MemoryLayout.structLayout(
                JAVA_LONG.withName("id"),
                sequenceLayout(12, JAVA_FLOAT).withName("m"),
                sequenceLayout(4, JAVA_SHORT).withName("cube"));
        StructCodec<Grid> ofFlat = StructCodec.ofRecord(lookup(), Grid.class, flat);
        String shapes = assertThrowsExactly(LayoutMismatchException.class, () -> StructFile.open(path, ofFlat))
                .mismatches()
                .getFirst();
        assertEquals(
                "m: the layout has ('<f4', (12,)) (offset=8), the file has ('<f4', (3, 4)) (offset=8);"
                        + " declare the member as the file has it",
                shapes.replace('>', '<'));
    }

    @Property
    void anArrayOfAnyShapeIsAsTheJdkHasIt(
            @ForAll @Size(min = 1, max = 4) List<@IntRange(min = 1, max = 4) Integer> shape, @ForAll int first) {
        MemoryLayout nested = JAVA_INT;
        int count = 1;
        for (int length : shape.reversed()) {
            nested = sequenceLayout(length, nested);
            count *= length;
        }
        record Ints(int[] ints) {}
        StructLayout layout = MemoryLayout.structLayout(nested.withName("ints"));
        StructCodec<Ints> codec = StructCodec.ofRecord(lookup(), Ints.class, layout);
        PathElement[] path = new PathElement[shape.size() + 1];
        path[0] = groupElement("ints");
        int[] ints = new int[count];
        MemorySegment expected = Arena.ofAuto().allocate(layout);
        for (int i = 0; i < count; i++) {
            ints[i] = first * 31 + i;
            int rest = i;
            for (int dimension = shape.size() - 1; dimension >= 0; dimension--) {
                path[dimension + 1] = sequenceElement(rest % shape.get(dimension));
                rest /= shape.get(dimension);
            }
            layout.varHandle(path).set(expected, 0L, ints[i]);
        }
        MemorySegment written = Arena.ofAuto().allocate(layout);
        codec.write(new Ints(ints), written, 0);
        assertEquals(-1, expected.mismatch(written));
        assertArrayEquals(ints, codec.read(expected, 0).ints);
    }

    @Test
    void aRowIsNoElementOfAnArray() {
        record Wrong(float[][] m, String[] names, String text, int[] levels, Level[][] all, List<float[]> list) {}
        StructLayout layout = Layouts.struct(
                MEMBERS[1],
                MEMBERS[4],
                MEMBERS[4].withName("text"),
                MEMBERS[2],
                MEMBERS[2].withName("all"),
                MEMBERS[1].withName("list"));
        String found = HERE + "1Wrong has the component `";
        MemberMismatchTest.assertMismatch(
                Wrong.class,
                layout,
                "m: the layout has sequence of 3 x 4 (byteSize=48, offset=0), " + found
                        + "float[][] m`; rows lie one after the other in one array; declare `float[]`",
                "names: the layout has sequence of 2 x 8 (byteSize=16, offset=48), " + found
                        + "String[] names`; the elements of an array or list are primitives, records or classes; wrap"
                        + " the String in a record; or declare a conversion, as"
                        + " `Conversions.of(TextConversions.utf8(8))`",
                "text: the layout has sequence of 2 x 8 (byteSize=16, offset=64), " + found
                        + "String text`; a String needs a sequence of JAVA_BYTE, which holds its UTF-8, this is one of"
                        + " sequence of 8",
                "levels: the layout has sequence of 2 x 3 (byteSize=96, offset=80), " + found
                        + "int[] levels`; int[] needs a sequence of JAVA_INT, this is one of struct",
                "all: the layout has sequence of 2 x 3 (byteSize=96, offset=176), " + found
                        + "Level[][] all`; rows lie one after the other in one array; declare an array or List of what"
                        + " they have",
                "list: the layout has sequence of 3 x 4 (byteSize=48, offset=272), " + found
                        + "List<float[]> list`; rows lie one after the other in one array; declare `float[]`");
    }

    @Test
    void aViewHasNoRows() {
        String ofRow = ", whose index counts what the rows have; declare an accessor of that, or a conversion of ";
        assertEquals(
                List.of(
                        "`String names(int)`: the layout has sequence of 2 x 8 (byteSize=16, offset=156)" + ofRow
                                + "String to the 8 bytes of a row, as `Conversions.of(TextConversions.utf8(8))`",
                        "`boolean isNames(CharSequence)`: the layout has sequence of 2 x 8 (byteSize=16, offset=156);"
                                + " a String needs a sequence of JAVA_BYTE, which holds its UTF-8, this is one of"
                                + " sequence of 8",
                        "`float[] m(int)`: the layout has sequence of 3 x 4 (byteSize=48, offset=4)" + ofRow
                                + "float[] to the 16 bytes of a row"),
                assertThrowsExactly(
                                LayoutMismatchException.class, () -> ViewFactory.of(lookup(), WrongView.class, LAYOUT))
                        .mismatches());
    }

    @Test
    void anArrayOfAnotherLengthIsRefused() {
        Scene scene = new Scene();
        scene.m = new float[3];
        MemorySegment segment = written();
        assertEquals(
                "cannot write " + HERE + "Scene (176 bytes) at offset=0: m has length=3; expected float[12]",
                assertThrowsExactly(IllegalArgumentException.class, () -> Scene.CODEC.write(scene, segment, 0))
                        .getMessage());
    }

    /** Structs, texts and enums in rows, and a struct with rows of its own, which is in rows itself. */
    @Test
    void aFileHasTheShapeOfWhateverIsInRows(@TempDir Path folder) throws IOException {
        record Row(short[] cells) {}
        record All(List<Level> levels, Side[] sides, List<String> names, Row[] rows, boolean[] flags) {}
        StructLayout layout = Layouts.struct(
                MEMBERS[2],
                MEMBERS[3],
                MEMBERS[4],
                sequenceLayout(
                                2,
                                sequenceLayout(
                                        1,
                                        MemoryLayout.structLayout(sequenceLayout(2, sequenceLayout(3, JAVA_SHORT))
                                                .withName("cells"))))
                        .withName("rows"),
                sequenceLayout(2, sequenceLayout(0, JAVA_BOOLEAN)).withName("flags"));
        StructCodec<All> codec = StructCodec.ofRecord(lookup(), All.class, layout, CONVERSIONS);
        Scene scene = new Scene();
        Row[] rows = {new Row(new short[] {1, 2, 3, 4, 5, 6}), new Row(new short[] {7, 8, 9, 10, 11, 12})};
        Path path = folder.resolve("all.npy");
        try (StructFile<All> file = StructFile.create(path, codec)) {
            file.append(new All(scene.levels, scene.sides, scene.names, rows, new boolean[0]));
        }
        String header = new String(Files.readAllBytes(path), StandardCharsets.ISO_8859_1).replace('>', '<');
        assertEquals(
                "[('levels', [('price', '<f8'), ('quantity', '<i4'), ('', '|V4')], (2, 3)), ('sides', '|i1', (2, 2)),"
                        + " ('names', '|i1', (2, 8)), ('rows', [('cells', '<i2', (2, 3))], (2, 1)), ('flags', '|b1',"
                        + " (2, 0)), ('', '|V4')]",
                header.substring(header.indexOf('['), header.indexOf("], 'fortran") + 1));
        try (StructFile<All> file = StructFile.open(path, codec)) {
            All all = file.get(0);
            assertEquals(scene.levels, all.levels);
            assertArrayEquals(scene.sides, all.sides);
            assertEquals(scene.names, all.names);
            assertArrayEquals(rows[1].cells, all.rows[1].cells);
        }
    }

    @Test
    void whatAnOlderRecordHasNotIsTheDefaultOfEachElement() {
        record Older(int id) {}
        record Newer(int id, float[] m) {}
        StructLayout older = Layouts.varRecord(JAVA_INT.withName("id"));
        VarCodec<Newer> codec = VarCodec.builder(lookup(), Newer.class, Layouts.grown(older, MEMBERS[1]))
                .withDefault("m[]", 1.5f)
                .build();
        MemorySegment segment = Arena.ofAuto().allocate(64, 8);
        VarCodec.ofRecord(lookup(), Older.class, older).write(new Older(7), segment, 0);
        float[] expected = new float[12];
        Arrays.fill(expected, 1.5f);
        assertArrayEquals(expected, codec.read(segment, 0).m);
    }

    /** A conversion of so many bytes is not for two rows of half as many, though it was declared for something else. */
    @Test
    void rowsAreNotPutTogetherByAConversion() {
        record Texts(String text, String names, List<String> grid) {}
        StructLayout layout = MemoryLayout.structLayout(
                sequenceLayout(16, JAVA_BYTE).withName("text"),
                MEMBERS[4],
                sequenceLayout(2, sequenceLayout(2, sequenceLayout(8, JAVA_BYTE)))
                        .withName("grid"));
        Conversions both = Conversions.of(TextConversions.utf8(8), TextConversions.utf8(16));
        assertEquals(
                List.of("names: the layout has sequence of 2 x 8 (byteSize=16, offset=16), " + HERE
                        + "1Texts has the component `String names`; nothing else than declared is stored; the"
                        + " conversion of String needs a sequence of byte of 8 bytes together or a sequence of byte of"
                        + " 16 bytes together"),
                assertThrowsExactly(
                                LayoutMismatchException.class,
                                () -> StructCodec.ofRecord(lookup(), Texts.class, layout, both))
                        .mismatches());
        record Grid(List<String> grid) {}
        StructCodec<Grid> codec = StructCodec.ofRecord(
                lookup(),
                Grid.class,
                MemoryLayout.structLayout(layout.memberLayouts().getLast()),
                both);
        MemorySegment segment = Arena.ofAuto().allocate(codec.layout());
        segment.setString(24, "last");
        assertEquals(List.of("", "", "", "last"), codec.read(segment, 0).grid);
    }

    /** A matrix is all rows together, by a conversion of one's own. */
    @Test
    void aConversionOfOnesOwnMakesAllRows() {
        record Matrix(MemorySegment floats) {}
        record OfMatrix(Matrix m) {}
        Conversion<Matrix> conversion = Conversion.ofBytes(
                Matrix.class,
                48,
                (matrix, segment, offset) -> MemorySegment.copy(matrix.floats, 0, segment, offset, 48),
                (segment, offset) -> new Matrix(
                        MemorySegment.ofArray(segment.asSlice(offset, 48).toArray(JAVA_BYTE))));
        StructCodec<OfMatrix> codec = StructCodec.ofRecord(
                lookup(), OfMatrix.class, MemoryLayout.structLayout(MEMBERS[1]), Conversions.of(conversion));
        MemorySegment segment = Arena.ofAuto().allocate(codec.layout());
        MemorySegment floats = MemorySegment.ofArray(new Scene().m);
        codec.write(new OfMatrix(new Matrix(floats)), segment, 0);
        assertEquals(-1, floats.mismatch(segment));
        assertEquals(-1, floats.mismatch(codec.read(segment, 0).m.floats));
    }

    @Test
    void elementsOfRowsMayBeAbsent() {
        record Maybe(List<Optional<Side>> sides) {}
        StructCodec<Maybe> codec = StructCodec.ofRecord(
                lookup(),
                Maybe.class,
                MemoryLayout.structLayout(MEMBERS[3]),
                Conversions.of(CodeConversions.nullable(CodeConversions.byteCodes(Side.class, side -> side.code), 0)));
        MemorySegment segment = Arena.ofAuto().allocate(4);
        Maybe maybe =
                new Maybe(List.of(Optional.of(Side.BUY), Optional.empty(), Optional.of(Side.SELL), Optional.empty()));
        codec.write(maybe, segment, 0);
        assertArrayEquals(new byte[] {'B', 0, 'S', 0}, segment.toArray(JAVA_BYTE));
        assertEquals(maybe, codec.read(segment, 0));
    }

    /** As {@code Layouts.describe} names it. */
    @Test
    void membersOfStructsInRowsAreChosenByOnePath() {
        StructLayout body = Layouts.struct(
                JAVA_INT.withName("kind"),
                MemoryLayout.unionLayout(JAVA_DOUBLE.withName("price"), JAVA_LONG.withName("id"))
                        .withName("body"));
        StructLayout layout = MemoryLayout.structLayout(
                sequenceLayout(8, sequenceLayout(8, body)).withName("board"),
                sequenceLayout(2, sequenceLayout(3, MemoryLayout.unionLayout(Level.LAYOUT.withName("level"))))
                        .withName("either"));
        StructLayout chosen = Layouts.withAlternative(
                Layouts.withAlternative(Layouts.withPadding(layout, "board[].kind"), "board[].body.price"),
                "either[].level");
        record Cell(double body) {}
        record Board(Cell[] board, Level[] either) {}
        StructCodec<Board> codec = StructCodec.ofRecord(lookup(), Board.class, chosen);
        MemorySegment segment = Arena.ofAuto().allocate(chosen);
        VarHandle price = layout.varHandle(
                groupElement("board"),
                sequenceElement(),
                sequenceElement(),
                groupElement("body"),
                groupElement("price"));
        price.set(segment, 0L, 7L, 6L, 1.5);
        assertEquals(1.5, codec.read(segment, 0).board[62].body);
        assertEquals(
                "`board` is no alternative of a union in the layout; expected one of board[].body.price,"
                        + " board[].body.id, either[].level",
                assertThrowsExactly(IllegalArgumentException.class, () -> Layouts.withAlternative(layout, "board"))
                        .getMessage());
    }

    interface IdsView extends StructView {
        UUID ids(int row);

        List<byte[]> ids();

        int counts(int row);

        float[] m(int row);

        Level[] levels(int row);
    }

    @Test
    void aViewOfRowsIsToldWhatFits() {
        StructLayout layout = Layouts.struct(
                sequenceLayout(4, sequenceLayout(16, JAVA_BYTE)).withName("ids"),
                sequenceLayout(2, sequenceLayout(3, JAVA_BYTE)).withName("counts"),
                MEMBERS[1],
                MEMBERS[2]);
        String ofRow = ", whose index counts what the rows have; declare an accessor of that, or a conversion of ";
        assertEquals(
                List.of(
                        "`Level[] levels(int)`: the layout has sequence of 2 x 3 (byteSize=96, offset=120); Level[]"
                                + " needs a sequence of structs",
                        "`List ids()`: the layout has sequence of 4 x 16 (byteSize=64, offset=0); rows lie one after"
                                + " the other in one array; declare `byte[]`",
                        "`UUID ids(int)`: the layout has sequence of 4 x 16 (byteSize=64, offset=0)" + ofRow
                                + "UUID to the 16 bytes of a row, as `Conversions.of(CodeConversions.uuid())`",
                        "`float[] m(int)`: the layout has sequence of 3 x 4 (byteSize=48, offset=72)" + ofRow
                                + "float[] to the 16 bytes of a row",
                        "`int counts(int)`: the layout has sequence of 2 x 3 (byteSize=6, offset=64)" + ofRow
                                + "int to the 3 bytes of a row, as"
                                + " `Conversions.of(NumberConversions.intOf(3, order, signed))`"),
                assertThrowsExactly(
                                LayoutMismatchException.class, () -> ViewFactory.of(lookup(), IdsView.class, layout))
                        .mismatches());
    }
}
