package dev.verbatim.map;

import static dev.verbatim.map.MapSamples.open;
import static dev.verbatim.map.MapSamples.openToRead;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How an index is made anew in the boot in which the old one was used. */
class RebuildTest {

    private static final int FORCE_FAILED_OFFSET = 56;
    private static final int KEYS = 300;

    @TempDir
    Path folder;

    /** What a process does whose force fails. */
    private void noteThatAForceHasFailed() throws IOException {
        ByteBuffer one = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        try (FileChannel control = FileChannel.open(folder.resolve("control"), StandardOpenOption.WRITE)) {
            control.write(one.putLong(0, 1), FORCE_FAILED_OFFSET);
        }
    }

    private Map<Long, String> filled() throws IOException {
        Map<Long, String> expected = new HashMap<>();
        try (MappedMap<Long, String> map = open(folder)) {
            for (long key = 0; key < KEYS; key++) {
                expected.put(key, "value " + key);
                map.put(key, "value " + key);
            }
        }
        return expected;
    }

    @Test
    void whoReadsGoesOnInTheIndexThatIsMadeAnewAfterAFailedForce() throws IOException {
        Map<Long, String> expected = filled();
        try (MappedMap<Long, String> reader = openToRead(folder)) {
            assertEquals("value 1", reader.get(1L));
            assertNull(reader.get(1_000L));
            long generation = reader.info().generation();
            noteThatAForceHasFailed();
            try (MappedMap<Long, String> map = open(folder)) {
                assertTrue(map.info().generation() > generation, "it is made anew");
                for (long key = 0; key < KEYS; key++) {
                    map.put(key, "other " + key);
                    expected.put(key, "other " + key);
                    assertEquals("other " + key, reader.get(key));
                }
                map.put(1_000L, "more");
                expected.put(1_000L, "more");
                assertEquals("more", reader.get(1_000L));
                map.compact();
                MapSamples.requireSame(expected, reader);
            }
        }
    }

    @Test
    void anOldGenerationThatIsDamagedIsNoHindrance() throws IOException {
        Map<Long, String> expected = filled();
        Path index;
        try (MappedMap<Long, String> map = openToRead(folder)) {
            index = folder.resolve("index")
                    .resolve(IndexDescriptor.fileName(map.info().generation()));
        }
        try (FileChannel channel = FileChannel.open(index, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.allocate(16), 0);
        }
        noteThatAForceHasFailed();
        try (MappedMap<Long, String> map = open(folder)) {
            MapSamples.requireSame(expected, map);
            assertFalse(index.toFile().exists());
        }
    }
}
