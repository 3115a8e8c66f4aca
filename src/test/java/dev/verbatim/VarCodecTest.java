package dev.verbatim;

import static java.lang.foreign.ValueLayout.JAVA_BOOLEAN;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Records of variable length: what is written where, and what is read back. */
class VarCodecTest {

    enum Side {
        BUY,
        SELL
    }

    record Level(double price, int quantity) {
        static final StructLayout LAYOUT = Layouts.struct(JAVA_DOUBLE.withName("price"), JAVA_INT.withName("quantity"));
    }

    record Fill(long id, String venue) {
        static final StructLayout LAYOUT = Layouts.varRecord(JAVA_LONG.withName("id"), Layouts.varRef("venue"));
    }

    record Party(short account, String name) {
        static final StructLayout LAYOUT = Layouts.struct(JAVA_SHORT.withName("account"), Layouts.varRef("name"));
    }

    /** The components are in another order than the members. */
    @SuppressWarnings("ArrayRecordComponent") // they bind like any other
    record Order(
            List<Level> levels,
            String note,
            Party party,
            Fill[] fills,
            Side side,
            int[] codes,
            boolean[] flags,
            byte[] raw,
            long id) {
        static final StructLayout LAYOUT = Layouts.varRecord(
                JAVA_LONG.withName("id"),
                JAVA_BYTE.withName("side"),
                Layouts.varRef("note"),
                Party.LAYOUT.withName("party"),
                Layouts.varRef("codes", JAVA_INT.withOrder(ByteOrder.BIG_ENDIAN)),
                Layouts.varRef("flags", JAVA_BOOLEAN),
                Layouts.varRef("raw"),
                Layouts.varRef("levels", Level.LAYOUT),
                Layouts.varRef("fills", Fill.LAYOUT));
        static final VarCodec<Order> CODEC = VarCodec.ofRecord(lookup(), Order.class, LAYOUT);
    }

    static class MutableFill {
        long id;
        StringBuilder venue;
    }

    static class MutableParty {
        short account;
        String name;
    }

    static class MutableOrder {
        long id;
        Side side;
        String note;
        MutableParty party;
        int[] codes;
        boolean[] flags;
        byte[] raw;
        Level[] levels;
        List<MutableFill> fills;

        static final ReusableVarCodec<MutableOrder> CODEC =
                VarCodec.ofClass(lookup(), MutableOrder.class, Order.LAYOUT);
    }

    private static Order order() {
        return new Order(
                List.of(new Level(1.5, 100), new Level(1.25, 200)),
                "grüße \uD83D\uDE00",
                new Party((short) 3, "ACME"),
                new Fill[] {new Fill(1, "XETRA"), new Fill(2, null), new Fill(3, "")},
                Side.SELL,
                new int[] {1, 2, 3},
                new boolean[] {true, false, true},
                new byte[] {9},
                42);
    }

    private static void assertSameOrder(Order expected, Order actual) {
        assertEquals(expected.levels(), actual.levels());
        assertEquals(expected.note(), actual.note());
        assertEquals(expected.party(), actual.party());
        assertArrayEquals(expected.fills(), actual.fills());
        assertEquals(expected.side(), actual.side());
        assertArrayEquals(expected.codes(), actual.codes());
        assertArrayEquals(expected.flags(), actual.flags());
        assertArrayEquals(expected.raw(), actual.raw());
        assertEquals(expected.id(), actual.id());
    }

    private static <T> MemorySegment written(VarCodec<T> codec, T value) {
        MemorySegment segment = MemorySegment.ofArray(new byte[(int) codec.encodedSize(value)]);
        segment.fill((byte) 0x5A);
        assertEquals(segment.byteSize(), codec.write(value, segment, 0));
        assertEquals(segment.byteSize(), codec.encodedSize(segment, 0));
        return segment;
    }

    @Test
    void aRecordWithEverythingIsReadBack() {
        Order order = order();
        assertSameOrder(order, Order.CODEC.read(written(Order.CODEC, order), 0));
    }

    @Test
    void whatIsNullIsNullAndWhatIsEmptyIsEmpty() {
        Order nulls = new Order(null, null, new Party((short) 0, null), null, Side.BUY, null, null, null, 0);
        assertSameOrder(nulls, Order.CODEC.read(written(Order.CODEC, nulls), 0));
        assertEquals(Order.LAYOUT.byteSize(), Order.CODEC.encodedSize(nulls));
        Order empty = new Order(
                List.of(),
                "",
                new Party((short) 0, ""),
                new Fill[0],
                Side.BUY,
                new int[0],
                new boolean[0],
                new byte[0],
                0);
        assertSameOrder(empty, Order.CODEC.read(written(Order.CODEC, empty), 0));
    }

    @Test
    void theBytesAreThoseOfTheFormat() {
        MemorySegment segment = written(FILL, new Fill(0x0102, "XETRA"));
        assertEquals(
                "18000000" + "1d000000" // fixedSize, totalSize
                        + "0201000000000000"
                        + "18000000" + "05000000" // offset, length
                        + "5845545241",
                HexFormat.of().formatHex(segment.toArray(ValueLayout.JAVA_BYTE)));
    }

    private static final VarCodec<Fill> FILL = VarCodec.ofRecord(lookup(), Fill.class, Fill.LAYOUT);

    @Test
    void aClassIsFilledAndItsPartsAreUsedAgain() {
        MemorySegment segment = written(Order.CODEC, order());
        MutableOrder target = MutableOrder.CODEC.read(segment, 0);
        assertEquals("grüße \uD83D\uDE00", target.note);
        assertEquals("XETRA", target.fills.get(0).venue.toString());
        assertNull(target.fills.get(1).venue);
        assertArrayEquals(new Level[] {new Level(1.5, 100), new Level(1.25, 200)}, target.levels);
        int[] codes = target.codes;
        List<MutableFill> fills = target.fills;
        MutableFill fill = fills.get(0);
        StringBuilder venue = fill.venue;
        MutableParty party = target.party;
        fills.add(new MutableFill());
        MutableOrder.CODEC.readInto(target, segment, 0);
        assertSame(codes, target.codes);
        assertSame(fills, target.fills);
        assertEquals(3, fills.size());
        assertSame(fill, fills.get(0));
        assertSame(venue, fill.venue);
        assertSame(party, target.party);
        assertEquals("XETRA", venue.toString());
        // The same bytes, written from the class.
        assertArrayEquals(
                segment.toArray(ValueLayout.JAVA_BYTE),
                written(MutableOrder.CODEC, target).toArray(ValueLayout.JAVA_BYTE));
    }

    @Test
    void anUnpairedSurrogateLeavesTheSegmentAsItWas() {
        MemorySegment segment = MemorySegment.ofArray(new byte[64]);
        IllegalArgumentException e =
                assertThrows(IllegalArgumentException.class, () -> FILL.write(new Fill(1, "a\uD800"), segment, 0));
        assertEquals(
                "cannot write dev.verbatim.VarCodecTest$Fill (records of 24 bytes and a tail) at offset=0: venue has"
                        + " an unpaired surrogate at index=1, which UTF-8 has no bytes for; remove it",
                e.getMessage());
        assertArrayEquals(new byte[64], segment.toArray(ValueLayout.JAVA_BYTE));
    }

    @Test
    void aNullElementIsRefusedWithItsPath() {
        List<Level> levels = new ArrayList<>(List.of(new Level(1, 2)));
        levels.add(null);
        Order order = new Order(levels, null, new Party((short) 0, null), null, Side.BUY, null, null, null, 0);
        NullPointerException e = assertThrows(
                NullPointerException.class, () -> Order.CODEC.write(order, MemorySegment.ofArray(new byte[4096]), 0));
        assertEquals(
                "cannot write dev.verbatim.VarCodecTest$Order (records of 88 bytes and a tail) at offset=0: levels[1]"
                        + " is null; expected a dev.verbatim.VarCodecTest$Level",
                e.getMessage());
    }

    record GrownLevel(double price, int quantity, Side side, long count) {
        static final StructLayout LAYOUT =
                Layouts.grown(Level.LAYOUT, JAVA_INT.withName("side"), JAVA_LONG.withName("count"));
    }

    record GrownFill(long id, String venue, String tag, double fee) {
        static final StructLayout LAYOUT =
                Layouts.grown(Fill.LAYOUT, Layouts.varRef("tag"), JAVA_DOUBLE.withName("fee"));
    }

    record Old(List<Level> levels, List<Fill> fills) {
        static final StructLayout LAYOUT =
                Layouts.varRecord(Layouts.varRef("levels", Level.LAYOUT), Layouts.varRef("fills", Fill.LAYOUT));
        static final VarCodec<Old> CODEC = VarCodec.ofRecord(lookup(), Old.class, LAYOUT);
    }

    record Grown(List<GrownLevel> levels, List<GrownFill> fills, String note, int version) {
        static final StructLayout LAYOUT = Layouts.grown(
                Layouts.varRecord(
                        Layouts.varRef("levels", GrownLevel.LAYOUT), Layouts.varRef("fills", GrownFill.LAYOUT)),
                Layouts.varRef("note"),
                JAVA_INT.withName("version"));
        static final VarCodec<Grown> CODEC = VarCodec.builder(lookup(), Grown.class, LAYOUT)
                .withDefault("levels[].side", Side.SELL)
                .withDefault("fills[].tag", "none")
                .withDefault("version", 1)
                .build();
    }

    @Test
    void aNewerReaderGivesAbsentMembersTheirDefaults() {
        Old old = new Old(List.of(new Level(1, 2), new Level(3, 4)), List.of(new Fill(5, "a"), new Fill(6, null)));
        assertEquals(
                new Grown(
                        List.of(new GrownLevel(1, 2, Side.SELL, 0), new GrownLevel(3, 4, Side.SELL, 0)),
                        List.of(new GrownFill(5, "a", "none", 0), new GrownFill(6, null, "none", 0)),
                        null,
                        1),
                Grown.CODEC.read(written(Old.CODEC, old), 0));
    }

    @Test
    void anOlderReaderIgnoresWhatItDoesNotKnow() {
        Grown grown = new Grown(
                List.of(new GrownLevel(1, 2, Side.BUY, 9)),
                List.of(new GrownFill(5, "a", "b", 2), new GrownFill(6, "c", null, 3)),
                "n",
                2);
        assertEquals(
                new Old(List.of(new Level(1, 2)), List.of(new Fill(5, "a"), new Fill(6, "c"))),
                Old.CODEC.read(written(Grown.CODEC, grown), 0));
    }

    @Test
    void otherLayoutsAreRefusedAtBind() {
        record Texts(List<String> tags) {}
        LayoutMismatchException e = assertThrows(
                LayoutMismatchException.class,
                () -> VarCodec.ofRecord(lookup(), Texts.class, Layouts.varRecord(Layouts.varRef("tags"))));
        assertEquals(1, e.mismatches().size());
        MemoryLayout note = Layouts.varRef("venue");
        assertThrows(
                LayoutMismatchException.class,
                () -> StructCodec.ofRecord(lookup(), Fill.class, Layouts.struct(JAVA_LONG.withName("id"), note)));
        assertThrows(
                LayoutMismatchException.class,
                () -> VarCodec.ofRecord(lookup(), Fill.class, Layouts.struct(JAVA_LONG.withName("id"), note)));
    }

    @Test
    void theTableOfALayoutShowsWhereItsReferencesLead() {
        assertEquals("""
              offset  bytes  type              name
                   0      4  int               fixedSize
                   4      4  int               totalSize
                   8      8  varRef of struct  levels
                  +0      8  double            levels[].price
                  +8      4  int               levels[].quantity
                 +12      4  padding
                  16      8  varRef of struct  fills
                  +0      4  int               fills[].fixedSize
                  +4      4  int               fills[].totalSize
                  +8      8  long              fills[].id
                 +16      8  varRef of byte    fills[].venue
                         24  bytes, alignment 8
            """.stripTrailing(), Layouts.describe(Old.LAYOUT));
    }
}
