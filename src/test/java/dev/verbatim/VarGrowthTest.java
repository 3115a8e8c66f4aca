package dev.verbatim;

import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.MemoryLayout.structLayout;
import static java.lang.foreign.ValueLayout.JAVA_BOOLEAN;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_CHAR;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrowsExactly;

import dev.verbatim.VarParts.Side;
import dev.verbatim.invented.InventedEnums;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What readers of newer layouts find in older records: defaults of every kind, and those that are none. */
@SuppressWarnings("ArrayRecordComponent") // they bind like any other
class VarGrowthTest {

    private static final StructLayout OLD_ITEM = Layouts.struct(JAVA_INT.withName("id"));
    private static final StructLayout OLD_NOTE = Layouts.varRecord(JAVA_INT.withName("id"));

    record OldItem(int id) {}

    record OldNote(int id) {}

    record Old(int id, List<OldItem> items, List<OldNote> notes) {
        static final StructLayout LAYOUT = Layouts.varRecord(
                JAVA_INT.withName("id"), Layouts.varRef("items", OLD_ITEM), Layouts.varRef("notes", OLD_NOTE));
        static final VarCodec<Old> CODEC = VarCodec.ofRecord(lookup(), Old.class, LAYOUT);
    }

    static final class Inner {
        int level;
        String name;
    }

    static final class Item {
        int id;
        Side side;
        short count;
        String code;
    }

    static final class Note {
        int id;
        String text;
        StringBuilder builder;
        char mark;
    }

    static final class Newer {
        int id;
        List<Item> items;
        Note[] notes;
        boolean isSet;
        byte aByte;
        short aShort;
        char aChar;
        int anInt;
        long aLong;
        float aFloat;
        double aDouble;
        Side side;
        String code;
        String text;
        StringBuilder builder;
        long[] array;
        int[] fixedArray;
        Inner inner;
        Inner2[] inners;

        static final StructLayout LAYOUT = Layouts.grown(
                Layouts.varRecord(
                        JAVA_INT.withName("id"),
                        Layouts.varRef(
                                "items",
                                Layouts.grown(
                                        OLD_ITEM,
                                        JAVA_BYTE.withName("side"),
                                        JAVA_SHORT.withName("count"),
                                        sequenceLayout(4, JAVA_BYTE).withName("code"))),
                        Layouts.varRef(
                                "notes",
                                Layouts.grown(
                                        OLD_NOTE,
                                        Layouts.varRef("text"),
                                        Layouts.varRef("builder"),
                                        JAVA_CHAR.withName("mark")))),
                JAVA_BOOLEAN.withName("isSet"),
                JAVA_BYTE.withName("aByte"),
                JAVA_SHORT.withName("aShort"),
                JAVA_CHAR.withName("aChar"),
                JAVA_INT.withName("anInt"),
                JAVA_LONG.withName("aLong"),
                JAVA_FLOAT.withName("aFloat"),
                JAVA_DOUBLE.withName("aDouble"),
                JAVA_BYTE.withName("side"),
                sequenceLayout(4, JAVA_BYTE).withName("code"),
                Layouts.varRef("text"),
                Layouts.varRef("builder"),
                Layouts.varRef("array", JAVA_LONG),
                sequenceLayout(2, JAVA_INT).withName("fixedArray"),
                Layouts.struct(JAVA_INT.withName("level"), Layouts.varRef("name"))
                        .withName("inner"),
                sequenceLayout(2, structLayout(JAVA_INT.withName("level"))).withName("inners"));

        static VarCodec.Builder<Newer> builder() {
            return VarCodec.builder(lookup(), Newer.class, LAYOUT);
        }
    }

    static final class Inner2 {
        int level;
    }

    private static MemorySegment old() {
        Old old = new Old(7, List.of(new OldItem(1), new OldItem(2)), List.of(new OldNote(3)));
        return MemorySegment.ofArray(VarParts.bytes(Old.CODEC, old));
    }

    @Test
    void absentMembersHaveTheirDefaults() {
        ReusableVarCodec<Newer> codec = Newer.builder()
                .withDefault("items[].side", Side.CROSS)
                .withDefault("items[].count", (short) 5)
                .withDefault("items[].code", "ü")
                .withDefault("notes[].text", "none")
                .withDefault("notes[].builder", "")
                .withDefault("notes[].mark", '?')
                .withDefault("isSet", true)
                .withDefault("aByte", (byte) -1)
                .withDefault("aShort", (short) 2)
                .withDefault("aChar", 'c')
                .withDefault("anInt", 3)
                .withDefault("aLong", Long.MIN_VALUE)
                .withDefault("aFloat", 1.5f)
                .withDefault("aDouble", -0.0)
                .withDefault("side", Side.SELL)
                .withDefault("code", "abcd")
                .withDefault("text", "grüße")
                .withDefault("builder", "built")
                .withDefault("inner.level", 9)
                .withDefault("inner.name", "nested")
                .withDefault("inners[].level", 8)
                .buildReusable();
        Newer newer = codec.read(old(), 0);
        assertEquals(7, newer.id);
        assertEquals(2, newer.items.get(1).id);
        assertEquals(Side.CROSS, newer.items.get(1).side);
        assertEquals(5, newer.items.get(0).count);
        assertEquals("ü", newer.items.get(0).code);
        assertEquals(3, newer.notes[0].id);
        assertEquals("none", newer.notes[0].text);
        assertEquals("", newer.notes[0].builder.toString());
        assertEquals('?', newer.notes[0].mark);
        assertEquals(true, newer.isSet);
        assertEquals(-1, newer.aByte);
        assertEquals(2, newer.aShort);
        assertEquals('c', newer.aChar);
        assertEquals(3, newer.anInt);
        assertEquals(Long.MIN_VALUE, newer.aLong);
        assertEquals(1.5f, newer.aFloat);
        assertEquals(-0.0, newer.aDouble);
        assertEquals(Side.SELL, newer.side);
        assertEquals("abcd", newer.code);
        assertEquals("grüße", newer.text);
        assertEquals("built", newer.builder.toString());
        assertNull(newer.array);
        assertArrayEquals(new int[2], newer.fixedArray);
        assertEquals(9, newer.inner.level);
        assertEquals("nested", newer.inner.name);
        assertEquals(8, newer.inners[1].level);

        // What one object does with a default is not seen in another.
        newer.builder.append('!');
        Newer other = codec.read(old(), 0);
        assertEquals("built", other.builder.toString());
        assertNotSame(newer.builder, other.builder);
        codec.readInto(newer, old(), 0);
        assertEquals("built", newer.builder.toString());
    }

    @Test
    void withoutDefaultsAbsentMembersAreZeroOrNull() {
        Newer newer = Newer.builder().build().read(old(), 0);
        assertEquals(Side.BUY, newer.items.get(1).side);
        assertEquals("", newer.items.get(1).code);
        assertNull(newer.notes[0].text);
        assertNull(newer.notes[0].builder);
        assertEquals(0, newer.notes[0].mark);
        assertEquals(false, newer.isSet);
        assertEquals(0, newer.aLong);
        assertEquals(Side.BUY, newer.side);
        assertEquals("", newer.code);
        assertNull(newer.text);
        assertNull(newer.builder);
        assertEquals(0, newer.inner.level);
        assertNull(newer.inner.name);
        assertEquals(0, newer.inners[0].level);
    }

    /** A null that was written is null, whatever the default is. */
    @Test
    void aDefaultIsOnlyForWhatIsAbsent() {
        VarCodec<Newer> codec = Newer.builder()
                .withDefault("text", "default")
                .withDefault("anInt", 5)
                .withDefault("notes[].text", "none")
                .build();
        Newer written = Newer.builder().build().read(old(), 0);
        MemorySegment segment = MemorySegment.ofArray(VarParts.bytes(codec, written));
        Newer read = codec.read(segment, 0);
        assertNull(read.text);
        assertEquals(0, read.anInt);
        assertNull(read.notes[0].text);
    }

    @Test
    void badDefaultsAreAllListed() {
        LayoutMismatchException mismatch = assertThrowsExactly(
                LayoutMismatchException.class,
                () -> Newer.builder()
                        .withDefault("anInt", 5L)
                        .withDefault("isSet", 1)
                        .withDefault("side", InventedEnums.Side.BUY)
                        .withDefault("code", "abcde")
                        .withDefault("text", "\uD83D")
                        .withDefault("builder", 'b')
                        .withDefault("array", new long[1])
                        .withDefault("inner", new Inner())
                        .withDefault("items", Set.of())
                        .withDefault("items[].code", "a\0")
                        .withDefault("items[].none", 1)
                        .withDefault("notes[0].text", "")
                        .withDefault("fixedSize", 1)
                        .withDefault("levl", 1)
                        .build());
        assertEquals(
                """
                cannot bind dev.verbatim.VarGrowthTest$Newer to the layout of 136 bytes: 14 mismatches
                  - items[].code: the layout has sequence of 4 (byteSize=4, offset=8), its default is `a\0`; pass a String that fits into 4 bytes of UTF-8
                  - items: the layout has varRef of struct (byteSize=8, offset=16), its default is of type java.util.ImmutableCollections$SetN; pass an empty java.util.List, the only default that it can have
                  - isSet: the layout has boolean (byteSize=1, offset=32), its default is of type Integer; pass one of type boolean
                  - anInt: the layout has int (byteSize=4, offset=40), its default is of type Long; pass one of type int
                  - side: the layout has byte (byteSize=1, offset=72), its default is a dev.verbatim.invented.InventedEnums$Side; pass a constant of dev.verbatim.VarParts$Side
                  - code: the layout has sequence of 4 (byteSize=4, offset=73), its default is `abcde`; pass a String that fits into 4 bytes of UTF-8
                  - text: the layout has varRef of byte (byteSize=8, offset=80), its default is no text that can be stored; pass a String without unpaired surrogates
                  - builder: the layout has varRef of byte (byteSize=8, offset=88), its default is no text that can be stored; pass a String without unpaired surrogates
                  - array: the layout has varRef of long (byteSize=8, offset=96), its default is not empty; pass an empty long[], the only default that it can have
                  - inner: the layout has struct (byteSize=16, offset=112), %1$s
                  - fixedSize: %2$s
                  - items[].none: %2$s
                  - levl: %2$s
                  - notes[0].text: %2$s\
                """.formatted(
                                "it has a default; only primitives, enums, text, arrays and lists in the tail, and"
                                    + " what a conversion makes of one of these can have one, others are zero or null"
                                    + " where they are absent",
                                "there is a default for it, but the layout has no member of this path; correct the"
                                        + " path, or remove the default"),
                mismatch.getMessage());
    }

    private enum Venue {
        FIRST('1'),
        SECOND('2');

        private final char code;

        Venue(char code) {
            this.code = code;
        }
    }

    private record Grown(int id, int[] counts, Venue[] venues, List<Integer> limits, String[] codes) {
        private static final StructLayout LAYOUT = Layouts.grown(
                Layouts.varRecord(JAVA_INT.withName("id")),
                sequenceLayout(2, JAVA_INT).withName("counts"),
                sequenceLayout(2, JAVA_BYTE).withName("venues"),
                sequenceLayout(2, JAVA_INT).withName("limits"),
                sequenceLayout(2, sequenceLayout(3, JAVA_BYTE)).withName("codes"));

        private static VarCodec.Builder<Grown> builder() {
            return VarCodec.builder(lookup(), Grown.class, LAYOUT)
                    .withConversions(Conversions.of(
                            CodeConversions.byteCodes(Venue.class, venue -> venue.code),
                            CodeConversions.nullable(Integer.class, -1),
                            TextConversions.latin1(3)));
        }
    }

    private static MemorySegment oldNote() {
        VarCodec<OldNote> codec = VarCodec.ofRecord(lookup(), OldNote.class, OLD_NOTE);
        return MemorySegment.ofArray(VarParts.bytes(codec, new OldNote(3)));
    }

    @Test
    void absentElementsHaveTheirDefault() {
        Grown grown = Grown.builder()
                .withDefault("counts[]", -5)
                .withDefault("venues[]", Venue.SECOND)
                .withDefault("limits[]", 7)
                .withDefault("codes[]", "ABC")
                .build()
                .read(oldNote(), 0);
        assertArrayEquals(new int[] {-5, -5}, grown.counts);
        assertArrayEquals(new Venue[] {Venue.SECOND, Venue.SECOND}, grown.venues);
        assertEquals(List.of(7, 7), grown.limits);
        assertArrayEquals(new String[] {"ABC", "ABC"}, grown.codes);
    }

    @Test
    void absentElementsAreNullIfTheirConversionTakesThat() {
        Grown grown =
                Grown.builder().withDefault("venues[]", Venue.FIRST).build().read(oldNote(), 0);
        assertEquals(Arrays.asList(null, null), grown.limits);
        assertArrayEquals(new int[2], grown.counts);
    }

    @Test
    void absentElementsThatZerosStandForNothingOfAreCorrupt() {
        assertThrowsExactly(
                CorruptRecordException.class, () -> Grown.builder().build().read(oldNote(), 0));
    }

    @Test
    void badDefaultsOfElementsAreListed() {
        LayoutMismatchException mismatch = assertThrowsExactly(
                LayoutMismatchException.class,
                () -> Grown.builder()
                        .withDefault("counts[]", 5L)
                        .withDefault("venues", new Venue[2])
                        .withDefault("limits[]", -1)
                        .withDefault("codes[][]", "ABC")
                        .build());
        assertEquals(
                List.of(
                        "counts[]: the layout has sequence of 2 (byteSize=8, offset=12), its default is of type Long;"
                                + " pass one of type int",
                        "venues: the layout has sequence of 2 (byteSize=2, offset=20), it has a default; only elements"
                                + " can have one, declare it with `[]` behind the path of the member",
                        "limits[]: the layout has sequence of 2 (byteSize=8, offset=24), its default is `-1`; pass a"
                                + " java.lang.Integer that can be stored: it stands for null; expected another value,"
                                + " or null",
                        "codes[][]: there is a default for it, but the layout has no member of this path; correct the"
                                + " path, or remove the default"),
                mismatch.mismatches());
    }

    private record Times(List<Instant> times) {}

    /** In a tail a list is null where it is absent. */
    @Test
    void elementsInATailHaveNoDefault() {
        StructLayout layout = Layouts.varRecord(Layouts.varRef("times", JAVA_LONG));
        LayoutMismatchException mismatch = assertThrowsExactly(
                LayoutMismatchException.class,
                () -> VarCodec.builder(lookup(), Times.class, layout)
                        .withConversions(Conversions.none().with("times[]", TimeConversions.epochMillis()))
                        .withDefault("times[]", Instant.EPOCH)
                        .build());
        assertEquals(
                List.of("times[]: there is a default for it, but the layout has no member of this path; correct the"
                        + " path, or remove the default"),
                mismatch.mismatches());
    }

    @Test
    void aDefaultOfAnArrayIsOneMismatchBesideThatOfItsElements() {
        LayoutMismatchException mismatch = assertThrowsExactly(
                LayoutMismatchException.class,
                () -> Grown.builder()
                        .withDefault("counts", new int[2])
                        .withDefault("counts[]", 1)
                        .build());
        assertEquals(1, mismatch.mismatches().size(), mismatch::getMessage);
    }

    @Test
    void aDefaultIsNeverNull() {
        assertEquals(
                "value",
                assertThrowsExactly(
                                NullPointerException.class,
                                () -> Newer.builder().withDefault("text", null))
                        .getMessage());
        assertEquals(
                "member",
                assertThrowsExactly(
                                NullPointerException.class,
                                () -> Newer.builder().withDefault(null, 1))
                        .getMessage());
    }

    /** An element that is a byte long may become one of many: the reader's memory has a limit all the same. */
    record OldByte(byte id) {}

    record NewByte(byte id, long[] sixteen) {}

    record OldBytes(OldByte[] list) {}

    record NewBytes(NewByte[] list) {}

    @Test
    void elementsThatGrowToManyTimesTheRecordAreCorrupt() {
        StructLayout older = structLayout(JAVA_BYTE.withName("id"));
        StructLayout newer = Layouts.grown(
                older, sequenceLayout(16, JAVA_LONG.withByteAlignment(1)).withName("sixteen"));
        VarCodec<OldBytes> writer =
                VarCodec.ofRecord(lookup(), OldBytes.class, Layouts.varRecord(Layouts.varRef("list", older)));
        VarCodec<NewBytes> reader =
                VarCodec.ofRecord(lookup(), NewBytes.class, Layouts.varRecord(Layouts.varRef("list", newer)));
        OldByte[] list = new OldByte[300];
        Arrays.fill(list, new OldByte((byte) 1));
        assertEquals(
                16,
                reader.read(MemorySegment.ofArray(VarParts.bytes(writer, new OldBytes(list))), 0)
                        .list()[299]
                        .sixteen()
                        .length);

        list = new OldByte[1_000];
        Arrays.fill(list, new OldByte((byte) 1));
        MemorySegment segment = MemorySegment.ofArray(VarParts.bytes(writer, new OldBytes(list)));
        assertEquals(
                "cannot read " + reader
                        + " at offset=0: list[372] at offset=396: expected older records whose objects take at most 64"
                        + " times the memory of their 1024 bytes; read them with a layout that adds less, found more",
                assertThrowsExactly(CorruptRecordException.class, () -> reader.read(segment, 0))
                        .getMessage());
    }
}
