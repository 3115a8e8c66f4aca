package dev.verbatim.queue;

import static dev.verbatim.queue.QueueSamples.SMALL_SEGMENT;
import static dev.verbatim.queue.QueueSamples.entries;
import static dev.verbatim.queue.QueueSamples.openSmall;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.GapException;
import dev.verbatim.StoreException;
import dev.verbatim.WaitStrategy;
import dev.verbatim.queue.QueueReport.Damage;
import dev.verbatim.queue.QueueSamples.Entry;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tailers that keep their position, and what retention leaves for them. */
class NamedTailerTest {

    @TempDir
    Path folder;

    private static void append(MappedQueue queue, long from, long to) throws IOException {
        try (Appender appender = queue.appender()) {
            for (long i = from; i < to; i++) {
                appender.append(Entry.CODEC, Entry.of(0, i));
            }
        }
    }

    @Test
    void aNameContinuesAfterWhatItAcknowledged() throws IOException {
        try (MappedQueue queue = openSmall(folder)) {
            append(queue, 0, 300);
            try (Tailer tailer = queue.tailer("audit")) {
                assertEquals(150, tailer.skip(150));
                assertEquals(Entry.of(0, 150), tailer.poll(Entry.CODEC));
                tailer.acknowledge();
            }
        }
        try (MappedQueue queue = openSmall(folder);
                Tailer tailer = queue.tailer("audit")) {
            assertEquals(Entry.of(0, 151), tailer.poll(Entry.CODEC));
            assertEquals(148, entries(tailer).size());
        }
        try (MappedQueue queue = openSmall(folder);
                Tailer tailer = queue.tailer("audit")) {
            assertNull(tailer.poll(Entry.CODEC));
            append(queue, 300, 301);
            assertEquals(Entry.of(0, 300), tailer.poll(Entry.CODEC));
        }
    }

    @Test
    void theNameOfATailerThatNobodyClosedBecomesFree() throws IOException {
        try (MappedQueue queue = openSmall(folder)) {
            append(queue, 0, 2);
            leaveOpen(queue);
            long start = System.nanoTime();
            while (true) {
                System.gc();
                try (Tailer next = queue.tailer("audit")) {
                    assertEquals(Entry.of(0, 0), next.poll(Entry.CODEC), "nothing was acknowledged");
                    return;
                } catch (StoreException e) {
                    assertTrue(System.nanoTime() - start < 30_000_000_000L, "it is still in use");
                }
            }
        }
    }

    @SuppressWarnings("MustBeClosedChecker") // that it is not closed is the point
    private static void leaveOpen(MappedQueue queue) throws IOException {
        assertEquals(Entry.of(0, 0), queue.tailer("audit").poll(Entry.CODEC));
    }

    /** Nobody needs the tailer after this call, but the call itself. */
    @Test
    void aTailerThatOnlyItsCallReachesReadsToTheEnd() throws IOException {
        try (MappedQueue queue = openSmall(folder)) {
            append(queue, 0, 10);
            for (int i = 0; i < 5; i++) {
                int[] found = {0};
                assertTrue(queue.tailer().read((payload, position, layoutId) -> {
                    System.gc();
                    found[0] += Entry.CODEC.read(payload, 0).isWhole() ? 1 : 0;
                }));
                assertEquals(1, found[0]);
            }
            assertEquals(10, queue.tailer("audit").drain(Entry.CODEC, entry -> System.gc(), 100));
        }
    }

    /** UTF-8 has no bytes for half a character: a name that has some would not be found again. */
    @Test
    void aNameThatUtf8CannotSpellIsRefused() throws IOException {
        try (MappedQueue queue = openSmall(folder)) {
            String half = "x\uD800";
            assertEquals(
                    "expected a tailer's name of UTF-8, found an unpaired surrogate in name=" + half,
                    assertThrows(IllegalArgumentException.class, () -> queue.tailer(half))
                            .getMessage());
            assertEquals(Map.of(), queue.tailerPositions());
            assertFalse(queue.removeTailer(half));
            queue.tailer("x\uD83D\uDE00").close();
            assertTrue(queue.removeTailer("x\uD83D\uDE00"));
        }
    }

    @Test
    void aRecordIsAcknowledgedWhenTheNextIsLookedFor() throws Exception {
        try (MappedQueue queue = openSmall(folder)) {
            append(queue, 0, 5);
            try (Tailer tailer = queue.tailer("audit")) {
                tailer.poll(Entry.CODEC);
                tailer.poll(Entry.CODEC);
            }
            try (Tailer tailer = queue.tailer("audit")) {
                assertEquals(Entry.of(0, 1), tailer.poll(Entry.CODEC), "it was read and not acknowledged");
                assertTrue(tailer.await(WaitStrategy.spin(), Duration.ZERO));
            }
            try (Tailer tailer = queue.tailer("audit")) {
                assertEquals(Entry.of(0, 2), tailer.poll(Entry.CODEC));
            }
        }
    }

    @Test
    void aNameHasOneTailerAtATimeInAllProcesses() throws Exception {
        try (MappedQueue queue = openSmall(folder)) {
            queue.tailer("other").close();
            String message = "queue=" + folder
                    + ": expected that tailer=audit is not open, found it open here or in another process";
            try (Tailer tailer = queue.tailer("audit")) {
                assertNull(tailer.poll(Entry.CODEC));
                assertEquals(
                        message,
                        assertThrows(StoreException.class, () -> queue.tailer("audit"))
                                .getMessage());
                assertEquals(
                        message,
                        assertThrows(StoreException.class, () -> queue.removeTailer("audit"))
                                .getMessage());
                assertEquals(Map.of("audit", 128L, "other", 128L), queue.tailerPositions());
            }
            assertTrue(queue.removeTailer("audit"));
            assertFalse(queue.removeTailer("audit"));
            assertEquals(Map.of("other", 128L), queue.tailerPositions());
        }
    }

    /** A damaged position would skip all that comes before it, in silence. */
    @Test
    void aPositionBeyondTheEndIsDamageAndBecomesTheEnd() throws IOException {
        long end;
        try (MappedQueue queue = openSmall(folder)) {
            append(queue, 0, 300);
            try (Tailer tailer = queue.tailer("audit")) {
                assertEquals(300, tailer.skip(300));
                tailer.acknowledge();
            }
            end = queue.tailerPositions().get("audit");
            assertEquals(List.of(), queue.verify().damage());
        }
        long beyond = end | 1L << 40;
        overwritePosition(beyond);
        String description = "expected tailer=audit at or before the end, found position=" + beyond;
        try (MappedQueue queue = MappedQueue.builder(folder).readOnly(true).open()) {
            assertEquals(List.of(new Damage(end, description)), queue.verify().damage());
        }
        try (MappedQueue queue = openSmall(folder)) {
            assertEquals(
                    List.of(new Damage(end, description + "; it is at the end")),
                    queue.recovery().orElseThrow().damage());
            assertEquals(Map.of("audit", end), queue.tailerPositions());
            assertEquals(List.of(), queue.verify().damage());
        }
    }

    /** The first place for a tailer in the control file begins with its position. */
    private void overwritePosition(long position) throws IOException {
        try (FileChannel control = FileChannel.open(folder.resolve("control"), StandardOpenOption.WRITE)) {
            ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
            control.write(bytes.putLong(position).flip(), 4288);
        }
    }

    @Test
    void namesHaveALengthAndANumber() throws Exception {
        try (MappedQueue queue = openSmall(folder)) {
            assertThrows(IllegalArgumentException.class, () -> queue.tailer(""));
            assertThrows(IllegalArgumentException.class, () -> queue.tailer("x".repeat(57)));
            assertThrows(IllegalArgumentException.class, () -> queue.tailer("a\0b"));
            queue.tailer("ä".repeat(28)).close();
            assertEquals(Map.of("ä".repeat(28), 128L), queue.tailerPositions());
            for (int i = 1; i < 128; i++) {
                queue.tailer("tailer " + i).close();
            }
            assertEquals(
                    "queue=" + folder + ": expected room for another named tailer, found all 128 in use; remove one",
                    assertThrows(StoreException.class, () -> queue.tailer("one too many"))
                            .getMessage());
        }
    }

    @Test
    void onlyANamedTailerAcknowledges() throws IOException {
        try (MappedQueue queue = openSmall(folder);
                Tailer tailer = queue.tailer()) {
            assertThrows(UnsupportedOperationException.class, tailer::acknowledge);
        }
    }

    @Test
    void retentionKeepsWhatANamedTailerNeeds() throws IOException {
        try (MappedQueue queue = openSmall(folder)) {
            append(queue, 0, 500);
            try (Tailer tailer = queue.tailer("audit")) {
                assertEquals(0, queue.delete(Retention.ofSize(0)));
                tailer.skip(250);
                tailer.acknowledge();
                assertEquals(2, queue.delete(Retention.ofSize(0)));
                assertEquals(250, entries(tailer).size());
            }
            assertEquals(3, queue.delete(Retention.ofAge(Duration.ZERO).evenIfNeeded()));
        }
    }

    @Test
    void aNamedTailerWhoseSegmentsWereDeletedReportsTheGap() throws IOException {
        try (MappedQueue queue = openSmall(folder)) {
            append(queue, 0, 500);
            queue.tailer("audit").close();
            assertEquals(2, queue.delete(Retention.ofSize(4 * SMALL_SEGMENT).evenIfNeeded()));
            try (Tailer tailer = queue.tailer("audit")) {
                GapException gap = assertThrows(GapException.class, () -> tailer.poll(Entry.CODEC));
                assertEquals(128, gap.from());
                assertEquals(2 * SMALL_SEGMENT + 128, gap.to());
                assertEquals(Entry.of(0, 198), tailer.poll(Entry.CODEC));
            }
        }
    }

    private Tailer behindAGap(MappedQueue queue) throws IOException {
        append(queue, 0, 500);
        queue.tailer("audit").close();
        assertEquals(2, queue.delete(Retention.ofSize(4 * SMALL_SEGMENT).evenIfNeeded()));
        return queue.tailer("audit");
    }

    @Test
    void aTailerThatIsMovedHasNoGapBeforeIt() throws IOException {
        try (MappedQueue queue = openSmall(folder);
                Tailer tailer = behindAGap(queue)) {
            tailer.toEnd();
            append(queue, 500, 501);
            assertEquals(Entry.of(0, 500), tailer.poll(Entry.CODEC));
        }
    }

    @Test
    void aMoveThatFailsLeavesTheGap() throws IOException {
        try (MappedQueue queue = openSmall(folder);
                Tailer tailer = behindAGap(queue)) {
            assertThrows(IllegalArgumentException.class, () -> tailer.moveTo(Long.MAX_VALUE / 2));
            assertThrows(GapException.class, () -> tailer.poll(Entry.CODEC));
            assertEquals(Entry.of(0, 198), tailer.poll(Entry.CODEC));
        }
    }

    @Test
    void aMoveIntoAGapIsTheGapThatIsReported() throws IOException {
        try (MappedQueue queue = openSmall(folder);
                Tailer tailer = behindAGap(queue)) {
            assertEquals(
                    SMALL_SEGMENT + 128,
                    assertThrows(GapException.class, () -> tailer.moveTo(SMALL_SEGMENT + 128))
                            .from());
            assertEquals(Entry.of(0, 198), tailer.poll(Entry.CODEC));
        }
    }

    @Test
    void aSkipReportsTheGap() throws IOException {
        try (MappedQueue queue = openSmall(folder);
                Tailer tailer = behindAGap(queue)) {
            assertThrows(GapException.class, () -> tailer.skip(1));
            assertEquals(1, tailer.skip(1));
            assertEquals(Entry.of(0, 199), tailer.poll(Entry.CODEC));
        }
    }

    @Test
    void anAcknowledgementBeforeAnyEntryWasReadLeavesTheGap() throws IOException {
        try (MappedQueue queue = openSmall(folder)) {
            try (Tailer tailer = behindAGap(queue)) {
                tailer.acknowledge();
            }
            try (Tailer tailer = queue.tailer("audit")) {
                assertThrows(GapException.class, () -> tailer.poll(Entry.CODEC));
            }
        }
    }

    @Test
    void retentionKeepsTheNewestSegmentAndWhatIsInWork() throws IOException {
        try (MappedQueue queue = openSmall(folder);
                Appender slow = queue.appender()) {
            append(queue, 0, 150);
            slow.claim(8);
            append(queue, 150, 500);
            assertEquals(0, queue.delete(Retention.ofAge(Duration.ofHours(1))));
            assertEquals(1, queue.delete(Retention.ofSize(0)));
            slow.commit();
            assertEquals(4, queue.delete(Retention.ofSize(0)));
            assertEquals(0, queue.delete(Retention.ofSize(0)));
            append(queue, 500, 600);
            try (Tailer tailer = queue.tailer()) {
                assertEquals(Entry.of(0, 599), entries(tailer).getLast());
            }
            assertThrows(IllegalArgumentException.class, () -> Retention.ofSize(-1));
            assertThrows(IllegalArgumentException.class, () -> Retention.ofAge(Duration.ofNanos(-1)));
        }
    }

    @Test
    void retentionDoesNotWalkOverWhatIsSettled() throws IOException {
        try (MappedQueue queue = openSmall(folder)) {
            append(queue, 0, 250);
            queue.force();
            // A walk would take this for the place of an appender.
            try (var channel = FileChannel.open(folder.resolve("000000000000.segment"), StandardOpenOption.WRITE)) {
                channel.write(ByteBuffer.allocate(Long.BYTES), 128);
            }
            assertEquals(2, queue.delete(Retention.ofSize(0)));
        }
    }

    @Test
    void aPositionAfterTheEndIsMovedToTheEnd() throws Exception {
        try (MappedQueue queue = openSmall(folder)) {
            append(queue, 0, 10);
            try (Tailer tailer = queue.tailer("audit")) {
                tailer.skip(10);
                tailer.acknowledge();
            }
        }
        Path segment = folder.resolve("000000000000.segment");
        try (var channel = FileChannel.open(segment, StandardOpenOption.WRITE)) {
            channel.truncate(128 + 5 * 40);
        }
        try (MappedQueue queue = openSmall(folder);
                Tailer tailer = queue.tailer("audit")) {
            assertEquals(2, queue.recovery().orElseThrow().damage().size());
            append(queue, 5, 6);
            assertEquals(Entry.of(0, 5), tailer.poll(Entry.CODEC));
        }
    }
}
