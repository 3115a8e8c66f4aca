package dev.verbatim.map;

import static dev.verbatim.internal.log.EntryDescriptor.COMMITTED;
import static dev.verbatim.internal.log.EntryDescriptor.LAYOUT_ID_OFFSET;
import static dev.verbatim.internal.log.EntryDescriptor.PAYLOAD_OFFSET;
import static dev.verbatim.internal.log.EntryDescriptor.WORD_OFFSET;
import static dev.verbatim.internal.log.Mappings.INT_UNALIGNED;
import static dev.verbatim.internal.log.Mappings.LONG_UNALIGNED;

import dev.verbatim.Layouts;
import dev.verbatim.internal.log.EntryDescriptor;
import dev.verbatim.internal.log.SegmentFile;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.VarHandle;

/**
 * Looks up keys that are numbers, of a map whose values have a fixed size, where nothing is in the way: no word that is
 * sealed, no segment that is not mapped yet, no entry that is not committed or whose value has another layout. Whatever
 * it is not sure of, {@link Finder} finds out.
 *
 * <p>A get waits for memory: for the word of the index, and then for the entry. Meanwhile a processor begins with the
 * gets behind it, as far as a few hundred instructions reach. So this has no more of them than it needs, keeps what it
 * has found in no object, and makes one check of the bounds for all that it compares of an entry.
 *
 * <p>Any thread may use it, each with its session.
 */
final class LongLookup {

    /** There is no value of the key. */
    static final long ABSENT = -1;

    /** Another way has to be taken. */
    static final long UNSURE = -2;

    /** The entry is that of another key. */
    private static final long OTHER = -3;

    /** How many words are looked at: where a chain is longer, the index is about to grow. */
    private static final int LOOKS = 64;

    /** The beginning of an entry whose key has 8 bytes, zeros behind it included. */
    private static final StructLayout ENTRY = Layouts.struct(
            LONG_UNALIGNED.withName("word"),
            INT_UNALIGNED.withName("checksum"),
            INT_UNALIGNED.withName("layoutId"),
            LONG_UNALIGNED.withName("origin"),
            INT_UNALIGNED.withName("keyLength"),
            INT_UNALIGNED.withName("flags"),
            LONG_UNALIGNED.withName("key"));

    private static final VarHandle WORD = handle("word", WORD_OFFSET);
    private static final VarHandle LAYOUT_ID = handle("layoutId", LAYOUT_ID_OFFSET);
    private static final VarHandle KEY = handle("key", PAYLOAD_OFFSET + MapDescriptor.KEY_OFFSET);

    private final long seed;
    private final boolean isInt;

    /** The bits that a key has; zeros are behind it. */
    private final long keyMask;

    private final int layoutId;

    /** What a word of an entry has that is as expected, but for its owner. No tombstone has: it has no value. */
    private final long expected;

    private final long offsetMask;

    /** Where such an entry may start at last in a segment; -1 if there is none. */
    private final long lastOffset;

    /**
     * Makes this for a map.
     *
     * @param kind LONG or INT
     * @param valueSize the size of all values in bytes; -1 if it differs, and then all is unsure
     */
    LongLookup(MapStore store, MapCodec.Kind kind, long valueSize) {
        this.seed = store.seed();
        this.isInt = kind == MapCodec.Kind.INT;
        this.keyMask = isInt ? 0xFFFF_FFFFL : -1;
        this.layoutId = store.valueLayoutId();
        long segmentSize = store.log().segments().segmentSize();
        this.offsetMask = segmentSize - 1;
        long length = MapDescriptor.valueOffset(Long.BYTES) + Math.max(0, valueSize);
        this.expected = EntryDescriptor.word(COMMITTED, 0, 0, length);
        this.lastOffset = valueSize < 0 ? -1 : segmentSize - EntryDescriptor.byteSize(length);
    }

    private static VarHandle handle(String name, long offset) {
        PathElement path = PathElement.groupElement(name);
        if (ENTRY.byteOffset(path) != offset) {
            throw new AssertionError(name + " is at " + offset);
        }
        return ENTRY.varHandle(path);
    }

    /**
     * Looks at the two words where a key mostly is.
     *
     * @return the position of the key's entry, {@link #ABSENT}, or another negative number if it is not sure
     */
    long locateNear(Session session, long key) {
        IndexFile index = session.generations().base();
        long hash = hash(key);
        long home = index.home(hash);
        if (!index.isFollowed(home)) {
            return UNSURE;
        }
        // In either order: a word that leads somewhere never becomes that of another key.
        long first = index.first(home);
        long second = index.second(home);
        VarHandle.acquireFence();
        long tag = IndexWord.tag(hash);
        // Which of both it is, a processor would often guess wrong: no branch.
        long word = IndexWord.ifHasTag(first, tag, second);
        if (IndexWord.leadsWithTag(word, tag)) {
            return look(session, IndexWord.position(word), key & keyMask);
        }
        return IndexWord.isEitherEmpty(first, second) ? ABSENT : UNSURE;
    }

    /** {@return the position of the key's entry, {@link #ABSENT} or {@link #UNSURE}} */
    long locate(Session session, long key) {
        if (lastOffset < 0) {
            return UNSURE;
        }
        IndexFile index = session.generations().base();
        long hash = hash(key);
        long tag = IndexWord.tag(hash);
        long number = index.home(hash);
        for (int looks = 0; looks < LOOKS; looks++) {
            long word = index.wordAcquire(number);
            if (IndexWord.leadsWithTag(word, tag)) {
                long position = look(session, IndexWord.position(word), key & keyMask);
                if (position != OTHER) {
                    return position;
                }
            } else if (word == IndexWord.EMPTY) {
                return ABSENT;
            } else if (IndexWord.isSealed(word)) {
                return UNSURE;
            }
            number = index.next(number);
        }
        return UNSURE;
    }

    private long hash(long key) {
        return isInt ? KeyHash.ofInt((int) key, seed) : KeyHash.ofLong(key, seed);
    }

    /** {@return the position of an entry if it has the key and a value that is as expected} */
    private long look(Session session, long position, long key) {
        SegmentFile segment = session.segments().heldOrNull(position);
        long offset = position & offsetMask;
        if (segment == null || offset > lastOffset) {
            return UNSURE;
        }
        MemorySegment memory = segment.memory();
        // What is no such entry may be damage, whatever is in place of its key.
        if (EntryDescriptor.withoutOwner((long) WORD.get(memory, offset)) != expected) {
            return UNSURE;
        }
        if ((long) KEY.get(memory, offset) != key) {
            return OTHER;
        }
        return (int) LAYOUT_ID.get(memory, offset) == layoutId ? position : UNSURE;
    }

    /** {@return where the value of an entry starts in its segment, that {@link #locate} has found} */
    long valueOffset(long position) {
        return (position & offsetMask) + PAYLOAD_OFFSET + MapDescriptor.KEY_OFFSET + Long.BYTES;
    }
}
