package dev.verbatim.queue;

import static dev.verbatim.queue.QueueSamples.SMALL_SEGMENT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.WaitStrategy;
import dev.verbatim.internal.log.ProtocolStep;
import dev.verbatim.queue.QueueSamples.Entry;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A process that dies at a step of the protocol leaves what it appended, and others go on at once, or after a recovery.
 */
class HaltedAppenderTest {

    /** More than three segments. */
    private static final long ENTRIES = 330;

    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource(
            value = ProtocolStep.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"PREPARED", "INDEXED", "NAMELESS"})
    void othersGoOn(ProtocolStep step) throws Exception {
        try (MappedQueue queue = QueueSamples.openSmall(folder)) {
            long appended = appendUntilHalted(step);
            requireAll(queue, appended, step);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = ProtocolStep.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"PREPARED", "INDEXED", "NAMELESS"})
    void aRecoveryCleansUp(ProtocolStep step) throws Exception {
        long appended = appendUntilHalted(step);
        try (MappedQueue queue = QueueSamples.openSmall(folder)) {
            QueueReport report = queue.recovery().orElseThrow();
            assertEquals(List.of(), report.damage());
            boolean claimed =
                    step == ProtocolStep.CLAIM || step == ProtocolStep.PAYLOAD || step == ProtocolStep.BEFORE_COMMIT;
            // Where another thread halted the process, the appender may have been in an append.
            assertTrue(
                    report.orphans() == (claimed ? 1 : 0) || (isOfMaker(step) && report.orphans() == 1),
                    () -> "orphans=" + report.orphans());
            requireAll(queue, appended, step);
        }
    }

    /** By a reader, or by a recovery. */
    @ParameterizedTest
    @CsvSource({
        "CLAIM, true",
        "PAYLOAD, true",
        "BEFORE_COMMIT, true",
        "CLAIM, false",
        "PAYLOAD, false",
        "BEFORE_COMMIT, false"
    })
    void aBatchOfTheDeadIsGivenUpAsOne(ProtocolStep step, boolean isOpen) throws Exception {
        QueueProcess process;
        try (MappedQueue queue = QueueSamples.openSmall(folder)) {
            process = QueueProcess.start(folder, SMALL_SEGMENT);
            assertEquals("ok", process.ask("halt " + step + " 2"));
            assertNotNull(tell(process, "batch"));
            assertNull(tell(process, "batch"));
            assertEquals(QueueProgram.HALTED, process.process().waitFor());
            if (isOpen) {
                requireABatchAndMore(queue);
            }
        }
        if (!isOpen) {
            try (MappedQueue queue = QueueSamples.openSmall(folder)) {
                assertEquals(1, queue.recovery().orElseThrow().orphans());
                requireABatchAndMore(queue);
            }
        }
    }

    private static void requireABatchAndMore(MappedQueue queue) throws Exception {
        try (Appender appender = queue.appender()) {
            appender.append(Entry.CODEC, Entry.of(1, 3));
        }
        try (Tailer tailer = queue.tailer()) {
            List<Long> found = new ArrayList<>();
            while (found.size() < 4) {
                assertTrue(tailer.await(WaitStrategy.backoff(), Duration.ofSeconds(30)));
                found.add(tailer.poll(Entry.CODEC).sequence());
            }
            assertEquals(List.of(0L, 1L, 2L, 3L), found);
        }
        assertEquals(List.of(), queue.verify().damage());
    }

    @Test
    void skipPassesTheRecordsOfTheDeadAtOnce() throws Exception {
        try (MappedQueue queue = QueueSamples.openSmall(folder)) {
            long appended = appendUntilHalted(ProtocolStep.CLAIM);
            try (Appender appender = queue.appender();
                    Tailer tailer = queue.tailer()) {
                appender.append(Entry.CODEC, Entry.of(1, 0));
                assertEquals(appended + 1, tailer.skip(Long.MAX_VALUE));
            }
        }
    }

    @Test
    void thirdLookPassesTheRecordOfTheDead() throws Exception {
        try (MappedQueue queue = QueueSamples.openSmall(folder)) {
            long appended = appendUntilHalted(ProtocolStep.CLAIM);
            try (Appender appender = queue.appender();
                    Tailer tailer = queue.tailer()) {
                Entry entry = Entry.of(1, 0);
                appender.append(Entry.CODEC, entry);
                for (long i = 0; i < appended; i++) {
                    assertNotNull(tailer.poll(Entry.CODEC));
                }
                assertNull(tailer.poll(Entry.CODEC), "the first look takes no time");
                letMillisecondPass();
                assertNull(tailer.poll(Entry.CODEC), "the second look starts the clock");
                letMillisecondPass();
                assertEquals(entry, tailer.poll(Entry.CODEC));
            }
        }
    }

    private static void letMillisecondPass() {
        long start = System.nanoTime();
        while (System.nanoTime() - start < 1_000_000) {
            Thread.onSpinWait();
        }
    }

    private static boolean isOfMaker(ProtocolStep step) {
        return step == ProtocolStep.TEMPORARY_FILE || step == ProtocolStep.PUBLISH || step == ProtocolStep.FOLDER;
    }

    /** {@return how many entries were acknowledged} */
    private long appendUntilHalted(ProtocolStep step) throws Exception {
        QueueProcess process = QueueProcess.start(folder, SMALL_SEGMENT);
        assertEquals("ok", process.ask("halt " + step + " " + occurrence(step)));
        long appended = 0;
        for (; appended < ENTRIES; appended++) {
            String answer = tell(process, "append 0 " + appended);
            if (answer == null) {
                break;
            }
        }
        assertEquals(QueueProgram.HALTED, process.process().waitFor());
        return appended;
    }

    private static String tell(QueueProcess process, String command) {
        try {
            return process.ask(command);
        } catch (IOException e) {
            return null; // the pipe of a process that is dead
        }
    }

    /** A step of each append is waited for in the second segment. */
    static int occurrence(ProtocolStep step) {
        return switch (step) {
            case CLAIM, PAYLOAD, BEFORE_COMMIT -> 150;
            case PADDING -> 2;
            // The first is that of creating the queue where it is created by that process, which is not told to halt
            // yet.
            case TEMPORARY_FILE, PUBLISH, FOLDER, NEWEST -> 2;
            case SLOT, GENERATION -> 1;
            case PREPARED, INDEXED, NAMELESS -> throw new AssertionError("an appender does not come to it");
        };
    }

    private static void requireAll(MappedQueue queue, long acknowledged, ProtocolStep step) throws Exception {
        try (Appender appender = queue.appender();
                Tailer tailer = queue.tailer().withChecksums()) {
            for (long i = 0; i < 150; i++) {
                appender.append(Entry.CODEC, Entry.of(1, i));
            }
            List<Long> of0 = new ArrayList<>();
            List<Long> of1 = new ArrayList<>();
            while (of1.size() < 150) {
                assertTrue(tailer.await(WaitStrategy.backoff(), Duration.ofSeconds(30)));
                Entry entry = tailer.poll(Entry.CODEC);
                assertTrue(entry.isWhole());
                (entry.writer() == 0 ? of0 : of1).add(entry.sequence());
            }
            // Where another thread halted the process, the last append may have come before or after that.
            boolean oneMore = isOfMaker(step) && of0.size() > acknowledged;
            long appended = acknowledged + (oneMore ? 1 : 0);
            assertEquals(LongStream.range(0, appended).boxed().toList(), of0);
            assertEquals(LongStream.range(0, 150).boxed().toList(), of1);
            assertNull(tailer.poll(Entry.CODEC));
            assertEquals(List.of(), queue.verify().damage());
        }
    }
}
