package dev.verbatim;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import dev.verbatim.baseline.Baseline;
import dev.verbatim.baseline.ByteBufferBaseline;
import dev.verbatim.samples.Bits;
import dev.verbatim.samples.PrimitivesRecord;
import dev.verbatim.samples.SegmentKind;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Codecs write and read the bytes that a {@link java.nio.ByteBuffer} does. */
class BitIdentityPropertyTest extends BitIdentityProperties {

    @Override
    Baseline baseline() {
        return new ByteBufferBaseline();
    }

    @Property
    void anElementOfAnArrayIsWrittenAtItsIndexTimesTheSizeOfTheStruct(
            @ForAll SegmentKind kind,
            @ForAll("layouts") StructLayout layout,
            @ForAll("primitiveBits") Map<String, Long> bits,
            @ForAll @IntRange(max = 5) int index,
            @ForAll long background) {
        PrimitivesRecord dto = Bits.newDto(PrimitivesRecord.class, bits);
        int offset = index * (int) layout.byteSize();
        byte[] before = surroundings(layout, offset, background);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment expected = kind.allocate(before, arena);
            MemorySegment written = kind.allocate(before, arena);

            baseline().write(dto, layout, expected, offset);
            codec(PrimitivesRecord.class, layout).writeAtIndex(dto, written, index);

            assertArrayEquals(expected.toArray(JAVA_BYTE), written.toArray(JAVA_BYTE));
        }
    }

    @Property
    void aCopyMovesWholeStructsBetweenAnyTwoKinds(
            @ForAll SegmentKind sourceKind,
            @ForAll SegmentKind targetKind,
            @ForAll @IntRange(max = 20) int sourceOffset,
            @ForAll @IntRange(max = 20) int targetOffset,
            @ForAll @IntRange(max = 3) int count,
            @ForAll long background) {
        StructCodec<Object> codec = StructCopyTest.codec();
        Random random = new Random(background);
        byte[] source = new byte[100];
        byte[] expected = new byte[100];
        random.nextBytes(source);
        random.nextBytes(expected);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment target = targetKind.allocate(expected, arena);

            codec.copy(sourceKind.allocate(source, arena), sourceOffset, target, targetOffset, count);

            System.arraycopy(source, sourceOffset, expected, targetOffset, count * (int) codec.byteSize());
            assertArrayEquals(expected, target.toArray(JAVA_BYTE));
        }
    }
}
