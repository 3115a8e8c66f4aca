package dev.verbatim;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrowsExactly;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is refused of Optionals, and of elements that are text, boxes, arrays or lists: values and bytes. */
@SuppressWarnings("ArrayRecordComponent") // the tests look into them
class VarElementFaultsTest {

    private static final int SIZE = 512;

    record Level(int price, int[] lots) {
        static final StructLayout LAYOUT =
                Layouts.varRecord(JAVA_INT.withName("price"), Layouts.varRef("lots", JAVA_INT));
    }

    record Parts(
            List<String> texts,
            String[] names,
            List<Long> longs,
            int[][] grid,
            List<List<Level>> groups,
            Optional<String> note,
            List<Optional<String>> notes) {
        static final StructLayout LAYOUT = Layouts.varRecord(
                Layouts.varRef("texts", Layouts.varText()),
                Layouts.varRef("names", Layouts.varText()),
                Layouts.varRef("longs", JAVA_LONG),
                Layouts.varRef("grid", Layouts.varList(JAVA_INT)),
                Layouts.varRef("groups", Layouts.varList(Level.LAYOUT)),
                Layouts.varRef("note"),
                Layouts.varRef("notes", Layouts.varText()));
        static final VarCodec<Parts> CODEC = VarCodec.ofRecord(lookup(), Parts.class, LAYOUT);

        static Parts ofTexts(List<String> texts) {
            return new Parts(texts, null, null, null, null, Optional.empty(), null);
        }

        static Parts ofNames(String... names) {
            return new Parts(null, names, null, null, null, Optional.empty(), null);
        }

        static Parts ofLongs(List<Long> longs) {
            return new Parts(null, null, longs, null, null, Optional.empty(), null);
        }

        static Parts ofGrid(int[]... grid) {
            return new Parts(null, null, null, grid, null, Optional.empty(), null);
        }

        static Parts ofGroups(List<List<Level>> groups) {
            return new Parts(null, null, null, null, groups, Optional.empty(), null);
        }

        static Parts ofNote(Optional<String> note) {
            return new Parts(null, null, null, null, null, note, null);
        }

        static Parts ofNotes(List<Optional<String>> notes) {
            return new Parts(null, null, null, null, null, Optional.empty(), notes);
        }
    }

    private static final String WRITE =
            "cannot write " + Parts.class.getName() + " (records of 64 bytes and a tail) at offset=0: ";
    private static final String READ =
            "cannot read " + Parts.class.getName() + " (records of 64 bytes and a tail) at offset=0: ";

    private final MemorySegment segment = MemorySegment.ofArray(new byte[SIZE]);

    private void refused(Class<? extends RuntimeException> type, String message, Parts value) {
        RuntimeException fault = assertThrowsExactly(type, () -> Parts.CODEC.write(value, segment, 0));
        assertEquals(WRITE + message, fault.getMessage());
        assertArrayEquals(new byte[SIZE], segment.toArray(JAVA_BYTE));
    }

    @Test
    void anElementMayNotBeNull() {
        refused(
                NullPointerException.class,
                "texts[1] is null; expected a java.lang.String",
                Parts.ofTexts(Arrays.asList("a", null)));
        refused(NullPointerException.class, "names[0] is null; expected a java.lang.String", Parts.ofNames(null, "a"));
        refused(
                NullPointerException.class,
                "longs[2] is null; expected a java.lang.Long",
                Parts.ofLongs(Arrays.asList(1L, 2L, null)));
        refused(NullPointerException.class, "grid[1] is null; expected a int[]", Parts.ofGrid(new int[1], null));
        refused(
                NullPointerException.class,
                "groups[0] is null; expected a java.util.List",
                Parts.ofGroups(Arrays.asList(null, List.of())));
        refused(
                NullPointerException.class,
                "groups[1][0] is null; expected a " + Level.class.getName(),
                Parts.ofGroups(List.of(List.of(), Arrays.asList((Level) null))));
        refused(
                NullPointerException.class,
                "notes[0] is null; expected a java.util.Optional",
                Parts.ofNotes(Arrays.asList((Optional<String>) null)));
    }

    @Test
    @SuppressWarnings("NullOptional") // it is refused
    void anOptionalMayNotBeNull() {
        refused(NullPointerException.class, "note is null; expected an Optional", Parts.ofNote(null));
    }

    @Test
    void anUnpairedSurrogateIsNamed() {
        String problem = " has an unpaired surrogate at index=1, which UTF-8 has no bytes for; remove it";
        String broken = "a\ud800";
        refused(IllegalArgumentException.class, "texts[1]" + problem, Parts.ofTexts(List.of("", broken)));
        refused(IllegalArgumentException.class, "names[0]" + problem, Parts.ofNames(broken));
        refused(IllegalArgumentException.class, "note" + problem, Parts.ofNote(Optional.of(broken)));
        refused(
                IllegalArgumentException.class,
                "notes[1]" + problem,
                Parts.ofNotes(List.of(Optional.empty(), Optional.of(broken))));
    }

    @Test
    @SuppressWarnings({"unchecked", "rawtypes"}) // types that were cast
    void anElementOfAnotherTypeIsNamed() {
        refused(
                ClassCastException.class,
                "texts[0] is a java.lang.Integer; expected a java.lang.String",
                Parts.ofTexts((List) List.of(1)));
        refused(
                ClassCastException.class,
                "groups[0] is a java.lang.String; expected a java.util.List",
                Parts.ofGroups((List) List.of("a")));
        refused(
                ClassCastException.class,
                "note has a java.lang.Integer; expected a java.lang.String",
                Parts.ofNote((Optional) Optional.of(1)));
        refused(
                ClassCastException.class,
                "longs[1] is a java.lang.String; expected a java.lang.Long",
                Parts.ofLongs((List) List.of(1L, "a")));
    }

    private void corrupt(String message) {
        CorruptRecordException fault =
                assertThrowsExactly(CorruptRecordException.class, () -> Parts.CODEC.read(segment, 0));
        assertEquals(READ + message, fault.getMessage());
    }

    @Test
    void aNullElementIsCorrupt() {
        Parts.CODEC.write(Parts.ofNotes(List.of(Optional.of("a"), Optional.empty())), segment, 0);
        assertEquals(
                List.of(Optional.of("a"), Optional.empty()),
                Parts.CODEC.read(segment, 0).notes());
        // The same bytes as the elements of `texts`, which are no Optionals.
        segment.set(JAVA_LONG_UNALIGNED, 8, segment.get(JAVA_LONG_UNALIGNED, 56));
        segment.set(JAVA_LONG_UNALIGNED, 56, segment.get(JAVA_LONG_UNALIGNED, 48));
        // From 64 on: count, stride, two ends, a record of 17 bytes, a gap, a record of 16.
        corrupt("texts[1] at offset=112: expected a reference to an element, which is not null, found offset=0,"
                + " length=-1");
    }

    @Test
    void whatIsNoUtf8IsNamedByItsIndex() {
        Parts.CODEC.write(Parts.ofTexts(List.of("a", "b")), segment, 0);
        assertEquals('b', segment.get(JAVA_BYTE, 64 + 16 + 24 + 16));
        segment.set(JAVA_BYTE, 64 + 16 + 24 + 16, (byte) 0xFF);
        corrupt("texts[1] at offset=120: expected text in UTF-8, found the bytes ff at index=0 of the text");
    }

    @Test
    void aFaultInAListOfAListHasBothIndexes() {
        Parts value = Parts.ofGroups(List.of(List.of(), List.of(new Level(1, null), new Level(2, new int[] {3}))));
        long size = Parts.CODEC.write(value, segment, 0);
        assertEquals(3, segment.get(JAVA_INT_UNALIGNED, size - 4));
        // The length of the last array, which is in a record of 24 bytes before it.
        segment.set(JAVA_INT_UNALIGNED, size - 4 - 4, 3);
        CorruptRecordException fault =
                assertThrowsExactly(CorruptRecordException.class, () -> Parts.CODEC.read(segment, 0));
        assertEquals(
                READ + "groups[1][1].lots at offset=" + (size - 4 - 8)
                        + ": expected a length that is a multiple of 4, found length=3",
                fault.getMessage());
    }

    record Tagged(List<String> texts) {
        static final StructLayout LAYOUT =
                Layouts.varRecord(Layouts.varRef("texts", Layouts.grown(Layouts.varRecord(), Layouts.varRef("value"))));
        static final VarCodec<Tagged> CODEC = VarCodec.ofRecord(lookup(), Tagged.class, LAYOUT);
    }

    @Test
    void anElementThatAnOlderLayoutLacksIsNoText() {
        Tagged.CODEC.write(new Tagged(List.of("")), segment, 0);
        assertEquals(List.of(""), Tagged.CODEC.read(segment, 0).texts());
        // From 16 on: count, stride, an end, a gap, a record of 16 bytes. It becomes one of its header alone.
        assertEquals(16, segment.get(JAVA_INT_UNALIGNED, 32));
        segment.set(JAVA_INT_UNALIGNED, 4, 40);
        segment.set(JAVA_INT_UNALIGNED, 12, 24);
        segment.set(JAVA_INT_UNALIGNED, 24, 24);
        segment.set(JAVA_INT_UNALIGNED, 32, 8);
        segment.set(JAVA_INT_UNALIGNED, 36, 8);
        CorruptRecordException fault =
                assertThrowsExactly(CorruptRecordException.class, () -> Tagged.CODEC.read(segment, 0));
        assertEquals(
                "cannot read " + Tagged.class.getName() + " (records of 16 bytes and a tail) at offset=0: texts[0] at"
                        + " offset=40: expected a reference to an element, which is not null, found offset=0,"
                        + " length=-1",
                fault.getMessage());
    }

    @Test
    void anOptionalHasNoDefault() {
        VarCodec.Builder<Parts> builder =
                VarCodec.builder(lookup(), Parts.class, Parts.LAYOUT).withDefault("note", "a");
        LayoutMismatchException refused = assertThrowsExactly(LayoutMismatchException.class, builder::build);
        assertEquals(
                List.of("note: the layout has varRef of byte (byteSize=8, offset=48), it has a default; an"
                        + " Optional in the tail can have none, it is empty where it is absent: remove the default"),
                refused.mismatches());
    }

    record Perhaps(Optional<Integer> number) {}

    @Test
    @SuppressWarnings({"unchecked", "rawtypes"}) // as in code that was compiled against another type
    void contentOfAnotherClassInAnOptionalIsNamed() {
        StructCodec<Perhaps> codec = StructCodec.ofRecord(
                lookup(),
                Perhaps.class,
                Layouts.struct(JAVA_INT.withName("number")),
                Conversions.of(CodeConversions.nullable(Integer.class, -1)));
        MemorySegment segment = MemorySegment.ofArray(new byte[4]);
        RuntimeException fault = assertThrowsExactly(
                ClassCastException.class, () -> codec.write(new Perhaps((Optional) Optional.of("one")), segment, 0));
        assertTrue(fault.getMessage().contains("number=Optional[one]: "), fault::getMessage);
        assertTrue(fault.getMessage().contains("java.lang.Integer"), fault::getMessage);
    }
}
