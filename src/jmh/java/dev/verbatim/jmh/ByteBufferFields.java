package dev.verbatim.jmh;

import java.nio.ByteBuffer;

/** A {@code ByteBuffer}, field by field, at absolute positions. */
final class ByteBufferFields {

    private ByteBufferFields() {}

    static void write(MarketData value, ByteBuffer buffer, int position) {
        buffer.putLong(position, value.securityId);
        buffer.putLong(position + 8, value.time);
        buffer.putDouble(position + 16, value.bidQty0);
        buffer.putDouble(position + 24, value.bidQty1);
        buffer.putDouble(position + 32, value.bidQty2);
        buffer.putDouble(position + 40, value.bidQty3);
        buffer.putDouble(position + 48, value.askQty0);
        buffer.putDouble(position + 56, value.askQty1);
        buffer.putDouble(position + 64, value.askQty2);
        buffer.putDouble(position + 72, value.askQty3);
        buffer.putDouble(position + 80, value.bidPrice0);
        buffer.putDouble(position + 88, value.bidPrice1);
        buffer.putDouble(position + 96, value.bidPrice2);
        buffer.putDouble(position + 104, value.bidPrice3);
        buffer.putDouble(position + 112, value.askPrice0);
        buffer.putDouble(position + 120, value.askPrice1);
        buffer.putDouble(position + 128, value.askPrice2);
        buffer.putDouble(position + 136, value.askPrice3);
    }

    static void readInto(MarketData target, ByteBuffer buffer, int position) {
        target.securityId = buffer.getLong(position);
        target.time = buffer.getLong(position + 8);
        target.bidQty0 = buffer.getDouble(position + 16);
        target.bidQty1 = buffer.getDouble(position + 24);
        target.bidQty2 = buffer.getDouble(position + 32);
        target.bidQty3 = buffer.getDouble(position + 40);
        target.askQty0 = buffer.getDouble(position + 48);
        target.askQty1 = buffer.getDouble(position + 56);
        target.askQty2 = buffer.getDouble(position + 64);
        target.askQty3 = buffer.getDouble(position + 72);
        target.bidPrice0 = buffer.getDouble(position + 80);
        target.bidPrice1 = buffer.getDouble(position + 88);
        target.bidPrice2 = buffer.getDouble(position + 96);
        target.bidPrice3 = buffer.getDouble(position + 104);
        target.askPrice0 = buffer.getDouble(position + 112);
        target.askPrice1 = buffer.getDouble(position + 120);
        target.askPrice2 = buffer.getDouble(position + 128);
        target.askPrice3 = buffer.getDouble(position + 136);
    }
}
