package dev.verbatim.leaving;

import static dev.verbatim.leaving.Declarations.LONG_BE;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.byteBufferViewVarHandle;
import static java.nio.ByteOrder.BIG_ENDIAN;
import static java.nio.ByteOrder.LITTLE_ENDIAN;
import static java.nio.ByteOrder.nativeOrder;
import static java.nio.channels.FileChannel.MapMode.READ_WRITE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.SegmentCursor;
import dev.verbatim.leaving.Declarations.Counter;
import dev.verbatim.leaving.Declarations.Quote;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The rows of ByteBuffer in {@code docs/leaving-unsafe.md}: both sides are run, and leave the same behind. */
class ByteBufferRowsTest {

    private final ByteBuffer buffer = ByteBuffer.allocateDirect(64);
    private final Arena arena = Arena.ofConfined();
    private final MemorySegment segment = arena.allocate(64, 8);

    @TempDir
    Path folder;

    @AfterEach
    void close() {
        arena.close();
    }

    private void assertSameBytes() {
        assertArrayEquals(
                MemorySegment.ofBuffer(buffer.duplicate().clear()).toArray(JAVA_BYTE), segment.toArray(JAVA_BYTE));
    }

    @Test
    void memoryIsAllocatedWrappedAndCut() {
        byte[] array = {1, 2, 3};
        ByteBuffer there;
        MemorySegment here;
        // @there
        there = ByteBuffer.allocateDirect(64);
        // @here
        here = arena.allocate(64, 8);
        // @end
        assertEquals(there.remaining(), here.byteSize());
        // @there
        there = ByteBuffer.wrap(array);
        // @here
        here = MemorySegment.ofArray(array);
        // @end
        assertEquals(there.get(1), here.get(JAVA_BYTE, 1));
        // @there
        there = buffer.slice(8, 16);
        // @here
        here = segment.asSlice(8, 16);
        // @end
        assertEquals(there.remaining(), here.byteSize());
        // @there
        there = buffer.asReadOnlyBuffer();
        // @here
        here = segment.asReadOnly();
        // @end
        assertTrue(there.isReadOnly() && here.isReadOnly());
    }

    @Test
    void filesAreMapped() throws IOException {
        try (FileChannel channel = FileChannel.open(folder.resolve("file"), CREATE, READ, WRITE)) {
            MappedByteBuffer mapped;
            MemorySegment segment;
            // @there
            mapped = channel.map(READ_WRITE, 0, 64);
            // @here
            segment = channel.map(READ_WRITE, 0, 64, arena);
            // @end
            mapped.put(3, (byte) 7);
            // @there
            mapped.force();
            // @here
            segment.force();
            // @end
            assertEquals(7, segment.get(JAVA_BYTE, 3));
            // @there
            channel.write(buffer);
            // @here
            channel.write(segment.asByteBuffer());
            // @end
        }
        assertEquals(128, Files.size(folder.resolve("file")));
    }

    @Test
    void whatIsLeftIsReadOn() throws IOException {
        Files.write(folder.resolve("file"), new byte[] {1, 2, 3, 4, 5, 6, 7, 8});
        SegmentCursor cursor = SegmentCursor.of(segment, BIG_ENDIAN);
        try (FileChannel channel = FileChannel.open(folder.resolve("file"), READ)) {
            int read;
            // @there
            read = channel.read(buffer);
            channel.position(channel.position() - read);
            // @here
            read = channel.read(cursor.segment()
                    .asSlice(cursor.position(), cursor.remaining())
                    .asByteBuffer());
            cursor.skip(Math.max(read, 0));
            // @end
            assertSameBytes();
            buffer.flip().getInt();
            cursor.flip().getInt();
            // @there
            buffer.compact();
            // @here
            cursor.compact();
            // @end
            assertSameBytes();
            assertEquals(4, cursor.position());
            assertEquals(buffer.position(), cursor.position());
            assertEquals(buffer.limit(), cursor.limit());
            assertEquals(-1, channel.read(segment.asByteBuffer()));
        }
    }

    @Test
    void primitivesArePutAtAnIndex() {
        VarHandle LONGS = byteBufferViewVarHandle(long[].class, nativeOrder());
        Counter counter = Counter.VIEWS.wrap(segment, 8);
        // @there
        buffer.putLong(3, 42);
        // @here
        segment.set(LONG_BE, 3, 42);
        // @end
        assertSameBytes();
        buffer.putLong(8, 0);
        segment.set(JAVA_LONG, 8, 0);
        boolean there;
        boolean here;
        // @there
        there = LONGS.compareAndSet(buffer, 8, 0L, 7L);
        // @here
        here = counter.compareAndSetCount(0, 7);
        // @end
        assertTrue(there && here);
        assertSameBytes();
        assertThrows(IndexOutOfBoundsException.class, () -> segment.set(LONG_BE, 57, 1));
    }

    @Test
    void primitivesArePutOneBehindTheOther() {
        Quote quote = new Quote();
        quote.id = 5;
        quote.bid = 187.23;
        byte[] text = "Zürich".getBytes(UTF_8);
        long[] longs = {1, -2, 3};
        SegmentCursor cursor;
        // @there
        buffer.order(LITTLE_ENDIAN);
        // @here
        cursor = SegmentCursor.of(segment);
        // @end
        // @there
        buffer.putInt(7).putLong(42);
        // @here
        cursor.putInt(7).putLong(42);
        // @end
        assertSameBytes();
        // @there
        buffer.putInt(text.length).put(text);
        // @here
        cursor.putString("Zürich");
        // @end
        assertSameBytes();
        // @there
        buffer.putLong(quote.id).putDouble(quote.bid);
        // @here
        cursor.put(Quote.CODEC, quote);
        // @end
        assertSameBytes();
        buffer.position(8);
        cursor.position(8);
        // @there
        buffer.asLongBuffer().put(longs);
        buffer.position(buffer.position() + 24);
        // @here
        cursor.putLongs(longs);
        // @end
        assertSameBytes();
        assertEquals(buffer.position(), cursor.position());
        // @there
        buffer.flip();
        // @here
        cursor.flip();
        // @end
        assertEquals(buffer.remaining(), cursor.remaining());
        int there;
        int here;
        // @there
        there = buffer.getInt();
        // @here
        here = cursor.getInt();
        // @end
        assertEquals(there, here);
        assertEquals(7, here);
        assertThrows(IndexOutOfBoundsException.class, () -> cursor.position(32).getLong());
    }

    @Test
    void bytesAreCopiedAndCut() {
        ByteBuffer other = ByteBuffer.allocateDirect(8).putLong(0, 42);
        MemorySegment source = MemorySegment.ofBuffer(other);
        SegmentCursor cursor = SegmentCursor.of(segment, BIG_ENDIAN);
        // @there
        buffer.put(other);
        // @here
        cursor.put(source);
        // @end
        assertSameBytes();
        buffer.rewind();
        cursor.rewind();
        ByteBuffer there;
        MemorySegment here;
        // @there
        there = buffer.slice(buffer.position(), 8);
        buffer.position(buffer.position() + 8);
        // @here
        here = cursor.slice(8);
        // @end
        assertEquals(there.getLong(0), here.get(LONG_BE, 0));
        assertEquals(buffer.position(), cursor.position());
    }

    @Test
    void theOrderOfACursorIsNamed() {
        SegmentCursor cursor;
        // @there
        buffer.order(BIG_ENDIAN);
        // @here
        cursor = SegmentCursor.of(segment, BIG_ENDIAN);
        // @end
        buffer.putLong(42);
        cursor.putLong(42);
        assertSameBytes();
        buffer.position(60);
        cursor.position(60);
        assertThrows(BufferOverflowException.class, () -> buffer.putLong(1));
        assertThrows(IndexOutOfBoundsException.class, () -> cursor.putLong(1));
    }

    @Test
    void memoryGrows() {
        ByteBuffer buffer = ByteBuffer.allocateDirect(4).order(LITTLE_ENDIAN).putInt(7);
        ByteBuffer larger;
        // @there
        larger = ByteBuffer.allocateDirect(8).order(LITTLE_ENDIAN).put(buffer.flip());
        // @here
        SegmentCursor cursor = SegmentCursor.growing(arena, 4);
        // @end
        larger.putInt(9);
        cursor.putInt(7).putInt(9);
        assertEquals(-1, cursor.flip().segment().asSlice(0, 8).mismatch(MemorySegment.ofBuffer(larger.flip())));
    }

    @Test
    void memoryIsCompared() {
        ByteBuffer other = ByteBuffer.allocateDirect(64).put(9, (byte) 1);
        long there;
        long here;
        // @there
        there = buffer.mismatch(other);
        // @here
        here = segment.mismatch(MemorySegment.ofBuffer(other));
        // @end
        assertEquals(9, there);
        assertEquals(9, here);
    }
}
