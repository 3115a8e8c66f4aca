package dev.verbatim.queue;

import static dev.verbatim.internal.log.EntryDescriptor.LAYOUT_ID_OFFSET;
import static dev.verbatim.internal.log.EntryDescriptor.PAYLOAD_OFFSET;
import static dev.verbatim.queue.QueueSamples.SMALL_SEGMENT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.internal.log.SegmentDescriptor;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The last two records of a closed queue are damaged at each of their bytes, with checksums and without, in one segment
 * and on both sides of the end of one. What must be left is read from the damaged bytes, as
 * {@code docs/queue-format.md} draws them.
 */
class DamagedSegmentsTest {

    private static final int PAYLOAD_SIZE = 21;
    private static final int RECORD_SIZE = 40;

    /** So many fit into a segment; then 8 bytes are left. */
    private static final int RECORDS_PER_SEGMENT = 99;

    @TempDir
    Path temporary;

    private Path folder;
    private boolean checksum;
    private byte[] control;
    private final List<byte[]> segments = new ArrayList<>();
    private final List<Kept> all = new ArrayList<>();

    /** A record that is there. */
    private record Kept(long position, String payload) {}

    private void write(boolean withChecksum, boolean severalSegments) throws IOException {
        checksum = withChecksum;
        folder = temporary.resolve("queue");
        int count = severalSegments ? RECORDS_PER_SEGMENT + 1 : 5;
        try (MappedQueue queue = MappedQueue.builder(folder)
                        .segmentSize(SMALL_SEGMENT)
                        .checksum(checksum)
                        .open();
                Appender appender = queue.appender()) {
            for (int i = 0; i < count; i++) {
                byte[] payload = new byte[PAYLOAD_SIZE];
                Arrays.fill(payload, (byte) (i + 1));
                all.add(new Kept(appender.append(MemorySegment.ofArray(payload)), Arrays.toString(payload)));
            }
        }
        control = Files.readAllBytes(folder.resolve("control"));
        for (int i = 0; i < (severalSegments ? 2 : 1); i++) {
            segments.add(Files.readAllBytes(path(i)));
        }
    }

    private Path path(int index) {
        return folder.resolve(SegmentDescriptor.fileName(index));
    }

    /** Makes the queue what it was, but for the bytes of one segment. */
    private void restore(int index, byte[] damaged) throws IOException {
        Files.deleteIfExists(path(segments.size()));
        Files.write(folder.resolve("control"), control);
        for (int i = 0; i < segments.size(); i++) {
            Files.write(path(i), i == index ? damaged : segments.get(i));
        }
    }

    @ParameterizedTest
    @CsvSource({"true, false", "false, false", "true, true", "false, true"})
    void aQueueThatIsCutKeepsWhatIsWhole(boolean withChecksum, boolean severalSegments) throws IOException {
        write(withChecksum, severalSegments);
        for (Kept record : all.subList(all.size() - 2, all.size())) {
            int index = (int) (record.position() / SMALL_SEGMENT);
            int start = (int) (record.position() % SMALL_SEGMENT);
            for (int cut = start; cut < start + RECORD_SIZE; cut++) {
                restore(index, Arrays.copyOf(segments.get(index), cut));
                requireKept(index, Arrays.copyOf(segments.get(index), cut), "index=" + index + " cut=" + cut, true, 0);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"true, false", "false, false", "true, true", "false, true"})
    void aQueueThatIsOverwrittenKeepsWhatIsIntact(boolean withChecksum, boolean severalSegments) throws IOException {
        write(withChecksum, severalSegments);
        for (Kept record : all.subList(all.size() - 2, all.size())) {
            int index = (int) (record.position() / SMALL_SEGMENT);
            int start = (int) (record.position() % SMALL_SEGMENT);
            for (int at = start; at < start + RECORD_SIZE; at++) {
                for (int change : new int[] {0x30, 0xff}) {
                    byte[] damaged = segments.get(index).clone();
                    damaged[at] ^= (byte) change;
                    restore(index, damaged);
                    // Without checksums an entry that has become one of another layout cannot be repaired.
                    boolean isLayoutId = at >= start + LAYOUT_ID_OFFSET && at < start + PAYLOAD_OFFSET;
                    String what = "index=" + index + " at=" + at + " change=" + change;
                    requireKept(index, damaged, what, checksum, isLayoutId && !checksum ? 1 : 0);
                }
            }
        }
    }

    private void requireKept(int index, byte[] damaged, String what, boolean reported, int lostLayouts)
            throws IOException {
        List<Kept> expected = new ArrayList<>();
        for (int i = 0; i < segments.size(); i++) {
            addIntact(i, i == index ? damaged : segments.get(i), expected);
        }
        try (MappedQueue queue = QueueSamples.openSmall(folder);
                Appender appender = queue.appender()) {
            QueueReport report = queue.recovery().orElseThrow();
            assertTrue(!reported || !report.damage().isEmpty() || report.orphans() > 0, what);
            assertEquals(expected, read(queue), what);
            List<QueueReport.Damage> left = queue.verify().damage();
            assertEquals(lostLayouts, left.size(), () -> what + ": all else was repaired: " + left);
            for (QueueReport.Damage lost : left) {
                assertTrue(lost.description().startsWith("cannot read the layout of this entry"), lost::description);
            }
            long position = appender.append(MemorySegment.ofArray(new byte[] {7}));
            assertFalse(
                    all.stream().anyMatch(record -> record.position() == position),
                    what + ": a position was issued twice");
            expected.add(new Kept(position, "[7]"));
            assertEquals(expected, read(queue), what);
        }
    }

    /** Adds the records of a segment that are whole and can be reached; the bytes may be fewer than the segment's. */
    private void addIntact(int index, byte[] bytes, List<Kept> intact) {
        ByteBuffer segment =
                ByteBuffer.wrap(Arrays.copyOf(bytes, (int) SMALL_SEGMENT)).order(ByteOrder.LITTLE_ENDIAN);
        int offset = 128;
        while (offset <= SMALL_SEGMENT - 16) {
            long word = segment.getLong(offset);
            long state = word >>> 60;
            long length = word & 0x3fff_ffff;
            int end = offset + 16 + (int) ((length + 7) / 8 * 8);
            boolean isRecord = state >= 1 && state <= 3 && (word >>> 30 & 0xf_ffff) != 0 && length <= SMALL_SEGMENT / 8;
            if (!isRecord || end > SMALL_SEGMENT) {
                return;
            }
            boolean whole = offset + 16 + length <= bytes.length;
            if (state == 2 && whole && (!checksum || segment.getInt(offset + 8) == checksum(segment, offset, end))) {
                byte[] payload = Arrays.copyOfRange(segment.array(), offset + 16, offset + 16 + (int) length);
                intact.add(new Kept(index * SMALL_SEGMENT + offset, Arrays.toString(payload)));
            }
            offset = end;
        }
    }

    private static int checksum(ByteBuffer segment, int offset, int end) {
        CRC32C crc = new CRC32C();
        crc.update(new byte[4]); // in place of the checksum
        crc.update(segment.slice(offset + 12, end - offset - 12));
        return (int) crc.getValue() ^ segment.getInt(offset) ^ segment.getInt(offset + 4);
    }

    private static List<Kept> read(MappedQueue queue) throws IOException {
        List<Kept> found = new ArrayList<>();
        try (Tailer tailer = queue.tailer().withChecksums()) {
            boolean more = true;
            while (more) {
                more = tailer.read((payload, position, layoutId) ->
                        found.add(new Kept(position, Arrays.toString(payload.toArray(ValueLayout.JAVA_BYTE)))));
            }
        }
        return found;
    }
}
