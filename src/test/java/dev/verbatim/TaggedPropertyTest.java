package dev.verbatim;

import static java.lang.foreign.MemoryLayout.paddingLayout;
import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.MemoryLayout.structLayout;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;
import static java.lang.invoke.MethodHandles.lookup;
import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.queue.Appender;
import dev.verbatim.queue.MappedQueue;
import dev.verbatim.queue.Tailer;
import dev.verbatim.tools.TempFolder;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;

/** Values of several types, one behind the other, against a {@link ByteBuffer}. */
@SuppressWarnings("ArrayRecordComponent") // it binds like any other
class TaggedPropertyTest {

    sealed interface Message permits Add, Cancel, Text {}

    record Add(long order, int price) implements Message {}

    record Cancel(short reason) implements Message {}

    record Text(byte[] bytes) implements Message {}

    /** The tag is the third byte. */
    private static final TaggedCodec<Message> CODEC = TaggedCodec.builder(Message.class, JAVA_BYTE, 2)
            .with(
                    -1,
                    StructCodec.ofRecord(
                            lookup(),
                            Add.class,
                            structLayout(
                                    paddingLayout(3),
                                    JAVA_LONG_UNALIGNED.withName("order").withOrder(ByteOrder.BIG_ENDIAN),
                                    JAVA_INT_UNALIGNED.withName("price"))))
            .with(
                    'C',
                    StructCodec.ofRecord(
                            lookup(),
                            Cancel.class,
                            structLayout(JAVA_SHORT_UNALIGNED.withName("reason"), paddingLayout(1))))
            .with(
                    0,
                    StructCodec.ofRecord(
                            lookup(),
                            Text.class,
                            structLayout(
                                    paddingLayout(3),
                                    sequenceLayout(5, JAVA_BYTE).withName("bytes"))))
            .build();

    @Provide
    Arbitrary<List<Message>> messages() {
        return Arbitraries.<Message>oneOf(
                        Combinators.combine(Arbitraries.longs(), Arbitraries.integers())
                                .as(Add::new),
                        Arbitraries.shorts().map(Cancel::new),
                        Arbitraries.bytes().array(byte[].class).ofSize(5).map(Text::new))
                .list();
    }

    /** Puts a message into a buffer that has other bytes; gaps are left as they are. */
    private static int put(Message message, ByteBuffer target, int at) {
        return switch (message) {
            case Add(long order, int price) -> {
                target.put(at + 2, (byte) 0xff);
                target.order(ByteOrder.BIG_ENDIAN).putLong(at + 3, order);
                target.order(ByteOrder.LITTLE_ENDIAN).putInt(at + 11, price);
                yield 15;
            }
            case Cancel(short reason) -> {
                target.order(ByteOrder.LITTLE_ENDIAN).putShort(at, reason);
                target.put(at + 2, (byte) 'C');
                yield 3;
            }
            case Text(byte[] bytes) -> {
                target.put(at + 2, (byte) 0);
                target.put(at + 3, bytes);
                yield 8;
            }
        };
    }

    @Property(tries = 300)
    void bytesAreThoseOfAByteBuffer(@ForAll("messages") List<Message> values, @ForAll byte background) {
        byte[] expected = new byte[values.size() * 15 + 15];
        Arrays.fill(expected, background);
        byte[] actual = expected.clone();
        ByteBuffer buffer = ByteBuffer.wrap(expected);
        MemorySegment segment = MemorySegment.ofArray(actual);
        int at = 1;
        for (Message value : values) {
            int size = put(value, buffer, at);
            assertEquals(size, CODEC.write(value, segment, at));
            assertEquals(size, CODEC.encodedSize(value));
            at += size;
        }
        assertArrayEquals(expected, actual);
        at = 1;
        for (Message value : values) {
            assertSameMessage(value, CODEC.read(MemorySegment.ofArray(expected), at));
            at += (int) CODEC.encodedSize(segment, at);
        }
    }

    /** In an entry, gaps are zero. */
    @Property(tries = 60)
    void entriesOfAQueueAreThoseOfAByteBuffer(
            @ForAll("messages") List<Message> values, @ForAll boolean checksum, @ForAll boolean atOnce)
            throws IOException {
        try (TempFolder folder = TempFolder.create();
                MappedQueue queue = MappedQueue.builder(folder.path())
                        .segmentSize(1 << 16)
                        .checksum(checksum)
                        .open();
                Appender appender = queue.appender();
                Tailer tailer = queue.tailer()) {
            if (atOnce) {
                appender.appendAll(CODEC, values);
            } else {
                for (Message value : values) {
                    appender.append(CODEC, value);
                }
            }
            for (Message value : values) {
                byte[] expected = new byte[(int) CODEC.encodedSize(value)];
                put(value, ByteBuffer.wrap(expected), 0);
                assertTrue(tailer.read(
                        (payload, position, id) -> assertArrayEquals(expected, payload.toArray(JAVA_BYTE))));
            }
            tailer.toStart();
            for (Message value : values) {
                assertSameMessage(value, tailer.poll(CODEC));
            }
            assertNull(tailer.poll(CODEC));
        }
    }

    private static void assertSameMessage(Message expected, @Nullable Message read) {
        if (expected instanceof Text(byte[] bytes)) {
            assertArrayEquals(bytes, ((Text) requireNonNull(read)).bytes());
        } else {
            assertEquals(expected, read);
        }
    }

    @Property(tries = 300)
    void arbitraryBytesAreAValueOrCorrupt(@ForAll byte[] bytes) {
        MemorySegment segment = MemorySegment.ofArray(bytes);
        if (bytes.length < 3) {
            assertThrows(IndexOutOfBoundsException.class, () -> CODEC.read(segment, 0));
            return;
        }
        switch (bytes[2]) {
            case -1, 'C', 0 -> {
                long size = CODEC.encodedSize(segment, 0);
                if (size > bytes.length) {
                    assertThrows(IndexOutOfBoundsException.class, () -> CODEC.read(segment, 0));
                } else {
                    byte[] again = bytes.clone();
                    CODEC.write(CODEC.read(segment, 0), MemorySegment.ofArray(again), 0);
                    assertArrayEquals(bytes, again);
                }
            }
            default -> assertThrows(CorruptRecordException.class, () -> CODEC.read(segment, 0));
        }
    }
}
