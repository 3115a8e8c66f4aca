package dev.verbatim.queue;

import static dev.verbatim.queue.QueueSamples.SMALL_SEGMENT;
import static dev.verbatim.queue.QueueSamples.openSmall;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.Durability;
import dev.verbatim.StoreException;
import dev.verbatim.internal.io.JvmRegistry;
import dev.verbatim.internal.log.LockFile;
import dev.verbatim.internal.log.SegmentDescriptor;
import dev.verbatim.internal.log.SegmentFile;
import dev.verbatim.queue.QueueSamples.Entry;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Opening, closing and deleting while others do what they like. */
class QueueRacesTest {

    private static final int THREADS = 4;
    private static final long LOOKS_NANOS = TimeUnit.SECONDS.toNanos(3);

    @TempDir
    Path temporary;

    private static <T> FutureTask<T> start(Callable<T> action) {
        FutureTask<T> task = new FutureTask<>(action);
        Thread.ofPlatform().start(task);
        return task;
    }

    @Test
    void manyOpenANewQueueAtTheSameTime() throws Exception {
        for (int i = 0; i < 20; i++) {
            Path folder = temporary.resolve("queue" + i);
            List<FutureTask<Long>> openers = new ArrayList<>();
            for (int opener = 0; opener < THREADS; opener++) {
                int writer = opener;
                openers.add(start(() -> {
                    try (MappedQueue queue = openSmall(folder);
                            Appender appender = queue.appender()) {
                        return appender.append(Entry.CODEC, Entry.of(writer, 0));
                    }
                }));
            }
            for (FutureTask<Long> opener : openers) {
                assertTrue(opener.get() > 0);
            }
            try (MappedQueue queue = openSmall(folder);
                    Tailer tailer = queue.tailer()) {
                assertEquals(THREADS, tailer.skip(10));
            }
        }
    }

    @Test
    void processesOpenANewQueueAtTheSameTime() throws Exception {
        Path folder = temporary.resolve("queue");
        List<QueueProcess> processes = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            processes.add(QueueProcess.start(folder, SMALL_SEGMENT));
        }
        for (int i = 0; i < processes.size(); i++) {
            String answer = processes.get(i).ask("append " + i + " 0");
            assertTrue(answer.matches("\\d+"), answer);
        }
        for (QueueProcess process : processes) {
            process.close();
        }
        try (MappedQueue queue = openSmall(folder);
                Tailer tailer = queue.tailer()) {
            assertEquals(4, tailer.skip(10));
        }
    }

    /** What a thread does with a queue that is closed meanwhile. */
    private interface Use {
        void run(MappedQueue queue) throws Exception;
    }

    @Test
    void aQueueIsClosedWhileItIsUsed() throws Exception {
        List<Use> uses = List.of(
                QueueRacesTest::appendForEver,
                QueueRacesTest::appendForEver,
                QueueRacesTest::openAppendersForEver,
                QueueRacesTest::readForEver,
                queue -> {
                    while (true) {
                        queue.force();
                    }
                });
        Path folder = temporary.resolve("queue");
        try (MappedQueue other = openSmall(folder)) {
            for (int i = 0; i < 20; i++) {
                MappedQueue queue = openSmall(folder);
                List<FutureTask<Void>> users = new ArrayList<>();
                for (Use use : uses) {
                    users.add(start(() -> {
                        use.run(queue);
                        return null;
                    }));
                }
                try (Tailer tailer = other.tailer()) {
                    tailer.toEnd();
                    KilledProcess.awaitHere("an entry", () -> tailer.skip(1) == 1);
                }
                queue.close();
                for (FutureTask<Void> user : users) {
                    requireClosed(user);
                }
                // Nothing is left that looks alive: each record is whole or given up.
                try (Tailer tailer = other.tailer()) {
                    KilledProcess.awaitHere("the end", () -> {
                        tailer.skip(Long.MAX_VALUE);
                        return other.verify().orphans() == 0;
                    });
                }
                assertEquals(List.of(), other.verify().damage());
                other.delete(Retention.ofSize(0));
            }
        }
        assertNull(JvmRegistry.get(LockFile.registryKey(folder.resolve("lock"))));
    }

    @ParameterizedTest
    @EnumSource(Durability.class)
    void anAppendUnderACloseReturnsIfAndOnlyIfTheRecordIsThere(Durability durability) throws Exception {
        Path folder = temporary.resolve("queue");
        MappedQueue.Builder builder =
                MappedQueue.builder(folder).segmentSize(SMALL_SEGMENT).durability(durability);
        long returned = 0;
        for (int i = 0; i < 20; i++) {
            CountDownLatch appended = new CountDownLatch(1);
            MappedQueue queue = builder.open();
            Appender appender = queue.appender();
            FutureTask<Long> appending = start(() -> {
                long count = 0;
                try {
                    while (true) {
                        appender.append(Entry.CODEC, Entry.of(1, count));
                        count++;
                        appended.countDown();
                    }
                } catch (IllegalStateException e) {
                    assertEquals("the appender of queue=" + folder + " is closed", e.getMessage());
                    return count;
                }
            });
            appended.await();
            queue.close();
            returned += appending.get();
            try (MappedQueue reopened = openSmall(folder);
                    Tailer tailer = reopened.tailer()) {
                assertEquals(returned, tailer.skip(Long.MAX_VALUE));
            }
        }
    }

    private static void requireClosed(FutureTask<Void> user) throws Exception {
        try {
            user.get();
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            // A commit can find that the record was given up by whoever closes.
            boolean expected = cause instanceof IllegalStateException || cause instanceof StoreException;
            assertTrue(expected, () -> "expected that the queue is closed, found " + cause);
        }
    }

    private static void appendForEver(MappedQueue queue) throws IOException {
        try (Appender appender = queue.appender()) {
            for (long i = 0; ; i++) {
                appender.append(Entry.CODEC, Entry.of(1, i));
            }
        }
    }

    private static void openAppendersForEver(MappedQueue queue) throws IOException {
        while (true) {
            try (Appender appender = queue.appender()) {
                appender.append(Entry.CODEC, Entry.of(2, 0));
            }
        }
    }

    private static void readForEver(MappedQueue queue) throws IOException {
        try (Tailer tailer = queue.tailer().withChecksums()) {
            while (true) {
                tailer.poll(Entry.CODEC);
            }
        }
    }

    @Test
    void touchesWhileRecordsAreAppendedChangeNothing() throws Exception {
        long records = 20_000;
        AtomicBoolean appended = new AtomicBoolean();
        try (MappedQueue queue =
                        MappedQueue.builder(temporary).segmentSize(1 << 20).open();
                Appender appender = queue.appender()) {
            SegmentFile segment = SegmentFile.open(
                    MappedQueue.KIND, temporary.resolve(SegmentDescriptor.fileName(0)), 0, queue.segmentSize(), true);
            FutureTask<Void> toucher = start(() -> {
                while (!appended.get()) {
                    // Just ahead of the appender and where it is, at every place that an entry or a payload can have.
                    long hint = segment.tailHintOpaque();
                    for (long offset = hint - 64;
                            offset < Math.min(hint + 512, queue.segmentSize());
                            offset += Long.BYTES) {
                        segment.touch(offset);
                    }
                }
                return null;
            });
            for (long i = 0; i < records; i++) {
                appender.append(Entry.CODEC, Entry.of(0, i));
            }
            appended.set(true);
            toucher.get();
            segment.unmap();
            QueueReport report = queue.verify();
            assertEquals(List.of(), report.damage());
            assertEquals(records, report.committed());
        }
    }

    @Test
    void twoThreadsThatCloseATailerCloseItOnce() throws Exception {
        try (MappedQueue queue = openSmall(temporary.resolve("queue"));
                Tailer other = queue.tailer()) {
            for (int i = 0; i < 2_000; i++) {
                Tailer tailer = queue.tailer();
                CyclicBarrier start = new CyclicBarrier(2);
                Callable<Boolean> closing = () -> {
                    start.await();
                    tailer.close();
                    return true;
                };
                FutureTask<Boolean> closed = start(closing);
                assertTrue(closing.call());
                assertTrue(closed.get());
            }
            assertNull(other.poll(Entry.CODEC), "its segment is still mapped");
        }
    }

    @Test
    void eachSegmentIsDeletedByOneOfMany() throws Exception {
        try (MappedQueue queue = openSmall(temporary.resolve("queue"));
                MappedQueue other = openSmall(temporary.resolve("queue"));
                Appender appender = queue.appender()) {
            for (int i = 0; i < 20; i++) {
                long newest = 8L * i + 10;
                while (appender.append(Entry.CODEC, Entry.of(0, 0)) < newest * SMALL_SEGMENT) {
                    // there are fewer than 11 segments
                }
                CyclicBarrier start = new CyclicBarrier(THREADS);
                List<FutureTask<Integer>> deleting = new ArrayList<>();
                for (int thread = 0; thread < THREADS; thread++) {
                    MappedQueue its = thread % 2 == 0 ? queue : other;
                    deleting.add(start(() -> {
                        start.await();
                        return its.delete(Retention.ofSize(3 * SMALL_SEGMENT));
                    }));
                }
                int deleted = 0;
                for (FutureTask<Integer> task : deleting) {
                    deleted += task.get();
                }
                assertEquals(11 - 3, deleted);
                assertEquals(3, queue.info().segments().size());
            }
        }
    }

    @Test
    void segmentsAreDeletedWhileAppendersAndTailersAreOpened() throws Exception {
        AtomicBoolean ended = new AtomicBoolean();
        try (MappedQueue queue = openSmall(temporary.resolve("queue"))) {
            FutureTask<Long> opening = start(() -> {
                long opened = 0;
                while (!ended.get()) {
                    try (Appender appender = queue.appender();
                            Tailer tailer = queue.tailer()) {
                        tailer.toEnd();
                        appender.append(Entry.CODEC, Entry.of(1, opened));
                        opened++;
                    }
                }
                return opened;
            });
            FutureTask<Integer> deleting = start(() -> {
                int deleted = 0;
                while (!ended.get()) {
                    deleted += queue.delete(Retention.ofSize(0));
                }
                return deleted;
            });
            try (Appender appender = queue.appender()) {
                for (long i = 0; i < 5_000; i++) {
                    appender.append(Entry.CODEC, Entry.of(0, i));
                }
            } finally {
                ended.set(true);
            }
            assertTrue(opening.get() > 0);
            assertTrue(deleting.get() > 0);
        }
    }

    /** What is listed may be gone before it is looked at, all of it. */
    @Test
    void aLookComesToTheEndThatThereWasWhileSegmentsAreDeleted() throws Exception {
        AtomicBoolean ended = new AtomicBoolean();
        AtomicLong appended = new AtomicLong();
        try (MappedQueue queue = openSmall(temporary.resolve("queue"));
                Tailer tailer = queue.tailer()) {
            FutureTask<Void> appending = start(() -> {
                try (Appender appender = queue.appender()) {
                    for (long i = 0; !ended.get(); i++) {
                        appended.set(appender.append(Entry.CODEC, Entry.of(0, i)));
                    }
                    return null;
                }
            });
            FutureTask<Void> deleting = start(() -> {
                while (!ended.get()) {
                    queue.delete(Retention.ofSize(0));
                }
                return null;
            });
            try {
                KilledProcess.awaitHere("an entry", () -> tailer.skip(1) == 1);
                long start = System.nanoTime();
                while (System.nanoTime() - start < LOOKS_NANOS) {
                    long last = appended.get();
                    QueueInfo info = queue.info();
                    assertTrue(info.to() > last, () -> "after " + last + ": " + info);
                    assertFalse(info.segments().isEmpty(), info::toString);
                    long later = appended.get();
                    QueueReport report = queue.verify();
                    assertTrue(
                            report.to() > later && report.to() >= report.from(),
                            () -> "after " + later + ": " + report);
                }
            } finally {
                ended.set(true);
            }
            appending.get();
            deleting.get();
        }
    }
}
