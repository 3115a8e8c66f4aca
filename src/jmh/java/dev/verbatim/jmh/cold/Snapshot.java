package dev.verbatim.jmh.cold;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.StructLayout;

/** The fields of {@link dev.verbatim.jmh.MarketData}, in a class that has neither a codec nor a superclass. */
final class Snapshot {

    static final StructLayout LAYOUT = MemoryLayout.structLayout(
            JAVA_LONG.withName("securityId"),
            JAVA_LONG.withName("time"),
            JAVA_DOUBLE.withName("bidQty0"),
            JAVA_DOUBLE.withName("bidQty1"),
            JAVA_DOUBLE.withName("bidQty2"),
            JAVA_DOUBLE.withName("bidQty3"),
            JAVA_DOUBLE.withName("askQty0"),
            JAVA_DOUBLE.withName("askQty1"),
            JAVA_DOUBLE.withName("askQty2"),
            JAVA_DOUBLE.withName("askQty3"),
            JAVA_DOUBLE.withName("bidPrice0"),
            JAVA_DOUBLE.withName("bidPrice1"),
            JAVA_DOUBLE.withName("bidPrice2"),
            JAVA_DOUBLE.withName("bidPrice3"),
            JAVA_DOUBLE.withName("askPrice0"),
            JAVA_DOUBLE.withName("askPrice1"),
            JAVA_DOUBLE.withName("askPrice2"),
            JAVA_DOUBLE.withName("askPrice3"));

    long securityId = 1;
    long time = 2;
    double bidQty0 = 3;
    double bidQty1 = 4;
    double bidQty2 = 5;
    double bidQty3 = 6;
    double askQty0 = 7;
    double askQty1 = 8;
    double askQty2 = 9;
    double askQty3 = 10;
    double bidPrice0 = 11;
    double bidPrice1 = 12;
    double bidPrice2 = 13;
    double bidPrice3 = 14;
    double askPrice0 = 15;
    double askPrice1 = 16;
    double askPrice2 = 17;
    double askPrice3 = 18;
}
