package dev.verbatim.map;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.StoreException;
import dev.verbatim.internal.log.SegmentDescriptor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Movers that come late, as they do when they were stopped between two steps, and such that find damage. */
class MoverTest {

    @TempDir
    Path folder;

    @Test
    void whoComesLateDoesNotInsertWhatWasReplacedSince() throws IOException {
        MapStore store = MapSamples.openStore(folder, 1L << 14, MapCodec.strings());
        try (MappedMap<Long, String> map = new MappedMap<>(store, MapCodec.longs(), MapCodec.strings())) {
            map.put(1L, "old");
            Session session = store.beginWriting();
            try {
                KeyBuffer key =
                        new KeyBuffer(store.seed(), store.log().segments().segmentSize());
                key.set(1, MapCodec.Kind.LONG);
                session.finder().find(key);
                IndexFile from = session.finder().file();
                long number = session.finder().number();
                long word = session.finder().word();
                store.index().make(from.generation() + 1, from.bits());
                IndexFile to = session.generations().after(from);
                assertTrue(session.generations().isUnfinished());
                assertFalse(session.mover().move(from, number, to));
                assertEquals(IndexWord.MOVED, from.wordAcquire(number));
                map.put(1L, "new");

                MapEntry entry =
                        new MapEntry(session.segments(), store.log().segments().segmentSize());
                new Mover(session, entry, key).insert(from, number, to, word);
                assertEquals(1, words(to).size(), "a key has one word");
            } finally {
                store.endWriting(session);
            }
            assertEquals("new", map.get(1L));
            assertTrue(map.remove(1L));
            map.compact();
            assertNull(map.get(1L));
        }
    }

    @Test
    void aWordThatLeadsToADeletedSegmentIsDamage() throws IOException {
        MapStore store = MapSamples.openStore(folder, 1L << 14, MapCodec.strings());
        try (MappedMap<Long, String> map = new MappedMap<>(store, MapCodec.longs(), MapCodec.strings())) {
            map.put(1L, "old");
            Session session = store.beginWriting();
            try {
                IndexFile from = session.generations().base();
                long old = words(from).getFirst();
                for (int i = 0; i < 1000; i++) {
                    map.put(1L, "value " + i);
                }
                map.compact();
                assertFalse(Files.exists(folder.resolve(SegmentDescriptor.fileName(0))));
                long number = LongStream.range(0, from.size())
                        .filter(each -> IndexWord.isEntry(from.wordAcquire(each)))
                        .findFirst()
                        .orElseThrow();
                long word = from.wordAcquire(number);
                assertTrue(from.compareAndSetWord(number, word, old));
                store.index().make(from.generation() + 1, from.bits());
                IndexFile to = session.generations().after(from);
                StoreException thrown =
                        assertThrows(StoreException.class, () -> session.mover().moveRange(from, 0, from.size(), to));
                assertEquals(
                        "file=%s: expected at word=%d the position of an entry, found word=0x%016x"
                                .formatted(store.index().path(from.generation()), number, old),
                        thrown.getMessage());
                assertTrue(from.compareAndSetWord(number, old, word));
                session.mover().moveRange(from, 0, from.size(), to);
            } finally {
                store.endWriting(session);
            }
            assertEquals("value 999", map.get(1L));
        }
    }

    private static List<Long> words(IndexFile file) {
        List<Long> words = new ArrayList<>();
        for (long number = 0; number < file.size(); number++) {
            if (IndexWord.isEntry(file.wordAcquire(number))) {
                words.add(file.wordAcquire(number));
            }
        }
        return words;
    }
}
