package dev.verbatim.queue;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What was asked for when a queue was opened.
 *
 * @param folder the queue
 * @param segmentSize the segment size in bytes; null to take the queue's own, or the default for a new one
 * @param checksum whether entries have checksums; null to take the queue's own, or the default for a new one
 * @param durability what an append waits for
 * @param batchInterval how long after the end of a batch the next one begins
 * @param readOnly whether nothing is changed
 */
record QueueOptions(
        Path folder,
        @Nullable Long segmentSize,
        @Nullable Boolean checksum,
        Durability durability,
        Duration batchInterval,
        boolean readOnly) {

    private static final long DEFAULT_SEGMENT_SIZE = 64L << 20;

    long newSegmentSize() {
        return segmentSize == null ? DEFAULT_SEGMENT_SIZE : segmentSize;
    }

    boolean newChecksum() {
        return checksum == null || checksum;
    }

    /** {@return the interval of the batches; zero if there are none} */
    Duration effectiveBatchInterval() {
        return durability == Durability.BATCH && !readOnly ? batchInterval : Duration.ZERO;
    }

    /** Requires that a queue that exists is as it was asked for. */
    void requireSame(ControlFile control) throws QueueException {
        if (segmentSize != null && segmentSize != control.segmentSize()) {
            throw new QueueException(folder, "segmentSize=" + segmentSize, "segmentSize=" + control.segmentSize());
        }
        if (checksum != null && checksum != control.checksum()) {
            throw new QueueException(folder, "checksum=" + checksum, "checksum=" + control.checksum());
        }
    }
}
