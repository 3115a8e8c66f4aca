package dev.verbatim.map;

import static dev.verbatim.internal.log.Mappings.INT_UNALIGNED;
import static dev.verbatim.internal.log.Mappings.LONG_UNALIGNED;

import dev.verbatim.internal.log.EntryBatch;
import dev.verbatim.internal.log.EntryWriter;
import dev.verbatim.internal.log.ProtocolStep;
import java.io.IOException;
import java.lang.foreign.MemorySegment;

/**
 * Has the word of a key lead to a new entry: the writing half of the map's protocol. The entry is made in the session's
 * batch first. Then the word is found, a place is reserved, the entry is copied there and is prepared, and a
 * compare-and-set of the word has it take effect. If another writer was faster, the entry is given up, and all begins
 * again with a new one; so the positions of a key only grow. One thread at a time may use it.
 */
final class KeyWriter {

    /** When a word is changed. */
    interface Condition {
        /**
         * Looks at what there is, before anything is changed. What it throws leaves all as it is.
         *
         * @param live whether the key has a value
         * @param session the session of the write, whose entry points to the value if there is one
         */
        boolean holds(boolean live, Session session) throws IOException;
    }

    private final Session session;
    private final EntryBatch batch;
    private final MapEntry entry;
    private final Finder finder;

    /** The length of the payload that is in the batch. */
    private long length;

    private int layoutId;
    private boolean tombstone;

    private final int segmentShift;

    /** The index of the segment that was written to last: when another one is, an older one may have to go. */
    private long lastSegment;

    KeyWriter(Session session) {
        this.segmentShift =
                Long.numberOfTrailingZeros(session.store().log().segments().segmentSize());
        this.session = session;
        this.batch = session.batch();
        this.entry = session.entry();
        this.finder = session.finder();
    }

    /** Makes the entry that gives a key a value. */
    <V> void encode(KeyBuffer key, MapCodec<V> codec, V value, int newLayoutId) {
        long valueOffset = encodeKey(key, session.store().limits().second() << MapDescriptor.SECOND_SHIFT);
        long valueLength;
        try {
            valueLength = codec.write(value, batch.memory(), batch.payloadOffset() + valueOffset);
        } catch (IndexOutOfBoundsException e) {
            long needed = valueOffset + codec.encodedSize(value);
            if (batch.holds(needed)) {
                throw e; // it was not the buffer that was too small
            }
            session.writer().requireLength(needed);
            batch.grow(needed);
            valueLength = codec.write(value, batch.memory(), batch.payloadOffset() + valueOffset);
        }
        length = valueOffset + valueLength;
        layoutId = newLayoutId;
        tombstone = false;
        session.writer().requireLength(length);
        makeRoom(length); // for the zeros behind the value
    }

    /** Makes the entry that says that a key has no value. */
    void encodeTombstone(KeyBuffer key) {
        length = encodeKey(key, MapDescriptor.TOMBSTONE_FLAG);
        layoutId = 0;
        tombstone = true;
    }

    /** Takes the value of a key away if it is in the entry at a position. {@return whether it was} */
    boolean removeAt(KeyBuffer key, long position) throws IOException {
        encodeTombstone(key);
        return write(key, (live, found) -> live && found.entry().position() == position);
    }

    /** Makes a copy of an entry. */
    void encodeCopy(MapEntry source) {
        length = source.payloadLength();
        layoutId = source.layoutId();
        tombstone = source.isTombstone();
        batch.clear();
        makeRoom(length);
        MemorySegment.copy(source.memory(), source.payloadOffset(), batch.memory(), batch.payloadOffset(), length);
        batch.memory().set(LONG_UNALIGNED, batch.payloadOffset() + MapDescriptor.ORIGIN_OFFSET, source.origin());
    }

    private long encodeKey(KeyBuffer key, int flags) {
        if (key.isTooLong()) {
            session.writer().requireLength(MapDescriptor.valueOffset(key.refusedLength())); // throws
        }
        long valueOffset = MapDescriptor.valueOffset(key.length());
        batch.clear();
        makeRoom(valueOffset);
        MemorySegment memory = batch.memory();
        int payload = batch.payloadOffset();
        memory.set(LONG_UNALIGNED, payload + MapDescriptor.ORIGIN_OFFSET, 0L);
        memory.set(INT_UNALIGNED, payload + MapDescriptor.KEY_LENGTH_OFFSET, key.length());
        memory.set(INT_UNALIGNED, payload + MapDescriptor.FLAGS_OFFSET, flags);
        key.copyTo(memory, payload + MapDescriptor.KEY_OFFSET);
        return valueOffset;
    }

    private void makeRoom(long needed) {
        if (!batch.holds(needed)) {
            session.writer().requireLength(needed);
            batch.grow(needed);
        }
    }

    /**
     * Has the key's word lead to the entry that was made, if what is there meets a condition.
     *
     * @return whether it does
     */
    boolean write(KeyBuffer key, Condition condition) throws IOException {
        EntryWriter writer = session.writer();
        while (true) {
            session.find(key);
            long word = finder.word();
            if (IndexWord.isEntry(word)) {
                entry.commit(); // it has taken effect, and nothing may follow it before it says so
            }
            if (!condition.holds(IndexWord.isLive(word), session)) {
                return false;
            }
            long position = prepare(writer);
            if (position >= 0 && lead(key, word, position)) {
                return true;
            }
        }
    }

    /** Reserves a place for the entry that was made, and prepares it. {@return its position; -1 if it was given up} */
    private long prepare(EntryWriter writer) throws IOException {
        writer.requireReady();
        batch.clear();
        writer.add(batch, length, layoutId);
        return writer.prepare(batch);
    }

    /** Prepares a copy of an entry whose word has been found. {@return its position; -1 if it was given up} */
    long prepareCopy(MapEntry source) throws IOException {
        encodeCopy(source);
        return prepare(session.writer());
    }

    private boolean lead(KeyBuffer key, long word, long position) throws IOException {
        EntryWriter writer = session.writer();
        IndexFile file = finder.file();
        if (!file.compareAndSetWord(finder.number(), word, IndexWord.of(position, key.hash(), tombstone))) {
            writer.abortPrepared();
            return false;
        }
        ProtocolStep.INDEXED.reached();
        writer.commitPrepared();
        count(word);
        long segment = position >>> segmentShift;
        if (segment != lastSegment) {
            lastSegment = segment;
            session.store().keeper().requestCompaction();
        }
        if (word == IndexWord.EMPTY) {
            session.store().growth().filled(file, session);
        }
        return true;
    }

    private void count(long word) {
        int keys = (tombstone ? 0 : 1) - (IndexWord.isLive(word) ? 1 : 0);
        long bytes = batch.byteSize() - (IndexWord.isEntry(word) ? entry.byteSize() : 0);
        long removals = (tombstone ? batch.byteSize() : 0) - (IndexWord.isTombstone(word) ? entry.byteSize() : 0);
        session.store().counts().add(session.slot(), keys, bytes, removals);
    }
}
