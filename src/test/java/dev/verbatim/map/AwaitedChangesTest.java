package dev.verbatim.map;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.GapException;
import dev.verbatim.WaitStrategy;
import dev.verbatim.samples.MappedSegments;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Waiting for a change of a map. */
class AwaitedChangesTest {

    private static final Duration LONG = Duration.ofSeconds(60);

    @TempDir
    Path folder;

    private MappedMap<Long, Long> map;
    private MapChanges<Long, Long> changes;

    @BeforeEach
    void open() throws IOException {
        map = MappedMap.builder(folder, MapCodec.longs(), MapCodec.longs())
                .segmentSize(4096)
                .open();
        changes = map.changes();
    }

    @AfterEach
    void close() throws IOException {
        map.close();
    }

    private List<String> all() throws IOException {
        List<String> seen = new ArrayList<>();
        while (changes.poll((at, key, value) -> seen.add(key + "=" + value))) {
            // the next
        }
        return seen;
    }

    private void put(long key, long value) {
        try {
            map.put(key, value);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** {@return a wait that has begun, and has found nothing yet} */
    private FutureTask<Boolean> waiting() throws InterruptedException {
        CountDownLatch looked = new CountDownLatch(1);
        WaitStrategy strategy = WaitStrategy.backoff();
        FutureTask<Boolean> wait = new FutureTask<>(() -> changes.await(
                looks -> {
                    looked.countDown();
                    strategy.idle(looks);
                },
                LONG));
        Thread.ofPlatform().start(wait);
        looked.await();
        return wait;
    }

    @Test
    void aChangeThatIsThereEndsTheWaitAtOnce() throws Exception {
        put(1, 10);
        for (int i = 0; i < 2; i++) {
            assertTrue(changes.await(looks -> assertEquals(0, looks, "it was there"), Duration.ZERO));
            assertEquals(128, changes.position());
        }
        assertEquals(List.of("1=10"), all());
    }

    @Test
    void aChangeOfAnotherThreadEndsTheWait() throws Exception {
        FutureTask<Boolean> wait = waiting();
        map.put(1L, 10L);
        assertTrue(wait.get());
        assertEquals(List.of("1=10"), all());
        wait = waiting();
        assertTrue(map.remove(1L));
        assertTrue(wait.get());
        assertEquals(List.of("1=null"), all());
    }

    @Test
    void theStrategyIsToldHowOftenItWasAsked() throws Exception {
        List<Integer> asked = new ArrayList<>();
        assertTrue(changes.await(
                looks -> {
                    asked.add(looks);
                    if (looks == 3) {
                        put(1, 10);
                    }
                },
                LONG));
        assertEquals(List.of(1, 2, 3), asked);
        assertEquals(List.of("1=10"), all());
    }

    @Test
    void theWaitEndsWithTheTime() throws Exception {
        long start = System.nanoTime();
        assertFalse(changes.await(WaitStrategy.backoff(), Duration.ofMillis(20)));
        assertTrue(System.nanoTime() - start >= 20_000_000);
        assertFalse(changes.await(WaitStrategy.spin(), Duration.ZERO));
    }

    /** The thread of the map may be at it by itself; a call does nothing then. */
    private void deleteFirst(int segments) throws IOException {
        while (map.info().from() < segments * 4096L) {
            map.compact();
            Thread.onSpinWait();
        }
    }

    @Test
    void whatCompactionHasCopiedIsNoChange() throws Exception {
        put(-1, 0);
        for (long i = 0; map.info().to() < 3 * 4096; i++) {
            put(1, i);
        }
        changes.toEnd();
        deleteFirst(1);
        assertFalse(changes.await(WaitStrategy.spin(), Duration.ZERO));
        assertTrue(changes.await(looks -> put(2, 20), LONG));
        assertEquals(List.of("2=20"), all());
    }

    @Test
    void aGapEndsTheWaitAndTheNextOneBeginsBehindIt() throws Exception {
        put(-1, 0);
        assertEquals(List.of("-1=0"), all());
        for (long i = 0; map.info().to() < 3 * 4096; i++) {
            put(1, i);
        }
        deleteFirst(2); // the reader is in the first, which stays mapped
        GapException gap = assertThrows(GapException.class, () -> {
            while (changes.await(WaitStrategy.spin(), Duration.ZERO)) {
                changes.skip(1);
            }
        });
        assertEquals(gap.to(), changes.position());
        put(2, 20);
        assertTrue(changes.await(WaitStrategy.spin(), Duration.ZERO));
        List<String> rest = all();
        assertEquals("2=20", rest.getLast());
    }

    @Test
    void aReaderThatNobodyClosedKeepsNoDeletedSegmentMapped() throws Exception {
        MappedSegments.assumeListed();
        put(-1, 0);
        changes.close();
        leaveOpen();
        for (long i = 0; map.info().to() < 3 * 4096; i++) {
            put(1, i);
        }
        MapChanges<Long, Long> open = map.changes();
        assertTrue(open.await(WaitStrategy.spin(), Duration.ZERO));
        deleteFirst(1);
        assertTrue(isDeletedOneMapped(), "by the reader that is open");
        open.close();
        long start = System.nanoTime();
        while (isDeletedOneMapped()) {
            assertTrue(System.nanoTime() - start < 30_000_000_000L, "it is still mapped");
            System.gc();
        }
    }

    private boolean isDeletedOneMapped() throws IOException {
        String inFolder = folder.toRealPath() + "/";
        try (Stream<String> lines = Files.lines(Path.of("/proc/self/maps"))) {
            return lines.anyMatch(line -> line.contains(inFolder) && line.endsWith("(deleted)"));
        }
    }

    private void leaveOpen() throws Exception {
        assertTrue(map.changes().await(WaitStrategy.spin(), Duration.ZERO));
    }

    @Test
    void anInterruptEndsTheWaitAndTheReaderGoesOn() throws Exception {
        Thread.currentThread().interrupt();
        assertEquals(
                "interrupted while waiting for a change of map=" + folder,
                assertThrows(InterruptedException.class, () -> changes.await(WaitStrategy.backoff(), LONG))
                        .getMessage());
        put(1, 10);
        assertTrue(changes.await(WaitStrategy.backoff(), LONG));
        Thread.currentThread().interrupt();
        assertTrue(changes.await(WaitStrategy.backoff(), LONG), "nothing to wait for");
        assertTrue(Thread.interrupted());
    }

    @Test
    void aMapThatIsClosedEndsTheWait() throws Exception {
        FutureTask<Boolean> wait = waiting();
        map.close();
        assertEquals(
                IllegalStateException.class, // of the map or of the reader, whichever it has come to
                assertThrows(ExecutionException.class, wait::get).getCause().getClass());
        assertThrows(IllegalStateException.class, () -> changes.await(WaitStrategy.spin(), Duration.ZERO));
    }

    @Test
    void aHandlerMayAskForThePositionAndClose() throws Exception {
        put(1, 10);
        put(2, 20);
        List<Long> positions = new ArrayList<>();
        assertTrue(changes.poll((at, key, value) -> {
            positions.add(at);
            positions.add(changes.position());
        }));
        assertEquals(List.of(128L, 128L), positions);
        assertTrue(changes.poll((at, key, value) -> {
            assertEquals(at, changes.position());
            assertDoesNotThrow(changes::close);
            assertEquals(
                    "the reader of the changes of map=" + folder + " is closed",
                    assertThrows(IllegalStateException.class, changes::position).getMessage());
        }));
    }

    /** The close is to come in the midst of the skip: who closes looks whether it has begun, and tries again. */
    @Test
    void aCloseEndsASkip() throws Exception {
        int count = 0;
        try (MapChanges<Long, Long> counted = map.changes()) {
            for (long i = 0; i < 50_000; i++) {
                put(i, i);
            }
            count = Math.toIntExact(counted.skip(Long.MAX_VALUE));
        }
        long skipped = count;
        for (int tries = 0; skipped == count && tries < 100; tries++) {
            MapChanges<Long, Long> ended = map.changes();
            long start = ended.position();
            FutureTask<Long> skipping = new FutureTask<>(() -> ended.skip(Long.MAX_VALUE));
            Thread.ofPlatform().start(skipping);
            while (ended.position() == start && !skipping.isDone()) {
                Thread.onSpinWait();
            }
            ended.close();
            skipped = skipping.get();
        }
        assertTrue(skipped < count, "the skip has gone on to the end each time");
    }

    @Test
    void aReaderThatIsClosedEndsTheWait() throws Exception {
        FutureTask<Boolean> wait = waiting();
        changes.close();
        assertEquals(
                IllegalStateException.class,
                assertThrows(ExecutionException.class, wait::get).getCause().getClass());
    }
}
