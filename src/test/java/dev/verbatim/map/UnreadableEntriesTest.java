package dev.verbatim.map;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.LayoutMismatchException;
import dev.verbatim.StoreException;
import dev.verbatim.internal.log.EntryDescriptor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An iteration goes on behind entries that cannot be read: all others come once, and each of these fails once. */
class UnreadableEntriesTest {

    private static final int KEYS = 1_000;

    @TempDir
    Path folder;

    /** What an iteration delivers to somebody who goes on after an exception. */
    private record Seen(List<Long> keys, List<RuntimeException> failures) {

        private static Seen of(Iterator<?> iterator) {
            Seen seen = new Seen(new ArrayList<>(), new ArrayList<>());
            while (true) {
                try {
                    if (!iterator.hasNext()) {
                        return seen;
                    }
                    Object next = iterator.next();
                    seen.keys.add((Long) (next instanceof Map.Entry<?, ?> entry ? entry.getKey() : next));
                } catch (RuntimeException e) {
                    seen.failures.add(e);
                }
            }
        }

        private void requireAllBut(Set<Long> unread, Class<? extends Exception> type) {
            List<Long> readable = LongStream.range(0, KEYS)
                    .boxed()
                    .filter(key -> !unread.contains(key))
                    .toList();
            assertEquals(readable, keys.stream().sorted().toList());
            assertEquals(unread.size(), failures.size());
            Set<String> messages = new HashSet<>();
            for (RuntimeException each : failures) {
                Throwable failure = each.getCause() == null ? each : each.getCause();
                assertInstanceOf(type, failure);
                assertTrue(messages.add(String.valueOf(failure.getMessage())), "twice: " + failure);
            }
        }
    }

    private MappedMap<Long, String> fill() throws IOException {
        MappedMap<Long, String> map = MapSamples.open(folder);
        for (long key = 0; key < KEYS; key++) {
            map.put(key, "value " + key);
        }
        return map;
    }

    /** Damages the length of every 40th key. {@return the keys} */
    private Set<Long> damageKeys(MappedMap<Long, String> map) throws IOException {
        Map<Long, Long> positions = new TreeMap<>();
        try (MapChanges<Long, String> changes = map.changes()) {
            while (changes.poll((position, key, value) -> {
                if (key % 40 == 7) {
                    positions.put(key, position);
                }
            })) {
                // until there is none
            }
        }
        for (long position : positions.values()) {
            write(position + EntryDescriptor.PAYLOAD_OFFSET + MapDescriptor.KEY_LENGTH_OFFSET, 0x7fff0000);
        }
        return positions.keySet();
    }

    private void write(long position, int value) throws IOException {
        Path segment = folder.resolve("%012d.segment".formatted(position / MapSamples.SEGMENT_SIZE));
        ByteBuffer bytes = ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        try (FileChannel channel = FileChannel.open(segment, StandardOpenOption.WRITE)) {
            channel.write(bytes.putInt(0, value), position % MapSamples.SEGMENT_SIZE);
        }
    }

    @Test
    void aKeyThatIsDamagedFailsAlone() throws IOException {
        try (MappedMap<Long, String> map = fill()) {
            Set<Long> damaged = damageKeys(map);
            assertEquals(25, damaged.size());
            Seen.of(map.iterator()).requireAllBut(damaged, StoreException.class);
            Seen.of(map.asConcurrentMap().keySet().iterator()).requireAllBut(damaged, StoreException.class);
        }
    }

    @Test
    void theEntriesOfASegmentThatIsNoneFailAlone() throws IOException {
        Set<Long> damaged = new HashSet<>();
        try (MappedMap<Long, String> map = fill();
                MapChanges<Long, String> changes = map.changes()) {
            while (changes.poll((position, key, value) -> {
                if (position < MapSamples.SEGMENT_SIZE) {
                    damaged.add(key);
                }
            })) {
                // until there is none
            }
        }
        write(0, -1); // its magic
        try (MappedMap<Long, String> map = MapSamples.open(folder)) {
            Seen seen = Seen.of(map.iterator());
            assertEquals(KEYS - damaged.size(), new HashSet<>(seen.keys()).size());
            assertEquals(KEYS - damaged.size(), seen.keys().size());
            assertEquals(damaged.size(), seen.failures().size());
        }
    }

    /** The index goes on in a generation of another size, before the damage and within the iteration. */
    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 1, 3})
    void whatIsDamagedFailsOnceInAGenerationOfAnotherSize(int moreBits) throws IOException {
        MapStore store = MapSamples.openStore(folder, MapSamples.SEGMENT_SIZE, MapCodec.strings());
        try (MappedMap<Long, String> map = new MappedMap<>(store, MapCodec.longs(), MapCodec.strings())) {
            fill().close();
            Iterator<Map.Entry<Long, String>> entries = map.iterator();
            goOn(store, moreBits);
            Set<Long> damaged = damageKeys(map);
            Seen.of(entries).requireAllBut(damaged, StoreException.class);
            Seen.of(map.iterator()).requireAllBut(damaged, StoreException.class);
        }
    }

    /** Has the index go on in another generation. */
    private static void goOn(MapStore store, int moreBits) throws IOException {
        Session session = store.beginWriting();
        try {
            IndexFile from = session.generations().base();
            while (from.generation() < store.index().currentAcquire()) {
                from = session.generations().after(from);
            }
            store.index().make(from.generation() + 1, from.bits() + moreBits);
            IndexFile to = session.generations().after(from);
            session.mover().moveRange(from, 0, from.size(), to);
            store.growth().makeRoom(from, session); // the rest, which is none
            assertEquals(to.generation(), store.index().currentAcquire());
        } finally {
            store.endWriting(session);
        }
    }

    /** {@return the keys that got a number as their value} */
    private Set<Long> putNumbers() throws IOException {
        Set<Long> numbers = new HashSet<>();
        try (MappedMap<Long, Long> map = MappedMap.open(folder, MapCodec.longs(), MapCodec.longs())) {
            for (long key = 0; key < KEYS; key += 10) {
                map.put(key, key);
                numbers.add(key);
            }
        }
        return numbers;
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 1, 3})
    void aValueOfAnotherLayoutFailsAlone(int moreBits) throws IOException {
        fill().close();
        Set<Long> numbers = putNumbers();
        MapStore store = MapSamples.openStore(folder, MapSamples.SEGMENT_SIZE, MapCodec.strings());
        try (MappedMap<Long, String> map = new MappedMap<>(store, MapCodec.longs(), MapCodec.strings())) {
            Seen.of(map.iterator()).requireAllBut(numbers, LayoutMismatchException.class);
            Seen.of(map.asConcurrentMap().entrySet().iterator()).requireAllBut(numbers, LayoutMismatchException.class);
            Iterator<Map.Entry<Long, String>> entries = map.iterator();
            assertTrue(entries.hasNext());
            goOn(store, moreBits);
            Seen.of(entries).requireAllBut(numbers, LayoutMismatchException.class);
        }
    }

    /** It would be the one before, which could be read. */
    @Test
    void anIteratorRemovesNoneInPlaceOfOneThatCannotBeRead() throws IOException {
        fill().close();
        Set<Long> numbers = putNumbers();
        try (MappedMap<Long, String> map = MapSamples.open(folder)) {
            Iterator<String> values = map.asConcurrentMap().values().iterator();
            int failures = 0;
            while (values.hasNext()) {
                try {
                    values.next();
                } catch (LayoutMismatchException e) {
                    failures++;
                    assertThrows(IllegalStateException.class, values::remove);
                }
            }
            assertEquals(numbers.size(), failures);
            assertEquals(KEYS, map.size());
        }
    }
}
