package dev.verbatim;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrowsExactly;

import dev.verbatim.VarParts.Fill;
import dev.verbatim.VarParts.Level;
import dev.verbatim.VarParts.Side;
import dev.verbatim.baseline.VarBaseline;
import dev.verbatim.invented.InventedEnums;
import dev.verbatim.invented.InventedStruct;
import dev.verbatim.invented.InventedTypes.Residence;
import dev.verbatim.invented.ValueKind;
import dev.verbatim.invented.ValueKind.Form;
import dev.verbatim.invented.ValueKind.Home;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Records of very many members, elements or bytes, and of great depth. */
@SuppressWarnings("ArrayRecordComponent") // they bind like any other
class VarLargeTest {

    private static ValueKind.Struct record(Form form, List<ValueKind> members) {
        List<ValueKind.Member> all =
                members.stream().map(kind -> new ValueKind.Member(0, kind)).toList();
        return new ValueKind.Struct(true, form, Home.NEST, null, all, 0);
    }

    private static ValueKind member(int index) {
        return switch (index % 4) {
            case 0 -> new ValueKind.VarText(index % 8 == 0);
            case 1 -> new ValueKind.VarArray(ValueLayout.JAVA_LONG_UNALIGNED);
            case 2 ->
                new ValueKind.VarStructs(
                        record(
                                index % 8 == 2 ? Form.RECORD : Form.MUTABLE,
                                List.of(new ValueKind.VarText(false), new ValueKind.Primitive(ValueLayout.JAVA_BYTE))),
                        true);
            default -> new ValueKind.Ordinal(InventedEnums.Side.class, ValueLayout.JAVA_BYTE);
        };
    }

    /** What the baseline writes is what the codec writes and reads. */
    private static void assertWritesAndReads(ValueKind.Struct kind) {
        InventedStruct struct = new InventedStruct(kind, Residence.AT_HOME);
        Random random = new Random(9);
        Map<String, Object> values = struct.randomValues(random);
        byte[] expected = VarBaseline.encode(struct.layout(), struct.stored(values));

        assertArrayEquals(
                expected, VarParts.bytes(struct.varCodec(), struct.type().newObject(values, random)));
        Object read = struct.varCodec().read(MemorySegment.ofArray(expected), 0);
        assertEquals(values, struct.type().values(read));
        if (struct.varCodec() instanceof ReusableVarCodec<Object> codec) {
            Object target = struct.type().newObject(struct.randomValues(random), random);
            codec.readInto(target, MemorySegment.ofArray(expected), 0);
            assertEquals(values, struct.type().values(target));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {63, 64, 65, 130, 600})
    void aClassOfManyMembersInTheTailIsWrittenAndRead(int members) {
        assertWritesAndReads(record(
                Form.MUTABLE,
                IntStream.range(0, members).mapToObj(VarLargeTest::member).toList()));
    }

    /** A constructor takes 255 slots, one of which is its own object's. */
    @ParameterizedTest
    @ValueSource(ints = {65, 254})
    void aRecordOfManyMembersInTheTailIsWrittenAndRead(int members) {
        assertWritesAndReads(record(
                Form.RECORD,
                IntStream.range(0, members).mapToObj(VarLargeTest::member).toList()));
    }

    @ParameterizedTest
    @EnumSource
    void listsInListsAreWrittenAndRead(Form form) {
        ValueKind.Struct kind = record(form, List.of(new ValueKind.VarText(false)));
        for (int depth = 0; depth < 30; depth++) {
            kind = record(form, List.of(new ValueKind.VarText(true), new ValueKind.VarStructs(kind, depth % 2 == 0)));
        }
        assertWritesAndReads(kind);
    }

    @ParameterizedTest
    @EnumSource
    void nestedStructsWithReferencesAreWrittenAndRead(Form form) {
        ValueKind.Struct kind = record(form, List.of(new ValueKind.VarText(false)));
        for (int depth = 0; depth < 30; depth++) {
            ValueKind inner = new ValueKind.Struct(false, form, Home.NEST, null, kind.members(), 0);
            kind = record(
                    form,
                    List.of(
                            new ValueKind.VarText(true),
                            inner,
                            new ValueKind.VarArray(ValueLayout.JAVA_INT_UNALIGNED)));
        }
        assertWritesAndReads(kind);
    }

    record Lists(List<Level> levels, List<Fill> fills, long[] times, String text) {
        static final StructLayout LAYOUT = Layouts.varRecord(
                Layouts.varRef("levels", Level.LAYOUT),
                Layouts.varRef("fills", Fill.LAYOUT),
                Layouts.varRef("times", JAVA_LONG),
                Layouts.varRef("text"));
        static final VarCodec<Lists> CODEC = VarCodec.ofRecord(lookup(), Lists.class, LAYOUT);
    }

    @Test
    void largeListsArraysAndTextsAreWrittenAndRead() {
        List<Level> levels = new ArrayList<>();
        List<Fill> fills = new ArrayList<>();
        for (int i = 0; i < 100_000; i++) {
            levels.add(new Level(i, i, i % 2 == 0 ? Side.BUY : Side.CROSS, "ab"));
            fills.add(new Fill(i, "venue " + i, null));
        }
        Lists lists = new Lists(levels, fills, new long[200_000], "3 MB of text: ü€😀 ".repeat(120_000));
        lists.times[199_999] = 5;
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment segment = arena.allocate(Lists.CODEC.encodedSize(lists) + 1, 8);
            assertEquals(segment.byteSize() - 1, Lists.CODEC.write(lists, segment, 1));
            Lists read = Lists.CODEC.read(segment, 1);
            assertEquals(levels, read.levels);
            assertEquals(fills, read.fills);
            assertArrayEquals(lists.times, read.times);
            assertEquals(lists.text, read.text);
        }
    }

    record Listing(List<Level> levels) {
        static final VarCodec<Listing> CODEC =
                VarCodec.ofRecord(lookup(), Listing.class, Layouts.varRecord(Layouts.varRef("levels", Level.LAYOUT)));
    }

    /** Its size is known before an element is asked for. */
    @Test
    void aRecordOfMoreThanTwoGigabytesIsRefused() {
        List<Level> endless = new AbstractList<>() {
            @Override
            public Level get(int index) {
                throw new AssertionError("element " + index);
            }

            @Override
            public int size() {
                return Integer.MAX_VALUE / 16 + 1;
            }
        };
        MemorySegment segment = MemorySegment.ofArray(new byte[100]);
        assertEquals(
                "cannot write " + Listing.CODEC
                        + " at offset=4: the record would have more than 2147483616 bytes; write the value in parts",
                assertThrowsExactly(
                                IllegalArgumentException.class,
                                () -> Listing.CODEC.write(new Listing(endless), segment, 4))
                        .getMessage());
    }
}
