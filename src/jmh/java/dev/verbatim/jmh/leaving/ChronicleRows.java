package dev.verbatim.jmh.leaving;

import static dev.verbatim.jmh.leaving.RowsCheck.fails;
import static dev.verbatim.jmh.leaving.RowsCheck.same;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import dev.verbatim.SegmentCursor;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.BufferUnderflowException;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.bytes.BytesUtil;

/** Chronicle's bytes. */
final class ChronicleRows {

    private static final int START = BytesUtil.triviallyCopyableStart(Quote.class);
    private static final int LENGTH = BytesUtil.triviallyCopyableLength(Quote.class);

    private ChronicleRows() {}

    static void check() {
        Bytes<?> bytes = Bytes.allocateElasticDirect(64);
        try (Arena arena = Arena.ofConfined()) {
            values(bytes, SegmentCursor.growing(arena, 64));
            bytes.clear();
            objects(bytes, SegmentCursor.growing(arena, 64));
            bytes.clear();
            words(bytes, arena.allocate(64, 8));
        }
        bytes.releaseLast();
        memory();
    }

    private static void memory() {
        byte[] array = {1, 2, 3, 4, 5, 6, 7, 8};
        Arena arena = Arena.ofConfined();
        Bytes<?> bytes;
        SegmentCursor cursor;
        // @there
        bytes = Bytes.wrapForRead(array);
        // @here
        cursor = SegmentCursor.of(MemorySegment.ofArray(array));
        // @end
        same(bytes.readInt(), cursor.getInt());
        // @there
        bytes = Bytes.allocateElasticDirect(64);
        // @here
        cursor = SegmentCursor.growing(arena, 64);
        // @end
        bytes.writeLong(42);
        cursor.putLong(42);
        same(bytes.toByteArray(), cursor.flip().segment().asSlice(0, 8));
        // @there
        bytes.releaseLast();
        // @here
        arena.close();
        // @end
        SegmentCursor closed = cursor;
        fails(IllegalStateException.class, closed::getLong);
    }

    private static void values(Bytes<?> bytes, SegmentCursor cursor) {
        byte[] array = {1, 2, 3};
        // @there
        bytes.writeInt(7).writeLong(42);
        // @here
        cursor.putInt(7).putLong(42);
        // @end
        // @there
        bytes.write(array);
        // @here
        cursor.putBytes(array);
        // @end
        same(bytes.toByteArray(), cursor.segment().asSlice(0, cursor.position()));
        // @there
        bytes.writeLong(16, 42);
        // @here
        cursor.segment().set(JAVA_LONG_UNALIGNED, 16, 42);
        // @end
        same(bytes.readLong(16), cursor.segment().get(JAVA_LONG_UNALIGNED, 16));
        Object there;
        Object here;
        // @there
        there = bytes.writePosition();
        // @here
        here = cursor.position();
        // @end
        same(there, here);
        cursor.flip();
        // @there
        there = bytes.readInt();
        // @here
        here = cursor.getInt();
        // @end
        same(there, here);
        // @there
        there = bytes.readRemaining();
        // @here
        here = cursor.remaining();
        // @end
        same(there, here);
        bytes.clear();
        bytes.writeInt(7);
        cursor.clear().putInt(7).flip();
        fails(BufferUnderflowException.class, bytes::readLong);
        fails(IndexOutOfBoundsException.class, cursor::getLong);
        bytes.clear();
        cursor.clear();
        // @there
        bytes.writeUtf8("Zürich");
        there = bytes.readUtf8();
        // @here
        cursor.putString("Zürich").flip();
        here = cursor.getString();
        // @end
        same(there, here);
        same(null, bytes.clear().writeUtf8((String) null).readUtf8());
        same(null, cursor.clear().putString(null).flip().getString());
        bytes.clear();
        cursor.clear();
        // @there
        bytes.writeStopBit(7);
        there = bytes.readStopBit();
        // @here
        cursor.putLong(7).flip();
        here = cursor.getLong();
        // @end
        same(there, here);
    }

    private static void objects(Bytes<?> bytes, SegmentCursor cursor) {
        Quote quote = Quote.of(7, -0.0);
        // @there
        bytes.unsafeWriteObject(quote, START, LENGTH);
        // @here
        cursor.put(Quote.CODEC, quote);
        // @end
        same(bytes.toByteArray(), cursor.segment().asSlice(0, cursor.position()));
        cursor.flip();
        quote = new Quote();
        // @there
        bytes.unsafeReadObject(quote, START, LENGTH);
        String there = quote.toString();
        quote = new Quote();
        // @here
        cursor.getInto(Quote.CODEC, quote);
        // @end
        same(there, quote.toString());
    }

    private static void words(Bytes<?> bytes, MemorySegment segment) {
        Counter counter = Counter.VIEWS.wrap(segment, 0);
        bytes.writeLong(0, 0);
        Object there;
        Object here;
        // @there
        bytes.writeOrderedLong(0, 42);
        // @here
        counter.setReleaseCount(42);
        // @end
        // @there
        there = bytes.compareAndSwapLong(0, 42, 43);
        // @here
        here = counter.compareAndSetCount(42, 43);
        // @end
        same(there, here);
        // @there
        there = bytes.addAndGetLong(0, 5);
        // @here
        here = counter.getAndAddCount(5) + 5;
        // @end
        same(there, here);
        // @there
        there = bytes.readVolatileLong(0);
        // @here
        here = counter.getVolatileCount();
        // @end
        same(there, here);
        same(48, segment.get(JAVA_INT_UNALIGNED, 0));
    }
}
