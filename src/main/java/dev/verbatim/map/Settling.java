package dev.verbatim.map;

import static dev.verbatim.internal.log.EntryDescriptor.PREPARED;
import static dev.verbatim.internal.log.EntryDescriptor.RESERVED;

import dev.verbatim.internal.log.EntryDescriptor;
import dev.verbatim.internal.log.SegmentFile;
import java.io.IOException;

/**
 * Has entries that others have left come to an end, and the index lead away from them. One thread at a time may use it.
 */
final class Settling {

    private final Session session;

    /** The entry that is looked at; the session's own points to what the index leads to. */
    private final MapEntry source;

    Settling(Session session) {
        this.session = session;
        this.source = new MapEntry(
                session.segments(), session.store().log().segments().segmentSize());
    }

    private void find(SegmentFile segment, long offset) throws IOException {
        source.pointTo(segment, offset);
        source.copyKeyTo(session.key());
        session.find(session.key());
    }

    /** Has the index lead away from a committed entry. For an operation that writes. */
    void leadAway(SegmentFile segment, long offset) throws IOException {
        boolean isAway = false;
        while (!isAway) {
            isAway = tryLeadAway(segment, offset);
        }
    }

    private boolean tryLeadAway(SegmentFile segment, long offset) throws IOException {
        find(segment, offset);
        long found = session.finder().word();
        if (!IndexWord.isEntry(found)) {
            return true;
        }
        session.entry().commit(); // what has replaced it, too
        if (IndexWord.position(found) != source.position()) {
            return true;
        }
        return IndexWord.isTombstone(found) ? kill(found) : copy(source);
    }

    /** Has a word lead nowhere. {@return false if it is another by now} */
    private boolean kill(long word) {
        Finder finder = session.finder();
        boolean killed = finder.file().compareAndSetWord(finder.number(), word, IndexWord.DEAD);
        if (killed && word == IndexWord.EMPTY) {
            finder.file().countFilled(session.slot());
        } else if (killed) {
            session.store()
                    .counts()
                    .forgetRemoval(session.slot(), session.entry().byteSize());
        }
        return killed;
    }

    /** Has the index lead to a copy of an entry. {@return false if it leads elsewhere by now} */
    private boolean copy(MapEntry original) throws IOException {
        session.requireWhole(
                original, Session.PUT_ANEW); // the checksum of a copy would say that damage is what was written
        long position = original.position();
        session.keyWriter().encodeCopy(original);
        return session.keyWriter()
                .write(session.key(), (live, found) -> live && found.entry().position() == position);
    }

    /** Has an entry come to its end. {@return whether it has; if not, its owner is at work on it} */
    boolean settle(SegmentFile segment, long offset) throws IOException {
        session.beginWriting();
        try {
            while (true) {
                long word = segment.wordAcquire(offset);
                switch (EntryDescriptor.state(word)) {
                    case RESERVED -> {
                        if (!session.store().log().slots().isOrphan(word)) {
                            return false;
                        }
                        segment.abort(offset, word);
                    }
                    case PREPARED -> {
                        if (!settle(segment, offset, word)) {
                            return false;
                        }
                    }
                    default -> {
                        return true;
                    }
                }
            }
        } finally {
            session.endWriting();
        }
    }

    /** Commits an entry if it is prepared and the index leads to it. {@return whether it has come to its end} */
    boolean commitIfLed(SegmentFile segment, long offset) throws IOException {
        session.beginWriting();
        try {
            if (EntryDescriptor.state(segment.wordAcquire(offset)) == PREPARED) {
                find(segment, offset);
                if (isLed()) {
                    source.commit();
                }
            }
            return !EntryDescriptor.isUnsettled(segment.wordAcquire(offset));
        } finally {
            session.endWriting();
        }
    }

    /** {@return whether the index leads to the entry that was sought} */
    private boolean isLed() {
        long found = session.finder().word();
        return IndexWord.isEntry(found) && IndexWord.position(found) == source.position();
    }

    /**
     * Commits a prepared entry that the index leads to, and gives up another whose owner is dead. For an operation that
     * writes.
     *
     * @return false if its owner lives
     */
    boolean settle(SegmentFile segment, long offset, long prepared) throws IOException {
        find(segment, offset);
        if (isLed()) {
            source.commit();
            return true;
        }
        long found = session.finder().word();
        if (segment.wordAcquire(offset) == prepared
                && !session.store().log().slots().isOrphan(prepared)) {
            return false;
        }
        // The owner may live all the same, and have lost its lock. The word that it expects must not come again.
        if (IndexWord.isEntry(found)) {
            session.entry().commit();
        }
        boolean refused = IndexWord.isLive(found) ? copy(session.entry()) : kill(found);
        if (refused) {
            segment.abort(offset, prepared);
        }
        return true;
    }
}
