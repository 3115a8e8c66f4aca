package dev.verbatim.internal.model;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.verbatim.Layouts;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.StructLayout;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;

/** What two layouts do not have in common is named. */
class LayoutDifferenceTest {

    private static final StructLayout QUOTE = Layouts.struct(
            JAVA_LONG.withName("id"),
            JAVA_DOUBLE.withName("bid"),
            Layouts.struct(JAVA_INT.withName("code"), JAVA_INT.withName("lot")).withName("venue"));

    private static String difference(MemoryLayout... members) {
        return LayoutDifference.between(QUOTE, "the entry", Layouts.struct(members), "the codec");
    }

    @Test
    void aMemberHasAnotherType() {
        assertEquals(
                "; `bid` is double (byteSize=8, offset=8) in the entry, long (byteSize=8, offset=8) in the codec;"
                        + " `venue.code` is int (byteSize=4, offset=16) in the entry, int (big-endian) (byteSize=4,"
                        + " offset=16) in the codec",
                difference(
                        JAVA_LONG.withName("id"),
                        JAVA_LONG.withName("bid"),
                        Layouts.struct(
                                        JAVA_INT.withOrder(ByteOrder.BIG_ENDIAN).withName("code"),
                                        JAVA_INT.withName("lot"))
                                .withName("venue")));
    }

    @Test
    void aMemberIsElsewhereOrMissing() {
        assertEquals(
                "; only the entry has `id`, long (byteSize=8, offset=0); `bid` is double (byteSize=8, offset=8) in the"
                        + " entry, double (byteSize=8, offset=0) in the codec; only the entry has `venue`, struct"
                        + " (byteSize=8, offset=16); and 3 more members differ",
                difference(JAVA_DOUBLE.withName("bid"), JAVA_SHORT.withName("size")));
    }

    @Test
    void oneMoreMemberDiffers() {
        assertEquals(
                "; only the codec has `a`, int (byteSize=4, offset=24); only the codec has `b`, int (byteSize=4,"
                        + " offset=28); only the codec has `c`, int (byteSize=4, offset=32); and 1 more member differs",
                difference(
                        JAVA_LONG.withName("id"),
                        JAVA_DOUBLE.withName("bid"),
                        Layouts.struct(JAVA_INT.withName("code"), JAVA_INT.withName("lot"))
                                .withName("venue"),
                        JAVA_INT.withName("a"),
                        JAVA_INT.withName("b"),
                        JAVA_INT.withName("c"),
                        JAVA_INT.withName("d")));
    }

    @Test
    void ofTheSameMembersAndOfDifferentThingsThereIsNothingToSay() {
        assertEquals("", LayoutDifference.between(QUOTE, "the entry", QUOTE, "the codec"));
        assertEquals("", difference(JAVA_INT.withName("other")));
    }
}
