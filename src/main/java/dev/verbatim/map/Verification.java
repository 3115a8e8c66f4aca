package dev.verbatim.map;

import static dev.verbatim.internal.log.SegmentDescriptor.FIRST_ENTRY_OFFSET;

import dev.verbatim.StoreException;
import dev.verbatim.internal.log.EntryDescriptor;
import dev.verbatim.internal.log.EntryWalk;
import dev.verbatim.internal.log.LogReport;
import dev.verbatim.internal.log.Scan;
import dev.verbatim.internal.log.SegmentFile;
import dev.verbatim.internal.log.Segments;
import dev.verbatim.map.MapReport.Damage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.DoubleConsumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Looks at each entry of a map, and whether the index leads to what it must: for each committed entry to that one or to
 * a later one of its key; and at each word of the index, whether it is the only one of its key and leads to an entry
 * that is whole. Changes nothing; the map may be in use. One thread at a time may use it.
 */
final class Verification {

    /** How much of the work it is to follow the index from each entry. */
    private static final double SHARE_OF_ENTRIES = 0.75;

    private final MapStore store;
    private final List<Damage> damage = new ArrayList<>();

    /**
     * The positions of entries whose key the index does not know. That is right if a tombstone follows: compaction may
     * have come past it, and not yet have deleted the segment, or the index have grown without its word.
     */
    private final Map<ByteBuffer, Long> unled = new HashMap<>();

    Verification(MapStore store) {
        this.store = store;
    }

    /** What is done with a committed entry. */
    private interface Look {
        void at(SegmentFile segment, long offset) throws IOException;
    }

    /**
     * {@return what it found}
     *
     * @param progress is told how much is done, from 0 to 1; to follow the index takes longer than to look at bytes
     */
    MapReport run(DoubleConsumer progress) throws IOException {
        List<Long> indices = store.log().segments().indices();
        for (int i = 0; i < indices.size(); i++) {
            walk(indices.get(i), this::look);
            progress.accept(SHARE_OF_ENTRIES * (i + 1) / indices.size());
        }
        if (!unled.isEmpty()) {
            // A tombstone may be in a segment that was not there yet when they were listed.
            for (long index : store.log().segments().indices()) {
                walk(index, this::forgetRemoved);
            }
        }
        // Compaction, which has raised the floor before, may have deleted the segment that the tombstone was in.
        long floor = store.log().control().storeLongAcquire(MapDescriptor.FLOOR);
        unled.values().stream().filter(position -> position >= floor).forEach(position -> add(position, "nothing"));
        lookAtWords();
        long keys = countKeys();
        LogReport log =
                Scan.look(store.log(), done -> progress.accept(SHARE_OF_ENTRIES + (1 - SHARE_OF_ENTRIES) * done));
        lookAtLayoutOfKeys(log.from());
        return MapReport.of(log, keys, damage);
    }

    /** Goes by the index: in the log, a key comes again with each entry that it has got since the walk began. */
    private long countKeys() throws IOException {
        return new MapIterator<>(store, (session, entry) -> true, false).count();
    }

    private void lookAtLayoutOfKeys(long position) throws IOException {
        try {
            store.keyLayout();
        } catch (StoreException e) {
            damage.add(new Damage(position, "cannot read the layout of the keys: " + e.getMessage()));
        }
    }

    private void walk(long index, Look look) throws IOException {
        Segments segments = store.log().segments();
        SegmentFile segment;
        try {
            segment = segments.acquire(index);
        } catch (NoSuchFileException e) {
            return; // compacted since
        }
        try {
            EntryWalk walk = new EntryWalk(segment, FIRST_ENTRY_OFFSET);
            while (walk.next()) {
                if (EntryDescriptor.state(walk.word()) == EntryDescriptor.COMMITTED) {
                    look.at(segment, walk.offset());
                }
            }
        } finally {
            segments.release(segment);
        }
    }

    private void look(SegmentFile segment, long offset) throws IOException {
        try {
            compare(segment, offset);
        } catch (StoreException e) {
            damage.add(new Damage(segment.position(offset), String.valueOf(e.getMessage())));
        }
    }

    /** Knows of an entry that is a tombstone, and follows one whose key the index does not know, that this is right. */
    private void forgetRemoved(SegmentFile segment, long offset) throws IOException {
        Session session = store.begin();
        try {
            MapEntry entry = session.entry();
            entry.pointTo(segment, offset);
            if (entry.isTombstone()) {
                entry.copyKeyTo(session.key());
                long position = entry.position();
                unled.computeIfPresent(
                        ByteBuffer.wrap(session.key().toArray()), (key, before) -> before < position ? null : before);
            }
        } catch (StoreException e) {
            // damage that was seen before, or that the next verification sees
        } finally {
            store.end(session);
        }
    }

    private void compare(SegmentFile segment, long offset) throws IOException {
        Session session = store.begin();
        try {
            MapEntry entry = session.entry();
            entry.pointTo(segment, offset);
            long position = entry.position();
            boolean isTombstone = entry.isTombstone();
            entry.copyKeyTo(session.key());
            ByteBuffer key = ByteBuffer.wrap(session.key().toArray());
            if (isTombstone) {
                unled.remove(key);
            }
            session.finder().locate(session.key());
            long located = session.finder().located();
            if (located == 0 && !isTombstone) {
                unled.put(key, position);
            } else if (located != 0 && located < position) {
                add(position, "position=" + located);
            }
        } finally {
            store.end(session);
        }
    }

    /** Says nothing more of entries that have damage themselves. */
    private void lookAtWords() throws IOException {
        Set<Long> reported = damage.stream().map(Damage::position).collect(Collectors.toSet());
        IndexFile file = store.index().acquireCurrent();
        try {
            for (long number = 0; number < file.size(); number++) {
                long word = file.wordAcquire(number);
                if (IndexWord.isEntry(word)
                        && !IndexWord.isSealed(word)
                        && !reported.contains(IndexWord.position(word))) {
                    String found = lookAtWord(file, number, word);
                    if (found != null && file.wordAcquire(number) == word) {
                        damage.add(new Damage(IndexWord.position(word), file.describe(number, found)));
                    }
                }
            }
        } finally {
            store.index().release(file);
        }
    }

    /** {@return what is wrong with a word, if it has not changed by now; null if nothing is} */
    private @Nullable String lookAtWord(IndexFile file, long number, long word) throws IOException {
        Session session = store.begin();
        try {
            MapEntry entry = session.entry();
            if (!entry.pointTo(IndexWord.position(word))) {
                return "a segment that is not there";
            }
            if (!entry.wasWhole()) {
                return "an entry that is not whole";
            }
            if (entry.isTombstone() != IndexWord.isTombstone(word)) {
                return entry.isTombstone() ? "a tombstone" : "an entry that is no tombstone";
            }
            entry.copyKeyTo(session.key());
            session.finder().locate(session.key());
            long located = session.finder().located();
            if (located != IndexWord.position(word)) {
                return "that its key leads to position=" + located;
            }
            return isFound(file, number, word, session.key().hash()) ? null : "that no search for its key ends there";
        } catch (StoreException e) {
            return String.valueOf(e.getMessage());
        } finally {
            store.end(session);
        }
    }

    /** {@return whether the search for a key comes to a word, and to no other before it that leads to the same} */
    private static boolean isFound(IndexFile file, long number, long word, long hash) {
        for (long at = file.home(hash); at != number; at = file.next(at)) {
            long passed = file.wordAcquire(at);
            if (passed == IndexWord.EMPTY || passed == word) {
                return false;
            }
        }
        return true;
    }

    private void add(long position, String found) {
        damage.add(new Damage(
                position, "expected that the index leads to this entry or to a later one of its key, found " + found));
    }
}
