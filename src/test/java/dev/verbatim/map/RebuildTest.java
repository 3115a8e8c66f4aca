package dev.verbatim.map;

import static dev.verbatim.map.MapSamples.noteThatAForceHasFailed;
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
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How an index is made anew in the boot in which the old one was used. */
class RebuildTest {

    private static final int KEYS = 300;

    @TempDir
    Path folder;

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
            noteThatAForceHasFailed(folder);
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

    /** The index that is made anew has as many words as the entries of the log need, and grows again meanwhile. */
    @ParameterizedTest
    @CsvSource({
        "300, 3, -1, false", // it is smaller
        "300, 3, -1, true",
        "300, 0, 0, false",
        "300, 0, 0, true",
        "500, 0, 1, false", // it is larger
        "500, 0, 1, true",
    })
    void anIterationGoesOnInTheIndexThatIsMadeAnew(int keys, int doublings, int order, boolean readsBetween)
            throws IOException {
        Set<Long> expected = new HashSet<>();
        long oldByteSize;
        MapStore old = MapSamples.openStore(folder, MapSamples.SEGMENT_SIZE, MapCodec.strings());
        try (MappedMap<Long, String> map = new MappedMap<>(old, MapCodec.longs(), MapCodec.strings())) {
            for (long key = 0; key < keys; key++) {
                map.put(key, "old");
                expected.add(key);
            }
            grow(old, doublings);
            oldByteSize = old.index().wordsByteSize();
        }
        try (MappedMap<Long, String> reader = openToRead(folder)) {
            Iteration whole = new Iteration(reader, keys);
            Iteration half = new Iteration(reader, keys);
            half.take(keys / 2);
            noteThatAForceHasFailed(folder);
            MapStore store = MapSamples.openStore(folder, MapSamples.SEGMENT_SIZE, MapCodec.strings());
            try (MappedMap<Long, String> map = new MappedMap<>(store, MapCodec.longs(), MapCodec.strings())) {
                assertEquals(order, Long.compare(store.index().wordsByteSize(), oldByteSize));
                if (readsBetween) {
                    assertEquals("old", reader.get(1L)); // its session goes on to the new index
                }
                whole.take(keys / 4);
                half.take(keys / 4);
                for (long key = 0; key < keys; key++) {
                    map.put(key, "new");
                    map.put(key + keys, "more");
                }
                grow(store, 1);
                if (readsBetween) {
                    assertEquals("new", reader.get(1L));
                }
                whole.take(keys / 4);
                grow(store, 2);
                assertEquals(expected, whole.takeRest());
                assertEquals(expected, half.takeRest());
                assertEquals(List.of(), map.verify().damage());
            }
        }
    }

    /** Has the index of a map that is open grow so many times, each time to twice as many words or more. */
    private static void grow(MapStore store, int times) throws IOException {
        for (int n = 0; n < times; n++) {
            Session session = store.beginWriting();
            try {
                IndexFile from = store.index().acquireCurrent();
                try {
                    store.growth().makeRoom(from, session);
                } finally {
                    store.index().release(from);
                }
            } finally {
                store.endWriting(session);
            }
        }
    }

    /** An iteration over keys that have a value throughout, and others that get one meanwhile. */
    private static final class Iteration {

        private final Iterator<Map.Entry<Long, String>> entries;
        private final int keys;
        private final Set<Long> found = new HashSet<>();

        private Iteration(MappedMap<Long, String> map, int keys) {
            this.entries = map.iterator();
            this.keys = keys;
        }

        private void take(int count) {
            for (int n = 0; n < count; n++) {
                long key = entries.next().getKey();
                assertTrue(found.add(key), "twice");
            }
        }

        /** {@return those of the keys that came that have a value throughout} */
        private Set<Long> takeRest() {
            while (entries.hasNext()) {
                take(1);
            }
            found.removeIf(key -> key >= keys);
            return found;
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
            noteThatAForceHasFailed(folder);
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
        Path index = damageCurrentGeneration();
        noteThatAForceHasFailed(folder);
        try (MappedMap<Long, String> map = open(folder)) {
            MapSamples.requireSame(expected, map);
            assertFalse(index.toFile().exists());
        }
    }

    /** {@return the file, which has no header now} */
    private Path damageCurrentGeneration() throws IOException {
        Path index;
        try (MappedMap<Long, String> map = openToRead(folder)) {
            index = folder.resolve("index")
                    .resolve(IndexDescriptor.fileName(map.info().generation()));
        }
        try (FileChannel channel = FileChannel.open(index, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.allocate(16), 0);
        }
        return index;
    }

    /** Whoever comes upon the file that takes the place of a damaged one is led on to the new index by each word. */
    @Test
    void whatTakesThePlaceOfADamagedGenerationIsSealed() throws Exception {
        filled();
        try (ExecutorService other = Executors.newSingleThreadExecutor()) {
            for (int trial = 0; trial < 20; trial++) {
                Path index = damageCurrentGeneration();
                noteThatAForceHasFailed(folder);
                AtomicBoolean made = new AtomicBoolean();
                CountDownLatch begun = new CountDownLatch(1);
                Future<Long> last = other.submit(() -> {
                    long word = IndexWord.SEALED_EMPTY;
                    while (!made.get() && word == IndexWord.SEALED_EMPTY) {
                        begun.countDown();
                        word = lastWord(index);
                    }
                    return word;
                });
                try {
                    assertTrue(begun.await(120, TimeUnit.SECONDS));
                    open(folder).close();
                } finally {
                    made.set(true);
                }
                assertEquals(IndexWord.SEALED_EMPTY, last.get(120, TimeUnit.SECONDS));
            }
        }
    }

    /** {@return the word that is sealed last; sealed if the file is gone, or the damaged one} */
    private static long lastWord(Path index) throws IOException {
        try (FileChannel channel = FileChannel.open(index, StandardOpenOption.READ)) {
            ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
            channel.read(bytes, IndexDescriptor.MAGIC_OFFSET);
            if (bytes.getLong(0) != IndexDescriptor.MAGIC) {
                return IndexWord.SEALED_EMPTY;
            }
            channel.read(bytes.clear(), IndexDescriptor.fileSize(IndexDescriptor.MIN_BITS) - Long.BYTES);
            return bytes.getLong(0);
        } catch (NoSuchFileException e) {
            return IndexWord.SEALED_EMPTY;
        }
    }
}
