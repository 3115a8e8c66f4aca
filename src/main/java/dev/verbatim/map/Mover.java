package dev.verbatim.map;

import static dev.verbatim.map.IndexWord.DEAD;
import static dev.verbatim.map.IndexWord.EMPTY;
import static dev.verbatim.map.IndexWord.MOVED;
import static dev.verbatim.map.IndexWord.SEALED_EMPTY;

import dev.verbatim.StoreException;
import java.io.IOException;

/**
 * Moves words to the next generation of the index. Many may move the same words at the same time, and any may die: what
 * one has begun, the next one ends. One thread at a time may use this object.
 */
final class Mover {

    /** How many words are looked at before they are moved. */
    private static final int GROUP = 16;

    private final MapEntry entry;
    private final KeyBuffer key;
    private final Session session;

    Mover(Session session, MapEntry entry, KeyBuffer key) {
        this.session = session;
        this.entry = entry;
        this.key = key;
    }

    /**
     * Moves the words of a range. The entries to which a few of them lead are looked at first, for then a processor
     * waits for all of these at once: it begins no load behind a compare-and-set that waits.
     */
    void moveRange(IndexFile from, long start, long end, IndexFile to) throws IOException {
        for (long group = start; group < end; group += GROUP) {
            long groupEnd = Math.min(group + GROUP, end);
            for (long number = group; number < groupEnd; number++) {
                long word = from.wordAcquire(number);
                if (IndexWord.isEntry(word)) {
                    entry.pointTo(IndexWord.position(word)); // if it is gone, so is the word
                }
            }
            for (long number = group; number < groupEnd; number++) {
                move(from, number, to);
            }
        }
    }

    /** Moves the chain that begins at a word, up to the word that ends it. */
    void moveChain(IndexFile from, long home, IndexFile to) throws IOException {
        long number = home;
        for (long n = 0; n < from.size() && !move(from, number, to); n++) {
            number = from.next(number);
        }
    }

    /**
     * Moves a word.
     *
     * @return whether it was EMPTY, so that a chain ends here
     */
    boolean move(IndexFile from, long number, IndexFile to) throws IOException {
        while (true) {
            long word = from.wordAcquire(number);
            if (word == SEALED_EMPTY || (word == EMPTY && from.compareAndSetWord(number, EMPTY, SEALED_EMPTY))) {
                return true;
            }
            if (word == MOVED || (word == DEAD && from.compareAndSetWord(number, DEAD, MOVED))) {
                return false;
            }
            if (IndexWord.isEntry(word) && moveEntry(from, number, to, word)) {
                return false;
            }
        }
    }

    /** {@return whether the word is moved; if not, it is another by now} */
    private boolean moveEntry(IndexFile from, long number, IndexFile to, long word) throws IOException {
        if (!entry.pointTo(IndexWord.position(word))) {
            requireChanged(from, number, word);
            return false;
        }
        // What is moved has taken effect: whoever finds it in the next generation relies on that.
        entry.commit();
        if (IndexWord.isTombstone(word)) {
            boolean moved = from.compareAndSetWord(number, word, MOVED);
            if (moved) {
                session.store().counts().forgetRemoval(session.slot(), entry.byteSize());
            }
            return moved;
        }
        long sealed = IndexWord.sealed(word);
        if (word != sealed && !from.compareAndSetWord(number, word, sealed)) {
            return false;
        }
        entry.copyKeyTo(key);
        insert(from, number, to, IndexWord.unsealed(word));
        from.compareAndSetWord(number, sealed, MOVED);
        return true;
    }

    /** Inserts a word unless it is there, or was. */
    void insert(IndexFile from, long number, IndexFile to, long word) throws IOException {
        long at = to.home(key.hash());
        for (long n = 0; n < to.size(); ) {
            long found = to.wordAcquire(at);
            if (found == word || IndexWord.isSealed(found)) {
                return;
            }
            if (found != EMPTY) {
                n++;
                at = to.next(at);
                continue;
            }
            // Another mover may have inserted it, and a writer have replaced it since.
            if (from.wordAcquire(number) == MOVED) {
                return;
            }
            if (to.compareAndSetWord(at, EMPTY, word)) {
                to.countFilled(session.slot());
                return;
            }
        }
        throw to.damaged(at, "a word that is EMPTY somewhere", to.wordAcquire(at));
    }

    /**
     * Requires that a word is another by now: a segment is deleted when no word leads there any more.
     *
     * @throws StoreException if it is the same
     */
    static void requireChanged(IndexFile file, long number, long word) throws StoreException {
        if (file.wordAcquire(number) == word) {
            throw file.damaged(number, "the position of an entry", word);
        }
    }
}
