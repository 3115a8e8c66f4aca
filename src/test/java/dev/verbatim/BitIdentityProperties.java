package dev.verbatim;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.verbatim.baseline.Baseline;
import dev.verbatim.samples.Bits;
import dev.verbatim.samples.MarketDataClass;
import dev.verbatim.samples.MarketDataRecord;
import dev.verbatim.samples.PrimitivesClass;
import dev.verbatim.samples.PrimitivesRecord;
import dev.verbatim.samples.SegmentKind;
import dev.verbatim.samples.StructArbitraries;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.lifecycle.AddLifecycleHook;

/**
 * What is true of a codec compared with any {@link Baseline}. Whole segments are compared, so that a byte of padding or
 * of the surroundings that changed is seen; all bytes are random before.
 */
@AddLifecycleHook(VerbatimTries.class)
abstract class BitIdentityProperties {

    private static final int SURROUNDINGS = 16;

    private static final Map<List<Object>, StructCodec<Object>> MARKET_DATA_CODECS = new HashMap<>();

    abstract Baseline baseline();

    @Property
    void aCodecOfAnyLayoutWritesTheBytesOfTheBaseline(
            @ForAll SegmentKind kind,
            @ForAll("primitives") Class<?> type,
            @ForAll("layouts") StructLayout layout,
            @ForAll("primitiveBits") Map<String, Long> bits,
            @ForAll @IntRange(max = 40) int offset,
            @ForAll long background) {
        assertWritesTheSame(kind, type, layout, bits, offset, background);
    }

    @Property
    void aCodecOfAnyLayoutReadsWhatTheBaselineWrote(
            @ForAll SegmentKind kind,
            @ForAll("primitives") Class<?> type,
            @ForAll("layouts") StructLayout layout,
            @ForAll("primitiveBits") Map<String, Long> bits,
            @ForAll @IntRange(max = 40) int offset,
            @ForAll long background) {
        assertReadsTheSame(kind, type, layout, bits, offset, background);
    }

    @Property
    void aCodecOfAnyLayoutReadsAnyBytesAsTheBaselineDoes(
            @ForAll SegmentKind kind,
            @ForAll("primitives") Class<?> type,
            @ForAll("layouts") StructLayout layout,
            @ForAll @IntRange(max = 40) int offset,
            @ForAll long background) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment segment = kind.allocate(surroundings(layout, offset, background), arena);

            Object read = codec(type, layout).read(segment, offset);

            assertEquals(baseline().read(layout, segment, offset), Bits.ofMembers(read));
        }
    }

    @Property
    void aCodecOfMarketDataWritesTheBytesOfTheBaseline(
            @ForAll SegmentKind kind,
            @ForAll("marketData") Class<?> type,
            @ForAll("byteOrders") ByteOrder order,
            @ForAll("marketDataBits") Map<String, Long> bits,
            @ForAll @IntRange(max = 40) int offset,
            @ForAll long background) {
        assertWritesTheSame(kind, type, MarketDataClass.layout(order), bits, offset, background);
    }

    @Property
    void aCodecOfMarketDataReadsWhatTheBaselineWrote(
            @ForAll SegmentKind kind,
            @ForAll("marketData") Class<?> type,
            @ForAll("byteOrders") ByteOrder order,
            @ForAll("marketDataBits") Map<String, Long> bits,
            @ForAll @IntRange(max = 40) int offset,
            @ForAll long background) {
        assertReadsTheSame(kind, type, MarketDataClass.layout(order), bits, offset, background);
    }

    private void assertWritesTheSame(
            SegmentKind kind, Class<?> type, StructLayout layout, Map<String, Long> bits, int offset, long background) {
        byte[] before = surroundings(layout, offset, background);
        Object dto = Bits.newDto(type, bits);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment expected = kind.allocate(before, arena);
            MemorySegment written = kind.allocate(before, arena);

            baseline().write(dto, layout, expected, offset);
            codec(type, layout).write(dto, written, offset);

            assertArrayEquals(expected.toArray(JAVA_BYTE), written.toArray(JAVA_BYTE));
            assertEquals(bits, baseline().read(layout, written, offset), "what the baseline reads of it");
        }
    }

    private void assertReadsTheSame(
            SegmentKind kind, Class<?> type, StructLayout layout, Map<String, Long> bits, int offset, long background) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment segment = kind.allocate(surroundings(layout, offset, background), arena);
            baseline().write(Bits.newDto(type, bits), layout, segment, offset);
            byte[] before = segment.toArray(JAVA_BYTE);

            Object read = codec(type, layout).read(segment.asReadOnly(), offset);

            assertEquals(bits, Bits.ofMembers(read));
            assertArrayEquals(before, segment.toArray(JAVA_BYTE), "reading changed the segment");
        }
    }

    @Provide
    Arbitrary<Class<?>> primitives() {
        return Arbitraries.of(PrimitivesRecord.class, PrimitivesClass.class);
    }

    @Provide
    Arbitrary<StructLayout> layouts() {
        return StructArbitraries.layoutsOf(PrimitivesClass.class);
    }

    @Provide
    Arbitrary<Map<String, Long>> primitiveBits() {
        return StructArbitraries.bitsOf(PrimitivesClass.class);
    }

    @Provide
    Arbitrary<Class<?>> marketData() {
        return Arbitraries.of(MarketDataRecord.class, MarketDataClass.class);
    }

    @Provide
    Arbitrary<Map<String, Long>> marketDataBits() {
        return StructArbitraries.bitsOf(MarketDataClass.class);
    }

    @Provide
    Arbitrary<ByteOrder> byteOrders() {
        return Arbitraries.of(ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN);
    }

    /** Random bytes for a struct at an offset and for what follows it. */
    static byte[] surroundings(StructLayout layout, int offset, long background) {
        byte[] bytes = new byte[offset + (int) layout.byteSize() + SURROUNDINGS];
        new Random(background).nextBytes(bytes);
        return bytes;
    }

    static StructCodec<Object> codec(Class<?> type, StructLayout layout) {
        // Of market data there are few; making one takes longer than a try.
        return type == MarketDataRecord.class || type == MarketDataClass.class
                ? MARKET_DATA_CODECS.computeIfAbsent(List.of(type, layout), _ -> newCodec(type, layout))
                : newCodec(type, layout);
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // a record or a class, as it comes
    private static StructCodec<Object> newCodec(Class<?> type, StructLayout layout) {
        return type.isRecord()
                ? StructCodec.ofRecord(lookup(), (Class) type, layout)
                : StructCodec.ofClass(lookup(), (Class) type, layout);
    }
}
