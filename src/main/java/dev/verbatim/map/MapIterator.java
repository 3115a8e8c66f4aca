package dev.verbatim.map;

import dev.verbatim.StoreException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.NoSuchElementException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Goes over the keys of a map group by group. A group is all keys whose search begins at the same word in the
 * generation in which the iteration began; in a larger one their words are next to each other too, and in a smaller
 * one, where the index was made anew, several groups begin at the same word. The index may grow or be made anew
 * meanwhile: a group is collected from one generation after the other, and what is found in a later one counts. To go
 * from word to word instead would deliver a key twice, or never. One thread at a time may use it.
 *
 * <p>An entry that cannot be read takes nothing away from the others of its group: it is delivered as an exception.
 *
 * @param <E> the type of what is made of the entry of each key
 */
final class MapIterator<E> implements Iterator<E> {

    /** How many groups are collected in one operation. */
    private static final int GROUPS_AT_ONCE = 64;

    /** How many words are looked at in one operation at most. */
    private static final int WORDS_AT_ONCE = 1 << 13;

    /** After so many empty groups it is worth while to look for the next one that is not. */
    private static final int EMPTY_IN_TURN = 8;

    private final MapStore store;
    private final Reading<? extends E> reading;
    private final boolean needsWholeEntries;

    /** The logarithm of the number of groups: the first bits of the hash of a key are the number of its group. */
    private final int bits;

    private long group;
    private final Deque<Found<E>> ready = new ArrayDeque<>();

    /**
     * What was found of the group that is collected, by what it is known by in a later generation. A group has the more
     * keys the more the index has grown since the iteration began; so nobody goes over all of them for each.
     */
    private final LinkedHashMap<Known, Found<E>> found = new LinkedHashMap<>();

    /** Whether entries that have taken effect are committed when they are seen: who is given them relies on that. */
    private boolean commits = true;

    /** The origin of what was delivered last. */
    private long origin;

    /** Makes what is delivered. */
    interface Reading<E> {
        E read(Session session, MapEntry entry) throws IOException;
    }

    /**
     * What a word leads to: a key, or a place where none can be read.
     *
     * @param bytes the key; null if that cannot be read
     * @param number the hash of the key, which nobody can choose keys for, as they can for that of a buffer; where the
     *     key cannot be read, the position to which the word leads
     */
    private record Known(@Nullable ByteBuffer bytes, long number) {

        @Override
        public int hashCode() {
            return Long.hashCode(number);
        }
    }

    /**
     * What was found of a key: an element, or why there is none. Neither, if its word leads to a tombstone.
     *
     * @param origin the origin of the entry; where the key cannot be read, the position to which the word leads
     */
    private record Found<E>(@Nullable E element, @Nullable Throwable failure, long origin) {

        boolean isDelivered() {
            return element != null || failure != null;
        }
    }

    /**
     * Begins at the first group.
     *
     * @param needsWholeEntries whether to look at the checksum of an entry that is of another group by its key
     */
    MapIterator(MapStore store, Reading<? extends E> reading, boolean needsWholeEntries) throws IOException {
        this.store = store;
        this.reading = reading;
        this.needsWholeEntries = needsWholeEntries;
        Session session = store.begin();
        try {
            this.bits = session.generations().base().bits();
        } finally {
            store.end(session);
        }
    }

    @Override
    public boolean hasNext() {
        store.log().requireOpen(); // also where what comes next has been read
        try {
            while (ready.isEmpty() && group < 1L << bits) {
                collectGroups();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return !ready.isEmpty();
    }

    @Override
    public E next() {
        if (!hasNext()) {
            throw new NoSuchElementException("no more entries");
        }
        Found<E> next = ready.removeFirst();
        Throwable failure = next.failure();
        if (failure != null) {
            throw MapIterator.<RuntimeException>unchecked(failure);
        }
        origin = next.origin();
        return Objects.requireNonNull(next.element());
    }

    /** {@return the origin of the entry of what was delivered last, by which it is known again} */
    long origin() {
        return origin;
    }

    /**
     * {@return how many keys are left to go over and can be read} Changes nothing, and delivers nothing any more.
     *
     * @throws IOException if the index cannot be read at all; a part of it that is damaged is passed
     */
    long count() throws IOException {
        commits = false;
        long count = 0;
        while (group < 1L << bits) {
            long before = group;
            try {
                collectGroups();
            } catch (StoreException e) {
                if (group == before) {
                    throw e;
                }
            }
            count += ready.stream().filter(each -> each.element() != null).count();
            ready.clear();
        }
        return count;
    }

    private void collectGroups() throws IOException {
        Session session = store.begin();
        try {
            // It may be older than the one where the iteration began: then all its words are sealed, and lead on.
            IndexFile base = session.generations().base();
            long end = Math.min(group + WORDS_AT_ONCE, 1L << bits);
            int collected = 0;
            int emptyInTurn = 0;
            while (group < end && collected < GROUPS_AT_ONCE) {
                // Where a group has one word, most groups of a small map are seen to be empty at once.
                if (base.bits() <= bits && base.wordAcquire(firstHome(base, group)) == IndexWord.EMPTY) {
                    group++;
                    emptyInTurn++;
                    if (emptyInTurn == EMPTY_IN_TURN) {
                        passEmpty(base, end);
                        emptyInTurn = 0;
                    }
                } else {
                    emptyInTurn = 0;
                    collect(session, base, group++); // if the index fails, who goes on gets what is behind it
                    collected++;
                }
            }
        } finally {
            store.end(session);
        }
    }

    /** Passes the groups before an end, of a file where a group has one word at most, up to the first with a word. */
    private void passEmpty(IndexFile file, long end) {
        if (group < end) {
            long filled = file.firstFilled(firstHome(file, group), firstHome(file, end - 1) + 1);
            group = Math.clamp(filled << (bits - file.bits()), group, end);
        }
    }

    /** {@return the number of the first word at which the search for a key of a group begins} */
    private long firstHome(IndexFile file, long group) {
        int shift = file.bits() - bits;
        return shift < 0 ? group >>> -shift : group << shift;
    }

    private void collect(Session session, IndexFile base, long group) throws IOException {
        try {
            IndexFile file = base;
            while (collect(session, group, file)) {
                file = session.generations().after(file);
            }
            for (Found<E> each : found.values()) {
                if (each.isDelivered()) {
                    ready.addLast(each);
                }
            }
        } finally {
            found.clear();
        }
    }

    /** Collects the group in a generation. {@return whether some of it may be in the next one} */
    private boolean collect(Session session, long group, IndexFile file) {
        boolean goesOn = false;
        long first = firstHome(file, group);
        long end = first + (1L << Math.max(0, file.bits() - bits));
        for (long home = first; home < end; home++) {
            long number = home;
            for (long n = 0; n < file.size(); ) {
                long word = file.wordAcquire(number);
                goesOn |= IndexWord.isSealed(word);
                if (IndexWord.unsealed(word) == IndexWord.EMPTY) {
                    break;
                }
                if (IndexWord.isEntry(word)) {
                    try {
                        if (!session.entry().pointTo(IndexWord.position(word))) {
                            Mover.requireChanged(file, number, word);
                            continue;
                        }
                        add(session, file, group, home, number, word);
                    } catch (IOException e) {
                        // Damage is the same for all groups whose search comes by here: one of them tells of it.
                        if (!(e instanceof StoreException) || (number == home && isFirstAt(file, group, home))) {
                            addUnread(word, e);
                        }
                    }
                }
                n++;
                number = file.next(number);
            }
        }
        return goesOn;
    }

    /** {@return whether a group is the first of those that begin at a word} */
    private boolean isFirstAt(IndexFile file, long group, long home) {
        int shift = bits - file.bits();
        return shift <= 0 || group == home << shift;
    }

    private void addUnread(long word, IOException e) {
        long position = IndexWord.position(word);
        found.putLast(new Known(null, position), new Found<>(null, new UncheckedIOException(e), position));
    }

    /** {@return whether the search for a key that begins at a word comes to another one} */
    private static boolean leads(IndexFile file, long home, long wanted) {
        long number = home;
        for (long n = 0; n < file.size() && number != wanted; n++) {
            if (IndexWord.unsealed(file.wordAcquire(number)) == IndexWord.EMPTY) {
                return false;
            }
            number = file.next(number);
        }
        return number == wanted;
    }

    private void add(Session session, IndexFile file, long group, long home, long number, long word)
            throws StoreException {
        MapEntry entry = session.entry();
        KeyBuffer key = session.key();
        entry.copyKeyTo(key);
        if (file.home(key.hash()) != home || key.hash() >>> -bits != group) {
            if (needsWholeEntries && !leads(file, file.home(key.hash()), number)) {
                session.requireWhole(entry, Session.COPY_OTHERS);
            }
            return; // of another word, whose chain goes over this one, or of another group
        }
        Known known = new Known(ByteBuffer.wrap(key.toArray()), key.hash());
        if (commits) {
            store.commitSeen(entry);
        }
        found.putLast(
                known, IndexWord.isTombstone(word) ? new Found<>(null, null, entry.origin()) : read(session, entry));
    }

    private Found<E> read(Session session, MapEntry entry) {
        long origin = entry.origin();
        try {
            return new Found<>(reading.read(session, entry), null, origin);
        } catch (IOException e) {
            return new Found<>(null, new UncheckedIOException(e), origin);
        } catch (Throwable e) { // a user's conversion may throw what its Java signature does not allow
            return new Found<>(null, e, origin);
        }
    }

    /** Throws what a conversion has thrown, as it is. */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // the cast lets it pass for any type
    private static <E extends Throwable> E unchecked(Throwable e) throws E {
        throw (E) e;
    }
}
