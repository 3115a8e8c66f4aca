package dev.verbatim.samples;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.StructLayout;
import java.nio.ByteOrder;

/** A snapshot of an order book, four levels deep: 2 longs and 16 doubles. */
public final class MarketDataClass {

    long securityId;
    long time;
    double bidQty0;
    double bidQty1;
    double bidQty2;
    double bidQty3;
    double askQty0;
    double askQty1;
    double askQty2;
    double askQty3;
    double bidPrice0;
    double bidPrice1;
    double bidPrice2;
    double bidPrice3;
    double askPrice0;
    double askPrice1;
    double askPrice2;
    double askPrice3;

    /** 144 bytes without padding, in declaration order. */
    public static StructLayout layout(ByteOrder order) {
        return MemoryLayout.structLayout(
                JAVA_LONG.withOrder(order).withName("securityId"),
                JAVA_LONG.withOrder(order).withName("time"),
                JAVA_DOUBLE.withOrder(order).withName("bidQty0"),
                JAVA_DOUBLE.withOrder(order).withName("bidQty1"),
                JAVA_DOUBLE.withOrder(order).withName("bidQty2"),
                JAVA_DOUBLE.withOrder(order).withName("bidQty3"),
                JAVA_DOUBLE.withOrder(order).withName("askQty0"),
                JAVA_DOUBLE.withOrder(order).withName("askQty1"),
                JAVA_DOUBLE.withOrder(order).withName("askQty2"),
                JAVA_DOUBLE.withOrder(order).withName("askQty3"),
                JAVA_DOUBLE.withOrder(order).withName("bidPrice0"),
                JAVA_DOUBLE.withOrder(order).withName("bidPrice1"),
                JAVA_DOUBLE.withOrder(order).withName("bidPrice2"),
                JAVA_DOUBLE.withOrder(order).withName("bidPrice3"),
                JAVA_DOUBLE.withOrder(order).withName("askPrice0"),
                JAVA_DOUBLE.withOrder(order).withName("askPrice1"),
                JAVA_DOUBLE.withOrder(order).withName("askPrice2"),
                JAVA_DOUBLE.withOrder(order).withName("askPrice3"));
    }
}
