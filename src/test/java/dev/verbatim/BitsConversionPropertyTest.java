package dev.verbatim;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_CHAR;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Bit n of the unsigned integer, in either byte order, is the constant of ordinal n, or the flag of index n. */
class BitsConversionPropertyTest {

    private static final List<ValueLayout> INTEGERS = List.of(JAVA_BYTE, JAVA_SHORT, JAVA_CHAR, JAVA_INT, JAVA_LONG);

    /** Has five constants, so that every integer has bits to spare. */
    enum Flag {
        FIRST,
        SECOND,
        THIRD,
        FOURTH,
        FIFTH
    }

    @SuppressWarnings("ArrayRecordComponent") // it is what the conversion makes
    record Bits(boolean[] bits) {}

    record Flags(EnumSet<Flag> bits) {}

    /** An integer, and how many of its lowest bits a conversion has. */
    record Width(ValueLayout integer, int count) {
        StructLayout layout() {
            return MemoryLayout.structLayout(integer.withByteAlignment(1).withName("bits"));
        }

        /** The bytes of a value of the integer. */
        byte[] bytes(long value) {
            ByteBuffer longest = ByteBuffer.allocate(Long.BYTES).order(integer.order());
            longest.putLong(0, value);
            int unused = Long.BYTES - (int) integer.byteSize();
            boolean bigEndian = integer.order() == ByteOrder.BIG_ENDIAN;
            return Arrays.copyOfRange(
                    longest.array(), bigEndian ? unused : 0, bigEndian ? Long.BYTES : Long.BYTES - unused);
        }
    }

    /** Made once, not for each of a thousand tries. */
    private static final Map<Width, StructCodec<Bits>> CODECS = all().stream()
            .collect(Collectors.toMap(
                    Function.identity(),
                    width -> StructCodec.ofRecord(
                            lookup(),
                            Bits.class,
                            width.layout(),
                            Conversions.of(CodeConversions.bits(width.count())))));

    private static final Map<Width, StructCodec<Flags>> SETS = all().stream()
            .filter(width -> width.count() == Flag.values().length)
            .collect(Collectors.toMap(
                    Function.identity(),
                    width -> StructCodec.ofRecord(
                            lookup(),
                            Flags.class,
                            width.layout(),
                            Conversions.of(CodeConversions.enumSet(Flag.class)))));

    private static List<Width> all() {
        return INTEGERS.stream()
                .flatMap(integer -> List.of(1, 5, 7, 8, 15, 16, 31, 32, 63, 64).stream()
                        .filter(count -> count <= integer.byteSize() * Byte.SIZE)
                        .flatMap(count -> List.of(ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN).stream()
                                .map(order -> new Width(integer.withOrder(order), count))))
                .distinct()
                .toList();
    }

    @Provide
    Arbitrary<Width> widths() {
        return Arbitraries.of(all());
    }

    @Provide
    Arbitrary<Width> ofSets() {
        return Arbitraries.of(SETS.keySet());
    }

    private static long lowest(int count) {
        return -1L >>> (Long.SIZE - count);
    }

    @Property
    void flagsHaveTheBitsOfTheUnsignedInteger(@ForAll("widths") Width width, @ForAll long random) {
        StructCodec<Bits> codec = CODECS.get(width);
        long value = random & lowest(width.count());
        boolean[] flags = new boolean[width.count()];
        BitSet.valueOf(new long[] {value}).stream().forEach(index -> flags[index] = true);
        byte[] written = new byte[(int) width.integer().byteSize()];
        codec.write(new Bits(flags), MemorySegment.ofArray(written), 0);
        assertArrayEquals(width.bytes(value), written);
        assertArrayEquals(
                flags, codec.read(MemorySegment.ofArray(width.bytes(value)), 0).bits());
    }

    @Property
    void anyHigherBitIsCorrupt(@ForAll("widths") Width width, @ForAll long value) {
        byte[] stored = width.bytes(value);
        long found = width.integer().byteSize() == Long.BYTES
                ? value
                : value & lowest((int) width.integer().byteSize() * Byte.SIZE);
        StructCodec<Bits> codec = CODECS.get(width);
        if ((found & ~lowest(width.count())) == 0) {
            assertEquals(
                    width.count(), codec.read(MemorySegment.ofArray(stored), 0).bits().length);
        } else {
            CorruptRecordException fault =
                    assertThrows(CorruptRecordException.class, () -> codec.read(MemorySegment.ofArray(stored), 0));
            assertTrue(fault.getMessage().endsWith("(expected " + width.count() + " bits)"), fault::getMessage);
        }
    }

    @Property
    @SuppressWarnings("EnumOrdinal") // the format is made of ordinals
    void setsHaveTheBitsOfTheUnsignedInteger(@ForAll("ofSets") Width width, @ForAll Set<Flag> flags) {
        StructCodec<Flags> codec = SETS.get(width);
        EnumSet<Flag> set = EnumSet.noneOf(Flag.class);
        set.addAll(flags);
        long value = set.stream().mapToLong(flag -> 1L << flag.ordinal()).sum();
        byte[] written = new byte[(int) width.integer().byteSize()];
        codec.write(new Flags(set), MemorySegment.ofArray(written), 0);
        assertArrayEquals(width.bytes(value), written);
        assertEquals(set, codec.read(MemorySegment.ofArray(written), 0).bits());
    }
}
