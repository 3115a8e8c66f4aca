package dev.verbatim.map;

import dev.verbatim.internal.log.ProtocolStep;
import dev.verbatim.internal.log.SegmentFile;
import java.io.IOException;

/**
 * Has the index lead away from the entries of a segment that goes. It does for many at a time what a put does for one:
 * first it looks for the words of all keys, which a processor does for several at once; then it prepares all copies;
 * then each takes effect by a compare-and-set of its word. One thread at a time may use it.
 */
final class Relocation {

    /** How many entries are copied in one operation of the session, whose end others wait for to unmap something. */
    private static final int MOST = 64;

    private final Session session;
    private final Settling settling;

    /** The entry that is looked at. */
    private final MapEntry source;

    private final MapEntry copy;

    /** How many entries have been found. */
    private int count;

    /** Where each starts in its segment. */
    private final long[] offsets = new long[MOST];

    /** The word that leads to each: its file, its number there, and what it was. */
    private final IndexFile[] files = new IndexFile[MOST];

    private final long[] numbers = new long[MOST];
    private final long[] words = new long[MOST];

    /** The hash of the key of each. */
    private final long[] hashes = new long[MOST];

    /** The position of each copy; -1 if others have given it up. */
    private final long[] positions = new long[MOST];

    Relocation(Session session, Settling settling) {
        this.session = session;
        this.settling = settling;
        long segmentSize = session.store().log().segments().segmentSize();
        this.source = new MapEntry(session.segments(), segmentSize);
        this.copy = new MapEntry(session.segments(), segmentSize);
    }

    /** Has the index lead away from the entries of a segment that are marked. */
    void leave(SegmentFile segment, Marks marks) throws IOException {
        long end = segment.position(segment.byteSize());
        long next = marks.next(segment.position(0));
        while (next < end) {
            session.beginWriting();
            try {
                count = 0;
                for (int n = 0; n < MOST && next < end; n++) {
                    find(segment, next - segment.position(0));
                    next = marks.next(next + Long.BYTES);
                }
                copy(segment);
            } finally {
                session.endWriting();
            }
        }
    }

    /** Finds the word of an entry's key, if it leads to a value there that is to stay; the rest is soon done. */
    private void find(SegmentFile segment, long offset) throws IOException {
        source.pointTo(segment, offset);
        source.copyKeyTo(session.key());
        session.find(session.key());
        Finder finder = session.finder();
        long word = finder.word();
        boolean isLed = IndexWord.isEntry(word) && IndexWord.position(word) == source.position();
        if (!isLed) {
            requireLedAway();
        }
        if (!isLed || !IndexWord.isLive(word)) {
            settling.leadAway(segment, offset);
            return;
        }
        if (session.store().limits().isOver(source.second())) {
            // A copy would go later than in its turn, and a copy of that later still.
            session.requireWhole(source, Session.PUT_ANEW);
            session.keyWriter().removeAt(session.key(), source.position());
            return;
        }
        offsets[count] = offset;
        files[count] = finder.file();
        numbers[count] = finder.number();
        words[count] = word;
        hashes[count] = session.key().hash();
        count++;
    }

    /** Requires that no word leads to an entry whose key does not: a damaged key seems to lead away from it. */
    private void requireLedAway() throws IOException {
        if (session.isWhole(source)) {
            return;
        }
        long position = source.position();
        if (Marks.of(session.store().index(), position, position + Long.BYTES).next(position) == position) {
            session.requireWhole(source, Session.COPY_OTHERS);
        }
    }

    /** Copies the entries that have been found, and has the index lead to the copies. */
    private void copy(SegmentFile segment) throws IOException {
        int prepared = 0;
        int left = 0;
        try {
            while (prepared < count) {
                source.pointTo(segment, offsets[prepared]);
                session.requireWhole(source, Session.PUT_ANEW);
                positions[prepared] = prepare();
                prepared++;
            }
        } finally {
            // Also if one of them is damaged or the disk is full: or the next try would write the same copies again.
            for (int i = 0; i < prepared; i++) {
                if (positions[i] < 0 || !lead(i)) {
                    offsets[left] = offsets[i];
                    left++;
                }
            }
        }
        for (int i = 0; i < left; i++) {
            settling.leadAway(segment, offsets[i]);
        }
    }

    /** {@return the position of a copy that is prepared, in a segment that the session has mapped from now on} */
    private long prepare() throws IOException {
        long position = session.keyWriter().prepareCopy(source);
        try {
            return position >= 0 && copy.pointTo(position) ? position : -1;
        } catch (IOException | RuntimeException | Error e) {
            session.writer().abortPrepared();
            throw e;
        }
    }

    private boolean lead(int i) throws IOException {
        copy.pointTo(positions[i]);
        if (!files[i].compareAndSetWord(numbers[i], words[i], IndexWord.of(positions[i], hashes[i], false))) {
            copy.abort();
            session.writer().noteEnd();
            return false;
        }
        ProtocolStep.INDEXED.reached();
        copy.commit();
        session.writer().noteEnd();
        return true;
    }
}
