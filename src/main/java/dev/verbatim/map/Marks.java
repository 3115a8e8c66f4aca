package dev.verbatim.map;

import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.util.BitSet;

/**
 * To which entries of a part of the log the index leads, seen by going through the index once. That is much faster than
 * to look up the key of each entry, of which most were replaced. If all of the part is settled when this begins, the
 * index never leads to an entry there that is not marked. One thread at a time may use it.
 */
final class Marks {

    private static final int ALIGNMENT_BITS = 3;

    /** A bit for each place where an entry can start. */
    private final BitSet bits;

    private final long from;
    private final long to;

    private Marks(long from, long to) {
        this.from = from;
        this.to = to;
        this.bits = new BitSet(Math.toIntExact((to - from) >>> ALIGNMENT_BITS));
    }

    /**
     * Goes through an index.
     *
     * @param from where the first entry of the part starts
     * @param to where the part ends
     */
    static Marks of(Index index, long from, long to) throws IOException {
        Marks marks = new Marks(from, to);
        IndexFile file = index.acquireCurrent();
        while (file != null) {
            long next = file.generation() + 1;
            try {
                marks.mark(file);
            } finally {
                index.release(file);
            }
            // What was moved before it was seen is in the next generation; which may be over already.
            file = index.acquire(next);
            if (file == null && index.currentAcquire() >= next) {
                file = index.acquireCurrent();
            }
        }
        return marks;
    }

    private void mark(IndexFile file) {
        long byteSize = to - from;
        for (long number = 0; number < file.size(); number++) {
            long place = IndexWord.position(file.word(number)) - from;
            if (Long.compareUnsigned(place, byteSize) < 0) {
                bits.set((int) (place >>> ALIGNMENT_BITS));
            }
        }
        // What a word of the next generation says is newer than what this one said; and so is an entry.
        VarHandle.acquireFence();
    }

    /** {@return the first marked position that is not before one; {@link Long#MAX_VALUE} if there is none} */
    long next(long position) {
        int bit = bits.nextSetBit((int) ((Math.max(position, from) - from) >>> ALIGNMENT_BITS));
        return bit < 0 ? Long.MAX_VALUE : from + ((long) bit << ALIGNMENT_BITS);
    }
}
