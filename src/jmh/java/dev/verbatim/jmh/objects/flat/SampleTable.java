package dev.verbatim.jmh.objects.flat;

import com.google.flatbuffers.FlatBufferBuilder;
import com.google.flatbuffers.LongVector;
import com.google.flatbuffers.Table;
import java.nio.ByteBuffer;

/**
 * {@code table SampleTable { id:long; values:[long]; text:string; note:string; }}
 *
 * <p>The names are flatc's.
 */
public final class SampleTable extends Table {

    public static SampleTable getRootAsSampleTable(ByteBuffer bb, SampleTable obj) {
        return obj.__assign(bb.getInt(bb.position()) + bb.position(), bb);
    }

    public SampleTable __assign(int i, ByteBuffer bb) {
        __reset(i, bb);
        return this;
    }

    public long id() {
        int o = __offset(4);
        return o != 0 ? bb.getLong(o + bb_pos) : 0L;
    }

    public LongVector valuesVector(LongVector obj) {
        int o = __offset(6);
        return o != 0 ? obj.__assign(__vector(o), bb) : null;
    }

    public String text() {
        int o = __offset(8);
        return o != 0 ? __string(o + bb_pos) : null;
    }

    public String note() {
        int o = __offset(10);
        return o != 0 ? __string(o + bb_pos) : null;
    }

    /** An offset of 0 leaves a member out. */
    public static int createSampleTable(
            FlatBufferBuilder builder, long id, int valuesOffset, int textOffset, int noteOffset) {
        builder.startTable(4);
        builder.addLong(0, id, 0L);
        builder.addOffset(3, noteOffset, 0);
        builder.addOffset(2, textOffset, 0);
        builder.addOffset(1, valuesOffset, 0);
        return builder.endTable();
    }

    public static int createValuesVector(FlatBufferBuilder builder, long[] data) {
        builder.startVector(8, data.length, 8);
        for (int i = data.length - 1; i >= 0; i--) {
            builder.addLong(data[i]);
        }
        return builder.endVector();
    }
}
