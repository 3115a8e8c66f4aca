package dev.verbatim.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.queue.QueueSamples.Entry;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;

/**
 * Processes that die in the midst of appending, while others append and read: everything that was acknowledged is there once and in
 * order, and nobody waits for the dead.
 */
class KilledAppenderTest {

    private static final int KILLS = Integer.getInteger("verbatim.kills", 16);
    private static final int SURVIVOR = 1_000_000;
    private static final long SEGMENT_SIZE = 16 << 10;

    @TempDir
    Path folder;

    @Test
    void whatWasAcknowledgedIsThereOnceAndInOrder(TestReporter reporter) throws Exception {
        long seed = Long.getLong("verbatim.seed", System.nanoTime());
        reporter.publishEntry("verbatim.seed", Long.toString(seed));
        Random random = new Random(seed);
        Map<Integer, Long> acknowledged = new HashMap<>();
        try (MappedQueue queue =
                MappedQueue.builder(folder).segmentSize(SEGMENT_SIZE).open()) {
            AtomicBoolean ended = new AtomicBoolean();
            FutureTask<Long> survivor = new FutureTask<>(() -> appendUntil(queue, ended));
            FutureTask<Map<Integer, Long>> reader = new FutureTask<>(() -> readUntil(queue, ended));
            Thread.ofPlatform().start(survivor);
            Thread.ofPlatform().start(reader);
            for (int writer = 0; writer < KILLS; writer++) {
                acknowledged.put(writer, killOne(writer, random));
            }
            ended.set(true);
            acknowledged.put(SURVIVOR, survivor.get());
            requireAcknowledged(acknowledged, reader.get(), "while they died, verbatim.seed=" + seed);
            try (Tailer fresh = queue.tailer()) {
                requireAcknowledged(acknowledged, read(fresh, new HashMap<>()), "verbatim.seed=" + seed);
            }
            QueueReport report = queue.verify();
            reporter.publishEntry("aborted", Long.toString(report.aborted()));
            assertTrue(report.aborted() > 0, "no writer was killed with a claim open");
            assertEquals(0, report.orphans());
            assertEquals(0, report.damage().size(), () -> report.damage().toString());
        }
        try (MappedQueue queue = MappedQueue.open(folder);
                Tailer tailer = queue.tailer()) {
            requireAcknowledged(acknowledged, read(tailer, new HashMap<>()), "after reopening, verbatim.seed=" + seed);
        }
    }

    /** {@return the last sequence that a writer said it had appended before it was killed} */
    private long killOne(int writer, Random random) throws Exception {
        QueueProcess process = QueueProcess.start(folder, SEGMENT_SIZE);
        AtomicLong acknowledged = new AtomicLong(-1);
        process.tell((writer % 4 == 0 ? "flood " : "crawl ") + writer);
        Thread listener = process.listen(acknowledged);
        long target = random.nextInt(400);
        while (acknowledged.get() < target) {
            assertTrue(process.process().isAlive());
            Thread.onSpinWait();
        }
        process.kill();
        listener.join();
        return acknowledged.get();
    }

    private static long appendUntil(MappedQueue queue, AtomicBoolean ended) throws IOException {
        try (Appender appender = queue.appender()) {
            long sequence = 0;
            while (!ended.get()) {
                appender.append(Entry.CODEC, Entry.of(SURVIVOR, sequence));
                sequence++;
                // So that the queue stays within some megabytes.
                WaitStrategy.backoff().idle(210);
            }
            return sequence - 1;
        }
    }

    private static Map<Integer, Long> readUntil(MappedQueue queue, AtomicBoolean ended) throws Exception {
        Map<Integer, Long> last = new HashMap<>();
        try (Tailer tailer = queue.tailer().withChecksums()) {
            while (!ended.get()) {
                tailer.await(WaitStrategy.backoff(), Duration.ofMillis(1));
                read(tailer, last);
            }
            return read(tailer, last);
        }
    }

    /** {@return the last sequence of each writer} Each comes after the one before it, from 0. */
    private static Map<Integer, Long> read(Tailer tailer, Map<Integer, Long> last) throws Exception {
        while (tailer.await(WaitStrategy.backoff(), Duration.ofMillis(50))) {
            Entry entry = tailer.poll(Entry.CODEC);
            assertTrue(entry.isWhole(), entry::toString);
            assertEquals(last.getOrDefault(entry.writer(), -1L) + 1, entry.sequence(), entry::toString);
            last.put(entry.writer(), entry.sequence());
        }
        return last;
    }

    private static void requireAcknowledged(Map<Integer, Long> acknowledged, Map<Integer, Long> read, String when) {
        acknowledged.forEach((writer, last) -> {
            long found = read.getOrDefault(writer, -1L);
            // More may be found than was heard of: the end of what a process said dies with it.
            assertTrue(found >= last, () -> when + ": writer=" + writer + " acknowledged=" + last + " found=" + found);
        });
    }
}
