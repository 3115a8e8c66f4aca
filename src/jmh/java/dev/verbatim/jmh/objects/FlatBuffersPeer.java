package dev.verbatim.jmh.objects;

import com.google.flatbuffers.FlatBufferBuilder;
import com.google.flatbuffers.LongVector;
import dev.verbatim.jmh.MarketData;
import dev.verbatim.jmh.objects.flat.MarketDataStruct;
import dev.verbatim.jmh.objects.flat.MarketDataTable;
import dev.verbatim.jmh.objects.flat.SampleTable;
import java.util.stream.IntStream;

/**
 * FlatBuffers, through calls as its compiler generates them: see {@link dev.verbatim.jmh.objects.flat}.
 *
 * <p>A builder for each slot, {@linkplain FlatBufferBuilder#clear cleared} and reused, over the heap buffer that it
 * makes for itself, and accessors that are reused, as the <a
 * href="https://flatbuffers.dev/languages/java/">documentation</a> has it. The 18 fields are a struct, which it says is
 * laid out inline and has no table of offsets. An accessor is a flyweight; so that the same is compared, its members
 * are copied to an object, which is reused.
 */
abstract class FlatBuffersPeer<T> implements Peer<T> {

    final FlatBufferBuilder[] slots;
    final T target;

    private FlatBuffersPeer(T target, int slots) {
        this.target = target;
        this.slots = IntStream.range(0, slots)
                .mapToObj(i -> new FlatBufferBuilder(SLOT_BYTES))
                .toArray(FlatBufferBuilder[]::new);
    }

    static final class OfSample extends FlatBuffersPeer<Sample> {

        private final SampleTable table = new SampleTable();
        private final LongVector vector = new LongVector();

        OfSample(int slots) {
            super(new Sample(), slots);
        }

        @Override
        public int write(Sample value, int slot) {
            FlatBufferBuilder builder = slots[slot];
            builder.clear();
            int note = value.note == null ? 0 : builder.createString(value.note);
            int text = value.text == null ? 0 : builder.createString(value.text);
            int values = value.values == null ? 0 : SampleTable.createValuesVector(builder, value.values);
            builder.finish(SampleTable.createSampleTable(builder, value.id, values, text, note));
            return builder.offset();
        }

        @Override
        public Sample read(int slot) {
            SampleTable.getRootAsSampleTable(slots[slot].dataBuffer(), table);
            target.id = table.id();
            target.values = table.valuesVector(vector) == null ? null : readValues();
            target.text = table.text();
            target.note = table.note();
            return target;
        }

        private long[] readValues() {
            long[] values = target.values(vector.length());
            for (int i = 0; i < values.length; i++) {
                values[i] = vector.get(i);
            }
            return values;
        }
    }

    static final class OfMarketData extends FlatBuffersPeer<MarketData> {

        private final MarketDataTable table = new MarketDataTable();
        private final MarketDataStruct struct = new MarketDataStruct();

        OfMarketData(int slots) {
            super(new MarketData(), slots);
        }

        @Override
        public int write(MarketData value, int slot) {
            FlatBufferBuilder builder = slots[slot];
            builder.clear();
            MarketDataTable.startMarketDataTable(builder);
            MarketDataTable.addData(
                    builder,
                    MarketDataStruct.createMarketDataStruct(
                            builder,
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
                            value.askPrice3));
            builder.finish(MarketDataTable.endMarketDataTable(builder));
            return builder.offset();
        }

        @Override
        public MarketData read(int slot) {
            MarketDataTable.getRootAsMarketDataTable(slots[slot].dataBuffer(), table);
            table.data(struct);
            target.securityId = struct.securityId();
            target.time = struct.time();
            target.bidQty0 = struct.bidQty0();
            target.bidQty1 = struct.bidQty1();
            target.bidQty2 = struct.bidQty2();
            target.bidQty3 = struct.bidQty3();
            target.askQty0 = struct.askQty0();
            target.askQty1 = struct.askQty1();
            target.askQty2 = struct.askQty2();
            target.askQty3 = struct.askQty3();
            target.bidPrice0 = struct.bidPrice0();
            target.bidPrice1 = struct.bidPrice1();
            target.bidPrice2 = struct.bidPrice2();
            target.bidPrice3 = struct.bidPrice3();
            target.askPrice0 = struct.askPrice0();
            target.askPrice1 = struct.askPrice1();
            target.askPrice2 = struct.askPrice2();
            target.askPrice3 = struct.askPrice3();
            return target;
        }
    }
}
