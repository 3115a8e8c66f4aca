package dev.verbatim;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.nio.ByteOrder.BIG_ENDIAN;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.verbatim.samples.SegmentKind;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** {@link SegmentCursor#compact}, which makes room behind what is still to be got. */
class CursorCompactTest {

    private static final int CAPACITY = 64;

    /** Messages behind a length of 16 bits, in chunks that end anywhere: the loop of every receiver over TCP. */
    @ParameterizedTest
    @EnumSource
    void messagesThatAChunkEndsWithinAreGotWhole(SegmentKind kind) throws IOException {
        Random random = new Random(42);
        List<byte[]> sent = new ArrayList<>();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        for (int i = 0; i < 300; i++) {
            byte[] message = new byte[random.nextInt(CAPACITY - Short.BYTES + 1)];
            random.nextBytes(message);
            sent.add(message);
            out.writeShort(message.length);
            out.write(message);
        }
        int got = 0;
        try (Arena arena = Arena.ofConfined();
                ReadableByteChannel channel = Channels.newChannel(new ByteArrayInputStream(bytes.toByteArray()))) {
            SegmentCursor cursor = SegmentCursor.of(kind.allocate(CAPACITY, arena), BIG_ENDIAN);
            while (true) {
                byte[] chunk = new byte[1 + random.nextInt((int) cursor.remaining())];
                int read = channel.read(ByteBuffer.wrap(chunk));
                if (read < 0) {
                    break;
                }
                cursor.putBytes(chunk, 0, read).flip();
                while (cursor.remaining() >= Short.BYTES) {
                    int length = Short.toUnsignedInt(cursor.mark().getShort());
                    if (cursor.remaining() < length) {
                        cursor.reset();
                        break;
                    }
                    assertArrayEquals(
                            sent.get(got++), cursor.slice(length).toArray(JAVA_BYTE), kind + ", message " + got);
                }
                cursor.compact();
            }
            assertEquals(0, cursor.position());
        }
        assertEquals(sent.size(), got);
    }

    @Test
    void itDoesWhatABufferDoes() {
        for (int position = 0; position <= 8; position++) {
            for (int limit = position; limit <= 8; limit++) {
                ByteBuffer buffer = ByteBuffer.wrap(new byte[] {1, 2, 3, 4, 5, 6, 7, 8});
                SegmentCursor cursor = SegmentCursor.of(MemorySegment.ofArray(new byte[] {1, 2, 3, 4, 5, 6, 7, 8}));
                buffer.position(position).limit(limit).compact();
                cursor.position(position).mark().limit(limit).compact();
                assertArrayEquals(buffer.array(), cursor.segment().toArray(JAVA_BYTE));
                assertEquals(buffer.position(), cursor.position());
                assertEquals(buffer.limit(), cursor.limit());
                assertThrows(IllegalStateException.class, cursor::reset);
            }
        }
    }

    @Test
    void aGrowingCursorGrowsAgain() {
        try (Arena arena = Arena.ofConfined()) {
            SegmentCursor cursor = SegmentCursor.growing(arena, 8);
            cursor.putInt(1).putInt(2).flip().getInt();
            cursor.compact().putLong(3).flip();
            assertEquals(2, cursor.getInt());
            assertEquals(3, cursor.getLong());
            assertEquals(0, cursor.remaining());
        }
    }

    @Test
    void whatCannotBeMovedStays() {
        SegmentCursor readOnly =
                SegmentCursor.of(MemorySegment.ofArray(new byte[] {1, 2, 3, 4}).asReadOnly());
        readOnly.position(1).limit(3);
        assertEquals(
                "cannot put the bytes that are left at position=0: expected a segment to write to, found read-only",
                assertThrows(IllegalArgumentException.class, readOnly::compact).getMessage());
        assertEquals(1, readOnly.position());
        assertEquals(3, readOnly.limit());
        assertEquals(0, readOnly.position(3).compact().position());

        Arena arena = Arena.ofConfined();
        SegmentCursor closed = SegmentCursor.of(arena.allocate(4)).skip(1);
        arena.close();
        assertThrows(IllegalStateException.class, closed::compact);
        assertEquals(1, closed.position());
    }
}
