package dev.verbatim;

import static java.lang.foreign.MemoryLayout.paddingLayout;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.queue.Appender;
import dev.verbatim.queue.MappedQueue;
import dev.verbatim.queue.Tailer;
import dev.verbatim.tools.TempFolder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;

/** Variable-length records of several types, one behind the other, against a {@link ByteBuffer}. */
class TaggedVarPropertyTest {

    sealed interface Event permits Named, Numbered {}

    record Named(long time, @Nullable String name) implements Event {}

    record Numbered(int number) implements Event {}

    /** The tag is the fourth byte behind the header. */
    private static final TaggedVarCodec<Event> CODEC = TaggedVarCodec.builder(Event.class, JAVA_BYTE, 11)
            .with(
                    200,
                    VarCodec.ofRecord(
                            lookup(),
                            Named.class,
                            Layouts.varRecord(
                                    paddingLayout(8),
                                    JAVA_LONG_UNALIGNED.withName("time").withOrder(ByteOrder.BIG_ENDIAN),
                                    Layouts.varRef("name"))))
            .with(
                    'N',
                    VarCodec.ofRecord(
                            lookup(),
                            Numbered.class,
                            Layouts.varRecord(paddingLayout(4), JAVA_INT_UNALIGNED.withName("number"))))
            .build();

    @Provide
    Arbitrary<List<Event>> events() {
        Arbitrary<String> names = Arbitraries.strings()
                .ofMaxLength(20)
                .filter(text -> StandardCharsets.UTF_8.newEncoder().canEncode(text))
                .injectNull(0.2);
        return Arbitraries.<Event>oneOf(
                        Combinators.combine(Arbitraries.longs(), names).as(Named::new),
                        Arbitraries.integers().map(Numbered::new))
                .list();
    }

    /** {@return the bytes of an event, made by hand} */
    private static byte[] bytes(Event event) {
        return switch (event) {
            case Named(long time, String name) -> {
                byte[] utf8 = name == null ? new byte[0] : name.getBytes(StandardCharsets.UTF_8);
                ByteBuffer target = ByteBuffer.allocate(32 + utf8.length).order(ByteOrder.LITTLE_ENDIAN);
                target.putInt(0, 32).putInt(4, 32 + utf8.length);
                target.put(11, (byte) 200);
                target.order(ByteOrder.BIG_ENDIAN).putLong(16, time);
                target.order(ByteOrder.LITTLE_ENDIAN).putInt(24, name == null ? 0 : 32);
                target.putInt(28, name == null ? -1 : utf8.length);
                target.put(32, utf8);
                yield target.array();
            }
            case Numbered(int number) -> {
                ByteBuffer target = ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN);
                target.putInt(0, 16).putInt(4, 16).putInt(12, number);
                target.put(11, (byte) 'N');
                yield target.array();
            }
        };
    }

    @Property(tries = 300)
    void bytesAreThoseOfAByteBuffer(@ForAll("events") List<Event> values, @ForAll byte background) {
        ByteArrayOutputStream expected = new ByteArrayOutputStream();
        values.forEach(value -> expected.writeBytes(bytes(value)));
        byte[] actual = new byte[expected.size() + 1];
        Arrays.fill(actual, background);
        MemorySegment segment = MemorySegment.ofArray(actual);
        int at = 0;
        for (Event value : values) {
            long size = CODEC.write(value, segment, at);
            assertEquals(bytes(value).length, size);
            assertEquals(size, CODEC.encodedSize(value));
            at += (int) size;
        }
        assertEquals(background, actual[at]);
        assertArrayEquals(expected.toByteArray(), Arrays.copyOf(actual, at));
        MemorySegment made = MemorySegment.ofArray(expected.toByteArray());
        at = 0;
        for (Event value : values) {
            assertEquals(value, CODEC.read(made, at));
            at += (int) CODEC.encodedSize(made, at);
        }
    }

    @Property(tries = 60)
    void entriesOfAQueueAreThoseOfAByteBuffer(
            @ForAll("events") List<Event> values, @ForAll boolean checksum, @ForAll boolean atOnce) throws IOException {
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
                for (Event value : values) {
                    appender.append(CODEC, value);
                }
            }
            for (Event value : values) {
                assertTrue(tailer.read(
                        (payload, position, id) -> assertArrayEquals(bytes(value), payload.toArray(JAVA_BYTE))));
            }
            tailer.toStart();
            for (Event value : values) {
                assertEquals(value, tailer.poll(CODEC));
            }
            assertNull(tailer.poll(CODEC));
        }
    }

    @Provide
    Arbitrary<Event> event() {
        return events().filter(list -> !list.isEmpty()).map(List::getFirst);
    }

    /** A change of a byte or none to the bytes of an event: those of another event, or corrupt. */
    @Property(tries = 500)
    void changedBytesAreAValueOrCorrupt(@ForAll("event") Event event, @ForAll int place, @ForAll byte value) {
        byte[] changed = bytes(event);
        changed[Math.floorMod(place, changed.length)] = value;
        Event read;
        try {
            read = CODEC.read(MemorySegment.ofArray(changed), 0);
        } catch (CorruptRecordException e) {
            return;
        }
        byte[] expected = bytes(read);
        if (changed[0] != expected[0]) {
            return; // the size of an older layout, whose members are fewer
        }
        // A codec does not look at padding inside fixed parts.
        Arrays.fill(changed, 8, 11, (byte) 0);
        Arrays.fill(changed, 12, read instanceof Named ? 16 : 12, (byte) 0);
        assertArrayEquals(expected, Arrays.copyOf(changed, expected.length));
    }

    @Property(tries = 300)
    void arbitraryBytesAreAValueOrCorrupt(@ForAll byte[] bytes) {
        try {
            CODEC.read(MemorySegment.ofArray(bytes), 0);
        } catch (CorruptRecordException e) {
            assertTrue(bytes.length >= 8);
        } catch (IndexOutOfBoundsException e) {
            assertTrue(bytes.length < 8, e::getMessage);
        }
    }
}
