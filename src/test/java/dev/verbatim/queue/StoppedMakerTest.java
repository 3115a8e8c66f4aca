package dev.verbatim.queue;

import static dev.verbatim.queue.QueueSamples.SMALL_SEGMENT;
import static dev.verbatim.queue.QueueSamples.openSmall;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.verbatim.file.ChildJvm;
import dev.verbatim.internal.log.Keeper;
import dev.verbatim.internal.log.LockFile;
import dev.verbatim.internal.log.LogFiles;
import dev.verbatim.internal.log.ProtocolStep;
import dev.verbatim.internal.log.SegmentDescriptor;
import dev.verbatim.queue.QueueSamples.Entry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A process that is stopped in the midst of making a segment, or of deleting some. Others go on, unless it is in the
 * moment of giving a segment its name or of taking it away; then they wait when they need a segment that is not there.
 * Whether it goes on or is killed, the log is whole.
 */
@Timeout(120)
class StoppedMakerTest {

    private static final long ENTRIES_PER_SEGMENT = 99;

    /** More than five segments. */
    private static final long ENTRIES = 5 * ENTRIES_PER_SEGMENT + 7;

    @TempDir
    Path temporary;

    private Path folder;

    @BeforeEach
    void nameTheQueue() {
        folder = temporary.resolve("queue");
        assumeTrue(Files.exists(Path.of("/proc/self/stat")), "needs to see that a process is stopped");
    }

    /** {@return a process that is stopped as it makes the second segment} */
    private QueueProcess startAndStop(ProtocolStep step) throws Exception {
        return startAndStop(step, "ready"); // its appender is opened then, and appends nothing yet
    }

    private QueueProcess startAndStop(ProtocolStep step, String command) throws Exception {
        QueueProcess process = QueueProcess.start(folder, SMALL_SEGMENT);
        assertEquals("ok", process.ask("stop " + step + " 1"));
        process.tell(command);
        Path stat = Path.of("/proc/" + process.process().pid() + "/stat");
        KilledProcess.awaitHere("the stop", () -> {
            String line = Files.readString(stat);
            return line.startsWith(" T ", line.lastIndexOf(')') + 1);
        });
        return process;
    }

    /** Lets it go on, or kills it. */
    private static void end(QueueProcess process, String signal) throws Exception {
        if (signal.equals("-KILL")) {
            process.kill();
            return;
        }
        goOn(process);
        assertEquals("ready", process.answer());
        assertTrue(process.ask("append 1 0").matches("\\d+"), "its entry was not appended");
        assertTrue(process.ask("append 1 1").matches("\\d+"), "another entry was not appended");
    }

    /** The shell's own kill: the program of that name is not everywhere. */
    private static void goOn(QueueProcess process) throws Exception {
        if (process.process().isAlive()) {
            long pid = process.process().pid();
            assertEquals(new ChildJvm.Result(0, ""), ChildJvm.run(List.of("sh", "-c", "kill -CONT " + pid)));
        }
    }

    /** Requires that all is there that was appended, here and by a process that was not killed, and nothing else. */
    private void requireWhole(String signal) throws IOException {
        try (MappedQueue queue = openSmall(folder);
                Tailer tailer = queue.tailer().withChecksums()) {
            assertEquals(List.of(), queue.recovery().orElseThrow().damage());
            assertEquals(List.of(), names(LogFiles.UNFINISHED_SUFFIX));
            for (String name : names(".segment")) {
                assertEquals(SMALL_SEGMENT, Files.size(folder.resolve(name)), name);
            }
            List<Long> here = new ArrayList<>();
            List<Long> there = new ArrayList<>();
            for (Entry entry : QueueSamples.entries(tailer)) {
                assertTrue(entry.isWhole());
                (entry.writer() == 0 ? here : there).add(entry.sequence());
            }
            assertEquals(LongStream.range(0, ENTRIES).boxed().toList(), here);
            if (signal.equals("-CONT")) {
                assertEquals(List.of(0L, 1L), there);
            }
            assertEquals(List.of(), queue.verify().damage());
        }
    }

    private List<String> names(String suffix) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(suffix))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"-CONT", "-KILL"})
    void othersGoOnWhileItWritesASegment(String signal) throws Exception {
        try (MappedQueue queue = openSmall(folder)) {
            try (QueueProcess stopped = startAndStop(ProtocolStep.TEMPORARY_FILE);
                    AutoCloseable _ = () -> goOn(stopped)) { // or it could not end
                assertFalse(Files.exists(folder.resolve(SegmentDescriptor.fileName(1))));
                append(queue);
                end(stopped, signal);
            }
        }
        assertEquals(
                signal.equals("-KILL") ? 1 : 0,
                names(LogFiles.UNFINISHED_SUFFIX).size());
        requireWhole(signal);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-CONT", "-KILL"})
    void othersGoOnWhileItForcesTheNameOfASegment(String signal) throws Exception {
        try (MappedQueue queue = openSmall(folder)) {
            try (QueueProcess stopped = startAndStop(ProtocolStep.FOLDER);
                    AutoCloseable _ = () -> goOn(stopped)) {
                assertTrue(Files.exists(folder.resolve(SegmentDescriptor.fileName(1))));
                append(queue);
                end(stopped, signal);
            }
        }
        assertEquals(List.of(), names(LogFiles.UNFINISHED_SUFFIX));
        requireWhole(signal);
    }

    /** So that another process has none to make. */
    private void awaitNextSegment() throws Exception {
        Path next = folder.resolve(SegmentDescriptor.fileName(6));
        KilledProcess.awaitHere("the next segment", () -> Files.exists(next));
    }

    private static void append(MappedQueue queue) throws IOException {
        try (Appender appender = queue.appender()) {
            for (long i = 0; i < ENTRIES; i++) {
                appender.append(Entry.CODEC, Entry.of(0, i));
            }
        }
    }

    @Test
    void othersGoOnWhileItForcesADeletion() throws Exception {
        try (MappedQueue queue = openSmall(folder)) {
            append(queue);
            awaitNextSegment();
            try (QueueProcess stopped = startAndStop(ProtocolStep.FOLDER, "delete");
                    AutoCloseable _ = () -> goOn(stopped)) {
                assertEquals(5, SegmentDescriptor.index(names(".segment").getFirst()));
                append(queue);
                goOn(stopped);
                assertEquals("5", stopped.answer());
            }
            try (Tailer tailer = queue.tailer()) {
                assertEquals(7 + ENTRIES, QueueSamples.entries(tailer).size());
            }
            assertEquals(List.of(), queue.verify().damage());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"-CONT", "-KILL"})
    void othersGoOnAndDeleteWhileItDeletesASegment(String signal) throws Exception {
        try (MappedQueue queue = openSmall(folder)) {
            append(queue);
            awaitNextSegment();
            try (QueueProcess stopped = startAndStop(ProtocolStep.NAMELESS, "delete");
                    AutoCloseable _ = () -> goOn(stopped)) {
                assertEquals(1, SegmentDescriptor.index(names(".segment").getFirst()));
                assertEquals(1, names(LogFiles.UNFINISHED_SUFFIX).size(), "it has not deleted the file yet");
                append(queue);
                assertEquals(10 - 1, queue.delete(Retention.ofSize(0)), "the rest");
                if (signal.equals("-KILL")) {
                    stopped.kill();
                } else {
                    goOn(stopped);
                    assertEquals("1", stopped.answer());
                }
            }
            assertEquals(List.of(), queue.verify().damage());
        }
        try (MappedQueue queue = openSmall(folder);
                Tailer tailer = queue.tailer()) {
            assertEquals(List.of(), queue.recovery().orElseThrow().damage());
            assertEquals(List.of(), names(LogFiles.UNFINISHED_SUFFIX));
            assertEquals(10, SegmentDescriptor.index(names(".segment").getFirst()));
            assertEquals(2 * ENTRIES - 10 * ENTRIES_PER_SEGMENT, tailer.skip(Long.MAX_VALUE));
        }
    }

    /** A new name begins at the oldest segment that is left. */
    @Test
    void itDeletesNoMoreWhenATailerIsNamedMeanwhile() throws Exception {
        try (MappedQueue queue = openSmall(folder)) {
            append(queue);
            try (QueueProcess stopped = startAndStop(ProtocolStep.NAMELESS, "delete");
                    AutoCloseable _ = () -> goOn(stopped);
                    Tailer tailer = queue.tailer("audit")) {
                goOn(stopped);
                assertEquals("1", stopped.answer());
                assertEquals(ENTRIES - ENTRIES_PER_SEGMENT, tailer.skip(Long.MAX_VALUE));
            }
        }
    }

    /** It has written the second segment, and wants to give it its name when that one is long gone. */
    @Test
    void aSegmentThatOthersHaveFilledAndDeletedMeanwhileDoesNotComeBack() throws Exception {
        try (MappedQueue queue = openSmall(folder)) {
            try (QueueProcess stopped = startAndStop(ProtocolStep.TEMPORARY_FILE);
                    AutoCloseable _ = () -> goOn(stopped)) {
                try (Appender appender = queue.appender()) {
                    for (long i = 0; i < ENTRIES; i++) {
                        appender.append(Entry.CODEC, Entry.of(0, i));
                    }
                    assertEquals(5, queue.delete(Retention.ofSize(0)));
                }
                end(stopped, "-CONT");
            }
            try (Tailer tailer = queue.tailer()) {
                assertEquals(7 + 2, QueueSamples.entries(tailer).size());
            }
            assertEquals(List.of(), queue.verify().damage());
        }
        assertEquals(List.of(), names(LogFiles.UNFINISHED_SUFFIX));
        assertEquals(5, SegmentDescriptor.index(names(".segment").getFirst()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-CONT", "-KILL"})
    void othersWaitForASegmentWhileItGivesOneItsName(String signal) throws Exception {
        AtomicLong appended = new AtomicLong();
        try (MappedQueue queue = openSmall(folder)) {
            FutureTask<Void> appending = new FutureTask<>(() -> {
                try (Appender appender = queue.appender()) {
                    for (long i = 0; i < ENTRIES; i++) {
                        appender.append(Entry.CODEC, Entry.of(0, i));
                        appended.incrementAndGet();
                    }
                }
                return null;
            });
            try (QueueProcess stopped = startAndStop(ProtocolStep.PUBLISH);
                    AutoCloseable _ = () -> goOn(stopped)) {
                Thread thread = Thread.ofPlatform().start(appending);
                KilledProcess.awaitHere(
                        "the wait", () -> appending.isDone() || (isIn(thread, Keeper.class, "make") && makerWaits()));
                assertEquals(2 * ENTRIES_PER_SEGMENT, appended.get(), "entries in the segments that are there");
                end(stopped, signal);
                appending.get();
            }
        }
        assertEquals(List.of(), names(LogFiles.UNFINISHED_SUFFIX));
        requireWhole(signal);
    }

    /** {@return whether the thread that makes segments is kept from giving one its name} */
    private static boolean makerWaits() {
        return Thread.getAllStackTraces().keySet().stream()
                .anyMatch(thread ->
                        thread.getName().equals("verbatim-queue-maker") && isIn(thread, LockFile.class, "lock"));
    }

    private static boolean isIn(Thread thread, Class<?> type, String method) {
        return Arrays.stream(thread.getStackTrace())
                .anyMatch(frame -> frame.getClassName().equals(type.getName())
                        && frame.getMethodName().equals(method));
    }
}
