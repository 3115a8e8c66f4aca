package dev.verbatim.jmh;

import static dev.verbatim.jmh.UnsafeAccess.UNSAFE;

/** {@code sun.misc.Unsafe}, field by field: every other figure is compared with this one. */
@SuppressWarnings({"deprecation", "removal"}) // since JDK 23 Unsafe's access to memory is; measuring it is the purpose
public final class UnsafeFields implements UnsafeCodec<MarketData> {

    @Override
    public void write(MarketData value, Object base, long offset) {
        UNSAFE.putLong(base, offset, value.securityId);
        UNSAFE.putLong(base, offset + 8, value.time);
        UNSAFE.putDouble(base, offset + 16, value.bidQty0);
        UNSAFE.putDouble(base, offset + 24, value.bidQty1);
        UNSAFE.putDouble(base, offset + 32, value.bidQty2);
        UNSAFE.putDouble(base, offset + 40, value.bidQty3);
        UNSAFE.putDouble(base, offset + 48, value.askQty0);
        UNSAFE.putDouble(base, offset + 56, value.askQty1);
        UNSAFE.putDouble(base, offset + 64, value.askQty2);
        UNSAFE.putDouble(base, offset + 72, value.askQty3);
        UNSAFE.putDouble(base, offset + 80, value.bidPrice0);
        UNSAFE.putDouble(base, offset + 88, value.bidPrice1);
        UNSAFE.putDouble(base, offset + 96, value.bidPrice2);
        UNSAFE.putDouble(base, offset + 104, value.bidPrice3);
        UNSAFE.putDouble(base, offset + 112, value.askPrice0);
        UNSAFE.putDouble(base, offset + 120, value.askPrice1);
        UNSAFE.putDouble(base, offset + 128, value.askPrice2);
        UNSAFE.putDouble(base, offset + 136, value.askPrice3);
    }

    @Override
    public void readInto(MarketData target, Object base, long offset) {
        target.securityId = UNSAFE.getLong(base, offset);
        target.time = UNSAFE.getLong(base, offset + 8);
        target.bidQty0 = UNSAFE.getDouble(base, offset + 16);
        target.bidQty1 = UNSAFE.getDouble(base, offset + 24);
        target.bidQty2 = UNSAFE.getDouble(base, offset + 32);
        target.bidQty3 = UNSAFE.getDouble(base, offset + 40);
        target.askQty0 = UNSAFE.getDouble(base, offset + 48);
        target.askQty1 = UNSAFE.getDouble(base, offset + 56);
        target.askQty2 = UNSAFE.getDouble(base, offset + 64);
        target.askQty3 = UNSAFE.getDouble(base, offset + 72);
        target.bidPrice0 = UNSAFE.getDouble(base, offset + 80);
        target.bidPrice1 = UNSAFE.getDouble(base, offset + 88);
        target.bidPrice2 = UNSAFE.getDouble(base, offset + 96);
        target.bidPrice3 = UNSAFE.getDouble(base, offset + 104);
        target.askPrice0 = UNSAFE.getDouble(base, offset + 112);
        target.askPrice1 = UNSAFE.getDouble(base, offset + 120);
        target.askPrice2 = UNSAFE.getDouble(base, offset + 128);
        target.askPrice3 = UNSAFE.getDouble(base, offset + 136);
    }
}
