package dev.verbatim.jmh.map;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;

import dev.verbatim.Layouts;
import dev.verbatim.ReusableCodec;
import dev.verbatim.StructCodec;
import java.lang.foreign.StructLayout;

/**
 * The last quote of an instrument: 4 longs, 8 doubles and 8 ints, 128 bytes. It is a mutable class, to be reused.
 *
 * <p>It is not final because {@link ChronicleQuote} inherits the fields.
 */
class Quote {

    static final StructLayout LAYOUT = Layouts.struct(
            JAVA_LONG.withName("time"),
            JAVA_LONG.withName("sequence"),
            JAVA_LONG.withName("instrument"),
            JAVA_LONG.withName("venue"),
            JAVA_DOUBLE.withName("bidPrice0"),
            JAVA_DOUBLE.withName("bidPrice1"),
            JAVA_DOUBLE.withName("bidPrice2"),
            JAVA_DOUBLE.withName("bidPrice3"),
            JAVA_DOUBLE.withName("askPrice0"),
            JAVA_DOUBLE.withName("askPrice1"),
            JAVA_DOUBLE.withName("askPrice2"),
            JAVA_DOUBLE.withName("askPrice3"),
            JAVA_INT.withName("bidSize0"),
            JAVA_INT.withName("bidSize1"),
            JAVA_INT.withName("bidSize2"),
            JAVA_INT.withName("bidSize3"),
            JAVA_INT.withName("askSize0"),
            JAVA_INT.withName("askSize1"),
            JAVA_INT.withName("askSize2"),
            JAVA_INT.withName("askSize3"));

    static final ReusableCodec<Quote> CODEC = StructCodec.ofClass(lookup(), Quote.class, LAYOUT);

    static final int BYTES = (int) CODEC.byteSize();

    private static final int LEVELS = 4;

    long time;
    long sequence;
    long instrument;
    long venue;
    double bidPrice0;
    double bidPrice1;
    double bidPrice2;
    double bidPrice3;
    double askPrice0;
    double askPrice1;
    double askPrice2;
    double askPrice3;
    int bidSize0;
    int bidSize1;
    int bidSize2;
    int bidSize3;
    int askSize0;
    int askSize1;
    int askSize2;
    int askSize3;

    /** Takes the quote of a number: neighbours have no field alike. Returns this object. */
    final Quote fill(int number) {
        time = 1_795_185_000_000_000_000L + 1_000_003L * number;
        instrument = 7_000_000L + number;
        venue = 0x58434D45L + number;
        double middle = 3720 + number / 4.0;
        bidPrice0 = middle - 0.125;
        bidPrice1 = middle - 0.375;
        bidPrice2 = middle - 0.625;
        bidPrice3 = middle - 0.875;
        askPrice0 = middle + 0.125;
        askPrice1 = middle + 0.375;
        askPrice2 = middle + 0.625;
        askPrice3 = middle + 0.875;
        int size = 1 + number * 2 * LEVELS;
        bidSize0 = size;
        bidSize1 = size + 1;
        bidSize2 = size + 2;
        bidSize3 = size + 3;
        askSize0 = size + 4;
        askSize1 = size + 5;
        askSize2 = size + 6;
        askSize3 = size + 7;
        return this;
    }
}
