package dev.verbatim.internal.log;

import static dev.verbatim.internal.log.EntryDescriptor.BATCH;
import static dev.verbatim.internal.log.EntryDescriptor.BATCH_WORD_SIZE;
import static dev.verbatim.internal.log.EntryDescriptor.CHECKSUM_OFFSET;
import static dev.verbatim.internal.log.EntryDescriptor.COMMITTED;
import static dev.verbatim.internal.log.EntryDescriptor.PAYLOAD_OFFSET;
import static dev.verbatim.internal.log.EntryDescriptor.WORD_OFFSET;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.verbatim.StructCodec;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * An array in which an appender makes entries before it reserves a place for them: byte for byte as {@link
 * EntryDescriptor} draws them, one after the other. So nothing that can fail comes between reserving and commit. A
 * reader finds a place reserved only for as long as one copy takes, and the checksum of {@value #LATE_SIZE} bytes at
 * most. No checksum is computed from a mapping that still waits for its cache lines. One thread at a time may use it.
 */
public final class EntryBatch {

    private static final int INITIAL_SIZE = 1024;

    /** Up to how many bytes the first entry has its checksum computed after the copy. */
    private static final int LATE_SIZE = 1024;

    /** Takes (byte[], int index): code for arrays alone, which no other kind of segment makes slower. */
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private byte[] bytes = new byte[INITIAL_SIZE];
    private MemorySegment memory = MemorySegment.ofArray(bytes);

    /** Where the entry that is being made starts: behind those that are made. */
    private int start;

    private int count;

    /** Where the entry starts that was made last. */
    private int last;

    /** The first entry's word, as it will be. */
    private long firstWord;

    /** Whether the first entry's checksum is computed after the copy. */
    private boolean isFirstLate;

    /** The codec in whose padding the first entry has zeros; null if anything may be there. */
    private @Nullable StructCodec<?> zeroedFor;

    /** Forgets the entries. */
    public void clear() {
        start = 0;
        count = 0;
        if (zeroedFor != null) {
            zeroedFor = null;
        }
    }

    /**
     * Forgets the entries, and has zeros be where a codec leaves padding in the next one. They still are if it was the
     * same codec that made the last one.
     */
    @SuppressWarnings("ReferenceEquality") // a codec is the same or takes the long way
    public void clear(StructCodec<?> codec) {
        start = 0;
        count = 0;
        if (zeroedFor != codec) {
            zeroPayload(codec.byteSize());
            zeroedFor = codec; // at last: an error would leave what another codec has written
        }
    }

    /** {@return the array as a segment; the payload of the next entry starts at {@link #payloadOffset}} */
    public MemorySegment memory() {
        return memory;
    }

    /** {@return where the payload of the next entry starts} */
    public int payloadOffset() {
        return start + PAYLOAD_OFFSET;
    }

    /** {@return whether there is room for one more entry} */
    public boolean holds(long length) {
        return start + EntryDescriptor.byteSize(length) <= bytes.length;
    }

    /** Grows, so that one more entry of a length that a log can have fits. */
    public void grow(long length) {
        // An entry is an eighth of 1 GiB at most, and so is what comes before it.
        long needed = start + EntryDescriptor.byteSize(length);
        byte[] grown = Arrays.copyOf(bytes, (int) Math.max(needed, 2L * bytes.length));
        // A call can end in a StackOverflowError, so that both are assigned after it.
        memory = MemorySegment.ofArray(grown);
        bytes = grown;
    }

    /**
     * Fills the place of a struct with zeros: its codec leaves padding as it is, and another codec may have written
     * there. A codec of variable length writes its padding.
     */
    public void zeroPayload(long byteSize) {
        int from = Math.min(payloadOffset(), bytes.length);
        Arrays.fill(bytes, from, (int) Math.min(payloadOffset() + byteSize, bytes.length), (byte) 0);
    }

    /**
     * Completes the entry whose payload was written: zeros from the end of the payload up to the next entry, header and
     * word. The first entry's word is stored by the commit if it stays alone, and its checksum by {@link #copyTo} if it
     * is small.
     *
     * @param committed the word as it will be
     * @param checksum computes the entry's checksum; null if it has none
     */
    void add(int layoutId, long committed, @Nullable EntryChecksum checksum) {
        long length = EntryDescriptor.length(committed);
        int payloadEnd = (int) (payloadOffset() + length);
        int end = (int) (start + EntryDescriptor.byteSize(length));
        if (payloadEnd < end) {
            Arrays.fill(bytes, payloadEnd, end, (byte) 0);
        }
        // One store of eight bytes, because the checksum loads eight: a processor cannot forward two stores to a load.
        LONG.set(bytes, start + CHECKSUM_OFFSET, EntryDescriptor.header(0, layoutId));
        if (count == 0) {
            firstWord = committed;
            isFirstLate = end <= LATE_SIZE;
        } else {
            LONG.set(bytes, start + WORD_OFFSET, committed);
        }
        if (count > 0 || !isFirstLate) {
            LONG.set(bytes, start + CHECKSUM_OFFSET, header(start, committed, checksum));
        }
        last = start;
        start = end;
        count++;
    }

    /** {@return checksum and layout id of an entry, whose layout id is in its place} */
    private long header(int entry, long committed, @Nullable EntryChecksum checksum) {
        long unchecked = (long) LONG.get(bytes, entry + CHECKSUM_OFFSET);
        return checksum == null ? unchecked : unchecked | Integer.toUnsignedLong(checksum.of(bytes, entry, committed));
    }

    public boolean isEmpty() {
        return count == 0;
    }

    /** {@return the bytes of all entries} */
    public int byteSize() {
        return start;
    }

    /** {@return the length that the word of the reservation has: that of the entry, if there is only one} */
    long reservedLength() {
        return count == 1 ? EntryDescriptor.length(firstWord) : EntryDescriptor.batchLength(start);
    }

    /** {@return the state that the word of the reservation gets by the commit} */
    int committedState() {
        return count == 1 ? COMMITTED : BATCH;
    }

    /** {@return where the last entry starts, in bytes from the word of the reservation} */
    int lastOffset() {
        return count == 1 ? 0 : BATCH_WORD_SIZE + last;
    }

    /**
     * Copies all but the word of the reservation to where it has been reserved.
     *
     * @param committed that word as it will be: how much is copied is what it says, whatever has come to this batch
     *     since
     */
    void copyTo(SegmentFile target, long offset, long committed, @Nullable EntryChecksum checksum) {
        long byteSize = EntryDescriptor.byteSize(EntryDescriptor.length(committed));
        if (EntryDescriptor.state(committed) == COMMITTED) {
            copyEntryTo(target, offset, (int) byteSize - PAYLOAD_OFFSET, checksum);
        } else {
            LONG.set(bytes, WORD_OFFSET, firstWord);
            LONG.set(bytes, CHECKSUM_OFFSET, header(0, firstWord, isFirstLate ? checksum : null));
            int entries = (int) byteSize - BATCH_WORD_SIZE;
            MemorySegment.copy(bytes, 0, target.memory(), JAVA_BYTE, offset + BATCH_WORD_SIZE, entries);
        }
    }

    /**
     * Copies the only entry. If it is small, its checksum comes after the copy: it is computed from the array while the
     * cache lines of the mapping, to which the copy goes, arrive.
     */
    private void copyEntryTo(SegmentFile target, long offset, int byteSize, @Nullable EntryChecksum checksum) {
        // From the array itself: a segment of it would have its class, its access and its bounds checked besides.
        MemorySegment.copy(bytes, PAYLOAD_OFFSET, target.memory(), JAVA_BYTE, offset + PAYLOAD_OFFSET, byteSize);
        target.header(offset, header(0, firstWord, isFirstLate ? checksum : null));
    }
}
