package dev.verbatim;

import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;
import static java.lang.invoke.MethodHandles.lookup;
import static java.nio.ByteOrder.BIG_ENDIAN;
import static java.nio.ByteOrder.LITTLE_ENDIAN;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.verbatim.ConvertedDto.Side;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/**
 * Elements that conversions make have the bytes that a buffer's puts give them, and come back: of arrays and lists of a
 * fixed length, and of those in a tail.
 */
class ConvertedElementsPropertyTest {

    private static final int COUNT = 3;

    private static final List<Side> SIDES = List.of(Side.BUY, Side.SELL, Side.SHORT);

    private static final MemoryLayout[] ELEMENTS = {
        JAVA_LONG_UNALIGNED.withOrder(BIG_ENDIAN).withName("times"),
        JAVA_BYTE.withName("sides"),
        sequenceLayout(16, JAVA_BYTE).withName("ids"),
        sequenceLayout(4, JAVA_BYTE).withName("names"),
        sequenceLayout(3, JAVA_BYTE).withName("sizes"),
        JAVA_SHORT_UNALIGNED.withOrder(LITTLE_ENDIAN).withName("counts"),
        JAVA_INT_UNALIGNED.withOrder(LITTLE_ENDIAN).withName("maybes"),
    };

    private static final StructLayout FIXED_LAYOUT = MemoryLayout.structLayout(Arrays.stream(ELEMENTS)
            .map(element -> sequenceLayout(COUNT, element.withoutName())
                    .withName(element.name().orElseThrow()))
            .toArray(MemoryLayout[]::new));

    private static final StructLayout VAR_LAYOUT = Layouts.varRecord(Arrays.stream(ELEMENTS)
            .map(element -> Layouts.varRef(element.name().orElseThrow(), element.withoutName()))
            .toArray(MemoryLayout[]::new));

    private static final Conversions CONVERSIONS = Conversions.of(
                    TimeConversions.epochNanos(), CodeConversions.byteCodes(Side.class, Side::code))
            .with(CodeConversions.uuid())
            .with(TextConversions.latin1(4))
            .with(NumberConversions.unsignedShort())
            .with("sizes[]", NumberConversions.intOf(3, BIG_ENDIAN, true))
            .with("maybes[]", CodeConversions.nullable(Integer.class, -1));

    @SuppressWarnings("ArrayRecordComponent") // arrays are what is tested
    record Many(
            List<Instant> times,
            Side[] sides,
            UUID[] ids,
            List<String> names,
            int[] sizes,
            int[] counts,
            List<Integer> maybes) {

        /** The parts of a tail, or the sequences, in their order; null where there is none. */
        private List<byte[]> parts() {
            List<byte[]> parts = new ArrayList<>();
            parts.add(
                    times == null
                            ? null
                            : put(
                                    8 * times.size(),
                                    buffer -> times.forEach(time ->
                                            buffer.putLong(time.getEpochSecond() * 1_000_000_000 + time.getNano()))));
            parts.add(put(
                    sides.length, buffer -> Arrays.stream(sides).forEach(side -> buffer.put((byte) side.code()))));
            parts.add(put(
                    16 * ids.length,
                    buffer -> Arrays.stream(ids)
                            .forEach(id -> buffer.putLong(id.getMostSignificantBits())
                                    .putLong(id.getLeastSignificantBits()))));
            parts.add(put(
                    4 * names.size(),
                    buffer -> names.forEach(
                            name -> buffer.put((name + "    ").substring(0, 4).getBytes(ISO_8859_1)))));
            parts.add(put(
                    3 * sizes.length,
                    buffer -> Arrays.stream(sizes)
                            .forEach(size -> buffer.put((byte) (size >> 16)).putShort((short) size))));
            parts.add(put(
                    2 * counts.length,
                    buffer -> Arrays.stream(counts)
                            .forEach(count -> buffer.order(LITTLE_ENDIAN).putShort((short) count))));
            parts.add(put(
                    4 * maybes.size(),
                    buffer ->
                            maybes.forEach(maybe -> buffer.order(LITTLE_ENDIAN).putInt(maybe == null ? -1 : maybe))));
            return parts;
        }

        private List<Object> all() {
            return Arrays.asList(
                    times,
                    List.of(sides),
                    List.of(ids),
                    names,
                    Arrays.toString(sizes),
                    Arrays.toString(counts),
                    maybes);
        }
    }

    private interface Putting {
        void into(ByteBuffer buffer);
    }

    private static byte[] put(int byteSize, Putting putting) {
        ByteBuffer buffer = ByteBuffer.allocate(byteSize);
        putting.into(buffer);
        assertEquals(0, buffer.remaining());
        return buffer.array();
    }

    private static final StructCodec<Many> FIXED =
            StructCodec.ofRecord(lookup(), Many.class, FIXED_LAYOUT, CONVERSIONS);
    private static final VarCodec<Many> VAR = VarCodec.builder(lookup(), Many.class, VAR_LAYOUT)
            .withConversions(CONVERSIONS)
            .build();

    @Provide
    Arbitrary<Many> fixed() {
        return Arbitraries.randomValue(random -> value(random, COUNT));
    }

    @Provide
    Arbitrary<Many> variable() {
        return Arbitraries.randomValue(random -> value(random, -1));
    }

    private static Many value(Random random, int count) {
        return new Many(
                count < 0 && random.nextInt(4) == 0
                        ? null
                        : indexes(random, count)
                                .mapToObj(i -> Instant.ofEpochSecond(
                                        random.nextLong(-9_000_000_000L, 9_000_000_000L),
                                        random.nextInt(1_000_000_000)))
                                .toList(),
                indexes(random, count)
                        .mapToObj(i -> SIDES.get(random.nextInt(3)))
                        .toArray(Side[]::new),
                indexes(random, count)
                        .mapToObj(i -> new UUID(random.nextLong(), random.nextLong()))
                        .toArray(UUID[]::new),
                indexes(random, count)
                        .mapToObj(i -> random.ints(random.nextInt(5), '!', 256)
                                .mapToObj(Character::toString)
                                .reduce("", String::concat))
                        .toList(),
                indexes(random, count)
                        .map(i -> random.nextInt(-1 << 23, 1 << 23))
                        .toArray(),
                indexes(random, count).map(i -> random.nextInt(1 << 16)).toArray(),
                Arrays.asList(indexes(random, count)
                        .mapToObj(i -> random.nextInt(3) == 0 ? null : (Integer) random.nextInt(Integer.MAX_VALUE))
                        .toArray(Integer[]::new)));
    }

    private static IntStream indexes(Random random, int count) {
        return IntStream.range(0, count < 0 ? random.nextInt(20) : count);
    }

    @Property(tries = 300)
    void ofFixedLengthTheyHaveTheBytesOfTheBaseline(@ForAll("fixed") Many value) {
        byte[] expected =
                put((int) FIXED_LAYOUT.byteSize(), buffer -> value.parts().forEach(buffer::put));
        MemorySegment segment = MemorySegment.ofArray(new byte[expected.length]);
        FIXED.write(value, segment, 0);
        assertArrayEquals(expected, segment.toArray(JAVA_BYTE));
        assertEquals(value.all(), FIXED.read(MemorySegment.ofArray(expected), 0).all());
    }

    @Property(tries = 300)
    void inATailTheyHaveTheBytesOfTheBaseline(@ForAll("variable") Many value) {
        byte[] expected = varRecord(value.parts());
        MemorySegment segment = MemorySegment.ofArray(new byte[expected.length]);
        assertEquals(expected.length, VAR.write(value, segment, 0));
        assertArrayEquals(expected, segment.toArray(JAVA_BYTE));
        assertEquals(value.all(), VAR.read(MemorySegment.ofArray(expected), 0).all());
    }

    private static byte[] varRecord(List<byte[]> parts) {
        int fixedSize = 8 + 8 * parts.size();
        ByteBuffer buffer = ByteBuffer.allocate(4096).order(LITTLE_ENDIAN);
        buffer.putInt(fixedSize).putInt(0);
        int end = fixedSize;
        for (byte[] part : parts) {
            int start = (end + 7) / 8 * 8;
            buffer.putInt(part == null ? 0 : start).putInt(part == null ? -1 : part.length);
            if (part != null) {
                buffer.put(start, part);
                end = start + part.length;
            }
        }
        buffer.putInt(4, end);
        return Arrays.copyOf(buffer.array(), end);
    }
}
