package dev.verbatim.jmh;

import static dev.verbatim.jmh.UnsafeAccess.UNSAFE;

/**
 * {@code sun.misc.Unsafe}, component by component. A record cannot be copied as a block, because Unsafe does not tell
 * the offsets of its fields.
 */
@SuppressWarnings("removal") // of Unsafe's access to memory; measuring it is the purpose
final class UnsafeRecordFields {

    private UnsafeRecordFields() {}

    static void write(MarketDataRecord value, long address) {
        UNSAFE.putLong(address, value.securityId());
        UNSAFE.putLong(address + 8, value.time());
        UNSAFE.putDouble(address + 16, value.bidQty0());
        UNSAFE.putDouble(address + 24, value.bidQty1());
        UNSAFE.putDouble(address + 32, value.bidQty2());
        UNSAFE.putDouble(address + 40, value.bidQty3());
        UNSAFE.putDouble(address + 48, value.askQty0());
        UNSAFE.putDouble(address + 56, value.askQty1());
        UNSAFE.putDouble(address + 64, value.askQty2());
        UNSAFE.putDouble(address + 72, value.askQty3());
        UNSAFE.putDouble(address + 80, value.bidPrice0());
        UNSAFE.putDouble(address + 88, value.bidPrice1());
        UNSAFE.putDouble(address + 96, value.bidPrice2());
        UNSAFE.putDouble(address + 104, value.bidPrice3());
        UNSAFE.putDouble(address + 112, value.askPrice0());
        UNSAFE.putDouble(address + 120, value.askPrice1());
        UNSAFE.putDouble(address + 128, value.askPrice2());
        UNSAFE.putDouble(address + 136, value.askPrice3());
    }

    static MarketDataRecord read(long address) {
        return new MarketDataRecord(
                UNSAFE.getLong(address),
                UNSAFE.getLong(address + 8),
                UNSAFE.getDouble(address + 16),
                UNSAFE.getDouble(address + 24),
                UNSAFE.getDouble(address + 32),
                UNSAFE.getDouble(address + 40),
                UNSAFE.getDouble(address + 48),
                UNSAFE.getDouble(address + 56),
                UNSAFE.getDouble(address + 64),
                UNSAFE.getDouble(address + 72),
                UNSAFE.getDouble(address + 80),
                UNSAFE.getDouble(address + 88),
                UNSAFE.getDouble(address + 96),
                UNSAFE.getDouble(address + 104),
                UNSAFE.getDouble(address + 112),
                UNSAFE.getDouble(address + 120),
                UNSAFE.getDouble(address + 128),
                UNSAFE.getDouble(address + 136));
    }
}
