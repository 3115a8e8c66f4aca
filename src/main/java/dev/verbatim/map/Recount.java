package dev.verbatim.map;

import dev.verbatim.StoreException;
import dev.verbatim.internal.log.EntryDescriptor;
import dev.verbatim.internal.log.Log;
import java.io.IOException;

/** Counts what a map has, where one process alone opens it to write. */
final class Recount {

    /** How many bytes an entry has at least. */
    private static final long MIN_ENTRY_SIZE = EntryDescriptor.byteSize(MapDescriptor.KEY_OFFSET);

    private Recount() {}

    /**
     * Counts the keys: a process that was killed may have left its last change uncounted. Counts the bytes, too, if
     * they are too few for the entries: the file of the counts was lost. Compaction goes by them, and would copy all
     * that there is again and again.
     */
    static void run(Log log, Index index, Counts counts) throws IOException {
        if (index.exists(index.currentAcquire() + 1)) {
            return; // a key can have a word in both; the next open counts them
        }
        IndexFile file = index.acquireCurrent();
        try {
            long keys = 0;
            long entries = 0;
            long[] words = new long[1 << IndexDescriptor.MIN_BITS];
            for (long from = 0; from < file.size(); from += words.length) {
                file.copyWords(from, words);
                for (long word : words) {
                    keys += IndexWord.countLive(word);
                    entries += IndexWord.countEntry(word);
                }
            }
            counts.setKeys(keys);
            if (counts.bytes() < entries * MIN_ENTRY_SIZE) {
                countBytes(log, file, counts);
            }
        } finally {
            index.release(file);
        }
    }

    private static void countBytes(Log log, IndexFile file, Counts counts) throws IOException {
        SegmentTable segments = new SegmentTable(log.segments(), log.control().storeLongAcquire(MapDescriptor.FLOOR));
        try {
            MapEntry entry = new MapEntry(segments, log.segments().segmentSize());
            long bytes = 0;
            long removals = 0;
            for (long number = 0; number < file.size(); number++) {
                long word = file.wordAcquire(number);
                if (IndexWord.isEntry(word)) {
                    long byteSize = byteSize(entry, IndexWord.position(word));
                    bytes += byteSize;
                    removals += IndexWord.isTombstone(word) ? byteSize : 0;
                }
            }
            counts.setBytes(bytes, removals);
        } finally {
            segments.close();
        }
    }

    private static long byteSize(MapEntry entry, long position) throws IOException {
        try {
            return entry.pointTo(position) ? entry.byteSize() : 0;
        } catch (StoreException e) {
            return 0; // damage: whoever reads the entry finds it
        }
    }
}
