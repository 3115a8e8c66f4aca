package dev.verbatim.jmh.leaving;

import static dev.verbatim.jmh.leaving.RowsCheck.fails;
import static dev.verbatim.jmh.leaving.RowsCheck.same;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.nio.ByteOrder.BIG_ENDIAN;

import dev.verbatim.SegmentCursor;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.agrona.BufferUtil;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** Agrona's buffers. */
final class AgronaRows {

    private static final ValueLayout.OfLong LONG_BE = JAVA_LONG_UNALIGNED.withOrder(BIG_ENDIAN);

    private AgronaRows() {}

    static void check() {
        try (Arena arena = Arena.ofConfined()) {
            memory(arena);
            values(arena);
            texts(arena);
            words(arena);
        }
    }

    private static byte[] bytes(MutableDirectBuffer buffer) {
        byte[] bytes = new byte[64];
        buffer.getBytes(0, bytes);
        return bytes;
    }

    private static void memory(Arena arena) {
        byte[] array = {1, 2, 3, 4, 5, 6, 7, 8};
        UnsafeBuffer there;
        MemorySegment here;
        // @there
        there = new UnsafeBuffer(array);
        // @here
        here = MemorySegment.ofArray(array);
        // @end
        same(there.getByte(2), here.get(JAVA_BYTE, 2));
        // @there
        there = new UnsafeBuffer(BufferUtil.allocateDirectAligned(64, 64));
        // @here
        here = arena.allocate(64, 64);
        // @end
        same(bytes(there), here);
        there.putLong(8, 7);
        here.set(JAVA_LONG_UNALIGNED, 8, 7);
        UnsafeBuffer buffer = there;
        MemorySegment segment = here;
        // @there
        there = new UnsafeBuffer(buffer, 8, 16);
        // @here
        here = segment.asSlice(8, 16);
        // @end
        same(there.getLong(0), here.get(JAVA_LONG_UNALIGNED, 0));
        UnsafeBuffer part;
        Counter counter;
        // @there
        part = new UnsafeBuffer();
        // @here
        counter = Counter.VIEWS.unwrapped();
        // @end
        // @there
        part.wrap(buffer, 8, 8);
        // @here
        counter.wrap(segment, 8);
        // @end
        same(part.getLong(0), counter.getVolatileCount());
    }

    private static void values(Arena arena) {
        byte[] array = {1, 2, 3, 4, 5, 6, 7, 8};
        UnsafeBuffer buffer = new UnsafeBuffer(BufferUtil.allocateDirectAligned(64, 64));
        MemorySegment segment = arena.allocate(64, 64);
        // @there
        buffer.putLong(3, 42);
        // @here
        segment.set(JAVA_LONG_UNALIGNED, 3, 42);
        // @end
        same(bytes(buffer), segment);
        // @there
        buffer.putLong(16, 42, BIG_ENDIAN);
        // @here
        segment.set(LONG_BE, 16, 42);
        // @end
        same(bytes(buffer), segment);
        long there;
        long here;
        // @there
        there = buffer.getLong(3);
        // @here
        here = segment.get(JAVA_LONG_UNALIGNED, 3);
        // @end
        same(there, here);
        // @there
        buffer.putBytes(24, array, 0, 8);
        // @here
        MemorySegment.copy(array, 0, segment, JAVA_BYTE, 24, 8);
        // @end
        same(bytes(buffer), segment);
        // @there
        buffer.putBytes(40, buffer, 24, 8);
        // @here
        MemorySegment.copy(segment, 24, segment, 40, 8);
        // @end
        same(bytes(buffer), segment);
        // @there
        buffer.setMemory(0, 64, (byte) 0);
        // @here
        segment.fill((byte) 0);
        // @end
        same(bytes(buffer), segment);
        fails(IndexOutOfBoundsException.class, () -> buffer.putLong(57, 1));
        fails(IndexOutOfBoundsException.class, () -> segment.set(JAVA_LONG_UNALIGNED, 57, 1));
    }

    private static void texts(Arena arena) {
        UnsafeBuffer buffer = new UnsafeBuffer(BufferUtil.allocateDirectAligned(64, 64));
        MemorySegment segment = arena.allocate(64, 64);
        SegmentCursor cursor = SegmentCursor.of(segment);
        // @there
        buffer.putStringUtf8(0, "Zürich");
        // @here
        cursor.putString("Zürich");
        // @end
        same(bytes(buffer), segment);
        cursor.rewind();
        String there;
        String here;
        // @there
        there = buffer.getStringUtf8(0);
        // @here
        here = cursor.getString();
        // @end
        same(there, here);
        buffer.putStringAscii(0, "ASCII");
        same("ASCII", cursor.wrap(MemorySegment.ofArray(bytes(buffer))).getString());
        cursor.wrap(segment);
        buffer.putStringUtf8(0, null);
        same("null", buffer.getStringUtf8(0));
        same(null, cursor.rewind().putString(null).rewind().getString());
        // @there
        MutableDirectBuffer growing = new ExpandableArrayBuffer(64);
        // @here
        SegmentCursor grower = SegmentCursor.growing(arena, 64);
        // @end
        growing.putInt(100, 7);
        grower.skip(100).putInt(7);
        same(growing.getInt(100), grower.segment().get(JAVA_INT_UNALIGNED, 100));
    }

    private static void words(Arena arena) {
        UnsafeBuffer buffer = new UnsafeBuffer(BufferUtil.allocateDirectAligned(64, 64));
        MemorySegment segment = arena.allocate(64, 64);
        Counter counter = Counter.VIEWS.wrap(segment, 0);
        // @there
        buffer.putLongRelease(0, 42);
        // @here
        counter.setReleaseCount(42);
        // @end
        same(bytes(buffer), segment);
        // @there
        buffer.putLongOrdered(0, 42);
        // @here
        counter.setReleaseCount(42);
        // @end
        same(bytes(buffer), segment);
        Object there;
        Object here;
        // @there
        there = buffer.compareAndSetLong(0, 42, 43);
        // @here
        here = counter.compareAndSetCount(42, 43);
        // @end
        same(there, here);
        // @there
        there = buffer.getAndAddLong(0, 5);
        // @here
        here = counter.getAndAddCount(5);
        // @end
        same(there, here);
        // @there
        there = buffer.getLongVolatile(0);
        // @here
        here = counter.getVolatileCount();
        // @end
        same(there, here);
        same(bytes(buffer), segment);
        // @there
        buffer.verifyAlignment();
        // @here
        counter.wrap(segment, 0);
        // @end
        fails(IllegalArgumentException.class, () -> counter.wrap(segment, 4));
    }
}
