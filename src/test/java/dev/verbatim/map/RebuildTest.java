package dev.verbatim.map;

import static dev.verbatim.map.MapSamples.open;
import static dev.verbatim.map.MapSamples.openToRead;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.StoreException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
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

    /** The next generation has many words, so that it takes a while to seal them; then comes the current one. */
    @Test
    void whoReadsWhileTheIndexIsMadeAnewFindsAKeyOrFails() throws Exception {
        Map<Long, String> expected = filled();
        try (MappedMap<Long, String> reader = openToRead(folder);
                ExecutorService other = Executors.newSingleThreadExecutor()) {
            long next = reader.info().generation() + 1;
            makeEmptyGeneration(next, 20);
            noteThatAForceHasFailed();
            CountDownLatch begun = new CountDownLatch(1);
            AtomicBoolean made = new AtomicBoolean();
            Future<Integer> missed = other.submit(() -> {
                int count = 0;
                while (!made.get()) {
                    try {
                        count += reader.get(1L) == null ? 1 : 0;
                    } catch (StoreException e) {
                        assertTrue(e.getMessage().contains("there is no generation="), e::getMessage);
                    }
                    begun.countDown();
                }
                return count;
            });
            try {
                assertTrue(begun.await(120, TimeUnit.SECONDS));
                try (MappedMap<Long, String> map = open(folder)) {
                    made.set(true);
                    assertEquals(0, missed.get(120, TimeUnit.SECONDS));
                    MapSamples.requireSame(expected, map);
                    MapSamples.requireSame(expected, reader);
                }
            } finally {
                made.set(true); // or the other thread would not end
            }
        }
    }

    /** Does what a process does that begins to have the index grow. */
    private void makeEmptyGeneration(long generation, int bits) throws IOException {
        Path path = folder.resolve("index").resolve(IndexDescriptor.fileName(generation));
        Files.write(path, IndexFile.newHeader(generation, bits));
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.allocate(1), IndexDescriptor.fileSize(bits) - 1);
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
