package dev.verbatim.internal.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrowsExactly;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
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

    /** Puts a link that leads to itself in the place of a file: there is no way to find out what is there. */
    private static Path hide(Path file) throws IOException {
        Path hidden = Files.move(file, file.resolveSibling("hidden"));
        Files.createSymbolicLink(file, file.getFileName());
        return hidden;
    }

    private static void show(Path file, Path hidden) throws IOException {
        Files.delete(file);
        Files.move(hidden, file);
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
            Path hidden = hide(segment.path());
            for (Executable call : List.<Executable>of(() -> segments.acquire(0), () -> segments.exists(0))) {
                FileSystemException thrown = assertThrowsExactly(FileSystemException.class, call);
                assertEquals(segment.path().toString(), thrown.getFile());
            }
            show(segment.path(), hidden);
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
            Path hidden = hide(control);
            FileSystemException thrown = assertThrowsExactly(FileSystemException.class, log.control()::requireInPlace);
            assertEquals(control.toString(), thrown.getFile());
            show(control, hidden);
            log.control().requireInPlace();
        }
        LogOptions readOnly = new LogOptions(folder, null, null, false, Duration.ZERO, false, true);
        Path hidden = hide(control);
        FileSystemException thrown = assertThrowsExactly(FileSystemException.class, () -> Log.open(KIND, readOnly));
        assertEquals(control.toString(), thrown.getFile());
        thrown = assertThrowsExactly(FileSystemException.class, () -> Log.open(KIND, options));
        assertEquals(control.toString(), thrown.getFile());
        show(control, hidden);
        Log.open(KIND, readOnly).close();
    }

    private static long allocatedByRelease(Segments segments, SegmentFile segment) {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        segments.release(segment);
        return THREADS.getCurrentThreadAllocatedBytes() - before;
    }
}
