package dev.verbatim.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.Durability;
import dev.verbatim.WaitStrategy;
import dev.verbatim.queue.QueueSamples.Entry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Several appenders and tailers at the same time. */
class ConcurrentAppendersTest {

    private static final int WRITERS = 4;
    private static final int TAILERS = 3;

    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource(Durability.class)
    void everyTailerSeesEveryRecordInTheOrderOfItsWriter(Durability durability) throws Exception {
        long entries = durability == Durability.EACH ? 200 : 20_000;
        try (MappedQueue queue = MappedQueue.builder(folder)
                .segmentSize(64 << 10)
                .durability(durability)
                .open()) {
            List<FutureTask<List<Entry>>> tailers = new ArrayList<>();
            List<FutureTask<Boolean>> writers = new ArrayList<>();
            for (int i = 0; i < TAILERS; i++) {
                tailers.add(start(() -> read(queue, WRITERS * entries)));
            }
            for (int i = 0; i < WRITERS; i++) {
                int writer = i;
                writers.add(start(() -> append(queue, writer, entries)));
            }
            for (FutureTask<Boolean> writer : writers) {
                assertTrue(writer.get());
            }
            List<Entry> first = tailers.getFirst().get();
            for (FutureTask<List<Entry>> tailer : tailers) {
                assertEquals(first, tailer.get(), "all tailers see one order");
            }
            long[] next = new long[WRITERS];
            for (Entry entry : first) {
                assertTrue(entry.isWhole(), entry::toString);
                assertEquals(next[entry.writer()]++, entry.sequence());
            }
            assertEquals(List.of(), queue.verify().damage());
        }
    }

    private static <T> FutureTask<T> start(Callable<T> action) {
        FutureTask<T> task = new FutureTask<>(action);
        Thread.ofPlatform().start(task);
        return task;
    }

    private static boolean append(MappedQueue queue, int writer, long entries) throws Exception {
        try (Appender appender = queue.appender()) {
            for (long i = 0; i < entries; i++) {
                if (i % 100 == 99) {
                    appender.claim(50);
                    appender.abort();
                }
                appender.append(Entry.CODEC, Entry.of(writer, i));
            }
            return true;
        }
    }

    private static List<Entry> read(MappedQueue queue, long entries) throws Exception {
        List<Entry> read = new ArrayList<>();
        try (Tailer tailer = queue.tailer().withChecksums()) {
            while (read.size() < entries) {
                assertTrue(tailer.await(WaitStrategy.yielding(), Duration.ofSeconds(60)));
                Entry entry = tailer.poll(Entry.CODEC);
                assertNotNull(entry);
                read.add(entry);
            }
        }
        return read;
    }

    @Test
    void processesAppendAndReadAtTheSameTime() throws Exception {
        try (MappedQueue queue = QueueSamples.openSmall(folder);
                QueueProcess one = QueueProcess.start(folder, QueueSamples.SMALL_SEGMENT);
                QueueProcess other = QueueProcess.start(folder, QueueSamples.SMALL_SEGMENT);
                Appender appender = queue.appender();
                Tailer tailer = queue.tailer()) {
            List<String> expected = new ArrayList<>();
            for (long i = 0; i < 150; i++) {
                appender.append(Entry.CODEC, Entry.of(0, i));
                assertTrue(Long.parseLong(one.ask("append 1 " + i)) > 0);
                assertTrue(Long.parseLong(other.ask("append 2 " + i)) > 0);
                expected.addAll(List.of("0 " + i, "1 " + i, "2 " + i));
            }
            for (String entry : expected) {
                assertEquals(entry, one.ask("read"));
                assertEquals(entry, other.ask("read"));
                Entry own = tailer.poll(Entry.CODEC);
                assertEquals(entry, own.writer() + " " + own.sequence());
            }
        }
    }
}
