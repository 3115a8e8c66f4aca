package dev.verbatim.map;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.verbatim.Durability;
import dev.verbatim.file.SmallDisk;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What was promised to survive a loss of power does, at each moment at which there is one. */
class LostPowerMapTest {

    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource
    void whatWasPromisedIsThere(Durability durability) throws Exception {
        assertEquals(
                List.of(
                        "one change: damage=[]",
                        "a larger index: damage=[]",
                        "changes after that: damage=[]",
                        "removals after that: damage=[]",
                        "compaction: damage=[]",
                        "another compaction: damage=[]"),
                SmallDisk.runBesideImage(folder, LostPowerMapProgram.class, folder, durability));
    }

    private Map<Long, String> filled() throws IOException {
        try (MappedMap<Long, String> map = MapSamples.open(map())) {
            return MapSamples.fill(map, 1500);
        }
    }

    private Path map() {
        return folder.resolve("map");
    }

    private void requireMadeAnew(Map<Long, String> expected) throws IOException {
        try (MappedMap<Long, String> map = MapSamples.open(map())) {
            MapSamples.requireSame(expected, map);
            assertEquals(List.of(), map.verify().damage());
            map.put(1L, "more");
            assertEquals("more", map.get(1L));
        }
        try (Stream<Path> files = Files.list(map().resolve("index"))) {
            assertEquals(1, files.count(), "only the generation that was made anew");
        }
    }

    private void write(Path file, int size) throws IOException {
        byte[] bytes = new byte[size];
        new Random(size).nextBytes(bytes);
        Files.write(file, bytes);
    }

    @Test
    void countsThatWereLostAreMadeAnew() throws IOException {
        Map<Long, String> expected = filled();
        for (int size : new int[] {0, 100, 65_536}) {
            write(map().resolve("counts"), size);
            MapSamples.forgetTheBoot(map());
            requireMadeAnew(expected);
            expected.put(1L, "more");
        }
    }

    @Test
    void whereOnlyTheMarkWasLostTheIndexIsMadeAnew() throws IOException {
        Map<Long, String> expected = filled();
        try (MappedMap<Long, String> map = MapSamples.openToRead(map())) {
            write(indexFile(map.info().generation()), 5);
        }
        try (RandomAccessFile control =
                new RandomAccessFile(map().resolve("control").toFile(), "rw")) {
            control.seek(40);
            control.writeLong(0);
        }
        requireMadeAnew(expected);
    }

    private Path indexFile(long generation) {
        return map().resolve("index").resolve(IndexDescriptor.fileName(generation));
    }

    @Test
    void generationsThatTheControlFileDoesNotKnowDoNotCount() throws IOException {
        Map<Long, String> expected = filled();
        long generation;
        try (MappedMap<Long, String> map = MapSamples.openToRead(map())) {
            generation = map.info().generation();
        }
        Files.delete(indexFile(generation));
        for (long other = generation - 1; other <= generation + 4; other++) {
            write(indexFile(other), (int) IndexDescriptor.fileSize(IndexDescriptor.MIN_BITS));
        }
        MapSamples.forgetTheBoot(map());
        requireMadeAnew(expected);
    }

    /** The page of the control file need not be written when those of the segments are. */
    @Test
    void aControlFileMayBeOlderThanTheSegments() throws IOException {
        byte[] old;
        Map<Long, String> expected;
        try (MappedMap<Long, String> map = MapSamples.open(map())) {
            map.put(0L, "first");
            old = Files.readAllBytes(map().resolve("control"));
            expected = MapSamples.fill(map, 1500);
        }
        Files.write(map().resolve("control"), old);
        MapSamples.forgetTheBoot(map());
        requireMadeAnew(expected);
    }

    /** Of a map of which nothing was promised, the control file may tell of segments whose names were lost. */
    @Test
    void aFloorAboveAllSegmentsDoesNotCount() throws IOException {
        Path before = folder.resolve("before");
        Map<Long, String> expected;
        try (MappedMap<Long, String> map = MapSamples.open(map())) {
            expected = MapSamples.fill(map, 100);
            MapSamples.copy(map(), before);
            for (int i = 0; i < 2000; i++) {
                map.put(2L, "value " + i);
            }
            map.compact(); // unless a thread of the map was faster
        }
        Files.copy(map().resolve("control"), before.resolve("control"), StandardCopyOption.REPLACE_EXISTING);
        MapSamples.forgetTheBoot(before);
        try (MappedMap<Long, String> map = MapSamples.open(before)) {
            MapSamples.requireSame(expected, map);
            assertEquals(List.of(), map.verify().damage());
            map.put(2L, "more");
            assertEquals("more", map.get(2L));
        }
    }
}
