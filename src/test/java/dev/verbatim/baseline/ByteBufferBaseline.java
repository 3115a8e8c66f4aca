package dev.verbatim.baseline;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.PaddingLayout;
import java.lang.foreign.SequenceLayout;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A {@link ByteBuffer} over a copy of the whole segment, which moves from value to value and skips the padding: it
 * knows no offsets of members.
 */
public final class ByteBufferBaseline implements Baseline {

    @Override
    public void write(Map<String, ?> values, StructLayout layout, MemorySegment segment, long offset) {
        ByteBuffer buffer = ByteBuffer.wrap(segment.toArray(JAVA_BYTE)).position((int) offset);
        put(buffer, layout, values);
        segment.copyFrom(MemorySegment.ofArray(buffer.array()));
    }

    @Override
    public Map<String, Object> read(StructLayout layout, MemorySegment segment, long offset) {
        return getStruct(ByteBuffer.wrap(segment.toArray(JAVA_BYTE)).position((int) offset), layout);
    }

    private static void put(ByteBuffer buffer, MemoryLayout layout, Object value) {
        switch (layout) {
            case ValueLayout primitive -> putBits(buffer.order(primitive.order()), primitive, (Long) value);
            case SequenceLayout sequence -> {
                List<?> elements = (List<?>) value;
                assertEquals(sequence.elementCount(), elements.size(), sequence::toString);
                elements.forEach(element -> put(buffer, sequence.elementLayout(), element));
            }
            case StructLayout struct -> {
                for (MemoryLayout member : struct.memberLayouts()) {
                    if (member instanceof PaddingLayout) {
                        skip(buffer, member);
                    } else {
                        put(
                                buffer,
                                member,
                                ((Map<?, ?>) value).get(member.name().orElseThrow()));
                    }
                }
            }
            default -> throw new IllegalArgumentException("not of a DTO: " + layout);
        }
    }

    private static Object get(ByteBuffer buffer, MemoryLayout layout) {
        return switch (layout) {
            case ValueLayout primitive -> getBits(buffer.order(primitive.order()), primitive);
            case SequenceLayout sequence -> {
                List<Object> elements = new ArrayList<>();
                while (elements.size() < sequence.elementCount()) {
                    elements.add(get(buffer, sequence.elementLayout()));
                }
                yield elements;
            }
            case StructLayout struct -> getStruct(buffer, struct);
            default -> throw new IllegalArgumentException("not of a DTO: " + layout);
        };
    }

    private static Map<String, Object> getStruct(ByteBuffer buffer, StructLayout struct) {
        Map<String, Object> values = new LinkedHashMap<>();
        for (MemoryLayout member : struct.memberLayouts()) {
            if (member instanceof PaddingLayout) {
                skip(buffer, member);
            } else {
                values.put(member.name().orElseThrow(), get(buffer, member));
            }
        }
        return values;
    }

    private static void skip(ByteBuffer buffer, MemoryLayout padding) {
        buffer.position(buffer.position() + (int) padding.byteSize());
    }

    private static void putBits(ByteBuffer buffer, ValueLayout layout, long bits) {
        switch ((int) layout.byteSize()) {
            case 1 -> buffer.put((byte) bits);
            case 2 -> buffer.putShort((short) bits);
            case 4 -> buffer.putInt((int) bits);
            default -> buffer.putLong(bits);
        }
    }

    private static long getBits(ByteBuffer buffer, ValueLayout layout) {
        if (layout.carrier() == boolean.class) {
            return buffer.get() == 0 ? 0 : 1;
        }
        return switch ((int) layout.byteSize()) {
            case 1 -> Byte.toUnsignedLong(buffer.get());
            case 2 -> Short.toUnsignedLong(buffer.getShort());
            case 4 -> Integer.toUnsignedLong(buffer.getInt());
            default -> buffer.getLong();
        };
    }
}
