package dev.verbatim.samples;

/** A snapshot of an order book, four levels deep; the components of {@link MarketDataClass}. */
public record MarketDataRecord(
        long securityId,
        long time,
        double bidQty0,
        double bidQty1,
        double bidQty2,
        double bidQty3,
        double askQty0,
        double askQty1,
        double askQty2,
        double askQty3,
        double bidPrice0,
        double bidPrice1,
        double bidPrice2,
        double bidPrice3,
        double askPrice0,
        double askPrice1,
        double askPrice2,
        double askPrice3) {}
