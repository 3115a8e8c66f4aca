package dev.verbatim.internal.log;

import dev.verbatim.StoreException;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What was asked for when a log was opened.
 *
 * @param folder the log
 * @param segmentSize the segment size in bytes; null to take the log's own, or that of its kind for a new one
 * @param checksum whether entries have checksums; null to take the log's own, or the default for a new one
 * @param forcesEach whether an append waits until its entry is forced
 * @param batchInterval how long after the end of a batch the next one begins; zero if there are no batches
 * @param forcesSegments whether a segment is forced before it is published, so that the first force of an entry in it
 *     has less to do
 * @param readOnly whether nothing is changed
 * @param create whether a log is created where there is none; one that is only read never is
 */
public record LogOptions(
        Path folder,
        @Nullable Long segmentSize,
        @Nullable Boolean checksum,
        boolean forcesEach,
        Duration batchInterval,
        boolean forcesSegments,
        boolean readOnly,
        boolean create) {

    /** What was asked for where a log may be created. */
    public LogOptions(
            Path folder,
            @Nullable Long segmentSize,
            @Nullable Boolean checksum,
            boolean forcesEach,
            Duration batchInterval,
            boolean forcesSegments,
            boolean readOnly) {
        this(folder, segmentSize, checksum, forcesEach, batchInterval, forcesSegments, readOnly, true);
    }

    /**
     * Requires a segment size that a log can have.
     *
     * @throws IllegalArgumentException if it is not one
     */
    public static void requireSegmentSize(long segmentSize) {
        if (Long.bitCount(segmentSize) != 1
                || segmentSize < SegmentDescriptor.MIN_SIZE
                || segmentSize > SegmentDescriptor.MAX_SIZE) {
            throw new IllegalArgumentException("expected a power of two from " + SegmentDescriptor.MIN_SIZE + " to "
                    + SegmentDescriptor.MAX_SIZE + ", found segmentSize=" + segmentSize);
        }
    }

    /** {@return the segment size in bytes of a log that is created with this} */
    public long newSegmentSize(LogKind kind) {
        return segmentSize == null ? kind.newSegmentSize() : segmentSize;
    }

    /** {@return whether a log is created where there is none} */
    public boolean mayCreate() {
        return create && !readOnly;
    }

    boolean newChecksum() {
        return checksum == null || checksum;
    }

    /** {@return the interval of the batches; zero if there are none} */
    Duration effectiveBatchInterval() {
        return readOnly ? Duration.ZERO : batchInterval;
    }

    /** Requires that a log that exists is as it was asked for. */
    void requireSame(ControlFile control) throws StoreException {
        if (segmentSize != null && segmentSize != control.segmentSize()) {
            throw madeWith("segmentSize=" + segmentSize, "segmentSize=" + control.segmentSize());
        }
        if (checksum != null && checksum != control.checksum()) {
            throw madeWith("checksum=" + checksum, "checksum=" + control.checksum());
        }
    }

    private StoreException madeWith(String expected, String found) {
        return new StoreException(folder, expected, found + ", which it was made with; leave it out to open it so");
    }
}
