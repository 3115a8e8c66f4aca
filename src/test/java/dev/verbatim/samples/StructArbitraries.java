package dev.verbatim.samples;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/** Random layouts of a DTO, and random bits for its members. */
public final class StructArbitraries {

    /** Each is a value of several types at once, of which a type takes the lowest bits. */
    public static final List<Long> TELLING_BITS = List.of(
            0L,
            -1L,
            Long.MIN_VALUE, // also the double -0.0
            Long.MAX_VALUE, // also a double NaN with all bits of its payload
            0x0102_0304_0506_0708L, // shows every byte's place
            0x7FF0_0000_0000_0001L, // a signalling double NaN
            0xFFF8_0000_DEAD_BEEFL, // a negative double NaN with a payload
            0x0000_0000_8000_0000L, // the float -0.0, Integer.MIN_VALUE
            0x0000_0000_7F80_0001L, // a signalling float NaN
            0x0000_0000_FFC0_1234L, // a negative float NaN with a payload
            0x0000_0000_0000_D800L, // an unpaired high surrogate
            0x0000_0000_0000_DFFFL, // an unpaired low surrogate
            0x0000_0000_0000_8080L, // Byte.MIN_VALUE
            0x0000_0000_0000_8000L); // Short.MIN_VALUE

    private StructArbitraries() {}

    /** Bits for each member of a DTO, no more than its type has. */
    public static Arbitrary<Map<String, Long>> bitsOf(Class<?> dto) {
        Map<String, Class<?>> members = Bits.members(dto);
        Arbitrary<Long> bits = Arbitraries.oneOf(Arbitraries.longs(), Arbitraries.of(TELLING_BITS));
        return bits.list().ofSize(members.size()).map(list -> {
            Map<String, Long> result = new LinkedHashMap<>();
            members.forEach((name, carrier) -> result.put(name, Bits.of(Bits.value(carrier, list.get(result.size())))));
            return result;
        });
    }

    /**
     * Layouts of a DTO's members: in any order, each with either byte order, with and without padding before the first,
     * after the last and between them. Where a member happens to be aligned it is declared so.
     */
    public static Arbitrary<StructLayout> layoutsOf(Class<?> dto) {
        Map<String, Class<?>> members = Bits.members(dto);
        Arbitrary<List<String>> orders = Arbitraries.shuffle(new ArrayList<>(members.keySet()));
        Arbitrary<List<Integer>> paddings = Arbitraries.frequencyOf(
                        Tuple.of(2, Arbitraries.just(0)),
                        Tuple.of(1, Arbitraries.integers().between(1, 9)))
                .list()
                .ofSize(members.size() + 1);
        Arbitrary<List<Boolean>> bigEndian = Arbitraries.of(true, false).list().ofSize(members.size());
        return Combinators.combine(orders, paddings, bigEndian).as((names, padding, big) -> {
            List<MemoryLayout> elements = new ArrayList<>();
            long offset = addPadding(elements, padding.getLast());
            for (int i = 0; i < names.size(); i++) {
                ValueLayout value = layoutOf(members.get(names.get(i)));
                if (offset % value.byteSize() == 0) {
                    value = value.withByteAlignment(value.byteSize());
                }
                ByteOrder order = big.get(i) ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
                elements.add(value.withOrder(order).withName(names.get(i)));
                offset += value.byteSize() + addPadding(elements, padding.get(i));
            }
            return MemoryLayout.structLayout(elements.toArray(MemoryLayout[]::new));
        });
    }

    private static long addPadding(List<MemoryLayout> elements, long byteSize) {
        if (byteSize > 0) {
            elements.add(MemoryLayout.paddingLayout(byteSize));
        }
        return byteSize;
    }

    /** The layout of a primitive type, without alignment. */
    public static ValueLayout layoutOf(Class<?> carrier) {
        return switch (carrier.getName()) {
            case "boolean" -> ValueLayout.JAVA_BOOLEAN;
            case "byte" -> ValueLayout.JAVA_BYTE;
            case "short" -> ValueLayout.JAVA_SHORT_UNALIGNED;
            case "char" -> ValueLayout.JAVA_CHAR_UNALIGNED;
            case "int" -> ValueLayout.JAVA_INT_UNALIGNED;
            case "long" -> ValueLayout.JAVA_LONG_UNALIGNED;
            case "float" -> ValueLayout.JAVA_FLOAT_UNALIGNED;
            case "double" -> ValueLayout.JAVA_DOUBLE_UNALIGNED;
            default -> throw new IllegalArgumentException("not a primitive: " + carrier);
        };
    }
}
