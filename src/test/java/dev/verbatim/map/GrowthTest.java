package dev.verbatim.map;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.internal.log.Mappings;
import dev.verbatim.queue.KilledProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GrowthTest {

    @TempDir
    Path folder;

    @Test
    void anIndexWithoutAnEmptyWordGrows() throws IOException {
        MapStore store = MapSamples.openStore(folder, 1L << 20, MapCodec.strings());
        try (MappedMap<Long, String> map = new MappedMap<>(store, MapCodec.longs(), MapCodec.strings())) {
            map.put(1L, "one");
            IndexFile file = store.index().acquireCurrent();
            try {
                for (long number = 0; number < file.size(); number++) {
                    file.compareAndSetWord(number, IndexWord.EMPTY, IndexWord.DEAD);
                }
                assertNull(map.get(2L));
                map.put(2L, "two");
            } finally {
                store.index().release(file);
            }
            assertEquals("one", map.get(1L));
            assertEquals("two", map.get(2L));
            assertEquals(List.of(), map.verify().damage());
        }
    }

    @Test
    void anIndexHasASixteenthOfASegmentOrMore() throws IOException {
        assertEquals(18, Growth.bitsFor(0, 32 << 20));
        assertEquals(18, Growth.bitsFor(104_857, 32 << 20));
        assertEquals(19, Growth.bitsFor(104_858, 32 << 20));
        assertEquals(IndexDescriptor.MIN_BITS, Growth.bitsFor(0, 4 << 10));
        assertEquals(27, Growth.bitsFor(50_000_000, 4 << 10));
        MapStore store = MapSamples.openStore(folder, 1L << 20, MapCodec.strings());
        try (MappedMap<Long, String> _ = new MappedMap<>(store, MapCodec.longs(), MapCodec.strings())) {
            assertEquals((1 << 20) / 16, store.index().wordsByteSize());
        }
    }

    /** Most groups are passed at a look, and many operations go over the index. */
    @Test
    void fewKeysOfALargeIndexAreIterated() throws IOException {
        MapBuilder<Long, String> builder = MappedMap.builder(folder, MapCodec.longs(), MapCodec.strings());
        try (MappedMap<Long, String> map = builder.segmentSize(4L << 20).open()) {
            Map<Long, String> expected = new HashMap<>();
            for (long key = 0; key < 1000; key++) {
                map.put(key, "value " + key);
                expected.put(key, "value " + key);
            }
            assertEquals(expected, new HashMap<>(map.asConcurrentMap()));
        }
    }

    /**
     * First no word has moved, then half of them or more, as far as the thread of the map has come, and then all.
     */
    @Test
    void anIterationGoesOnInAGenerationOfTheSameSize() throws IOException {
        MapStore store = MapSamples.openStore(folder, 1L << 20, MapCodec.strings());
        try (MappedMap<Long, String> map = new MappedMap<>(store, MapCodec.longs(), MapCodec.strings())) {
            Set<Long> keys = new HashSet<>();
            for (long key = 0; key < 900; key++) {
                map.put(key, "value " + key);
                keys.add(key);
            }
            Iterator<Map.Entry<Long, String>> entries = map.iterator();
            Map<Long, String> found = new HashMap<>();
            take(300, entries, found);
            Session session = store.beginWriting();
            try {
                IndexFile from = session.generations().base();
                store.index().make(from.generation() + 1, from.bits());
                IndexFile to = session.generations().after(from);
                assertEquals(from.bits(), to.bits());
                session.mover().moveRange(from, 0, from.size() / 2, to);
                take(200, entries, found);
                for (long key = 0; key < 900; key++) {
                    map.put(key, "again " + key);
                }
                take(100, entries, found); // more than are collected ahead
                store.growth().makeRoom(from, session); // moves the rest, unless the thread of the map has done so
                assertEquals(to.generation(), store.index().currentAcquire());
            } finally {
                store.endWriting(session);
            }
            Map<Long, String> rest = new HashMap<>();
            take(300, entries, rest);
            assertFalse(entries.hasNext());
            for (Map.Entry<Long, String> entry : rest.entrySet()) {
                assertEquals("again " + entry.getKey(), entry.getValue());
                assertNull(found.put(entry.getKey(), entry.getValue()), "twice");
            }
            assertEquals(keys, found.keySet());
        }
    }

    /** All words are as movers leave them that are stopped halfway: sealed, and in the next generation too. */
    @Test
    void anIterationThatBeganInAnEmptyMapFindsAKeyInTwoGenerationsOnce() throws Exception {
        MapStore store = MapSamples.openStore(folder, 4 << 10, MapCodec.strings());
        try (MappedMap<Long, String> map = new MappedMap<>(store, MapCodec.longs(), MapCodec.strings())) {
            Iterator<Map.Entry<Long, String>> entries = map.iterator();
            Map<Long, String> expected = new HashMap<>();
            for (long key = 0; key < 5000; key++) {
                map.put(key, "value " + key);
                expected.put(key, "value " + key);
            }
            CountDownLatch grown = new CountDownLatch(1);
            CountDownLatch iterated = new CountDownLatch(1);
            // The thread of the map would end what the movers have left. It has grown the index first, if a put asked
            // for that.
            store.keeper().request(new AtomicBoolean(), () -> {
                grown.countDown();
                await(iterated);
            });
            try {
                grown.await();
                assertFalse(store.growth().isBegun());
                store.index().make(store.index().currentAcquire() + 1, 14);
                sealAndMove(store);
                for (long key = 0; key < 1000; key += 2) {
                    map.put(key, "again " + key);
                    expected.put(key, "again " + key);
                    map.remove(key + 1);
                    expected.remove(key + 1);
                }
                Map<Long, String> found = new HashMap<>();
                entries.forEachRemaining(entry -> assertNull(found.put(entry.getKey(), entry.getValue()), "twice"));
                assertEquals(expected, found);
            } finally {
                iterated.countDown();
            }
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void sealAndMove(MapStore store) throws IOException {
        Session session = store.beginWriting();
        IndexFile from = store.index().acquireCurrent();
        try {
            IndexFile to = session.generations().after(from);
            long[] words = new long[Math.toIntExact(from.size())];
            from.copyWords(0, words);
            session.mover().moveRange(from, 0, from.size(), to);
            for (int number = 0; number < words.length; number++) {
                if (IndexWord.isEntry(words[number])) {
                    from.setWord(number, IndexWord.sealed(words[number]));
                }
            }
        } finally {
            store.index().release(from);
            store.endWriting(session);
        }
    }

    /** A session begins where it was when it was taken last, be it before the iteration began. */
    @Test
    void anIterationGoesOnInASessionThatHasNotSeenTheIndexGrow() throws Exception {
        MapBuilder<Long, Long> builder = MappedMap.builder(folder, MapCodec.longs(), MapCodec.longs());
        try (MappedMap<Long, Long> writer = builder.segmentSize(4 << 10).open();
                MappedMap<Long, Long> reader = MappedMap.builder(folder, MapCodec.longs(), MapCodec.longs())
                        .readOnly(true)
                        .open()) {
            writer.put(0L, 0L);
            within(reader, () -> within(reader, () -> within(reader, () -> {})));
            long generation = writer.info().generation();
            Set<Long> keys = new HashSet<>();
            for (long key = 0; key < 700; key++) {
                writer.put(key, key);
                keys.add(key);
            }
            KilledProcess.awaitHere("a larger index", () -> writer.info().generation() > generation);
            Set<Long> found = new HashSet<>();
            within(reader, () -> {
                // The session that is taken first comes to the larger index, and the iteration begins there.
                assertEquals(1, reader.get(1L));
                assertEquals(2, reader.get(2L));
                Iterator<Map.Entry<Long, Long>> entries = reader.iterator();
                within(reader, () -> entries.forEachRemaining(entry -> found.add(entry.getKey())));
            });
            assertEquals(keys, found);
        }
    }

    /** What is done while a session is taken. */
    private interface Action {
        void run() throws IOException;
    }

    private static void within(MappedMap<Long, Long> map, Action action) throws IOException {
        assertTrue(map.read(0L, value -> {
            try {
                action.run();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }));
    }

    private static void take(int count, Iterator<Map.Entry<Long, String>> entries, Map<Long, String> found) {
        for (int i = 0; i < count; i++) {
            Map.Entry<Long, String> entry = entries.next();
            assertNull(found.put(entry.getKey(), entry.getValue()), "twice");
        }
    }

    /** Words of the first generation that nobody has moved are not lost. */
    @Test
    void aGenerationIsNotLeftBeforeTheOneBeforeItIsOver() throws IOException {
        MapStore store = MapSamples.openStore(folder, 1L << 20, MapCodec.strings());
        try (MappedMap<Long, String> map = new MappedMap<>(store, MapCodec.longs(), MapCodec.strings())) {
            for (long key = 0; key < 100; key++) {
                map.put(key, "value " + key);
            }
            long current = store.index().currentAcquire();
            Session session = store.beginWriting();
            try {
                store.index().make(current + 1, IndexDescriptor.MIN_BITS);
                IndexFile next = Objects.requireNonNull(store.index().acquire(current + 1));
                try {
                    store.growth().makeRoom(next, session);
                } finally {
                    store.index().release(next);
                }
            } finally {
                store.endWriting(session);
            }
            assertEquals(current + 2, store.index().currentAcquire());
            for (long key = 0; key < 100; key++) {
                assertEquals("value " + key, map.get(key));
            }
            assertEquals(List.of(), map.verify().damage());
        }
    }

    /** What verify has listed when it begins lacks the segment of a tombstone whose word it does not find later. */
    @Test
    void aMapThatIsVerifiedMayForgetARemoval() throws IOException {
        int segmentSize = 4 << 10;
        MapStore store = MapSamples.openStore(folder, segmentSize, MapCodec.longs());
        try (MappedMap<Long, Long> map = new MappedMap<>(store, MapCodec.longs(), MapCodec.longs())) {
            for (long key = 0; key < 300; key++) {
                map.put(key, key);
            }
            long listed = map.info().to() / segmentSize;
            assertTrue(listed >= 2, "the last key is in a segment that is looked at later");
            AtomicBoolean removed = new AtomicBoolean();
            MapReport report = map.verify(done -> {
                try {
                    if (!removed.getAndSet(true)) {
                        for (long key = 1000; map.info().to() / segmentSize == listed; key++) {
                            map.put(key, key);
                        }
                        map.remove(299L);
                        grow(store);
                    }
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            assertEquals(List.of(), report.damage());
            assertEquals(List.of(), map.verify().damage());
        }
    }

    /** Moves all words to a next generation, and leaves those of tombstones behind. */
    private static void grow(MapStore store) throws IOException {
        Session session = store.beginWriting();
        try {
            store.growth().makeRoom(session.generations().base(), session);
        } finally {
            store.endWriting(session);
        }
    }

    /** A loss of power can leave the files of generations that the control file does not know. */
    @Test
    void whatAnIndexThatIsTooNewHasIsForgotten() throws IOException {
        Path index = folder.resolve("index");
        byte[] stale;
        long current;
        MapBuilder<Long, String> builder = MappedMap.builder(folder, MapCodec.longs(), MapCodec.strings());
        try (MappedMap<Long, String> map = builder.segmentSize(1L << 20).open()) {
            map.put(1L, "old");
            try (Stream<Path> files = Files.list(index)) {
                Path file = files.findFirst().orElseThrow();
                current = Long.parseLong(file.getFileName().toString());
                stale = Files.readAllBytes(file);
            }
            map.put(1L, "new");
            map.put(2L, "two");
        }
        for (long generation = current + 1; generation < current + 4; generation++) {
            byte[] bytes = stale.clone();
            MemorySegment.ofArray(bytes).set(Mappings.LONG_UNALIGNED, IndexDescriptor.GENERATION_OFFSET, generation);
            Files.write(index.resolve(IndexDescriptor.fileName(generation)), bytes);
        }
        MapSamples.forgetTheBoot(folder);
        try (MappedMap<Long, String> map = builder.open()) {
            assertEquals("new", map.get(1L));
            assertEquals("two", map.get(2L));
            assertEquals(List.of(), map.verify().damage());
            try (Stream<Path> files = Files.list(index)) {
                assertEquals(1, files.count());
            }
        }
    }
}
