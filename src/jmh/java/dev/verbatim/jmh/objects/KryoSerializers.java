package dev.verbatim.jmh.objects;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import dev.verbatim.jmh.MarketData;

/** Serialisers for Kryo, written by hand, with every number at its full width. */
final class KryoSerializers {

    private static final int NULL = -1;

    private KryoSerializers() {}

    static final class OfSample extends Serializer<Sample> {

        @Override
        public void write(Kryo kryo, Output output, Sample value) {
            output.writeLong(value.id);
            if (value.values == null) {
                output.writeInt(NULL);
            } else {
                output.writeInt(value.values.length);
                output.writeLongs(value.values, 0, value.values.length);
            }
            output.writeString(value.text);
            output.writeString(value.note);
        }

        @Override
        public Sample read(Kryo kryo, Input input, Class<? extends Sample> type) {
            Sample value = new Sample();
            value.id = input.readLong();
            int length = input.readInt();
            value.values = length == NULL ? null : input.readLongs(length);
            value.text = input.readString();
            value.note = input.readString();
            return value;
        }
    }

    static final class OfMarketData extends Serializer<MarketData> {

        @Override
        public void write(Kryo kryo, Output output, MarketData value) {
            output.writeLong(value.securityId);
            output.writeLong(value.time);
            output.writeDouble(value.bidQty0);
            output.writeDouble(value.bidQty1);
            output.writeDouble(value.bidQty2);
            output.writeDouble(value.bidQty3);
            output.writeDouble(value.askQty0);
            output.writeDouble(value.askQty1);
            output.writeDouble(value.askQty2);
            output.writeDouble(value.askQty3);
            output.writeDouble(value.bidPrice0);
            output.writeDouble(value.bidPrice1);
            output.writeDouble(value.bidPrice2);
            output.writeDouble(value.bidPrice3);
            output.writeDouble(value.askPrice0);
            output.writeDouble(value.askPrice1);
            output.writeDouble(value.askPrice2);
            output.writeDouble(value.askPrice3);
        }

        @Override
        public MarketData read(Kryo kryo, Input input, Class<? extends MarketData> type) {
            MarketData value = new MarketData();
            value.securityId = input.readLong();
            value.time = input.readLong();
            value.bidQty0 = input.readDouble();
            value.bidQty1 = input.readDouble();
            value.bidQty2 = input.readDouble();
            value.bidQty3 = input.readDouble();
            value.askQty0 = input.readDouble();
            value.askQty1 = input.readDouble();
            value.askQty2 = input.readDouble();
            value.askQty3 = input.readDouble();
            value.bidPrice0 = input.readDouble();
            value.bidPrice1 = input.readDouble();
            value.bidPrice2 = input.readDouble();
            value.bidPrice3 = input.readDouble();
            value.askPrice0 = input.readDouble();
            value.askPrice1 = input.readDouble();
            value.askPrice2 = input.readDouble();
            value.askPrice3 = input.readDouble();
            return value;
        }
    }
}
