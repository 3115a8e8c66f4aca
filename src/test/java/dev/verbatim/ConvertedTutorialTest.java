package dev.verbatim;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;

/** The snippet about codecs of what functions make: it is a region here, and does what the text there says. */
class ConvertedTutorialTest {

    // @start region="declare"
    /** What is stored of a price, which only its factory makes. */
    record StoredPrice(long mantissa, int exponent) {
        static final StructLayout LAYOUT =
                Layouts.struct(JAVA_LONG.withName("mantissa"), JAVA_INT.withName("exponent"));
        static final StructCodec<Price> CODEC = StructCodec.ofConverted(
                Price.class,
                StructCodec.ofRecord(lookup(), StoredPrice.class, LAYOUT),
                price -> new StoredPrice(
                        price.decimal().unscaledValue().longValueExact(),
                        price.decimal().scale()),
                stored -> Price.of(BigDecimal.valueOf(stored.mantissa, stored.exponent)));
    }
    // @end

    interface Price {

        BigDecimal decimal();

        static Price of(BigDecimal decimal) {
            return () -> decimal;
        }
    }

    @Test
    void functionsMakeWhatIsStored() {
        MemorySegment segment = MemorySegment.ofArray(new long[2]);

        StoredPrice.CODEC.write(Price.of(new BigDecimal("187.25")), segment, 0);

        assertEquals(
                new BigDecimal("187.25"), StoredPrice.CODEC.read(segment, 0).decimal());
        assertEquals(18725, segment.get(JAVA_LONG, 0));
        assertEquals(2, segment.get(JAVA_INT, 8));
    }
}
