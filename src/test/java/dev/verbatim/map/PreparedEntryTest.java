package dev.verbatim.map;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.internal.log.EntryDescriptor;
import dev.verbatim.internal.log.EntryWriter;
import dev.verbatim.internal.log.ProtocolStep;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What others do while a writer stands between preparing an entry and committing it. */
class PreparedEntryTest {

    @TempDir
    Path folder;

    private MapStore store;
    private MappedMap<Long, String> map;

    @BeforeEach
    void fill() throws IOException {
        open();
        map.put(1L, "one");
    }

    private void open() throws IOException {
        store = MapSamples.openStore(folder, 1L << 14, MapCodec.strings());
        map = new MappedMap<>(store, MapCodec.longs(), MapCodec.strings());
    }

    @AfterEach
    void close() throws IOException {
        ProtocolStep.watch(step -> {});
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

    /** Its owner has lost its locks: another process makes the index anew beside it, and it acknowledges the change. */
    @Test
    void whoMakesTheIndexAnewCommitsWhatTheOldOneLeadsTo() throws IOException {
        map.close();
        MapSamples.noteThatAForceHasFailed(folder);
        open(); // as in a boot in which other processes may live
        Session session = store.beginWriting();
        try {
            long position = prepareRemoval(session, 1);
            assertTrue(lead(session, position));
            assertEquals(List.of(), new Rebuild(store.log(), store.index(), store.counts(), store.seed()).run());
            assertEquals(EntryDescriptor.COMMITTED, state(session, position));
            session.writer().commitPrepared();
        } finally {
            store.endWriting(session);
        }
        assertNull(map.get(1L));
        assertEquals(0, map.size());
    }

    /** Has the next step of this kind that this thread takes meet an error, as where its stack ends there. */
    private static void failAt(ProtocolStep failing) {
        Thread thread = Thread.currentThread();
        ProtocolStep.watch(step -> {
            if (step == failing && Thread.currentThread().equals(thread)) {
                ProtocolStep.watch(next -> {});
                throw new StackOverflowError();
            }
        });
    }

    private static List<String> all(MapChanges<Long, String> changes) throws IOException {
        List<String> all = new ArrayList<>();
        while (changes.poll((at, key, value) -> all.add(key + "=" + value))) {
            // until there is none
        }
        return all;
    }

    @Test
    void theNextWriteHasOthersGiveUpWhatAnErrorHasKeptFromTakingEffect() throws IOException {
        failAt(ProtocolStep.PREPARED);
        assertThrows(StackOverflowError.class, () -> map.put(1L, "two"));
        assertEquals("one", map.get(1L));
        map.put(2L, "three");
        try (MapChanges<Long, String> changes = map.changes()) {
            assertEquals(List.of("1=one", "2=three"), all(changes));
        }
        assertEquals("one", map.get(1L));
    }

    @Test
    void theNextWriteHasOthersCommitWhatAnErrorHasKeptFromItsCommit() throws IOException {
        failAt(ProtocolStep.INDEXED);
        assertThrows(StackOverflowError.class, () -> map.put(1L, "two"));
        map.put(2L, "three");
        try (MapChanges<Long, String> changes = map.changes()) {
            assertEquals(List.of("1=one", "1=two", "2=three"), all(changes));
        }
        assertEquals("two", map.get(1L));
    }

    /** Its slot is another one from then on; others take the owner of the old one for dead. */
    @Test
    @Timeout(60)
    void withoutAnotherWriteTheThreadOfTheMapDoesSo() throws IOException {
        failAt(ProtocolStep.PREPARED);
        assertThrows(StackOverflowError.class, () -> map.put(1L, "two"));
        try (MapChanges<Long, String> changes = map.changes()) {
            while (changes.position() < map.info().to()) {
                changes.toEnd();
                assertFalse(Thread.currentThread().isInterrupted(), "it has waited in vain");
            }
        }
        assertEquals("one", map.get(1L));
    }

    /** A process that only reads cannot commit what it finds, so that nobody may take it back. */
    @Test
    void whatWasSeenStaysThoughItsOwnerHasEndedBeforeItsCommitAndAForceHasFailed() throws IOException {
        failAt(ProtocolStep.INDEXED);
        assertThrows(StackOverflowError.class, () -> map.put(1L, "two"));
        map.close();
        try (MappedMap<Long, String> reader = MapSamples.openToRead(folder)) {
            assertEquals("two", reader.get(1L));
            MapSamples.noteThatAForceHasFailed(folder);
            open();
            assertTrue(map.info().durable() < map.info().to(), "it was forced before it was committed");
            map.force();
            assertEquals(map.info().to(), map.info().durable());
            assertEquals("two", map.get(1L));
            assertEquals("two", reader.get(1L));
            assertEquals(List.of(), map.verify().damage());
        }
    }

    /** What has not taken effect does not do so later. */
    @Test
    void whatHasNotTakenEffectIsGivenUpThoughAForceHasFailed() throws IOException {
        failAt(ProtocolStep.PREPARED);
        assertThrows(StackOverflowError.class, () -> map.put(1L, "two"));
        map.close();
        MapSamples.noteThatAForceHasFailed(folder);
        open();
        assertTrue(map.info().durable() < map.info().to(), "it is not settled");
        assertEquals("one", map.get(1L));
        try (MapChanges<Long, String> changes = map.changes()) {
            assertEquals(List.of("1=one"), all(changes));
            assertEquals(map.info().to(), changes.position());
        }
    }

    /** It comes before an entry is prepared, or after that has come to its end. */
    @Test
    void afterAnExceptionAWriterKeepsItsSlot() throws IOException {
        Session session = store.beginWriting();
        try {
            int slot = session.slot();
            session.key().set(1, MapCodec.Kind.LONG);
            session.keyWriter().encodeTombstone(session.key());
            ProtocolStep.watch(step -> {
                if (step == ProtocolStep.PAYLOAD) {
                    throw new UnsupportedOperationException();
                }
            });
            assertThrows(
                    UnsupportedOperationException.class,
                    () -> session.keyWriter().write(session.key(), MapOperations.ALWAYS));
            ProtocolStep.watch(step -> {});
            assertTrue(session.keyWriter().write(session.key(), MapOperations.ALWAYS));
            assertEquals(slot, session.slot());
        } finally {
            store.endWriting(session);
        }
        assertNull(map.get(1L));
    }
}
