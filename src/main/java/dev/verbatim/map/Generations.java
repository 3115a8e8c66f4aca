package dev.verbatim.map;

import dev.verbatim.internal.io.StackRoom;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import org.jspecify.annotations.Nullable;

/**
 * The generations of the index that a session uses: the one that its operations begin in, and those that it has gone on
 * to. An operation begins in a generation only when all before it are over. One thread at a time may use it.
 */
final class Generations implements Closeable {

    /** After so many operations one looks whether there is something to do, even where nothing was acquired. */
    private static final int INTERVAL = 1 << 10;

    private final Index index;
    private IndexFile base;

    /** What has been acquired since {@link #base} was. */
    private final ArrayList<IndexFile> later = new ArrayList<>();

    /** How many operations may still begin here before one looks whether there is something to do. */
    private int untilDue = INTERVAL;

    /** Whether what {@link #after} led away from has to be moved first. */
    private boolean unfinished;

    Generations(Index index) throws IOException {
        this.index = index;
        this.base = index.acquireCurrent();
    }

    /**
     * {@return whether the operation that begins has to {@link #advance}: where another generation was acquired, and at
     * one of many} One count does for both, because each operation comes by here.
     */
    boolean isDue() {
        return --untilDue <= 0;
    }

    /** {@return the generation to begin an operation in} */
    IndexFile base() {
        return base;
    }

    /**
     * {@return the generation to go on in, after a word that is sealed or moved} After this, {@link #isUnfinished}
     * says whether words are still being moved there.
     */
    IndexFile after(IndexFile from) throws IOException {
        long wanted = from.generation() + 1;
        IndexFile next = held(wanted);
        if (next == null) {
            next = index.acquire(wanted);
            if (next != null) {
                addLater(next);
            }
        }
        // The generation may be over that was just opened, and then what is in it is old.
        long current = index.currentAcquire();
        if (next == null || current > wanted) {
            unfinished = false;
            next = index.acquireCurrent();
            if (next.generation() <= from.generation()) {
                index.release(next);
                throw from.noNext();
            }
            addLater(next);
        } else {
            unfinished = current < wanted;
        }
        return next;
    }

    private void addLater(IndexFile file) {
        later.add(file);
        untilDue = 0;
    }

    private @Nullable IndexFile held(long generation) {
        for (IndexFile file : later) {
            if (file.generation() == generation) {
                return file;
            }
        }
        return null;
    }

    /** {@return whether the generation that {@link #after} led away from is not over} */
    boolean isUnfinished() {
        return unfinished;
    }

    /**
     * Has the next operation begin in the current generation, if one of those that were acquired is. Nothing is
     * released before it is out of here: if that fails, the next call would release it again.
     */
    void advance() {
        untilDue = INTERVAL;
        if (later.isEmpty()) {
            return;
        }
        untilDue = 0; // unless none is left: this may fail, too
        IndexFile current = held(index.currentAcquire());
        if (current != null) {
            StackRoom.require();
            later.remove(current);
            IndexFile last = base;
            base = current;
            index.release(last);
        }
        for (int i = later.size() - 1; i >= 0; i--) {
            if (later.get(i).generation() <= base.generation()) {
                index.release(later.remove(i));
            }
        }
        if (later.isEmpty()) {
            untilDue = INTERVAL;
        }
    }

    /** {@return whether operations begin in a generation that is over} Any thread may ask, and gets an estimate. */
    boolean isBehind() {
        return base.generation() < index.currentAcquire();
    }

    /** Has the next operation begin in the current generation. */
    void renew() throws IOException {
        if (isBehind() && held(index.currentAcquire()) == null) {
            addLater(index.acquireCurrent());
        }
        advance();
    }

    @Override
    public void close() {
        while (!later.isEmpty()) {
            index.release(later.removeLast());
        }
        index.release(base);
    }
}
