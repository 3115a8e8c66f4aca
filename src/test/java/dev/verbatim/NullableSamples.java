package dev.verbatim;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.time.LocalDate;
import java.util.HexFormat;
import org.junit.jupiter.api.function.Executable;

/** Conversions whose values the tests of nullable ones store, and what these assert. */
final class NullableSamples {

    private NullableSamples() {}

    enum Side {
        BUY('B'),
        SELL('S');

        final char code;

        Side(char code) {
            this.code = code;
        }
    }

    static final Conversion<LocalDate> DAYS = Conversion.ofShort(
            LocalDate.class, date -> (short) date.toEpochDay(), stored -> LocalDate.ofEpochDay(stored & 0xffff));

    static final Conversion<Side> SIDES = CodeConversions.byteCodes(Side.class, side -> side.code);

    static String hex(MemorySegment segment) {
        return HexFormat.of().formatHex(segment.toArray(JAVA_BYTE));
    }

    /** What has been thrown says this of a member, behind what was tried. */
    static void assertFault(Class<? extends RuntimeException> type, String ofMember, Executable access) {
        RuntimeException fault = assertThrows(type, access);
        assertTrue(fault.getMessage().endsWith(" at offset=0: " + ofMember), fault::getMessage);
    }
}
