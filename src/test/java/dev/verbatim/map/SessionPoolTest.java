package dev.verbatim.map;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.verbatim.StoreException;
import dev.verbatim.internal.io.CallGuard;
import dev.verbatim.internal.log.EntryDescriptor;
import dev.verbatim.internal.log.LockDescriptor;
import dev.verbatim.internal.log.LockFile;
import dev.verbatim.internal.log.ProtocolStep;
import dev.verbatim.queue.KilledProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SessionPoolTest {

    private static final int PLACES = 256;

    private static final Path MAPPINGS = Path.of("/proc/self/maps");

    @TempDir
    Path folder;

    private MapStore store;
    private MappedMap<Long, String> map;
    private SessionPool pool;

    @BeforeEach
    void open() throws IOException {
        store = MapSamples.openStore(folder, 1L << 14, MapCodec.strings());
        map = new MappedMap<>(store, MapCodec.longs(), MapCodec.strings());
        pool = store.sessions();
    }

    @AfterEach
    void close() throws IOException {
        map.close();
    }

    @Test
    void aThreadReadsWithItsOwnSession() throws IOException {
        Session first = pool.beginReading();
        first.endReading();
        Session second = pool.beginReading();
        assertSame(first, second);
        assertTrue(second.isOwnedBy(Thread.currentThread()));
        second.endReading();
    }

    @Test
    void aReadWithinAReadHasAnotherSession() throws IOException {
        Session outer = pool.beginReading();
        Session inner = pool.beginReading();
        assertNotSame(outer, inner);
        assertFalse(inner.isOwnedBy(Thread.currentThread()));
        inner.endReading();
        outer.endReading();
    }

    @Test
    void aValueIsReadWithinAView() throws IOException {
        map.put(1L, "one");
        map.put(2L, "two");
        StringBuilder seen = new StringBuilder();
        assertTrue(map.read(1L, outer -> {
            try {
                seen.append(map.get(2L)).append(outer.byteSize());
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }));
        assertEquals("two3", seen.toString());
    }

    @Test
    void aVirtualThreadOwnsNone() throws Exception {
        FutureTask<Boolean> owns = new FutureTask<>(() -> {
            Session session = pool.beginReading();
            session.endReading();
            return session.isOwnedBy(Thread.currentThread());
        });
        Thread.ofVirtual().start(owns);
        assertFalse(owns.get());
    }

    @Test
    void theSessionOfAThreadThatHasEndedGoesToAnother() throws Exception {
        FutureTask<Session> first = taken();
        Thread ended = new Thread(first);
        ended.start();
        ended.join();
        FutureTask<Session> second = taken();
        Thread heir = ofSamePlace(ended, second);
        heir.start();
        heir.join();
        assertSame(first.get(), second.get());
        assertTrue(second.get().isOwnedBy(heir));
    }

    @Test
    void theSessionOfAThreadThatLivesDoesNot() throws Exception {
        CountDownLatch done = new CountDownLatch(1);
        CountDownLatch taken = new CountDownLatch(1);
        Thread owner = new Thread(() -> {
            try {
                pool.beginReading().endReading();
                taken.countDown();
                done.await();
            } catch (IOException | InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        owner.start();
        taken.await();
        FutureTask<Session> other = taken();
        Thread second = ofSamePlace(owner, other);
        second.start();
        assertFalse(other.get().isOwnedBy(second));
        assertFalse(other.get().isOwnedBy(owner));
        done.countDown();
        owner.join();
        second.join();
    }

    private FutureTask<Session> taken() {
        return new FutureTask<>(() -> {
            Session session = pool.beginReading();
            session.endReading();
            return session;
        });
    }

    /** {@return a thread whose session is looked for where that of another thread is} */
    private static Thread ofSamePlace(Thread other, Runnable task) {
        Thread thread = new Thread(task);
        while ((thread.threadId() - other.threadId()) % PLACES != 0) {
            thread = new Thread(task);
        }
        return thread;
    }

    @Test
    void anOwnerWhoseSessionIsSuspendedTakesAnother() throws IOException {
        Session own = pool.beginReading();
        own.endReading();
        own.suspend();
        Session other = pool.beginReading();
        assertNotSame(own, other);
        other.endReading();
        own.resume();
        assertSame(own, pool.beginReading());
        own.endReading();
    }

    @Test
    void segmentsThatWereDeletedAreUnmappedOnlyWhenTheirReaderIsDone() throws IOException {
        map.put(0L, "first");
        Session own = pool.beginReading();
        own.key().set(0, MapCodec.Kind.LONG);
        assertTrue(own.finder().locate(own.key()));
        for (int round = 0; round < 1000; round++) {
            map.put(round % 10L, "value " + round);
        }
        map.compact();
        assertTrue(own.isBehind());
        pool.passIdle();
        assertTrue(own.isBehind(), "it is taken");
        assertEquals(5, own.entry().valueLength(), "the entry is mapped still");
        assertEquals('f', own.entry().memory().get(JAVA_BYTE, own.entry().valueOffset()));
        own.endReading();
        pool.passIdle();
        assertFalse(own.isBehind());
    }

    /** {@return the deleted segments that are mapped in this JVM} */
    private List<String> deletedAndMapped() throws IOException {
        String prefix = folder.toRealPath() + "/";
        try (Stream<String> lines = Files.lines(MAPPINGS)) {
            return lines.filter(line -> line.contains(prefix) && line.endsWith(".segment (deleted)"))
                    .toList();
        }
    }

    @Test
    void whoHasWrittenAndIsIdleKeepsNoDeletedSegment() throws Exception {
        assumeTrue(Files.exists(MAPPINGS), "needs a list of what is mapped");
        map.compute(1L, (key, old) -> {
            put(2, "by another session");
            return "one";
        });
        while (map.info().to() < 4 << 14) {
            put(3, "value");
        }
        map.compact(); // unless a thread of the map was faster
        assertTrue(map.info().from() > 1 << 14);
        KilledProcess.awaitHere("no deleted segment", () -> deletedAndMapped().isEmpty());
        map.compute(1L, (key, old) -> {
            put(2, "by another session");
            return old + " and more";
        });
        assertEquals("one and more", map.get(1L));
        assertEquals(List.of(), map.verify().damage());
    }

    @Test
    void whoOnlyReadsKeepsNoDeletedSegment() throws Exception {
        assumeTrue(Files.exists(MAPPINGS), "needs a list of what is mapped");
        map.put(1L, "one");
        try (MappedMap<Long, String> reader = MapSamples.openToRead(folder)) {
            assertEquals("one", reader.get(1L));
            while (map.info().to() < 4 << 14) {
                put(3, "value");
            }
            map.compact(); // unless a thread of the map was faster
            assertTrue(map.info().from() > 1 << 14);
            KilledProcess.awaitHere(
                    "no deleted segment", () -> deletedAndMapped().isEmpty());
            assertEquals("one", reader.get(1L));
        }
    }

    private void put(long key, String value) {
        try {
            map.put(key, value);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void takeSlots(LockFile locks, int first) throws IOException {
        for (int slot = first; slot < EntryDescriptor.SLOTS; slot++) {
            assertTrue(locks.tryLock(LockDescriptor.SLOTS + slot));
        }
    }

    /** There are 1024 slots; here all but eight of them are taken by others. */
    @Test
    void oneWhoWritesBesideManyWhoReadNeedsOneSlot() throws Exception {
        map.put(0L, "zero");
        try (LockFile locks = LockFile.open(folder.resolve("lock"))) {
            takeSlots(locks, 8);
            Deque<Reader> readers = new ArrayDeque<>();
            for (int i = 0; i < 20; i++) {
                readers.addLast(new Reader());
            }
            for (int round = 0; round < 40; round++) {
                readers.removeFirst().end();
                map.put(1L, "round " + round);
                readers.addLast(new Reader());
            }
            for (Reader reader : readers) {
                reader.end();
            }
            assertEquals("round 39", map.get(1L));
        }
    }

    /** What the error has left needs another slot, which can only be a new generation of this one. */
    @Test
    void afterAnErrorAWriterNeedsNoSecondSlot() throws Exception {
        map.put(0L, "zero");
        Thread thread = Thread.currentThread();
        try (LockFile locks = LockFile.open(folder.resolve("lock"));
                MapChanges<Long, String> changes = map.changes()) {
            takeSlots(locks, 1);
            ProtocolStep.watch(step -> {
                if (step == ProtocolStep.PREPARED && Thread.currentThread().equals(thread)) {
                    throw new StackOverflowError();
                }
            });
            assertThrows(StackOverflowError.class, () -> map.put(1L, "one"));
            ProtocolStep.watch(step -> {});
            map.put(2L, "two");
            List<Long> seen = new ArrayList<>();
            while (changes.poll((at, key, value) -> seen.add(key))) {
                // until there is none
            }
            assertEquals(List.of(0L, 2L), seen);
        } finally {
            ProtocolStep.watch(step -> {});
        }
    }

    @Test
    void noOtherWriterGetsTheSlotOfOneThatHadAnError() throws Exception {
        map.put(0L, "zero");
        Thread writer = Thread.currentThread();
        try (LockFile locks = LockFile.open(folder.resolve("lock"))) {
            CountDownLatch begun = new CountDownLatch(1);
            AtomicBoolean done = new AtomicBoolean();
            FutureTask<Boolean> taker = new FutureTask<>(() -> {
                boolean taken = false;
                while (!done.get()) {
                    taken |= locks.tryLock(LockDescriptor.SLOTS);
                    begun.countDown();
                }
                return taken;
            });
            Thread.ofPlatform().start(taker);
            begun.await();
            for (int round = 0; round < 200; round++) {
                AtomicBoolean thrown = new AtomicBoolean();
                ProtocolStep.watch(step -> {
                    if (step == ProtocolStep.PREPARED
                            && Thread.currentThread().equals(writer)
                            && thrown.compareAndSet(false, true)) {
                        throw new StackOverflowError();
                    }
                });
                assertThrows(StackOverflowError.class, () -> map.put(1L, "one"));
                map.put(2L, "round " + round);
            }
            done.set(true);
            assertFalse(taker.get());
            assertEquals("round 199", map.get(2L));
        } finally {
            ProtocolStep.watch(step -> {});
        }
    }

    /** The keeper's thread leaves it to others now and then what an error has kept from its end. */
    @Test
    void oneWhoFindsNoSlotWaitsForASessionThatIsBeingPassed() throws Exception {
        map.put(0L, "zero");
        Thread writer = Thread.currentThread();
        CountDownLatch passing = new CountDownLatch(1);
        AtomicBoolean written = new AtomicBoolean();
        try (LockFile locks = LockFile.open(folder.resolve("lock"))) {
            takeSlots(locks, 1);
            ProtocolStep.watch(step -> {
                boolean isWriter = Thread.currentThread().equals(writer);
                if (step == ProtocolStep.PREPARED && isWriter && passing.getCount() > 0) {
                    throw new StackOverflowError();
                }
                if (step == ProtocolStep.GENERATION && !isWriter) {
                    passing.countDown();
                    while (writer.getState() != Thread.State.BLOCKED && !written.get()) {
                        Thread.onSpinWait();
                    }
                }
            });
            assertThrows(StackOverflowError.class, () -> map.put(1L, "one"));
            FutureTask<Boolean> passer = new FutureTask<>(() -> {
                pool.passIdle(); // unless the keeper's thread was faster
                return true;
            });
            Thread.ofPlatform().start(passer);
            passing.await();
            try {
                map.put(2L, "two");
            } finally {
                written.set(true);
            }
            assertTrue(passer.get());
            assertEquals("two", map.get(2L));
        } finally {
            ProtocolStep.watch(step -> {});
        }
    }

    @Test
    void afterMoreHaveWrittenThanThereAreSlotsAnyThreadWrites() throws Exception {
        map.put(0L, "zero");
        try (LockFile locks = LockFile.open(folder.resolve("lock"))) {
            takeSlots(locks, 8);
            CountDownLatch begun = new CountDownLatch(20);
            CountDownLatch done = new CountDownLatch(1);
            List<FutureTask<Boolean>> writers = new ArrayList<>();
            for (long key = 0; key < 20; key++) {
                FutureTask<Boolean> writer = computing(key, begun, done);
                writers.add(writer);
                Thread.ofVirtual().start(writer);
            }
            begun.await();
            done.countDown();
            int refused = 0;
            for (FutureTask<Boolean> writer : writers) {
                refused += writer.get() ? 0 : 1;
            }
            assertEquals(12, refused);

            for (int place = 0; place < PLACES; place++) {
                String value = "value " + place + " ".repeat(100);
                FutureTask<Boolean> putting = new FutureTask<>(() -> {
                    map.put(1L, value);
                    return true;
                });
                Thread thread = new Thread(putting);
                thread.start();
                assertTrue(putting.get());
            }
            map.compact(); // unless a thread of the map was faster
            assertTrue(map.info().from() > 1 << 14);
        }
    }

    /** {@return whether a slot was free to write with} */
    private FutureTask<Boolean> computing(long key, CountDownLatch begun, CountDownLatch done) {
        return new FutureTask<>(() -> {
            try {
                map.compute(key, (_, _) -> {
                    begun.countDown();
                    try {
                        done.await();
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                    return "computed";
                });
                return true;
            } catch (StoreException e) {
                begun.countDown();
                return false;
            }
        });
    }

    /** A virtual thread that reads until it is to end. */
    private final class Reader {
        private final CountDownLatch inside = new CountDownLatch(1);
        private final CountDownLatch done = new CountDownLatch(1);
        private final FutureTask<Boolean> reading = new FutureTask<>(() -> map.read(0L, value -> {
            inside.countDown();
            try {
                done.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }));

        private Reader() throws InterruptedException {
            Thread.ofVirtual().start(reading);
            inside.await();
        }

        private void end() throws Exception {
            done.countDown();
            assertTrue(reading.get());
        }
    }

    @Test
    void anOwnerAndWhoSuspendsItsSessionDoNotMeet() throws Exception {
        for (long key = 0; key < 10; key++) {
            map.put(key, "value " + key);
        }
        FutureTask<Boolean> reader = new FutureTask<>(() -> {
            boolean right = true;
            for (int i = 0; i < 200_000; i++) {
                right &= ("value " + i % 10).equals(map.get(i % 10L));
            }
            return right;
        });
        CountDownLatch begun = new CountDownLatch(1);
        FutureTask<Session> own = taken();
        Thread thread = new Thread(() -> {
            own.run();
            begun.countDown();
            reader.run();
        });
        thread.start();
        begun.await();
        while (!reader.isDone()) {
            own.get().suspend();
            CallGuard.passAllThreads();
            own.get().passSuspended(); // fails if the owner is inside
            own.get().resume();
        }
        assertTrue(reader.get());
    }
}
