package dev.verbatim.queue;

import static dev.verbatim.queue.QueueSamples.SMALL_SEGMENT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.Durability;
import dev.verbatim.GapException;
import dev.verbatim.queue.QueueSamples.Entry;
import dev.verbatim.samples.MappedSegments;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A process does nothing while another one fills segments. */
@Timeout(60)
class IdleUserTest {

    private static final long ENTRIES_PER_SEGMENT = 99;

    /** What the other process appends: more than ten segments. */
    private static final long ENTRIES = 10 * ENTRIES_PER_SEGMENT + 7;

    @TempDir
    Path temporary;

    private Path folder;

    @BeforeEach
    void nameTheQueue() {
        folder = temporary.resolve("queue");
    }

    /** {@return a queue whose threads look around each millisecond; others do each half minute} */
    private MappedQueue open() throws IOException {
        return MappedQueue.builder(folder)
                .segmentSize(SMALL_SEGMENT)
                .durability(Durability.BATCH)
                .batchInterval(Duration.ofMillis(1))
                .open();
    }

    private void appendElsewhere() throws IOException {
        try (QueueProcess other = QueueProcess.start(folder, SMALL_SEGMENT)) {
            for (long i = 0; i < ENTRIES; i++) {
                String answer = other.ask("append 1 " + i);
                assertTrue(answer.matches("\\d+"), answer);
            }
        }
    }

    private static List<Entry> all() {
        List<Entry> all = new ArrayList<>();
        all.add(Entry.of(0, 0));
        LongStream.range(0, ENTRIES).forEach(i -> all.add(Entry.of(1, i)));
        all.add(Entry.of(0, 1));
        return all;
    }

    @Test
    void whoWasIdleGoesOnWhereItShould() throws Exception {
        try (MappedQueue queue = open();
                Appender appender = queue.appender();
                Tailer fromStart = queue.tailer();
                Tailer fromEnd = queue.tailer()) {
            appender.append(Entry.CODEC, Entry.of(0, 0));
            fromEnd.toEnd();
            appendElsewhere();
            assertEquals(10, appender.append(Entry.CODEC, Entry.of(0, 1)) / SMALL_SEGMENT, "the newest segment");
            assertEquals(all(), QueueSamples.entries(fromStart));
            assertEquals(all().subList(1, all().size()), QueueSamples.entries(fromEnd));
            assertEquals(List.of(), queue.verify().damage());
        }
    }

    @Test
    void whoIsIdleKeepsMappedWhereItStandsAndNothingElse() throws Exception {
        MappedSegments.assumeListed();
        try (MappedQueue queue = open();
                Appender appender = queue.appender();
                Tailer tailer = queue.tailer()) {
            appender.append(Entry.CODEC, Entry.of(0, 0));
            KilledProcess.awaitHere(
                    "a segment ahead", () -> MappedSegments.of(folder).equals(List.of(0L, 1L)));
            appendElsewhere();
            KilledProcess.awaitHere(
                    "the newest and one ahead", () -> MappedSegments.of(folder).equals(List.of(0L, 10L, 11L)));
            appender.append(Entry.CODEC, Entry.of(0, 1));
            assertEquals(ENTRIES + 2, tailer.skip(Long.MAX_VALUE));
            KilledProcess.awaitHere(
                    "the old one unmapped", () -> MappedSegments.of(folder).equals(List.of(10L, 11L)));
        }
        assertEquals(List.of(), MappedSegments.of(folder));
    }

    @Test
    void whoWasIdleInASegmentThatIsDeletedGoesOnInTheNewest() throws Exception {
        try (MappedQueue queue = open();
                Appender appender = queue.appender();
                Tailer tailer = queue.tailer()) {
            appender.append(Entry.CODEC, Entry.of(0, 0));
            appendElsewhere();
            assertEquals(10, queue.delete(Retention.ofSize(0)));
            assertEquals(10, appender.append(Entry.CODEC, Entry.of(0, 1)) / SMALL_SEGMENT);
            List<Entry> read = new ArrayList<>();
            // What it has mapped it reads to the end.
            for (long i = 0; i < ENTRIES_PER_SEGMENT; i++) {
                read.add(tailer.poll(Entry.CODEC));
            }
            assertEquals(all().subList(0, (int) ENTRIES_PER_SEGMENT), read);
            assertThrows(GapException.class, () -> tailer.poll(Entry.CODEC));
            assertEquals(all().subList((int) (10 * ENTRIES_PER_SEGMENT), all().size()), QueueSamples.entries(tailer));
        }
    }
}
