package dev.verbatim.jmh;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;

/**
 * Code as one writes it by hand with the Foreign Memory API: {@code static final} VarHandles and explicit offsets.
 *
 * <p>The handles are unaligned, because aligned ones refuse a segment over a {@code byte[]}.
 */
final class VarHandleFields {

    private static final VarHandle LONG = JAVA_LONG_UNALIGNED.varHandle();
    private static final VarHandle DOUBLE = JAVA_DOUBLE_UNALIGNED.varHandle();

    private VarHandleFields() {}

    static void write(MarketData value, MemorySegment segment, long offset) {
        LONG.set(segment, offset, value.securityId);
        LONG.set(segment, offset + 8, value.time);
        DOUBLE.set(segment, offset + 16, value.bidQty0);
        DOUBLE.set(segment, offset + 24, value.bidQty1);
        DOUBLE.set(segment, offset + 32, value.bidQty2);
        DOUBLE.set(segment, offset + 40, value.bidQty3);
        DOUBLE.set(segment, offset + 48, value.askQty0);
        DOUBLE.set(segment, offset + 56, value.askQty1);
        DOUBLE.set(segment, offset + 64, value.askQty2);
        DOUBLE.set(segment, offset + 72, value.askQty3);
        DOUBLE.set(segment, offset + 80, value.bidPrice0);
        DOUBLE.set(segment, offset + 88, value.bidPrice1);
        DOUBLE.set(segment, offset + 96, value.bidPrice2);
        DOUBLE.set(segment, offset + 104, value.bidPrice3);
        DOUBLE.set(segment, offset + 112, value.askPrice0);
        DOUBLE.set(segment, offset + 120, value.askPrice1);
        DOUBLE.set(segment, offset + 128, value.askPrice2);
        DOUBLE.set(segment, offset + 136, value.askPrice3);
    }

    static void readInto(MarketData target, MemorySegment segment, long offset) {
        target.securityId = (long) LONG.get(segment, offset);
        target.time = (long) LONG.get(segment, offset + 8);
        target.bidQty0 = (double) DOUBLE.get(segment, offset + 16);
        target.bidQty1 = (double) DOUBLE.get(segment, offset + 24);
        target.bidQty2 = (double) DOUBLE.get(segment, offset + 32);
        target.bidQty3 = (double) DOUBLE.get(segment, offset + 40);
        target.askQty0 = (double) DOUBLE.get(segment, offset + 48);
        target.askQty1 = (double) DOUBLE.get(segment, offset + 56);
        target.askQty2 = (double) DOUBLE.get(segment, offset + 64);
        target.askQty3 = (double) DOUBLE.get(segment, offset + 72);
        target.bidPrice0 = (double) DOUBLE.get(segment, offset + 80);
        target.bidPrice1 = (double) DOUBLE.get(segment, offset + 88);
        target.bidPrice2 = (double) DOUBLE.get(segment, offset + 96);
        target.bidPrice3 = (double) DOUBLE.get(segment, offset + 104);
        target.askPrice0 = (double) DOUBLE.get(segment, offset + 112);
        target.askPrice1 = (double) DOUBLE.get(segment, offset + 120);
        target.askPrice2 = (double) DOUBLE.get(segment, offset + 128);
        target.askPrice3 = (double) DOUBLE.get(segment, offset + 136);
    }

    static void write(MarketDataRecord value, MemorySegment segment, long offset) {
        LONG.set(segment, offset, value.securityId());
        LONG.set(segment, offset + 8, value.time());
        DOUBLE.set(segment, offset + 16, value.bidQty0());
        DOUBLE.set(segment, offset + 24, value.bidQty1());
        DOUBLE.set(segment, offset + 32, value.bidQty2());
        DOUBLE.set(segment, offset + 40, value.bidQty3());
        DOUBLE.set(segment, offset + 48, value.askQty0());
        DOUBLE.set(segment, offset + 56, value.askQty1());
        DOUBLE.set(segment, offset + 64, value.askQty2());
        DOUBLE.set(segment, offset + 72, value.askQty3());
        DOUBLE.set(segment, offset + 80, value.bidPrice0());
        DOUBLE.set(segment, offset + 88, value.bidPrice1());
        DOUBLE.set(segment, offset + 96, value.bidPrice2());
        DOUBLE.set(segment, offset + 104, value.bidPrice3());
        DOUBLE.set(segment, offset + 112, value.askPrice0());
        DOUBLE.set(segment, offset + 120, value.askPrice1());
        DOUBLE.set(segment, offset + 128, value.askPrice2());
        DOUBLE.set(segment, offset + 136, value.askPrice3());
    }

    static MarketDataRecord read(MemorySegment segment, long offset) {
        return new MarketDataRecord(
                (long) LONG.get(segment, offset),
                (long) LONG.get(segment, offset + 8),
                (double) DOUBLE.get(segment, offset + 16),
                (double) DOUBLE.get(segment, offset + 24),
                (double) DOUBLE.get(segment, offset + 32),
                (double) DOUBLE.get(segment, offset + 40),
                (double) DOUBLE.get(segment, offset + 48),
                (double) DOUBLE.get(segment, offset + 56),
                (double) DOUBLE.get(segment, offset + 64),
                (double) DOUBLE.get(segment, offset + 72),
                (double) DOUBLE.get(segment, offset + 80),
                (double) DOUBLE.get(segment, offset + 88),
                (double) DOUBLE.get(segment, offset + 96),
                (double) DOUBLE.get(segment, offset + 104),
                (double) DOUBLE.get(segment, offset + 112),
                (double) DOUBLE.get(segment, offset + 120),
                (double) DOUBLE.get(segment, offset + 128),
                (double) DOUBLE.get(segment, offset + 136));
    }
}
