package dev.verbatim;

import static java.lang.foreign.MemoryLayout.paddingLayout;
import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.MemoryLayout.unionLayout;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_CHAR;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;
import static java.lang.invoke.MethodHandles.lookup;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.verbatim.file.StructFile;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@SuppressWarnings("ArrayRecordComponent") // they bind like any others
class TaggedCodecTest {

    sealed interface Shape permits Circle, Box, Label {}

    record Circle(int radius) implements Shape {
        static final StructCodec<Circle> CODEC = StructCodec.ofRecord(
                lookup(),
                Circle.class,
                MemoryLayout.structLayout(paddingLayout(2), JAVA_INT_UNALIGNED.withName("radius")));
    }

    record Box(long width, long height) implements Shape {
        static final StructCodec<Box> CODEC = StructCodec.ofRecord(
                lookup(),
                Box.class,
                MemoryLayout.structLayout(
                        paddingLayout(2),
                        JAVA_LONG_UNALIGNED.withName("width"),
                        JAVA_LONG_UNALIGNED.withName("height")));
    }

    record Label(String text) implements Shape {
        static final StructCodec<Label> CODEC = StructCodec.ofRecord(
                lookup(),
                Label.class,
                MemoryLayout.structLayout(
                        paddingLayout(2), sequenceLayout(4, JAVA_BYTE).withName("text")));
    }

    private static final ValueLayout TAG = JAVA_SHORT.withOrder(ByteOrder.BIG_ENDIAN);

    private static final TaggedCodec<Shape> CODEC = TaggedCodec.builder(Shape.class, TAG, 0)
            .with(1, Circle.CODEC)
            .with(-2, Box.CODEC)
            .with('L', Label.CODEC)
            .build();

    @TempDir
    private Path folder;

    private final MemorySegment segment = MemorySegment.ofArray(new byte[32]);

    @Test
    void bytesAreTheTagAndTheStruct() {
        assertEquals(6, CODEC.write(new Circle(0x01020304), segment, 1));
        byte[] expected = new byte[32];
        expected[2] = 1;
        expected[3] = 4;
        expected[4] = 3;
        expected[5] = 2;
        expected[6] = 1;
        assertArrayEquals(expected, segment.toArray(JAVA_BYTE));
        assertEquals(new Circle(0x01020304), CODEC.read(segment, 1));
    }

    @Test
    void valuesHaveTheirOwnCodecs() {
        assertEquals(List.of(Box.CODEC, Circle.CODEC, Label.CODEC), CODEC.codecs());
        assertSame(Label.CODEC, CODEC.codecOf(new Label("a")));
        CODEC.write(new Box(1, 2), segment, 3);
        assertSame(Box.CODEC, CODEC.codecAt(segment, 3));
        assertSame(Box.CODEC, CODEC.codecAt(segment.asSlice(3, 2), 0));
        segment.fill((byte) 9);
        String message = assertThrows(CorruptRecordException.class, () -> CODEC.codecAt(segment, 3))
                .getMessage();
        assertEquals(
                "cannot read " + CODEC + " at offset=3: the tag at offset=3: expected -2, 1, 76 ('L'), found 2313",
                message);
        assertThrows(IndexOutOfBoundsException.class, () -> CODEC.codecAt(segment, 31));
    }

    static class Gauge {
        static final StructLayout LAYOUT = MemoryLayout.structLayout(paddingLayout(4), JAVA_INT.withName("level"));

        int level;
    }

    static final class NamedGauge extends Gauge {
        final String name = "a";
    }

    /** Its class is that of no alternative, so it could not be written; its size is that of the bytes all the same. */
    @Test
    void aCursorGetsWhatASupplierMakesOfASubclass() {
        TaggedCodec<Gauge> codec = TaggedCodec.builder(Gauge.class, JAVA_INT, 0)
                .with(1, StructCodec.ofClass(lookup(), Gauge.class, Gauge.LAYOUT, NamedGauge::new))
                .build();
        Gauge gauge = new Gauge();
        gauge.level = 5;
        SegmentCursor cursor = SegmentCursor.of(segment).put(codec, gauge).putByte((byte) 7);
        cursor.flip();
        Gauge found = cursor.get(codec);
        assertEquals(5, found.level);
        assertEquals("a", ((NamedGauge) found).name);
        assertEquals(7, cursor.getByte());
    }

    @Test
    void valuesHaveTheirOwnSizes() {
        assertEquals(18, CODEC.maxByteSize());
        assertEquals(6, CODEC.encodedSize(new Label("a")));
        assertEquals(18, CODEC.write(new Box(1, 2), segment, 0));
        assertEquals(18, CODEC.encodedSize(segment, 0));
        assertEquals(Shape.class, CODEC.type());
    }

    @Test
    void everyKindOfSegmentIsRead() throws IOException {
        Path file = Files.write(folder.resolve("shapes"), new byte[32]);
        try (Arena arena = Arena.ofConfined();
                FileChannel channel = FileChannel.open(file, READ, WRITE)) {
            for (MemorySegment any : List.of(
                    segment,
                    MemorySegment.ofArray(new int[8]),
                    MemorySegment.ofArray(new long[4]),
                    arena.allocate(32),
                    channel.map(FileChannel.MapMode.READ_WRITE, 0, 32, arena))) {
                for (Shape shape : List.of(new Circle(-5), new Box(Long.MIN_VALUE, 3), new Label("four"))) {
                    CODEC.write(shape, any, 3);
                    assertEquals(shape, CODEC.read(any, 3));
                }
            }
        }
    }

    @Test
    void whatIsBehindASmallValueStays() {
        segment.fill((byte) 0x55);
        CODEC.write(new Label("x"), segment, 4);
        byte[] expected = new byte[32];
        Arrays.fill(expected, (byte) 0x55);
        System.arraycopy(new byte[] {0, 'L', 'x', 0, 0, 0}, 0, expected, 4, 6);
        assertArrayEquals(expected, segment.toArray(JAVA_BYTE));
    }

    @Test
    void anUnknownTagIsCorrupt() {
        segment.set(JAVA_BYTE, 4, (byte) 9);
        var corrupt = assertThrows(CorruptRecordException.class, () -> CODEC.read(segment, 3));
        assertEquals(
                "cannot read dev.verbatim.TaggedCodecTest$Shape (by the short at offset 0) at offset=3: the tag at"
                        + " offset=3: expected -2, 1, 76 ('L'), found 9",
                corrupt.getMessage());
        assertEquals(
                corrupt.getMessage(),
                assertThrows(CorruptRecordException.class, () -> CODEC.encodedSize(segment, 3))
                        .getMessage());
    }

    @Test
    void aWrongValueLeavesTheTag() {
        segment.set(JAVA_BYTE, 1, (byte) 1);
        var refused = assertThrows(IllegalArgumentException.class, () -> CODEC.write(new Label("longer"), segment, 0));
        assertEquals(
                "cannot write dev.verbatim.TaggedCodecTest$Label (6 bytes) at offset=0: text has 6 bytes of UTF-8,"
                        + " expected at most 4; shorten it or widen the member",
                refused.getMessage());
        assertThrows(NullPointerException.class, () -> CODEC.write(null, segment, 0));
        assertThrows(NullPointerException.class, () -> CODEC.encodedSize(null));
        assertEquals(1, segment.get(JAVA_BYTE, 1));
    }

    @Test
    void aValueThatDoesNotFitLeavesTheTag() {
        assertThrows(IndexOutOfBoundsException.class, () -> CODEC.write(new Box(1, 2), segment, 15));
        assertArrayEquals(new byte[32], segment.toArray(JAVA_BYTE));
        assertEquals(
                "cannot read the tag of dev.verbatim.TaggedCodecTest$Shape (by the short at offset 0) at offset=31:"
                        + " expected 2 bytes within the segment, found byteSize=32",
                assertThrows(IndexOutOfBoundsException.class, () -> CODEC.read(segment, 31))
                        .getMessage());
        segment.set(JAVA_BYTE, 31, (byte) 1);
        assertEquals(6, CODEC.encodedSize(segment, 30));
        assertThrows(IndexOutOfBoundsException.class, () -> CODEC.read(segment, 30));
    }

    @Test
    void closedAndReadOnlySegmentsAreRefused() {
        Arena arena = Arena.ofConfined();
        MemorySegment closed = arena.allocate(32);
        arena.close();
        assertThrows(IllegalStateException.class, () -> CODEC.read(closed, 0));
        assertThrows(IllegalStateException.class, () -> CODEC.write(new Circle(1), closed, 0));
        assertThrows(IllegalArgumentException.class, () -> CODEC.write(new Circle(1), segment.asReadOnly(), 0));
    }

    interface Animal {}

    record Dog(int age) implements Animal {}

    record Cat(int age) implements Animal {}

    static <R extends Record> StructCodec<R> aged(Class<R> type, MemoryLayout... first) {
        MemoryLayout[] members = Arrays.copyOf(first, first.length + 1);
        members[first.length] = JAVA_INT_UNALIGNED.withName("age");
        return StructCodec.ofRecord(lookup(), type, MemoryLayout.structLayout(members));
    }

    @Test
    void aClassWithoutAnAlternativeIsRefused() {
        TaggedCodec<Animal> dogs = TaggedCodec.builder(Animal.class, JAVA_BYTE, 0)
                .with(0, aged(Dog.class, paddingLayout(1)))
                .build();
        assertEquals(
                "cannot write dev.verbatim.TaggedCodecTest$Animal (by the byte at offset 0): expected a value of"
                        + " dev.verbatim.TaggedCodecTest$Dog, found one of dev.verbatim.TaggedCodecTest$Cat; add an"
                        + " alternative for this class",
                assertThrows(IllegalArgumentException.class, () -> dogs.write(new Cat(1), segment, 0))
                        .getMessage());
        assertThrows(IllegalArgumentException.class, () -> dogs.encodedSize(new Cat(1)));
    }

    @Test
    void everyReasonIsListed() {
        TaggedCodec.Builder<Animal> builder = TaggedCodec.builder(Animal.class, JAVA_BYTE, 4)
                .with(300, aged(Dog.class, paddingLayout(8)))
                .with(1, aged(Dog.class, paddingLayout(2)))
                .with(1, aged(Cat.class));
        assertEquals(
                List.of(
                        "dev.verbatim.TaggedCodecTest$Dog: tag=300 is no byte; expected tags all from -128 to 127, or"
                                + " all from 0 to 255",
                        "dev.verbatim.TaggedCodecTest$Dog: the layout has a member where the tag is, at offsets 4 to 4;"
                                + " make it padding with Layouts.withPadding, and remove it from the type",
                        "dev.verbatim.TaggedCodecTest$Dog: has two tags, 300 and 1, and a value would not say which to"
                                + " write; make two types",
                        "dev.verbatim.TaggedCodecTest$Cat: the layout has byteSize=4; make it one of 5 bytes or more,"
                                + " with padding for the tag at offset=4",
                        "dev.verbatim.TaggedCodecTest$Cat: has tag=1, and so has dev.verbatim.TaggedCodecTest$Dog; give"
                                + " each a tag of its own"),
                assertThrows(LayoutMismatchException.class, builder::build).mismatches());
    }

    sealed interface Plain {}

    /** An enum whose constant has a class of its own, which makes it a sealed class. */
    enum Unit implements Plain {
        KILO {
            @Override
            public String toString() {
                return "k";
            }
        }
    }

    @Test
    void anEnumIsNoAlternative() {
        assertEquals(
                List.of(
                        "dev.verbatim.TaggedCodecTest$Plain: there is no alternative; add each type by `with(tag,"
                                + " codec)`",
                        "dev.verbatim.TaggedCodecTest$Unit: is permitted by dev.verbatim.TaggedCodecTest$Plain, but"
                                + " there is no alternative for it; permit a record that has it in its place, as an"
                                + " enum has no codec of its own"),
                assertThrows(
                                LayoutMismatchException.class,
                                () -> TaggedCodec.builder(Plain.class, TAG, 0).build())
                        .mismatches());
    }

    @Test
    void everyPermittedClassNeedsAnAlternative() {
        assertEquals(
                List.of(
                        "dev.verbatim.TaggedCodecTest$Box: is permitted by dev.verbatim.TaggedCodecTest$Shape, but"
                                + " there is no alternative for it; add one by `with(tag, codec)`",
                        "dev.verbatim.TaggedCodecTest$Label: is permitted by dev.verbatim.TaggedCodecTest$Shape, but"
                                + " there is no alternative for it; add one by `with(tag, codec)`"),
                assertThrows(
                                LayoutMismatchException.class,
                                () -> TaggedCodec.builder(Shape.class, TAG, 0)
                                        .with(1, Circle.CODEC)
                                        .build())
                        .mismatches());
        assertEquals(
                List.of("dev.verbatim.TaggedCodecTest$Animal: there is no alternative; add each type by `with(tag,"
                        + " codec)`"),
                assertThrows(
                                LayoutMismatchException.class,
                                () -> TaggedCodec.builder(Animal.class, TAG, 0).build())
                        .mismatches());
    }

    @Test
    void tagsAreIntegersOfAtMostFourBytes() {
        assertEquals(
                "expected a tag of JAVA_BYTE, JAVA_SHORT, JAVA_CHAR or JAVA_INT, found long",
                assertThrows(IllegalArgumentException.class, () -> TaggedCodec.builder(Shape.class, JAVA_LONG, 0))
                        .getMessage());
        assertThrows(IllegalArgumentException.class, () -> TaggedCodec.builder(Shape.class, JAVA_INT, -1));
        for (ValueLayout tag : List.of(JAVA_BYTE, JAVA_CHAR, JAVA_INT)) {
            TaggedCodec<Animal> codec = TaggedCodec.builder(Animal.class, tag, 3)
                    .with(120, aged(Dog.class, paddingLayout(7)))
                    .build();
            codec.write(new Dog(4), segment, 0);
            assertEquals(120, segment.get(JAVA_BYTE, 3));
            assertEquals(new Dog(4), codec.read(segment, 0));
        }
    }

    sealed interface Outer permits Outer.Inner, Outer.Leaf {
        sealed interface Inner extends Outer permits InnerLeaf {}

        record InnerLeaf(int age) implements Inner {}

        record Leaf(int age) implements Outer {}
    }

    @Test
    void sealedInterfacesMayBeNested() {
        TaggedCodec<Outer> codec = TaggedCodec.builder(Outer.class, JAVA_BYTE, 0)
                .with(1, aged(Outer.InnerLeaf.class, paddingLayout(1)))
                .with(2, aged(Outer.Leaf.class, paddingLayout(1)))
                .build();
        codec.write(new Outer.InnerLeaf(3), segment, 0);
        assertEquals(new Outer.InnerLeaf(3), codec.read(segment, 0));
        assertThrows(
                LayoutMismatchException.class,
                () -> TaggedCodec.builder(Outer.class, JAVA_BYTE, 0)
                        .with(2, aged(Outer.Leaf.class, paddingLayout(1)))
                        .build());
    }

    @Test
    void theTagMayLieInPaddingOfANestedStruct() {
        record Header(int length) {}
        record Framed(Header header) implements Animal {}
        StructCodec<Framed> framed = StructCodec.ofRecord(
                lookup(),
                Framed.class,
                MemoryLayout.structLayout(MemoryLayout.structLayout(JAVA_INT.withName("length"), paddingLayout(4))
                        .withName("header")));
        TaggedCodec<Animal> codec =
                TaggedCodec.builder(Animal.class, JAVA_INT, 4).with(7, framed).build();
        codec.write(new Framed(new Header(5)), segment, 0);
        assertEquals(7, segment.get(JAVA_BYTE, 4));
        assertEquals(new Framed(new Header(5)), codec.read(segment, 0));
    }

    /** A member that is one of several types. */
    record Named(int id, Shape shape) {}

    private static StructLayout named(MemoryLayout shape) {
        return MemoryLayout.structLayout(JAVA_INT.withName("id"), shape.withName("shape"));
    }

    private static final MemoryLayout UNION = unionLayout(
            Circle.CODEC.layout().withName("circle"), Box.CODEC.layout().withName("box"));

    @Test
    void aMemberMayBeAUnionAStructOrBytes() {
        for (MemoryLayout layout : List.of(
                UNION,
                MemoryLayout.structLayout(TAG.withName("tag"), paddingLayout(16)),
                sequenceLayout(18, JAVA_BYTE))) {
            StructCodec<Named> codec =
                    StructCodec.ofRecord(lookup(), Named.class, named(layout), Conversions.of(CODEC.conversion()));
            segment.fill((byte) 0);
            codec.write(new Named(3, new Label("abc")), segment, 0);
            assertEquals('L', segment.get(JAVA_BYTE, 5));
            assertEquals(new Named(3, new Label("abc")), codec.read(segment, 0));
            assertEquals(
                    "cannot write dev.verbatim.TaggedCodecTest$Named (22 bytes) at offset=0: shape is null; expected a"
                            + " dev.verbatim.TaggedCodecTest$Shape",
                    assertThrows(NullPointerException.class, () -> codec.write(new Named(4, null), segment, 0))
                            .getMessage());
            assertThrows(
                    IllegalArgumentException.class, () -> codec.write(new Named(4, new Label("wrong")), segment, 0));
            assertEquals(3, segment.get(JAVA_INT_UNALIGNED, 0));
            segment.set(JAVA_BYTE, 5, (byte) 99);
            assertThrows(CorruptRecordException.class, () -> codec.read(segment, 0));
        }
    }

    @Test
    void elementsMayBeOfASealedType() {
        record Shapes(List<Shape> list, Shape[] array) {}
        for (MemoryLayout element : List.of(UNION, MemoryLayout.structLayout(TAG.withName("tag"), paddingLayout(16)))) {
            StructCodec<Shapes> codec = StructCodec.ofRecord(
                    lookup(),
                    Shapes.class,
                    MemoryLayout.structLayout(
                            sequenceLayout(2, element).withName("list"),
                            sequenceLayout(1, element).withName("array")),
                    Conversions.of(CODEC.conversion()));
            MemorySegment large = MemorySegment.ofArray(new byte[54]);
            Shapes shapes = new Shapes(List.of(new Circle(4), new Label("ab")), new Shape[] {new Box(5, 6)});
            codec.write(shapes, large, 0);
            Shapes read = codec.read(large, 0);
            assertEquals(shapes.list(), read.list());
            assertArrayEquals(shapes.array(), read.array());
        }
    }

    @Test
    void readOnlyAndClosedSegmentsAreSaidToBeSo() {
        StructCodec<Named> codec =
                StructCodec.ofRecord(lookup(), Named.class, named(UNION), Conversions.of(CODEC.conversion()));
        Named value = new Named(1, new Circle(2));
        assertEquals(
                "cannot write dev.verbatim.TaggedCodecTest$Named (22 bytes) at offset=0: the segment is read-only",
                assertThrows(IllegalArgumentException.class, () -> codec.write(value, segment.asReadOnly(), 0))
                        .getMessage());
        NamedView view = ViewFactory.of(lookup(), NamedView.class, named(UNION), Conversions.of(CODEC.conversion()))
                .wrap(segment.asReadOnly(), 0);
        assertEquals(
                "cannot write shape of dev.verbatim.TaggedCodecTest$NamedView (22 bytes) at offset=0: the segment is"
                        + " read-only",
                assertThrows(IllegalArgumentException.class, () -> view.shape(new Circle(3)))
                        .getMessage());
    }

    interface NamedView extends StructView {
        Shape shape();

        void shape(Shape shape);
    }

    @Test
    void viewsHaveSuchMembers() {
        ViewFactory<NamedView> views = ViewFactory.of(
                lookup(), NamedView.class, named(UNION), Conversions.of().with("shape", CODEC.conversion()));
        NamedView view = views.wrap(segment, 0);
        view.shape(new Box(5, 6));
        assertEquals(new Box(5, 6), view.shape());
        view.shape(new Circle(7));
        assertEquals(new Circle(7), view.shape());
        assertThrows(IllegalArgumentException.class, () -> view.shape(new Label("wrong")));
        assertEquals(new Circle(7), view.shape());
    }

    @Test
    void variableLengthRecordsHaveSuchMembers() {
        record Note(Shape shape, String text) {}
        VarCodec<Note> codec = VarCodec.builder(
                        lookup(), Note.class, Layouts.varRecord(UNION.withName("shape"), Layouts.varRef("text")))
                .withConversions(Conversions.of(CODEC.conversion()))
                .build();
        MemorySegment large = MemorySegment.ofArray(new byte[128]);
        Note note = new Note(new Box(1, 2), "text of any length");
        codec.write(note, large, 1);
        assertEquals(note, codec.read(large, 1));
    }

    record Drawing(List<Shape> shapes) {
        static VarCodec<Drawing> codec(MemoryLayout shape) {
            return VarCodec.builder(lookup(), Drawing.class, layout(shape))
                    .withConversions(Conversions.of(CODEC.conversion()))
                    .build();
        }

        static StructLayout layout(MemoryLayout shape) {
            return Layouts.varRecord(Layouts.varRef("shapes", shape));
        }
    }

    interface DrawingView extends StructView {
        int shapesCount();

        Shape shapes(int index);
    }

    interface WidthsView extends StructView {
        long shapes(int index);
    }

    @Test
    void elementsInATailMayBeUnionsOrBytes() {
        Drawing drawing = new Drawing(List.of(new Circle(1), new Box(2, 3), new Label("x")));
        for (MemoryLayout shape : List.of(UNION, sequenceLayout(18, JAVA_BYTE))) {
            VarCodec<Drawing> codec = Drawing.codec(shape);
            MemorySegment large = MemorySegment.ofArray(new byte[128]);
            assertEquals(16 + 3 * 18, codec.write(drawing, large, 0));
            assertEquals(drawing, codec.read(large, 0));
            DrawingView view = ViewFactory.of(
                            lookup(), DrawingView.class, Drawing.layout(shape), Conversions.of(CODEC.conversion()))
                    .wrap(large, 0);
            assertEquals(3, view.shapesCount());
            assertEquals(new Label("x"), view.shapes(2));
        }
    }

    @Test
    void anElementThatIsAUnionHasNoOtherAccessors() {
        assertEquals(
                List.of("`long shapes(int)`: the layout has varRef of union (byteSize=8, offset=8); its accessors"
                        + " return `MemorySegment`, or what a conversion makes of an element, by an index"),
                assertThrows(
                                LayoutMismatchException.class,
                                () -> ViewFactory.of(lookup(), WidthsView.class, Drawing.layout(UNION)))
                        .mismatches());
    }

    /** By that layout everything else reads a count and a stride. */
    @Test
    void elementsInATailMayBeNoStructs() {
        StructLayout struct = MemoryLayout.structLayout(TAG.withName("tag"), paddingLayout(16));
        assertEquals(
                List.of("shapes: the layout has varRef of struct (byteSize=8, offset=8),"
                        + " dev.verbatim.TaggedCodecTest$Drawing has the component `List<Shape> shapes`; structs in a"
                        + " tail have a stride, which what a conversion makes of bytes has not; make the element of"
                        + " Shape a sequence of 18 bytes, or a union"),
                assertThrows(LayoutMismatchException.class, () -> Drawing.codec(struct))
                        .mismatches());
        assertEquals(
                List.of("`Shape shapes(int)`: the layout has varRef of struct (byteSize=8, offset=8); its accessors"
                        + " return `MemorySegment`, a nested view by an index; a VarCodec reads objects"),
                assertThrows(
                                LayoutMismatchException.class,
                                () -> ViewFactory.of(
                                        lookup(),
                                        DrawingView.class,
                                        Drawing.layout(struct),
                                        Conversions.of(CODEC.conversion())))
                        .mismatches());
    }

    @Test
    void filesHaveSuchMembers() throws IOException {
        StructCodec<Named> codec =
                StructCodec.ofRecord(lookup(), Named.class, named(UNION), Conversions.of(CODEC.conversion()));
        Path path = folder.resolve("named.npy");
        List<Named> values = List.of(new Named(1, new Circle(2)), new Named(3, new Box(4, 5)));
        try (StructFile<Named> file = StructFile.create(path, codec)) {
            for (Named value : values) {
                file.append(value);
            }
        }
        try (StructFile<Named> file = StructFile.open(path, codec)) {
            assertEquals(values, file.stream().toList());
        }
    }

    @Test
    void aUnionIsNotBoundInSilence() {
        var mismatch = assertThrows(
                LayoutMismatchException.class, () -> StructCodec.ofRecord(lookup(), Named.class, named(UNION)));
        assertEquals(
                List.of("shape: the layout has union (byteSize=18, offset=4),"
                        + " dev.verbatim.TaggedCodecTest$Named has the component `Shape shape`; name the alternative"
                        + " that is used by Layouts.withAlternative, declare the conversion of a TaggedCodec, or make"
                        + " the member padding"),
                mismatch.mismatches());
    }
}
