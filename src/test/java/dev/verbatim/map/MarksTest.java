package dev.verbatim.map;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;

class MarksTest {

    private static final int KEYS = 100;
    private static final int OPERATIONS = 500;

    @TempDir
    Path folder;

    /** Whatever a part of the log begins and ends with, and wherever the words are of an index that grows. */
    @RepeatedTest(20)
    void whatIsMarkedIsWhatLookingUpEachKeyFinds(TestReporter reporter) throws IOException {
        long seed = new Random().nextLong();
        reporter.publishEntry("seed", Long.toString(seed));
        Random random = new Random(seed);
        MapStore store = MapSamples.openStore(folder, 1L << 20, MapCodec.strings());
        try (MappedMap<Long, String> map = new MappedMap<>(store, MapCodec.longs(), MapCodec.strings())) {
            for (int i = 0; i < OPERATIONS; i++) {
                long key = random.nextInt(KEYS);
                if (random.nextInt(4) == 0) {
                    map.remove(key);
                } else {
                    map.put(key, "value " + i);
                }
            }
            Session session = store.beginWriting();
            try {
                if (random.nextBoolean()) {
                    moveSome(session, random);
                }
                NavigableSet<Long> expected = positions(session);
                long first = store.log().segments().normalised(0);
                long from = random.nextBoolean() ? first : expected.first() + 8L * random.nextInt(20);
                long to = random.nextBoolean() ? 1L << 20 : expected.last() - 8L * random.nextInt(200);
                List<Long> marked = marked(Marks.of(store.index(), from, to), from);
                NavigableSet<Long> before = expected;
                expected = positions(session);
                while (!before.equals(expected)) { // the thread of the map has moved tombstones meanwhile
                    marked = marked(Marks.of(store.index(), from, to), from);
                    before = expected;
                    expected = positions(session);
                }
                assertEquals(List.copyOf(expected.tailSet(from).headSet(to)), marked);
            } finally {
                store.endWriting(session);
            }
        }
    }

    private static void moveSome(Session session, Random random) throws IOException {
        IndexFile from = session.generations().base();
        session.store().index().make(from.generation() + 1, from.bits() + 1);
        IndexFile to = session.generations().after(from);
        for (long number = 0; number < from.size(); number++) {
            if (random.nextBoolean()) {
                session.mover().move(from, number, to);
            }
        }
    }

    /** {@return the entries, tombstones too, to which the index leads} */
    private static NavigableSet<Long> positions(Session session) throws IOException {
        NavigableSet<Long> positions = new TreeSet<>();
        for (long key = 0; key < KEYS; key++) {
            session.key().set(key, MapCodec.Kind.LONG);
            session.finder().locate(session.key());
            if (session.finder().located() != 0) {
                positions.add(session.finder().located());
            }
        }
        return positions;
    }

    private static List<Long> marked(Marks marks, long from) {
        List<Long> positions = new ArrayList<>();
        long position = marks.next(from);
        while (position != Long.MAX_VALUE) {
            positions.add(position);
            position = marks.next(position + Long.BYTES);
        }
        return positions;
    }
}
