package dev.verbatim.map;

import static dev.verbatim.map.MapSamples.fill;
import static dev.verbatim.map.MapSamples.forgetTheBoot;
import static dev.verbatim.map.MapSamples.open;
import static dev.verbatim.map.MapSamples.openToRead;
import static dev.verbatim.map.MapSamples.requireSame;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.LayoutMismatchException;
import dev.verbatim.StoreException;
import dev.verbatim.internal.log.EntryDescriptor;
import dev.verbatim.internal.log.LockDescriptor;
import dev.verbatim.internal.log.LockFile;
import dev.verbatim.internal.log.Log;
import dev.verbatim.internal.log.LogFiles;
import dev.verbatim.internal.log.LogOptions;
import dev.verbatim.queue.KilledProcess;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What opening a map finds, and makes of it. */
class MapOpeningTest {

    private static final int KEYS = 3000;

    @TempDir
    Path temporary;

    private Path folder;

    @BeforeEach
    void nameTheFolder() {
        folder = temporary.resolve("map");
    }

    private Map<Long, String> filled() throws IOException {
        try (MappedMap<Long, String> map = open(folder)) {
            Map<Long, String> expected = fill(map, KEYS);
            assertTrue(map.compact() > 0);
            return expected;
        }
    }

    private long generation() throws IOException {
        try (MappedMap<Long, String> map = openToRead(folder)) {
            return map.info().generation();
        }
    }

    @Test
    void whereNoneIsToBeCreatedOnlyAMapThatIsThereIsOpened() throws IOException {
        Path typo = temporary.resolve("typo").resolve("map");
        MapBuilder<Long, String> builder =
                MappedMap.builder(typo, MapCodec.longs(), MapCodec.strings()).create(false);
        assertEquals(
                "file=" + typo + ": expected a map, found no such folder; create(true) would make one",
                assertThrows(StoreException.class, builder::open).getMessage());
        assertEquals(
                "file=" + typo + ": expected a map, found no such folder; create(true) would make one",
                assertThrows(StoreException.class, () -> builder.maxBytes(1).open())
                        .getMessage());
        assertEquals(List.of(), LogFiles.list(temporary));
        Files.createDirectories(typo);
        assertEquals(
                "file=" + typo + ": expected a map, found no file `control`; create(true) would make one",
                assertThrows(StoreException.class, builder::open).getMessage());
        assertEquals(List.of(), LogFiles.list(typo));
        Files.createFile(typo.resolve("notes.txt")); // then none is made
        assertEquals(
                "file=" + typo + ": expected a map, found no file `control`",
                assertThrows(StoreException.class, builder::open).getMessage());
        Map<Long, String> expected = filled();
        try (MappedMap<Long, String> map = MappedMap.builder(folder, MapCodec.longs(), MapCodec.strings())
                .create(false)
                .open()) {
            requireSame(expected, map);
            map.put(1L, "more");
        }
    }

    @Test
    void inTheSameBootTheIndexIsTheSame() throws IOException {
        Map<Long, String> expected = filled();
        long generation = generation();
        try (MappedMap<Long, String> map = open(folder)) {
            requireSame(expected, map);
            assertEquals(0, map.recovery().orElseThrow().committed(), "no walk over the log");
        }
        assertEquals(generation, generation());
    }

    @Test
    void afterAnotherBootTheIndexIsMadeAnew() throws IOException {
        Map<Long, String> expected = filled();
        long generation = generation();
        forgetTheBoot(folder);
        try (MappedMap<Long, String> map = open(folder)) {
            requireSame(expected, map);
            assertEquals(List.of(), map.recovery().orElseThrow().damage());
            assertEquals(List.of(), map.verify().damage());
            map.put(1L, "more");
            assertEquals("more", map.get(1L));
        }
        assertEquals(generation + 2, generation());
        try (var files = Files.list(folder.resolve("index"))) {
            assertEquals(1, files.count(), "the old generation is deleted");
        }
    }

    @Test
    void whatTheIndexHasIsNotTrustedAfterAnotherBoot() throws IOException {
        Map<Long, String> expected = filled();
        Path index = folder.resolve("index").resolve(IndexDescriptor.fileName(generation()));
        try (FileChannel channel = FileChannel.open(index, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.allocate(1 << 12), IndexDescriptor.WORDS_OFFSET);
        }
        forgetTheBoot(folder);
        try (MappedMap<Long, String> map = open(folder)) {
            requireSame(expected, map);
        }
    }

    @Test
    void withoutIndexAndCountsItIsMadeAnewToo() throws IOException {
        Map<Long, String> expected = filled();
        Path index = folder.resolve("index");
        try (var files = Files.list(index)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(index);
        Files.delete(folder.resolve("counts"));
        forgetTheBoot(folder);
        try (MappedMap<Long, String> map = open(folder)) {
            requireSame(expected, map);
        }
    }

    @Test
    void aCopyOfALiveMapIsRepaired() throws IOException {
        Path copy = temporary.resolve("copy");
        try (MappedMap<Long, String> map = open(folder)) {
            Map<Long, String> expected = fill(map, KEYS);
            MapSamples.copy(folder, copy);
            map.put(1L, "after the copy");
            try (MappedMap<Long, String> copied = open(copy)) {
                requireSame(expected, copied);
                assertNotEquals(map.info().generation(), copied.info().generation(), "its index was made from its log");
            }
        }
    }

    @Test
    void filesThatWereDeletedAndCameBackDoNotCount() throws IOException {
        try (MappedMap<Long, String> map = open(folder)) {
            map.put(1L, "old");
            MapSamples.copy(folder, temporary.resolve("before"));
            map.remove(1L);
            for (int i = 0; i < 1000; i++) {
                map.put(2L, "value " + i);
            }
            map.compact(); // unless a thread of the map was faster
        }
        Path segment = folder.resolve("000000000000.segment");
        assertFalse(Files.exists(segment));
        Files.copy(temporary.resolve("before").resolve("000000000000.segment"), segment);
        forgetTheBoot(folder);
        try (MappedMap<Long, String> map = open(folder)) {
            requireSame(Map.of(2L, "value 999"), map);
            for (MapReport.Damage damage : map.recovery().orElseThrow().damage()) {
                assertFalse(damage.description().contains("found none before"), damage::toString);
            }
        }
        assertFalse(Files.exists(segment));
    }

    @Test
    void aSegmentThatWasCutIsReported() throws IOException {
        filled();
        List<Path> segments;
        try (var files = Files.list(folder)) {
            segments = files.filter(file -> file.toString().endsWith(".segment"))
                    .sorted()
                    .toList();
        }
        Path cut = segments.get(segments.size() - 2);
        try (FileChannel channel = FileChannel.open(cut, StandardOpenOption.WRITE)) {
            channel.truncate(MapSamples.SEGMENT_SIZE / 2);
        }
        try (MappedMap<Long, String> map = open(folder)) {
            assertFalse(map.recovery().orElseThrow().damage().isEmpty());
            assertEquals(List.of(), map.verify().damage());
            for (Map.Entry<Long, String> entry : map) {
                assertEquals(entry.getValue(), map.get(entry.getKey()));
            }
        }
    }

    @Test
    void otherKeysAreRefused() throws IOException {
        filled();
        assertEquals(
                "cannot open map=" + folder
                        + " with keys of MapCodec.strings(): 1 mismatch\n  - the keys of the map are LONG"
                        + " {\"value\":j}, those of the codec STRING",
                assertThrows(
                                LayoutMismatchException.class,
                                () -> MappedMap.open(folder, MapCodec.strings(), MapCodec.strings()))
                        .getMessage());
    }

    @Test
    void otherValuesAreRefusedWhenTheyAreRead() throws IOException {
        filled();
        try (MappedMap<Long, Long> map = MappedMap.open(folder, MapCodec.longs(), MapCodec.longs())) {
            assertThrows(LayoutMismatchException.class, () -> map.get(1L));
            map.put(1L, 5L);
            assertEquals(5L, map.get(1L));
        }
    }

    @Test
    void aMapThatIsOnlyReadChangesNothing() throws IOException {
        Map<Long, String> expected = filled();
        try (MappedMap<Long, String> map = openToRead(folder)) {
            requireSame(expected, map);
            assertEquals(
                    "map=" + folder + " was opened to read only",
                    assertThrows(UnsupportedOperationException.class, () -> map.put(1L, "x"))
                            .getMessage());
            assertThrows(UnsupportedOperationException.class, map::compact);
            assertThrows(UnsupportedOperationException.class, map::force);
            assertEquals(List.of(), map.verify().damage());
        }
    }

    /** Or others would write while the keys are counted. */
    @Test
    void nobodyElseOpensAMapThatIsBeingCounted() throws Exception {
        Map<Long, String> expected = filled();
        FutureTask<MapStore> opening =
                new FutureTask<>(() -> MapSamples.openStore(folder, MapSamples.SEGMENT_SIZE, MapCodec.strings()));
        Thread thread = new Thread(opening);
        try (LockFile locks = LockFile.open(folder.resolve("lock"))) {
            assertTrue(locks.tryLock(MapDescriptor.INDEX_LOCK));
            thread.start();
            // The repair is over, and the count waits for the lock.
            KilledProcess.awaitHere("an opening behind the repair", () -> isIn(thread, "openToWrite"));
            boolean isKept = locks.isLocked(LockDescriptor.OPENING);
            locks.unlock(MapDescriptor.INDEX_LOCK);
            try (MappedMap<Long, String> map = new MappedMap<>(opening.get(), MapCodec.longs(), MapCodec.strings())) {
                assertTrue(isKept, "others wait");
                assertFalse(locks.isLocked(LockDescriptor.OPENING));
                requireSame(expected, map);
            }
        }
    }

    private static boolean isIn(Thread thread, String method) {
        return Arrays.stream(thread.getStackTrace())
                .anyMatch(frame -> frame.getMethodName().equals(method));
    }

    @Test
    void unfinishedFilesOfTheIndexAreDeleted() throws IOException {
        filled();
        Path unfinished = LogFiles.unfinished(folder.resolve("index"));
        Files.write(unfinished, new byte[100]);
        try (MappedMap<Long, String> map = open(folder)) {
            assertTrue(map.recovery().isPresent(), "alone");
            assertFalse(Files.exists(unfinished));
            Files.write(unfinished, new byte[100]);
            open(folder).close();
            assertTrue(Files.exists(unfinished), "another may be at work on it");
        }
    }

    /** What was needed of the old segments is behind what was copied of the newest one. */
    @Test
    void aCopyOfALiveMapThatLacksSegmentsIsReported() throws IOException {
        Path copy = Files.createDirectories(temporary.resolve("copy"));
        int newest;
        try (MappedMap<Long, String> map = open(folder)) {
            for (long key = 0; key < 600; key++) {
                map.put(key, "value " + key);
            }
            newest = (int) (map.info().to() / MapSamples.SEGMENT_SIZE);
            assertTrue(newest >= 2);
            Files.copy(folder.resolve("control"), copy.resolve("control"));
            for (int segment = newest; segment >= newest - 1; segment--) {
                String name = "%012d.segment".formatted(segment);
                Files.copy(folder.resolve(name), copy.resolve(name));
            }
            assertEquals(newest, map.compact());
            MapSamples.copy(folder.resolve("layouts"), copy.resolve("layouts"));
        }
        long from = (newest - 1L) * MapSamples.SEGMENT_SIZE + 128;
        try (MappedMap<Long, String> map = open(copy)) {
            assertEquals(
                    List.of(new MapReport.Damage(
                            128,
                            "expected entries from here on, found none before position=" + from
                                    + ": compaction deleted them while this copy was made, or shortly before a loss of"
                                    + " power; what was still needed of them may be missing")),
                    map.recovery().orElseThrow().damage());
            assertEquals(List.of(), map.verify().damage());
        }
        forgetTheBoot(copy);
        try (MappedMap<Long, String> map = open(copy)) {
            assertEquals(List.of(), map.recovery().orElseThrow().damage(), "it was reported");
        }
    }

    @Test
    void aCopyThatLacksASegmentInTheMiddleIsCompacted() throws IOException {
        Path copy = temporary.resolve("copy");
        try (MappedMap<Long, String> map = open(folder)) {
            for (long key = 0; key < 1_000; key++) {
                map.put(key, "value " + key);
            }
        }
        MapSamples.copy(folder, copy);
        Files.delete(copy.resolve("000000000001.segment"));
        try (MappedMap<Long, String> map = open(copy)) {
            List<MapReport.Damage> damage = map.recovery().orElseThrow().damage();
            assertEquals(List.of(MapSamples.SEGMENT_SIZE + 128L), positions(damage));
            Map<Long, String> expected = new HashMap<>();
            map.forEach(entry -> expected.put(entry.getKey(), entry.getValue()));
            long newest = map.info().to() / MapSamples.SEGMENT_SIZE;
            assertTrue(newest > 2);
            map.compact();
            assertEquals(newest, map.info().from() / MapSamples.SEGMENT_SIZE);
            requireSame(expected, map);
            assertEquals(List.of(), map.verify().damage());
        }
    }

    private static List<Long> positions(List<MapReport.Damage> damage) {
        return damage.stream().map(MapReport.Damage::position).toList();
    }

    @Test
    void aMapThatIsOnlyReadNeedsItsIndex() throws IOException {
        filled();
        Path copy = temporary.resolve("copy");
        MapSamples.copy(folder, copy);
        forgetTheBoot(copy);
        assertEquals(
                "file=" + copy
                        + ": expected an index that was made after the last repair, found none, as in a"
                        + " copy of a map; open it once to write, which makes it (`verbatim append` of an empty file"
                        + " does) and aborts what is damaged: keys then have the values before",
                assertThrows(StoreException.class, () -> openToRead(copy)).getMessage());
    }

    @Test
    void aQueueIsNoMap() throws IOException {
        Path queue = temporary.resolve("queue");
        dev.verbatim.queue.MappedQueue.open(queue).close();
        assertEquals(
                "file=" + queue.resolve("control")
                        + ": expected the control file of a map, found that of a queue: open it with MappedQueue, or"
                        + " show it with `./verbatim cat`",
                assertThrows(StoreException.class, () -> open(queue)).getMessage());
    }

    /** A new map begins to write when it is made. */
    @Test
    void aMapThatHasNoSlotForItsFirstSessionCanBeOpenedLater() throws IOException {
        LogOptions options =
                new LogOptions(folder, (long) MapSamples.SEGMENT_SIZE, null, false, Duration.ZERO, false, false);
        try (Log _ = Log.open(MapDescriptor.KIND, options, MapStore.creation(MapCodec.longs()), log -> log);
                LockFile locks = LockFile.open(folder.resolve("lock"))) {
            for (int slot = 0; slot < EntryDescriptor.SLOTS; slot++) {
                assertTrue(locks.tryLock(LockDescriptor.SLOTS + slot));
            }
            StoreException thrown = assertThrows(StoreException.class, () -> open(folder));
            assertEquals(
                    "map=" + folder + ": expected a free slot to write with, found all 1024 in use",
                    thrown.getMessage());
        }
        try (MappedMap<Long, String> map = open(folder)) {
            map.put(1L, "one");
            assertEquals("one", map.get(1L));
            assertEquals(List.of(), map.verify().damage());
        }
    }

    /** Whoever makes a map gives it all that it has to say of its keys before others can see it. */
    @Test
    void aMapWhoseMakerHasDiedIsThereWholeOrNotAtAll() throws IOException {
        LogOptions options =
                new LogOptions(folder, (long) MapSamples.SEGMENT_SIZE, null, false, Duration.ZERO, false, false);
        assertThrows(
                IllegalStateException.class,
                () -> Log.open(
                        MapDescriptor.KIND,
                        options,
                        (control, layouts) -> {
                            MapStore.creation(MapCodec.longs()).create(control, layouts);
                            throw new IllegalStateException();
                        },
                        log -> log));
        assertEquals(
                "file=" + folder + ": expected a map, found no file `control`",
                assertThrows(
                                StoreException.class,
                                () -> MappedMap.open(folder, MapCodec.storedKeys(), MapCodec.storedValues()))
                        .getMessage());

        Log.open(MapDescriptor.KIND, options, MapStore.creation(MapCodec.longs()), log -> log)
                .close();
        assertEquals(
                "file=" + folder
                        + ": expected an index that was made after the last repair, found none, as in a"
                        + " copy of a map; open it once to write, which makes it (`verbatim append` of an empty file"
                        + " does) and aborts what is damaged: keys then have the values before",
                assertThrows(StoreException.class, () -> openToRead(folder)).getMessage());
        try (MappedMap<byte[], StoredValue> map =
                MappedMap.open(folder, MapCodec.storedKeys(), MapCodec.storedValues())) {
            assertEquals("LONG", map.info().keyKind());
        }
        try (MappedMap<Long, String> map = open(folder)) {
            map.put(1L, "one");
            assertEquals("one", map.get(1L));
        }
    }
}
