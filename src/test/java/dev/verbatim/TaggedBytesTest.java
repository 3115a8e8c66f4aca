package dev.verbatim;

import static java.lang.foreign.MemoryLayout.paddingLayout;
import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.verbatim.map.MapCodec;
import dev.verbatim.map.MappedMap;
import dev.verbatim.queue.Appender;
import dev.verbatim.queue.MappedQueue;
import dev.verbatim.queue.Tailer;
import java.io.IOException;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Equal values of a sealed type have equal bytes as members, whatever was written before. */
@SuppressWarnings("ArrayRecordComponent") // arrays bind like lists
class TaggedBytesTest {

    sealed interface Event permits Price, Halt {}

    /** With four bytes of padding behind the tag. */
    record Price(long time, double value) implements Event {
        static final StructCodec<Price> CODEC = StructCodec.ofRecord(
                lookup(),
                Price.class,
                Layouts.struct(JAVA_LONG.withName("time"), paddingLayout(8), JAVA_DOUBLE.withName("value")));
    }

    /** Smaller than a price. */
    record Halt(long time) implements Event {
        static final StructCodec<Halt> CODEC = StructCodec.ofRecord(
                lookup(), Halt.class, Layouts.struct(JAVA_LONG.withName("time"), paddingLayout(8)));
    }

    private static final MemoryLayout EVENT = sequenceLayout(24, JAVA_BYTE);

    private static final Conversions CONVERSIONS = Conversions.of(TaggedCodec.builder(Event.class, JAVA_INT, 8)
            .with(0, Price.CODEC)
            .with(1, Halt.CODEC)
            .build()
            .conversion());

    record Filling(long[] words) {
        static final VarCodec<Filling> CODEC =
                VarCodec.ofRecord(lookup(), Filling.class, Layouts.varRecord(Layouts.varRef("words", JAVA_LONG)));
    }

    @TempDir
    private Path folder;

    private static <R extends Record> VarCodec<R> codec(Class<R> type, MemoryLayout member) {
        return VarCodec.builder(lookup(), type, Layouts.varRecord(member))
                .withConversions(CONVERSIONS)
                .build();
    }

    /** Leaves the same byte everywhere in the buffer in which this thread makes records. */
    private static void fillBuffer(int with) {
        long[] words = new long[40];
        Arrays.fill(words, with * 0x0101_0101_0101_0101L);
        Filling.CODEC.encodedSize(new Filling(words));
    }

    private static <R extends Record> byte[] written(VarCodec<R> codec, R value, int filling) {
        fillBuffer(filling);
        MemorySegment segment = MemorySegment.ofArray(new byte[256]);
        codec.write(value, segment, 0);
        return segment.toArray(JAVA_BYTE);
    }

    private static <R extends Record> byte[] assertSameBytes(VarCodec<R> codec, R value) {
        byte[] bytes = written(codec, value, 0x11);
        assertArrayEquals(bytes, written(codec, value, 0x22));
        return bytes;
    }

    record Entry(Event event) {
        private static final VarCodec<Entry> CODEC = codec(Entry.class, EVENT.withName("event"));
    }

    @Test
    void asAMember() {
        assertSameBytes(Entry.CODEC, new Entry(new Price(1, 2)));
        byte[] bytes = assertSameBytes(Entry.CODEC, new Entry(new Halt(3)));
        byte[] expected = new byte[256];
        expected[0] = 32;
        expected[4] = 32;
        expected[8] = 3;
        expected[16] = 1;
        assertArrayEquals(expected, bytes);
    }

    record Fixed(List<Event> events) {}

    @Test
    void asElementsOfASequence() {
        assertSameBytes(
                codec(Fixed.class, sequenceLayout(2, EVENT).withName("events")),
                new Fixed(List.of(new Halt(1), new Price(2, 3))));
    }

    record Listed(List<Event> events) {}

    record Arrayed(Event[] events) {}

    @Test
    void asElementsInATail() {
        assertSameBytes(
                codec(Listed.class, Layouts.varRef("events", EVENT)),
                new Listed(List.of(new Halt(1), new Price(2, 3), new Halt(4))));
        assertSameBytes(
                codec(Arrayed.class, Layouts.varRef("events", EVENT)),
                new Arrayed(new Event[] {new Price(1, 2), new Halt(3)}));
    }

    record Structs(List<Entry> entries) {}

    @Test
    void asMembersOfStructsInATail() {
        assertSameBytes(
                codec(Structs.class, Layouts.varRef("entries", Layouts.struct(EVENT.withName("event")))),
                new Structs(List.of(new Entry(new Halt(1)), new Entry(new Price(2, 3)))));
    }

    record Numbered(long number, Event event) {
        private static final StructCodec<Numbered> CODEC = StructCodec.ofRecord(
                lookup(),
                Numbered.class,
                Layouts.struct(JAVA_LONG.withName("number"), EVENT.withName("event")),
                CONVERSIONS);
    }

    record Stored(long number, byte[] event) {
        private static final StructCodec<Stored> CODEC =
                StructCodec.ofRecord(lookup(), Stored.class, Numbered.CODEC.layout());
    }

    @Test
    void asAMemberOfAStruct() {
        byte[] expected = new byte[32];
        expected[0] = 1;
        expected[8] = 7;
        expected[16] = 1;
        byte[] bytes = new byte[32];
        Arrays.fill(bytes, (byte) 0x11);
        Numbered.CODEC.write(new Numbered(1, new Halt(7)), MemorySegment.ofArray(bytes), 0);
        assertArrayEquals(expected, bytes);
    }

    @Test
    void asEntriesOfAQueue() throws IOException {
        try (MappedQueue queue =
                        MappedQueue.builder(folder).segmentSize(1 << 16).open();
                Appender appender = queue.appender();
                Tailer tailer = queue.tailer()) {
            byte[] expected = new byte[24];
            expected[0] = 7;
            expected[8] = 1;
            for (Event event : List.of(new Halt(7), new Price(5, 187.23), new Halt(7))) {
                appender.append(Numbered.CODEC, new Numbered(1, event));
                Stored stored = tailer.poll(Stored.CODEC);
                if (event instanceof Halt) {
                    assertArrayEquals(expected, stored.event());
                }
            }
        }
    }

    @Test
    void asAKeyOfAMap() throws IOException {
        try (MappedMap<Entry, Long> map = MappedMap.builder(folder, MapCodec.of(Entry.CODEC), MapCodec.longs())
                .segmentSize(1 << 14)
                .open()) {
            fillBuffer(0x11);
            map.put(new Entry(new Halt(1)), 5L);
            fillBuffer(0x22);
            assertEquals(5L, map.get(new Entry(new Halt(1))));
        }
    }
}
