package dev.verbatim.queue;

import static dev.verbatim.queue.QueueSamples.SMALL_SEGMENT;
import static dev.verbatim.queue.QueueSamples.entries;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertThrowsExactly;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.Layouts;
import dev.verbatim.StructCodec;
import dev.verbatim.queue.QueueInfo.Reservation;
import dev.verbatim.queue.QueueSamples.Entry;
import dev.verbatim.queue.QueueSamples.Note;
import dev.verbatim.queue.QueueSamples.Parts;
import dev.verbatim.queue.QueueSamples.Symbol;
import dev.verbatim.queue.QueueSamples.Tick;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Values that are appended together. */
class BatchTest extends SmallQueueFixture {

    /** In a small segment a batch has an eighth of 4096 bytes: 12 entries of 40 bytes each. */
    private static final int PER_BATCH = 12;

    @BeforeEach
    void readWithChecksums() {
        tailer.withChecksums();
    }

    record Padded(byte flag, long value) {
        static final StructCodec<Padded> CODEC = StructCodec.ofRecord(
                lookup(), Padded.class, Layouts.struct(JAVA_BYTE.withName("flag"), JAVA_LONG.withName("value")));
    }

    @Test
    void aPayloadThatIsNullIsNamed() throws IOException {
        try (MappedQueue queue = QueueSamples.openSmall(folder);
                Appender appender = queue.appender()) {
            assertEquals(
                    "payload",
                    assertThrowsExactly(
                                    NullPointerException.class,
                                    () -> appender.appendBatch(Collections.singletonList(null)))
                            .getMessage());
            assertEquals(0, queue.verify().committed());
        }
    }

    @Test
    void paddingIsZerosWhateverWasAppendedBefore() throws IOException {
        byte[] ones = new byte[16];
        Arrays.fill(ones, (byte) 0xFF);
        Padded value = new Padded((byte) 1, 2);
        appender.append(Padded.CODEC, value);
        appender.appendBatch(List.of(new Payload(null, MemorySegment.ofArray(ones))));
        appender.append(Padded.CODEC, value);
        List<byte[]> found = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            tailer.read((payload, position, layoutId) -> found.add(payload.toArray(JAVA_BYTE)));
        }
        assertArrayEquals(ones, found.get(1));
        assertArrayEquals(new byte[7], Arrays.copyOfRange(found.get(2), 1, 8));
        assertArrayEquals(found.get(0), found.get(2));
    }

    /** The checksum of a small entry is computed at another time than that of a larger one. */
    @Test
    void entriesOfAnySizeHaveTheirChecksums() throws IOException {
        try (MappedQueue large = MappedQueue.builder(folder.resolve("large"))
                        .segmentSize(1 << 20)
                        .open();
                Appender toLarge = large.appender();
                Tailer ofLarge = large.tailer().withChecksums()) {
            for (int size = 990; size < 1040; size++) {
                byte[] bytes = new byte[size];
                Arrays.fill(bytes, (byte) size);
                Payload one = new Payload(null, MemorySegment.ofArray(bytes));
                toLarge.appendBatch(List.of(one));
                toLarge.appendBatch(List.of(one, one));
                for (int i = 0; i < 3; i++) {
                    assertTrue(ofLarge.read(
                            (payload, position, layoutId) -> assertArrayEquals(bytes, payload.toArray(JAVA_BYTE))));
                }
            }
            assertEquals(List.of(), large.verify().damage());
        }
    }

    private static List<Entry> some(int count) {
        return LongStream.range(0, count).mapToObj(i -> Entry.of(1, i)).toList();
    }

    @Test
    void anEntryOfABatchIsLikeAnyOther() throws IOException {
        appender.append(Entry.CODEC, Entry.of(0, 7));
        long last = appender.appendAll(Entry.CODEC, some(3));
        long next = appender.append(Entry.CODEC, Entry.of(0, 8));
        assertEquals(128 + 40 + 8 + 2 * 40, last);
        assertEquals(last + 40, next);
        assertEquals(
                List.of(Entry.of(0, 7), Entry.of(1, 0), Entry.of(1, 1), Entry.of(1, 2), Entry.of(0, 8)),
                entries(tailer));
        tailer.moveTo(last);
        assertEquals(Entry.of(1, 2), tailer.poll(Entry.CODEC));
        assertEquals(5, queue.verify().committed());
    }

    @Test
    void anyNumberOfValuesIsAppendedInOrder() throws IOException {
        for (int count : new int[] {0, 1, PER_BATCH - 1, PER_BATCH, PER_BATCH + 1, 500}) {
            long last = appender.appendAll(Entry.CODEC, some(count));
            assertEquals(some(count), entries(tailer));
            assertEquals(count == 0 ? -1 : tailer.position() - 40, last, () -> count + " values");
        }
        assertEquals(List.of(), queue.verify().damage());
    }

    @Test
    void anArrayIsAppended() throws IOException {
        appender.appendAll(Entry.CODEC, some(5).toArray(Entry[]::new));
        assertEquals(some(5), entries(tailer));
    }

    @Test
    void valuesOfVariableLengthAreAppended() throws IOException {
        List<Note> notes = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            notes.add(new Note(i, i % 7 == 0 ? null : "n".repeat(i * 4)));
        }
        appender.appendAll(Note.CODEC, notes);
        List<Note> found = new ArrayList<>();
        assertEquals(100, tailer.drain(Note.CODEC, found::add, 1000));
        assertEquals(notes, found);
        assertEquals(List.of(), queue.verify().damage());
    }

    @Test
    void structsAreCopied() throws IOException {
        MemorySegment structs = MemorySegment.ofArray(new long[4 * 100]);
        for (int i = 0; i < 100; i++) {
            Entry.CODEC.write(Entry.of(1, i), structs, i * 24L);
        }
        long last = appender.appendAll(Entry.CODEC.layout(), structs.asSlice(0, 2400));
        assertEquals(some(100), entries(tailer));
        assertEquals(tailer.position() - 40, last);
        String message = assertThrows(
                        IllegalArgumentException.class,
                        () -> appender.appendAll(Entry.CODEC.layout(), structs.asSlice(0, 25)))
                .getMessage();
        assertEquals("expected structs of 24 bytes each, found a segment of 25 bytes", message);
    }

    /** A codec leaves padding as it is. */
    @Test
    void paddingIsZeroWhateverWasThere() throws IOException {
        appender.appendAll(Entry.CODEC, some(3));
        Tick tick = new Tick();
        tick.time = -1;
        tick.size = -1;
        appender.appendAll(Tick.CODEC, List.of(tick, tick, tick));
        assertEquals(3, tailer.skip(3));
        for (int i = 0; i < 3; i++) {
            assertTrue(tailer.read((payload, position, id) -> {
                assertEquals(-1, payload.get(JAVA_LONG, 0));
                assertEquals(-1, payload.get(JAVA_INT, 8));
                assertEquals(0, payload.get(JAVA_INT, 12));
            }));
        }
    }

    @Test
    void aValueThatCannotBeWrittenTakesItsBatchAlong() throws IOException {
        List<Symbol> symbols = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            symbols.add(new Symbol("S" + i));
        }
        symbols.add(new Symbol("too long"));
        assertThrows(IllegalArgumentException.class, () -> appender.appendAll(Symbol.CODEC, symbols));
        // An entry takes 24 bytes; 21 are a batch.
        assertEquals(42, tailer.skip(1000));
        assertThrows(IllegalArgumentException.class, () -> appender.appendAll(Symbol.CODEC, symbols.subList(48, 51)));
        assertEquals(0, tailer.skip(1000));
        appender.append(Symbol.CODEC, new Symbol("next"));
        assertEquals(new Symbol("next"), tailer.poll(Symbol.CODEC));
        assertThrows(NullPointerException.class, () -> appender.appendAll(Symbol.CODEC, Arrays.asList((Symbol) null)));
        assertEquals(List.of(), queue.verify().damage());
    }

    /** A buffer that has grown holds the value too. */
    @Test
    void aValueThatIsTooLargeTakesItsBatchAlong() throws IOException {
        Note small = new Note(1, "small");
        List<Note> notes = List.of(small, small, new Note(2, "n".repeat(600)));
        assertThrows(IllegalArgumentException.class, () -> appender.appendAll(Note.CODEC, notes));
        assertEquals(0, tailer.skip(1000));
        Note half = new Note(3, "n".repeat(400));
        appender.appendAll(Note.CODEC, List.of(half, half, half, half));
        assertEquals(4, tailer.skip(1000));
        assertThrows(IllegalArgumentException.class, () -> appender.appendAll(Note.CODEC, notes));
        assertEquals(0, tailer.skip(1000));
        appender.append(Note.CODEC, small);
        assertEquals(small, tailer.poll(Note.CODEC));
        assertEquals(List.of(), queue.verify().damage());
    }

    @Test
    void nothingOfABatchIsSeenBeforeItIsWhole() throws IOException {
        AtomicReference<QueueInfo> within = new AtomicReference<>();
        Parts value = Parts.running(() -> within.set(info()));
        appender.appendAll(Parts.CODEC, List.of(value, value));
        assertEquals(List.<Reservation>of(), within.get().reservations());
        assertEquals(128, within.get().to());
        assertEquals(2, tailer.skip(10));
    }

    private QueueInfo info() {
        try {
            return queue.info();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** The buffer may have room for more than the queue. */
    @Test
    void noEntryIsLargerThanAnEighthOfASegment() throws IOException {
        for (int length : new int[] {500, 600, 900, 1200, 600}) {
            Note note = new Note(1, "n".repeat(length));
            assertThrows(IllegalArgumentException.class, () -> appender.append(Note.CODEC, note), () -> "" + length);
            assertThrows(IllegalArgumentException.class, () -> appender.appendAll(Note.CODEC, List.of(note)));
        }
        assertEquals(-1, appender.appendAll(Note.CODEC, List.of()));
        appender.append(Entry.CODEC, Entry.of(0, 0));
        assertEquals(List.of(Entry.of(0, 0)), entries(tailer));
        assertEquals(List.of(), queue.verify().damage());
    }

    @Test
    void aBatchWithoutChecksumsIsAppendedToo() throws IOException {
        try (MappedQueue unchecked = MappedQueue.builder(folder.resolve("unchecked"))
                        .segmentSize(SMALL_SEGMENT)
                        .checksum(false)
                        .open();
                Appender batches = unchecked.appender()) {
            batches.appendAll(Entry.CODEC, some(200));
            assertEquals(LongStream.range(0, 200).boxed().toList(), QueueSamples.sequences(unchecked));
        }
    }
}
