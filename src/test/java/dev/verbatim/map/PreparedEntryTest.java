package dev.verbatim.map;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.internal.log.EntryDescriptor;
import dev.verbatim.internal.log.EntryWriter;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What others do while a writer stands between preparing an entry and committing it. */
class PreparedEntryTest {

    @TempDir
    Path folder;

    private MapStore store;
    private MappedMap<Long, String> map;

    @BeforeEach
    void open() throws IOException {
        store = MapSamples.openStore(folder, 1L << 14, MapCodec.strings());
        map = new MappedMap<>(store, MapCodec.longs(), MapCodec.strings());
        map.put(1L, "one");
    }

    @AfterEach
    void close() throws IOException {
        map.close();
    }

    /** {@return the position of a tombstone that is prepared, and that the index does not lead to} */
    private static long prepareRemoval(Session session, long key) throws IOException {
        session.key().set(key, MapCodec.Kind.LONG);
        session.find(session.key());
        session.keyWriter().encodeTombstone(session.key());
        EntryWriter writer = session.writer();
        writer.requireReady();
        session.batch().clear();
        writer.add(session.batch(), MapDescriptor.valueOffset(Long.BYTES), 0);
        return writer.prepare(session.batch());
    }

    @Test
    void theEndOfTheChangesIsBeforeWhatMayStillTakeEffect() throws IOException {
        Session session = store.beginWriting();
        try (MapChanges<Long, String> changes = map.changes()) {
            long position = prepareRemoval(session, 1);
            map.put(2L, "two");
            changes.toEnd();
            assertEquals(position, changes.position());
            session.writer().abortPrepared();
            changes.toEnd();
            assertTrue(changes.position() > position);
        } finally {
            store.endWriting(session);
        }
    }

    /** Or the key would have nothing, if the process dies, and after another boot the index is made from the log. */
    @Test
    void whoCompactsCommitsWhatHasReplacedWhatGoes() throws IOException {
        long position;
        Session session = store.beginWriting();
        try {
            fillOneSegment();
            position = prepareRemoval(session, 1);
            assertTrue(lead(session, position));
            assertTrue(map.compact() > 0);
            assertTrue(map.info().from() < position);
            assertEquals(EntryDescriptor.COMMITTED, state(session, position));
        } finally {
            store.endWriting(session);
        }
        assertNull(map.get(1L));
    }

    /** Its owner may still have the index lead there. */
    @Test
    void whoCompactsLeavesWhatHasNotTakenEffect() throws IOException {
        Session session = store.beginWriting();
        try {
            fillOneSegment();
            long position = prepareRemoval(session, 1);
            assertTrue(map.compact() > 0);
            assertEquals(EntryDescriptor.PREPARED, state(session, position));
            assertEquals("one", map.get(1L));
            session.writer().abortPrepared();
        } finally {
            store.endWriting(session);
        }
    }

    /** So that only the method for it compacts: the thread of the map leaves one full segment as it is. */
    private void fillOneSegment() throws IOException {
        for (int i = 0; map.info().to() < (1 << 14) + 256; i++) {
            map.put(2L, "value " + i);
        }
    }

    /** Has the index lead to an entry that is prepared. */
    private static boolean lead(Session session, long position) {
        Finder finder = session.finder();
        return finder.file()
                .compareAndSetWord(
                        finder.number(),
                        finder.word(),
                        IndexWord.of(position, session.key().hash(), true));
    }

    private int state(Session session, long position) throws IOException {
        MapEntry entry = new MapEntry(session.segments(), store.log().segments().segmentSize());
        assertTrue(entry.pointTo(position));
        return EntryDescriptor.state(entry.segment().wordAcquire(entry.offset()));
    }

    /** Or after a loss of power the key could have its value again, though others have acted on the removal. */
    @Test
    void whoFindsARemovalCommitsIt() throws IOException {
        Session session = store.beginWriting();
        try {
            long position = prepareRemoval(session, 1);
            assertTrue(lead(session, position));
            assertNull(map.get(1L));
            assertEquals(EntryDescriptor.COMMITTED, state(session, position));
        } finally {
            store.endWriting(session);
        }
    }
}
