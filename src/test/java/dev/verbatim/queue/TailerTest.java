package dev.verbatim.queue;

import static dev.verbatim.queue.QueueSamples.entries;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.GapException;
import dev.verbatim.LayoutMismatchException;
import dev.verbatim.StoreException;
import dev.verbatim.queue.QueueSamples.Entry;
import dev.verbatim.queue.QueueSamples.GrownNote;
import dev.verbatim.queue.QueueSamples.Note;
import dev.verbatim.queue.QueueSamples.NoteObject;
import dev.verbatim.queue.QueueSamples.Tick;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Reading, and moving about. */
class TailerTest extends SmallQueueFixture {

    private List<Long> append(long from, long to) throws IOException {
        List<Long> positions = new ArrayList<>();
        for (long i = from; i < to; i++) {
            positions.add(appender.append(Entry.CODEC, Entry.of(0, i)));
        }
        return positions;
    }

    private List<Long> rest() throws IOException {
        return entries(tailer).stream().map(Entry::sequence).toList();
    }

    private static List<Long> range(long from, long to) {
        return LongStream.range(from, to).boxed().toList();
    }

    @Test
    void eachTailerSeesEveryRecord() throws IOException {
        append(0, 300);
        assertEquals(range(0, 300), rest());
        append(300, 310);
        assertEquals(range(300, 310), rest());
        try (Tailer other = queue.tailer()) {
            assertEquals(310, entries(other).size());
        }
    }

    /** The close is to come in the midst of the skip: who closes looks whether it has begun, and tries again. */
    @Test
    void aCloseEndsASkip() throws Exception {
        int count = 50_000;
        appender.appendAll(Entry.CODEC, Collections.nCopies(count, Entry.of(0, 0)));
        long skipped = count;
        for (int tries = 0; skipped == count && tries < 100; tries++) {
            Tailer ended = queue.tailer("reader");
            long start = ended.position();
            FutureTask<Long> skipping = new FutureTask<>(() -> ended.skip(Long.MAX_VALUE));
            Thread.ofPlatform().start(skipping);
            while (ended.position() == start && !skipping.isDone()) {
                Thread.onSpinWait();
            }
            ended.close();
            skipped = skipping.get();
        }
        assertTrue(skipped < count, "the skip has gone on to the end each time");
        queue.tailer("reader").close();
    }

    @Test
    void mutableObjectsAreFilled() throws IOException {
        Tick tick = new Tick();
        tick.time = 5;
        tick.size = 6;
        appender.append(Tick.CODEC, tick);
        Note note = new Note(7, "seven");
        appender.append(Note.CODEC, note);

        Tick readTick = new Tick();
        assertTrue(tailer.pollInto(Tick.CODEC, readTick));
        assertEquals(5, readTick.time);
        assertEquals(6, readTick.size);
        NoteObject readNote = new NoteObject();
        assertTrue(tailer.pollInto(NoteObject.CODEC, readNote));
        assertEquals(7, readNote.id);
        assertEquals("seven", readNote.text);
        assertFalse(tailer.pollInto(Tick.CODEC, readTick));
        assertFalse(tailer.pollInto(NoteObject.CODEC, readNote));
    }

    @Test
    void aRecordOfAnotherLayoutStaysUntilItIsSkipped() throws IOException {
        long position = appender.append(Entry.CODEC, Entry.of(0, 0));
        appender.append(Note.CODEC, new Note(1, null));
        LayoutMismatchException mismatch = assertThrows(LayoutMismatchException.class, () -> tailer.poll(Note.CODEC));
        String layouts = "{\"writer\":i,\"again\":i,\"sequence\":j,\"inverse\":j}, the codec has {\"fixedSize\":i,"
                + "\"totalSize\":i,\"id\":j,\"text\":{\"offset\":i,\"length\":i,\"elements\":[0]b}}";
        assertEquals(
                List.of("the entry has the layout " + layouts
                        + "; only one of them is that of variable-length records"),
                mismatch.mismatches());
        String start = "cannot read the entry of queue=" + folder + " at position=" + position + " with " + Note.CODEC
                + ": 1 mismatch\n";
        assertTrue(mismatch.getMessage().startsWith(start), mismatch.getMessage());
        assertEquals(position, tailer.position());
        assertEquals(1, tailer.skip(1));
        assertEquals(new Note(1, null), tailer.poll(Note.CODEC));
    }

    @Test
    void aRecordWithoutALayoutIsReadByAHandlerOnly() throws IOException {
        appender.append(MemorySegment.ofArray(new byte[24]));
        LayoutMismatchException mismatch = assertThrows(LayoutMismatchException.class, () -> tailer.poll(Entry.CODEC));
        assertEquals(
                List.of("the entry has no layout, the codec has"
                        + " {\"writer\":i,\"again\":i,\"sequence\":j,\"inverse\":j}"),
                mismatch.mismatches());
        assertTrue(tailer.read((payload, position, layoutId) -> assertEquals(24, payload.byteSize())));
    }

    @Test
    void layoutsThatHaveGrownReadOneAnother() throws IOException {
        appender.append(Note.CODEC, new Note(1, "old"));
        appender.append(GrownNote.CODEC, new GrownNote(2, "new", 99));
        appender.append(Note.CODEC, new Note(3, "old"));

        assertEquals(new GrownNote(1, "old", 0), tailer.poll(GrownNote.CODEC));
        assertEquals(new GrownNote(2, "new", 99), tailer.poll(GrownNote.CODEC));
        assertEquals(new GrownNote(3, "old", 0), tailer.poll(GrownNote.CODEC));
        tailer.toStart();
        assertEquals(new Note(1, "old"), tailer.poll(Note.CODEC));
        assertEquals(new Note(2, "new"), tailer.poll(Note.CODEC));
        assertEquals(new Note(3, "old"), tailer.poll(Note.CODEC));
    }

    @Test
    void aLayoutIsReadFromItsFileOnce() throws IOException {
        for (int i = 0; i < 2; i++) {
            appender.append(Note.CODEC, new Note(1, "old"));
            appender.append(GrownNote.CODEC, new GrownNote(2, "new", 99));
        }
        tailer.poll(GrownNote.CODEC);
        tailer.poll(GrownNote.CODEC);
        try (Stream<Path> files = Files.list(folder.resolve("layouts"))) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        assertEquals(new GrownNote(1, "old", 0), tailer.poll(GrownNote.CODEC));
        assertEquals(new GrownNote(2, "new", 99), tailer.poll(GrownNote.CODEC));
    }

    @Test
    void aHandlerThatThrowsLeavesTheTailerAtTheRecord() throws IOException {
        append(0, 2);
        assertThrows(
                IllegalArgumentException.class,
                () -> tailer.read((payload, position, layoutId) -> {
                    throw new IllegalArgumentException("not now");
                }));
        assertEquals(range(0, 2), rest());
    }

    @Test
    void recordsAreSkippedByNumber() throws IOException {
        append(0, 1000);
        assertEquals(0, tailer.skip(0));
        assertEquals(999, tailer.skip(999));
        assertEquals(Entry.of(0, 999), tailer.poll(Entry.CODEC));
        assertEquals(0, tailer.skip(5));
        tailer.toStart();
        assertEquals(1000, tailer.skip(Long.MAX_VALUE));
        assertEquals(
                "cannot skip count=-1 entries: expected 0 or more",
                assertThrows(IllegalArgumentException.class, () -> tailer.skip(-1))
                        .getMessage());
    }

    @Test
    void theEndIsAfterWhatIsThere() throws IOException {
        tailer.toEnd();
        append(0, 300);
        tailer.toEnd();
        assertNull(tailer.poll(Entry.CODEC));
        append(300, 303);
        assertEquals(range(300, 303), rest());
        tailer.toStart();
        assertEquals(range(0, 303), rest());
    }

    @Test
    void eachPositionWhereARecordStartsCanBeMovedToAndNoOther() throws IOException {
        List<Long> positions = append(0, 200);
        long end = positions.getLast() + 40;
        for (long position = 0; position <= end + 16; position++) {
            if (positions.contains(position) || position == end) {
                tailer.moveTo(position);
                assertEquals(range(position == end ? 200 : positions.indexOf(position), 200), rest());
            } else if (position % QueueSamples.SMALL_SEGMENT > 128) {
                long none = position;
                // the gap at the end of a segment is a place too, from which the next record is found
                if (isPadding(positions, position)) {
                    continue;
                }
                assertEquals(
                        "cannot move to position=" + none + " of queue=" + folder + ": no entry starts there",
                        assertThrows(IllegalArgumentException.class, () -> tailer.moveTo(none))
                                .getMessage());
            }
        }
        assertThrows(IllegalArgumentException.class, () -> tailer.moveTo(Long.MAX_VALUE));
    }

    @Test
    void aPositionBeforeTheFirstRecordOfASegmentIsRefused() throws IOException {
        append(0, 200);
        tailer.toEnd();
        long end = tailer.position();
        long second = QueueSamples.SMALL_SEGMENT;
        for (long wrong : new long[] {Long.MIN_VALUE, -second, -5, -1, 1, 5, 77, 127, second + 8, second + 127}) {
            assertEquals(
                    "cannot move to position=" + wrong + " of queue=" + folder + ": no entry starts there",
                    assertThrows(IllegalArgumentException.class, () -> tailer.moveTo(wrong))
                            .getMessage());
            assertEquals(end, tailer.position());
        }
        for (long start : new long[] {0, second, 2 * second}) {
            tailer.moveTo(start);
            assertEquals(start + 128, tailer.position());
        }
    }

    private static boolean isPadding(List<Long> positions, long position) {
        return positions.contains(position - 40);
    }

    @Test
    void theStartOfTheNextSegmentIsTheEndOfAFullOne() throws IOException {
        // 128 bytes of header and 62 records of 64 bytes fill a segment exactly
        for (int i = 0; i < 62; i++) {
            appender.append(MemorySegment.ofArray(new byte[48]));
        }
        tailer.skip(62);
        assertEquals(QueueSamples.SMALL_SEGMENT + 128, tailer.position());
        long end = tailer.position();
        tailer.toStart();
        tailer.moveTo(end);
        assertFalse(tailer.read((payload, position, layoutId) -> {}));
        append(7, 8);
        assertEquals(range(7, 8), rest());
    }

    @Test
    void aTimeLeadsToTheSegmentThatWasWrittenThen() throws IOException {
        append(0, 100);
        Instant between = Instant.now();
        append(100, 300);
        tailer.moveToTime(between);
        List<Long> after = rest();
        assertTrue(after.getFirst() <= 100 && after.getFirst() > 0, () -> "from " + after.getFirst());
        assertEquals(range(after.getFirst(), 300), after);
        tailer.moveToTime(Instant.EPOCH);
        assertEquals(range(0, 300), rest());
        for (Instant later : List.of(Instant.now().plusSeconds(60), Instant.MAX)) {
            tailer.moveToTime(later);
            assertTrue(rest().size() < 100);
        }
    }

    @Test
    void whatWasBegunBeforeATimeMayLieBeforeItsPlace() throws IOException {
        try (Appender claimer = queue.appender()) {
            claimer.claim(8);
            append(0, 200);
            Instant between = Instant.now();
            long position = claimer.commit();
            tailer.moveToTime(between);
            assertTrue(tailer.position() > position);
        }
    }

    @Test
    void aGapIsReportedOnceAndTheTailerGoesOnFromTheOldest() throws IOException {
        append(0, 300);
        assertEquals(Entry.of(0, 0), tailer.poll(Entry.CODEC));
        Files.delete(folder.resolve("000000000000.segment"));
        Files.delete(folder.resolve("000000000001.segment"));

        GapException gap = assertThrows(GapException.class, () -> tailer.skip(300));
        assertEquals(QueueSamples.SMALL_SEGMENT + 128, gap.from());
        assertEquals(2 * QueueSamples.SMALL_SEGMENT + 128, gap.to());
        assertEquals(
                "queue=" + folder
                        + ": the entries from position=4224 were deleted; those that are there begin at position=8320",
                gap.getMessage());
        assertEquals(gap.to(), tailer.position());
        List<Long> remaining = rest();
        assertEquals(range(remaining.getFirst(), 300), remaining);

        assertEquals(
                128, assertThrows(GapException.class, () -> tailer.moveTo(128)).from());
        assertEquals(remaining, rest());
    }

    @Test
    void aWrongChecksumIsFoundOnRequest() throws IOException {
        long position = appender.append(Entry.CODEC, Entry.of(0, 0));
        byte[] bytes = {1};
        try (var channel = FileChannel.open(folder.resolve("000000000000.segment"), StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap(bytes), position + 20);
        }
        tailer.withChecksums();
        String message = assertThrows(StoreException.class, () -> tailer.poll(Entry.CODEC))
                .getMessage();
        assertTrue(
                message.startsWith("file=" + folder.resolve("000000000000.segment")
                        + ": expected at offset=128 position=128 checksum=0x"),
                message);
        assertEquals(1, queue.verify().damage().size());
        assertEquals(1, tailer.skip(1));
        assertNull(tailer.poll(Entry.CODEC));
    }
}
