package dev.verbatim.queue;

import static dev.verbatim.queue.QueueSamples.SMALL_SEGMENT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.LayoutText;
import dev.verbatim.StoreException;
import dev.verbatim.internal.log.EntryDescriptor;
import dev.verbatim.queue.QueueInfo.Reservation;
import dev.verbatim.queue.QueueInfo.Segment;
import dev.verbatim.queue.QueueSamples.Entry;
import dev.verbatim.queue.QueueSamples.Note;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a queue says of itself, while others use it. */
class QueueInfoTest {

    /** A record of an {@link Entry} takes 40 bytes, so that a segment has 99 of them, and a gap of 8 bytes. */
    private static final int PER_SEGMENT = 99;

    @TempDir
    Path folder;

    private MappedQueue openReadOnly() throws IOException {
        return MappedQueue.builder(folder).readOnly(true).open();
    }

    private static List<Long> append(MappedQueue queue, int count) throws IOException {
        List<Long> positions = new ArrayList<>();
        try (Appender appender = queue.appender()) {
            for (int i = 0; i < count; i++) {
                positions.add(appender.append(Entry.CODEC, Entry.of(1, i)));
            }
        }
        return positions;
    }

    @Test
    void anEmptyQueueHasOneSegment() throws Exception {
        try (MappedQueue queue = QueueSamples.openSmall(folder)) {
            QueueInfo info = queue.info();
            assertEquals(SMALL_SEGMENT, info.segmentSize());
            assertTrue(info.checksum());
            assertEquals(128, info.from());
            assertEquals(128, info.to());
            assertEquals(128, info.durable());
            assertEquals(
                    List.of(0L), info.segments().stream().map(Segment::index).toList());
            assertEquals(Map.of(), info.layouts());
            assertEquals(Map.of(), info.tailers());
            assertEquals(List.of(), info.slots());
            assertEquals(List.of(), info.reservations());
        }
    }

    @Test
    void aReaderSeesWhatAWriterHas() throws Exception {
        try (MappedQueue queue = QueueSamples.openSmall(folder);
                Appender first = queue.appender();
                Appender second = queue.appender();
                Tailer tailer = queue.tailer("risk")) {
            first.append(Entry.CODEC, Entry.of(1, 1));
            second.append(Note.CODEC, new Note(1, "text"));
            tailer.skip(1);
            tailer.acknowledge();
            try (MappedQueue reader = openReadOnly()) {
                QueueInfo info = reader.info();
                assertEquals(128 + 40 + 48, info.to());
                assertEquals(List.of(0, 1), info.slots());
                assertEquals(Map.of("risk", 168L), info.tailers());
                assertEquals(
                        Set.of(LayoutText.of(Entry.CODEC.layout()), LayoutText.of(Note.LAYOUT)),
                        Set.copyOf(info.layouts().values().stream()
                                .map(LayoutText::of)
                                .toList()));
                assertEquals(queue.info(), info);
            }
        }
    }

    @Test
    void theEndIsThatOfTheNextSegmentWhenTheLastIsFull() throws Exception {
        try (MappedQueue queue = QueueSamples.openSmall(folder)) {
            List<Long> positions = append(queue, 2 * PER_SEGMENT + 1);
            QueueInfo info = queue.info();
            assertEquals(3, info.segments().size());
            assertEquals(2 * SMALL_SEGMENT + 128, info.segments().getLast().position());
            assertEquals(positions.getLast() + 40, info.to());
        }
        Files.delete(folder.resolve("000000000003.segment")); // no appender has come to it
        try (MappedQueue queue = QueueSamples.openSmall(folder)) {
            assertEquals(queue.info().durable(), queue.info().to());
            append(queue, PER_SEGMENT - 1);
            assertEquals(3, queue.info().segments().size());
            try (Appender appender = queue.appender()) {
                appender.append(MemorySegment.ofArray(new byte[0]));
            }
            assertEquals(3 * SMALL_SEGMENT + 128 + 16, queue.info().to());
        }
    }

    @Test
    void aClaimIsHeldByALivingAppender() throws Exception {
        try (MappedQueue queue = QueueSamples.openSmall(folder);
                Appender holding = queue.appender();
                Appender other = queue.appender()) {
            other.append(Entry.CODEC, Entry.of(1, 1));
            holding.claim(50);
            other.append(Entry.CODEC, Entry.of(1, 2));
            try (MappedQueue reader = openReadOnly()) {
                QueueInfo info = reader.info();
                assertEquals(List.of(new Reservation(168, 50, 0, 1, true)), info.reservations());
                assertEquals(168 + 16 + 56 + 40, info.to());
                assertEquals(2, reader.count(info.from(), info.to()));
            }
            holding.abort();
            assertEquals(List.of(), queue.info().reservations());
        }
    }

    @Test
    void aClaimOfTheDeadIsToldFromThatOfTheLiving() throws Exception {
        try (MappedQueue queue = QueueSamples.openSmall(folder)) {
            append(queue, 1);
        }
        overwrite("000000000000.segment", 128, EntryDescriptor.word(EntryDescriptor.RESERVED, 7, 3, 24));
        try (MappedQueue reader = openReadOnly()) {
            assertEquals(
                    List.of(new Reservation(128, 24, 7, 3, false)),
                    reader.info().reservations());
            assertEquals(List.of(), reader.info().slots());
        }
    }

    private void overwrite(String file, int offset, long value) throws IOException {
        byte[] bytes = Files.readAllBytes(folder.resolve(file));
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putLong(offset, value);
        Files.write(folder.resolve(file), bytes);
    }

    @Test
    void aBrokenChainEndsTheWalkAndNotTheInfo() throws Exception {
        List<Long> positions;
        try (MappedQueue queue = QueueSamples.openSmall(folder)) {
            positions = append(queue, 5);
        }
        overwrite("000000000000.segment", Math.toIntExact(positions.get(3)), -1);
        try (MappedQueue reader = openReadOnly()) {
            assertEquals(SMALL_SEGMENT + 128, reader.info().to(), "the rest of the segment is lost");
            assertEquals(3, reader.count(0, Long.MAX_VALUE));
        }
    }

    @Test
    void recordsAreCountedBetweenPositions() throws Exception {
        try (MappedQueue queue = QueueSamples.openSmall(folder)) {
            List<Long> positions = append(queue, 2 * PER_SEGMENT + 10);
            assertEquals(2 * PER_SEGMENT + 10, queue.count(0, Long.MAX_VALUE));
            assertEquals(1, queue.count(positions.get(5), positions.get(6)));
            assertEquals(PER_SEGMENT, queue.count(positions.get(20), positions.get(20 + PER_SEGMENT)));
            assertEquals(0, queue.count(positions.get(7), positions.get(7)));
            assertEquals(0, queue.count(positions.get(7), positions.get(3)));
            queue.delete(Retention.ofSize(0));
            assertEquals(10, queue.count(positions.getFirst(), Long.MAX_VALUE));
            assertEquals(2 * SMALL_SEGMENT + 128, queue.info().from());
        }
    }

    @Test
    void onlyTheSegmentsOfTheRecordsAreLookedAt() throws Exception {
        List<Long> positions;
        try (MappedQueue queue = QueueSamples.openSmall(folder)) {
            positions = append(queue, 2 * PER_SEGMENT + 10);
        }
        overwrite("000000000000.segment", 0, 0);
        overwrite("000000000002.segment", 0, 0);
        try (MappedQueue reader = openReadOnly()) {
            assertEquals(PER_SEGMENT, reader.count(SMALL_SEGMENT, 2 * SMALL_SEGMENT));
            long last = positions.get(2 * PER_SEGMENT - 1);
            assertEquals(PER_SEGMENT - 1, reader.count(positions.get(PER_SEGMENT), last));
            assertThrows(StoreException.class, () -> reader.count(SMALL_SEGMENT - 1, 2 * SMALL_SEGMENT));
            assertThrows(StoreException.class, () -> reader.count(SMALL_SEGMENT, 2 * SMALL_SEGMENT + 1));
        }
    }

    @Test
    void aStoredLayoutIsFoundByTheIdOfARecord() throws Exception {
        try (MappedQueue queue = QueueSamples.openSmall(folder);
                Tailer tailer = queue.tailer()) {
            append(queue, 1);
            int[] id = {0};
            tailer.read((payload, position, layoutId) -> id[0] = layoutId);
            StructLayout layout = queue.layout(id[0]);
            assertEquals(LayoutText.of(Entry.CODEC.layout()), LayoutText.of(layout));
            assertEquals(Map.of(id[0], layout), queue.info().layouts());
            String message =
                    assertThrows(StoreException.class, () -> queue.layout(1)).getMessage();
            assertEquals("file=" + folder.resolve("layouts/00000001") + ": expected a layout, found no file", message);
        }
    }

    @Test
    void aClosedQueueSaysNothing() throws Exception {
        MappedQueue queue = QueueSamples.openSmall(folder);
        queue.close();
        assertThrows(IllegalStateException.class, queue::info);
        assertThrows(IllegalStateException.class, () -> queue.count(0, 1));
        assertThrows(IllegalStateException.class, () -> queue.layout(1));
    }
}
