package dev.verbatim.queue;

import static dev.verbatim.queue.QueueSamples.SMALL_SEGMENT;
import static java.lang.foreign.MemoryLayout.paddingLayout;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.CorruptRecordException;
import dev.verbatim.LayoutMismatchException;
import dev.verbatim.LayoutText;
import dev.verbatim.Layouts;
import dev.verbatim.StructCodec;
import dev.verbatim.TaggedCodec;
import dev.verbatim.queue.QueueSamples.Note;
import java.io.IOException;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Entries of several types, which a tag tells apart. */
class TaggedEntriesTest {

    sealed interface Message permits Add, Cancel {}

    /** Has padding behind the tag and at its end. */
    record Add(long order, int quantity) implements Message {
        static final StructCodec<Add> CODEC = StructCodec.ofRecord(
                lookup(),
                Add.class,
                Layouts.struct(paddingLayout(1), JAVA_LONG.withName("order"), JAVA_INT.withName("quantity")));
    }

    record Cancel(byte reason) implements Message {
        static final StructCodec<Cancel> CODEC = StructCodec.ofRecord(
                lookup(),
                Cancel.class,
                Layouts.struct(paddingLayout(1), JAVA_BYTE.withName("reason"), paddingLayout(6)));
    }

    record Large(String text) {}

    private static final TaggedCodec<Message> CODEC = TaggedCodec.builder(Message.class, JAVA_BYTE, 0)
            .with('A', Add.CODEC)
            .with('X', Cancel.CODEC)
            .build();

    private static final byte[] ADDED = {
        'A', 0, 0, 0, 0, 0, 0, 0, -1, -1, -1, -1, -1, -1, -1, -1, 3, 0, 0, 0, 0, 0, 0, 0
    };

    @TempDir
    Path folder;

    private MappedQueue open(boolean checksum) throws IOException {
        return MappedQueue.builder(folder)
                .segmentSize(SMALL_SEGMENT)
                .checksum(checksum)
                .open();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anEntryHasTheLayoutAndTheSizeOfItsType(boolean checksum) throws Exception {
        try (MappedQueue queue = open(checksum);
                Appender appender = queue.appender();
                Tailer tailer = queue.tailer()) {
            appender.append(CODEC, new Add(-1, 3));
            appender.append(CODEC, new Cancel((byte) 7));
            appender.appendAll(CODEC, List.of(new Cancel((byte) 8), new Add(-1, 3), new Cancel((byte) 9)));
            requireEntry(tailer, Add.CODEC, ADDED);
            requireEntry(tailer, Cancel.CODEC, cancelled('X', 7));
            requireEntry(tailer, Cancel.CODEC, cancelled('X', 8));
            requireEntry(tailer, Add.CODEC, ADDED);
            requireEntry(tailer, Cancel.CODEC, cancelled('X', 9));
        }
    }

    /** Whatever has been in the buffer of the appender. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void paddingIsZero(boolean checksum) throws Exception {
        TaggedCodec<Message> other = TaggedCodec.builder(Message.class, JAVA_BYTE, 2)
                .with('c', Cancel.CODEC)
                .with('a', Add.CODEC)
                .build();
        Cancel cancel = new Cancel((byte) 7);
        byte[] ofOther = cancelled(0, 7);
        ofOther[2] = 'c';
        try (MappedQueue queue = open(checksum);
                Appender appender = queue.appender();
                Tailer tailer = queue.tailer()) {
            for (Executable before : List.<Executable>of(
                    () -> appender.append(Note.CODEC, new Note(-1, "x".repeat(100))),
                    () -> appender.append(CODEC, new Add(-1, -1)),
                    () -> appender.append(CODEC, cancel),
                    () -> appender.append(other, cancel),
                    () -> appender.append(Cancel.CODEC, cancel),
                    () -> appender.appendAll(CODEC, List.of(new Add(-1, -1), cancel)),
                    () -> appender.appendAll(other, List.of(new Add(-1, -1), cancel)),
                    () -> appender.appendAll(CODEC, List.of(cancel, cancel)))) {
                requireNext(before, () -> appender.append(CODEC, cancel), tailer, cancelled('X', 7));
                requireNext(before, () -> appender.append(other, cancel), tailer, ofOther);
                requireNext(before, () -> appender.append(Cancel.CODEC, cancel), tailer, cancelled(0, 7));
                requireNext(before, () -> appender.appendAll(CODEC, List.of(cancel)), tailer, cancelled('X', 7));
                requireNext(
                        before, () -> appender.appendAll(CODEC, List.of(cancel, cancel)), tailer, cancelled('X', 7));
                requireNext(before, () -> appender.appendAll(Cancel.CODEC, List.of(cancel)), tailer, cancelled(0, 7));
            }
        }
    }

    private static void requireNext(Executable before, Executable append, Tailer tailer, byte[] last) throws Exception {
        try {
            before.execute();
            append.execute();
        } catch (IOException e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
        byte[][] found = new byte[1][];
        while (tailer.read((payload, position, layoutId) -> found[0] = payload.toArray(JAVA_BYTE))) {}
        assertArrayEquals(last, found[0]);
    }

    private static byte[] cancelled(int tag, int reason) {
        return new byte[] {(byte) tag, (byte) reason, 0, 0, 0, 0, 0, 0};
    }

    private static void requireEntry(Tailer tailer, StructCodec<?> codec, byte[] bytes) throws IOException {
        assertTrue(tailer.read((payload, position, layoutId) -> {
            assertEquals(LayoutText.id(codec.layout()), layoutId);
            assertArrayEquals(bytes, payload.toArray(JAVA_BYTE));
        }));
    }

    @Test
    void eachTypeIsReadByItsOwnCodecToo() throws Exception {
        try (MappedQueue queue = open(true);
                Appender appender = queue.appender();
                Tailer tailer = queue.tailer()) {
            assertEquals(-1, appender.appendAll(CODEC, List.of()));
            assertNull(tailer.poll(CODEC));
            long first = appender.append(CODEC, new Add(1, 2));
            assertEquals(first, tailer.position());
            assertEquals(new Add(1, 2), tailer.poll(Add.CODEC));
            assertNull(tailer.poll(CODEC));
        }
    }

    @Test
    void valuesAreDrained() throws Exception {
        List<Message> messages = List.of(new Add(1, 2), new Cancel((byte) 3), new Add(4, 5));
        List<Message> drained = new ArrayList<>();
        try (MappedQueue queue = open(true);
                Appender appender = queue.appender();
                Tailer tailer = queue.tailer()) {
            appender.appendAll(CODEC, messages);
            assertEquals(2, tailer.drain(CODEC, drained::add, 2));
            assertEquals(1, tailer.drain(CODEC, drained::add, 2));
        }
        assertEquals(messages, drained);
    }

    @Test
    void manyValuesAreSeveralBatchesInSeveralSegments() throws Exception {
        List<Message> messages = IntStream.range(0, 500)
                .<Message>mapToObj(i -> i % 3 == 0 ? new Cancel((byte) i) : new Add(i, -i))
                .toList();
        List<Message> read = new ArrayList<>();
        try (MappedQueue queue = open(false);
                Appender appender = queue.appender();
                Tailer tailer = queue.tailer()) {
            appender.appendAll(CODEC, messages);
            for (Message message = tailer.poll(CODEC); message != null; message = tailer.poll(CODEC)) {
                read.add(message);
            }
        }
        assertEquals(messages, read);
    }

    @Test
    void anEntryOfNoAlternativeStays() throws Exception {
        try (MappedQueue queue = open(true);
                Appender appender = queue.appender();
                Tailer tailer = queue.tailer()) {
            long first = appender.append(Note.CODEC, new Note('A', "text"));
            appender.append(MemorySegment.ofArray(new byte[0]));
            appender.append(MemorySegment.ofArray(ADDED));
            appender.append(CODEC, new Cancel((byte) 1));
            StructLayout other = Layouts.struct(JAVA_LONG.withName("number"));
            appender.append(other, MemorySegment.ofArray(cancelled('X', 0)));
            assertEquals(
                    "cannot read the entry of queue=" + folder + " at position=" + first + " with " + CODEC
                            + ": 1 mismatch\n  - the entry has" + " the layout " + LayoutText.of(Note.LAYOUT)
                            + ", which no alternative of the codec has",
                    requireMismatch(tailer));
            assertEquals(first, tailer.position());
            for (int i = 0; i < 2; i++) {
                tailer.skip(1);
                String message = requireMismatch(tailer);
                assertTrue(message.contains("the entry has no layout, "), message);
            }
            tailer.skip(1);
            assertEquals(new Cancel((byte) 1), tailer.poll(CODEC));
            String message = requireMismatch(tailer);
            assertTrue(message.contains(LayoutText.of(other) + ", which no alternative of the codec has"), message);
        }
    }

    private static String requireMismatch(Tailer tailer) {
        return assertThrows(LayoutMismatchException.class, () -> tailer.poll(CODEC))
                .getMessage();
    }

    /** What its own codec has appended has no tag. */
    @Test
    void anEntryWithoutATagIsCorrupt() throws Exception {
        try (MappedQueue queue = open(true);
                Appender appender = queue.appender();
                Tailer tailer = queue.tailer()) {
            long position = appender.append(Add.CODEC, new Add(1, 2));
            CorruptRecordException fault =
                    assertThrows(CorruptRecordException.class, () -> tailer.drain(CODEC, message -> {}, 1));
            assertTrue(fault.getMessage().contains("position=" + position), fault.getMessage());
            assertTrue(fault.getMessage().contains("expected 65 ('A'), 88 ('X'), found 0"), fault.getMessage());
            assertEquals(position, tailer.position());
        }
    }

    @Test
    void anEntryWhoseTagIsThatOfAnotherLayoutIsRefused() throws Exception {
        try (MappedQueue queue = open(true);
                Appender appender = queue.appender();
                Tailer tailer = queue.tailer()) {
            appender.append(Add.CODEC.layout(), MemorySegment.ofArray(ADDED));
            assertEquals(new Add(-1, 3), tailer.poll(CODEC));
            byte[] cancelled = ADDED.clone();
            cancelled[0] = 'X';
            long position = appender.append(Add.CODEC.layout(), MemorySegment.ofArray(cancelled));
            assertEquals(
                    "cannot read the entry of queue=" + folder + " at position=" + position + " with " + CODEC
                            + ": 1 mismatch\n  - the entry has"
                            + " the layout of " + Add.class.getName() + ", and the tag of " + Cancel.class.getName()
                            + "; write such values with the tagged codec",
                    requireMismatch(tailer));
        }
    }

    @Test
    void nothingIsAppendedBeforeAStructThatIsTooLarge() throws Exception {
        TaggedCodec<Object> objects = TaggedCodec.builder(Object.class, JAVA_BYTE, 0)
                .with('A', Add.CODEC)
                .with(
                        'L',
                        StructCodec.ofRecord(
                                lookup(),
                                Large.class,
                                Layouts.struct(
                                        paddingLayout(1),
                                        MemoryLayout.sequenceLayout(600, JAVA_BYTE)
                                                .withName("text"))))
                .build();
        try (MappedQueue queue = open(true);
                Appender appender = queue.appender();
                Tailer tailer = queue.tailer()) {
            List<Object> values = List.of(new Add(1, 2), new Large(""));
            assertThrows(IllegalArgumentException.class, () -> appender.appendAll(objects, values));
            assertThrows(IllegalArgumentException.class, () -> appender.append(objects, values.get(1)));
            assertNull(tailer.poll(objects));
        }
    }

    @Test
    void theBatchBeforeAValueThatIsRefusedIsAppended() throws Exception {
        record Named(String text) {}
        TaggedCodec<Object> objects = TaggedCodec.builder(Object.class, JAVA_BYTE, 0)
                .with('A', Add.CODEC)
                .with(
                        'N',
                        StructCodec.ofRecord(
                                lookup(),
                                Named.class,
                                Layouts.struct(
                                        paddingLayout(1),
                                        MemoryLayout.sequenceLayout(23, JAVA_BYTE)
                                                .withName("text"))))
                .build();
        int full = (int) (SMALL_SEGMENT / 8 / (16 + Add.CODEC.byteSize()));
        List<Object> values = new ArrayList<>(Collections.nCopies(full, new Add(1, 2)));
        values.add(new Named("of more than 23 bytes in UTF-8"));
        try (MappedQueue queue = open(true);
                Appender appender = queue.appender();
                Tailer tailer = queue.tailer()) {
            assertThrows(IllegalArgumentException.class, () -> appender.appendAll(objects, values));
            List<Object> read = new ArrayList<>();
            tailer.drain(objects, read::add, 100);
            assertEquals(values.subList(0, full), read);
        }
    }

    @Test
    void nothingIsAppendedOfAValueThatIsRefused() throws Exception {
        TaggedCodec<Object> objects = TaggedCodec.builder(Object.class, JAVA_BYTE, 0)
                .with('A', Add.CODEC)
                .build();
        try (MappedQueue queue = open(true);
                Appender appender = queue.appender();
                Tailer tailer = queue.tailer()) {
            assertThrows(IllegalArgumentException.class, () -> appender.append(objects, new Cancel((byte) 1)));
            assertEquals(
                    "cannot write " + objects + ": the value is null",
                    assertThrows(NullPointerException.class, () -> appender.append(objects, null))
                            .getMessage());
            assertThrows(
                    IllegalArgumentException.class,
                    () -> appender.appendAll(objects, List.of(new Add(1, 2), new Cancel((byte) 1))));
            assertNull(tailer.poll(objects));
            appender.append(objects, new Add(3, 4));
            assertEquals(new Add(3, 4), tailer.poll(objects));
        }
    }
}
