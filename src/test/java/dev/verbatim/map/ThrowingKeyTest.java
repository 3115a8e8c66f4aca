package dev.verbatim.map;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.verbatim.Conversion;
import dev.verbatim.Conversions;
import dev.verbatim.StructCodec;
import dev.verbatim.internal.log.EntryDescriptor;
import dev.verbatim.internal.log.LogOptions;
import java.io.IOException;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandles;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Keys whose conversion throws a checked exception, as that of a language can which checks none. */
class ThrowingKeyTest {

    private static final StructLayout LAYOUT = MemoryLayout.structLayout(JAVA_LONG.withName("id"));

    record Id(long number) {}

    record Key(Id id) {}

    private static final StructCodec<Key> CODEC = StructCodec.ofRecord(
            MethodHandles.lookup(),
            Key.class,
            LAYOUT,
            Conversions.of(Conversion.ofLong(Id.class, ThrowingKeyTest::number, Id::new)));

    private static final Key GOOD = new Key(new Id(1));
    private static final Key BAD = new Key(new Id(-1));

    @TempDir
    Path folder;

    private MapStore store;
    private MappedMap<Key, Long> map;

    private static long number(Id id) {
        if (id.number() < 0) {
            throw ThrowingKeyTest.<RuntimeException>unchecked(new IOException("no such id"));
        }
        return id.number();
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // the cast lets it pass for any type
    private static <E extends Throwable> E unchecked(Throwable e) throws E {
        throw (E) e;
    }

    @BeforeEach
    void open() throws IOException {
        MapCodec<Key> keys = MapCodec.of(CODEC);
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
            assertThrows(IOException.class, () -> map.put(BAD, 1L));
        }
        map.put(GOOD, 2L);
        assertEquals(2L, map.get(GOOD));
    }

    @Test
    void aReadOfSuchAKeyKeepsNoSession() throws IOException {
        Session own = store.sessions().beginReading();
        own.endReading();
        assertThrows(IOException.class, () -> map.get(BAD));
        Session next = store.sessions().beginReading();
        next.endReading();
        assertSame(own, next);
    }
}
