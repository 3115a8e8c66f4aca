package dev.verbatim;

import static java.lang.foreign.MemoryLayout.paddingLayout;
import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.MemoryLayout.structLayout;
import static java.lang.foreign.MemoryLayout.unionLayout;
import static java.lang.foreign.ValueLayout.JAVA_BOOLEAN;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_CHAR;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The table that describes a layout. */
class LayoutsTest {

    private static final StructLayout TRADE = structLayout(
            little(JAVA_LONG).withName("time"),
            paddingLayout(2),
            JAVA_BYTE.withOrder(ByteOrder.BIG_ENDIAN).withName("side"),
            JAVA_BOOLEAN.withName("open"),
            big(JAVA_INT).withName("quantity"),
            big(JAVA_DOUBLE).withName("price"),
            little(JAVA_CHAR).withName("venue"),
            paddingLayout(6));

    private static final String TRADE_TABLE = """
          offset  bytes  type                 name
               0      8  long                 time
               8      2  padding
              10      1  byte                 side
              11      1  boolean              open
              12      4  int (big-endian)     quantity
              16      8  double (big-endian)  price
              24      2  char                 venue
              26      6  padding
                     32  bytes, alignment 8\
        """;

    @Test
    void everyMemberAndGapHasALine() {
        assertEquals(TRADE_TABLE, Layouts.describe(TRADE));
    }

    @ParameterizedTest
    @ValueSource(strings = {"ar-EG-u-nu-arab", "hi-IN-u-nu-deva", "de-DE", "tr-TR"})
    void theTableIsTheSameInEveryLocale(String tag) {
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.forLanguageTag(tag));
        try {
            assertEquals(TRADE_TABLE, Layouts.describe(TRADE));
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void whatCodecsDoNotBindIsDescribedToo() {
        StructLayout layout = structLayout(
                sequenceLayout(5, little(JAVA_SHORT)).withName("levels"),
                structLayout(JAVA_BYTE, JAVA_BYTE).withName("pair"),
                little(JAVA_INT),
                unionLayout(JAVA_BYTE, JAVA_BOOLEAN).withName("either"));

        assertEquals("""
              offset  bytes  type           name
                   0     10  sequence of 5  levels
                  10      2  struct         pair
                  12      4  int
                  16      1  union          either
                         17  bytes, alignment 4\
            """, Layouts.describe(layout));
    }

    @Test
    void anEmptyLayoutHasAHeadAndASize() {
        assertEquals("""
              offset  bytes  type  name
                          0  bytes, alignment 1\
            """, Layouts.describe(structLayout()));
    }

    @Test
    void offsetsBeyondTwoGigabytesAreDescribed() {
        assertEquals("""
              offset  bytes  type     name
                   0 8589934592  padding
            8589934592      1  byte     last
                     8589934593  bytes, alignment 1\
            """, Layouts.describe(structLayout(paddingLayout(1L << 33), JAVA_BYTE.withName("last"))));
    }

    @Test
    void noLayoutIsNoTable() {
        assertThrows(NullPointerException.class, () -> Layouts.describe(null));
    }

    private static ValueLayout little(ValueLayout layout) {
        return layout.withOrder(ByteOrder.LITTLE_ENDIAN);
    }

    private static ValueLayout big(ValueLayout layout) {
        return layout.withOrder(ByteOrder.BIG_ENDIAN);
    }
}
