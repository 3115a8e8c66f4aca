package dev.verbatim.queue;

import static dev.verbatim.queue.QueueSamples.SMALL_SEGMENT;
import static dev.verbatim.queue.QueueSamples.entries;
import static dev.verbatim.queue.QueueSamples.openSmall;
import static dev.verbatim.queue.QueueSamples.sequences;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.LayoutText;
import dev.verbatim.StoreException;
import dev.verbatim.WaitStrategy;
import dev.verbatim.file.ChildJvm;
import dev.verbatim.internal.io.JvmRegistry;
import dev.verbatim.internal.log.LockFile;
import dev.verbatim.internal.log.ProtocolStep;
import dev.verbatim.queue.QueueSamples.Entry;
import java.io.IOException;
import java.lang.management.LockInfo;
import java.lang.management.ManagementFactory;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What POSIX and the JDK do to locks loses nothing that was acknowledged. */
@Timeout(60)
class LockTrapsTest {

    @TempDir
    Path temporary;

    private Path folder;

    @BeforeEach
    void nameTheQueue() {
        folder = temporary.resolve("queue");
    }

    @AfterEach
    void clearTheInterrupt() {
        Thread.interrupted();
    }

    private static void claim(Appender appender, long sequence) throws IOException {
        Entry.CODEC.write(Entry.of(0, sequence), appender.claim(Entry.CODEC.layout()), 0);
    }

    /** What a process does in innocence, and POSIX drops all its locks. */
    private void loseLocks(String how) throws IOException {
        Path lock = folder.resolve("lock");
        switch (how) {
            case "a channel" -> FileChannel.open(lock, StandardOpenOption.READ).close();
            case "a look at all bytes" -> assertEquals(0, Files.readAllBytes(lock).length);
            case "a copy" -> Files.copy(lock, temporary.resolve("copy of lock"));
            default -> throw new IllegalArgumentException(how);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"a channel", "a look at all bytes", "a copy"})
    void whereALockIsLostTheCommitFailsAndTheNextOneDoesNot(String how) throws Exception {
        try (MappedQueue queue = openSmall(folder);
                Appender appender = queue.appender();
                Appender second = queue.appender();
                QueueProcess other = QueueProcess.start(folder, SMALL_SEGMENT)) {
            appender.append(Entry.CODEC, Entry.of(0, 0));
            assertEquals("0 0", other.ask("read"));
            claim(appender, 1);
            second.append(Entry.CODEC, Entry.of(0, 2));
            loseLocks(how);

            assertEquals("0 2", other.ask("read"));
            String message =
                    assertThrows(StoreException.class, appender::commit).getMessage();
            assertTrue(message.contains("the lock of its slot was lost"), message);
            appender.append(Entry.CODEC, Entry.of(0, 3));
            second.append(Entry.CODEC, Entry.of(0, 4));
            assertEquals("0 3", other.ask("read"));
            assertEquals("0 4", other.ask("read"));
            claim(appender, 5);
            second.append(Entry.CODEC, Entry.of(0, 6));
            other.tell("read");
            appender.commit();
            assertEquals("0 5", other.answer(), "the new slot is locked: nobody gives its record up");
            assertEquals(List.of(0L, 2L, 3L, 4L, 5L, 6L), sequences(queue));
            assertEquals(List.of(), queue.verify().damage());
        }
    }

    /** Who creates the file closes it; by then no thread of this JVM may have locked it. */
    @Test
    void theLockFileIsCreatedWhereNobodyElseOpensIt() throws Exception {
        FutureTask<Void> open = new FutureTask<>(() -> {
            openSmall(folder).close();
            return null;
        });
        synchronized (JvmRegistry.MONITOR) {
            Thread.ofPlatform().start(open);
            KilledProcess.awaitHere("the opener", LockTrapsTest::isRegistryWaitedFor);
            assertFalse(Files.exists(folder.resolve("lock")));
        }
        open.get();
        assertTrue(Files.exists(folder.resolve("lock")));
    }

    @Test
    void anotherOpenerTakesTheSlotOfALostLockAndNothingIsMixedUp() throws Exception {
        try (MappedQueue queue = openSmall(folder);
                Appender appender = queue.appender()) {
            appender.append(Entry.CODEC, Entry.of(0, 0));
            claim(appender, 1);
            loseLocks("a channel");
            // It believes that nobody has the queue open, and recovers it.
            try (QueueProcess other = QueueProcess.start(folder, SMALL_SEGMENT)) {
                assertTrue(Long.parseLong(other.ask("append 0 2")) > 0);
                assertThrows(StoreException.class, appender::commit);
                appender.append(Entry.CODEC, Entry.of(0, 3));
                assertTrue(Long.parseLong(other.ask("append 0 4")) > 0);
            }
            assertEquals(List.of(0L, 2L, 3L, 4L), sequences(queue));
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = ProtocolStep.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"PREPARED", "INDEXED", "NAMELESS"})
    void locksThatAreLostAtAnyStepLoseNoRecord(ProtocolStep step) throws Exception {
        try (QueueProcess careless = QueueProcess.start(folder, SMALL_SEGMENT)) {
            assertEquals("ok", careless.ask("lose " + step + " " + HaltedAppenderTest.occurrence(step)));
            Map<Integer, List<Long>> acknowledged = Map.of(0, new ArrayList<>(), 1, new ArrayList<>());
            long sequence = 0;
            String answer = careless.ask("append 0 0");
            while (!"lost".equals(answer)) {
                acknowledged.get(0).add(sequence);
                sequence++;
                answer = careless.ask("append 0 " + sequence);
            }
            // It sees no lock, recovers, takes the same slot, and goes on for more than three segments.
            try (QueueProcess other = QueueProcess.start(folder, SMALL_SEGMENT)) {
                for (long i = 0; i < 330; i++) {
                    assertTrue(other.ask("append 1 " + i).matches("\\d+"));
                    acknowledged.get(1).add(i);
                }
                int failed = 0;
                answer = careless.ask("go on");
                for (int i = 0; i < 10; i++) {
                    if (answer.matches("\\d+")) {
                        acknowledged.get(0).add(sequence);
                    } else {
                        failed++;
                    }
                    sequence++;
                    answer = careless.ask("append 0 " + sequence);
                }
                acknowledged.get(0).add(sequence);
                assertTrue(failed <= 1, answer);
                assertEquals("ok", careless.ask("claim 0 -1"));
                careless.kill();
                // The other one lives on, and has its slot.
                try (MappedQueue queue = openSmall(folder);
                        Tailer tailer = queue.tailer()) {
                    Map<Integer, List<Long>> found = Map.of(0, new ArrayList<>(), 1, new ArrayList<>());
                    int count = acknowledged.get(0).size() + acknowledged.get(1).size();
                    for (int i = 0; i < count; i++) {
                        assertTrue(tailer.await(WaitStrategy.backoff(), Duration.ofSeconds(30)));
                        Entry entry = tailer.poll(Entry.CODEC);
                        found.get(entry.writer()).add(entry.sequence());
                    }
                    assertEquals(acknowledged, found);
                    KilledProcess.awaitHere(
                            "the end",
                            () -> tailer.skip(1) > 0 || queue.verify().orphans() == 0);
                    assertEquals(0, tailer.skip(1));
                    assertEquals(List.of(), queue.verify().damage());
                }
            }
        }
    }

    @Test
    void aThreadThatIsInterruptedAllTheTimeLosesNothing() throws Exception {
        try (MappedQueue queue = openSmall(folder)) {
            FutureTask<Void> appending = new FutureTask<>(() -> {
                try (Appender appender = queue.appender()) {
                    for (long i = 0; i < 1_000; i++) {
                        appender.append(Entry.CODEC, Entry.of(0, i));
                    }
                }
                return null;
            });
            Thread thread = Thread.ofPlatform().start(appending);
            while (!appending.isDone()) {
                thread.interrupt();
            }
            appending.get();
            assertEquals(LongStream.range(0, 1_000).boxed().toList(), sequences(queue));
            assertEquals(List.of(), queue.verify().damage());
        }
    }

    @Test
    void whoTookALostSlotAndDiedIsNotTakenForThisProcess() throws Exception {
        try (MappedQueue queue = openSmall(folder);
                Tailer tailer = queue.tailer()) {
            Appender appender = queue.appender();
            try (QueueProcess other = openAfterLoss(appender)) {
                assertEquals("ok", other.ask("claim 1 0"));
                appender.append(Entry.CODEC, Entry.of(0, 1));
                assertEquals(Entry.of(0, 0), tailer.poll(Entry.CODEC));
                assertFalse(tailer.await(WaitStrategy.backoff(), Duration.ofMillis(50)), "it is not dead");
                other.kill();
            }
            assertTrue(tailer.await(WaitStrategy.backoff(), Duration.ofSeconds(50)), "nobody waits for the dead");
            assertEquals(Entry.of(0, 1), tailer.poll(Entry.CODEC));
            try (Appender second = queue.appender()) {
                second.append(Entry.CODEC, Entry.of(0, 2));
                assertEquals(List.of(0), queue.info().slots());
                appender.close();
                assertEquals(
                        List.of(0),
                        queue.info().slots(),
                        "it is the second one's, and the first one has not unlocked it");
            }
        }
    }

    /** Starts a process that takes the slot of an appender which has lost it. */
    private QueueProcess openAfterLoss(Appender appender) throws IOException {
        appender.append(Entry.CODEC, Entry.of(0, 0));
        loseLocks("a channel");
        return QueueProcess.start(folder, SMALL_SEGMENT);
    }

    @Test
    void nobodyOpensAnotherChannelBeforeTheLastOneIsClosed() throws Exception {
        MappedQueue queue = openSmall(folder);
        String key = LockFile.registryKey(folder.resolve("lock"));
        FutureTask<Void> closing = new FutureTask<>(() -> {
            queue.close();
            return null;
        });
        synchronized (JvmRegistry.MONITOR) {
            Map<?, ?> shared = (Map<?, ?>) JvmRegistry.get(key);
            FileChannel channel = (FileChannel) shared.get("channel");
            long thread = Thread.ofPlatform().start(closing).threadId();
            KilledProcess.awaitHere("the removal", () -> waitsFor(JvmRegistry.MONITOR, thread));
            assertFalse(channel.isOpen(), "to close it later would drop the locks of the other one");
        }
        closing.get();
        assertNull(JvmRegistry.get(key));
    }

    private static boolean isRegistryWaitedFor() {
        return Stream.of(ManagementFactory.getThreadMXBean().dumpAllThreads(false, false))
                .anyMatch(thread -> thread.getThreadState() == Thread.State.BLOCKED
                        && waitsFor(JvmRegistry.MONITOR, thread.getThreadId()));
    }

    private static boolean waitsFor(Object monitor, long thread) {
        LockInfo lock =
                ManagementFactory.getThreadMXBean().getThreadInfo(thread).getLockInfo();
        return lock != null && lock.getIdentityHashCode() == System.identityHashCode(monitor);
    }

    @Test
    void anotherClassLoaderSharesTheChannel() throws Exception {
        List<URL> urls = new ArrayList<>();
        for (Path path : ChildJvm.classPath()) {
            urls.add(path.toUri().toURL());
        }
        try (MappedQueue queue = openSmall(folder);
                Appender appender = queue.appender();
                QueueProcess other = QueueProcess.start(folder, SMALL_SEGMENT);
                // Without a parent: even the platform's loader finds the classes of modules that are there.
                URLClassLoader loader = new URLClassLoader(urls.toArray(URL[]::new), null)) {
            appender.append(Entry.CODEC, Entry.of(0, 0));
            assertEquals("0 0", other.ask("read"));
            claim(appender, 1);
            Class<?> type = loader.loadClass(MappedQueue.class.getName());
            assertFalse(type.equals(MappedQueue.class));
            try (AutoCloseable same =
                    (AutoCloseable) type.getMethod("open", Path.class).invoke(null, folder)) {
                AutoCloseable its = (AutoCloseable) type.getMethod("appender").invoke(same);
                its.close();
            }
            try (Appender second = queue.appender()) {
                second.append(Entry.CODEC, Entry.of(0, 2));
            }
            other.tell("read");
            appender.commit();
            assertEquals("0 1", other.answer(), "its lock was kept: nobody has given the record up");
            assertEquals("0 2", other.ask("read"));
        }
    }

    @Test
    void anInterruptedThreadOpensAppendsRollsAndReads() throws Exception {
        Thread.currentThread().interrupt();
        try (MappedQueue queue = openSmall(folder);
                Appender appender = queue.appender();
                Tailer tailer = queue.tailer()) {
            for (long i = 0; i < 300; i++) {
                appender.append(Entry.CODEC, Entry.of(0, i));
            }
            queue.force();
            assertEquals(LongStream.range(0, 300).boxed().toList(), sequences(queue));
            assertEquals(300, entries(tailer).size());
            int layoutId = LayoutText.id(Entry.CODEC.layout());
            assertEquals(layoutId, LayoutText.id(queue.layout(layoutId)));
            assertTrue(Thread.currentThread().isInterrupted());
            Thread.interrupted();
            claim(appender, 300);
            try (QueueProcess other = QueueProcess.start(folder, SMALL_SEGMENT)) {
                other.tell("append 0 301");
                assertTrue(Long.parseLong(other.answer()) > 0);
                appender.commit();
            }
            assertEquals(300, entries(tailer).getFirst().sequence(), "the lock was kept");
        }
    }

    @Test
    void aStoppedProcessIsWaitedFor() throws Exception {
        try (MappedQueue queue = openSmall(folder);
                Appender appender = queue.appender();
                Tailer tailer = queue.tailer();
                QueueProcess other = QueueProcess.start(folder, SMALL_SEGMENT)) {
            assertEquals("ok", other.ask("claim 1 0"));
            appender.append(Entry.CODEC, Entry.of(0, 0));
            signal(other, "-STOP");
            assertFalse(tailer.await(WaitStrategy.backoff(), Duration.ofMillis(100)), "it is not dead");
            signal(other, "-CONT");
            assertTrue(Long.parseLong(other.ask("commit")) > 0);
            assertEquals(List.of(Entry.of(1, 0), Entry.of(0, 0)), entries(tailer));
        }
    }

    /** The shell's own kill: the program of that name is not everywhere. */
    private static void signal(QueueProcess process, String signal) throws Exception {
        long pid = process.process().pid();
        assertEquals(new ChildJvm.Result(0, ""), ChildJvm.run(List.of("sh", "-c", "kill " + signal + " " + pid)));
    }
}
