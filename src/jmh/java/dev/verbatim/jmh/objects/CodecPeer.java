package dev.verbatim.jmh.objects;

import dev.verbatim.jmh.MarketData;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Verbatim, with its codecs in {@code static final} fields. What is read is reused. */
abstract class CodecPeer<T> implements HeapPeer<T> {

    final MemorySegment segment;
    final T target;

    private CodecPeer(T target, MemorySegment segment) {
        this.target = target;
        this.segment = segment;
    }

    /** Native memory, which the end of the process frees. The arena is shared, as that of a file of structs is. */
    static MemorySegment nativeSlots(int slots) {
        return Arena.ofShared().allocate((long) slots * SLOT_STRIDE, 64);
    }

    static MemorySegment heapSlots(int slots) {
        return MemorySegment.ofArray(new byte[slots * SLOT_STRIDE]);
    }

    /** The array, where the memory is on the heap. */
    @Override
    public final byte[] array() {
        return (byte[]) segment.heapBase().orElseThrow();
    }

    static final class OfSample extends CodecPeer<Sample> {

        OfSample(MemorySegment segment) {
            super(new Sample(), segment);
        }

        @Override
        public int write(Sample value, int slot) {
            return (int) Sample.CODEC.write(value, segment, (long) slot * SLOT_STRIDE);
        }

        @Override
        public Sample read(int slot) {
            Sample.CODEC.readInto(target, segment, (long) slot * SLOT_STRIDE);
            return target;
        }
    }

    static final class OfMarketData extends CodecPeer<MarketData> {

        OfMarketData(MemorySegment segment) {
            super(new MarketData(), segment);
        }

        @Override
        public int write(MarketData value, int slot) {
            MarketData.CODEC.write(value, segment, (long) slot * SLOT_STRIDE);
            return (int) MarketData.BYTES;
        }

        @Override
        public MarketData read(int slot) {
            MarketData.CODEC.readInto(target, segment, (long) slot * SLOT_STRIDE);
            return target;
        }
    }
}
