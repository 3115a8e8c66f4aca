package dev.verbatim.map;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A map in use whose folder is moved, or moved and made anew, or is another one behind a link. */
@Timeout(60)
class ReplacedFolderTest {

    private static final int KEYS = 10_000;

    @TempDir
    Path temporary;

    /** Puts keys until that fails. {@return what was put} */
    private static Map<Long, String> putUntilFailure(MappedMap<Long, String> map, String found) {
        Map<Long, String> put = new HashMap<>();
        IOException thrown = assertThrows(IOException.class, () -> {
            for (long key = 0; key < KEYS; key++) {
                map.put(key, "old " + key);
                put.put(key, "old " + key);
            }
        });
        assertTrue(
                thrown.getMessage().contains("/control: expected the file that was opened, found " + found + "; "),
                thrown::getMessage);
        return put;
    }

    private static Map<Long, String> fill(MappedMap<Long, String> map, int keys) throws IOException {
        Map<Long, String> expected = new HashMap<>();
        for (long key = 0; key < keys; key++) {
            map.put(-key, "other " + key);
            expected.put(-key, "other " + key);
        }
        return expected;
    }

    private static void requireSound(Map<Long, String> expected, Path folder) throws IOException {
        try (MappedMap<Long, String> map =
                MappedMap.builder(folder, MapCodec.longs(), MapCodec.strings()).open()) {
            MapSamples.requireSame(expected, map);
            assertEquals(List.of(), map.verify().damage());
        }
    }

    @Test
    void noPutIsLostWhereALinkLeadsElsewhereByNow() throws IOException {
        Path first = Files.createDirectories(temporary.resolve("v1"));
        Path second = temporary.resolve("v2");
        Path link = Files.createSymbolicLink(temporary.resolve("current"), first);
        Map<Long, String> inSecond;
        try (MappedMap<Long, String> map = MapSamples.open(second)) {
            inSecond = fill(map, KEYS);
        }
        Map<Long, String> inFirst;
        try (MappedMap<Long, String> map = MapSamples.open(link)) {
            Files.delete(link);
            Files.createSymbolicLink(link, second);
            inFirst = putUntilFailure(map, "another one");
        }
        requireSound(inFirst, first);
        requireSound(inSecond, second);
    }

    @Test
    void noPutIsLostWhereTheFolderIsMoved() throws IOException {
        Path folder = temporary.resolve("map");
        Path moved = temporary.resolve("moved");
        Map<Long, String> put;
        try (MappedMap<Long, String> map = MapSamples.open(folder)) {
            Files.move(folder, moved);
            put = putUntilFailure(map, "none");
        }
        requireSound(put, moved);
    }

    @Test
    void nobodyGoesOnInAMapThatWasMadeAnew() throws IOException {
        Path folder = temporary.resolve("map");
        Map<Long, String> expected;
        try (MappedMap<Long, String> old = MapSamples.open(folder)) {
            old.put(1L, "old");
            Files.move(folder, temporary.resolve("away"));
            try (MappedMap<Long, String> made = MapSamples.open(folder)) {
                expected = fill(made, KEYS);
                putUntilFailure(old, "another one");
                assertThrows(IOException.class, old::compact);
                MapSamples.requireSame(expected, made);
            }
        }
        requireSound(expected, folder);
    }

    /** The index grows before the first segment is full. */
    @Test
    void anIndexGrowsInItsOwnFolder() throws IOException {
        Path folder = temporary.resolve("map");
        Map<Long, String> expected;
        try (MappedMap<Long, String> old = openLarge(folder)) {
            old.put(1L, "old");
            Files.move(folder, temporary.resolve("away"));
            try (MappedMap<Long, String> made = openLarge(folder)) {
                expected = fill(made, 1);
                long generation = made.info().generation();
                putUntilFailure(old, "another one");
                fill(made, 1);
                MapSamples.requireSame(expected, made);
                assertEquals(generation, made.info().generation());
            }
        }
        requireSound(expected, folder);
    }

    private static MappedMap<Long, String> openLarge(Path folder) throws IOException {
        return MappedMap.builder(folder, MapCodec.longs(), MapCodec.strings())
                .segmentSize(1 << 20)
                .open();
    }
}
