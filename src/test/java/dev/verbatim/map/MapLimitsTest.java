package dev.verbatim.map;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.internal.log.LogOptions;
import dev.verbatim.internal.log.ProtocolStep;
import dev.verbatim.queue.KilledProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A map that is a cache: the oldest entries go. */
class MapLimitsTest {

    private static final long SEGMENT = 4 << 10;
    private static final long MAX = 4 * SEGMENT;

    /** What an entry of two longs takes. */
    private static final long ENTRY = 16 + 16 + 8 + 8;

    @TempDir
    Path folder;

    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-01-01T00:00:00Z"));
    private final InstantSource clock = now::get;

    private MapBuilder<Long, Long> builder() {
        return MappedMap.builder(folder, MapCodec.longs(), MapCodec.longs())
                .segmentSize(SEGMENT)
                .clock(clock);
    }

    private MappedMap<Long, Long> withTime() throws IOException {
        return builder().timeToLive(Duration.ofSeconds(10)).open();
    }

    private void pass(int seconds) {
        now.updateAndGet(instant -> instant.plusSeconds(seconds));
    }

    private static List<Long> keys(MappedMap<Long, Long> map) {
        List<Long> keys = new ArrayList<>();
        map.forEach(entry -> keys.add(entry.getKey()));
        keys.sort(null);
        return keys;
    }

    @Test
    void theOldestGoWhenThereAreTooManyBytes() throws IOException {
        try (MappedMap<Long, Long> map = builder().maxBytes(MAX).open()) {
            for (long key = 0; key < 5_000; key++) {
                map.put(key, Long.valueOf(-key));
            }
            map.compact();
            long left = MAX / ENTRY;
            assertEquals(LongStream.range(5_000 - left, 5_000).boxed().toList(), keys(map));
            assertEquals(left, map.size());
            assertEquals(-4_999, map.get(4_999L));
            long live = map.info().liveBytes();
            assertTrue(live >= left * ENTRY && live < left * ENTRY + SEGMENT, () -> "live=" + live);
            assertEquals(List.of(), map.verify().damage());
            map.compact();
            assertEquals(left, map.size());
            assertEquals(left * ENTRY, map.info().liveBytes(), "the removals were in a segment that is deleted now");
        }
    }

    @Test
    void whatIsWithinTheLimitStays() throws IOException {
        try (MappedMap<Long, Long> map = builder().maxBytes(MAX).open()) {
            long most = MAX / ENTRY;
            for (long round = 0; round < 20; round++) {
                for (long key = 0; key < most; key++) {
                    map.put(key, Long.valueOf(round));
                }
                map.compact();
            }
            assertEquals(most, map.size());
        }
    }

    @Test
    void whatHasLivedItsTimeGoes() throws IOException {
        try (MappedMap<Long, Long> map = withTime()) {
            map.put(1L, Long.valueOf(1));
            map.put(2L, Long.valueOf(2));
            pass(5);
            map.put(2L, Long.valueOf(22)); // begins to live again
            map.put(3L, Long.valueOf(3));
            pass(5);
            map.compact();
            assertEquals(List.of(1L, 2L, 3L), keys(map));
            pass(1);
            map.compact();
            assertNull(map.get(1L));
            assertEquals(List.of(2L, 3L), keys(map));
            pass(5);
            map.compact();
            assertEquals(List.of(), keys(map));
            assertEquals(0, map.size());
        }
    }

    @Test
    void aCopyIsAsOldAsWhatItIsACopyOf() throws IOException {
        try (MappedMap<Long, Long> map = withTime()) {
            map.put(1L, Long.valueOf(1));
            pass(9);
            // One full segment, which the thread of the map leaves as it is.
            for (long i = 0; map.info().to() < SEGMENT + 256; i++) {
                map.put(2L, Long.valueOf(i));
            }
            pass(1);
            map.compact();
            assertTrue(map.info().from() > 0, "the first segment is deleted, so key 1 is copied");
            pass(9);
            map.compact();
            assertEquals(List.of(1L, 2L), keys(map), "the copy is behind an entry that stays");
            pass(1);
            map.compact();
            assertEquals(List.of(), keys(map));
        }
    }

    @Test
    void anotherMayRemoveWhatWasWrittenInTime() throws IOException {
        try (MappedMap<Long, Long> map = withTime()) {
            map.put(1L, Long.valueOf(1));
        }
        pass(11);
        try (MappedMap<Long, Long> unlimited = builder().open()) {
            unlimited.compact();
            assertEquals(1, unlimited.get(1L));
        }
        try (MappedMap<Long, Long> map = withTime()) {
            map.compact();
            assertNull(map.get(1L));
        }
    }

    @Test
    void whatWasWrittenWithoutATimeGoesWhenItsSegmentIsOldEnough() throws IOException {
        now.set(Instant.now());
        try (MappedMap<Long, Long> unlimited = builder().open()) {
            unlimited.put(1L, Long.valueOf(1));
        }
        try (MappedMap<Long, Long> map = withTime()) {
            pass(100);
            map.compact();
            assertEquals(1, map.get(1L), "its segment is the newest");
            for (long key = 10; key < 200; key++) {
                map.put(key, Long.valueOf(key));
            }
        }
        now.set(Instant.now().plusSeconds(20));
        try (MappedMap<Long, Long> map = withTime()) {
            map.compact();
            assertNull(map.get(1L));
        }
    }

    @Test
    void whatWasWrittenWithoutATimeHoldsUpNothing() throws IOException {
        try (MappedMap<Long, Long> unlimited = builder().open()) {
            unlimited.put(1L, Long.valueOf(1));
        }
        try (MappedMap<Long, Long> map = withTime()) {
            map.put(2L, Long.valueOf(2));
            pass(100);
            map.compact();
            assertEquals(List.of(1L), keys(map));
        }
    }

    @Test
    void fullSegmentsOfWhatWasWrittenWithoutATimeHoldUpNothing() throws IOException {
        List<Long> without = LongStream.range(0, 300).boxed().toList();
        try (MappedMap<Long, Long> unlimited = builder().open()) {
            for (long key : without) {
                unlimited.put(key, Long.valueOf(key));
            }
            assertTrue(unlimited.info().to() > 3 * SEGMENT);
        }
        try (MappedMap<Long, Long> map = withTime()) {
            for (long key = 1_000; key < 1_200; key++) {
                map.put(key, Long.valueOf(key));
            }
            pass(11);
            map.put(2_000L, Long.valueOf(2_000));
            map.compact();
            List<Long> left = new ArrayList<>(without);
            left.add(2_000L);
            assertEquals(left, keys(map));
        }
        now.set(Instant.now().plusSeconds(20));
        try (MappedMap<Long, Long> map = withTime()) {
            map.compact();
            assertTrue(keys(map).size() < SEGMENT / ENTRY, "those in the newest segment");
        }
    }

    /** Compaction, which would copy it, has no part in this. */
    @Test
    void whatWasPassedInAFullSegmentGoesWithIt() throws Exception {
        try (MappedMap<Long, Long> unlimited = builder().open()) {
            for (long key = 0; key < 100; key++) {
                unlimited.put(key, Long.valueOf(key));
            }
        }
        now.set(Instant.now());
        LogOptions options = new LogOptions(folder, SEGMENT, null, false, Duration.ZERO, false, false);
        MapStore store = MapStore.open(options, new Limits(0, 1_000, clock), MapCodec.longs(), MapCodec.longs());
        try (MappedMap<Long, Long> map = new MappedMap<>(store, MapCodec.longs(), MapCodec.longs())) {
            Eviction eviction = new Eviction(store, new Session(store));
            for (long key = 100; key < 200; key++) {
                map.put(key, Long.valueOf(key));
            }
            eviction.evict(true);
            pass(500);
            for (long key = 200; key < 300; key++) {
                map.put(key, Long.valueOf(key));
            }
            eviction.evict(true);
            assertEquals(300, map.size());
            pass(600);
            KilledProcess.awaitHere("the end of what is old", () -> {
                eviction.evict(true); // does nothing while the thread of the map is at it
                return map.size() == 100;
            });
            assertEquals(LongStream.range(200, 300).boxed().toList(), keys(map));
        }
    }

    @Test
    void whatWasWrittenWhenTheClockWasAheadHoldsUpNothing() throws IOException {
        try (MappedMap<Long, Long> map = withTime()) {
            pass(86_400);
            map.put(1L, Long.valueOf(1));
            pass(-86_400);
            map.put(2L, Long.valueOf(2));
            pass(11);
            map.put(3L, Long.valueOf(3));
            map.compact();
            assertEquals(List.of(1L, 3L), keys(map));
        }
    }

    @Test
    void whatWasWrittenWhenTheClockWasAheadGoesWhenItsSegmentIsOldEnough() throws IOException {
        now.set(Instant.now().plusSeconds(86_400));
        try (MappedMap<Long, Long> map = withTime()) {
            map.put(1L, Long.valueOf(1));
            pass(-86_400);
            map.compact();
            assertEquals(1, map.get(1L));
            for (long key = 10; key < 200; key++) {
                map.put(key, Long.valueOf(key));
            }
        }
        now.set(Instant.now().plusSeconds(20));
        try (MappedMap<Long, Long> map = withTime()) {
            map.compact();
            assertEquals(List.of(), keys(map));
        }
    }

    /** The time of the first entry, which is known by then, is later than the end of its segment. */
    @Test
    void whatWasWrittenWhenTheClockWasAheadHoldsUpNothingInAFullSegmentLater() throws IOException {
        now.set(Instant.now());
        try (MappedMap<Long, Long> map = withTime()) {
            pass(9);
            map.put(1L, Long.valueOf(1));
            pass(-9);
            for (long key = 10; key < 200; key++) {
                map.put(key, Long.valueOf(key));
            }
            pass(12);
            map.compact();
            assertEquals(List.of(1L), keys(map));
            pass(10);
            map.compact();
            assertEquals(List.of(), keys(map));
        }
    }

    /** The first entries of the log are young each time, and compaction copies the old one before they are not. */
    @Test
    void whatIsColdGoesBesideWhatIsHot() throws IOException {
        try (MappedMap<Long, Long> map = withTime()) {
            map.put(1L, Long.valueOf(1));
            for (int second = 0; second < 25; second++) {
                pass(1);
                long end = map.info().to() + SEGMENT;
                for (long i = 0; map.info().to() <= end; i++) {
                    map.put(2L, Long.valueOf(i));
                }
                map.compact();
                if (second < 9) {
                    assertEquals(1, map.get(1L));
                }
            }
            assertEquals(List.of(2L), keys(map));
            assertEquals(1, map.size());
            assertEquals(List.of(), map.verify().damage());
        }
    }

    @Test
    void whatComesToItsEndWhenItWasPassedGoes() throws IOException {
        try (MappedMap<Long, Long> map = withTime()) {
            ProtocolStep.watch(step -> {
                if (step == ProtocolStep.PAYLOAD) {
                    ProtocolStep.watch(next -> {});
                    try {
                        map.put(2L, Long.valueOf(2));
                        pass(11);
                        map.compact();
                        assertNull(map.get(2L), "what is behind the entry that is being written");
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                }
            });
            map.put(1L, Long.valueOf(1));
            map.compact();
            assertEquals(List.of(), keys(map));
        }
    }

    @AfterEach
    void watchNothing() {
        ProtocolStep.watch(step -> {});
    }

    @Test
    void othersSeeWhatGoesInTheChanges() throws IOException {
        List<String> seen = new ArrayList<>();
        try (MappedMap<Long, Long> map = withTime();
                MapChanges<Long, Long> changes = map.changes()) {
            map.put(1L, Long.valueOf(1));
            pass(20);
            map.compact();
            while (changes.poll((at, key, value) -> seen.add(key + "=" + value))) {
                // until there is none
            }
        }
        assertEquals(List.of("1=1", "1=null"), seen);
    }

    @Test
    void nothingThatIsReadIsOld() throws Exception {
        try (MappedMap<Long, Long> map = builder().maxBytes(MAX).open()) {
            FutureTask<Boolean> writing = new FutureTask<>(() -> {
                boolean right = true;
                for (long i = 0; i < 20_000; i++) {
                    long key = i % 1_000;
                    map.put(key, Long.valueOf(i));
                    Long found = map.get(key);
                    right &= found == null || found == i;
                }
                return right;
            });
            Thread.ofPlatform().start(writing);
            while (!writing.isDone()) {
                map.compact();
            }
            assertTrue(writing.get());
            map.compact();
            assertTrue(map.size() > 0 && map.size() <= MAX / ENTRY, () -> "size=" + map.size());
            assertEquals(List.of(), map.verify().damage());
        }
    }

    @Test
    void theBytesOfTombstonesAreForgottenWhenTheIndexGrows() throws IOException {
        try (MappedMap<Long, Long> map = builder().open()) {
            for (long key = 0; key < 3_000; key++) {
                map.put(key, Long.valueOf(key));
                map.remove(key);
            }
            map.compact();
            map.compact(); // what was in the newest segment
            long live = map.info().liveBytes();
            assertTrue(live <= SEGMENT, () -> "liveBytes=" + live);
        }
    }

    @Test
    void limitsHaveRanges() throws IOException {
        MapBuilder<Long, Long> builder = builder();
        assertThrows(IllegalArgumentException.class, () -> builder.maxBytes(0));
        assertThrows(IllegalArgumentException.class, () -> builder.timeToLive(Duration.ofMillis(999)));
        assertThrows(IllegalArgumentException.class, () -> builder.timeToLive(Duration.ofDays(3651)));
        builder.maxBytes(2 * SEGMENT - 1);
        IllegalArgumentException thrown = assertThrows(IllegalArgumentException.class, builder::open);
        assertEquals(
                "expected maxBytes of at least two segments of 4096 bytes, found 8191; a new map may have smaller"
                        + " segments",
                thrown.getMessage());
        builder.maxBytes(2 * SEGMENT).open().close();
    }

    /** Or no smaller segments, as the message advises, could be had any more. */
    @Test
    void aMapWhoseSegmentsAreTooLargeIsNotCreated() throws IOException {
        Path absent = folder.resolve("absent");
        for (Path path : List.of(absent, folder)) {
            MapBuilder<Long, Long> builder =
                    MappedMap.builder(path, MapCodec.longs(), MapCodec.longs()).maxBytes(1 << 20);
            IllegalArgumentException thrown = assertThrows(IllegalArgumentException.class, builder::open);
            assertEquals(
                    "expected maxBytes of at least two segments of 33554432 bytes, found 1048576; a new map may have"
                            + " smaller segments",
                    thrown.getMessage());
            assertTrue(Files.notExists(absent));
            try (Stream<Path> files = Files.list(folder)) {
                assertEquals(0, files.count());
            }
        }
        MappedMap.builder(absent, MapCodec.longs(), MapCodec.longs())
                .segmentSize(64 << 10)
                .maxBytes(1 << 20)
                .open()
                .close();
        MapBuilder<Long, Long> again =
                MappedMap.builder(absent, MapCodec.longs(), MapCodec.longs()).maxBytes(1 << 16);
        assertEquals(
                "expected maxBytes of at least two segments of 65536 bytes, found 65536; a new map may have smaller"
                        + " segments",
                assertThrows(IllegalArgumentException.class, again::open).getMessage());
        again.maxBytes(1 << 20).open().close();
    }
}
