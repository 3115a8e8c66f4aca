package dev.verbatim.map;

import static dev.verbatim.internal.log.EntryDescriptor.COMMITTED;
import static dev.verbatim.internal.log.SegmentDescriptor.FIRST_ENTRY_OFFSET;

import dev.verbatim.StoreException;
import dev.verbatim.internal.log.ControlFile;
import dev.verbatim.internal.log.EntryDescriptor;
import dev.verbatim.internal.log.EntryWalk;
import dev.verbatim.internal.log.Log;
import dev.verbatim.internal.log.LogFiles;
import dev.verbatim.internal.log.SegmentFile;
import dev.verbatim.internal.log.Segments;
import dev.verbatim.map.MapReport.Damage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Makes the index anew from the log: for a new map, and after another boot or a force that has failed, because nothing
 * of the index was forced. It leads to the last committed entry of each key. No other process has the map open to
 * write; but in the same boot one may read it, and one that has lost its locks may still write. So the old generations
 * are sealed first, which leads both on to the new one. Until that is there, they fail.
 */
final class Rebuild {

    private final Log log;
    private final Index index;
    private final Counts counts;
    private final long seed;

    private long keys;
    private long bytes;
    private long filled;

    /** What the index does not lead to though it should; the log is walked over twice, and finds some of it twice. */
    private final Set<Damage> damage = new LinkedHashSet<>();

    Rebuild(Log log, Index index, Counts counts, long seed) {
        this.log = log;
        this.index = index;
        this.counts = counts;
        this.seed = seed;
    }

    /** {@return which entries are not there, or cannot be read: the index does not lead to them} */
    List<Damage> run() throws IOException {
        ControlFile control = log.control();
        long segmentSize = log.segments().segmentSize();
        if (!isFloorPossible(log)) {
            // A loss of power took the segments that the floor was raised for, and left what they had copies of.
            control.setStoreLongRelease(MapDescriptor.FLOOR, log.segments().oldest() * segmentSize);
        }
        deleteBelowFloor();
        noteMissing();
        long current = index.currentAcquire();
        // A loss of power can leave generations that are newer than the control file knows; their words are old.
        boolean alone = control.wasRepairedAlone();
        index.deleteAfter(alone ? -1 : current + 1);
        if (!alone) {
            // In this order: a word that is sealed leads to the next generation, where EMPTY would say that a key has
            // no value.
            seal(current + 1);
            seal(current);
        }
        long generation = current + 2;
        publish(generation, Growth.bitsFor(countCommitted(), segmentSize));
        counts.setKeys(keys);
        counts.setBytes(bytes, 0); // no word leads to a tombstone
        control.advanceStoreLong(MapDescriptor.FLOOR, log.segments().oldest() * segmentSize);
        control.setStoreLongRelease(MapDescriptor.CURRENT, generation);
        control.setStoreLongRelease(MapDescriptor.REPAIR, control.repairId());
        control.force();
        index.deleteBefore(generation);
        return List.copyOf(damage);
    }

    /** {@return whether the log was repaired since the index was made, so that the index may have lost something} */
    static boolean isNeeded(Log log) {
        return log.control().storeLongAcquire(MapDescriptor.REPAIR)
                != log.control().repairId();
    }

    /** {@return whether the floor is the start of a segment that somebody has come to} */
    static boolean isFloorPossible(Log log) {
        long floor = log.control().storeLongAcquire(MapDescriptor.FLOOR);
        long segmentSize = log.segments().segmentSize();
        return floor >= 0
                && floor % segmentSize == 0
                && floor / segmentSize <= log.control().newestAcquire();
    }

    /** A loss of power can bring back files that were deleted: what is in them is old. */
    private void deleteBelowFloor() throws IOException {
        Segments segments = log.segments();
        long first = log.control().storeLongAcquire(MapDescriptor.FLOOR) / segments.segmentSize();
        for (long segment : segments.indices()) {
            if (segment < first) {
                segments.delete(segment, () -> true);
            }
        }
    }

    /**
     * Notes which entries above the floor are in no segment. Compaction raises the floor before it deletes a
     * segment. So either the segment is missing in a copy, and what was needed of it was copied to where the copy does
     * not have it; or, unless the floor was forced, a loss of power has kept the deletion and not the floor.
     */
    private void noteMissing() throws IOException {
        Segments segments = log.segments();
        long segmentSize = segments.segmentSize();
        boolean forced = log.control().storeLongAcquire(MapDescriptor.DURABLE) != 0;
        long expected = log.control().storeLongAcquire(MapDescriptor.FLOOR) / segmentSize;
        for (long found : segments.indices()) {
            if (found > expected) {
                damage.add(new Damage(
                        segments.normalised(expected * segmentSize),
                        "expected entries from here on, found none before position="
                                + segments.normalised(found * segmentSize)
                                + ": compaction deleted them while this copy was made"
                                + (forced ? "" : ", or shortly before a loss of power")
                                + "; what was still needed of them may be missing"));
            }
            expected = found + 1;
        }
    }

    /** Seals all words of a generation, so that nobody changes one of them. */
    private void seal(long generation) throws IOException {
        IndexFile file = acquireOld(generation);
        if (file == null) {
            return;
        }
        SegmentTable segments = segmentsFromFloor();
        try {
            MapEntry entry = new MapEntry(segments, log.segments().segmentSize());
            for (long number = 0; number < file.size(); number++) {
                long word = file.wordAcquire(number);
                while (word != IndexWord.MOVED && !trySeal(file, number, word, entry)) {
                    word = file.wordAcquire(number);
                }
            }
        } finally {
            segments.close();
            index.release(file);
        }
    }

    /**
     * Seals a word, when what it leads to is committed. The owner of the entry may live, and have lost its locks. It
     * would commit the entry later, and acknowledge a change that the new index does not have.
     */
    private static boolean trySeal(IndexFile file, long number, long word, MapEntry entry) throws IOException {
        try {
            if (IndexWord.isEntry(word) && entry.pointTo(IndexWord.position(word))) {
                entry.commit();
            }
        } catch (StoreException e) {
            // The entry is damaged. Whether the new index can lead to it is found out when that is made.
        }
        return file.compareAndSetWord(number, word, retired(word));
    }

    private SegmentTable segmentsFromFloor() {
        return new SegmentTable(log.segments(), log.control().storeLongAcquire(MapDescriptor.FLOOR));
    }

    private @Nullable IndexFile acquireOld(long generation) throws IOException {
        try {
            IndexFile file = index.acquire(generation);
            if (file != null || index.currentAcquire() == 0) {
                return file; // there is none in a new map
            }
        } catch (StoreException e) {
            index.delete(generation); // damage, which nobody else has mapped
        }
        // Sealed before it has a name: whoever came upon it would take an EMPTY word for a key without a value.
        link(generation, IndexDescriptor.MIN_BITS, Rebuild::sealEmpty); // or somebody else has made it
        return index.acquire(generation);
    }

    private static void sealEmpty(IndexFile file) {
        for (long number = 0; number < file.size(); number++) {
            file.setWord(number, IndexWord.SEALED_EMPTY);
        }
    }

    /** {@return a word that sends whoever finds it to the current generation} */
    private static long retired(long word) {
        return word == IndexWord.EMPTY || word == IndexWord.SEALED_EMPTY ? IndexWord.SEALED_EMPTY : IndexWord.MOVED;
    }

    private long countCommitted() throws IOException {
        long[] count = new long[1];
        eachCommitted((segment, offset) -> count[0]++);
        return count[0];
    }

    private void publish(long generation, int bits) throws IOException {
        if (!link(generation, bits, this::fill)) {
            throw new StoreException(index.path(generation), "no file, because the index is made anew", "one");
        }
        index.forceFolder();
    }

    /** Puts the words of a generation into a file that has no name yet. */
    private interface Filler {
        void fill(IndexFile file) throws IOException;
    }

    /** {@return whether the generation is this one, and not one that somebody else has made} */
    private boolean link(long generation, int bits, Filler filler) throws IOException {
        Path unfinished = index.write(generation, bits);
        try {
            IndexFile file = IndexFile.open(unfinished, generation, true);
            try {
                filler.fill(file);
            } finally {
                file.unmap();
            }
            return LogFiles.link(unfinished, index.path(generation));
        } finally {
            Files.deleteIfExists(unfinished);
        }
    }

    private void fill(IndexFile file) throws IOException {
        SegmentTable segments = segmentsFromFloor();
        try {
            MapEntry entry = new MapEntry(segments, log.segments().segmentSize());
            MapEntry found = new MapEntry(segments, log.segments().segmentSize());
            KeyBuffer key = new KeyBuffer(seed, log.segments().segmentSize());
            eachCommitted((segment, offset) -> {
                try {
                    entry.pointTo(segment, offset);
                } catch (StoreException e) {
                    note(segment, offset, e.getMessage() + "; the entry is not in the index");
                    return;
                }
                entry.copyKeyTo(key);
                add(file, entry, found, key);
            });
            for (long number = 0; number < file.size(); number++) {
                if (IndexWord.isTombstone(file.wordAcquire(number))) {
                    file.setWord(number, IndexWord.DEAD);
                }
            }
            file.setFilled(filled);
        } finally {
            segments.close();
        }
    }

    /** Has a key lead to an entry: entries come in the order of their positions. */
    private void add(IndexFile file, MapEntry entry, MapEntry found, KeyBuffer key) throws IOException {
        long tag = IndexWord.tag(key.hash());
        long number = file.home(key.hash());
        while (true) {
            long word = file.wordAcquire(number);
            boolean isSame = false;
            if (word != IndexWord.EMPTY && IndexWord.hasTag(word, tag)) {
                found.pointTo(IndexWord.position(word));
                isSame = found.hasKey(key);
            }
            if (word == IndexWord.EMPTY || isSame) {
                file.setWord(number, IndexWord.of(entry.position(), key.hash(), entry.isTombstone()));
                filled += word == IndexWord.EMPTY ? 1 : 0;
                keys += (entry.isTombstone() ? 0 : 1) - (IndexWord.isLive(word) ? 1 : 0);
                bytes += (entry.isTombstone() ? 0 : entry.byteSize()) - (IndexWord.isLive(word) ? found.byteSize() : 0);
                return;
            }
            number = file.next(number);
        }
    }

    private void note(SegmentFile segment, long offset, String description) {
        damage.add(new Damage(segment.position(offset), description));
    }

    /** Takes a committed entry. */
    private interface EntryVisitor {
        void visit(SegmentFile segment, long offset) throws IOException;
    }

    private void eachCommitted(EntryVisitor visitor) throws IOException {
        List<Long> indices = log.segments().indices();
        for (long segmentIndex : indices) {
            SegmentFile segment = log.segments().acquire(segmentIndex);
            try {
                EntryWalk walk = new EntryWalk(segment, FIRST_ENTRY_OFFSET);
                while (walk.next()) {
                    if (EntryDescriptor.state(walk.word()) == COMMITTED) {
                        visitor.visit(segment, walk.offset());
                    }
                }
                if (walk.isBroken()) {
                    note(
                            segment,
                            walk.offset(),
                            "expected an entry, found word=" + EntryDescriptor.describe(walk.word())
                                    + "; what is behind it in this segment is not in the index");
                }
            } finally {
                log.segments().release(segment);
            }
        }
    }
}
