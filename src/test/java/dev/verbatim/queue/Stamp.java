package dev.verbatim.queue;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;

/**
 * What a payload of any size says of itself: who appended it, and as which. Its size and every byte of it follow from
 * that, so a torn one shows.
 */
record Stamp(int writer, long sequence) {

    private static final int HEADER_SIZE = 2 * Long.BYTES;
    private static final int MANY = 512;
    private static final int MOST = 2048;

    /** {@return the size of the payload: mostly some hundred bytes, now and then an eighth of a segment of 16 KiB} */
    int byteSize() {
        long mixed = mixed();
        return HEADER_SIZE + Math.floorMod(mixed >>> 8, (mixed & 0xf) == 0 ? MOST - HEADER_SIZE + 1 : MANY);
    }

    private long mixed() {
        long mixed = (sequence + 31L * writer + 1) * 0x9E37_79B9_7F4A_7C15L;
        return mixed ^ (mixed >>> 29);
    }

    private byte at(int offset) {
        return (byte) (mixed() + 7L * offset + (offset >>> 8));
    }

    /** Writes the payload, with some spins before each byte. */
    void write(MemorySegment payload, int spins) {
        payload.set(JAVA_LONG_UNALIGNED, 0, writer);
        payload.set(JAVA_LONG_UNALIGNED, Long.BYTES, sequence);
        for (int offset = HEADER_SIZE; offset < payload.byteSize(); offset++) {
            for (int i = 0; i < spins; i++) {
                Thread.onSpinWait();
            }
            payload.set(JAVA_BYTE, offset, at(offset));
        }
    }

    /**
     * {@return what a payload says}
     *
     * @throws IllegalStateException if it is torn
     */
    static Stamp read(MemorySegment payload, long position) {
        Stamp stamp =
                new Stamp((int) payload.get(JAVA_LONG_UNALIGNED, 0), payload.get(JAVA_LONG_UNALIGNED, Long.BYTES));
        if (payload.byteSize() != stamp.byteSize()) {
            throw new IllegalStateException("position=" + position + " " + stamp + ": expected byteSize="
                    + stamp.byteSize() + ", found byteSize=" + payload.byteSize());
        }
        for (int offset = HEADER_SIZE; offset < payload.byteSize(); offset++) {
            if (payload.get(JAVA_BYTE, offset) != stamp.at(offset)) {
                throw new IllegalStateException("position=" + position + " " + stamp + ": torn at offset=" + offset);
            }
        }
        return stamp;
    }
}
