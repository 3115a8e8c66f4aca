package dev.verbatim.map;

import static dev.verbatim.map.IndexWord.EMPTY;
import static dev.verbatim.map.IndexWord.MOVED;
import static dev.verbatim.map.IndexWord.SEALED_EMPTY;

import java.io.IOException;

/** Finds the word of a key in the index. One thread at a time may use it. */
final class Finder {

    private final Generations generations;
    private final MapEntry entry;
    private final Mover mover;

    /** What was found to write to. */
    private IndexFile file;

    private long number;
    private long word;

    /** The position to which the word leads that was found to read; 0 if there was none. */
    private long located;

    Finder(Generations generations, MapEntry entry, Mover mover) {
        this.generations = generations;
        this.entry = entry;
        this.mover = mover;
        this.file = generations.base();
    }

    IndexFile file() {
        return file;
    }

    long number() {
        return number;
    }

    long word() {
        return word;
    }

    /** {@return to which entry, or tombstone, the word leads that {@link #locate} has found; 0 if there was none} */
    long located() {
        return located;
    }

    /**
     * Finds the word of a key, or the EMPTY word that ends its chain, in the generation that is written to. If it is
     * the key's, the session's entry points to what the word leads to.
     *
     * @return false if all words are those of other keys
     */
    boolean find(KeyBuffer key) throws IOException {
        file = generations.base();
        long tag = IndexWord.tag(key.hash());
        number = file.home(key.hash());
        for (long n = 0; n < file.size(); ) {
            word = file.wordAcquire(number);
            if (IndexWord.isSealed(word)) {
                IndexFile next = generations.after(file);
                if (generations.isUnfinished()) {
                    mover.moveChain(file, file.home(key.hash()), next);
                }
                file = next;
                number = file.home(key.hash());
                n = 0;
                continue;
            }
            if (word == EMPTY) {
                return true;
            }
            if (IndexWord.hasTag(word, tag) && IndexWord.isEntry(word)) {
                if (!entry.pointTo(IndexWord.position(word))) {
                    Mover.requireChanged(file, number, word);
                    continue; // compaction has just led it elsewhere
                }
                if (entry.hasKey(key)) {
                    return true;
                }
            }
            n++;
            number = file.next(number);
        }
        return false;
    }

    /**
     * Finds the entry of a key to read. Changes nothing in the index.
     *
     * @return whether the key has a value; then the session's entry points to it
     */
    boolean locate(KeyBuffer key) throws IOException {
        IndexFile in = generations.base();
        long tag = IndexWord.tag(key.hash());
        long at = in.home(key.hash());
        boolean passedMoved = false;
        located = 0;
        long n = 0;
        while (true) {
            long found = in.wordAcquire(at);
            boolean isEnd = found == EMPTY || n == in.size();
            if (found == SEALED_EMPTY || (isEnd && passedMoved)) {
                in = generations.after(in);
                at = in.home(key.hash());
                n = 0;
                passedMoved = false;
                continue;
            }
            if (isEnd) {
                return false;
            }
            passedMoved |= found == MOVED;
            if (IndexWord.hasTag(found, tag) && IndexWord.isEntry(found)) {
                if (!entry.pointTo(IndexWord.position(found))) {
                    Mover.requireChanged(in, at, found);
                    continue;
                }
                if (entry.hasKey(key)) {
                    located = entry.position();
                    return !IndexWord.isTombstone(found);
                }
            }
            n++;
            at = in.next(at);
        }
    }
}
