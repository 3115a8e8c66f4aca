package dev.verbatim.jmh.objects.flat;

import com.google.flatbuffers.FlatBufferBuilder;
import com.google.flatbuffers.Table;
import java.nio.ByteBuffer;

/**
 * {@code table MarketDataTable { data:MarketDataStruct; }}: only a table can be the root of a buffer.
 *
 * <p>The names are flatc's.
 */
public final class MarketDataTable extends Table {

    public static MarketDataTable getRootAsMarketDataTable(ByteBuffer bb, MarketDataTable obj) {
        return obj.__assign(bb.getInt(bb.position()) + bb.position(), bb);
    }

    public MarketDataTable __assign(int i, ByteBuffer bb) {
        __reset(i, bb);
        return this;
    }

    public MarketDataStruct data(MarketDataStruct obj) {
        int o = __offset(4);
        return o != 0 ? obj.__assign(o + bb_pos, bb) : null;
    }

    public static void startMarketDataTable(FlatBufferBuilder builder) {
        builder.startTable(1);
    }

    public static void addData(FlatBufferBuilder builder, int dataOffset) {
        builder.addStruct(0, dataOffset, 0);
    }

    public static int endMarketDataTable(FlatBufferBuilder builder) {
        return builder.endTable();
    }
}
