package dev.verbatim;

import static java.lang.foreign.MemoryLayout.paddingLayout;
import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.MemoryLayout.structLayout;
import static java.lang.foreign.MemoryLayout.unionLayout;
import static java.lang.foreign.ValueLayout.ADDRESS;
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
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrowsExactly;

import java.lang.foreign.Arena;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Structs and variable-length records are read by their layout alone. */
class LayoutReaderTest {

    record Level(double price, int size) {
        static final StructLayout LAYOUT = Layouts.struct(JAVA_DOUBLE.withName("price"), JAVA_INT.withName("size"));
    }

    record Tag(@Nullable String text) {
        static final StructLayout LAYOUT = Layouts.varRecord(Layouts.varRef("text"));
    }

    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Trade(long id, @Nullable String venue, List<Level> fills, List<Tag> tags, int[] sizes) {
        static final StructLayout LAYOUT = Layouts.varRecord(
                JAVA_LONG.withName("id"),
                Layouts.varRef("venue"),
                Layouts.varRef("fills", Level.LAYOUT),
                Layouts.varRef("tags", Tag.LAYOUT),
                Layouts.varRef("sizes", JAVA_INT));
        static final VarCodec<Trade> CODEC = VarCodec.ofRecord(lookup(), Trade.class, LAYOUT);

        static final Trade EXAMPLE = new Trade(
                1, "Zürich", List.of(new Level(1, 2)), List.of(new Tag("a"), new Tag(null)), new int[] {3, 4});
    }

    private static final int LITTLE = 0x0102;

    private static MemorySegment example() {
        return MemorySegment.ofArray(VarParts.bytes(Trade.CODEC, Trade.EXAMPLE));
    }

    /** A segment with these bytes, not at its start. */
    private static Map<String, @Nullable Object> read(StructLayout layout, int... bytes) {
        MemorySegment segment = MemorySegment.ofArray(new byte[3 + bytes.length]);
        for (int i = 0; i < bytes.length; i++) {
            segment.set(JAVA_BYTE, 3 + i, (byte) bytes[i]);
        }
        return LayoutReader.of(layout).read(segment, 3);
    }

    @Test
    void aRecordIsReadWithoutItsClass() {
        MemorySegment segment = example();
        StructLayout layout = Trade.LAYOUT;
        // @start region="read"
        LayoutReader reader = LayoutReader.of(layout);
        Map<String, Object> trade = reader.read(segment, 0);

        long id = (Long) trade.get("id");
        String venue = new String((byte[]) trade.get("venue"), StandardCharsets.UTF_8);
        List<?> fills = (List<?>) trade.get("fills"); // of Maps
        // @end
        assertEquals(1, id);
        assertEquals("Zürich", venue);
        assertEquals(List.of(Map.of("price", 1.0, "size", 2)), fills);
        assertEquals(List.of(3, 4), trade.get("sizes"));
        List<?> tags = (List<?>) trade.get("tags");
        assertArrayEquals(new byte[] {'a'}, (byte[]) ((Map<?, ?>) tags.get(0)).get("text"));
        assertEquals("{text=null}", tags.get(1).toString());
        assertEquals(List.of("id", "venue", "fills", "tags", "sizes"), List.copyOf(trade.keySet()));
    }

    @Test
    void nullAndEmptyAreNotTheSame() {
        MemorySegment segment = MemorySegment.ofArray(
                VarParts.bytes(Trade.CODEC, new Trade(2, null, List.of(), List.of(), new int[0])));
        Map<String, @Nullable Object> trade = LayoutReader.of(Trade.LAYOUT).read(segment, 0);
        assertNull(trade.get("venue"));
        assertEquals(List.of(), trade.get("fills"));
        assertEquals("{id=2, venue=null, fills=[], tags=[], sizes=[]}", trade.toString());
        StructLayout lists = Layouts.varRecord(
                Layouts.varRef("bytes"),
                Layouts.varRef("ints", JAVA_INT),
                Layouts.varRef("structs", Level.LAYOUT),
                Layouts.varRef("records", Tag.LAYOUT));
        int[] bytes = new int[40];
        bytes[0] = 40;
        bytes[4] = 40;
        for (int reference = 8; reference < 40; reference += 8) {
            for (int i = 4; i < 8; i++) {
                bytes[reference + i] = 0xFF;
            }
        }
        assertEquals(
                "{bytes=null, ints=null, structs=null, records=null}",
                read(lists, bytes).toString());
    }

    @Test
    void allPrimitivesAreReadInBothByteOrders() {
        StructLayout layout = structLayout(
                JAVA_SHORT.withOrder(ByteOrder.BIG_ENDIAN).withName("big"),
                JAVA_SHORT.withOrder(ByteOrder.LITTLE_ENDIAN).withName("little"),
                JAVA_CHAR.withOrder(ByteOrder.BIG_ENDIAN).withName("char"),
                JAVA_BOOLEAN.withName("yes"),
                JAVA_BYTE.withName("byte"),
                JAVA_INT.withOrder(ByteOrder.BIG_ENDIAN).withName("int"),
                JAVA_FLOAT.withOrder(ByteOrder.BIG_ENDIAN).withName("float"),
                JAVA_LONG.withOrder(ByteOrder.BIG_ENDIAN).withName("long"),
                JAVA_DOUBLE.withOrder(ByteOrder.BIG_ENDIAN).withName("double"));
        Map<String, @Nullable Object> values = read(
                layout, 2, 1, 2, 1, 0, 'c', 2, -5, 0, 0, 0, 7, 0x3F, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 8, 0x40, 0, 0, 0,
                0, 0, 0, 0);
        assertEquals(
                Map.of(
                        "big",
                        (short) 0x0201,
                        "little",
                        (short) LITTLE,
                        "char",
                        'c',
                        "yes",
                        true,
                        "byte",
                        (byte) -5,
                        "int",
                        7,
                        "float",
                        1f,
                        "long",
                        8L,
                        "double",
                        2.0),
                values);
    }

    @Test
    void sequencesAreListsAndThoseOfBytesArrays() {
        StructLayout layout = structLayout(
                sequenceLayout(2, JAVA_SHORT.withOrder(ByteOrder.LITTLE_ENDIAN)).withName("shorts"),
                sequenceLayout(2, sequenceLayout(2, JAVA_BYTE)).withName("texts"),
                sequenceLayout(2, structLayout(JAVA_BYTE.withName("a"), paddingLayout(1)))
                        .withName("structs"),
                sequenceLayout(0, JAVA_INT).withName("none"),
                sequenceLayout(Long.MAX_VALUE, structLayout()).withName("nothing"));
        Map<String, @Nullable Object> values = read(layout, 1, 0, 2, 0, 'a', 0, 'b', 'c', 5, 9, 6, 9);
        assertEquals(List.of((short) 1, (short) 2), values.get("shorts"));
        List<?> texts = (List<?>) values.get("texts");
        assertArrayEquals(new byte[] {'a', 0}, (byte[]) texts.get(0));
        assertArrayEquals(new byte[] {'b', 'c'}, (byte[]) texts.get(1));
        assertEquals(List.of(Map.of("a", (byte) 5), Map.of("a", (byte) 6)), values.get("structs"));
        assertEquals(List.of(), values.get("none"));
        assertEquals(List.of(), values.get("nothing"));
    }

    @Test
    void whatHasNoNameAndWhatIsPaddingIsNoMember() {
        StructLayout layout = structLayout(
                JAVA_BYTE.withName("a"),
                JAVA_BYTE,
                paddingLayout(1).withName("padding"),
                sequenceLayout(2, sequenceLayout(1, paddingLayout(1))).withName("more"),
                JAVA_BYTE.withName("b"));
        assertEquals(Map.of("a", (byte) 1, "b", (byte) 6), read(layout, 1, 2, 3, 4, 5, 6));
        List<Layouts.Member> members = List.of(
                new Layouts.Member("a", 0, JAVA_BYTE.withName("a")),
                new Layouts.Member("b", 5, JAVA_BYTE.withName("b")));
        assertEquals(members, LayoutReader.of(layout).members());
        assertEquals(members, Layouts.members(layout));
    }

    @Test
    void theHeaderIsAMemberOfTheLayoutAndNotOfTheRecord() {
        assertEquals(
                List.of("fixedSize", "totalSize", "text"),
                Layouts.members(Tag.LAYOUT).stream().map(Layouts.Member::name).toList());
        assertEquals(
                List.of(new Layouts.Member("text", 8, Layouts.varRef("text"))),
                LayoutReader.of(Tag.LAYOUT).members());
    }

    /** Only a record of its own has one. */
    @Test
    void membersThatLookLikeAHeaderAreReadWhereTheyAreNone() {
        StructLayout layout = structLayout(Tag.LAYOUT.withName("nested"), JAVA_BYTE.withName("last"));
        assertEquals(
                Map.of(
                        "nested",
                        Map.of(
                                "fixedSize",
                                1,
                                "totalSize",
                                2,
                                "text",
                                Map.of("offset", 3, "length", 4, "elements", "[]")),
                        "last",
                        (byte) 5),
                withoutArrays(read(layout, 1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 4, 0, 0, 0, 5)));
    }

    private static Object withoutArrays(Object value) {
        return switch (value) {
            case Map<?, ?> map ->
                map.entrySet().stream().collect(Collectors.toMap(Map.Entry::getKey, e -> withoutArrays(e.getValue())));
            case byte[] bytes -> Arrays.toString(bytes);
            default -> value;
        };
    }

    @Test
    void referencesCountFromTheInnermostStruct() {
        StructLayout inner =
                Layouts.struct(JAVA_INT.withOrder(ByteOrder.LITTLE_ENDIAN).withName("id"), Layouts.varRef("text"));
        StructLayout layout = Layouts.varRecord(JAVA_BYTE.withName("n"), inner.withName("inner"));
        Map<String, @Nullable Object> values = read(
                layout, 32, 0, 0, 0, 34, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0, 16, 0, 0, 0, 2, 0, 0,
                0, 'h', 'i');
        assertEquals((byte) 5, values.get("n"));
        Map<?, ?> nested = (Map<?, ?>) values.get("inner");
        assertEquals(6, nested.get("id"));
        assertArrayEquals(new byte[] {'h', 'i'}, (byte[]) nested.get("text"));
    }

    @Test
    void theSizeIsThatOfTheLayoutOrOfTheRecord() {
        LayoutReader levels = LayoutReader.of(Level.LAYOUT);
        assertEquals(16, levels.encodedSize(MemorySegment.ofArray(new byte[20]), 4));
        LayoutReader trades = LayoutReader.of(Trade.LAYOUT);
        MemorySegment segment = MemorySegment.ofArray(new byte[200]);
        assertEquals(144, Trade.CODEC.write(Trade.EXAMPLE, segment, 5));
        assertEquals(144, trades.encodedSize(segment, 5));
        assertEquals(Trade.LAYOUT, trades.layout());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        0  |  49 | the record at offset=16: expected fixedSize=48, within totalSize=144, found fixedSize=49
        0  |  40 | the record at offset=16: expected fixedSize=48, within totalSize=144, found fixedSize=40
        4  | 145 | the record at offset=20: expected totalSize from 8 to the 144 bytes of the segment from here, found totalSize=145
        4  |  -1 | the record at offset=20: expected totalSize from 8 to the 144 bytes of the segment from here, found totalSize=-1
        16 |  47 | venue at offset=32: expected offset=48 and a length from 0 to 96, or offset=0 and length=-1 for null, found offset=47, length=7
        20 | 121 | venue at offset=32: expected offset=48 and a length from 0 to 96, or offset=0 and length=-1 for null, found offset=48, length=121
        55 |   1 | fills at offset=71: expected zeros up to the next part of the tail, found other bytes
        28 |   7 | fills at offset=72: expected a list of at least 8 bytes, found length=7
        56 |   2 | fills at offset=72: expected a count of elements of 16 bytes that with the list's header are length=24, found count=2
        60 |  17 | fills at offset=76: expected stride=16, found stride=17
        80 |  99 | tags at offset=96: expected a count whose ends lie within length=56, found count=99
        84 |   1 | tags at offset=100: expected stride=0, of a list of records, found stride=1
        88 |  15 | tags[0] at offset=104: expected an end from 24 to 56, found end=15
        96 |  17 | tags[0] at offset=112: expected fixedSize=16, within totalSize=17, found fixedSize=17
        44 |   7 | sizes at offset=56: expected a length that is a multiple of 4, found length=7
        44 |   4 | the record at offset=20: expected totalSize=140, where the tail ends, found totalSize=144
        """)
    void corruptBytesAreNamedByPathAndOffset(long offset, int value, String message) {
        MemorySegment segment = MemorySegment.ofArray(new byte[16 + 144]);
        Trade.CODEC.write(Trade.EXAMPLE, segment, 16);
        if (offset == 55) {
            segment.set(JAVA_BYTE, 16 + offset, (byte) value);
        } else {
            segment.set(ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN), 16 + offset, value);
        }
        assertEquals(
                "cannot read a variable-length record (48 bytes and a tail) at offset=16: " + message,
                assertThrowsExactly(
                                CorruptRecordException.class,
                                () -> LayoutReader.of(Trade.LAYOUT).read(segment, 16))
                        .getMessage());
    }

    @Test
    void bytesOfAnotherLayoutAreCorrupt() {
        StructLayout older = Layouts.varRecord(JAVA_LONG.withName("id"), Layouts.varRef("levels", Level.LAYOUT));
        StructLayout newer = Layouts.grown(older, JAVA_LONG.withName("more"));
        StructLayout newerElements = Layouts.varRecord(
                JAVA_LONG.withName("id"),
                Layouts.varRef("levels", Layouts.grown(Level.LAYOUT, JAVA_LONG.withName("more"))));
        record Levels(long id, List<Level> levels) {}
        MemorySegment bytes = MemorySegment.ofArray(VarParts.bytes(
                VarCodec.ofRecord(lookup(), Levels.class, older), new Levels(1, List.of(new Level(2, 3)))));
        assertEquals(1L, LayoutReader.of(older).read(bytes, 0).get("id"));
        String attempt = "cannot read a variable-length record (";
        assertEquals(
                attempt + "layout new, 32 bytes and a tail) at offset=0: the record at offset=0: expected fixedSize=32,"
                        + " within totalSize=48, found fixedSize=24",
                assertThrowsExactly(
                                CorruptRecordException.class,
                                () -> LayoutReader.of(newer.withName("new")).read(bytes, 0))
                        .getMessage());
        assertEquals(
                attempt + "24 bytes and a tail) at offset=0: levels at offset=28: expected stride=24, found stride=16",
                assertThrowsExactly(
                                CorruptRecordException.class,
                                () -> LayoutReader.of(newerElements).read(bytes, 0))
                        .getMessage());
    }

    @Test
    void whatIsWrongWithTheSegmentIsSaid() {
        LayoutReader levels = LayoutReader.of(Level.LAYOUT);
        LayoutReader trades = LayoutReader.of(Trade.LAYOUT);
        MemorySegment small = MemorySegment.ofArray(new byte[20]);
        String outside =
                "cannot read a struct (16 bytes) at offset=5: expected 16 bytes within the segment, found byteSize=20";
        assertThrows(IndexOutOfBoundsException.class, outside, () -> levels.read(small, 5));
        assertThrows(IndexOutOfBoundsException.class, outside, () -> levels.encodedSize(small, 5));
        assertThrows(
                IndexOutOfBoundsException.class,
                "cannot read a variable-length record (48 bytes and a tail) at offset=13: expected 8 bytes within the"
                        + " segment, found byteSize=20",
                () -> trades.read(small, 13));
        assertThrows(
                IndexOutOfBoundsException.class,
                "cannot read a struct (16 bytes) at offset=-1: expected 16 bytes within the segment, found byteSize=20",
                () -> levels.read(small, -1));
        assertThrows(
                NullPointerException.class,
                "cannot read a struct (16 bytes) at offset=0: the segment is null",
                () -> levels.read(null, 0));
        MemorySegment closed;
        try (Arena arena = Arena.ofConfined()) {
            closed = arena.allocate(16);
            MemorySegment confined = closed;
            CompletionException elsewhere = assertThrowsExactly(
                    CompletionException.class,
                    () -> CompletableFuture.runAsync(() -> levels.read(confined, 0))
                            .join());
            assertEquals(WrongThreadException.class, elsewhere.getCause().getClass());
        }
        assertThrows(
                IllegalStateException.class,
                "cannot read a struct (16 bytes) at offset=0: the segment's arena is closed",
                () -> levels.read(closed, 0));
    }

    private static void assertThrows(Class<? extends Exception> type, String message, Runnable action) {
        assertEquals(message, assertThrowsExactly(type, action::run).getMessage());
    }

    @Test
    void layoutsByWhichNothingCanBeReadAreRefused() {
        assertRefused(
                "a.b: expected members of different names, found a second one at offset=1",
                structLayout(JAVA_BYTE.withName("b"), JAVA_BYTE.withName("b")).withName("a"));
        assertRefused(
                "u[]: expected values, structs and sequences, found the union [b1]; name the alternative that it has,"
                        + " by Layouts.withAlternative, or make it padding, by Layouts.withPadding",
                sequenceLayout(1, unionLayout(JAVA_BYTE)).withName("u"));
        MemoryLayout pointer = ADDRESS.withByteAlignment(1).withName("p");
        assertRefused("p: expected values, structs and sequences, found " + pointer, pointer);
        assertRefused(
                "expected a struct of at most 2147483616 bytes, found 2147483617 bytes",
                sequenceLayout(2_147_483_617L, JAVA_BYTE).withName("b"));
        String elements = "list[]: expected elements of 1 to 2147483616 bytes, found ";
        assertRefused(elements + "0 bytes", Layouts.varRef("list", sequenceLayout(0, JAVA_INT)));
        assertRefused(elements + "0 bytes", Layouts.varRef("list", structLayout()));
        assertRefused(elements + "2147483617 bytes", Layouts.varRef("list", sequenceLayout(2_147_483_617L, JAVA_BYTE)));
        assertRefused(
                "list[].u: expected values, structs and sequences, found the union [b1](u); name the alternative"
                        + " that it has, by Layouts.withAlternative, or make it padding, by Layouts.withPadding",
                Layouts.varRef("list", structLayout(unionLayout(JAVA_BYTE).withName("u"))));
    }

    private static void assertRefused(String problem, MemoryLayout member) {
        boolean isReference = Layouts.varRefElement(member).isPresent();
        StructLayout layout = isReference ? Layouts.varRecord(member) : structLayout(member);
        assertThrows(
                IllegalArgumentException.class,
                "cannot read or write by this layout: " + problem,
                () -> LayoutReader.of(layout));
    }
}
