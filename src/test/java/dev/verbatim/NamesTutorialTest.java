package dev.verbatim;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import org.junit.jupiter.api.Test;

/** The snippet about names that differ: it is a region here, and does what the text there says. */
class NamesTutorialTest {

    // @start region="names"
    record Quote(long time, double bidPrice, double askPrice) {
        static final StructLayout LAYOUT = Layouts.struct( // as C and NumPy have it
                JAVA_LONG.withName("time"), JAVA_DOUBLE.withName("bid_px"), JAVA_DOUBLE.withName("ask_px"));
        static final StructCodec<Quote> CODEC = StructCodec.ofRecord(
                lookup(),
                Quote.class,
                LAYOUT,
                Conversions.none().withName("bid_px", "bidPrice").withName("ask_px", "askPrice"));
    }
    // @end

    @Test
    void aMemberHasAnotherNameInJava() {
        double[] struct = {0, 187.23, 187.24};
        assertEquals(new Quote(0, 187.23, 187.24), Quote.CODEC.read(MemorySegment.ofArray(struct), 0));
        assertEquals("{\"time\":j,\"bid_px\":d,\"ask_px\":d}", LayoutText.of(Quote.CODEC.layout()));
    }
}
