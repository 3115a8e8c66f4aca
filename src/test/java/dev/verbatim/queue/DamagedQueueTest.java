package dev.verbatim.queue;

import static dev.verbatim.queue.QueueSamples.SMALL_SEGMENT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.StoreException;
import dev.verbatim.internal.log.SegmentDescriptor;
import dev.verbatim.queue.QueueReport.Damage;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The end of a closed queue is cut off or overwritten, at each byte of its last two records. */
class DamagedQueueTest {

    /** Payloads of sizes that need zeros to be aligned, and of one that does not. No byte of them is 0. */
    private static final int[] SIZES = {16, 5, 30, 13, 21};

    private static final String SEGMENT = "000000000000.segment";

    @TempDir
    Path temporary;

    private Path folder;
    private byte[] control;
    private byte[] segment;
    private final List<Long> positions = new ArrayList<>();

    @BeforeEach
    void writeAQueue() throws IOException {
        folder = temporary.resolve("queue");
        try (MappedQueue queue = QueueSamples.openSmall(folder);
                Appender appender = queue.appender()) {
            for (int i = 0; i < SIZES.length; i++) {
                positions.add(appender.append(MemorySegment.ofArray(payload(i))));
            }
        }
        control = Files.readAllBytes(folder.resolve("control"));
        segment = Files.readAllBytes(folder.resolve(SEGMENT));
    }

    /** Makes the queue what it was, but for the bytes of its segment. */
    private void restore(byte[] newSegment) throws IOException {
        Files.deleteIfExists(folder.resolve(SegmentDescriptor.fileName(1)));
        Files.write(folder.resolve("control"), control);
        Files.write(folder.resolve(SEGMENT), newSegment);
    }

    private static byte[] payload(int record) {
        byte[] payload = new byte[SIZES[record]];
        for (int i = 0; i < payload.length; i++) {
            payload[i] = (byte) (i + 1 + 16 * record);
        }
        return payload;
    }

    private int payloadEnd(int record) {
        return (int) (positions.get(record) + 16 + SIZES[record]);
    }

    private int end() {
        return (payloadEnd(SIZES.length - 1) + 7) / 8 * 8;
    }

    /** {@return the indices of the records that a fresh tailer reads, each of which is as it was appended} */
    private List<Integer> read(MappedQueue queue) throws IOException {
        List<Integer> found = new ArrayList<>();
        try (Tailer tailer = queue.tailer().withChecksums()) {
            boolean more = true;
            while (more) {
                more = tailer.read((payload, position, layoutId) -> {
                    int record = positions.indexOf(position);
                    assertEquals(-1, payload.mismatch(MemorySegment.ofArray(payload(record))), "record=" + record);
                    found.add(record);
                });
            }
        }
        return found;
    }

    private static List<Integer> upTo(int count) {
        return Stream.iterate(0, i -> i + 1).limit(count).toList();
    }

    @Test
    void anUndamagedQueueIsWhole() throws IOException {
        try (MappedQueue queue = QueueSamples.openSmall(folder)) {
            assertEquals(upTo(5), read(queue));
            assertEquals(List.of(), queue.recovery().orElseThrow().damage());
            assertEquals(List.of(), queue.verify().damage());
        }
    }

    @Test
    void aQueueThatIsCutKeepsExactlyTheIntactPrefix() throws IOException {
        for (int cut = positions.get(3).intValue(); cut < end(); cut++) {
            restore(Arrays.copyOf(segment, cut));
            int kept = cut >= payloadEnd(4) ? 5 : cut >= payloadEnd(3) ? 4 : 3;
            try (MappedQueue queue = QueueSamples.openSmall(folder);
                    Appender appender = queue.appender()) {
                assertEquals(upTo(kept), read(queue), "cut=" + cut);
                assertFalse(queue.recovery().orElseThrow().damage().isEmpty());
                assertEquals(SMALL_SEGMENT, Files.size(folder.resolve(SEGMENT)));
                long position = appender.append(MemorySegment.ofArray(new byte[] {7}));
                assertTrue(position >= payloadEnd(kept - 1), "cut=" + cut + " position=" + position);
            }
        }
    }

    @Test
    void aSecondRecoveryReportsNothingThatTheFirstHasRepaired() throws IOException {
        for (int at = 0; at < end() + 64; at++) {
            byte[] damaged = segment.clone();
            damaged[at] ^= 0x55;
            requireRepairedOnce(damaged, "changed at=" + at);
            requireRepairedOnce(Arrays.copyOf(segment, at), "cut=" + at);
        }
    }

    @Test
    void aSecondRecoveryReportsNothingOfSeveralSegmentsEither() throws IOException {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        int rounds = 100;
        int opened = 0;
        int repaired = 0;
        for (int round = 0; round < rounds; round++) {
            StringBuilder what = new StringBuilder("seed=" + seed + " round=" + round);
            try {
                Optional<QueueReport> first = repairOnce(temporary.resolve("other" + round), random, what);
                opened += first.isPresent() ? 1 : 0;
                repaired += first.isPresent() && !first.get().damage().isEmpty() ? 1 : 0;
            } catch (IOException | RuntimeException e) {
                throw new AssertionError(what.toString(), e);
            }
        }
        String counts = "seed=" + seed + " rounds=" + rounds + " opened=" + opened + " repaired=" + repaired;
        assertTrue(opened > rounds / 2, counts);
        assertTrue(repaired > rounds / 4, counts);
    }

    /** Damages a queue, and opens it twice; what the first recovery found, if the queue could be opened. */
    private static Optional<QueueReport> repairOnce(Path other, Random random, StringBuilder what) throws IOException {
        try (MappedQueue queue = QueueSamples.openSmall(other);
                Appender appender = queue.appender()) {
            for (int i = random.nextInt(100, 400); i > 0; i--) {
                appender.append(MemorySegment.ofArray(new byte[random.nextInt(1, 64)]));
            }
        }
        for (int i = 0; i < 3; i++) {
            what.append("; ").append(damage(other, random));
        }
        QueueReport found;
        try (MappedQueue first = QueueSamples.openSmall(other)) {
            found = first.recovery().orElseThrow();
            what.append("; found ").append(found);
        } catch (StoreException e) {
            return Optional.empty(); // a header is damaged, so it stays as it is
        }
        try (MappedQueue second = QueueSamples.openSmall(other)) {
            assertEquals(List.of(), second.recovery().orElseThrow().damage(), what.toString());
        }
        return Optional.of(found);
    }

    private static String damage(Path queue, Random random) throws IOException {
        Path file = queue.resolve(SegmentDescriptor.fileName(random.nextInt(3)));
        if (!Files.exists(file)) {
            return "nothing";
        }
        byte[] bytes = Files.readAllBytes(file);
        int at = random.nextInt(128, (int) SMALL_SEGMENT);
        return switch (random.nextInt(3)) {
            case 0 -> {
                Files.write(file, Arrays.copyOf(bytes, at));
                yield file.getFileName() + " cut=" + at;
            }
            case 1 -> {
                int end = Math.min(at + random.nextInt(300), bytes.length);
                Arrays.fill(bytes, Math.min(at, bytes.length), end, (byte) 0);
                Files.write(file, bytes);
                yield file.getFileName() + " zeros at=" + at;
            }
            default -> {
                if (at < bytes.length) {
                    bytes[at] ^= (byte) random.nextInt(1, 256);
                }
                Files.write(file, bytes);
                yield file.getFileName() + " changed at=" + at;
            }
        };
    }

    private void requireRepairedOnce(byte[] damaged, String what) throws IOException {
        restore(damaged);
        try (MappedQueue first = QueueSamples.openSmall(folder)) {
            assertTrue(first.recovery().isPresent(), what);
        } catch (StoreException e) {
            return; // its header is damaged, so it stays as it is
        }
        try (MappedQueue second = QueueSamples.openSmall(folder)) {
            assertEquals(List.of(), second.recovery().orElseThrow().damage(), what);
            assertEquals(List.of(), second.verify().damage(), what);
        }
    }

    @Test
    void aQueueThatIsCutWithoutChecksumsKeepsTheIntactPrefixToo() throws IOException {
        Path other = temporary.resolve("unchecked");
        long last;
        try (MappedQueue queue = MappedQueue.builder(other)
                        .segmentSize(SMALL_SEGMENT)
                        .checksum(false)
                        .open();
                Appender appender = queue.appender()) {
            appender.append(MemorySegment.ofArray(payload(0)));
            last = appender.append(MemorySegment.ofArray(payload(3)));
        }
        byte[] bytes = Files.readAllBytes(other.resolve(SEGMENT));
        for (int cut = (int) last; cut < last + 16 + SIZES[3]; cut++) {
            Files.write(other.resolve(SEGMENT), Arrays.copyOf(bytes, cut));
            try (MappedQueue queue = QueueSamples.openSmall(other);
                    Tailer tailer = queue.tailer()) {
                assertEquals(1, tailer.skip(10), "cut=" + cut);
            }
        }
    }

    @Test
    void aQueueThatIsOverwrittenKeepsWhatIsIntactAndReportsTheRest() throws IOException {
        for (int at = positions.get(3).intValue(); at < end(); at++) {
            for (int change : new int[] {0x01, 0x10, 0x30, 0x80, 0xff}) {
                overwrite(at, change);
            }
        }
    }

    private void overwrite(int at, int change) throws IOException {
        byte[] damaged = segment.clone();
        damaged[at] ^= (byte) change;
        restore(damaged);
        String what = "at=" + at + " change=" + change;
        try (MappedQueue queue = QueueSamples.openSmall(folder)) {
            List<Integer> expected = new ArrayList<>(upTo(3));
            if (at >= positions.get(4)) {
                expected.add(3);
            } else if (nextAfter(damaged, positions.get(3).intValue()) == positions.get(4)) {
                expected.add(4);
            }
            assertEquals(expected, read(queue), what);
            QueueReport report = queue.recovery().orElseThrow();
            assertTrue(!report.damage().isEmpty() || report.orphans() > 0, what);
            for (Damage damage : report.damage()) {
                assertTrue(damage.position() >= positions.get(3), () -> what + " " + damage);
            }
            assertEquals(List.of(), queue.verify().damage(), what + ": it was repaired");
        }
    }

    /** Where the record after the one at an offset starts, as docs/queue-format.md has it; -1 if the word is none. */
    private static long nextAfter(byte[] bytes, int offset) {
        long word = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getLong(offset);
        long state = word >>> 60;
        long generation = word >>> 30 & 0xfffff;
        long length = word & 0x3fffffff;
        boolean isRecord = state >= 1 && state <= 3 && generation != 0 && length <= SMALL_SEGMENT / 8;
        return isRecord ? offset + 16 + (length + 7) / 8 * 8 : -1;
    }

    @Test
    void bytesAfterTheEndAreReportedAndNeverMistakenForRecords() throws IOException {
        byte[] damaged = segment.clone();
        System.arraycopy(segment, positions.get(4).intValue(), damaged, end() + 40, 24);
        restore(damaged);
        try (MappedQueue queue = QueueSamples.openSmall(folder);
                Appender appender = queue.appender();
                Tailer tailer = queue.tailer()) {
            assertEquals(
                    List.of(new Damage(
                            end(),
                            "expected an entry, because others follow, found word=0x0000000000000000 (state=0,"
                                    + " slot=0, generation=0, length=0); the rest of the segment is padding")),
                    queue.recovery().orElseThrow().damage());
            long position = appender.append(MemorySegment.ofArray(new byte[24]));
            assertEquals(SMALL_SEGMENT + 128, position);
            assertEquals(6, tailer.skip(10));
        }
    }

    @Test
    void aSegmentInTheMiddleThatLostItsEndIsPadded() throws IOException {
        try (MappedQueue queue = QueueSamples.openSmall(folder);
                Appender appender = queue.appender()) {
            for (int i = 0; i < 130; i++) {
                appender.append(MemorySegment.ofArray(new byte[24]));
            }
        }
        Files.write(folder.resolve(SEGMENT), Arrays.copyOf(Files.readAllBytes(folder.resolve(SEGMENT)), end()));
        try (MappedQueue queue = QueueSamples.openSmall(folder);
                Tailer tailer = queue.tailer()) {
            assertEquals(2, queue.recovery().orElseThrow().damage().size());
            long inSecond = queue.verify().committed() - 5;
            assertEquals(5, tailer.skip(5));
            assertEquals(inSecond, tailer.skip(1000));
            assertTrue(inSecond > 0);
        }
    }

    @Test
    void twoSegmentsThatAreCutAreBothRepaired() throws IOException {
        try (MappedQueue queue = QueueSamples.openSmall(folder);
                Appender appender = queue.appender()) {
            for (int i = 0; i < 130; i++) {
                appender.append(MemorySegment.ofArray(new byte[24]));
            }
        }
        Path second = folder.resolve(SegmentDescriptor.fileName(1));
        Files.write(folder.resolve(SEGMENT), Arrays.copyOf(Files.readAllBytes(folder.resolve(SEGMENT)), end()));
        // 128 bytes, four records of 40 and a part of the fifth.
        Files.write(second, Arrays.copyOf(Files.readAllBytes(second), 300));
        try (MappedQueue queue = QueueSamples.openSmall(folder);
                Tailer tailer = queue.tailer()) {
            assertEquals(5, queue.recovery().orElseThrow().damage().size());
            assertEquals(5 + 4, tailer.skip(1000));
            assertEquals(List.of(), queue.verify().damage());
        }
    }

    @Test
    void aSegmentThatLostAllItsRecordsIsPaddedAndSoIsTheEndOfTheOneBefore() throws IOException {
        byte[] durable = Files.readAllBytes(folder.resolve("control"));
        long last;
        try (MappedQueue queue = QueueSamples.openSmall(folder);
                Appender appender = queue.appender()) {
            do {
                last = appender.append(MemorySegment.ofArray(new byte[24]));
            } while (last < 2 * SMALL_SEGMENT + 1000);
        }
        // The pages of the third segment came to the device, those of the second one did not, and the durable position
        // did not move.
        byte[] control = Files.readAllBytes(folder.resolve("control"));
        System.arraycopy(durable, 128, control, 128, 8);
        Files.write(folder.resolve("control"), control);
        Path second = folder.resolve(SegmentDescriptor.fileName(1));
        Files.write(second, Arrays.copyOf(Arrays.copyOf(Files.readAllBytes(second), 128), (int) SMALL_SEGMENT));
        Files.write(folder.resolve(SEGMENT), Arrays.copyOf(Arrays.copyOf(segment, end()), (int) SMALL_SEGMENT));
        try (MappedQueue queue = QueueSamples.openSmall(folder);
                Appender appender = queue.appender();
                Tailer tailer = queue.tailer()) {
            assertEquals(
                    List.of((long) end(), SMALL_SEGMENT + 128),
                    queue.recovery().orElseThrow().damage().stream()
                            .map(Damage::position)
                            .toList());
            assertEquals(last + 40, appender.append(MemorySegment.ofArray(new byte[24])));
            long inThird = (last + 40 - (2 * SMALL_SEGMENT + 128)) / 40 + 1;
            assertEquals(5 + inThird, tailer.skip(1000));
            assertEquals(List.of(), queue.verify().damage());
        }
    }

    @Test
    void aReaderThatOpenedFirstDoesNotKeepTheQueueFromBeingRepaired() throws IOException {
        byte[] damaged = segment.clone();
        damaged[payloadEnd(4) - 1] ^= 1;
        restore(damaged);
        try (MappedQueue readOnly = MappedQueue.builder(folder).readOnly(true).open();
                MappedQueue queue = QueueSamples.openSmall(folder)) {
            assertEquals(1, queue.recovery().orElseThrow().damage().size());
            assertEquals(upTo(4), read(queue));
            assertEquals(upTo(4), read(readOnly));
        }
    }
}
