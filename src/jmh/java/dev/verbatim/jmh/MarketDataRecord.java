package dev.verbatim.jmh;

import static java.lang.invoke.MethodHandles.lookup;

import dev.verbatim.StructCodec;

/** {@link MarketData} as a record: the same layout, and a new object for every read. */
record MarketDataRecord(
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
        double askPrice3) {

    static final StructCodec<MarketDataRecord> CODEC =
            StructCodec.ofRecord(lookup(), MarketDataRecord.class, MarketData.LAYOUT);

    static MarketDataRecord of(MarketData value) {
        return new MarketDataRecord(
                value.securityId,
                value.time,
                value.bidQty0,
                value.bidQty1,
                value.bidQty2,
                value.bidQty3,
                value.askQty0,
                value.askQty1,
                value.askQty2,
                value.askQty3,
                value.bidPrice0,
                value.bidPrice1,
                value.bidPrice2,
                value.bidPrice3,
                value.askPrice0,
                value.askPrice1,
                value.askPrice2,
                value.askPrice3);
    }
}
