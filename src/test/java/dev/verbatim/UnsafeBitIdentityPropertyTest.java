package dev.verbatim;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.verbatim.baseline.Baseline;
import dev.verbatim.baseline.UnsafeBaseline;
import dev.verbatim.samples.Bits;
import dev.verbatim.samples.MarketDataClass;
import dev.verbatim.samples.PrimitivesClass;
import dev.verbatim.samples.SegmentKind;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.IntRange;

/**
 * Codecs write and read the bytes that {@code sun.misc.Unsafe} does: field by field; and, where the layout is the one
 * that the JVM gave to a class, as the raw copy of an object.
 */
@Tag("unsafe")
class UnsafeBitIdentityPropertyTest extends BitIdentityProperties {

    private final UnsafeBaseline unsafe = new UnsafeBaseline();

    @Override
    Baseline baseline() {
        return unsafe;
    }

    @Property
    void aCodecOfTheJvmsOwnLayoutWritesWhatTheRawCopyOfTheObjectDoes(
            @ForAll SegmentKind kind,
            @ForAll("objects") Object dto,
            @ForAll @IntRange(max = 40) int offset,
            @ForAll long background) {
        StructLayout layout = UnsafeBaseline.blockLayout(dto.getClass());
        byte[] before = surroundings(layout, offset, background);
        zeroTheGaps(layout, before, offset);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment expected = kind.allocate(before, arena);
            MemorySegment written = kind.allocate(before, arena);

            unsafe.writeBlock(dto, expected, offset);
            codec(dto.getClass(), layout).write(dto, written, offset);

            assertArrayEquals(expected.toArray(JAVA_BYTE), written.toArray(JAVA_BYTE));
        }
    }

    @Property
    void aCodecOfTheJvmsOwnLayoutReadsTheRawCopyOfAnObject(
            @ForAll SegmentKind kind, @ForAll("objects") Object dto, @ForAll @IntRange(max = 40) int offset) {
        StructLayout layout = UnsafeBaseline.blockLayout(dto.getClass());
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment segment = kind.allocate(surroundings(layout, offset, 0), arena);
            unsafe.writeBlock(dto, segment, offset);

            Object read = codec(dto.getClass(), layout).read(segment, offset);

            assertEquals(Bits.ofMembers(dto), Bits.ofMembers(read));
        }
    }

    @Property
    void theRawCopyIntoAnObjectReadsWhatACodecOfTheJvmsOwnLayoutWrote(
            @ForAll SegmentKind kind, @ForAll("objects") Object dto, @ForAll @IntRange(max = 40) int offset)
            throws ReflectiveOperationException {
        StructLayout layout = UnsafeBaseline.blockLayout(dto.getClass());
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment segment = kind.allocate(offset + (int) layout.byteSize(), arena);
            codec(dto.getClass(), layout).write(dto, segment, offset);

            Object read = dto.getClass().getDeclaredConstructor().newInstance();
            unsafe.readBlock(read, segment, offset);

            assertEquals(Bits.ofMembers(dto), Bits.ofMembers(read));
        }
    }

    @Provide
    Arbitrary<Object> objects() {
        Arbitrary<Map<String, Long>> marketData = marketDataBits();
        Arbitrary<Map<String, Long>> primitives = primitiveBits();
        return Arbitraries.oneOf(
                marketData.map(bits -> Bits.newDto(MarketDataClass.class, bits)),
                primitives.map(bits -> Bits.newDto(PrimitivesClass.class, bits)));
    }

    /** The raw copy writes what is between the fields, which is zero; a codec does not touch it. */
    private static void zeroTheGaps(StructLayout layout, byte[] bytes, int offset) {
        MemorySegment.ofArray(bytes).asSlice(offset, layout.byteSize()).fill((byte) 0);
    }
}
