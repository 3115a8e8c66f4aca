package dev.verbatim.queue;

import static dev.verbatim.queue.QueueSamples.SMALL_SEGMENT;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;

/** Queues of many segments, in whose files a test writes when they were begun. */
final class SegmentTimes {

    private static final int MAGIC_OFFSET = 0;

    private static final int BEGUN_OFFSET = 32;

    private SegmentTimes() {}

    /** Makes a queue of small segments. */
    static void create(Path folder, int segments) throws IOException {
        try (MappedQueue queue = QueueSamples.openSmall(folder);
                Appender appender = queue.appender()) {
            long position = 0;
            while (position < (segments - 1) * SMALL_SEGMENT) {
                position = appender.append(MemorySegment.ofArray(new byte[500]));
            }
        }
    }

    static Path file(Path folder, long index) {
        return folder.resolve("%012d.segment".formatted(index));
    }

    static void begin(Path folder, long index, long nanos) throws IOException {
        write(file(folder, index), BEGUN_OFFSET, nanos);
    }

    /** Has nobody who maps a segment from now on take it for one. */
    static void damage(Path folder, long index) throws IOException {
        write(file(folder, index), MAGIC_OFFSET, 0);
    }

    private static void write(Path file, long offset, long value) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
            channel.write(bytes.putLong(0, value), offset);
        }
    }

    /** {@return the index of the segment that a tailer is in when it has moved to a time} */
    static long move(Tailer tailer, long nanos) throws IOException {
        tailer.moveToTime(Instant.EPOCH.plusNanos(nanos));
        long position = tailer.position();
        if (position % SMALL_SEGMENT != 128) {
            throw new AssertionError("position=" + position + " is not the start of a segment");
        }
        return position / SMALL_SEGMENT;
    }
}
