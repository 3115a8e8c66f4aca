package dev.verbatim.queue;

import static dev.verbatim.queue.QueueSamples.SMALL_SEGMENT;
import static dev.verbatim.queue.QueueSamples.entries;
import static dev.verbatim.queue.QueueSamples.openSmall;
import static dev.verbatim.queue.QueueSamples.sequences;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.file.ChildJvm;
import dev.verbatim.queue.QueueSamples.Entry;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What POSIX and the JDK do to locks loses nothing that was acknowledged. */
class LockTrapsTest {

    @TempDir
    Path folder;

    @AfterEach
    void clearTheInterrupt() {
        Thread.interrupted();
    }

    private static void claim(Appender appender, long sequence) throws IOException {
        Entry.CODEC.write(Entry.of(0, sequence), appender.claim(Entry.CODEC.layout()), 0);
    }

    @Test
    void whereALockIsLostTheCommitFailsAndTheNextOneDoesNot() throws Exception {
        try (MappedQueue queue = openSmall(folder);
                Appender appender = queue.appender();
                Appender second = queue.appender();
                QueueProcess other = QueueProcess.start(folder, SMALL_SEGMENT)) {
            appender.append(Entry.CODEC, Entry.of(0, 0));
            assertEquals("0 0", other.ask("read"));
            claim(appender, 1);
            second.append(Entry.CODEC, Entry.of(0, 2));
            // POSIX drops all locks of this process.
            FileChannel.open(folder.resolve("lock"), StandardOpenOption.READ).close();

            assertEquals("0 2", other.ask("read"));
            String message =
                    assertThrows(QueueException.class, appender::commit).getMessage();
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
        }
    }

    @Test
    void anotherOpenerTakesTheSlotOfALostLockAndNothingIsMixedUp() throws Exception {
        try (MappedQueue queue = openSmall(folder);
                Appender appender = queue.appender()) {
            appender.append(Entry.CODEC, Entry.of(0, 0));
            claim(appender, 1);
            FileChannel.open(folder.resolve("lock"), StandardOpenOption.READ).close();
            // It believes that nobody has the queue open, and recovers it.
            try (QueueProcess other = QueueProcess.start(folder, SMALL_SEGMENT)) {
                assertTrue(Long.parseLong(other.ask("append 0 2")) > 0);
                assertThrows(QueueException.class, appender::commit);
                appender.append(Entry.CODEC, Entry.of(0, 3));
                assertTrue(Long.parseLong(other.ask("append 0 4")) > 0);
            }
            assertEquals(List.of(0L, 2L, 3L, 4L), sequences(queue));
        }
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

    private static void signal(QueueProcess process, String signal) throws Exception {
        Process kill = new ProcessBuilder("kill", signal, Long.toString(process.process().pid())).start();
        assertEquals(0, kill.waitFor());
    }
}
