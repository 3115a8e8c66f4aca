package dev.verbatim.map;

import dev.verbatim.internal.log.EntryBatch;
import dev.verbatim.internal.log.EntryWriter;
import dev.verbatim.internal.log.Mappings;
import dev.verbatim.internal.log.ProtocolStep;
import dev.verbatim.internal.log.SegmentFile;
import java.io.IOException;
import java.lang.foreign.MemorySegment;

/**
 * Has the index lead away from the entries of a segment that goes. Many copies are appended at once, so that those who
 * write meanwhile lose the end of the log less often, and a processor looks for many keys at a time. Each copy is
 * prepared, and takes effect by a compare-and-set of its own. One thread at a time may use it.
 */
final class Relocation {

    /** How many entries are looked at in one operation of the session: others wait for its end to unmap something. */
    private static final int MOST = 64;

    private final Session session;
    private final Settling settling;
    private final MapEntry source;
    private final EntryBatch batch = new EntryBatch();

    /** How many copies the batch has. */
    private int count;

    // Of each copy: where the entry starts in its segment, where the copy starts in the batch, the word that leads to
    // the
    // entry, and the hash of the key.
    private final long[] offsets = new long[MOST];
    private final int[] starts = new int[MOST];
    private final IndexFile[] files = new IndexFile[MOST];
    private final long[] numbers = new long[MOST];
    private final long[] words = new long[MOST];
    private final long[] hashes = new long[MOST];

    Relocation(Session session, Settling settling) {
        this.session = session;
        this.settling = settling;
        this.source = new MapEntry(
                session.segments(), session.store().log().segments().segmentSize());
    }

    /** Has the index lead away from the entries of a segment that are marked. */
    void leave(SegmentFile segment, Marks marks) throws IOException {
        long end = segment.position(segment.byteSize());
        long next = marks.next(segment.position(0));
        while (next < end) {
            EntryWriter writer = session.beginWriting();
            try {
                next = leaveSome(segment, marks, next, writer);
            } finally {
                session.endWriting();
            }
        }
    }

    private long leaveSome(SegmentFile segment, Marks marks, long first, EntryWriter writer) throws IOException {
        writer.requireReady();
        batch.clear();
        count = 0;
        long end = segment.position(segment.byteSize());
        long next = first;
        for (int n = 0; n < MOST && next < end; n++) {
            if (!leave(segment, next - segment.position(0), writer)) {
                break;
            }
            next = marks.next(next + Long.BYTES);
        }
        if (count > 0) {
            lead(segment, writer);
        }
        return next;
    }

    /** Adds a copy of an entry if the index leads there. {@return false if the batch has no room for it} */
    private boolean leave(SegmentFile segment, long offset, EntryWriter writer) throws IOException {
        source.pointTo(segment, offset);
        if (count > 0 && batch.byteSize() + source.byteSize() > writer.maxBatchSize()) {
            return false;
        }
        source.copyKeyTo(session.key());
        session.find(session.key());
        Finder finder = session.finder();
        long word = finder.word();
        if (!IndexWord.isLive(word) || IndexWord.position(word) != source.position()) {
            settling.leadAway(segment, offset);
            return true;
        }
        settling.requireWhole(source);
        offsets[count] = offset;
        starts[count] = batch.byteSize();
        files[count] = finder.file();
        numbers[count] = finder.number();
        words[count] = word;
        hashes[count] = session.key().hash();
        count++;
        encode(writer);
        return true;
    }

    private void encode(EntryWriter writer) {
        long length = source.payloadLength();
        if (!batch.holds(length)) {
            batch.grow(length);
        }
        MemorySegment target = batch.memory();
        int payload = batch.payloadOffset();
        MemorySegment.copy(source.memory(), source.payloadOffset(), target, payload, length);
        target.set(Mappings.LONG_UNALIGNED, payload + MapDescriptor.ORIGIN_OFFSET, source.origin());
        writer.addPrepared(batch, length, source.layoutId());
    }

    /** Appends the copies and has the index lead to them. */
    private void lead(SegmentFile segment, EntryWriter writer) throws IOException {
        long position = writer.prepare(batch);
        int left = 0;
        int done = 0;
        try {
            while (position >= 0 && done < count) {
                int i = done;
                done++;
                long word = IndexWord.of(position + starts[i], hashes[i], false);
                if (files[i].compareAndSetWord(numbers[i], words[i], word)) {
                    ProtocolStep.INDEXED.reached();
                    writer.commitPrepared(starts[i]);
                } else {
                    writer.abortPrepared(starts[i]);
                    offsets[left] = offsets[i];
                    left++;
                }
            }
        } finally {
            while (position >= 0 && done < count) {
                writer.abortPrepared(starts[done]);
                done++;
            }
        }
        int again = position < 0 ? count : left;
        for (int i = 0; i < again; i++) {
            settling.leadAway(segment, offsets[i]);
        }
    }
}
