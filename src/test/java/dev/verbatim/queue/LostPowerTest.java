package dev.verbatim.queue;

import static dev.verbatim.queue.QueueSamples.SMALL_SEGMENT;
import static dev.verbatim.queue.QueueSamples.sequences;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.verbatim.GapException;
import dev.verbatim.LayoutText;
import dev.verbatim.queue.QueueSamples.Entry;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What a loss of power can leave of segments that nobody has forced. The boot's id in the control file says that there
 * was one: each test removes it.
 */
class LostPowerTest {

    private static final int PER_SEGMENT = (int) (SMALL_SEGMENT - 128) / 40;
    private static final long FORCED = 10;
    private static final long ALL = 3 * PER_SEGMENT + 20;

    @TempDir
    Path folder;

    @BeforeEach
    void append() throws IOException {
        try (MappedQueue queue = QueueSamples.openSmall(folder);
                Appender appender = queue.appender()) {
            for (long i = 0; i < ALL; i++) {
                appender.append(Entry.CODEC, Entry.of(0, i));
                if (i == FORCED - 1) {
                    queue.force();
                }
            }
        }
        forgetBoot(folder);
    }

    private static void forgetBoot(Path queue) throws IOException {
        try (RandomAccessFile control =
                new RandomAccessFile(queue.resolve("control").toFile(), "rw")) {
            control.seek(24);
            control.write(new byte[16]);
        }
    }

    private Path segment(int index) {
        return folder.resolve("%012d.segment".formatted(index));
    }

    /** There can be any number of segments ahead. */
    private void deleteSegmentsFrom(int first) throws IOException {
        for (int index = first; Files.deleteIfExists(segment(index)); index++) {
            // the next
        }
    }

    /** Entries up to some are there, and the queue goes on behind them. */
    private void requirePrefixAndMore(long count) throws IOException {
        try (MappedQueue queue = QueueSamples.openSmall(folder);
                Appender appender = queue.appender()) {
            assertEquals(LongStream.range(0, count).boxed().toList(), sequences(queue));
            for (long i = 0; i < 2 * PER_SEGMENT; i++) {
                appender.append(Entry.CODEC, Entry.of(0, count + i));
            }
            assertEquals(LongStream.range(0, count + 2 * PER_SEGMENT).boxed().toList(), sequences(queue));
            assertEquals(List.of(), queue.verify().damage());
        }
    }

    @Test
    void whereNothingWasLostAllIsThere() throws IOException {
        requirePrefixAndMore(ALL);
    }

    @Test
    void namesThatWereLostEndTheQueueBeforeThem() throws IOException {
        deleteSegmentsFrom(2);
        requirePrefixAndMore(2 * PER_SEGMENT);
    }

    @Test
    void aHeaderThatWasLostIsWrittenAgain() throws IOException {
        Files.write(segment(3), new byte[(int) SMALL_SEGMENT]);
        requirePrefixAndMore(3 * PER_SEGMENT);
    }

    @Test
    void aFileThatLostAllItsBytesIsMadeAgain() throws IOException {
        Files.write(segment(3), new byte[0]);
        try (MappedQueue queue = QueueSamples.openSmall(folder)) {
            assertEquals(3L * PER_SEGMENT, sequences(queue).size());
            assertEquals(2, queue.recovery().orElseThrow().damage().size());
        }
        requirePrefixAndMore(3 * PER_SEGMENT);
    }

    /** Nobody had come to it: so it must not look used afterwards. */
    @Test
    void aSegmentAheadOfNeedThatLostItsBytesIsEmpty() throws IOException {
        deleteSegmentsFrom(4);
        Files.write(segment(4), new byte[0]);
        Files.write(segment(5), new byte[100]);
        requirePrefixAndMore(ALL);
    }

    @Test
    void aSegmentWhoseFirstPagesWereLostIsNotUsedAgain() throws IOException {
        byte[] bytes = Files.readAllBytes(segment(3));
        Arrays.fill(bytes, 0, 512, (byte) 0);
        Files.write(segment(3), bytes);
        try (MappedQueue queue = QueueSamples.openSmall(folder);
                Appender appender = queue.appender()) {
            assertEquals(1, queue.recovery().orElseThrow().damage().size());
            assertTrue(appender.append(Entry.CODEC, Entry.of(0, 1000)) > 4 * SMALL_SEGMENT);
        }
        requireSequences(3 * PER_SEGMENT, 1000);
    }

    /** The second loss hides that there was anything behind the first. */
    @Test
    void aSegmentThatLostItsEndBeforeOneThatLostItsStartIsPadded() throws IOException {
        byte[] bytes = Files.readAllBytes(segment(2));
        Arrays.fill(bytes, 2048, bytes.length, (byte) 0);
        Files.write(segment(2), bytes);
        bytes = Files.readAllBytes(segment(3));
        Arrays.fill(bytes, 0, 512, (byte) 0);
        Files.write(segment(3), bytes);
        try (MappedQueue queue = QueueSamples.openSmall(folder);
                Appender appender = queue.appender()) {
            assertEquals(2, queue.recovery().orElseThrow().damage().size());
            assertTrue(appender.append(Entry.CODEC, Entry.of(0, 1000)) > 4 * SMALL_SEGMENT);
        }
        requireSequences(2 * PER_SEGMENT + (2048 - 128) / 40, 1000);
    }

    private void requireSequences(long count, long last) throws IOException {
        try (MappedQueue queue = QueueSamples.openSmall(folder)) {
            assertEquals(
                    LongStream.concat(LongStream.range(0, count), LongStream.of(last))
                            .boxed()
                            .toList(),
                    sequences(queue));
        }
    }

    @Test
    void whatWasForcedMustBeThere() throws IOException {
        deleteSegmentsFrom(0);
        assertEquals(
                "file=" + segment(0) + ": expected the newest segment, found no file",
                assertThrows(IOException.class, () -> QueueSamples.openSmall(folder))
                        .getMessage());
    }

    @Test
    void aQueueOfWhichNothingWasForcedBeginsAgain() throws IOException {
        Path other = folder.resolve("other");
        try (MappedQueue queue = QueueSamples.openSmall(other);
                Appender appender = queue.appender()) {
            appender.append(Entry.CODEC, Entry.of(0, 0));
        }
        forgetBoot(other);
        Files.delete(other.resolve("000000000000.segment"));
        Files.delete(other.resolve("000000000001.segment"));
        try (MappedQueue queue = QueueSamples.openSmall(other);
                Appender appender = queue.appender()) {
            assertEquals(128, appender.append(Entry.CODEC, Entry.of(0, 1)));
            assertEquals(List.of(1L), sequences(queue));
        }
    }

    @Test
    void aSegmentThatLostItsEndBeforeOneThatLostItsNameIsPadded() throws IOException {
        byte[] bytes = Files.readAllBytes(segment(1));
        Arrays.fill(bytes, 2048, bytes.length, (byte) 0);
        Files.write(segment(1), bytes);
        Files.delete(segment(2));
        try (MappedQueue queue = QueueSamples.openSmall(folder);
                Tailer tailer = queue.tailer()) {
            assertEquals(1, queue.recovery().orElseThrow().damage().size());
            GapException gap = assertThrows(GapException.class, () -> tailer.skip(Long.MAX_VALUE));
            assertEquals(2 * SMALL_SEGMENT + 128, gap.from());
            assertEquals(20, tailer.skip(Long.MAX_VALUE));
        }
    }

    @Test
    void aSegmentThatIsUsedLaterBeginsLater() throws IOException {
        byte[] bytes = Files.readAllBytes(segment(3));
        Arrays.fill(bytes, 128, bytes.length, (byte) 0);
        Files.write(segment(3), bytes); // its header says when it was begun
        long recovered = System.currentTimeMillis();
        requirePrefixAndMore(3 * PER_SEGMENT);
        try (MappedQueue queue = QueueSamples.openSmall(folder)) {
            assertTrue(queue.info().segments().get(3).created().toEpochMilli() >= recovered);
        }
    }

    /**
     * {@return a copy of a queue in use, of which the control file was copied when it had one entry}
     *
     * @param oldest the oldest segment that was there when the segments were copied
     */
    private Path copyInUse(int oldest) throws IOException {
        Path copy = folder.resolve("copy");
        Files.createDirectories(copy.resolve("layouts"));
        try (MappedQueue queue = QueueSamples.openSmall(folder.resolve("other"));
                Appender appender = queue.appender()) {
            appender.append(Entry.CODEC, Entry.of(0, 0));
            Files.copy(queue.path().resolve("control"), copy.resolve("control"));
            String layout = "layouts/%08x".formatted(LayoutText.id(Entry.CODEC.layout()));
            Files.copy(queue.path().resolve(layout), copy.resolve(layout));
            for (long i = 1; i < ALL; i++) {
                appender.append(Entry.CODEC, Entry.of(0, i));
            }
            for (int index = 3; index >= oldest; index--) {
                String name = "%012d.segment".formatted(index);
                Files.copy(queue.path().resolve(name), copy.resolve(name));
            }
        }
        return copy;
    }

    /** Who forces an entry forces the batch before it too, but maybe not yet whole. */
    @ParameterizedTest
    @ValueSource(ints = {0, 8, 32})
    void aBatchThatLostPartOfAnEntryIsLostAndNothingElse(int kept) throws IOException {
        Path other = folder.resolve("other");
        long batch;
        try (MappedQueue queue = QueueSamples.openSmall(other);
                Appender appender = queue.appender()) {
            batch = appender.append(Entry.CODEC, Entry.of(0, 0)) + 40;
            appender.appendAll(Entry.CODEC, List.of(Entry.of(0, 1), Entry.of(0, 2), Entry.of(0, 3)));
            appender.append(Entry.CODEC, Entry.of(0, 4));
        }
        forgetBoot(other);
        Path segment = other.resolve("000000000000.segment");
        byte[] bytes = Files.readAllBytes(segment);
        int second = (int) batch + 8 + 40;
        Arrays.fill(bytes, second + kept, second + 40, (byte) 0);
        Files.write(segment, bytes);
        try (MappedQueue queue = QueueSamples.openSmall(other)) {
            assertEquals(List.of(0L, 4L), sequences(queue));
            String damage = queue.recovery().orElseThrow().damage().getFirst().description();
            assertTrue(
                    damage.startsWith("expected whole entries up to offset=%d, found at offset=%d %s=0x"
                            .formatted(batch + 8 + 3 * 40, second, kept == 0 ? "word" : "an entry with checksum")),
                    damage);
            assertEquals(kept > 0, damage.contains(" in place of checksum=0x"), damage);
            assertTrue(damage.endsWith("; the batch is aborted"), damage);
            assertEquals(List.of(), queue.verify().damage());
        }
    }

    /** Nobody sees by a checksum what is missing. */
    @Test
    void aBatchThatWasCutIsLostWithoutChecksumsToo() throws IOException {
        Path other = folder.resolve("other");
        long last;
        try (MappedQueue queue = MappedQueue.builder(other)
                        .segmentSize(SMALL_SEGMENT)
                        .checksum(false)
                        .open();
                Appender appender = queue.appender()) {
            appender.append(Entry.CODEC, Entry.of(0, 0));
            last = appender.appendAll(Entry.CODEC, List.of(Entry.of(0, 1), Entry.of(0, 2)));
        }
        forgetBoot(other);
        Path segment = other.resolve("000000000000.segment");
        Files.write(segment, Arrays.copyOf(Files.readAllBytes(segment), (int) last + 39));
        try (MappedQueue queue = MappedQueue.open(other)) {
            assertEquals(List.of(0L), sequences(queue));
            assertEquals(List.of(), queue.verify().damage());
        }
    }

    /** In the same boot a control file is older than segments where a queue was copied that was in use. */
    @Test
    void aCopyWhoseControlFileIsOlderHasAllEntries() throws IOException {
        Path copy = copyInUse(0);
        try (MappedQueue queue = QueueSamples.openSmall(copy)) {
            assertEquals(List.of(), queue.verify().damage());
            try (Tailer tailer = queue.tailer()) {
                assertEquals(ALL, tailer.skip(Long.MAX_VALUE));
            }
        }
    }

    @Test
    void aCopyWhoseControlFileKnowsOnlyDeletedSegmentsIsUsable() throws IOException {
        Path copy = copyInUse(2);
        try (MappedQueue queue = QueueSamples.openSmall(copy);
                Appender appender = queue.appender();
                Tailer tailer = queue.tailer()) {
            assertTrue(appender.append(Entry.CODEC, Entry.of(0, ALL)) > 3 * SMALL_SEGMENT);
            assertEquals(ALL + 1 - 2 * PER_SEGMENT, tailer.skip(Long.MAX_VALUE));
            assertEquals(List.of(), queue.verify().damage());
        }
    }

    /** To store to a hole would be a fault on a full disk. */
    @Test
    void noHoleIsLeft() throws Exception {
        long size = 1 << 20;
        Path other = folder.resolve("other");
        try (MappedQueue queue = MappedQueue.builder(other).segmentSize(size).open();
                Appender appender = queue.appender()) {
            appender.append(Entry.CODEC, Entry.of(0, 0));
        }
        forgetBoot(other);
        Path segment = other.resolve("000000000000.segment");
        byte[] start = Arrays.copyOf(Files.readAllBytes(segment), 4096);
        Files.delete(segment);
        try (RandomAccessFile sparse = new RandomAccessFile(segment.toFile(), "rw")) {
            sparse.setLength(size);
            sparse.write(start);
        }
        assumeTrue(allocated(segment) < size, "needs `stat` and a file system with holes");
        try (MappedQueue queue = MappedQueue.open(other)) {
            assertEquals(List.of(0L), sequences(queue));
        }
        assertTrue(allocated(segment) >= size, () -> "a file with holes: " + segment);
    }

    private static long allocated(Path file) throws Exception {
        Process stat;
        try {
            stat = new ProcessBuilder("stat", "-c", "%b", file.toString()).start();
        } catch (IOException e) {
            return Long.MAX_VALUE;
        }
        String blocks = new String(stat.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip();
        return stat.waitFor() == 0 ? Long.parseLong(blocks) * 512 : Long.MAX_VALUE;
    }
}
