package dev.verbatim.internal.log;

import static dev.verbatim.internal.log.SegmentDescriptor.FIRST_ENTRY_OFFSET;

import dev.verbatim.StoreException;
import dev.verbatim.internal.io.BootId;
import dev.verbatim.internal.io.FileFailure;
import dev.verbatim.internal.io.ZeroFill;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;

/**
 * Repairs a log that nobody has open: after the death of all its processes, or after a loss of power, which takes
 * from the device what only the page cache had.
 *
 * <p>It looks at the segment of the durable position, at the one before it, and at all after them. The durable position
 * usually follows the appenders within a minute or two, so these are few.
 *
 * <p>After another boot a file that was never forced can have lost anything: its name, its header, its end, or pages in
 * the middle, which are holes then. To store to a hole could find the disk full, and that would be a fault. So holes
 * are filled before anything is mapped.
 *
 * <p>After a force that has failed, too, nobody knows what the device has, though the page cache may have all: of what
 * it has dropped, older bytes may come back. So all is looked at as after another boot, and each page is made to be
 * written once more. But in the same boot no file has become shorter or has holes.
 *
 * <p>A process that has lost its locks looks dead, and in the same boot it may live. It may roll and append all the
 * while: entries are repaired by compare-and-set then, and the newest segment only goes forward. What would overwrite
 * its work is done in another boot only, in which it does not live. Where nobody knows the boot it is done too, and
 * what such a process appends during the repair may be lost.
 */
final class Recovery {

    private final LogKind kind;
    private final Path folder;
    private final LockFile locks;
    private final ControlFile control;
    private final Segments segments;

    /** Whether a process may live that has lost its locks, and files are at least as long as they were. */
    private final boolean sameBoot;

    /** Whether all is there that was ever written. */
    private final boolean whole;

    private final Scan scan;

    Recovery(LogKind kind, Path folder, LockFile locks, ControlFile control, Segments segments) throws IOException {
        this.kind = kind;
        this.folder = folder;
        this.locks = locks;
        this.control = control;
        this.segments = segments;
        UUID boot = BootId.current();
        this.sameBoot = !boot.equals(BootId.UNKNOWN)
                && boot.equals(control.bootId())
                && (!kind.settlesAsMet() || (control.isUntouched() && areWhole(segments)));
        this.whole = sameBoot && !control.hasForceFailed();
        this.scan = Scan.repairing(segments, control, sameBoot, whole);
    }

    LogReport run() throws IOException {
        // Nobody else deletes or links segments, unless a process has lost the lock by which others see it. This lock
        // keeps that process out too.
        locks.lock(LockDescriptor.DELETE);
        try {
            return runAlone();
        } finally {
            locks.unlock(LockDescriptor.DELETE);
        }
    }

    private LogReport runAlone() throws IOException {
        LogFiles.deleteUnfinished(folder);
        Path layouts = folder.resolve(StoredLayouts.FOLDER_NAME);
        LogFiles.createFolder(layouts); // a tool that copies files leaves an empty folder out
        LogFiles.deleteUnfinished(layouts);
        List<Long> indices = published();
        if (whole && kind.settlesAsMet()) {
            long end = end();
            return scan.report(end, end);
        }
        long first = Math.max(indices.getFirst(), control.durableAcquire() / segments.segmentSize() - 1);
        long last = whole ? lastUsed(indices) : indices.getLast();
        SortedMap<Long, Long> wholeSizes = new TreeMap<>();
        for (long index : indices) {
            if (index >= first && index <= last) {
                // All are whole before any is scanned, because the scan of one may look at later ones.
                wholeSizes.put(index, makeWhole(index));
            }
        }
        long repairedEnd = repair(wholeSizes);
        long newest = (repairedEnd - 1) / segments.segmentSize();
        if (sameBoot) {
            control.advanceNewest(newest);
        } else {
            control.setNewestRelease(newest);
        }
        long end = segments.normalised(repairedEnd);
        clampTailers(end);
        // Before the position that needs the names.
        control.forceFolder(folder);
        control.forceFolder(layouts);
        control.setDurableRelease(Math.min(end, scan.firstLeft())); // what will be settled has to be forced again
        control.bootId(BootId.current());
        if (kind.settlesAsMet()) {
            control.setRepaired();
        }
        if (control.hasForceFailed()) {
            control.dirty();
        }
        control.force();
        control.hasForceFailed(false);
        return scan.report(segments.normalised(first * segments.segmentSize()), end);
    }

    /** {@return whether no segment was cut} */
    private static boolean areWhole(Segments segments) throws IOException {
        for (long index : segments.published()) {
            if (Files.size(segments.path(index)) != segments.segmentSize()) {
                return false;
            }
        }
        return true;
    }

    /** {@return where some claim has ended, after which there are few} */
    private long end() throws IOException {
        SegmentFile last = segments.acquireLastUsed();
        try {
            return segments.normalised(last.position(last.tailHintOpaque()));
        } finally {
            segments.release(last);
        }
    }

    /**
     * Repairs and forces segments.
     *
     * @param wholeSizes by index, how many bytes of each were there
     * @return the position where the entries end
     */
    private long repair(SortedMap<Long, Long> wholeSizes) throws IOException {
        long end = 0;
        long begunNanos = 0;
        boolean hasEnded = false;
        for (Map.Entry<Long, Long> wholeSize : wholeSizes.entrySet()) {
            SegmentFile segment = segments.acquire(wholeSize.getKey());
            try {
                // Nobody has come to a segment after one that has room left and no entries after it, even if it was
                // cut; unless a process that has lost its locks has done so since.
                boolean isAfterEnd = hasEnded;
                long segmentEnd = isAfterEnd ? FIRST_ENTRY_OFFSET : scan.segment(segment, wholeSize.getValue());
                hasEnded = segmentEnd < segments.segmentSize();
                if (control.hasForceFailed()) {
                    segment.dirty(segmentEnd);
                }
                control.write(() -> segment.force(0, segmentEnd));
                // One that nobody has come to is after the end.
                if (end == 0 || (!isAfterEnd && !segment.isEmpty())) {
                    end = segment.position(segmentEnd);
                    segment.begin(begunNanos); // if that was lost
                    begunNanos = segment.begunNanosAcquire();
                } else if (!sameBoot && segment.isEmpty()) {
                    segment.forgetBegin();
                }
            } finally {
                segments.release(segment);
            }
        }
        return end;
    }

    /**
     * {@return the indices of the segments that are there} In a new log there are none, nor in one that lost its
     * power before anything was forced: that begins again.
     *
     * @throws StoreException if one is missing that must be there
     */
    private List<Long> published() throws IOException {
        List<Long> indices = segments.published();
        long needed = sameBoot ? control.newestAcquire() : lastForced();
        if (indices.isEmpty() && (needed < 0 || control.isNew())) {
            control.setNewestRelease(0);
            segments.createFirst();
            return segments.published();
        }
        if (indices.isEmpty()
                || (needed > indices.getFirst() && !indices.contains(needed))
                || (sameBoot && needed < indices.getFirst() && !isBegun(indices.getFirst()))) {
            throw new StoreException(segments.path(needed), "the newest segment", "no file");
        }
        return indices;
    }

    /** {@return whether an appender has come to a segment} Those before it may have been deleted then. */
    private boolean isBegun(long index) throws IOException {
        SegmentFile segment = segments.acquire(index);
        try {
            return segment.begunNanosAcquire() != 0;
        } finally {
            segments.release(segment);
        }
    }

    /**
     * {@return the index of the last segment that an appender has come to} In the same boot those after the newest are
     * as they were made, empty; but in a copy of a queue that was in use, the control file can be older than they are.
     */
    private long lastUsed(List<Long> indices) throws IOException {
        // Segments that the control file does not know yet may have been followed by the deletion of all that it does.
        long last = Math.max(control.newestAcquire(), indices.getFirst());
        for (long index : indices) {
            if (index == last + 1) {
                SegmentFile segment = segments.acquire(index);
                try {
                    last = segment.isEmpty() ? last : index;
                } finally {
                    segments.release(segment);
                }
            }
        }
        return last;
    }

    /** {@return the index of the last segment of which anything was forced; -1 if there is none} */
    private long lastForced() {
        return Math.floorDiv(control.durableAcquire() - FIRST_ENTRY_OFFSET - 1, segments.segmentSize());
    }

    /**
     * Gives a file that was cut its full size again, after another boot blocks where it has holes, and a header where
     * that was lost. Only zeros that are really there can be mapped.
     *
     * @return the size that it had, at most that of a segment
     */
    private long makeWhole(long index) throws IOException {
        Path path = segments.path(index);
        long segmentSize = segments.segmentSize();
        long size = Files.size(path);
        boolean headerMayBeLost = !whole && index > lastForced();
        if ((whole && size >= segmentSize) || (size < FIRST_ENTRY_OFFSET && !headerMayBeLost)) {
            return segmentSize;
        }
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            if (size < segmentSize) {
                ZeroFill.write(channel, size, segmentSize, ZeroFill.SMALL_PIECE);
            }
            if (!sameBoot) {
                LogFiles.fillHoles(channel, segmentSize);
            }
            if (headerMayBeLost && Mappings.isZero(LogFiles.read(channel, 0, FIRST_ENTRY_OFFSET))) {
                LogFiles.write(channel, segments.newHeader(index));
            }
            control.write(() -> channel.force(true));
        } catch (IOException e) {
            throw FileFailure.of(path, "extend it from " + size + " to " + segmentSize + " bytes", e);
        }
        if (size < segmentSize) {
            scan.note(
                    index * segmentSize + size,
                    "expected a file of " + segmentSize + " bytes, found " + size + " bytes; the rest is zeros");
        }
        return Math.min(size, segmentSize);
    }

    /** No tailer is further than the log. */
    private void clampTailers(long end) {
        for (int tailer = 0; tailer < ControlDescriptor.TAILERS; tailer++) {
            long position = control.tailerPositionAcquire(tailer);
            if (position > end) {
                control.setTailerPositionRelease(tailer, end);
                scan.noteTailer(control.tailerName(tailer), position, end);
            }
        }
    }
}
