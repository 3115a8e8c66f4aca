package dev.verbatim.internal.log;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SegmentsTest {

    private static final LogKind KIND = LogKind.of("diary", "CONTROL!", "SEGMENT!");
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** One whose box the JDK does not have. */
    private static final long INDEX = 500;

    @TempDir
    Path folder;

    /** For want of memory it would stay mapped, and nobody would know of it. */
    @Test
    void toReleaseASegmentTakesNoMemory() throws IOException {
        LogOptions options = new LogOptions(folder, 4096L, null, false, Duration.ZERO, false, false);
        try (Log log = Log.open(KIND, options)) {
            Segments segments = log.segments();
            segments.make(INDEX);
            long leastOfOne = Long.MAX_VALUE;
            long leastOfLast = Long.MAX_VALUE;
            for (int n = 0; n < 50; n++) {
                SegmentFile segment = segments.acquire(INDEX);
                segments.acquire(INDEX);
                leastOfOne = Math.min(leastOfOne, allocatedByRelease(segments, segment));
                leastOfLast = Math.min(leastOfLast, allocatedByRelease(segments, segment));
            }
            assertEquals(0, leastOfOne, "while others use it");
            assertEquals(0, leastOfLast, "by the last user, which unmaps it");
        }
    }

    private static long allocatedByRelease(Segments segments, SegmentFile segment) {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        segments.release(segment);
        return THREADS.getCurrentThreadAllocatedBytes() - before;
    }
}
