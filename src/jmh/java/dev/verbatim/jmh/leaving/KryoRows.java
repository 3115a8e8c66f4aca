package dev.verbatim.jmh.leaving;

import static dev.verbatim.jmh.leaving.RowsCheck.fails;
import static dev.verbatim.jmh.leaving.RowsCheck.same;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.KryoBufferUnderflowException;
import com.esotericsoftware.kryo.unsafe.UnsafeInput;
import com.esotericsoftware.kryo.unsafe.UnsafeOutput;
import dev.verbatim.SegmentCursor;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/** Kryo's unsafe streams, with fixed-size numbers. */
final class KryoRows {

    private KryoRows() {}

    static void check() {
        try (Arena arena = Arena.ofConfined()) {
            values(arena);
            objects(arena);
        }
    }

    private static void values(Arena arena) {
        long[] longs = {1, -2, 3};
        // @there
        UnsafeOutput output = new UnsafeOutput(64, -1);
        // @here
        SegmentCursor cursor = SegmentCursor.growing(arena, 64);
        // @end
        output.setVariableLengthEncoding(false);
        // @there
        output.writeInt(7);
        output.writeLong(42);
        // @here
        cursor.putInt(7).putLong(42);
        // @end
        // @there
        output.writeLongs(longs, 0, 3);
        // @here
        cursor.putLongs(longs, 0, 3);
        // @end
        same(output.toBytes(), cursor.segment().asSlice(0, cursor.position()));
        byte[] bytes;
        byte[] same;
        // @there
        bytes = output.toBytes();
        // @here
        same = cursor.segment().asSlice(0, cursor.position()).toArray(JAVA_BYTE);
        // @end
        same(Arrays.toString(bytes), Arrays.toString(same));
        read(bytes);
        texts(output, cursor);
    }

    private static void read(byte[] bytes) {
        // @there
        UnsafeInput input = new UnsafeInput(bytes);
        // @here
        SegmentCursor cursor = SegmentCursor.of(MemorySegment.ofArray(bytes));
        // @end
        input.setVariableLengthEncoding(false);
        Object there;
        Object here;
        // @there
        there = input.readInt();
        // @here
        here = cursor.getInt();
        // @end
        same(there, here);
        same(input.readLong(), cursor.getLong());
        long[] longs;
        // @there
        longs = input.readLongs(3);
        there = Arrays.toString(longs);
        longs = new long[3];
        // @here
        cursor.getLongs(longs);
        // @end
        same(there, Arrays.toString(longs));
        fails(KryoBufferUnderflowException.class, input::readLong);
        fails(IndexOutOfBoundsException.class, cursor::getLong);
    }

    private static void texts(UnsafeOutput output, SegmentCursor cursor) {
        // @there
        output.reset();
        // @here
        cursor.rewind();
        // @end
        // @there
        output.writeString("Zürich");
        // @here
        cursor.putString("Zürich");
        // @end
        output.writeString(null);
        cursor.putString(null).flip();
        UnsafeInput input = new UnsafeInput(output.toBytes());
        String there;
        String here;
        // @there
        there = input.readString();
        // @here
        here = cursor.getString();
        // @end
        same(there, here);
        same(input.readString(), cursor.getString());
    }

    private static void objects(Arena arena) {
        Quote quote = Quote.of(7, -0.0);
        Kryo kryo = new Kryo();
        kryo.register(Quote.class);
        UnsafeOutput output = new UnsafeOutput(64, -1);
        SegmentCursor cursor = SegmentCursor.growing(arena, 64);
        // @there
        kryo.writeObject(output, quote);
        // @here
        cursor.put(Quote.CODEC, quote);
        // @end
        UnsafeInput input = new UnsafeInput(output.toBytes());
        cursor.flip();
        Quote there;
        Quote here;
        // @there
        there = kryo.readObject(input, Quote.class);
        // @here
        here = cursor.get(Quote.CODEC);
        // @end
        same(there.toString(), here.toString());
        output.reset();
        cursor.clear();
        // @there
        kryo.writeObjectOrNull(output, null, Quote.class);
        // @here
        cursor.putBoolean(false);
        // @end
        kryo.writeObjectOrNull(output, quote, Quote.class);
        cursor.putBoolean(true).put(Quote.CODEC, quote).flip();
        input.setBuffer(output.toBytes());
        same(output.toBytes()[0], cursor.segment().get(JAVA_BYTE, 0));
        same(output.toBytes()[1], cursor.segment().get(JAVA_BYTE, 1));
        // @there
        there = kryo.readObjectOrNull(input, Quote.class);
        // @here
        here = cursor.getBoolean() ? cursor.get(Quote.CODEC) : null;
        // @end
        same(there, here);
    }
}
