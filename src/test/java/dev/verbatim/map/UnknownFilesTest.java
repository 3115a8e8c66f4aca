package dev.verbatim.map;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.verbatim.tools.HiddenFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/**
 * Files of a map of which nobody can find out whether they are there: a link that leads to itself is in their place.
 * They must not be taken for absent. What fails goes on when they can be seen again.
 */
@Timeout(60)
class UnknownFilesTest {

    @TempDir
    Path folder;

    /** Calls a method while a file cannot be looked at. */
    private static void requireRefused(Path file, Executable call) throws IOException {
        try (HiddenFile hidden = new HiddenFile(file)) {
            hidden.requireRefused(call);
        }
    }

    private Path index(long generation) {
        return folder.resolve(IndexDescriptor.FOLDER_NAME).resolve(IndexDescriptor.fileName(generation));
    }

    /** Others would go on to count in the file that has no name any more. */
    @Test
    void theCountsAreNotMadeAnew() throws IOException {
        try (MappedMap<Long, String> map = MapSamples.open(folder)) {
            map.put(1L, "one");
            requireRefused(folder.resolve("counts"), () -> MapSamples.open(folder));
            try (MappedMap<Long, String> again = MapSamples.open(folder)) {
                again.put(2L, "two");
                assertEquals(2, again.size());
            }
            assertEquals(2, map.size());
        }
    }

    @Test
    void theIndexIsNotTakenForLost() throws IOException {
        try (MappedMap<Long, String> map = MapSamples.open(folder)) {
            map.put(1L, "one");
            long generation = map.info().generation();
            requireRefused(index(generation), map::info);
            assertEquals(generation, map.info().generation());
        }
    }

    /** A key can have a word in both generations, and would count twice. */
    @Test
    void aLargerIndexIsNotTakenForNotBegun() throws IOException {
        Map<Long, String> expected;
        long generation;
        try (MappedMap<Long, String> map = MapSamples.open(folder)) {
            expected = MapSamples.fill(map, 100);
            generation = map.info().generation();
        }
        requireRefused(index(generation + 1), () -> MapSamples.open(folder));
        try (MappedMap<Long, String> map = MapSamples.open(folder)) {
            assertEquals(expected.size(), map.size());
        }
    }
}
