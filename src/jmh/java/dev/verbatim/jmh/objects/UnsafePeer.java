package dev.verbatim.jmh.objects;

import dev.verbatim.jmh.MarketData;
import dev.verbatim.jmh.UnsafeFields;
import java.util.stream.IntStream;
import sun.misc.Unsafe;

/** {@code sun.misc.Unsafe}, field by field, in a {@link MemoryBuffer} for each slot. What is read is reused. */
abstract class UnsafePeer<T> implements HeapPeer<T> {

    private final MemoryBuffer[] slots;
    private final T target;

    private UnsafePeer(T target, int slots) {
        this.target = target;
        this.slots = IntStream.range(0, slots).mapToObj(i -> new MemoryBuffer()).toArray(MemoryBuffer[]::new);
    }

    @Override
    public final byte[] array() {
        return slots[0].array();
    }

    @Override
    public final int write(T value, int slot) {
        return write(value, slots[slot]);
    }

    @Override
    public final T read(int slot) {
        readInto(target, slots[slot]);
        return target;
    }

    abstract int write(T value, MemoryBuffer buffer);

    abstract void readInto(T target, MemoryBuffer buffer);

    static final class OfSample extends UnsafePeer<Sample> {

        OfSample(int slots) {
            super(new Sample(), slots);
        }

        @Override
        int write(Sample value, MemoryBuffer buffer) {
            buffer.rewind();
            buffer.putLong(value.id);
            buffer.putValues(value.values);
            buffer.putString(value.text);
            buffer.putString(value.note);
            return buffer.position();
        }

        @Override
        void readInto(Sample target, MemoryBuffer buffer) {
            buffer.rewind();
            target.id = buffer.getLong();
            target.values = buffer.getValues(target);
            target.text = buffer.getString();
            target.note = buffer.getString();
        }
    }

    @SuppressWarnings("removal") // of Unsafe's access to memory; measuring it is the purpose
    static final class OfMarketData extends UnsafePeer<MarketData> {

        private static final UnsafeFields FIELDS = new UnsafeFields();

        OfMarketData(int slots) {
            super(new MarketData(), slots);
        }

        @Override
        int write(MarketData value, MemoryBuffer buffer) {
            FIELDS.write(value, buffer.array(), Unsafe.ARRAY_BYTE_BASE_OFFSET);
            return (int) MarketData.BYTES;
        }

        @Override
        void readInto(MarketData target, MemoryBuffer buffer) {
            FIELDS.readInto(target, buffer.array(), Unsafe.ARRAY_BYTE_BASE_OFFSET);
        }
    }
}
