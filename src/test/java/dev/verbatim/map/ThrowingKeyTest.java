package dev.verbatim.map;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.internal.log.EntryDescriptor;
import dev.verbatim.internal.log.LogOptions;
import dev.verbatim.samples.ThrowingKey;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Keys whose conversion throws a checked exception, as that of a language can which checks none. */
class ThrowingKeyTest {

    @TempDir
    Path folder;

    private MapStore store;
    private MappedMap<ThrowingKey, Long> map;

    @BeforeEach
    void open() throws IOException {
        MapCodec<ThrowingKey> keys = MapCodec.of(ThrowingKey.CODEC);
        LogOptions options = new LogOptions(folder, 1L << 14, null, false, Duration.ZERO, false, false);
        store = MapStore.open(options, Limits.NONE, keys, MapCodec.longs());
        map = new MappedMap<>(store, keys, MapCodec.longs());
    }

    @AfterEach
    void close() throws IOException {
        map.close();
    }

    @Test
    void aPutOfSuchAKeyKeepsNoSlot() throws IOException {
        for (int i = 0; i <= EntryDescriptor.SLOTS; i++) {
            assertThrows(IOException.class, () -> map.put(ThrowingKey.BAD, 1L));
        }
        map.put(ThrowingKey.GOOD, 2L);
        assertEquals(2L, map.get(ThrowingKey.GOOD));
    }

    @Test
    void aReadOfSuchAKeyKeepsNoSession() throws IOException {
        Session own = store.sessions().beginReading();
        own.endReading();
        assertThrows(IOException.class, () -> map.get(ThrowingKey.BAD));
        Session next = store.sessions().beginReading();
        next.endReading();
        assertSame(own, next);
    }

    @Test
    void anEntryWhoseReadingThrowsTakesNothingAwayFromItsGroup() throws IOException {
        AtomicInteger reads = new AtomicInteger();
        MapIterator<Long> origins = new MapIterator<>(
                store,
                (_, entry) -> {
                    if (reads.incrementAndGet() % 2 == 0) {
                        throw ThrowingKey.<RuntimeException>unchecked(new InterruptedException());
                    }
                    return entry.origin();
                },
                false);
        for (int i = 0; i < 10_000; i++) { // the index grows, and so do the groups of what it was
            map.put(new ThrowingKey(new ThrowingKey.Id(i)), (long) i);
        }
        int thrown = 0;
        int read = 0;
        while (origins.hasNext()) {
            try {
                origins.next();
                read++;
            } catch (Exception e) {
                assertInstanceOf(InterruptedException.class, e);
                thrown++;
            }
        }
        assertTrue(thrown > 0);
        assertEquals(10_000, read + thrown);
    }
}
