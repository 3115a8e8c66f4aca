package dev.verbatim.jmh.map;

/**
 * A {@link Quote} as a value interface of Chronicle Values, which makes two classes of it: one with fields, and one
 * that reads and writes in place. It has the same 128 bytes.
 */
public interface QuoteValue {

    long getTime();

    void setTime(long time);

    long getSequence();

    void setSequence(long sequence);

    long getInstrument();

    void setInstrument(long instrument);

    long getVenue();

    void setVenue(long venue);

    double getBidPrice0();

    void setBidPrice0(double bidPrice0);

    double getBidPrice1();

    void setBidPrice1(double bidPrice1);

    double getBidPrice2();

    void setBidPrice2(double bidPrice2);

    double getBidPrice3();

    void setBidPrice3(double bidPrice3);

    double getAskPrice0();

    void setAskPrice0(double askPrice0);

    double getAskPrice1();

    void setAskPrice1(double askPrice1);

    double getAskPrice2();

    void setAskPrice2(double askPrice2);

    double getAskPrice3();

    void setAskPrice3(double askPrice3);

    int getBidSize0();

    void setBidSize0(int bidSize0);

    int getBidSize1();

    void setBidSize1(int bidSize1);

    int getBidSize2();

    void setBidSize2(int bidSize2);

    int getBidSize3();

    void setBidSize3(int bidSize3);

    int getAskSize0();

    void setAskSize0(int askSize0);

    int getAskSize1();

    void setAskSize1(int askSize1);

    int getAskSize2();

    void setAskSize2(int askSize2);

    int getAskSize3();

    void setAskSize3(int askSize3);

    /** Takes over a quote. */
    static void fill(QuoteValue value, Quote quote) {
        value.setTime(quote.time);
        value.setSequence(quote.sequence);
        value.setInstrument(quote.instrument);
        value.setVenue(quote.venue);
        value.setBidPrice0(quote.bidPrice0);
        value.setBidPrice1(quote.bidPrice1);
        value.setBidPrice2(quote.bidPrice2);
        value.setBidPrice3(quote.bidPrice3);
        value.setAskPrice0(quote.askPrice0);
        value.setAskPrice1(quote.askPrice1);
        value.setAskPrice2(quote.askPrice2);
        value.setAskPrice3(quote.askPrice3);
        value.setBidSize0(quote.bidSize0);
        value.setBidSize1(quote.bidSize1);
        value.setBidSize2(quote.bidSize2);
        value.setBidSize3(quote.bidSize3);
        value.setAskSize0(quote.askSize0);
        value.setAskSize1(quote.askSize1);
        value.setAskSize2(quote.askSize2);
        value.setAskSize3(quote.askSize3);
    }
}
