package dev.verbatim.queue;

import static dev.verbatim.queue.SegmentDescriptor.FIRST_ENTRY_OFFSET;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Repairs a queue that nobody has open: after the death of all its processes, or after a loss of power, which takes
 * from the device what only the page cache had.
 *
 * <p>It looks at the segment of the durable position, at the one before it, and at all after them. The durable position
 * follows each roll, so these are few.
 */
final class Recovery {

    private final Path queue;
    private final LockFile locks;
    private final ControlFile control;
    private final Segments segments;
    private final Scan scan;

    Recovery(Path queue, LockFile locks, ControlFile control, Segments segments) {
        this.queue = queue;
        this.locks = locks;
        this.control = control;
        this.segments = segments;
        this.scan = new Scan(segments, control, true);
    }

    QueueReport run() throws IOException {
        // Nobody else rolls, unless a process has lost the lock by which others see it. The lock of the roll keeps that
        // process out too.
        locks.lock(LockDescriptor.ROLL);
        try {
            return runAlone();
        } finally {
            locks.unlock(LockDescriptor.ROLL);
        }
    }

    private QueueReport runAlone() throws IOException {
        deleteUnfinished(queue);
        deleteUnfinished(queue.resolve(StoredLayouts.FOLDER_NAME));
        List<Long> indices = segments.indices();
        requireNewest(indices);
        long first = Math.max(indices.getFirst(), control.durableAcquire() / segments.segmentSize() - 1);
        Map<Long, Long> wholeSizes = new TreeMap<>();
        for (long index : indices) {
            if (index >= first) {
                // All are lengthened before any is scanned, because the scan of one may look at later ones.
                wholeSizes.put(index, lengthen(index));
            }
        }
        long end = 0;
        for (Map.Entry<Long, Long> segment : wholeSizes.entrySet()) {
            long segmentEnd = repair(segment.getKey(), segment.getValue());
            // A segment that was published and never used is after the end.
            if (end == 0 || segmentEnd % segments.segmentSize() != FIRST_ENTRY_OFFSET) {
                end = segmentEnd;
            }
        }
        end = segments.normalised(end);
        clampTailers(end);
        control.setDurableRelease(end);
        control.force();
        return scan.report(segments.normalised(first * segments.segmentSize()), end);
    }

    private static void deleteUnfinished(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(file -> file.toString().endsWith(QueueFiles.UNFINISHED_SUFFIX))
                    .toList()) {
                Files.deleteIfExists(file);
            }
        }
    }

    /**
     * Adopts a segment whose publisher died before the control file knew it. The positions of a missing segment would
     * be given out twice.
     */
    private void requireNewest(List<Long> indices) throws IOException {
        if (indices.isEmpty() || indices.getLast() < control.newestAcquire()) {
            throw new QueueException(segments.path(control.newestAcquire()), "the newest segment", "no file");
        }
        control.advanceNewest(indices.getLast());
    }

    /** {@return the position where the entries of a segment end} */
    private long repair(long index, long wholeSize) throws IOException {
        SegmentFile segment = segments.acquire(index);
        try {
            long end = scan.segment(segment, wholeSize);
            segment.force(0, end);
            return segment.position(end);
        } finally {
            segments.release(segment);
        }
    }

    /**
     * Gives a file that was cut its full size again. Only zeros that are really there can be mapped.
     *
     * @return the size that it had, at most that of a segment
     */
    private long lengthen(long index) throws IOException {
        Path path = segments.path(index);
        long size = Files.size(path);
        if (size >= segments.segmentSize() || size < FIRST_ENTRY_OFFSET) {
            return segments.segmentSize();
        }
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
            QueueFiles.writeZeros(channel, size, segments.segmentSize());
            channel.force(true);
        } catch (IOException e) {
            throw QueueException.failed(path, "extend it from " + size + " to " + segments.segmentSize() + " bytes", e);
        }
        scan.note(
                index * segments.segmentSize() + size,
                "expected a file of " + segments.segmentSize() + " bytes, found " + size + " bytes; the rest is zeros");
        return size;
    }

    /** No tailer is further than the queue. */
    private void clampTailers(long end) {
        for (int tailer = 0; tailer < ControlDescriptor.TAILERS; tailer++) {
            long position = control.tailerPositionAcquire(tailer);
            if (position > end) {
                control.setTailerPositionRelease(tailer, end);
                scan.note(
                        end,
                        "expected tailer=" + control.tailerName(tailer) + " at or before the end, found position="
                                + position + "; it is at the end");
            }
        }
    }
}
