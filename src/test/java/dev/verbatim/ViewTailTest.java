package dev.verbatim;

import static java.lang.foreign.ValueLayout.JAVA_BOOLEAN;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_CHAR;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;
import static java.lang.invoke.MethodHandles.lookup;
import static java.nio.ByteOrder.BIG_ENDIAN;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrowsExactly;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.TailOrder.FillView;
import dev.verbatim.TailOrder.LevelView;
import dev.verbatim.TailOrder.Party;
import dev.verbatim.samples.SegmentKind;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.util.ConcurrentModificationException;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The accessors of what lies in the tail of a record, by example. */
class ViewTailTest {

    /** Odd, so that nothing is aligned. */
    private static final int OFFSET = 3;

    @ParameterizedTest
    @EnumSource
    void everyFormReadsWhatTheCodecWrote(SegmentKind kind) {
        try (Arena arena = Arena.ofConfined()) {
            TailOrder order = TailOrder.example();
            TailOrder.View view = TailOrder.VIEWS.wrap(TailOrder.written(kind, arena, order, OFFSET), OFFSET);

            assertEquals(42, view.id());
            assertEquals(TailOrder.CODEC.encodedSize(order), view.totalSize());
            assertEquals("good till cancelled", view.note());
            assertEquals("good till cancelled", Objects.toString(view.getNote()));
            StringBuilder builder = new StringBuilder("<");
            assertSame(builder, view.note(builder));
            view.getNote(builder.append('|'));
            assertEquals("<good till cancelled|good till cancelled", builder.toString());
            assertTrue(view.isNote("good till cancelled"));
            assertFalse(view.isNote("good till cancelle"));
            assertEquals(19, view.noteCount());
            assertEquals(3, view.party().account());
            assertEquals("Zoë", view.party().name());
            assertEquals("Zoë", Objects.toString(view.party().getName()));
            assertArrayEquals(order.values(), view.values());
            assertEquals(-2, view.values(1));
            assertEquals(Long.MIN_VALUE, view.getValues(2L));
            assertEquals(3, view.valuesCount());
            assertEquals(3, view.getValuesCount());
            assertArrayEquals(order.codes(), view.codes());
            assertEquals(-8, view.codes(1));
            assertArrayEquals(order.flags(), view.flags());
            assertTrue(view.flags(2));
            assertFalse(view.flags(1));
            assertArrayEquals(order.raw(), view.raw());
            assertEquals(-9, view.raw(1));
            assertEquals(2, view.rawCount());
            assertEquals(2, view.levelsCount());
            LevelView level = view.levels(1);
            assertEquals(1.25, level.price());
            assertEquals(200, level.quantity());
            assertEquals(1.5, view.getLevels(0L).price());
            assertEquals(3, view.fillsCount());
            FillView fill = view.fills(0);
            assertEquals(1, fill.id());
            assertEquals("XETRA", fill.venue());
            assertEquals(5, fill.sizes(0));
            assertSame(fill, view.fills(1));
            assertEquals(2, fill.id());
            assertNull(fill.venue());
            assertEquals(-1, fill.sizesCount());
            assertEquals("", view.fills(2).venue());
            assertArrayEquals(new long[0], fill.sizes());
        }
    }

    @Test
    void whatIsNullIsNullAndWhatIsEmptyIsEmpty() {
        TailOrder.View view = TailOrder.VIEWS.wrap(TailOrder.written(TailOrder.nulls()), 0);
        TailOrder.SlicesView slices = TailOrder.SLICES.wrap(view.segment(), 0);
        assertNull(view.note());
        assertNull(view.getNote());
        assertFalse(view.isNote(""));
        assertEquals(-1, view.noteCount());
        assertNull(view.party().name());
        assertNull(view.values());
        assertNull(view.flags());
        assertEquals(-1, view.valuesCount());
        assertEquals(-1, view.levelsCount());
        assertEquals(-1, view.fillsCount());
        assertNull(slices.note());
        assertNull(slices.fills());

        view.wrap(TailOrder.written(TailOrder.empty()), 0);
        slices.wrap(view.segment(), 0);
        assertEquals("", view.note());
        assertEquals(0, Objects.requireNonNull(view.getNote()).length());
        assertEquals("<", view.note(new StringBuilder("<")).toString());
        assertTrue(view.isNote(""));
        assertEquals(0, view.noteCount());
        assertArrayEquals(new long[0], view.values());
        assertArrayEquals(new boolean[0], view.flags());
        assertEquals(0, view.valuesCount());
        assertEquals(0, view.levelsCount());
        assertEquals(0, view.fillsCount());
        assertEquals(0, Objects.requireNonNull(slices.note()).byteSize());
        assertEquals(8, Objects.requireNonNull(slices.fills()).byteSize(), "the header");
    }

    @ParameterizedTest
    @EnumSource
    void aSliceIsThePartOfTheSegment(SegmentKind kind) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment segment = TailOrder.written(kind, arena, TailOrder.example(), OFFSET);
            TailOrder.SlicesView view = TailOrder.SLICES.wrap(segment, OFFSET);

            assertEquals(
                    "676f6f642074696c6c2063616e63656c6c6564",
                    HexFormat.of().formatHex(Objects.requireNonNull(view.note()).toArray(JAVA_BYTE)));
            MemorySegment levels = Objects.requireNonNull(view.levels());
            assertEquals(8 + 2 * 16, levels.byteSize());
            assertEquals(2, levels.get(JAVA_INT_UNALIGNED, 0));
            assertEquals(16, levels.get(JAVA_INT_UNALIGNED, 4));
            MemorySegment values = Objects.requireNonNull(view.getValues());
            values.set(JAVA_LONG_UNALIGNED, 8, 77);
            assertEquals(77, TailOrder.VIEWS.wrap(segment, OFFSET).values(1), "not a copy");
        }
    }

    @Test
    void membersOfTheFixedPartsAreWritten() {
        MemorySegment segment = TailOrder.written(TailOrder.example());
        TailOrder.View view = TailOrder.VIEWS.wrap(segment, 0);
        view.id(7).levels(1).price(8.5);

        TailOrder read = TailOrder.CODEC.read(segment, 0);
        assertEquals(7, read.id());
        assertEquals(8.5, Objects.requireNonNull(read.levels()).get(1).price());
    }

    private static TailOrder withNote(String note) {
        return new TailOrder(1, note, new Party((short) 2, null), null, null, null, null, null, null);
    }

    private static final String[] TEXTS = {
        "",
        "a",
        "abcdefgh",
        "abcdefghi",
        "abcdefghijklmnopq",
        "ü",
        "aüb",
        "abcdefghü",
        "€uro",
        "日本語",
        "😀",
        "a😀b😀c😀",
        "\u0000a\u0000",
        "\u007F\u0080\u07FF\u0800\uFFFF",
        "\uD800\uDC00\uDBFF\uDFFF",
        "abcdefghijklmnopqr😀ü€😀z"
    };

    @ParameterizedTest
    @EnumSource
    void textIsReadInPlaceInAnyOrder(SegmentKind kind) {
        try (Arena arena = Arena.ofConfined()) {
            TailOrder.View view = TailOrder.VIEWS.wrap(TailOrder.written(kind, arena, withNote(""), 0), 0);
            CharSequence text = Objects.requireNonNull(view.getNote());
            for (String expected : TEXTS) {
                view.wrap(TailOrder.written(kind, arena, withNote(expected), OFFSET), OFFSET);
                assertSame(text, view.getNote());
                assertEquals(expected.length(), text.length());
                assertEquals(expected, text.toString());
                assertEquals(0, CharSequence.compare(expected, text));
                int length = expected.length();
                for (int i = length - 1; i >= 0; i--) {
                    assertEquals(expected.charAt(i), text.charAt(i), expected);
                }
                for (int i = 0; i < length; i++) {
                    assertEquals(expected.charAt(i), text.charAt(i), expected);
                    assertEquals(expected.charAt(length - 1 - i), text.charAt(length - 1 - i), expected);
                    assertEquals(
                            expected.substring(i), text.subSequence(i, length).toString());
                }
                assertThrowsExactly(IndexOutOfBoundsException.class, () -> text.charAt(length));
                assertThrowsExactly(IndexOutOfBoundsException.class, () -> text.charAt(-1));
                assertThrowsExactly(IndexOutOfBoundsException.class, () -> text.subSequence(0, length + 1));
                assertTrue(view.isNote(text));
            }
        }
    }

    @Test
    void textOfAnySizeIsAppendedAndCompared() {
        String large = "aü€😀".repeat(30_000);
        TailOrder.View view = TailOrder.VIEWS.wrap(TailOrder.written(withNote(large)), 0);

        assertEquals(large, view.note());
        assertEquals(large, view.note(new StringBuilder()).toString());
        assertTrue(view.isNote(large));
        assertFalse(view.isNote(large + "x"));
        assertEquals(large, Objects.toString(view.getNote()));
    }

    @Test
    void textThatChangesAfterItWasHandedOutIsNotReadPastItsEnd() {
        MemorySegment segment = TailOrder.written(withNote("aüüü"));
        TailOrder.View view = TailOrder.VIEWS.wrap(segment, 0);
        CharSequence text = Objects.requireNonNull(view.getNote());
        segment.set(JAVA_BYTE, segment.byteSize() - 2, (byte) 0xF0);

        assertEquals('ü', text.charAt(2));
        String message = "cannot read text at offset=88: it changed after it was handed out";
        assertEquals(
                message,
                assertThrowsExactly(ConcurrentModificationException.class, () -> text.charAt(3))
                        .getMessage());
        assertEquals(
                message,
                assertThrowsExactly(ConcurrentModificationException.class, text::toString)
                        .getMessage());
        assertThrowsExactly(CorruptRecordException.class, view::getNote);
        segment.set(JAVA_BYTE, segment.byteSize() - 2, (byte) 0xC3);
        assertEquals('ü', text.charAt(3));
    }

    @Test
    void aTextIsAPlace() {
        TailOrder.View view = TailOrder.VIEWS.wrap(TailOrder.written(withNote("a")), 0);
        TailOrder.View other = TailOrder.VIEWS.wrap(view.segment(), 0);
        CharSequence text = view.getNote();

        assertNotEquals(text, other.getNote());
        view.wrap(TailOrder.written(withNote("b")), 0);
        assertEquals("a", Objects.toString(text), "it does not follow the view");
        view.getNote();
        assertEquals("b", Objects.toString(text));
    }

    @SuppressWarnings("ArrayRecordComponent")
    record Arrays(
            byte[] bytes,
            short[] shorts,
            char[] chars,
            int[] ints,
            long[] longs,
            float[] floats,
            double[] doubles,
            boolean[] booleans) {
        static final StructLayout LAYOUT = Layouts.varRecord(
                Layouts.varRef("bytes", JAVA_BYTE),
                Layouts.varRef("shorts", JAVA_SHORT.withOrder(BIG_ENDIAN)),
                Layouts.varRef("chars", JAVA_CHAR),
                Layouts.varRef("ints", JAVA_INT.withOrder(BIG_ENDIAN)),
                Layouts.varRef("longs", JAVA_LONG.withOrder(BIG_ENDIAN)),
                Layouts.varRef("floats", JAVA_FLOAT),
                Layouts.varRef("doubles", JAVA_DOUBLE.withOrder(BIG_ENDIAN)),
                Layouts.varRef("booleans", JAVA_BOOLEAN));
        static final VarCodec<Arrays> CODEC = VarCodec.ofRecord(lookup(), Arrays.class, LAYOUT);
    }

    interface TextView extends StructView {
        CharSequence value();
    }

    interface RowView extends StructView {
        int valueCount();

        int value(int index);
    }

    interface RowsView extends StructView {
        TextView tags(int index);

        RowView rows(int index);
    }

    @Test
    void elementsThatAreTextOrListsHaveTheOneMemberValue() {
        record Rows(List<String> tags, List<int[]> rows) {}
        StructLayout layout = Layouts.varRecord(
                Layouts.varRef("tags", Layouts.varText()), Layouts.varRef("rows", Layouts.varList(JAVA_INT)));
        VarCodec<Rows> codec = VarCodec.ofRecord(lookup(), Rows.class, layout);
        byte[] bytes = VarParts.bytes(codec, new Rows(List.of("a", "Zürich"), List.of(new int[] {1, -2}, new int[0])));
        RowsView view = ViewFactory.of(lookup(), RowsView.class, layout).wrap(MemorySegment.ofArray(bytes), 0);
        assertEquals("a", view.tags(0).value().toString());
        assertEquals("Zürich", view.tags(1).value().toString());
        assertEquals(2, view.rows(0).valueCount());
        assertEquals(1, view.rows(0).value(0));
        assertEquals(-2, view.rows(0).value(1));
        assertEquals(0, view.rows(1).valueCount());
    }

    interface ArraysView extends StructView {
        ViewFactory<ArraysView> VIEWS = ViewFactory.of(lookup(), ArraysView.class, Arrays.LAYOUT);

        byte[] bytes();

        byte bytes(int index);

        short[] shorts();

        short shorts(int index);

        char[] chars();

        char chars(int index);

        int[] ints();

        int ints(int index);

        long[] longs();

        long longs(int index);

        float[] floats();

        float floats(int index);

        double[] doubles();

        double doubles(int index);

        boolean[] booleans();

        boolean booleans(int index);
    }

    @ParameterizedTest
    @EnumSource
    void arraysOfAllPrimitivesAreReadInAnyByteOrder(SegmentKind kind) {
        try (Arena arena = Arena.ofConfined()) {
            Arrays arrays = new Arrays(
                    new byte[] {1, -2},
                    new short[] {1, -2},
                    new char[] {'a', '\uFFFE'},
                    new int[] {1, -2},
                    new long[] {1, -2},
                    new float[] {1.5f, -0f},
                    new double[] {1.5, -0.0},
                    new boolean[] {false, true});
            MemorySegment segment = kind.allocate((int) Arrays.CODEC.encodedSize(arrays) + OFFSET, arena);
            Arrays.CODEC.write(arrays, segment, OFFSET);
            ArraysView view = ArraysView.VIEWS.wrap(segment, OFFSET);

            assertArrayEquals(arrays.bytes(), view.bytes());
            assertArrayEquals(arrays.shorts(), view.shorts());
            assertArrayEquals(arrays.chars(), view.chars());
            assertArrayEquals(arrays.ints(), view.ints());
            assertArrayEquals(arrays.longs(), view.longs());
            assertArrayEquals(arrays.floats(), view.floats());
            assertArrayEquals(arrays.doubles(), view.doubles());
            assertArrayEquals(arrays.booleans(), view.booleans());
            assertEquals(-2, view.bytes(1));
            assertEquals(-2, view.shorts(1));
            assertEquals('\uFFFE', view.chars(1));
            assertEquals(-2, view.ints(1));
            assertEquals(-2, view.longs(1));
            assertEquals(-0f, view.floats(1));
            assertEquals(-0.0, view.doubles(1));
            assertTrue(view.booleans(1));
        }
    }

    @Test
    void toStringShowsWhatLiesInTheTail() {
        TailOrder.View view = TailOrder.VIEWS.wrap(TailOrder.written(TailOrder.example()), 0);
        assertEquals(
                "View[totalSize=344, id=42, note=good till cancelled, party=[account=3, name=Zoë], values=[1, -2,"
                        + " -9223372036854775808], codes=[7, -8], flags=[true, false, true], raw=[9, -9],"
                        + " levels=[[price=1.5, quantity=100], [price=1.25, quantity=200]], fills=[[id=1, venue=XETRA,"
                        + " sizes=[5]], [id=2, venue=null, sizes=null], [id=3, venue=, sizes=[]]]]",
                view.toString());
        assertEquals(
                "SlicesView[note=19 bytes, values=24 bytes, levels=40 bytes, fills=136 bytes]",
                TailOrder.SLICES.wrap(view.segment(), 0).toString());
        view.segment().set(JAVA_BYTE, 23, (byte) -1);
        view.segment().set(JAVA_BYTE, view.segment().byteSize() - 1, (byte) -1);
        String shown = view.toString();
        assertTrue(shown.startsWith("View[totalSize=344, id=42, note=corrupt, party="), shown);
        assertTrue(shown.endsWith(", [id=3, venue=, sizes=corrupt]]]"), shown);
    }
}
