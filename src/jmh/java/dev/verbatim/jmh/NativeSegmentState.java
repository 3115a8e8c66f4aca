package dev.verbatim.jmh;

import static dev.verbatim.jmh.UnsafeAccess.UNSAFE;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * What the benchmarks of {@link MarketData} over one native segment share: the memory, a value to write and an object
 * to read into.
 *
 * <p>The segment, like Unsafe's address, is a plain field, since a program's segment is seldom a constant. With a
 * constant the codec would be faster.
 *
 * <p>Each call takes the next of {@link #STRUCTS} structs. With one struct alone, loads and stores whose addresses
 * happen to agree in their last 12 bits stall each other, which can double a figure, and for one rival only.
 *
 * <p>A benchmark that reads into {@link #target} returns nothing. The object is reachable, so no store to it is lost,
 * and a return value costs a call of the Blackhole where C2 does not inline that: {@link CallerBenchmark} is about
 * such costs.
 */
@SuppressWarnings("removal") // of Unsafe's access to memory; measuring it is the purpose
public abstract class NativeSegmentState extends ArenaState {

    static final UnsafeCodec<MarketData> UNSAFE_FIELDS = new UnsafeFields();

    static final int STRUCTS = 64;
    static final long SEGMENT_BYTES = STRUCTS * MarketData.BYTES;

    final MarketData value = new MarketData().fill();
    MarketData target = new MarketData();

    MemorySegment segment;

    /** The address of {@link #segment}, for Unsafe. */
    long address;

    private long nextOffset;

    @Override
    final void allocate() {
        segment = allocateNative();
        address = segment.address();
        fill(null, address);
    }

    final MemorySegment allocateNative() {
        return arena.allocate(SEGMENT_BYTES, CACHE_LINE_BYTES);
    }

    /** Writes all structs. */
    final void fill(Object base, long start) {
        for (int i = 0; i < STRUCTS; i++) {
            UNSAFE_FIELDS.write(value, base, start + i * MarketData.BYTES);
        }
    }

    /** The offset of the next struct. */
    final long next() {
        long offset = nextOffset;
        nextOffset = offset == SEGMENT_BYTES - MarketData.BYTES ? 0 : offset + MarketData.BYTES;
        return offset;
    }

    /** Checks a rival that promises the bytes of Unsafe, field by field. */
    final void checkBytes(String rival, Runnable write, Runnable read) {
        checkBytes(rival, null, address, write, read);
    }

    final void checkBytes(String rival, Object base, long start, Runnable write, Runnable read) {
        for (int i = 0; i < STRUCTS; i++) {
            long offset = i * MarketData.BYTES;
            UNSAFE.setMemory(base, start + offset, MarketData.BYTES, (byte) -1);
            nextOffset = offset;
            write.run();
            checkWritten(rival, value, bytesAt(base, start + offset, MarketData.BYTES));
            target = new MarketData();
            nextOffset = offset;
            read.run();
            checkRead(rival, value, target);
        }
    }

    static void checkWritten(String rival, MarketData expected, byte[] written) {
        require(Arrays.equals(written, bytes(expected)), rival + " wrote other bytes than Unsafe, field by field");
    }

    /** Checks the object that a rival has read, to the last bit. */
    static void checkRead(String rival, MarketData expected, MarketData read) {
        require(Arrays.equals(bytes(read), bytes(expected)), rival + " did not read what was written");
    }

    /** The bytes of a value as Unsafe writes them, field by field. */
    static byte[] bytes(MarketData value) {
        byte[] bytes = new byte[(int) MarketData.BYTES];
        UNSAFE_FIELDS.write(value, bytes, BYTE_ARRAY_START);
        return bytes;
    }
}
