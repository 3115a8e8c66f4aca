package dev.verbatim.internal.model;

import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.verbatim.Layouts;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.StructLayout;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;

/** Where two layouts part. */
class LayoutGrowthTest {

    private static final StructLayout VENUE = Layouts.struct(JAVA_INT.withName("code"), JAVA_INT.withName("lot"));

    private static final StructLayout BIG_ENDIAN_VENUE =
            Layouts.struct(JAVA_INT.withOrder(ByteOrder.BIG_ENDIAN).withName("code"), JAVA_INT.withName("lot"));

    private static final StructLayout QUOTE =
            Layouts.struct(JAVA_LONG.withName("id"), JAVA_DOUBLE.withName("bid"), VENUE.withName("venue"));

    private static String difference(StructLayout one, StructLayout other) {
        LayoutGrowth.Difference difference = LayoutGrowth.difference(one, other);
        return difference == null ? "none" : difference.describe("the entry", "the codec");
    }

    private static String toQuote(MemoryLayout... members) {
        return difference(QUOTE, Layouts.struct(members));
    }

    @Test
    void aMemberHasAnotherTypeOrName() {
        assertEquals(
                "they part where the entry has `bid`, double (byteSize=8, offset=8), and the codec `bid`, long"
                        + " (byteSize=8, offset=8)",
                toQuote(JAVA_LONG.withName("id"), JAVA_LONG.withName("bid"), VENUE.withName("venue")));
        assertEquals(
                "they part where the entry has `venue.code`, int (byteSize=4, offset=16), and the codec `venue.code`,"
                        + " int (big-endian) (byteSize=4, offset=16)",
                toQuote(JAVA_LONG.withName("id"), JAVA_DOUBLE.withName("bid"), BIG_ENDIAN_VENUE.withName("venue")));
        assertEquals(
                "they part where the entry has `id`, long (byteSize=8, offset=0), and the codec `key`, long"
                        + " (byteSize=8, offset=0)",
                toQuote(JAVA_LONG.withName("key"), JAVA_DOUBLE.withName("bid"), VENUE.withName("venue")));
    }

    @Test
    void aMemberIsInsertedAppendedOrPadding() {
        assertEquals(
                "they part where the entry has `bid`, double (byteSize=8, offset=8), and the codec `size`, long"
                        + " (byteSize=8, offset=8)",
                toQuote(
                        JAVA_LONG.withName("id"),
                        JAVA_LONG.withName("size"),
                        JAVA_DOUBLE.withName("bid"),
                        VENUE.withName("venue")));
        assertEquals(
                "they part where the entry has no more members, and the codec `size`, long (byteSize=8, offset=24)",
                toQuote(
                        JAVA_LONG.withName("id"),
                        JAVA_DOUBLE.withName("bid"),
                        VENUE.withName("venue"),
                        JAVA_LONG.withName("size")));
        assertEquals(
                "they part where the entry has `bid`, double (byteSize=8, offset=8), and the codec padding"
                        + " (byteSize=8, offset=8)",
                difference(QUOTE, Layouts.withPadding(QUOTE, "bid")));
        assertEquals("none", difference(QUOTE, QUOTE));
        StructLayout padded = Layouts.struct(JAVA_LONG.withName("price"), JAVA_INT.withName("size"));
        StructLayout full =
                Layouts.struct(JAVA_LONG.withName("price"), JAVA_INT.withName("size"), JAVA_INT.withName("venue"));
        assertEquals(
                "they part where the entry has padding (byteSize=4, offset=20) in `level`, and the codec"
                        + " `level.venue`, int (byteSize=4, offset=20)",
                difference(
                        Layouts.struct(JAVA_LONG.withName("id"), padded.withName("level")),
                        Layouts.struct(JAVA_LONG.withName("id"), full.withName("level"))));
        assertEquals(
                "they part where the entry has padding (byteSize=4, offset=12) in `levels[]`, and the codec"
                        + " `levels[].venue`, int (byteSize=4, offset=12)",
                difference(
                        Layouts.varRecord(Layouts.varRef("levels", padded)),
                        Layouts.varRecord(Layouts.varRef("levels", full))));
        assertEquals(
                "they part where the entry has padding (byteSize=4, offset=20) in the struct at offset=8 in `levels[]`,"
                        + " and the codec `levels[].venue`, int (byteSize=4, offset=20)",
                difference(
                        Layouts.varRecord(Layouts.varRef("levels", Layouts.struct(JAVA_LONG.withName("id"), padded))),
                        Layouts.varRecord(Layouts.varRef("levels", Layouts.struct(JAVA_LONG.withName("id"), full)))));
    }

    @Test
    void elementsOfASequenceDiffer() {
        assertEquals(
                "they part where the entry has `venues[].code`, int (byteSize=4, offset=0), and the codec"
                        + " `venues[].code`, int (big-endian) (byteSize=4, offset=0)",
                difference(
                        Layouts.struct(sequenceLayout(2, VENUE).withName("venues")),
                        Layouts.struct(sequenceLayout(2, BIG_ENDIAN_VENUE).withName("venues"))));
        assertEquals(
                "they part where the entry has `venues`, sequence of 2, stride 8 (byteSize=16, offset=0), and the codec"
                        + " `venues`, sequence of 3, stride 8 (byteSize=24, offset=0)",
                difference(
                        Layouts.struct(sequenceLayout(2, VENUE).withName("venues")),
                        Layouts.struct(sequenceLayout(3, VENUE).withName("venues"))));
        assertEquals(
                "they part where the entry has `venues`, sequence of 2 x 3, stride 8 (byteSize=48, offset=0), and the"
                        + " codec `venues`, sequence of 2 x 4, stride 8 (byteSize=64, offset=0)",
                difference(
                        Layouts.struct(
                                sequenceLayout(2, sequenceLayout(3, VENUE)).withName("venues")),
                        Layouts.struct(sequenceLayout(2, sequenceLayout(4, BIG_ENDIAN_VENUE))
                                .withName("venues"))));
        assertEquals(
                "they part where the entry has `prices`, double[10] (byteSize=80, offset=8), and the codec `prices`,"
                        + " long[10] (byteSize=80, offset=8)",
                difference(
                        Layouts.struct(
                                VENUE.withName("venue"),
                                sequenceLayout(10, JAVA_DOUBLE).withName("prices")),
                        Layouts.struct(
                                VENUE.withName("venue"),
                                sequenceLayout(10, JAVA_LONG).withName("prices"))));
    }

    @Test
    void whatHasGrownIsNoDifference() {
        StructLayout larger =
                Layouts.struct(JAVA_INT.withName("code"), JAVA_INT.withName("lot"), JAVA_LONG.withName("open"));
        StructLayout older = Layouts.varRecord(Layouts.varRef("venues", VENUE), JAVA_LONG.withName("id"));
        assertEquals(
                "none",
                difference(older, Layouts.varRecord(Layouts.varRef("venues", larger), JAVA_LONG.withName("id"))));
        assertEquals(
                "they part where the entry has `id`, long (byteSize=8, offset=16), and the codec `id`, double"
                        + " (byteSize=8, offset=16)",
                difference(older, Layouts.varRecord(Layouts.varRef("venues", larger), JAVA_DOUBLE.withName("id"))));
        assertEquals(
                "they part where the entry has `venues[].code`, int (byteSize=4, offset=0), and the codec"
                        + " `venues[].code`, int (big-endian) (byteSize=4, offset=0)",
                difference(
                        older,
                        Layouts.varRecord(Layouts.varRef("venues", BIG_ENDIAN_VENUE), JAVA_LONG.withName("id"))));
    }

    @Test
    void aListOfStructsIsNoneOfVariableLengthRecords() {
        StructLayout structs =
                Layouts.varRecord(Layouts.varRef("levels", Layouts.struct(JAVA_INT.withName("fixedSize"))));
        StructLayout records =
                Layouts.varRecord(Layouts.varRef("levels", Layouts.varRecord(JAVA_LONG.withName("price"))));
        assertEquals(
                "they part where the entry has `levels`, varRef of struct (byteSize=8, offset=8), and the codec"
                        + " `levels`, varRef of variable-length records (byteSize=8, offset=8)",
                difference(structs, records));
        assertFalse(LayoutGrowth.isBetween(structs, records));
    }

    @Test
    void structsWithoutANameAreNamedByTheirOffset() {
        MemoryLayout id = JAVA_LONG.withName("id");
        assertEquals(
                "they part where the entry has `[].code`, int (byteSize=4, offset=8), and the codec `[].code`, int"
                        + " (big-endian) (byteSize=4, offset=8)",
                difference(
                        Layouts.struct(id, sequenceLayout(2, VENUE)),
                        Layouts.struct(id, sequenceLayout(2, BIG_ENDIAN_VENUE))));
        assertEquals(
                "they part where the entry has `lot`, int (byteSize=4, offset=12), and the codec no more members in the"
                        + " struct at offset=8",
                difference(
                        Layouts.struct(id, VENUE),
                        Layouts.struct(id, Layouts.struct(JAVA_INT.withName("code")), JAVA_INT.withName("lot"))));
    }

    @Test
    void aNestedStructEnds() {
        StructLayout nested = Layouts.struct(VENUE.withName("venue"));
        StructLayout shorter =
                Layouts.struct(Layouts.struct(JAVA_INT.withName("code")).withName("venue"));
        assertEquals(
                "they part where the entry has `venue.lot`, int (byteSize=4, offset=4), and the codec no more members"
                        + " in `venue`",
                difference(nested, shorter));
    }
}
