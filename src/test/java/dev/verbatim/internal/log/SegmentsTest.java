package dev.verbatim.internal.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import com.sun.management.ThreadMXBean;
import dev.verbatim.tools.HiddenFile;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
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

    /** A tailer would be told of a gap, a count would leave it out, and retention would not see what is in work. */
    @Test
    void aSegmentThatNobodyCanLookAtIsNotTakenForDeleted() throws IOException {
        LogOptions options = new LogOptions(folder, 4096L, null, false, Duration.ZERO, false, false);
        try (Log log = Log.open(KIND, options)) {
            Segments segments = log.segments();
            segments.make(1);
            log.control().advanceNewest(1);
            SegmentFile segment = segments.acquire(0);
            try (HiddenFile hidden = new HiddenFile(segment.path())) {
                for (Executable call : List.<Executable>of(() -> segments.acquire(0), () -> segments.exists(0))) {
                    hidden.requireRefused(call);
                }
            }
            assertSame(segment, segments.acquire(0));
            segments.release(segment);
            segments.release(segment);
        }
    }

    @Test
    void aControlFileThatNobodyCanLookAtIsNotTakenForAbsent() throws IOException {
        LogOptions options = new LogOptions(folder, 4096L, null, false, Duration.ZERO, false, false);
        Path control = folder.resolve(ControlDescriptor.FILE_NAME);
        try (Log log = Log.open(KIND, options)) {
            try (HiddenFile hidden = new HiddenFile(control)) {
                hidden.requireRefused(log.control()::requireInPlace);
            }
            log.control().requireInPlace();
        }
        LogOptions readOnly = new LogOptions(folder, null, null, false, Duration.ZERO, false, true);
        try (HiddenFile hidden = new HiddenFile(control)) {
            hidden.requireRefused(() -> Log.open(KIND, readOnly));
            hidden.requireRefused(() -> Log.open(KIND, options));
        }
        Log.open(KIND, readOnly).close();
    }

    private static long allocatedByRelease(Segments segments, SegmentFile segment) {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        segments.release(segment);
        return THREADS.getCurrentThreadAllocatedBytes() - before;
    }
}
