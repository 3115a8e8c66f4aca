package dev.verbatim.map;

import static dev.verbatim.internal.log.EntryDescriptor.HEADER_OFFSET;
import static dev.verbatim.internal.log.EntryDescriptor.PAYLOAD_OFFSET;
import static dev.verbatim.map.MapDescriptor.FLAGS_OFFSET;
import static dev.verbatim.map.MapDescriptor.KEY_LENGTH_OFFSET;
import static dev.verbatim.map.MapDescriptor.KEY_OFFSET;
import static dev.verbatim.map.MapDescriptor.ORIGIN_OFFSET;

import dev.verbatim.StoreException;
import dev.verbatim.internal.log.EntryDescriptor;
import dev.verbatim.internal.log.Mappings;
import dev.verbatim.internal.log.SegmentFile;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.NoSuchFileException;
import org.jspecify.annotations.Nullable;

/** Points to an entry of a map, in its place in the log. One thread at a time may use it. */
final class MapEntry {

    private final SegmentTable segments;
    private final long offsetMask;

    /** The segment that a walk was in; null if the table has it, where it is looked up by position. */
    private @Nullable SegmentFile walked;

    private long position;
    private long offset;

    /** The length of the payload. */
    private long length;

    private int keyLength;
    private int layoutId;

    /** What the word was when the entry was looked at. */
    private long word;

    MapEntry(SegmentTable segments, long segmentSize) {
        this.segments = segments;
        this.offsetMask = segmentSize - 1;
    }

    /**
     * Points to an entry that a word of the index leads to, or led to just now, or that was written just now.
     *
     * @return false if its segment was deleted: then the word leads elsewhere by now
     */
    boolean pointTo(long newPosition) throws IOException {
        SegmentFile segment;
        try {
            segment = segments.at(newPosition);
        } catch (NoSuchFileException e) {
            return false;
        }
        if (walked != null) { // a store of a reference costs a barrier of the garbage collector
            walked = null;
        }
        position = newPosition;
        look(segment, newPosition & offsetMask);
        return true;
    }

    /** Points to an entry of a segment, which somebody has mapped for as long as it is looked at. */
    void pointTo(SegmentFile newSegment, long newOffset) throws StoreException {
        walked = newSegment;
        position = newSegment.position(newOffset);
        look(newSegment, newOffset);
    }

    private void look(SegmentFile segment, long newOffset) throws StoreException {
        MemorySegment memory = segment.memory();
        offset = newOffset;
        // Plain, since whoever led here has acquired what the owner wrote: a fence less for the compiler.
        word = memory.get(Mappings.LONG_UNALIGNED, newOffset);
        length = EntryDescriptor.length(word);
        // What is damaged must not lead out of the segment, nor out of the entry.
        if (length < KEY_OFFSET || newOffset + EntryDescriptor.byteSize(length) > offsetMask + 1) {
            throw segment.damaged(offset, "an entry", "word=" + EntryDescriptor.describe(word));
        }
        layoutId = EntryDescriptor.layoutId(memory.get(Mappings.LONG_UNALIGNED, newOffset + HEADER_OFFSET));
        keyLength = memory.get(Mappings.INT_UNALIGNED, newOffset + PAYLOAD_OFFSET + KEY_LENGTH_OFFSET);
        if (keyLength < 0 || MapDescriptor.valueOffset(keyLength) > length) {
            throw segment.damaged(
                    offset, "a key of at most " + (length - KEY_OFFSET) + " bytes", "keyLength=" + keyLength);
        }
    }

    boolean hasKey(KeyBuffer key) {
        return keyLength == key.length() && key.isAt(memory(), offset + PAYLOAD_OFFSET + KEY_OFFSET);
    }

    /** Copies the key. */
    void copyKeyTo(KeyBuffer key) {
        key.set(memory(), keyOffset(), keyLength);
    }

    /** Commits the entry if it is prepared: the index led to it. */
    void commit() {
        while (wasPrepared() && !segment().commit(offset, word)) {
            word = segment().wordAcquire(offset);
        }
    }

    /** Gives the entry up if it is prepared: the index does not lead to it, and never did. */
    void abort() {
        if (wasPrepared()) {
            segment().abort(offset, word);
        }
    }

    /** {@return whether the entry was whole when it was looked at, and was not given up} */
    boolean wasWhole() {
        return wasPrepared() || EntryDescriptor.state(word) == EntryDescriptor.COMMITTED;
    }

    /** {@return whether the entry was prepared when it was looked at} */
    boolean wasPrepared() {
        return EntryDescriptor.state(word) == EntryDescriptor.PREPARED;
    }

    SegmentFile segment() {
        SegmentFile segment = walked;
        return segment == null ? segments.held(position) : segment;
    }

    /** {@return the mapped segment of the entry} */
    MemorySegment memory() {
        return segment().memory();
    }

    long position() {
        return position;
    }

    /** {@return where the entry starts in its segment} */
    long offset() {
        return offset;
    }

    /** {@return how many bytes the entry takes in the log} */
    long byteSize() {
        return EntryDescriptor.byteSize(length);
    }

    int layoutId() {
        return layoutId;
    }

    /** {@return the position of the entry that was written first: of this one, unless it is a copy} */
    long origin() {
        long origin = memory().get(Mappings.LONG_LE, offset + PAYLOAD_OFFSET + ORIGIN_OFFSET);
        return origin == 0 ? position : origin;
    }

    boolean isCopy() {
        return memory().get(Mappings.LONG_LE, offset + PAYLOAD_OFFSET + ORIGIN_OFFSET) != 0;
    }

    boolean isTombstone() {
        return (flags() & MapDescriptor.TOMBSTONE_FLAG) != 0;
    }

    /** {@return in which second the entry was written, as the map counts them; 0 if not known} */
    int second() {
        return flags() >>> MapDescriptor.SECOND_SHIFT;
    }

    private int flags() {
        return memory().get(Mappings.INT_LE, offset + PAYLOAD_OFFSET + FLAGS_OFFSET);
    }

    /** {@return where the payload starts in its segment} */
    long payloadOffset() {
        return offset + PAYLOAD_OFFSET;
    }

    /** {@return the length of the payload in bytes} */
    long payloadLength() {
        return length;
    }

    long keyOffset() {
        return offset + PAYLOAD_OFFSET + KEY_OFFSET;
    }

    int keyLength() {
        return keyLength;
    }

    /** {@return where the value starts in its segment} */
    long valueOffset() {
        return offset + PAYLOAD_OFFSET + MapDescriptor.valueOffset(keyLength);
    }

    /** {@return how many bytes the value takes} */
    long valueLength() {
        return length - MapDescriptor.valueOffset(keyLength);
    }
}
