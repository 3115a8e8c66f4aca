package dev.verbatim.map;

import dev.verbatim.internal.log.LogFiles;
import dev.verbatim.internal.log.LogOptions;
import dev.verbatim.internal.log.Mappings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Two generations of an index that lead to entries of a map. The words of the first one are being moved to the second
 * one for ever: it is never over. Each state has a key of whose chain no other key has a word; there are many more keys
 * than states at a time. A key has two entries, with the values {@value #FIRST} and {@value #SECOND}.
 */
final class StressedIndex {

    static final int FIRST = 7;
    static final int SECOND = 8;

    private static final int COUNT = 1 << 14;
    private static final int BITS = 19;

    /** Room for all entries: the newest segment is not compacted. */
    private static final long SEGMENT_SIZE = 8 << 20;

    /** So many words are a key's, from a multiple of this. */
    private static final int CHAIN = 8;

    private static final MapStore STORE;
    private static final Index INDEX;
    private static final IndexFile FROM;
    private static final IndexFile TO;
    private static final List<Key> KEYS = new ArrayList<>();
    private static final AtomicInteger NEXT = new AtomicInteger();
    private static final ThreadLocal<Worker> WORKER = ThreadLocal.withInitial(() -> StressedMap.call(Worker::new));

    static {
        try {
            Path folder = Files.createTempDirectory("verbatim-map");
            // What the generations are numbered by belongs to a map that stays empty, so that it never changes.
            MapStore empty = open(folder.resolve("empty"));
            STORE = open(folder.resolve("map"));
            MappedMap<Long, Long> map = new MappedMap<>(STORE, MapCodec.longs(), MapCodec.longs());
            StressedMap.deleteAtTheEnd(folder, () -> {
                map.close();
                empty.close();
            });
            List<Long> chosen = choose(STORE.seed());
            List<Long> first = append(map, chosen, FIRST);
            List<Long> second = append(map, chosen, SECOND);
            INDEX = new Index(folder, empty.log().control(), true);
            INDEX.createFolder();
            FROM = make(INDEX.currentAcquire(), BITS);
            TO = make(INDEX.currentAcquire() + 1, BITS + 1);
            for (int i = 0; i < chosen.size(); i++) {
                KEYS.add(new Key(chosen.get(i), first.get(i), second.get(i)));
            }
        } catch (IOException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private StressedIndex() {}

    /**
     * A key and its entries.
     *
     * @param key the key
     * @param first the position of its first entry
     * @param second the position of its second one
     */
    record Key(long key, long first, long second) {

        private long hash() {
            return KeyHash.ofLong(key, STORE.seed());
        }

        private long word(int value) {
            return IndexWord.of(value == FIRST ? first : second, hash(), false);
        }

        /** Empties the chain, and has the word where it begins lead to an entry, if the value is one of these. */
        private void reset(int value) {
            for (IndexFile file : List.of(FROM, TO)) {
                long begin = file.home(hash()) & -CHAIN;
                for (long number = begin; number < begin + CHAIN; number++) {
                    file.setWord(number, IndexWord.EMPTY);
                }
            }
            FROM.setWord(FROM.home(hash()), value == 0 ? IndexWord.EMPTY : word(value));
        }
    }

    private static MapStore open(Path folder) throws IOException {
        LogOptions options = new LogOptions(folder, SEGMENT_SIZE, null, false, Duration.ZERO, false, false);
        return MapStore.open(options, Limits.NONE, MapCodec.longs(), MapCodec.longs());
    }

    /** {@return keys of whose chains none comes near to another} */
    private static List<Long> choose(long seed) {
        boolean[] used = new boolean[1 << BITS];
        List<Long> chosen = new ArrayList<>();
        for (long key = 0; chosen.size() < COUNT; key++) {
            // The second generation is twice as large, so chains that are apart in the first one are apart there.
            long home = KeyHash.ofLong(key, seed) >>> -BITS;
            int chain = (int) home / CHAIN;
            boolean hasRoom = (home & CHAIN - 1) < CHAIN / 4;
            if (hasRoom && !used[chain]) {
                used[chain] = true;
                chosen.add(key);
            }
        }
        return chosen;
    }

    /** Puts a value of each key. {@return where the entries are} */
    private static List<Long> append(MappedMap<Long, Long> map, List<Long> keys, int value) throws IOException {
        List<Long> positions = new ArrayList<>();
        Session session = new Session(STORE);
        KeyBuffer buffer = new KeyBuffer(STORE.seed(), STORE.log().segments().segmentSize());
        for (long key : keys) {
            map.put(key, (long) value);
            session.begin();
            buffer.set(key, MapCodec.Kind.LONG);
            session.finder().locate(buffer);
            positions.add(session.finder().located());
            session.end();
        }
        return positions;
    }

    private static IndexFile make(long generation, int bits) throws IOException {
        LogFiles.link(INDEX.write(generation, bits), INDEX.path(generation));
        IndexFile file = INDEX.acquire(generation);
        if (file == null) {
            throw new IOException("expected generation " + generation + ", found none");
        }
        return file;
    }

    /** {@return a key without a word} */
    static Key keyWithout() {
        return next(0);
    }

    /** {@return a key whose word in the first generation leads to its first entry} */
    static Key keyWithFirst() {
        return next(FIRST);
    }

    private static Key next(int value) {
        Key key = KEYS.get(NEXT.getAndIncrement() & COUNT - 1);
        key.reset(value);
        return key;
    }

    /** Moves the words of a key to the second generation. */
    static void move(Key key) {
        WORKER.get().call(key, worker -> {
            worker.session.mover().moveChain(FROM, FROM.home(key.hash()), TO);
            return 0;
        });
    }

    /** Has a key lead to another of its entries. */
    static void replace(Key key, int value) {
        WORKER.get().call(key, worker -> {
            do {
                worker.finder.find(worker.key);
            } while (!worker.lead(key.word(value)));
            return 0;
        });
    }

    /** Has a key lead to an entry if it does not lead to any. {@return 1 if so, 0 if it did lead to one} */
    static int insert(Key key, int value) {
        return WORKER.get().call(key, worker -> {
            do {
                worker.finder.find(worker.key);
                if (worker.finder.word() != IndexWord.EMPTY) {
                    return 0;
                }
            } while (!worker.lead(key.word(value)));
            return 1;
        });
    }

    /** {@return the value of a key, 0 if it has none} */
    static int get(Key key) {
        return WORKER.get().call(key, worker -> worker.finder.locate(worker.key) ? value(worker.entry) : 0);
    }

    /** Moves what is left. {@return the value that a key has in the second generation, -1 if it has two words there} */
    static int movedValue(Key key) {
        move(key);
        long begin = TO.home(key.hash()) & -CHAIN;
        int words = 0;
        for (long number = begin; number < begin + CHAIN; number++) {
            words += IndexWord.isEntry(TO.wordAcquire(number)) ? 1 : 0;
        }
        return words > 1 ? -1 : get(key);
    }

    private static int value(MapEntry entry) {
        return (int) entry.memory().get(Mappings.LONG_UNALIGNED, entry.valueOffset());
    }

    /** Works on the index for one thread, with the code of the map. */
    private static final class Worker {
        private final Session session = new Session(STORE);
        private final MapEntry entry = new MapEntry(session.segments(), SEGMENT_SIZE);
        private final Finder finder = new Finder(new Generations(INDEX), entry, session.mover());
        private final KeyBuffer key =
                new KeyBuffer(STORE.seed(), STORE.log().segments().segmentSize());

        Worker() throws IOException {}

        private interface Work {
            int of(Worker worker) throws IOException;
        }

        int call(Key with, Work work) {
            return StressedMap.call(() -> {
                session.beginWriting();
                try {
                    key.set(with.key(), MapCodec.Kind.LONG);
                    return work.of(this);
                } finally {
                    session.endWriting();
                }
            });
        }

        /** {@return whether the word that was found leads elsewhere from now on} */
        boolean lead(long word) {
            return finder.file().compareAndSetWord(finder.number(), finder.word(), word);
        }
    }
}
