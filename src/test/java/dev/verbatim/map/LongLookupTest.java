package dev.verbatim.map;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.StoreException;
import dev.verbatim.internal.log.EntryDescriptor;
import dev.verbatim.internal.log.Mappings;
import dev.verbatim.internal.log.SegmentFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongPredicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a quick search finds is what the search finds that sees everything. */
class LongLookupTest {

    private static final long SEGMENT_SIZE = 1L << 14;

    @TempDir
    Path folder;

    private MapStore store;
    private MappedMap<Long, Long> map;
    private LongLookup lookup;

    @BeforeEach
    void open() throws IOException {
        store = MapSamples.openStore(folder, SEGMENT_SIZE, MapCodec.longs());
        map = new MappedMap<>(store, MapCodec.longs(), MapCodec.longs());
        lookup = new LongLookup(store, MapCodec.Kind.LONG, Long.BYTES);
    }

    @AfterEach
    void close() throws IOException {
        map.close();
    }

    /** What a look has found. */
    private interface Look {
        long at(Session session) throws IOException;
    }

    private long inOperation(Look look) throws IOException {
        Session session = store.begin();
        try {
            return look.at(session);
        } finally {
            store.end(session);
        }
    }

    private long locate(long key) throws IOException {
        return inOperation(session -> lookup.locate(session, key));
    }

    private long locateNear(long key) throws IOException {
        return inOperation(session -> lookup.locateNear(session, key));
    }

    /** {@return where the entry of a key is, as the search of all operations finds it} */
    private long located(long key) throws IOException {
        return inOperation(session -> {
            session.key().set(key, MapCodec.Kind.LONG);
            return session.finder().locate(session.key()) ? session.entry().position() : LongLookup.ABSENT;
        });
    }

    /** {@return whether the search was sure} */
    private static boolean isSureAndRight(long found, long expected) {
        if (found < LongLookup.ABSENT) {
            return false;
        }
        assertEquals(expected, found);
        return true;
    }

    /** Through removals, generations of the index, and segments that are compacted and deleted. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void itFindsWhatThereIsAndNothingElse(long seed) throws IOException {
        Random random = new Random(seed);
        long sure = 0;
        long near = 0;
        long looks = 0;
        for (int round = 0; round < 20; round++) {
            for (int i = 0; i < 300; i++) {
                long key = random.nextInt(3000);
                if (random.nextInt(4) == 0) {
                    map.remove(key);
                } else {
                    map.put(key, key * 3);
                }
            }
            if (round % 7 == 6) {
                map.compact();
            }
            for (long key = 0; key < 3000; key++) {
                long expected = located(key); // maps its segment, too
                sure += isSureAndRight(locate(key), expected) ? 1 : 0;
                near += isSureAndRight(locateNear(key), expected) ? 1 : 0;
                looks++;
                assertEquals(expected >= 0, map.longKeys().containsKey(key));
                assertEquals(
                        expected >= 0 ? (Long) (key * 3) : null, map.longKeys().get(key));
            }
        }
        assertTrue(sure > looks * 8 / 10, sure + " of " + looks);
        assertTrue(near > looks / 2, near + " of " + looks);
        assertTrue(sure >= near);
    }

    @Test
    void aWordThatIsSealedIsNotReliedOn() throws IOException {
        map.put(1L, 10L);
        assertEquals(located(1), locate(1));
        IndexFile index = store.index().acquireCurrent();
        try {
            for (long number = 0; number < index.size(); number++) {
                long word = index.wordAcquire(number);
                index.compareAndSetWord(number, word, IndexWord.sealed(word));
            }
        } finally {
            store.index().release(index);
        }
        assertEquals(LongLookup.UNSURE, locate(1));
        assertEquals(LongLookup.UNSURE, locateNear(1));
        assertEquals(LongLookup.UNSURE, locate(2));
        assertEquals(LongLookup.UNSURE, locateNear(2));
    }

    /** Whoever reads it has to commit it. */
    @Test
    void aValueThatIsPreparedIsNotReliedOn() throws IOException {
        map.put(1L, 10L);
        long committed = located(1);
        setWord(committed, EntryDescriptor.PREPARED);
        assertEquals(LongLookup.UNSURE, locate(1));
        assertEquals(10L, map.longKeys().get(1));
        assertEquals(committed, locate(1), "it is committed now");
    }

    private void setWord(long position, int state) throws IOException {
        inOperation(session -> {
            SegmentFile segment = session.segments().at(position);
            long offset = position % SEGMENT_SIZE;
            long word = segment.wordAcquire(offset);
            segment.memory().set(Mappings.LONG_LE, offset, EntryDescriptor.withState(word, state));
            return word;
        });
    }

    /** As {@link PreparedEntryTest} says why. */
    @Test
    void aRemovalIsNotReliedOn() throws IOException {
        map.put(1L, 10L);
        map.remove(1L);
        assertEquals(LongLookup.ABSENT, located(1));
        assertEquals(LongLookup.UNSURE, locate(1));
        assertEquals(LongLookup.UNSURE, locateNear(1));
        assertFalse(map.longKeys().containsKey(1));
    }

    @Test
    void aValueOfAnotherLayoutIsNotReliedOn() throws IOException {
        map.put(1L, 10L);
        Session session = store.beginWriting();
        try {
            session.key().set(1, MapCodec.Kind.LONG);
            session.keyWriter().encode(session.key(), MapCodec.longs(), 11L, store.valueLayoutId() + 1);
            assertTrue(session.keyWriter().write(session.key(), MapOperations.ALWAYS));
        } finally {
            store.endWriting(session);
        }
        assertEquals(LongLookup.UNSURE, locate(1));
    }

    @Test
    void aWordThatLeadsOutOfItsSegmentIsNotReliedOn() throws IOException {
        map.put(1L, 10L);
        long position = located(1);
        assertEquals(position, locate(1));
        moveWords(SEGMENT_SIZE - 8 - position);
        assertEquals(LongLookup.UNSURE, locate(1));
        assertEquals(LongLookup.UNSURE, locateNear(1));
    }

    @Test
    void aWordThatLeadsToNoEntryIsNotTakenForThatOfAnotherKey() throws IOException {
        map.put(1L, 10L);
        assertEquals(located(1), locate(1));
        moveWords(1024);
        assertEquals(LongLookup.UNSURE, locate(1));
        assertEquals(LongLookup.UNSURE, locateNear(1));
        assertThrows(StoreException.class, () -> map.longKeys().get(1));
        assertThrows(StoreException.class, () -> map.longKeys().containsKey(1));
    }

    /** Has all words lead to other places. */
    private void moveWords(long by) throws IOException {
        IndexFile index = store.index().acquireCurrent();
        try {
            for (long number = 0; number < index.size(); number++) {
                long word = index.wordAcquire(number);
                index.compareAndSetWord(number, word, word == IndexWord.EMPTY ? word : word + by / 8);
            }
        } finally {
            store.index().release(index);
        }
    }

    /** {@return the first key whose hash and home are so} */
    private long keyWhere(LongPredicate ofHash, LongPredicate ofHome) throws IOException {
        AtomicLong key = new AtomicLong();
        onIndex(index -> {
            while (!ofHash.test(hash(key.get())) || !ofHome.test(index.home(hash(key.get())))) {
                key.incrementAndGet();
            }
        });
        return key.get();
    }

    private long hash(long key) {
        return KeyHash.ofLong(key, store.seed());
    }

    /** Far enough from the end of the smallest index. */
    private static boolean isNotAtTheEnd(long home) {
        return home < 1000;
    }

    /** Work on the words of the index. */
    private interface IndexWork {
        void on(IndexFile index) throws IOException;
    }

    private void onIndex(IndexWork work) throws IOException {
        IndexFile index = store.index().acquireCurrent();
        try {
            work.on(index);
        } finally {
            store.index().release(index);
        }
    }

    /** A word that is DEAD has no tag, and is not to be taken for one with tag 0, behind which a chain ends. */
    @Test
    void aWordThatIsDeadHidesNoneBehindIt() throws IOException {
        long key = keyWhere(hash -> IndexWord.tag(hash) == 0, LongLookupTest::isNotAtTheEnd);
        map.put(key, 10L);
        long position = located(key);
        assertEquals(position, locateNear(key));
        onIndex(index -> {
            long home = index.home(hash(key));
            index.setWord(home + 1, index.wordAcquire(home));
            index.setWord(home, IndexWord.DEAD);
            assertEquals(IndexWord.EMPTY, index.wordAcquire(home + 2));
        });
        assertEquals(LongLookup.UNSURE, locateNear(key));
        assertEquals(position, locate(key));
        assertEquals(10L, map.longKeys().get(key));
    }

    @Test
    void bothWordsAreLookedAt() throws IOException {
        long key = keyWhere(hash -> true, LongLookupTest::isNotAtTheEnd);
        map.put(key, 10L);
        long position = located(key);
        long other = IndexWord.of(position, hash(key) + 1, false);
        onIndex(index -> {
            long home = index.home(hash(key));
            long word = index.wordAcquire(home);
            for (int place = 0; place < 2; place++) {
                for (int i = 0; i < 2; i++) {
                    index.setWord(home + i, i == place ? word : other);
                }
                assertEquals(position, locateNear(key), "place=" + place);
                index.setWord(home + place, IndexWord.EMPTY);
                assertEquals(LongLookup.ABSENT, locateNear(key), "place=" + place);
            }
        });
    }

    @Test
    void aChainLongerThanTheQuickSearchGoesIsFollowedAllTheSame() throws IOException {
        long key = 1;
        map.put(key, 10L);
        long position = located(key);
        long other = IndexWord.of(position, hash(key) + 1, false);
        onIndex(index -> {
            long number = index.home(hash(key));
            long word = index.wordAcquire(number);
            for (int i = 0; i < 64; i++) {
                index.setWord(number, other);
                number = index.next(number);
            }
            index.setWord(number, word);
        });
        assertEquals(LongLookup.UNSURE, locateNear(key));
        assertEquals(LongLookup.UNSURE, locate(key));
        assertEquals(position, located(key));
        assertEquals(10L, map.longKeys().get(key));
    }

    /** The last word has none behind it. */
    @Test
    void whoseHomeIsAtTheEndIsFound() throws IOException {
        long size = 1 << IndexDescriptor.MIN_BITS;
        onIndex(index -> assertEquals(size, index.size()));
        for (long place = size - 2; place < size; place++) {
            long home = place;
            long key = keyWhere(hash -> true, number -> number == home);
            map.put(key, 10L);
            assertEquals(home == size - 2 ? located(key) : LongLookup.UNSURE, locateNear(key), "home=" + home);
            assertEquals(located(key), locate(key));
            assertEquals(10L, map.longKeys().get(key));
        }
    }

    @Test
    void aChainThatGoesOnAtTheFirstWordIsFollowed() throws IOException {
        long last = (1 << IndexDescriptor.MIN_BITS) - 1;
        long first = keyWhere(hash -> true, number -> number == last);
        long second = keyWhere(hash -> hash != hash(first), number -> number == last);
        map.put(first, 10L);
        map.put(second, 20L);
        onIndex(index -> assertEquals(located(second), IndexWord.position(index.wordAcquire(0))));
        assertEquals(located(second), locate(second));
        assertEquals(20L, map.longKeys().get(second));
    }

    @Test
    void valuesOfNoFixedSizeAreNotReliedOn() throws IOException {
        map.put(1L, 10L);
        LongLookup unsure = new LongLookup(store, MapCodec.Kind.LONG, -1);
        assertEquals(LongLookup.UNSURE, inOperation(session -> unsure.locate(session, 1)));
        assertEquals(LongLookup.UNSURE, inOperation(session -> unsure.locateNear(session, 1)));
    }

    @Test
    void intsAreFoundByTheirBytes() throws IOException {
        try (MappedMap<Integer, Long> ints =
                MappedMap.open(folder.resolve("ints"), MapCodec.ints(), MapCodec.longs())) {
            LongKeys<Long> numbers = ints.longKeys();
            for (int key = -500; key < 500; key++) {
                ints.put(key, 7L * key);
            }
            for (int key = -1000; key < 1000; key++) {
                boolean isThere = key >= -500 && key < 500;
                assertEquals(isThere ? (Long) (7L * key) : null, numbers.get(key));
                assertEquals(isThere, numbers.containsKey(key));
            }
        }
    }
}
