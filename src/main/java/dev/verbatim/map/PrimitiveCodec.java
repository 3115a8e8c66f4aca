package dev.verbatim.map;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Locale;
import java.util.UUID;

/** Codecs of numbers and ids, each of one size. */
abstract class PrimitiveCodec<T> extends MapCodec<T> {

    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfLong LONG_BE = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

    static final PrimitiveCodec<Long> LONGS =
            new PrimitiveCodec<>(Kind.LONG, LONG.withByteAlignment(Long.BYTES).withName("value")) {
                @Override
                long write(Long value, MemorySegment memory, long offset) {
                    memory.set(LONG, offset, value);
                    return Long.BYTES;
                }

                @Override
                Long read(MemorySegment memory, long offset, long length) {
                    return memory.get(LONG, offset);
                }
            };

    static final PrimitiveCodec<Integer> INTS =
            new PrimitiveCodec<>(Kind.INT, INT.withByteAlignment(Integer.BYTES).withName("value")) {
                @Override
                long write(Integer value, MemorySegment memory, long offset) {
                    memory.set(INT, offset, value);
                    return Integer.BYTES;
                }

                @Override
                Integer read(MemorySegment memory, long offset, long length) {
                    return memory.get(INT, offset);
                }
            };

    static final PrimitiveCodec<UUID> UUIDS =
            new PrimitiveCodec<>(
                    Kind.UUID,
                    MemoryLayout.sequenceLayout(2L * Long.BYTES, ValueLayout.JAVA_BYTE)
                            .withName("value")) {
                @Override
                long write(UUID value, MemorySegment memory, long offset) {
                    memory.set(LONG_BE, offset, value.getMostSignificantBits());
                    memory.set(LONG_BE, offset + Long.BYTES, value.getLeastSignificantBits());
                    return 2 * Long.BYTES;
                }

                @Override
                UUID read(MemorySegment memory, long offset, long length) {
                    return new UUID(memory.get(LONG_BE, offset), memory.get(LONG_BE, offset + Long.BYTES));
                }
            };

    private final StructLayout layout;

    private PrimitiveCodec(Kind kind, MemoryLayout member) {
        super(kind);
        this.layout = MemoryLayout.structLayout(member);
    }

    @Override
    StructLayout layout() {
        return layout;
    }

    @Override
    long encodedSize(T value) {
        return layout.byteSize();
    }

    @Override
    long fixedSize() {
        return layout.byteSize();
    }

    @Override
    boolean isToldByEquals() {
        return true;
    }

    @Override
    public String toString() {
        return "MapCodec." + kind().name().toLowerCase(Locale.ROOT) + "s()";
    }
}
