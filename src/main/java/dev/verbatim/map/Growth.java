package dev.verbatim.map;

import dev.verbatim.internal.log.EntryDescriptor;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;

/**
 * When the index grows, and how. A thread of the map makes the next generation and moves the words there. Writers go on
 * meanwhile; when the generation is fuller than it should be, each also moves some words. Any thread may use it.
 */
final class Growth {

    /** How much of a generation is filled when its words begin to be moved, in percent. */
    private static final int FULL_PERCENT = 60;

    /** From here on writers help. */
    private static final int HELP_PERCENT = 80;

    /** From here on a writer does it all, if the thread of the map has not come to it. */
    private static final int LAST_PERCENT = 90;

    /** What part of a segment a generation takes at least. */
    private static final int SEGMENT_PART = 16;

    /** How much of a new generation the keys may fill, in percent. */
    private static final int NEW_PERCENT = 40;

    /**
     * What part of the words all writers together may fill before one looks how many there are. With as many writers as
     * there are slots, that leaves enough.
     */
    private static final int LOOK_PART = 16;

    /** How many words a writer that helps moves for each that it has filled since it looked. */
    private static final int HELPED_WORDS = 16;

    /** How many words are moved in one operation of the thread of the map. */
    private static final int CHUNK = 1024;

    private final Index index;
    private final long segmentSize;
    private final Counts counts;
    private final Runnable request;
    private final BooleanSupplier isClosing;

    /** Up to where writers have moved words, from the end down. */
    private final AtomicReference<Help> help = new AtomicReference<>(new Help(-1, 0));

    /**
     * What writers have moved.
     *
     * @param generation of which generation
     * @param from the number of the word from which on they have
     */
    private record Help(long generation, long from) {}

    /**
     * Makes this for a map.
     *
     * @param request has a thread of the map call {@link #grow}
     * @param isClosing whether that thread should end
     */
    Growth(Index index, long segmentSize, Counts counts, Runnable request, BooleanSupplier isClosing) {
        this.index = index;
        this.segmentSize = segmentSize;
        this.counts = counts;
        this.request = request;
        this.isClosing = isClosing;
    }

    /**
     * Takes note that a writer has filled a word that was EMPTY. What the writer did has taken effect; so if it cannot
     * help, it says nothing, and whoever finds no room says why.
     */
    void filled(IndexFile file, Session session) {
        long own = file.countFilled(session.slot());
        if (!session.isToLook(file.generation(), own)) {
            return;
        }
        long filled = file.filled();
        long left = file.size() * FULL_PERCENT / 100 - filled;
        long interval = Math.max(1, Math.max(left, file.size() / LOOK_PART) / EntryDescriptor.SLOTS);
        session.lookAgain(file.generation(), own + interval);
        if (isOver(file, filled, FULL_PERCENT)) {
            request.run();
        }
        try {
            if (isOver(file, filled, LAST_PERCENT)) {
                endBefore(file, session);
                moveAll(file, session);
            } else if (isOver(file, filled, HELP_PERCENT) && file.generation() == index.currentAcquire()) {
                help(file, session, interval * HELPED_WORDS);
            }
        } catch (IOException e) {
            System.getLogger(Growth.class.getName()).log(Level.DEBUG, "cannot help to grow an index", e);
        }
    }

    private static boolean isOver(IndexFile file, long filled, int percent) {
        return filled > file.size() / 100.0 * percent;
    }

    private void help(IndexFile from, Session session, long words) throws IOException {
        if (!index.exists(from.generation() + 1)) {
            return;
        }
        IndexFile to = session.generations().after(from);
        if (!session.generations().isUnfinished()) {
            return;
        }
        Help mine = help.updateAndGet(last -> new Help(
                from.generation(),
                Math.max(0, (last.generation() == from.generation() ? last.from() : from.size()) - words)));
        session.mover().moveRange(from, mine.from(), Math.min(mine.from() + words, from.size()), to);
    }

    /** Makes room where no word is EMPTY: more have written at the same time than anybody has looked. */
    void makeRoom(IndexFile from, Session session) throws IOException {
        endBefore(from, session);
        index.make(from.generation() + 1, Math.max(from.bits() + 1, nextBits(from)));
        moveAll(from, session);
    }

    /** Moves what is left in earlier generations: only when they are over may this one be left. */
    private void endBefore(IndexFile file, Session session) throws IOException {
        long current = index.currentAcquire();
        while (current < file.generation()) {
            IndexFile earlier = index.acquire(current);
            if (earlier != null) {
                try {
                    moveAll(earlier, session);
                } finally {
                    index.release(earlier);
                }
            }
            current = index.currentAcquire();
        }
    }

    /** Moves all words, as the operation of a session that writes. */
    private void moveAll(IndexFile from, Session session) throws IOException {
        index.make(from.generation() + 1, nextBits(from));
        IndexFile to = session.generations().after(from);
        if (session.generations().isUnfinished()) {
            session.mover().moveRange(from, 0, from.size(), to);
            end(from);
        }
    }

    /** {@return whether somebody has begun to grow the index, and has not ended} */
    boolean isBegun() throws IOException {
        return index.exists(index.currentAcquire() + 1);
    }

    /** Grows the index if it is full, or if somebody has begun to and has not ended. */
    void grow(Session session) throws IOException {
        long current = index.currentAcquire();
        IndexFile from = index.acquire(current);
        if (from == null) {
            return; // others were faster
        }
        try {
            boolean begun = index.exists(current + 1);
            if (begun || isOver(from, from.filled(), FULL_PERCENT)) {
                index.make(current + 1, nextBits(from));
                moveInChunks(from, session);
            }
        } finally {
            index.release(from);
        }
    }

    private void moveInChunks(IndexFile from, Session session) throws IOException {
        IndexFile to = index.acquire(from.generation() + 1);
        if (to == null) {
            return; // over already
        }
        try {
            for (long start = 0; start < from.size(); start += CHUNK) {
                session.beginWriting();
                try {
                    // Whoever has opened the next generation looks again whether it may be over.
                    if (index.currentAcquire() != from.generation() || isClosing.getAsBoolean()) {
                        return;
                    }
                    session.mover().moveRange(from, start, Math.min(start + CHUNK, from.size()), to);
                } finally {
                    session.endWriting();
                }
            }
            end(from);
        } finally {
            index.release(to);
        }
    }

    private void end(IndexFile from) throws IOException {
        if (index.advanceCurrent(from.generation() + 1) || index.currentAcquire() > from.generation()) {
            index.delete(from.generation());
        }
    }

    private int nextBits(IndexFile file) {
        return Math.max(file.bits(), bitsFor(counts.keys(), segmentSize));
    }

    /**
     * {@return the logarithm of how many words a new generation has for so many keys} It has no less than a 16th of a
     * segment: beside the segments of a log that is little, and a map of many keys has not to move them so often.
     */
    static int bitsFor(long keys, long segmentSize) {
        int bits =
                Math.max(IndexDescriptor.MIN_BITS, Long.numberOfTrailingZeros(segmentSize / SEGMENT_PART / Long.BYTES));
        while (bits < IndexDescriptor.MAX_BITS && keys > (1L << bits) / 100.0 * NEW_PERCENT) {
            bits++;
        }
        return bits;
    }
}
