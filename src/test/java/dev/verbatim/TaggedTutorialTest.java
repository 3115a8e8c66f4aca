package dev.verbatim;

import static java.lang.foreign.MemoryLayout.paddingLayout;
import static java.lang.foreign.MemoryLayout.unionLayout;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.map.MapCodec;
import dev.verbatim.map.MappedMap;
import dev.verbatim.queue.Appender;
import dev.verbatim.queue.MappedQueue;
import dev.verbatim.queue.Tailer;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples of {@code docs/unions.md}, and those of {@code docs/queue.md} and {@code docs/map.md}. */
class TaggedTutorialTest {

    // @start region="declare"
    sealed interface Message permits Add, Cancel {
        TaggedCodec<Message> CODEC = TaggedCodec.builder(Message.class, JAVA_BYTE, 0)
                .with('A', Add.CODEC)
                .with('X', Cancel.CODEC)
                .build();
    }

    record Add(int quantity, long order) implements Message {
        static final StructCodec<Add> CODEC = StructCodec.ofRecord(
                lookup(),
                Add.class,
                Layouts.struct(paddingLayout(1), JAVA_INT.withName("quantity"), JAVA_LONG.withName("order")));
    }

    record Cancel(long order) implements Message {
        static final StructCodec<Cancel> CODEC = StructCodec.ofRecord(
                lookup(), Cancel.class, Layouts.struct(paddingLayout(1), JAVA_LONG.withName("order")));
    }
    // @end

    @Test
    void messagesAreReadByTheirTags() {
        MemorySegment segment = Arena.ofAuto().allocate(64, 8);
        // @start region="use"
        long size = Message.CODEC.write(new Add(100, 7), segment, 0);
        Message.CODEC.write(new Cancel(7), segment, size); // behind it

        long quantity = 0;
        for (long offset = 0; offset < 32; offset += Message.CODEC.encodedSize(segment, offset)) {
            switch (Message.CODEC.read(segment, offset)) {
                case Add add -> quantity += add.quantity();
                case Cancel cancel -> quantity -= 100;
            }
        }
        // @end
        assertEquals(0, quantity);
        assertEquals('X', segment.get(JAVA_BYTE, size));
    }

    // @start region="reuse"
    interface AddView extends StructView {
        ViewFactory<AddView> VIEWS = ViewFactory.of(lookup(), AddView.class, Add.CODEC.layout());

        int quantity();
    }

    static long quantity(MemorySegment segment, AddView add) {
        long quantity = 0;
        for (long offset = 0; offset < segment.byteSize(); offset += Message.CODEC.encodedSize(segment, offset)) {
            switch (segment.get(JAVA_BYTE, offset)) {
                case 'A' -> {
                    add.wrap(segment, offset);
                    quantity += add.quantity();
                }
                case 'X' -> quantity -= 100;
                default -> {} // encodedSize throws
            }
        }
        return quantity;
    }
    // @end

    @Test
    void messagesAreSeenInPlaceByTheirTags() {
        MemorySegment segment = Arena.ofAuto().allocate(48, 8);
        long end = Message.CODEC.write(new Add(250, 7), segment, 0);
        end += Message.CODEC.write(new Cancel(7), segment, end);
        Message.CODEC.write(new Add(1, 8), segment, end);
        AddView add = AddView.VIEWS.wrap(segment, 0);
        assertEquals(151, quantity(segment, add));
        segment.set(JAVA_BYTE, end, (byte) 'Q');
        assertThrows(CorruptRecordException.class, () -> quantity(segment, add));
    }

    @Test
    void aCursorPutsAndGetsMessages() {
        SegmentCursor cursor = SegmentCursor.growing(Arena.ofAuto(), 4);
        cursor.put(Message.CODEC, new Add(100, 7)).put(Message.CODEC, new Cancel(7));
        assertEquals(32, cursor.position());
        cursor.flip();
        assertEquals(new Add(100, 7), cursor.get(Message.CODEC));
        assertEquals(new Cancel(7), cursor.get(Message.CODEC));
        assertThrows(IndexOutOfBoundsException.class, () -> cursor.get(Message.CODEC));
        assertEquals(32, cursor.position());
    }

    @Test
    void aQueueHoldsMessages(@TempDir Path folder) throws IOException {
        long quantity = 0;
        try (MappedQueue queue = MappedQueue.open(folder);
                Appender appender = queue.appender();
                Tailer tailer = queue.tailer()) {
            // @start region="queue"
            appender.append(Message.CODEC, new Add(100, 7));
            appender.append(Message.CODEC, new Cancel(7));

            for (Message message = tailer.poll(Message.CODEC); message != null; message = tailer.poll(Message.CODEC)) {
                switch (message) {
                    case Add add -> quantity += add.quantity();
                    case Cancel cancel -> quantity -= 100;
                }
            }
            // @end
            tailer.toStart();
            assertEquals(2, tailer.drain(Message.CODEC, message -> {}, 10));
        }
        assertEquals(0, quantity);
    }

    @Test
    void aMapHoldsMessages(@TempDir Path folder) throws IOException {
        long quantity = 0;
        List<Long> cancelled = new ArrayList<>();
        // @start region="map"
        try (MappedMap<Long, Message> last = MappedMap.open(folder, MapCodec.longs(), MapCodec.of(Message.CODEC))) {
            last.put(7L, new Add(100, 7));
            last.put(8L, new Add(250, 8));
            last.replace(7L, new Add(100, 7), new Cancel(7));

            for (Map.Entry<Long, Message> entry : last) {
                switch (entry.getValue()) {
                    case Add add -> quantity += add.quantity();
                    case Cancel cancel -> cancelled.add(entry.getKey());
                }
            }
        }
        // @end
        assertEquals(250, quantity);
        assertEquals(List.of(7L), cancelled);
    }

    /** The record that is touched first takes its layout from the interface, which needs the record's codec. */
    sealed interface Frame permits Data, Setup {
        StructLayout HEADER = Layouts.struct(paddingLayout(4), JAVA_INT.withName("length"));
        TaggedCodec<Frame> CODEC = TaggedCodec.builder(Frame.class, JAVA_INT, 0)
                .with(1, Data.CODEC)
                .with(5, Setup.CODEC)
                .build();
    }

    record Data(int length) implements Frame {
        static final StructCodec<Data> CODEC = StructCodec.ofRecord(lookup(), Data.class, HEADER);
    }

    record Setup(int length) implements Frame {
        static final StructCodec<Setup> CODEC = StructCodec.ofRecord(lookup(), Setup.class, HEADER);
    }

    @Test
    void aRecordThatTakesItsLayoutFromTheInterfaceIsToldWhatHelps() {
        Throwable cause = assertThrows(ExceptionInInitializerError.class, () -> Setup.CODEC.byteSize())
                .getCause();
        assertEquals(NullPointerException.class, cause.getClass());
        assertTrue(
                cause.getMessage().startsWith("codec of tag=5 is null; if it is a static field"), cause.getMessage());
        assertTrue(cause.getMessage().contains("move what the class takes from the interface"), cause.getMessage());
    }

    // @start region="alternatives"
    static final StructLayout EVENT = Layouts.struct(
            JAVA_LONG.withName("time"),
            JAVA_INT.withName("kind"),
            unionLayout(JAVA_DOUBLE.withName("price"), JAVA_LONG.withName("count"))
                    .withName("value"));

    record Price(long time, int kind, double value) {
        static final StructCodec<Price> CODEC =
                StructCodec.ofRecord(lookup(), Price.class, Layouts.withAlternative(EVENT, "value.price"));
    }
    // @end

    @Test
    void anAlternativeIsNamed() {
        MemorySegment segment = Arena.ofAuto().allocate(EVENT);
        Price.CODEC.write(new Price(1, 2, 0.5), segment, 0);
        assertEquals(Double.doubleToRawLongBits(0.5), segment.get(JAVA_LONG, 16));
        assertEquals(new Price(1, 2, 0.5), Price.CODEC.read(segment, 0));
    }

    // @start region="struct"
    sealed interface Event permits PriceEvent, CountEvent {
        TaggedCodec<Event> CODEC = TaggedCodec.builder(Event.class, JAVA_INT, 8)
                .with(0, PriceEvent.CODEC)
                .with(1, CountEvent.CODEC)
                .build();
    }

    record PriceEvent(long time, double value) implements Event {
        static final StructCodec<PriceEvent> CODEC = StructCodec.ofRecord(
                lookup(), PriceEvent.class, Layouts.withPadding(Layouts.withAlternative(EVENT, "value.price"), "kind"));
    }

    record CountEvent(long time, long value) implements Event {
        static final StructCodec<CountEvent> CODEC = StructCodec.ofRecord(
                lookup(), CountEvent.class, Layouts.withPadding(Layouts.withAlternative(EVENT, "value.count"), "kind"));
    }
    // @end

    // @start region="member"
    record Entry(long sequence, Event event) {
        static final StructCodec<Entry> CODEC = StructCodec.ofRecord(
                lookup(),
                Entry.class,
                Layouts.struct(JAVA_LONG.withName("sequence"), EVENT.withName("event")),
                Conversions.of(Event.CODEC.conversion()));
    }
    // @end

    @Test
    void aMemberIsOneOfSeveralTypes() {
        MemorySegment segment = Arena.ofAuto().allocate(Entry.CODEC.layout());
        Entry entry = new Entry(1, new CountEvent(5, 9));
        Entry.CODEC.write(entry, segment, 0);
        assertEquals(1, segment.get(JAVA_INT, 16));
        assertEquals(entry, Entry.CODEC.read(segment, 0));
        Entry.CODEC.write(new Entry(2, new PriceEvent(5, 1.5)), segment, 0);
        assertEquals(0, segment.get(JAVA_INT, 16));
        assertEquals(new PriceEvent(5, 1.5), Entry.CODEC.read(segment, 0).event());
    }
}
