package dev.verbatim.internal.log;

import static dev.verbatim.internal.log.Mappings.LONG_LE;
import static dev.verbatim.internal.log.SegmentDescriptor.BEGUN_OFFSET;
import static dev.verbatim.internal.log.SegmentDescriptor.FIRST_ENTRY_OFFSET;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.verbatim.internal.io.DeepStack;
import dev.verbatim.queue.KilledProcess;
import dev.verbatim.samples.MappedSegments;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the threads of a log do without being asked: segments ahead, and forces of what is full. */
@Timeout(60)
class KeeperTest {

    private static final LogKind KIND = LogKind.of("diary", "CONTROL!", "SEGMENT!");
    private static final long SEGMENT_SIZE = 4096;
    private static final long ENTRIES_PER_SEGMENT = 99;

    @TempDir
    Path folder;

    @TempDir
    Path elsewhere;

    private Log log;

    @BeforeEach
    void openTheLog() throws IOException {
        log = open();
    }

    @AfterEach
    void closeTheLog() throws IOException {
        log.close();
    }

    private Log open() throws IOException {
        return open(folder);
    }

    private static Log open(Path folder) throws IOException {
        return Log.open(KIND, new LogOptions(folder, SEGMENT_SIZE, null, false, Duration.ZERO, false, false));
    }

    /** Appends entries, and has nothing done by the threads but what it needs. */
    private static void append(Log log, long count) throws IOException {
        EntryWriter writer = new EntryWriter(log, "the writer", KeeperTest.class.getName());
        for (long i = 0; i < count; i++) {
            writer.enter();
            writer.reserve(24);
            writer.commit();
            writer.exit();
        }
        writer.close();
    }

    /** {@return a keeper that waits for a millisecond where that of a log waits for half a minute} */
    private Keeper impatient() {
        return impatient(log.segments());
    }

    private Keeper impatient(Segments segments) {
        return impatient(segments, new TreeMap<>());
    }

    private Keeper impatient(Segments segments, NavigableMap<Long, SegmentFile> ready) {
        return new Keeper(
                "impatient",
                log.name(),
                log.control(),
                segments,
                log.forcing(),
                Duration.ZERO,
                Duration.ofMillis(1),
                ready);
    }

    private long durableAfterForceOfSegmentsBefore(long index) throws IOException {
        log.forcing().force(index);
        return log.control().durableAcquire();
    }

    /** Waits until the thread that makes segments has nothing to do. */
    private static void awaitMaker(String noun) throws Exception {
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().equals("verbatim-" + noun + "-maker")) {
                KilledProcess.awaitHere(
                        "the maker", () -> thread.getState() == Thread.State.WAITING || !thread.isAlive());
            }
        }
    }

    private static List<Long> upTo(long last) {
        return LongStream.rangeClosed(0, last).boxed().toList();
    }

    @Test
    void aForceOfWhatIsFullGoesToTheEndOfASegment() throws IOException {
        append(log, 3 * ENTRIES_PER_SEGMENT + 7);
        assertEquals(FIRST_ENTRY_OFFSET, durableAfterForceOfSegmentsBefore(0));
        assertEquals(SEGMENT_SIZE, durableAfterForceOfSegmentsBefore(1));
        assertEquals(2 * SEGMENT_SIZE, durableAfterForceOfSegmentsBefore(2));
        assertEquals(2 * SEGMENT_SIZE, durableAfterForceOfSegmentsBefore(0), "it goes back");
        assertEquals(3 * SEGMENT_SIZE, durableAfterForceOfSegmentsBefore(3));
    }

    @Test
    void aForceOfWhatIsFullPassesWhatWasDeleted() throws IOException {
        append(log, 3 * ENTRIES_PER_SEGMENT + 7);
        Files.delete(log.segments().path(0));
        Files.delete(log.segments().path(1));
        assertEquals(3 * SEGMENT_SIZE, durableAfterForceOfSegmentsBefore(3));
    }

    /** A clock that was ahead for a moment is in the headers of all segments from then on. */
    @Test
    void whatHasBeenFullForAWhileIsForcedWhateverTheClockSays() throws Exception {
        append(log, 3 * ENTRIES_PER_SEGMENT + 7);
        for (long index = 0; index < 4; index++) {
            SegmentFile segment = log.segments().acquire(index);
            segment.memory().set(LONG_LE, BEGUN_OFFSET, Long.MAX_VALUE);
            log.segments().release(segment);
        }
        try (Keeper keeper = impatient()) {
            keeper.start();
            KilledProcess.awaitHere("a force", () -> log.control().durableAcquire() == 3 * SEGMENT_SIZE);
        }
    }

    @Test
    void whatHasBeenFullForAWhileIsForcedThoughNobodyAsks() throws Exception {
        append(log, 3 * ENTRIES_PER_SEGMENT + 7);
        assertEquals(FIRST_ENTRY_OFFSET, log.control().durableAcquire());
        Keeper keeper = impatient();
        try (keeper) {
            keeper.start();
            KilledProcess.awaitHere("a force", () -> log.control().durableAcquire() == 3 * SEGMENT_SIZE);
            append(log, ENTRIES_PER_SEGMENT);
            KilledProcess.awaitHere("another force", () -> log.control().durableAcquire() == 4 * SEGMENT_SIZE);
        }
        append(log, 2 * ENTRIES_PER_SEGMENT);
        assertEquals(4 * SEGMENT_SIZE, log.control().durableAcquire(), "its keeper has ended");
    }

    @Test
    void anIdleProcessKeepsNoSegmentMappedThatOthersHaveFilled() throws Exception {
        MappedSegments.assumeListed();
        try (Keeper idle = impatient()) {
            idle.start();
            KilledProcess.awaitHere(
                    "a segment ahead", () -> MappedSegments.of(folder).equals(List.of(0L, 1L)));
            try (Log other = open()) {
                append(other, 10 * ENTRIES_PER_SEGMENT + 1);
            }
            KilledProcess.awaitHere(
                    "the newest", () -> MappedSegments.of(folder).equals(List.of(10L, 11L)));
        }
        assertEquals(List.of(), MappedSegments.of(folder));
    }

    /** Has no memory for what is noted first. */
    private static final class WithoutMemory extends TreeMap<Long, SegmentFile> {

        private static final long serialVersionUID = 1;

        private final AtomicBoolean failed = new AtomicBoolean();

        @Override
        public SegmentFile put(Long index, SegmentFile segment) {
            if (failed.compareAndSet(false, true)) {
                throw new OutOfMemoryError("no room");
            }
            return super.put(index, segment);
        }
    }

    @Test
    void aSegmentThatCouldNotBeNotedIsNotMapped() throws Exception {
        long before = MappingLimit.PROCESS.mapped();
        WithoutMemory noted = new WithoutMemory();
        try (Keeper keeper = impatient(log.segments(), noted)) {
            keeper.start();
            KilledProcess.awaitHere("a failure", noted.failed::get);
            KilledProcess.awaitHere("a segment ahead", () -> MappingLimit.PROCESS.mapped() >= before + 2);
        }
        assertEquals(before, MappingLimit.PROCESS.mapped());
    }

    /** One segment ahead, and twice as many each time when somebody had to wait for one. */
    @Test
    void segmentsAheadAreAsManyAsTheRateOfAppendsAsksFor() throws Exception {
        Keeper keeper = log.keeper();
        keeper.start();
        awaitMaker("diary");
        assertEquals(upTo(1), log.segments().published());
        keeper.make(1);
        awaitMaker("diary");
        assertEquals(upTo(1), log.segments().published(), "nobody had to wait for it");
        keeper.make(2);
        awaitMaker("diary");
        assertEquals(upTo(2), log.segments().published());
        keeper.make(3);
        awaitMaker("diary");
        assertEquals(upTo(4), log.segments().published());
        keeper.make(5);
        awaitMaker("diary");
        assertEquals(upTo(8), log.segments().published());
        keeper.make(9);
        awaitMaker("diary");
        assertEquals(upTo(9), log.segments().published(), "eight are the most");
    }

    @Test
    void segmentsAheadTakeSoMuchSpaceAndNoMore() {
        assertEquals(8, Keeper.mostAhead(4096));
        assertEquals(8, Keeper.mostAhead(32 << 20));
        assertEquals(4, Keeper.mostAhead(64 << 20));
        assertEquals(1, Keeper.mostAhead(256 << 20));
        assertEquals(1, Keeper.mostAhead(1 << 30));
    }

    /** A try on a full disk would take its last blocks from others, again and again. */
    @Test
    void whatCannotBeMadeAheadIsNotTriedAgainBeforeAnAppenderNeedsIt() throws Exception {
        MappedSegments.assumeListed();
        Path link = Files.createSymbolicLink(elsewhere.resolve("link"), folder);
        Segments segments = new Segments(KIND, link, log.locks(), log.control(), true, false);
        try (Keeper keeper = impatient(segments)) {
            keeper.start();
            KilledProcess.awaitHere(
                    "a segment ahead", () -> MappedSegments.of(folder).equals(List.of(0L, 1L)));
            Files.delete(link); // nothing can be made now
            log.control().advanceNewest(1);
            awaitLooks();
            Files.createSymbolicLink(link, folder);
            awaitLooks();
            assertEquals(upTo(1), log.segments().published(), "nobody has asked for it");
            keeper.rolled(segments.acquire(1));
            KilledProcess.awaitHere(
                    "the next one", () -> MappedSegments.of(folder).equals(List.of(1L, 2L)));

            Files.delete(link);
            log.control().advanceNewest(2);
            awaitLooks();
            assertThrows(IOException.class, () -> keeper.make(3));
            Files.createSymbolicLink(link, folder);
            awaitLooks();
            assertEquals(upTo(2), log.segments().published(), "nobody has asked for it again");
            keeper.make(3);
            KilledProcess.awaitHere(
                    "one more, because somebody waited",
                    () -> MappedSegments.of(folder).equals(List.of(2L, 3L, 4L)));

            Files.delete(link);
            log.control().advanceNewest(3);
            awaitLooks();
            Files.createSymbolicLink(link, folder);
            log.segments().make(5); // by another process
            KilledProcess.awaitHere(
                    "what others have made", () -> MappedSegments.of(folder).equals(List.of(3L, 4L, 5L)));
        }
    }

    /** Waits until the impatient keeper has looked some times whether there is something to do. */
    private static void awaitLooks() throws Exception {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long maker = Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("verbatim-impatient-maker"))
                .findFirst()
                .orElseThrow()
                .threadId();
        // It waits after each look.
        long before = threads.getThreadInfo(maker).getWaitedCount();
        KilledProcess.awaitHere("looks", () -> threads.getThreadInfo(maker).getWaitedCount() > before + 10);
    }

    /** It comes before what was to be made ahead, though that was asked for earlier. */
    @Test
    void whatAnAppenderWaitsForIsMadeNext() throws Exception {
        Keeper keeper = log.keeper();
        keeper.make(1); // now two are to be made ahead
        awaitMaker("diary");
        keeper.make(3); // and now four
        awaitMaker("diary");
        assertEquals(upTo(4), log.segments().published());
        try (WatchService watcher = folder.getFileSystem().newWatchService()) {
            WatchKey key = folder.register(watcher, StandardWatchEventKinds.ENTRY_CREATE);
            log.locks().lock(LockDescriptor.DELETE);
            FutureTask<Void> waiting = new FutureTask<>(() -> {
                keeper.make(9);
                return null;
            });
            try {
                append(log, ENTRIES_PER_SEGMENT + 1); // so there is one more to make, which cannot get its name
                KilledProcess.awaitHere("its file", this::hasUnfinished);
                append(log, 3 * ENTRIES_PER_SEGMENT); // each segment that is left asks for one more
                Thread thread = Thread.ofPlatform().start(waiting);
                KilledProcess.awaitHere("the wait", () -> thread.getState() == Thread.State.WAITING);
            } finally {
                log.locks().unlock(LockDescriptor.DELETE);
            }
            waiting.get();
            awaitMaker("diary");
            assertEquals(List.of(5L, 9L, 6L, 7L, 8L, 10L, 11L, 12L), created(key, 8));
        }
    }

    /** As where memory is full for a moment. */
    @Test
    void aBatchIsForcedAfterOneThatFailedAndCouldNotBeLogged() throws Exception {
        append(log, 7);
        Path link = elsewhere.resolve("link"); // to nothing yet
        Segments segments = new Segments(KIND, link, log.locks(), log.control(), true, false);
        Forcing forcing = new Forcing(log.name(), link, segments, log.control());
        AtomicBoolean failed = new AtomicBoolean();
        Logger logger = Logger.getLogger(Keeper.class.getName());
        logger.setLevel(Level.ALL);
        logger.setFilter(entry -> {
            failed.compareAndSet(false, Thread.currentThread().getName().equals("verbatim-batch-forcer"));
            throw new OutOfMemoryError("for a log");
        });
        try (Keeper keeper =
                new Keeper("batch", log.name(), log.control(), segments, forcing, Duration.ofMillis(1), Keeper.REST)) {
            keeper.start();
            KilledProcess.awaitHere("a failure", failed::get);
            assertThrows(IOException.class, forcing::requireSound);
            Files.createSymbolicLink(link, folder);
            KilledProcess.awaitHere("a force", () -> log.control().durableAcquire() > FIRST_ENTRY_OFFSET);
            forcing.requireSound();
        } finally {
            logger.setFilter(null);
            logger.setLevel(null);
        }
    }

    @Test
    void theThreadsGoOnAfterRollsWithoutRoomOnTheStack() throws Exception {
        Path path = elsewhere.resolve("log");
        Log other = open(path);
        append(other, ENTRIES_PER_SEGMENT + 1);
        other.keeper().start();
        Segments segments = other.segments();
        DeepStack.Step roll = () -> {
            SegmentFile full = segments.acquire(0);
            // Deeper than an appender does it. In the interpreter a hundred of these calls would take all the room.
            DeepStack.recurse(50, () -> other.keeper().rolled(full));
        };
        roll.run(); // to link the lambda in it takes more of the stack than an acquire has asked for
        DeepStack.repeat(Duration.ofSeconds(3), left -> DeepStack.run(left, roll));
        assertTimeoutPreemptively(Duration.ofSeconds(20), () -> {
            append(other, 3 * ENTRIES_PER_SEGMENT);
            if (MappedSegments.areListed()) {
                KilledProcess.awaitHere(
                        "the release", () -> !MappedSegments.of(path).contains(0L));
            }
            other.close();
        });
    }

    /** A task that is handed over without room on the stack would break the maker's queue. */
    @Test
    void theMakerGoesOnAfterRollsThatCannotReachIt() throws Exception {
        Log other = open(elsewhere.resolve("log"));
        append(other, ENTRIES_PER_SEGMENT + 1);
        Keeper keeper = other.keeper();
        keeper.start();
        DeepStack.repeat(Duration.ofSeconds(2), left -> {
            SegmentFile full = other.segments().acquire(0);
            DeepStack.run(left, () -> keeper.rolled(full));
        });
        assertTimeoutPreemptively(Duration.ofSeconds(20), () -> {
            append(other, 3 * ENTRIES_PER_SEGMENT);
            other.close();
        });
    }

    private boolean hasUnfinished() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.anyMatch(file -> file.toString().endsWith(LogFiles.UNFINISHED_SUFFIX));
        }
    }

    /** {@return the first segments that have got their names, in this order} */
    private static List<Long> created(WatchKey key, int count) throws Exception {
        List<Long> created = new ArrayList<>();
        KilledProcess.awaitHere("their names", () -> {
            for (WatchEvent<?> event : key.pollEvents()) {
                long index = SegmentDescriptor.index(event.context().toString());
                if (index >= 0) {
                    created.add(index);
                }
            }
            return created.size() >= count;
        });
        return created;
    }
}
