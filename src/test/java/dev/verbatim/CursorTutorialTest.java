package dev.verbatim;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the documentation shows of cursors; its snippets are the regions of this file. */
class CursorTutorialTest {

    record Quote(long id, double bid, double ask) {
        static final StructLayout LAYOUT = Layouts.struct(
                ValueLayout.JAVA_LONG.withName("id"),
                ValueLayout.JAVA_DOUBLE.withName("bid"),
                ValueLayout.JAVA_DOUBLE.withName("ask"));
        static final StructCodec<Quote> CODEC = StructCodec.ofRecord(MethodHandles.lookup(), Quote.class, LAYOUT);
    }

    @TempDir
    Path temporary;

    @Test
    void valuesArePutAndGot() {
        Quote quote = new Quote(1, 187.23, 187.24);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment segment = arena.allocate(256);
            // @start region="write"
            SegmentCursor cursor = SegmentCursor.of(segment);
            cursor.putInt(7).putLongArray(new long[] {1, 2, 3}).putString("good till cancelled");
            cursor.align(8).put(Quote.CODEC, quote);

            cursor.rewind();
            int version = cursor.getInt();
            long[] values = cursor.getLongArray();
            String note = cursor.getString();
            Quote back = cursor.skipPadding(8).get(Quote.CODEC);
            // @end
            assertEquals(7, version);
            assertArrayEquals(new long[] {1, 2, 3}, values);
            assertEquals("good till cancelled", note);
            assertEquals(quote, back);
        }
    }

    @Test
    void aGrowingCursorIsWrittenToAFile() throws IOException {
        Path path = temporary.resolve("notes");
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                Arena arena = Arena.ofConfined()) {
            // @start region="grow"
            SegmentCursor cursor = SegmentCursor.growing(arena, 64); // doubles when a put needs more
            for (int i = 0; i < 1_000; i++) {
                cursor.putInt(i).putString("note " + i);
            }
            channel.write(cursor.segment().asSlice(0, cursor.position()).asByteBuffer());

            cursor.rewind(); // and the same memory again
            // @end
            assertEquals(0, cursor.position());
        }
        try (Arena arena = Arena.ofConfined();
                FileChannel channel = FileChannel.open(path)) {
            SegmentCursor cursor =
                    SegmentCursor.of(channel.map(FileChannel.MapMode.READ_ONLY, 0, Files.size(path), arena));
            int count = 0;
            while (cursor.remaining() > 0) {
                assertEquals(count, cursor.getInt());
                assertEquals("note " + count, cursor.getString());
                count++;
            }
            assertEquals(1_000, count);
        }
    }

    @Test
    void aMessageHasItsLengthInFront() {
        MemorySegment segment = MemorySegment.ofArray(new byte[64]);
        // @start region="frame"
        SegmentCursor cursor = SegmentCursor.of(segment, ByteOrder.BIG_ENDIAN);
        cursor.mark().skip(2); // room for the length
        cursor.putByte((byte) 'A').putLong(123_456_789).putString(null);
        long end = cursor.position();
        cursor.reset().putShort((short) (end - 2)).position(end);
        // @end
        cursor.rewind();
        assertEquals(13, cursor.getShort());
        assertEquals('A', cursor.getByte());
        assertEquals(123_456_789, cursor.getLong());
        assertNull(cursor.getString());
    }

    // @start region="receive"
    /** Hands over each message, which has its length of 16 bits before it; false at the end of the stream. */
    static boolean receive(ReadableByteChannel channel, SegmentCursor cursor, Consumer<MemorySegment> handler)
            throws IOException {
        MemorySegment room = cursor.segment().asSlice(cursor.position(), cursor.remaining());
        int read = channel.read(room.asByteBuffer());
        cursor.skip(Math.max(read, 0)).flip();
        try {
            while (cursor.remaining() >= Short.BYTES) {
                int length = Short.toUnsignedInt(cursor.mark().getShort());
                if (length > cursor.segment().byteSize() - Short.BYTES) {
                    cursor.reset();
                    throw new IOException("expected a message that the segment has room for, found length=" + length);
                }
                if (cursor.remaining() < length) {
                    cursor.reset();
                    break;
                }
                handler.accept(cursor.slice(length)); // in place
            }
        } finally {
            cursor.compact();
        }
        return read >= 0;
    }
    // @end

    @Test
    void messagesAreReceivedWhereverAChunkEnds() throws IOException {
        SegmentCursor sent = SegmentCursor.growing(Arena.ofAuto(), 64, 1 << 20, ByteOrder.BIG_ENDIAN);
        for (int i = 0; i < 100; i++) {
            sent.putShort((short) i).putBytes(new byte[i]);
        }
        byte[] stream = sent.segment().asSlice(0, sent.position()).toArray(ValueLayout.JAVA_BYTE);
        List<Long> lengths = new ArrayList<>();
        try (Arena arena = Arena.ofConfined();
                ReadableByteChannel channel = Channels.newChannel(new ByteArrayInputStream(stream))) {
            SegmentCursor cursor = SegmentCursor.of(arena.allocate(101), ByteOrder.BIG_ENDIAN);
            while (receive(channel, cursor, message -> lengths.add(message.byteSize()))) {
                // until the end
            }
            assertEquals(0, cursor.position());
        }
        assertEquals(LongStream.range(0, 100).boxed().toList(), lengths);
    }

    /** Neither a message that is too long nor a handler that fails has the same bytes handed over again. */
    @Test
    void whatCannotBeHandledIsNotReceivedTwice() throws IOException {
        byte[] stream = {0, 1, 7, 0, 1, 8, 0, 100};
        SegmentCursor cursor = SegmentCursor.of(MemorySegment.ofArray(new byte[101]), ByteOrder.BIG_ENDIAN);
        try (ReadableByteChannel channel = Channels.newChannel(new ByteArrayInputStream(stream))) {
            List<Byte> handled = new ArrayList<>();
            assertThrows(
                    IllegalStateException.class,
                    () -> receive(channel, cursor, message -> {
                        throw new IllegalStateException();
                    }));
            assertEquals(
                    "expected a message that the segment has room for, found length=100",
                    assertThrows(
                                    IOException.class,
                                    () -> receive(
                                            channel,
                                            cursor,
                                            message -> handled.add(message.get(ValueLayout.JAVA_BYTE, 0))))
                            .getMessage());
            assertEquals(List.of((byte) 8), handled);
        }
    }

    @Test
    void theEndIsAnErrorThatSaysWhatIsMissing() {
        SegmentCursor cursor =
                SegmentCursor.of(MemorySegment.ofArray(new byte[16])).skip(12);
        assertEquals(
                "cannot put a long at position=12: expected 8 bytes up to limit=16, found 4",
                assertThrows(IndexOutOfBoundsException.class, () -> cursor.putLong(1))
                        .getMessage());
    }
}
