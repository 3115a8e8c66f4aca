package dev.verbatim.internal.log;

import static dev.verbatim.internal.log.EntryDescriptor.FREE_WORD;

import dev.verbatim.StoreException;

/**
 * A walk over the entries of a segment, in order: over a batch, and then over what is in it. It stops at the first free
 * word, at the end of the segment, or where the chain of entries breaks off: nothing can be found behind a word that is
 * damaged. One thread at a time may use it.
 */
public final class EntryWalk {

    private final SegmentFile segment;
    private long offset;
    private long word;

    /**
     * Where the next entry starts; the walk's own offset when it stopped at the end or at a free word, -1 when the
     * chain broke off.
     */
    private long end;

    /**
     * Begins a walk.
     *
     * @param from where an entry starts, or will
     */
    public EntryWalk(SegmentFile segment, long from) {
        this.segment = segment;
        this.offset = from;
        this.end = from;
    }

    /**
     * Goes to the next entry, or for the first time to the first one. At a free word, a further call looks at that word
     * again.
     *
     * @return whether there is one; if not, the walk stands where it stopped
     */
    public boolean next() {
        if (isBroken()) {
            return false;
        }
        offset = end;
        word = offset < segment.byteSize() ? segment.wordAcquire(offset) : FREE_WORD;
        if (word == FREE_WORD) {
            return false;
        }
        end = segment.next(offset, word);
        return !isBroken();
    }

    /** Goes past the batch that the walk is at, not into it. */
    void passBatch() {
        end = EntryDescriptor.batchEnd(word, offset);
    }

    /**
     * Goes to the next entry, as {@link #next} does.
     *
     * @throws StoreException if the chain breaks off
     */
    boolean nextUnbroken() throws StoreException {
        boolean found = next();
        if (isBroken()) {
            throw segment.noEntry(offset, word);
        }
        return found;
    }

    /** {@return whether the chain of entries breaks off here} */
    public boolean isBroken() {
        return end < 0;
    }

    /** {@return whether the walk stopped at a word that nobody has claimed} */
    public boolean isAtFreeWord() {
        return word == FREE_WORD && offset < segment.byteSize();
    }

    /** {@return where the entry starts, or where the walk stopped, in bytes from the start of the segment} */
    public long offset() {
        return offset;
    }

    /** {@return the word at the offset; a free one at the end of the segment} */
    public long word() {
        return word;
    }

    /** {@return where the entry ends, and the next one starts} */
    public long end() {
        return end;
    }
}
