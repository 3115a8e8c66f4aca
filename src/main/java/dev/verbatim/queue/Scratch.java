package dev.verbatim.queue;

import static dev.verbatim.queue.EntryDescriptor.CHECKSUM_OFFSET;
import static dev.verbatim.queue.EntryDescriptor.LAYOUT_ID_OFFSET;
import static dev.verbatim.queue.EntryDescriptor.PAYLOAD_OFFSET;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * An array in which an appender makes an entry before it claims a place: byte for byte as {@link EntryDescriptor} draws
 * it, except for the word. So nothing that can fail comes between claim and commit. A reader finds the entry reserved
 * only for as long as one copy takes, and the checksum is not computed from a mapping that still waits for its cache
 * lines. One thread at a time may use it.
 */
final class Scratch {

    private static final int INITIAL_SIZE = 1024;

    /** Takes (byte[], int index): code for arrays alone, which no other kind of segment makes slower. */
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private byte[] bytes = new byte[INITIAL_SIZE];
    private MemorySegment memory = MemorySegment.ofArray(bytes);

    /** {@return the array as a segment; the payload starts at {@link EntryDescriptor#PAYLOAD_OFFSET}} */
    MemorySegment memory() {
        return memory;
    }

    byte[] bytes() {
        return bytes;
    }

    /** {@return whether an entry fits} */
    boolean holds(long length) {
        return EntryDescriptor.byteSize(length) <= bytes.length;
    }

    /** Grows so that an entry of a length that a queue can have fits. The old content is lost. */
    void grow(long length) {
        // An entry is an eighth of 1 GiB at most, and so is the array that is too small for one.
        bytes = new byte[(int) Math.max(EntryDescriptor.byteSize(length), 2L * bytes.length)];
        memory = MemorySegment.ofArray(bytes);
    }

    /**
     * Fills the place of a struct with zeros: its codec leaves padding as it is, and another codec may have written
     * there. A codec of variable length writes its padding.
     */
    void clear(long byteSize) {
        Arrays.fill(bytes, PAYLOAD_OFFSET, (int) Math.min(PAYLOAD_OFFSET + byteSize, bytes.length), (byte) 0);
    }

    /**
     * Completes an entry: sets its layout id, and fills it with zeros from the end of the payload up to the next entry.
     */
    void header(int layoutId, long length) {
        INT.set(bytes, LAYOUT_ID_OFFSET, layoutId);
        Arrays.fill(bytes, (int) (PAYLOAD_OFFSET + length), (int) EntryDescriptor.byteSize(length), (byte) 0);
    }

    void checksum(int checksum) {
        INT.set(bytes, CHECKSUM_OFFSET, checksum);
    }

    /** Copies an entry to where it has been claimed. */
    void copyTo(MemorySegment target, long offset, long length) {
        MemorySegment.copy(
                bytes,
                CHECKSUM_OFFSET,
                target,
                ValueLayout.JAVA_BYTE,
                offset + CHECKSUM_OFFSET,
                (int) EntryDescriptor.byteSize(length) - CHECKSUM_OFFSET);
    }
}
