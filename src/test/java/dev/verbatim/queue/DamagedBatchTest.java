package dev.verbatim.queue;

import static dev.verbatim.queue.QueueSamples.sequences;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.internal.log.SegmentDescriptor;
import dev.verbatim.queue.QueueSamples.Entry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A queue that was forced is damaged in a batch of three entries, of which there is one before and one after it. */
class DamagedBatchTest {

    private static final int WORD_SIZE = 8;
    private static final int ENTRY_SIZE = 40;

    /** So that a cut is at each place in a word. */
    private static final int CUT_STEP = 5;

    /** The bits of the batch's word that say who has written it: nobody asks about a batch that is committed. */
    private static final int FIRST_OWNER_BIT = 30;

    private static final int FIRST_STATE_BIT = 60;

    @TempDir
    Path temporary;

    private Path folder;
    private int batch;
    private byte[] control;
    private byte[] segment;

    @BeforeEach
    void writeAQueue() throws IOException {
        folder = temporary.resolve("queue");
        try (MappedQueue queue = QueueSamples.openSmall(folder);
                Appender appender = queue.appender()) {
            batch = (int) appender.append(Entry.CODEC, Entry.of(0, 0)) + ENTRY_SIZE;
            appender.appendAll(Entry.CODEC, List.of(Entry.of(0, 1), Entry.of(0, 2), Entry.of(0, 3)));
            appender.append(Entry.CODEC, Entry.of(0, 4));
            queue.force();
        }
        control = Files.readAllBytes(folder.resolve("control"));
        segment = Files.readAllBytes(folder.resolve(SegmentDescriptor.fileName(0)));
    }

    /** {@return the queue, in which a byte is another} */
    private MappedQueue open(int at, int flipped) throws IOException {
        byte[] damaged = segment.clone();
        damaged[at] ^= (byte) flipped;
        return open(damaged);
    }

    private MappedQueue open(byte[] damaged) throws IOException {
        for (long made = 1; Files.deleteIfExists(folder.resolve(SegmentDescriptor.fileName(made))); ) {
            made++;
        }
        Files.write(folder.resolve("control"), control);
        Files.write(folder.resolve(SegmentDescriptor.fileName(0)), damaged);
        return QueueSamples.openSmall(folder);
    }

    private static List<Long> without(Integer... lost) {
        return List.of(0L, 1L, 2L, 3L, 4L).stream()
                .filter(sequence -> !List.of(lost).contains(sequence.intValue()))
                .toList();
    }

    @Test
    void damageOfAnEntryTakesThatEntryOrTheRestOfItsBatch() throws IOException {
        for (int at = batch + WORD_SIZE; at < batch + WORD_SIZE + 3 * ENTRY_SIZE; at++) {
            int inEntry = (at - batch - WORD_SIZE) % ENTRY_SIZE;
            int entry = 1 + (at - batch - WORD_SIZE) / ENTRY_SIZE;
            try (MappedQueue queue = open(at, 0xFF)) {
                List<Long> found = sequences(queue);
                String where = "at=" + at + " found=" + found;
                assertEquals(1, queue.recovery().orElseThrow().damage().size(), where);
                // Nothing can be found behind a word that is damaged, up to the end of the batch.
                List<Long> upToIt = without(entry, Math.min(entry + 1, 3), 3);
                assertTrue(found.equals(without(entry)) || (inEntry < WORD_SIZE && found.equals(upToIt)), where);
                assertEquals(List.of(), queue.verify().damage(), where);
            }
        }
    }

    @Test
    void aLengthInABatchIsWrongByOneBit() throws IOException {
        for (int entry = 1; entry <= 3; entry++) {
            for (int bit = 0; bit < FIRST_OWNER_BIT; bit++) {
                int at = batch + WORD_SIZE + (entry - 1) * ENTRY_SIZE + bit / 8;
                try (MappedQueue queue = open(at, 1 << bit % 8)) {
                    List<Long> found = sequences(queue);
                    String where = "entry=" + entry + " bit=" + bit + " found=" + found;
                    assertFalse(queue.recovery().orElseThrow().damage().isEmpty(), where);
                    assertTrue(found.containsAll(without(entry, Math.min(entry + 1, 3), 3)), where);
                    assertEquals(List.of(), queue.verify().damage(), where);
                }
            }
        }
    }

    @Test
    void ofABatchThatIsCutOffTheWholeEntriesStay() throws IOException {
        for (int cut = batch; cut < batch + WORD_SIZE + 3 * ENTRY_SIZE; cut += CUT_STEP) {
            int whole = 1 + Math.max(0, cut - batch - WORD_SIZE) / ENTRY_SIZE;
            try (MappedQueue queue = open(Arrays.copyOf(segment, cut));
                    Appender appender = queue.appender()) {
                assertFalse(queue.recovery().orElseThrow().damage().isEmpty(), "cut=" + cut);
                assertEquals(without().subList(0, whole), sequences(queue), "cut=" + cut);
                appender.append(Entry.CODEC, Entry.of(0, 5));
                assertEquals(5, sequences(queue).getLast(), "cut=" + cut);
                assertEquals(List.of(), queue.verify().damage(), "cut=" + cut);
            }
        }
    }

    @Test
    void aWordThatIsDamagedIsReported() throws IOException {
        for (int bit = 0; bit < FIRST_OWNER_BIT; bit++) {
            try (MappedQueue queue = open(batch + bit / 8, 1 << bit % 8)) {
                assertFalse(queue.recovery().orElseThrow().damage().isEmpty(), "bit=" + bit);
                assertTrue(without().containsAll(sequences(queue)), "bit=" + bit);
                assertEquals(List.of(), queue.verify().damage(), "bit=" + bit);
            }
        }
        for (int bit = FIRST_STATE_BIT; bit < Long.SIZE; bit++) {
            try (MappedQueue queue = open(batch + 7, 1 << bit % 8)) {
                assertFalse(queue.recovery().orElseThrow().damage().isEmpty(), "bit=" + bit);
            }
        }
    }

    @Test
    void aBatchThatLooksGivenUpIsReported() throws IOException {
        try (MappedQueue queue = open(batch + 7, 0x50)) {
            assertEquals(
                    "expected no checksum of an aborted entry, found that of a whole one; it stays aborted",
                    queue.recovery().orElseThrow().damage().getFirst().description());
            assertEquals(without(1, 2, 3), sequences(queue));
            assertEquals(List.of(), queue.verify().damage());
        }
    }
}
