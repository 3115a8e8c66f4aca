package dev.verbatim.file;

import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;

import dev.verbatim.CodeConversions;
import dev.verbatim.Conversion;
import dev.verbatim.Conversions;
import dev.verbatim.NumberConversions;
import dev.verbatim.TextConversions;
import dev.verbatim.TimeConversions;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.ValueLayout;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Types of NumPy that only a conversion reads. */
@SuppressWarnings("ArrayRecordComponent") // they bind like any other
class NpyBitsTest extends NpyBitsFixture {

    record OfOptional(Optional<Instant> v) {}

    record OfInstants(Instant[] v) {}

    record Index(int it) {}

    record OfIndex(Index v) {}

    record OfIndexes(List<Index> v) {}

    record OfFloatBox(Float v) {}

    record OfFloats(float[] v) {}

    /** Bytes of any meaning. */
    private static final Conversion<?> ANY =
            Conversion.ofBytes(UUID.class, 16, (value, bytes, offset) -> {}, (bytes, offset) -> new UUID(1, 2));

    private static final Conversion<Float> OWN_HALF =
            Conversion.ofShort(float.class, Float::floatToFloat16, bits -> Float.float16ToFloat((short) bits));

    record OfUnits3(ChronoUnit[] v) {}

    record Ticks(long it) {}

    record OfTicks(Ticks v) {}

    private static final Conversion<Ticks> TICKS = Conversion.ofLong(Ticks.class, Ticks::it, Ticks::new);

    record OfBox64(Long v) {}

    record OfTexts(String[] v) {}

    record OfIds(List<UUID> v) {}

    private static Arguments of(
            String type, Class<? extends Record> dto, MemoryLayout layout, Conversion<?>... conversions) {
        return Arguments.of(type, dto, layout, Conversions.of(conversions));
    }

    static Stream<Arguments> conversionsOfWhatTheFileHas() {
        return Stream.of(
                of("'<u4'", OfLong.class, INT_LE, NumberConversions.unsignedInt()),
                of("'<u4', (4,)", OfLongs.class, sequenceLayout(4, INT_LE), NumberConversions.unsignedInt()),
                of("'|u1'", OfInt.class, JAVA_BYTE, NumberConversions.unsignedByte()),
                of("'<u2'", OfInt.class, SHORT_LE, NumberConversions.unsignedShort()),
                of("'<u2'", OfInt.class, CHAR_LE, NumberConversions.unsignedShort(ValueLayout.JAVA_CHAR)),
                of(
                        "'|u1', (2, 3)",
                        OfInts.class,
                        sequenceLayout(2, sequenceLayout(3, JAVA_BYTE)),
                        NumberConversions.unsignedByte()),
                of("'|V16'", OfId.class, ID, CodeConversions.uuid()),
                of("'|S16'", OfId.class, ID, CodeConversions.uuid()),
                of("'|u1', (16,)", OfId.class, ID, CodeConversions.uuid()),
                of("'|V16', (2,)", OfIds.class, sequenceLayout(2, ID), CodeConversions.uuid()),
                of("'|S16', (2,)", OfTexts.class, sequenceLayout(2, ID), TextConversions.utf8(16)),
                of("'|S1'", OfUnit.class, JAVA_BYTE, CodeConversions.byteCodes(ChronoUnit.class, ChronoUnit::ordinal)),
                of(
                        "'|S1', (3,)",
                        OfUnits3.class,
                        sequenceLayout(3, JAVA_BYTE),
                        CodeConversions.byteCodes(ChronoUnit.class, ChronoUnit::ordinal)),
                of("'|S1'", OfText.class, sequenceLayout(1, JAVA_BYTE), TextConversions.utf8(1)),
                of("'|S16'", OfText.class, ID, TextConversions.utf8(16)),
                of("'<u4'", OfBox64.class, INT_LE, CodeConversions.nullable(unsignedInt(), 0xffff_ffffL)),
                of("'<u4'", OfIndex.class, INT_LE, Conversion.ofInt(Index.class, Index::it, Index::new)),
                of("'<u8'", OfTicks.class, LONG_LE, TICKS),
                of("'<u8'", OfUnits.class, LONG_LE, CodeConversions.enumSet(ChronoUnit.class)),
                of("'|u1'", OfUnit.class, JAVA_BYTE),
                of("'|u1'", OfUnit.class, JAVA_BYTE, CodeConversions.byteCodes(ChronoUnit.class, ChronoUnit::ordinal)),
                of("'<M8[ns]'", OfInstant.class, LONG_LE, TimeConversions.epochNanos()),
                of("'<M8[us]'", OfInstant.class, LONG_LE, TimeConversions.epochMicros()),
                of("'<M8[ms]'", OfInstant.class, LONG_LE, TimeConversions.epochMillis()),
                of("'<M8[s]'", OfInstant.class, LONG_LE, TimeConversions.epochSeconds()),
                of("'<M8[ns]'", OfLocal.class, LONG_LE, TimeConversions.localEpochNanos()),
                of("'<M8[us]'", OfLocal.class, LONG_LE, TimeConversions.localEpochMicros()),
                of("'<M8[ms]'", OfLocal.class, LONG_LE, TimeConversions.localEpochMillis()),
                of("'<M8[s]'", OfLocal.class, LONG_LE, TimeConversions.localEpochSeconds()),
                of("'<M8[D]'", OfDate.class, LONG_LE, TimeConversions.epochDay(JAVA_LONG)),
                of("'<m8[ns]'", OfDuration.class, LONG_LE, TimeConversions.durationNanos()),
                of("'<m8[us]'", OfDuration.class, LONG_LE, TimeConversions.durationMicros()),
                of("'<m8[ms]'", OfDuration.class, LONG_LE, TimeConversions.durationMillis()),
                of("'<m8[s]'", OfDuration.class, LONG_LE, TimeConversions.durationSeconds()),
                of("'<M8[ns]', (2, 2)", OfInstants.class, FOUR_LONGS, TimeConversions.epochNanos()),
                of("'<M8[ns]'", OfInstant.class, LONG_LE, nullable(TimeConversions.epochNanos())),
                of("'<M8[ns]'", OfOptional.class, LONG_LE, nullable(TimeConversions.epochNanos())),
                of("'<M8[25s]'", OfTicks.class, LONG_LE, TICKS),
                of("'<M8[ns]'", OfTicks.class, LONG_LE, TICKS),
                of(
                        "'<M8[ns]', (2,)",
                        OfId.class,
                        sequenceLayout(2, LONG_LE),
                        Conversion.ofBytes(
                                UUID.class, 16, (value, bytes, offset) -> {}, (bytes, offset) -> new UUID(1, 2))),
                of("'<f2'", OfFloat.class, SHORT_LE, NumberConversions.half()),
                of("'<f2'", OfFloatBox.class, SHORT_LE, CodeConversions.nullable(NumberConversions.half(), 0x7e00)),
                of("'<f2'", OfFloat.class, SHORT_LE, OWN_HALF),
                of("'<f2', (3,)", OfFloats.class, sequenceLayout(3, SHORT_LE), NumberConversions.half()),
                of("'<c8'", OfFloats.class, sequenceLayout(2, FLOAT_LE)),
                of("'>c16'", OfDoubles.class, sequenceLayout(2, DOUBLE_BE)),
                of("'<c8', (3,)", OfFloats.class, sequenceLayout(3, sequenceLayout(2, FLOAT_LE))),
                of("'>c16'", OfId.class, sequenceLayout(2, DOUBLE_BE), ANY),
                of("'<f16'", OfId.class, ID, ANY),
                of("'<f16', (2,)", OfIds.class, sequenceLayout(2, ID), ANY),
                of("'<u4'", OfUnit.class, INT_LE, CodeConversions.intCodes(ChronoUnit.class, ChronoUnit::ordinal)),
                of("'<u8'", OfText.class, LONG_LE, TextConversions.ascii8()),
                of("'<U4'", OfIndexes.class, FOUR_INTS, Conversion.ofInt(Index.class, Index::it, Index::new)),
                of("'<m8'", OfTicks.class, LONG_LE, TICKS),
                of("'<U4'", OfText.class, FOUR_INTS, TextConversions.utf32(4, INT_LE)),
                of("'<U4', (2,)", OfTexts.class, sequenceLayout(2, FOUR_INTS), TextConversions.utf32(4, INT_LE)));
    }

    @ParameterizedTest
    @MethodSource("conversionsOfWhatTheFileHas")
    void aConversionSaysWhatTheBitsMean(
            String type, Class<? extends Record> dto, MemoryLayout layout, Conversions conversions) {
        assertDoesNotThrow(() -> requireNone(type, dto, layout, conversions));
    }
}
