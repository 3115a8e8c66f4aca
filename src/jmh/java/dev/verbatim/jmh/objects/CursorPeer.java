package dev.verbatim.jmh.objects;

import dev.verbatim.SegmentCursor;
import java.lang.foreign.MemorySegment;
import java.util.stream.IntStream;

/**
 * {@link UnsafePeer} with a {@link SegmentCursor} in place of each {@link MemoryBuffer}: the same code line for line,
 * on a heap buffer of 1,024 bytes for each slot. What is read is reused. Text is UTF-8 and is checked.
 */
final class CursorPeer implements HeapPeer<Sample> {

    private final byte[] first = new byte[MemoryBuffer.BYTES];
    private final SegmentCursor[] slots;
    private final Sample target = new Sample();

    CursorPeer(int slots) {
        this.slots = IntStream.range(0, slots)
                .mapToObj(i -> SegmentCursor.of(MemorySegment.ofArray(i == 0 ? first : new byte[MemoryBuffer.BYTES])))
                .toArray(SegmentCursor[]::new);
    }

    @Override
    public byte[] array() {
        return first;
    }

    @Override
    public int write(Sample value, int slot) {
        return write(value, slots[slot]);
    }

    @Override
    public Sample read(int slot) {
        readInto(target, slots[slot]);
        return target;
    }

    private static int write(Sample value, SegmentCursor buffer) {
        buffer.rewind();
        buffer.putLong(value.id);
        buffer.putLongArray(value.values);
        buffer.putString(value.text);
        buffer.putString(value.note);
        return (int) buffer.position();
    }

    private static void readInto(Sample target, SegmentCursor buffer) {
        buffer.rewind();
        target.id = buffer.getLong();
        target.values = getValues(target, buffer);
        target.text = buffer.getString();
        target.note = buffer.getString();
    }

    /** Reads the values of a sample, into its array where that fits. */
    private static long[] getValues(Sample target, SegmentCursor buffer) {
        if (buffer.getNull()) {
            return null;
        }
        long[] values = target.values(buffer.getInt());
        buffer.getLongs(values);
        return values;
    }
}
