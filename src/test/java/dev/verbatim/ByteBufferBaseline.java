package dev.verbatim;

import static java.lang.foreign.MemoryLayout.PathElement.groupElement;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;

/** A {@link ByteBuffer} over a copy of the whole segment, with absolute positions and an explicit byte order. */
final class ByteBufferBaseline implements Baseline {

    @Override
    public void write(Object dto, StructLayout layout, MemorySegment segment, long offset) {
        Map<String, Long> bits = Bits.ofMembers(dto);
        byte[] bytes = segment.toArray(JAVA_BYTE);
        for (MemoryLayout member : layout.memberLayouts()) {
            if (member instanceof ValueLayout value) {
                String name = value.name().orElseThrow();
                int position = Math.toIntExact(offset + layout.byteOffset(groupElement(name)));
                put(ByteBuffer.wrap(bytes).order(value.order()), position, value, bits.get(name));
            }
        }
        segment.copyFrom(MemorySegment.ofArray(bytes));
    }

    @Override
    public Map<String, Long> read(StructLayout layout, MemorySegment segment, long offset) {
        ByteBuffer buffer = ByteBuffer.wrap(segment.toArray(JAVA_BYTE));
        Map<String, Long> bits = new HashMap<>();
        for (MemoryLayout member : layout.memberLayouts()) {
            if (member instanceof ValueLayout value) {
                String name = value.name().orElseThrow();
                int position = Math.toIntExact(offset + layout.byteOffset(groupElement(name)));
                bits.put(name, get(buffer.order(value.order()), position, value));
            }
        }
        return bits;
    }

    private static void put(ByteBuffer buffer, int position, ValueLayout layout, long bits) {
        switch ((int) layout.byteSize()) {
            case 1 -> buffer.put(position, (byte) bits);
            case 2 -> buffer.putShort(position, (short) bits);
            case 4 -> buffer.putInt(position, (int) bits);
            default -> buffer.putLong(position, bits);
        }
    }

    private static long get(ByteBuffer buffer, int position, ValueLayout layout) {
        if (layout.carrier() == boolean.class) {
            return buffer.get(position) == 0 ? 0 : 1;
        }
        return switch ((int) layout.byteSize()) {
            case 1 -> Byte.toUnsignedLong(buffer.get(position));
            case 2 -> Short.toUnsignedLong(buffer.getShort(position));
            case 4 -> Integer.toUnsignedLong(buffer.getInt(position));
            default -> buffer.getLong(position);
        };
    }
}
