package dev.verbatim.jmh.objects.flat;

import com.google.flatbuffers.FlatBufferBuilder;
import com.google.flatbuffers.Struct;
import java.nio.ByteBuffer;

/**
 * {@code struct MarketDataStruct { securityId:long; time:long; bidQty0:double; ... askPrice3:double; }}
 *
 * <p>The names are flatc's.
 */
public final class MarketDataStruct extends Struct {

    public MarketDataStruct __assign(int i, ByteBuffer bb) {
        __reset(i, bb);
        return this;
    }

    public long securityId() {
        return bb.getLong(bb_pos);
    }

    public long time() {
        return bb.getLong(bb_pos + 8);
    }

    public double bidQty0() {
        return bb.getDouble(bb_pos + 16);
    }

    public double bidQty1() {
        return bb.getDouble(bb_pos + 24);
    }

    public double bidQty2() {
        return bb.getDouble(bb_pos + 32);
    }

    public double bidQty3() {
        return bb.getDouble(bb_pos + 40);
    }

    public double askQty0() {
        return bb.getDouble(bb_pos + 48);
    }

    public double askQty1() {
        return bb.getDouble(bb_pos + 56);
    }

    public double askQty2() {
        return bb.getDouble(bb_pos + 64);
    }

    public double askQty3() {
        return bb.getDouble(bb_pos + 72);
    }

    public double bidPrice0() {
        return bb.getDouble(bb_pos + 80);
    }

    public double bidPrice1() {
        return bb.getDouble(bb_pos + 88);
    }

    public double bidPrice2() {
        return bb.getDouble(bb_pos + 96);
    }

    public double bidPrice3() {
        return bb.getDouble(bb_pos + 104);
    }

    public double askPrice0() {
        return bb.getDouble(bb_pos + 112);
    }

    public double askPrice1() {
        return bb.getDouble(bb_pos + 120);
    }

    public double askPrice2() {
        return bb.getDouble(bb_pos + 128);
    }

    public double askPrice3() {
        return bb.getDouble(bb_pos + 136);
    }

    public static int createMarketDataStruct(
            FlatBufferBuilder builder,
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
        builder.prep(8, 144);
        builder.putDouble(askPrice3);
        builder.putDouble(askPrice2);
        builder.putDouble(askPrice1);
        builder.putDouble(askPrice0);
        builder.putDouble(bidPrice3);
        builder.putDouble(bidPrice2);
        builder.putDouble(bidPrice1);
        builder.putDouble(bidPrice0);
        builder.putDouble(askQty3);
        builder.putDouble(askQty2);
        builder.putDouble(askQty1);
        builder.putDouble(askQty0);
        builder.putDouble(bidQty3);
        builder.putDouble(bidQty2);
        builder.putDouble(bidQty1);
        builder.putDouble(bidQty0);
        builder.putLong(time);
        builder.putLong(securityId);
        return builder.offset();
    }
}
