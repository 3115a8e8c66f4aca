package dev.verbatim.queue;

import static dev.verbatim.queue.QueueSamples.SMALL_SEGMENT;
import static java.lang.foreign.MemoryLayout.paddingLayout;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.CorruptRecordException;
import dev.verbatim.LayoutMismatchException;
import dev.verbatim.LayoutText;
import dev.verbatim.Layouts;
import dev.verbatim.StoreException;
import dev.verbatim.TaggedVarCodec;
import dev.verbatim.VarCodec;
import dev.verbatim.queue.QueueSamples.Note;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Entries that are variable-length records of several types, which a tag tells apart. */
class TaggedVarEntriesTest {

    sealed interface Event permits Counted, Logged {}

    record Counted(int count) implements Event {
        static final VarCodec<Counted> CODEC = VarCodec.ofRecord(
                lookup(), Counted.class, Layouts.varRecord(paddingLayout(4), JAVA_INT.withName("count")));
    }

    record Logged(String text) implements Event {
        static final VarCodec<Logged> CODEC =
                VarCodec.ofRecord(lookup(), Logged.class, Layouts.varRecord(paddingLayout(8), Layouts.varRef("text")));
    }

    private static final TaggedVarCodec<Event> CODEC = TaggedVarCodec.builder(Event.class, JAVA_BYTE, 8)
            .with('C', Counted.CODEC)
            .with('L', Logged.CODEC)
            .build();

    private static final byte[] COUNTED = {16, 0, 0, 0, 16, 0, 0, 0, 'C', 0, 0, 0, -1, -1, -1, -1};

    private static final byte[] LOGGED = {
        24, 0, 0, 0, 26, 0, 0, 0, 'L', 0, 0, 0, 0, 0, 0, 0, 24, 0, 0, 0, 2, 0, 0, 0, 'h', 'i'
    };

    @TempDir
    Path folder;

    private MappedQueue open(boolean checksum) throws IOException {
        return MappedQueue.builder(folder)
                .segmentSize(SMALL_SEGMENT)
                .checksum(checksum)
                .open();
    }

    private static void requireEntry(Tailer tailer, StructLayout layout, byte[] bytes) throws IOException {
        assertTrue(tailer.read((payload, position, layoutId) -> {
            assertEquals(LayoutText.id(layout), layoutId);
            assertArrayEquals(bytes, payload.toArray(JAVA_BYTE));
        }));
    }

    /** Whatever another codec has left in the buffer of the appender. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anEntryHasTheLayoutAndTheBytesOfItsType(boolean checksum) throws Exception {
        byte[] untagged = COUNTED.clone();
        untagged[8] = 0;
        try (MappedQueue queue = open(checksum);
                Appender appender = queue.appender();
                Tailer tailer = queue.tailer()) {
            appender.append(Note.CODEC, new Note(-1, "x".repeat(100)));
            appender.append(CODEC, new Counted(-1));
            appender.append(CODEC, new Logged("hi"));
            appender.append(Counted.CODEC, new Counted(-1));
            appender.appendAll(CODEC, List.of(new Logged("hi"), new Counted(-1), new Logged("hi")));
            appender.appendAll(Counted.CODEC, List.of(new Counted(-1)));
            tailer.skip(1);
            requireEntry(tailer, Counted.CODEC.layout(), COUNTED);
            requireEntry(tailer, Logged.CODEC.layout(), LOGGED);
            requireEntry(tailer, Counted.CODEC.layout(), untagged);
            requireEntry(tailer, Logged.CODEC.layout(), LOGGED);
            requireEntry(tailer, Counted.CODEC.layout(), COUNTED);
            requireEntry(tailer, Logged.CODEC.layout(), LOGGED);
            requireEntry(tailer, Counted.CODEC.layout(), untagged);
        }
    }

    @Test
    void eachTypeIsReadByItsOwnCodecToo() throws Exception {
        try (MappedQueue queue = open(true);
                Appender appender = queue.appender();
                Tailer tailer = queue.tailer()) {
            assertEquals(-1, appender.appendAll(CODEC, List.of()));
            assertNull(tailer.poll(CODEC));
            long first = appender.append(CODEC, new Logged("one"));
            assertEquals(first, tailer.position());
            assertEquals(new Logged("one"), tailer.poll(Logged.CODEC));
            assertNull(tailer.poll(CODEC));
        }
    }

    @Test
    void manyValuesAreSeveralBatchesInSeveralSegments() throws Exception {
        List<Event> events = IntStream.range(0, 500)
                .<Event>mapToObj(i -> i % 3 == 0 ? new Counted(i) : new Logged("x".repeat(i % 70)))
                .toList();
        List<Event> read = new ArrayList<>();
        List<Event> drained = new ArrayList<>();
        try (MappedQueue queue = open(false);
                Appender appender = queue.appender();
                Tailer tailer = queue.tailer()) {
            appender.appendAll(CODEC, events);
            for (Event event = tailer.poll(CODEC); event != null; event = tailer.poll(CODEC)) {
                read.add(event);
            }
            tailer.toStart();
            assertEquals(200, tailer.drain(CODEC, drained::add, 200));
            assertEquals(300, tailer.drain(CODEC, drained::add, 1000));
        }
        assertEquals(events, read);
        assertEquals(events, drained);
    }

    private static String requireMismatch(Tailer tailer) {
        return assertThrows(LayoutMismatchException.class, () -> tailer.poll(CODEC))
                .getMessage();
    }

    @Test
    void anEntryOfNoAlternativeStays() throws Exception {
        try (MappedQueue queue = open(true);
                Appender appender = queue.appender();
                Tailer tailer = queue.tailer()) {
            long first = appender.append(Note.CODEC, new Note('L', "text"));
            appender.append(MemorySegment.ofArray(new byte[0]));
            appender.append(MemorySegment.ofArray(COUNTED));
            StructLayout tiny = Layouts.struct(JAVA_INT.withName("number"));
            appender.append(tiny, MemorySegment.ofArray(new byte[4]));
            StructLayout struct = Layouts.struct(JAVA_LONG.withName("header"), JAVA_LONG.withName("number"));
            appender.append(struct, MemorySegment.ofArray(COUNTED));
            appender.append(CODEC, new Counted(1));
            assertEquals(
                    "cannot read the entry of queue=" + folder + " at position=" + first + " with " + CODEC
                            + ": 1 mismatch\n  - the entry has the layout " + LayoutText.of(Note.LAYOUT)
                            + ", which no alternative of the codec has; its tag is that of " + Logged.class.getName()
                            + "; they part where the entry has `id`, long (byteSize=8, offset=8), and the codec padding"
                            + " (byteSize=8, offset=8)",
                    requireMismatch(tailer));
            assertEquals(first, tailer.position());
            for (String layout : List.of(
                    "no layout",
                    "no layout",
                    "the layout " + LayoutText.of(tiny),
                    "the layout " + LayoutText.of(struct))) {
                tailer.skip(1);
                String message = requireMismatch(tailer);
                assertTrue(message.contains("has " + layout + ", which no alternative of the codec has"), message);
            }
            tailer.skip(1);
            assertEquals(new Counted(1), tailer.poll(CODEC));
        }
    }

    /** What its own codec has appended has no tag. */
    @Test
    void anEntryWithoutATagIsCorrupt() throws Exception {
        try (MappedQueue queue = open(true);
                Appender appender = queue.appender();
                Tailer tailer = queue.tailer()) {
            long position = appender.append(Logged.CODEC, new Logged("x"));
            CorruptRecordException fault =
                    assertThrows(CorruptRecordException.class, () -> tailer.drain(CODEC, event -> {}, 1));
            assertTrue(
                    fault.getMessage().contains("queue=" + folder + " position=" + position + ": "),
                    fault.getMessage());
            assertTrue(fault.getMessage().contains("expected 67 ('C'), 76 ('L'), found 0"), fault.getMessage());
            assertEquals(position, tailer.position());
        }
    }

    @Test
    void anEntryWhoseTagIsThatOfAnotherLayoutIsRefused() throws Exception {
        try (MappedQueue queue = open(true);
                Appender appender = queue.appender();
                Tailer tailer = queue.tailer()) {
            byte[] counted = COUNTED.clone();
            counted[8] = 'L';
            long position = appender.append(Counted.CODEC.layout(), MemorySegment.ofArray(counted));
            assertEquals(
                    "cannot read the entry of queue=" + folder + " at position=" + position + " with " + CODEC
                            + ": 1 mismatch\n  - the entry has the layout of " + Counted.class.getName()
                            + ", and the tag of " + Logged.class.getName()
                            + "; write such values with the tagged codec",
                    requireMismatch(tailer));
        }
    }

    /** The layout says that there is a record, and the entry has no room for its header. */
    @Test
    void anEntryThatIsTooShortForItsLayoutIsDamaged() throws Exception {
        long position;
        try (MappedQueue queue = open(false);
                Appender appender = queue.appender()) {
            appender.append(CODEC, new Counted(1)); // stores the layout
            position = appender.append(MemorySegment.ofArray(new byte[7]));
        }
        QueueSamples.setLayout(folder, position, Counted.CODEC.layout());
        try (MappedQueue queue = open(false);
                Tailer tailer = queue.tailer()) {
            tailer.skip(1);
            String message =
                    assertThrows(StoreException.class, () -> tailer.poll(CODEC)).getMessage();
            assertTrue(message.endsWith("a variable-length record of 8 bytes or more, found 7 bytes"), message);
        }
    }

    record Newer(int count, String host) {}

    /** A program that knows a newer layout of a type, and one that knows the older one, read what the other wrote. */
    @Test
    void aTypeCanGrow() throws Exception {
        TaggedVarCodec<Newer> newer = TaggedVarCodec.builder(Newer.class, JAVA_BYTE, 8)
                .with(
                        'C',
                        VarCodec.builder(
                                        lookup(),
                                        Newer.class,
                                        Layouts.grown(Counted.CODEC.layout(), Layouts.varRef("host")))
                                .withDefault("host", "unknown")
                                .build())
                .build();
        try (MappedQueue queue = open(true);
                Appender appender = queue.appender();
                Tailer tailer = queue.tailer();
                Tailer older = queue.tailer()) {
            appender.append(CODEC, new Counted(1));
            appender.append(newer, new Newer(2, "web"));
            assertEquals(new Newer(1, "unknown"), tailer.poll(newer));
            assertEquals(new Newer(2, "web"), tailer.poll(newer));
            assertEquals(new Counted(1), older.poll(CODEC));
            assertEquals(new Counted(2), older.poll(CODEC));
        }
    }

    record Hosted(int count, String host) {}

    /** The layout of one type is the beginning of another's, as if that had grown from it: the tag decides. */
    @Test
    void typesMayBeginAlike() throws Exception {
        VarCodec<Hosted> hosted = VarCodec.ofRecord(
                lookup(), Hosted.class, Layouts.grown(Counted.CODEC.layout(), Layouts.varRef("host")));
        TaggedVarCodec<Object> codec = TaggedVarCodec.builder(Object.class, JAVA_BYTE, 8)
                .with(1, Counted.CODEC)
                .with(2, hosted)
                .with(3, Logged.CODEC)
                .build();
        try (MappedQueue queue = open(true);
                Appender appender = queue.appender();
                Tailer tailer = queue.tailer()) {
            List<Object> values = List.of(new Hosted(1, "web"), new Counted(2), new Hosted(3, "db"));
            appender.appendAll(codec, values);
            List<Object> read = new ArrayList<>();
            assertEquals(3, tailer.drain(codec, read::add, 10));
            assertEquals(values, read);
            byte[] other = new byte[24];
            hosted.write(new Hosted(1, null), MemorySegment.ofArray(other), 0);
            other[8] = 3;
            appender.append(hosted.layout(), MemorySegment.ofArray(other));
            String message = assertThrows(LayoutMismatchException.class, () -> tailer.poll(codec))
                    .getMessage();
            assertTrue(
                    message.contains("the entry has the layout of " + Hosted.class.getName() + ", and the tag of "
                            + Logged.class.getName()),
                    message);
        }
    }

    @Test
    void nothingIsAppendedBeforeAValueThatIsTooLarge() throws Exception {
        try (MappedQueue queue = open(true);
                Appender appender = queue.appender();
                Tailer tailer = queue.tailer()) {
            // The buffer holds more now than an entry can have.
            appender.append(CODEC, new Logged("x".repeat(480)));
            assertNotNull(tailer.poll(CODEC));
            Logged justTooLarge = new Logged("x".repeat(500));
            assertThrows(
                    IllegalArgumentException.class,
                    () -> appender.appendAll(CODEC, List.of(new Counted(1), justTooLarge)));
            assertNull(tailer.poll(CODEC));
            Logged large = new Logged("x".repeat((int) SMALL_SEGMENT));
            assertThrows(
                    IllegalArgumentException.class, () -> appender.appendAll(CODEC, List.of(new Counted(1), large)));
            assertThrows(IllegalArgumentException.class, () -> appender.append(CODEC, large));
            assertThrows(IllegalArgumentException.class, () -> appender.append(CODEC, new Logged("\ud800")));
            assertNull(tailer.poll(CODEC));
            appender.append(CODEC, new Counted(3));
            assertEquals(new Counted(3), tailer.poll(CODEC));
        }
    }
}
