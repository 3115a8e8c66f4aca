package dev.verbatim.queue;

import static dev.verbatim.queue.QueueSamples.SMALL_SEGMENT;
import static dev.verbatim.queue.QueueSamples.entries;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.StoreException;
import dev.verbatim.StructCodec;
import dev.verbatim.internal.log.ControlFile;
import dev.verbatim.internal.log.SegmentDescriptor;
import dev.verbatim.internal.log.StoredLayouts;
import dev.verbatim.queue.QueueSamples.Entry;
import dev.verbatim.queue.QueueSamples.Note;
import dev.verbatim.queue.QueueSamples.Symbol;
import dev.verbatim.queue.QueueSamples.Tick;
import dev.verbatim.samples.ThrowingKey;
import java.io.IOException;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** What can be appended, and what becomes of it when it fails. */
class AppenderTest extends SmallQueueFixture {

    @Test
    void positionsGrowAndLeadBackToTheirRecords() throws IOException {
        List<Long> positions = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            positions.add(appender.append(Entry.CODEC, Entry.of(0, i)));
        }
        assertEquals(positions.stream().sorted().distinct().toList(), positions);
        assertEquals(128, positions.getFirst());
        assertTrue(positions.getLast() > 2 * SMALL_SEGMENT);
        for (int i : new int[] {299, 0, 150, 83, 84, 85}) {
            tailer.moveTo(positions.get(i));
            assertEquals(positions.get(i), tailer.position());
            assertEquals(Entry.of(0, i), tailer.poll(Entry.CODEC));
        }
    }

    /** It reserves its next entry without a look, where there is another by now, or padding. */
    @Test
    void anAppenderThatWasAloneGoesOnBehindTheEntriesOfAnother() throws IOException {
        int whole = (int) ((SMALL_SEGMENT - 128) / 40); // so many entries a segment has; what is left is padding
        for (int[] counts : new int[][] {{2, 1}, {2, 2 * whole}, {whole - 1, 1}, {whole, 1}, {whole, whole}}) {
            String where = Arrays.toString(counts);
            try (MappedQueue other = QueueSamples.openSmall(folder.resolve(where));
                    Appender first = other.appender();
                    Appender second = other.appender();
                    Tailer reader = other.tailer()) {
                List<Long> positions = new ArrayList<>();
                for (int i = 0; i < counts[0]; i++) {
                    positions.add(first.append(Entry.CODEC, Entry.of(0, i)));
                }
                for (int i = 0; i < counts[1]; i++) {
                    positions.add(second.append(Entry.CODEC, Entry.of(1, i)));
                }
                positions.add(first.append(Entry.CODEC, Entry.of(0, counts[0])));
                positions.add(first.append(Entry.CODEC, Entry.of(0, counts[0] + 1)));
                assertEquals(positions.stream().sorted().distinct().toList(), positions, where);
                assertEquals(positions.size(), entries(reader).size(), where);
                assertEquals(List.of(), other.verify().damage(), where);
            }
        }
    }

    @Test
    void valuesOfAnyLengthAreAppended() throws IOException {
        List<Note> notes =
                List.of(new Note(1, null), new Note(2, ""), new Note(3, "x".repeat(400)), new Note(4, "naïve"));
        for (Note note : notes) {
            appender.append(Note.CODEC, note);
        }
        for (Note note : notes) {
            assertEquals(note, tailer.poll(Note.CODEC));
        }
        assertNull(tailer.poll(Note.CODEC));
    }

    @Test
    void aValueThatIsLargerThanTheBufferIsAppended() throws IOException {
        Path large = folder.resolve("large");
        try (MappedQueue queue = MappedQueue.builder(large).segmentSize(1 << 20).open();
                Appender appender = queue.appender();
                Tailer tailer = queue.tailer()) {
            for (int length : new int[] {10, 5_000, 100_000, 60_000, 5}) {
                appender.append(Note.CODEC, new Note(length, "y".repeat(length)));
                assertEquals(new Note(length, "y".repeat(length)), tailer.poll(Note.CODEC));
            }
        }
    }

    /** A struct that has more bytes than the buffer of a new appender. */
    static final class Block {
        byte[] bytes = new byte[5_000];

        static final StructCodec<Block> CODEC = StructCodec.ofClass(
                lookup(),
                Block.class,
                MemoryLayout.structLayout(
                        MemoryLayout.sequenceLayout(5_000, JAVA_BYTE).withName("bytes")));
    }

    @Test
    void aStructThatIsLargerThanTheBufferIsAppendedOrRefused() throws IOException {
        Block block = new Block();
        Arrays.fill(block.bytes, (byte) 7);
        assertEquals(
                "cannot append an entry to queue=" + folder
                        + ": expected at most 512 bytes, an eighth of the segment size, found byteSize=5000"
                        + "; one made with segmentSize=65536 takes it",
                assertThrows(IllegalArgumentException.class, () -> appender.append(Block.CODEC, block))
                        .getMessage());
        try (MappedQueue queue = MappedQueue.builder(folder.resolve("large"))
                        .segmentSize(1 << 16)
                        .open();
                Appender appender = queue.appender();
                Tailer tailer = queue.tailer()) {
            appender.append(Block.CODEC, block);
            assertArrayEquals(block.bytes, Objects.requireNonNull(tailer.poll(Block.CODEC)).bytes);
        }
    }

    @Test
    void paddingIsZeroWhateverWasAppendedBefore() throws IOException {
        Tick tick = new Tick();
        tick.time = -1;
        tick.size = -1;
        long position = 0;
        for (int i = 0; i < 2; i++) {
            appender.append(Entry.CODEC, new Entry(-1, -1, -1, -1));
            appender.append(Tick.CODEC, tick);
            appender.append(Note.CODEC, new Note(-1, "\u00ff".repeat(20)));
            position = appender.append(Symbol.CODEC, new Symbol("abc"));
            appender.append(Tick.CODEC, tick);
        }
        for (int record = 0; record < 10; record++) {
            boolean isTick = record % 5 % 3 == 1;
            assertTrue(tailer.read((payload, at, layoutId) -> {
                if (isTick) {
                    assertEquals(0, payload.get(JAVA_INT, 12), "padding at the end of the struct");
                }
            }));
        }
        byte[] file = Files.readAllBytes(folder.resolve("000000000000.segment"));
        int end = (int) position + 16;
        assertArrayEquals(new byte[] {'a', 'b', 'c', 0, 0, 0, 0, 0}, Arrays.copyOfRange(file, end, end + 8));
    }

    @Test
    void bytesAreAppendedAsTheyAre() throws IOException {
        for (int size : new int[] {0, 1, 7, 8, 9, 512}) {
            byte[] bytes = new byte[size];
            Arrays.fill(bytes, (byte) size);
            long position = appender.append(MemorySegment.ofArray(bytes));
            assertTrue(tailer.read((payload, at, layoutId) -> {
                assertEquals(position, at);
                assertEquals(0, layoutId);
                assertEquals(-1, payload.mismatch(MemorySegment.ofArray(bytes)));
                assertTrue(payload.isReadOnly());
            }));
        }
    }

    @Test
    void aClaimIsWrittenInPlaceAndCommitted() throws IOException {
        MemorySegment payload = appender.claim(16);
        assertEquals(16, payload.byteSize());
        payload.set(JAVA_LONG, 8, 42);
        assertFalse(tailer.read((record, position, layoutId) -> {}), "nobody sees it before the commit");
        long position = appender.commit();
        assertTrue(tailer.read((record, at, layoutId) -> {
            assertEquals(position, at);
            assertEquals(0, record.get(JAVA_LONG, 0));
            assertEquals(42, record.get(JAVA_LONG, 8));
        }));
    }

    @Test
    void aClaimOfALayoutIsReadByItsCodec() throws IOException {
        Entry.CODEC.write(Entry.of(3, 4), appender.claim(Entry.CODEC.layout()), 0);
        appender.commit();
        assertEquals(Entry.of(3, 4), tailer.poll(Entry.CODEC));
    }

    @Test
    void anAbortedClaimIsPassed() throws IOException {
        appender.append(Entry.CODEC, Entry.of(0, 0));
        appender.claim(100).fill((byte) -1);
        appender.abort();
        appender.append(Entry.CODEC, Entry.of(0, 1));
        assertEquals(List.of(Entry.of(0, 0), Entry.of(0, 1)), entries(tailer));
    }

    @Test
    void thereIsOneOpenClaimAtATime() throws IOException {
        appender.claim(8);
        String open =
                "the appender of queue=" + folder + " has an open claim at position=128; commit or abort it first";
        assertEquals(
                open,
                assertThrows(IllegalStateException.class, () -> appender.claim(8))
                        .getMessage());
        assertEquals(
                open,
                assertThrows(IllegalStateException.class, () -> appender.append(Entry.CODEC, Entry.of(0, 0)))
                        .getMessage());
        appender.abort();
        String none = "the appender of queue=" + folder + " has no open claim";
        assertEquals(
                none, assertThrows(IllegalStateException.class, appender::abort).getMessage());
        assertEquals(
                none,
                assertThrows(IllegalStateException.class, appender::commit).getMessage());
    }

    @Test
    void closeAbortsTheOpenClaim() throws Exception {
        appender.claim(8);
        try (Appender other = queue.appender()) {
            other.append(Entry.CODEC, Entry.of(1, 0));
        }
        assertNull(tailer.poll(Entry.CODEC));
        appender.close();
        appender.close();
        assertEquals(Entry.of(1, 0), tailer.poll(Entry.CODEC));
        assertEquals(
                "the appender of queue=" + folder + " is closed",
                assertThrows(IllegalStateException.class, () -> appender.claim(8))
                        .getMessage());
    }

    @Test
    void theClaimOfAnAppenderThatNobodyClosedIsAborted() throws Exception {
        leaveAnOpenClaim();
        try (Appender other = queue.appender()) {
            other.append(Entry.CODEC, Entry.of(1, 0));
        }
        assertTrue(tailer.await(
                looks -> {
                    System.gc();
                    Thread.onSpinWait();
                },
                Duration.ofSeconds(30)));
        assertEquals(Entry.of(1, 0), tailer.poll(Entry.CODEC));
    }

    @SuppressWarnings("MustBeClosedChecker") // that it is not closed is the point
    private void leaveAnOpenClaim() throws IOException {
        queue.appender().claim(8);
    }

    @Test
    void aValueThatCannotBeWrittenIsNotAppended() throws IOException {
        assertEquals(
                "cannot write " + Symbol.class.getName()
                        + " (4 bytes) at offset=16: name has 8 bytes of UTF-8, expected at most 4;"
                        + " shorten it or widen the member",
                assertThrows(
                                IllegalArgumentException.class,
                                () -> appender.append(Symbol.CODEC, new Symbol("too long")))
                        .getMessage());
        assertThrows(NullPointerException.class, () -> appender.append(Symbol.CODEC, null));
        assertThrows(NullPointerException.class, () -> appender.append(Note.CODEC, null));
        assertThrows(NullPointerException.class, () -> appender.append((MemorySegment) null));
        appender.append(Symbol.CODEC, new Symbol("IBM"));
        assertEquals(new Symbol("IBM"), tailer.poll(Symbol.CODEC));
        assertNull(tailer.poll(Symbol.CODEC));
    }

    @Test
    void aValueThatCannotBeWrittenInPlaceLeavesAnAbortedRecord() throws IOException {
        try (MappedQueue unchecked = MappedQueue.builder(folder.resolve("unchecked"))
                        .segmentSize(SMALL_SEGMENT)
                        .checksum(false)
                        .open();
                Appender appender = unchecked.appender();
                Tailer tailer = unchecked.tailer()) {
            assertThrows(IllegalArgumentException.class, () -> appender.append(Symbol.CODEC, new Symbol("too long")));
            assertThrows(NullPointerException.class, () -> appender.append(Symbol.CODEC, null));
            appender.append(Symbol.CODEC, new Symbol("abc"));
            assertEquals(new Symbol("abc"), tailer.poll(Symbol.CODEC));
            assertEquals(1, unchecked.verify().committed());
            assertEquals(2, unchecked.verify().aborted());
        }
    }

    @Test
    void aCheckedExceptionOfAConversionHoldsUpNobody() throws IOException {
        try (MappedQueue unchecked = MappedQueue.builder(folder.resolve("unchecked"))
                        .segmentSize(SMALL_SEGMENT)
                        .checksum(false)
                        .open();
                Appender first = unchecked.appender();
                Appender second = unchecked.appender();
                Tailer tailer = unchecked.tailer()) {
            assertEquals(
                    "no such id",
                    assertThrows(IOException.class, () -> first.append(ThrowingKey.CODEC, ThrowingKey.BAD))
                            .getMessage());
            second.append(ThrowingKey.CODEC, ThrowingKey.GOOD);
            assertEquals(ThrowingKey.GOOD, tailer.poll(ThrowingKey.CODEC));
            assertEquals(1, unchecked.verify().aborted());
        }
    }

    @Test
    void aRecordOfMoreThanAnEighthOfASegmentIsRefused() throws IOException {
        appender.append(MemorySegment.ofArray(new byte[512]));
        String tooLarge = "cannot append an entry to queue=" + folder
                + ": expected at most 512 bytes, an eighth of the segment size, found byteSize=";
        assertEquals(
                tooLarge + "513; one made with segmentSize=8192 takes it",
                assertThrows(
                                IllegalArgumentException.class,
                                () -> appender.append(MemorySegment.ofArray(new byte[513])))
                        .getMessage());
        assertEquals(
                tooLarge + "-1",
                assertThrows(IllegalArgumentException.class, () -> appender.claim(-1))
                        .getMessage());
        long size = Note.CODEC.encodedSize(new Note(0, "z".repeat(3000)));
        assertEquals(
                tooLarge + size + "; one made with segmentSize=32768 takes it",
                assertThrows(
                                IllegalArgumentException.class,
                                () -> appender.append(Note.CODEC, new Note(0, "z".repeat(3000))))
                        .getMessage());
        long most = SegmentDescriptor.MAX_SIZE / 8;
        assertEquals(
                tooLarge + most + "; one made with segmentSize=1073741824 takes it",
                assertThrows(IllegalArgumentException.class, () -> appender.claim(most))
                        .getMessage());
        assertEquals(
                tooLarge + (most + 1),
                assertThrows(IllegalArgumentException.class, () -> appender.claim(most + 1))
                        .getMessage());
        assertEquals(1, queue.verify().committed());
    }

    @Test
    void structsThatAreAppendedHaveBytes() {
        assertEquals(
                "expected structs of 1 byte or more, found a layout of none",
                assertThrows(
                                IllegalArgumentException.class,
                                () -> appender.appendAll(MemoryLayout.structLayout(), MemorySegment.NULL))
                        .getMessage());
    }

    /** A claim would be a record without a header, and a struct one of many sizes. */
    @Test
    void recordsOfVariableLengthAreNeitherClaimedNorCutFromStructs() throws IOException {
        String message = "expected the layout of a struct of fixed size, found that of a variable-length record of 24"
                + " bytes and a tail; append a value with append(SizedCodec, T), or a whole record with"
                + " append(StructLayout, MemorySegment)";
        assertEquals(
                message,
                assertThrows(IllegalArgumentException.class, () -> appender.claim(Note.LAYOUT))
                        .getMessage());
        MemorySegment record = MemorySegment.ofArray(new byte[24]);
        Note.CODEC.write(new Note(1, null), record, 0);
        assertEquals(
                message,
                assertThrows(IllegalArgumentException.class, () -> appender.appendAll(Note.LAYOUT, record))
                        .getMessage());
        appender.append(Note.LAYOUT, record);
        assertEquals(new Note(1, null), tailer.poll(Note.CODEC));
    }

    @Test
    void layoutsAreStoredUnderTheirIds() throws IOException {
        appender.append(Entry.CODEC, Entry.of(0, 0));
        int id = StoredLayouts.idOf(Entry.CODEC.layout());
        Path file = folder.resolve("layouts").resolve("%08x".formatted(id));
        String text = "{\"writer\":i,\"again\":i,\"sequence\":j,\"inverse\":j}";
        assertEquals(text, Files.readString(file));
        assertTrue(tailer.read((payload, position, layoutId) -> assertEquals(id, layoutId)));
    }

    @Test
    void anotherLayoutUnderTheSameIdIsRefused() throws IOException {
        int id = StoredLayouts.idOf(Entry.CODEC.layout());
        Path file = folder.resolve("layouts").resolve("%08x".formatted(id));
        Files.writeString(file, "{}", StandardCharsets.UTF_8);
        assertEquals(
                "file=" + file
                        + ": expected the layout {\"writer\":i,\"again\":i,\"sequence\":j,\"inverse\":j}, found {}",
                assertThrows(StoreException.class, () -> appender.append(Entry.CODEC, Entry.of(0, 0)))
                        .getMessage());
        assertEquals(0, queue.verify().committed());
    }

    @Test
    void aUnionCannotBeStored() {
        MemoryLayout union = MemoryLayout.unionLayout(JAVA_LONG, JAVA_BYTE).withName("either");
        IllegalArgumentException refused =
                assertThrows(IllegalArgumentException.class, () -> appender.claim(MemoryLayout.structLayout(union)));
        assertTrue(refused.getMessage().startsWith("cannot store layout="), refused.getMessage());
    }

    @Test
    void slotsAreUsedAgainWithANewGeneration() throws IOException {
        try (Appender second = queue.appender()) {
            second.append(Entry.CODEC, Entry.of(0, 0));
        }
        try (Appender third = queue.appender()) {
            third.append(Entry.CODEC, Entry.of(0, 1));
        }
        try (ControlFile control = ControlFile.open(MappedQueue.KIND, folder.resolve("control"), false)) {
            assertEquals(1, control.generationAcquire(0));
            assertEquals(2, control.generationAcquire(1));
            assertEquals(0, control.generationAcquire(2));
        }
    }
}
