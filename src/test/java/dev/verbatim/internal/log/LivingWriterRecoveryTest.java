package dev.verbatim.internal.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.StoreException;
import dev.verbatim.queue.KilledProcess;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A process that has lost its locks looks dead, and appends while another one repairs the log. */
@Timeout(300)
class LivingWriterRecoveryTest {

    private static final LogKind KIND = LogKind.of("diary", "CONTROL!", "SEGMENT!");
    private static final int REPAIRS = 10;

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({"4096, false", "4096, true", "1048576, false", "1048576, true"})
    void nothingThatItAppendsIsLost(long segmentSize, boolean forceHasFailed) throws Exception {
        LogOptions options = new LogOptions(folder, segmentSize, null, false, Duration.ZERO, false, false);
        try (Log log = Log.open(KIND, options)) {
            AtomicBoolean stopped = new AtomicBoolean();
            AtomicLong appended = new AtomicLong();
            FutureTask<Void> appending = new FutureTask<>(() -> {
                append(log, stopped, appended);
                return null;
            });
            Thread.ofPlatform().start(appending);
            try {
                for (int i = 0; i < REPAIRS; i++) {
                    long before = appended.get();
                    KilledProcess.awaitHere("that it goes on", () -> appended.get() > before || appending.isDone());
                    repair(log, forceHasFailed);
                }
            } finally {
                stopped.set(true);
            }
            appending.get(120, TimeUnit.SECONDS);
            LogReport report = Scan.look(log, done -> {});
            assertEquals(List.of(), report.damage());
            assertEquals(appended.get(), report.committed());
            for (long index : log.segments().indices()) {
                SegmentFile segment = log.segments().acquire(index);
                assertTrue(segment.begunNanosAcquire() > 0, "a retention by age needs the time");
                log.segments().release(segment);
            }
        }
    }

    /** Repairs the log as a process does that sees no locks. */
    private void repair(Log log, boolean forceHasFailed) throws IOException {
        ControlFile control = log.control();
        control.hasForceFailed(forceHasFailed);
        Segments segments = new Segments(KIND, folder, log.locks(), control, true, false);
        LogReport report = new Recovery(KIND, folder, log.locks(), control, segments).run();
        assertEquals(List.of(), report.damage());
        segments.close();
    }

    /** Appends, and counts how many entries were committed. */
    private static void append(Log log, AtomicBoolean stopped, AtomicLong appended) throws IOException {
        EntryWriter writer = new EntryWriter(log, "the writer", LivingWriterRecoveryTest.class.getName());
        while (!stopped.get()) {
            writer.enter();
            try {
                writer.reserve(24);
                writer.commit();
                appended.incrementAndGet();
            } catch (StoreException | NoSuchFileException e) {
                // the repair has given up what was reserved, or has deleted the file of a segment that was being made
            } finally {
                writer.exit();
            }
        }
        writer.close();
    }
}
