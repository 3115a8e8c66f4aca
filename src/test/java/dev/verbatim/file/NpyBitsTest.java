package dev.verbatim.file;

import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.verbatim.CodeConversions;
import dev.verbatim.Conversion;
import dev.verbatim.Conversions;
import dev.verbatim.LayoutMismatchException;
import dev.verbatim.NumberConversions;
import dev.verbatim.StructCodec;
import dev.verbatim.TextConversions;
import dev.verbatim.TimeConversions;
import dev.verbatim.file.PythonLiteral.SyntaxException;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.math.BigDecimal;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Types of NumPy that only a conversion reads. */
@SuppressWarnings("ArrayRecordComponent") // they bind like any other
class NpyBitsTest {

    private static final ValueLayout SHORT_LE = ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout CHAR_LE = ValueLayout.JAVA_CHAR_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfInt INT_LE = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfLong LONG_LE =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout DOUBLE_BE = ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final ValueLayout FLOAT_LE = ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final MemoryLayout ID = sequenceLayout(16, JAVA_BYTE);
    private static final MemoryLayout FOUR_INTS = sequenceLayout(4, INT_LE);
    private static final MemoryLayout FOUR_LONGS = sequenceLayout(2, sequenceLayout(2, LONG_LE));

    record OfInstant(Instant v) {}

    record OfOptional(Optional<Instant> v) {}

    record OfInstants(Instant[] v) {}

    record OfLocal(LocalDateTime v) {}

    record OfDate(LocalDate v) {}

    record OfDuration(Duration v) {}

    record Index(int it) {}

    record OfIndex(Index v) {}

    record OfIndexes(List<Index> v) {}

    record OfShort(short v) {}

    record OfFloat(float v) {}

    record OfFloats(float[] v) {}

    record OfDouble(double v) {}

    record OfDoubles(double[] v) {}

    /** Bytes of any meaning. */
    private static final Conversion<?> ANY =
            Conversion.ofBytes(UUID.class, 16, (value, bytes, offset) -> {}, (bytes, offset) -> new UUID(1, 2));

    private static Conversion<?> half() {
        try {
            return Conversion.ofHandles(
                    MethodHandles.lookup()
                            .findStatic(Float.class, "floatToFloat16", MethodType.methodType(short.class, float.class)),
                    MethodHandles.lookup()
                            .findStatic(
                                    Float.class, "float16ToFloat", MethodType.methodType(float.class, short.class)));
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(e.getMessage(), e);
        }
    }

    record OfFlags(boolean[] v) {}

    record OfUnits3(ChronoUnit[] v) {}

    record Ticks(long it) {}

    record OfTicks(Ticks v) {}

    private static final Conversion<Ticks> TICKS = Conversion.ofLong(Ticks.class, Ticks::it, Ticks::new);

    record OfUnit(ChronoUnit v) {}

    record OfUnits(EnumSet<ChronoUnit> v) {}

    record OfBox64(Long v) {}

    record OfNumber(BigDecimal v) {}

    record OfLong(long v) {}

    record OfLongs(long[] v) {}

    record OfInt(int v) {}

    record OfBox(Integer v) {}

    record OfByte(byte v) {}

    record OfInts(int[] v) {}

    record OfBytes(byte[] v) {}

    record OfTexts(String[] v) {}

    record OfText(String v) {}

    record OfId(UUID v) {}

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
                of("'<f2'", OfFloat.class, SHORT_LE, half()),
                of("'<f2', (3,)", OfFloats.class, sequenceLayout(3, SHORT_LE), half()),
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

    private static <T extends Record> void requireNone(
            String type, Class<T> dto, MemoryLayout layout, Conversions conversions) throws SyntaxException {
        StructCodec<T> codec =
                StructCodec.ofRecord(lookup(), dto, MemoryLayout.structLayout(layout.withName("v")), conversions);
        String literal = "[('v', " + type + ")]";
        NpyDtypeMismatches.requireNone(
                NpyDtypeParser.parse(PythonLiteral.parse(literal), literal),
                NpyDtypeTest.bindingOf(codec),
                Path.of("any.npy"),
                NpyDtypeMismatches.Fields.ALL);
    }

    private static Arguments not(
            String type,
            Class<? extends Record> dto,
            MemoryLayout layout,
            String message,
            Conversion<?>... conversions) {
        return Arguments.of(type, dto, layout, Conversions.of(conversions), message);
    }

    static Stream<Arguments> whatTheFileDoesNotHave() {
        String member = " (offset=0); declare the member as the file has it";
        String own = " (offset=0); declare a type of your own, and its conversion";
        return Stream.of(
                not("'<u8'", OfLong.class, LONG_LE, "<i8 (offset=0), the file has <u8" + own),
                not(
                        "'<u4'",
                        OfInt.class,
                        INT_LE,
                        "<i4 (offset=0), the file has <u4 (offset=0); declare `long` with"
                                + " NumberConversions.unsignedInt()"),
                not(
                        "'|u1'",
                        OfByte.class,
                        JAVA_BYTE,
                        "|i1 (offset=0), the file has |u1 (offset=0); declare `int` with"
                                + " NumberConversions.unsignedByte()"),
                not(
                        "'<u4'",
                        OfBox.class,
                        INT_LE,
                        "<i4 (offset=0), the file has <u4 (offset=0); declare `long` with"
                                + " NumberConversions.unsignedInt()",
                        CodeConversions.nullable(Integer.class, 0)),
                not(
                        "'<f2'",
                        OfShort.class,
                        SHORT_LE,
                        "<i2 (offset=0), the file has <f2 (offset=0); declare `float` with a conversion by"
                                + " Float.floatToFloat16 and float16ToFloat"),
                not(
                        "'>f2', (2,)",
                        OfFloat.class,
                        FLOAT_LE,
                        "<f4 (offset=0), the file has ('>f2', (2,)) (offset=0); make the member ('>i2', (2,))"
                                + " (offset=0), and declare `float[]` with a conversion by Float.floatToFloat16 and"
                                + " float16ToFloat"),
                not(
                        "'<f2'",
                        OfInt.class,
                        SHORT_LE,
                        "<i2 (offset=0), the file has <f2 (offset=0); declare `float` with a conversion by"
                                + " Float.floatToFloat16 and float16ToFloat",
                        NumberConversions.unsignedShort()),
                not(
                        "'<c16'",
                        OfDoubles.class,
                        sequenceLayout(2, DOUBLE_BE),
                        "('>f8', (2,)) (offset=0), the file has <c16 (offset=0); make the member ('<f8', (2,))"
                                + " (offset=0), and declare `double[]`"),
                not(
                        "'<c8'",
                        OfFloat.class,
                        FLOAT_LE,
                        "<f4 (offset=0), the file has <c8 (offset=0); make the member ('<f4', (2,)) (offset=0), and"
                                + " declare `float[]`"),
                not("'<f16'", OfBytes.class, ID, "('|i1', (16,)) (offset=0), the file has <f16" + own),
                not("'<f16'", OfId.class, ID, "('|i1', (16,)) (offset=0), the file has <f16" + own, uuid()),
                not(
                        "'<f16'",
                        OfDouble.class,
                        DOUBLE_BE,
                        ">f8 (offset=0), the file has <f16 (offset=0); make the member ('|i1', (16,)) (offset=0), and"
                                + " declare a type of your own, and its conversion"),
                not(
                        "'|O'",
                        OfInt.class,
                        INT_LE,
                        "<i4 (offset=0), the file has |O (offset=0); NumPy makes another of it by a.astype, such as U16"
                                + " of objects"),
                not("'|V16'", OfBytes.class, ID, "('|i1', (16,)) (offset=0), the file has |V16" + own),
                not(
                        "'|V16'",
                        OfText.class,
                        ID,
                        "|S16 (offset=0), the file has |V16 (offset=0); make the member ('|i1', (16,)) (offset=0), and"
                                + " declare `String` with TextConversions.utf8(16)"),
                not(
                        "'|u1', (16,)",
                        OfText.class,
                        ID,
                        "|S16 (offset=0), the file has ('|u1', (16,)) (offset=0); make the member ('|i1', (16,))"
                                + " (offset=0), and declare `String` with TextConversions.utf8(16)"),
                not(
                        "'|u1', (16,)",
                        OfBytes.class,
                        ID,
                        "('|i1', (16,)) (offset=0), the file has ('|u1', (16,)) (offset=0); declare `int[]` with"
                                + " NumberConversions.unsignedByte()"),
                not("'|S1'", OfByte.class, JAVA_BYTE, "|i1 (offset=0), the file has |S1" + member),
                not("'|V0'", OfByte.class, JAVA_BYTE, "|i1 (offset=0), the file has |V0" + member),
                not(
                        "'<u2'",
                        OfShort.class,
                        SHORT_LE,
                        "<i2 (offset=0), the file has <u2 (offset=0); declare `int` with"
                                + " NumberConversions.unsignedShort()"),
                not("'<u2'", OfLong.class, LONG_LE, "<i8 (offset=0), the file has <u2" + member),
                not(
                        "'<u4'",
                        OfDate.class,
                        INT_LE,
                        "<i4 (offset=0), the file has <u4 (offset=0); declare `long` with"
                                + " NumberConversions.unsignedInt()",
                        TimeConversions.epochDay()),
                not(
                        "'<u4'",
                        OfUnit.class,
                        INT_LE,
                        "<i4 (offset=0), the file has <u4 (offset=0); declare `long` with"
                                + " NumberConversions.unsignedInt()",
                        CodeConversions.intCodes(ChronoUnit.class, ChronoUnit.NANOS::compareTo)),
                not(
                        "'<M8[h]'",
                        OfUnits.class,
                        LONG_LE,
                        "<i8 (offset=0), the file has <M8[h]" + own,
                        CodeConversions.enumSet(ChronoUnit.class)),
                not(
                        "'<M8[h]'",
                        OfFlags.class,
                        LONG_LE,
                        "<i8 (offset=0), the file has <M8[h]" + own,
                        CodeConversions.bits(64)),
                not(
                        "'<M8[h]'",
                        OfText.class,
                        LONG_LE,
                        "<i8 (offset=0), the file has <M8[h]" + own,
                        TextConversions.ascii8()),
                not(
                        "'<M8[h]'",
                        OfText.class,
                        LONG_LE,
                        "<i8 (offset=0), the file has <M8[h]" + own,
                        TextConversions.base65()),
                not(
                        "'<M8[h]', (2,)",
                        OfId.class,
                        sequenceLayout(2, LONG_LE),
                        "('<i8', (2,)) (offset=0), the file has ('<M8[h]', (2,))" + own,
                        CodeConversions.uuid(LONG_LE)),
                not(
                        "'<M8[ns]', (2,)",
                        OfLongs.class,
                        sequenceLayout(2, LONG_LE),
                        "('<i8', (2,)) (offset=0), the file has ('<M8[ns]', (2,)) (offset=0); declare `Instant[]` with"
                                + " TimeConversions.epochNanos()"),
                not(
                        "'<M8[ns]'",
                        OfInt.class,
                        INT_LE,
                        "<i4 (offset=0), the file has <M8[ns] (offset=0); make the member <i8 (offset=0), and declare"
                                + " `Instant` with TimeConversions.epochNanos()"),
                not(
                        "'|S16'",
                        OfBytes.class,
                        ID,
                        "('|i1', (16,)) (offset=0), the file has |S16 (offset=0); declare `String`"),
                not(
                        "'|S16', (2,)",
                        OfBytes.class,
                        sequenceLayout(2, ID),
                        "('|i1', (2, 16)) (offset=0), the file has ('|S16', (2,)) (offset=0); declare `String[]` with"
                                + " TextConversions.utf8(16)"),
                not(
                        "'>u4'",
                        OfLong.class,
                        INT_LE,
                        "<i4 (offset=0), the file has >u4 (offset=0); make the member >i4 (offset=0), and declare"
                                + " `long` with NumberConversions.unsignedInt()",
                        unsignedInt()),
                not(
                        "'<u8'",
                        OfLong.class,
                        INT_LE,
                        "<i4 (offset=0), the file has <u8 (offset=0); make the member <i8 (offset=0), and declare a"
                                + " type of your own, and its conversion",
                        unsignedInt()),
                not("'<f4'", OfLong.class, INT_LE, "<i4 (offset=0), the file has <f4" + member, unsignedInt()),
                not(
                        "''",
                        OfLong.class,
                        INT_LE,
                        "<i4 (offset=0), the file has  (offset=0); NumPy makes another of it by a.astype, such as U16"
                                + " of objects",
                        unsignedInt()),
                not("'|S15'", OfId.class, ID, "('|i1', (16,)) (offset=0), the file has |S15" + member, uuid()),
                not(
                        "'<u8'",
                        OfNumber.class,
                        LONG_LE,
                        "<i8 (offset=0), the file has <u8" + own,
                        NumberConversions.decimal(2)),
                not(
                        "'<u8'",
                        OfInstant.class,
                        LONG_LE,
                        "<i8 (offset=0), the file has <u8" + own,
                        TimeConversions.epochNanos()),
                not("'<M8[ns]'", OfLong.class, LONG_LE, time("<M8[ns]", "`Instant` with TimeConversions.epochNanos()")),
                not(
                        "'<M8[ns]'",
                        OfInstant.class,
                        LONG_LE,
                        time("<M8[ns]", "`Instant` with TimeConversions.epochNanos()"),
                        TimeConversions.epochMicros()),
                not(
                        "'<M8[us]'",
                        OfLocal.class,
                        LONG_LE,
                        time("<M8[us]", "`LocalDateTime` with TimeConversions.localEpochMicros()"),
                        TimeConversions.localEpochSeconds()),
                not(
                        "'<M8[ms]'",
                        OfInstant.class,
                        LONG_LE,
                        time("<M8[ms]", "`Instant` with TimeConversions.epochMillis()"),
                        nullable(TimeConversions.epochNanos())),
                not(
                        "'<M8[s]'",
                        OfDuration.class,
                        LONG_LE,
                        time("<M8[s]", "`Instant` with TimeConversions.epochSeconds()"),
                        TimeConversions.durationSeconds()),
                not(
                        "'<M8[D]'",
                        OfInstant.class,
                        LONG_LE,
                        time("<M8[D]", "`LocalDate` with TimeConversions.epochDay(JAVA_LONG)"),
                        TimeConversions.epochSeconds()),
                not(
                        "'<m8[ns]'",
                        OfInstant.class,
                        LONG_LE,
                        time("<m8[ns]", "`Duration` with TimeConversions.durationNanos()"),
                        TimeConversions.epochNanos()),
                not(
                        "'<M8[25s]'",
                        OfInstant.class,
                        LONG_LE,
                        "<i8 (offset=0), the file has <M8[25s]" + own,
                        TimeConversions.epochSeconds()),
                not(
                        "'<M8[h]'",
                        OfInstant.class,
                        LONG_LE,
                        "<i8 (offset=0), the file has <M8[h]" + own,
                        TimeConversions.epochSeconds()),
                not(
                        "'<M8'",
                        OfInstant.class,
                        LONG_LE,
                        "<i8 (offset=0), the file has <M8" + own,
                        TimeConversions.epochSeconds()),
                not(
                        "'>M8[ns]'",
                        OfInstant.class,
                        LONG_LE,
                        "<i8 (offset=0), the file has >M8[ns] (offset=0); make the member >i8 (offset=0), and declare"
                                + " `Instant` with TimeConversions.epochNanos()",
                        TimeConversions.epochNanos()),
                not("'<M8[ns]'", OfUnit.class, LONG_LE, time("<M8[ns]", "`Instant` with TimeConversions.epochNanos()")),
                not(
                        "'<U4'",
                        OfInts.class,
                        FOUR_INTS,
                        "('<i4', (4,)) (offset=0), the file has <U4 (offset=0); declare `String` with"
                                + " TextConversions.utf32(4, JAVA_INT.withOrder(ByteOrder.LITTLE_ENDIAN))"),
                not(
                        "'<U4'",
                        OfLongs.class,
                        FOUR_INTS,
                        "('<i4', (4,)) (offset=0), the file has <U4 (offset=0); declare `String` with"
                                + " TextConversions.utf32(4, JAVA_INT.withOrder(ByteOrder.LITTLE_ENDIAN))",
                        unsignedInt()),
                not(
                        "'>U4'",
                        OfText.class,
                        FOUR_INTS,
                        "('<i4', (4,)) (offset=0), the file has >U4 (offset=0); make the member ('>i4', (4,))"
                                + " (offset=0), and declare `String` with TextConversions.utf32(4,"
                                + " JAVA_INT.withOrder(ByteOrder.BIG_ENDIAN))",
                        TextConversions.utf32(4, INT_LE)),
                not(
                        "'<U5'",
                        OfText.class,
                        FOUR_INTS,
                        "('<i4', (4,)) (offset=0), the file has <U5 (offset=0); make the member ('<i4', (5,))"
                                + " (offset=0), and declare `String` with TextConversions.utf32(5,"
                                + " JAVA_INT.withOrder(ByteOrder.LITTLE_ENDIAN))",
                        TextConversions.utf32(4, INT_LE)),
                not(
                        "'<M4'",
                        OfInstant.class,
                        LONG_LE,
                        "<i8 (offset=0), the file has <M4 (offset=0); NumPy makes another of it by a.astype, such as"
                                + " U16 of objects",
                        TimeConversions.epochNanos()));
    }

    private static String time(String type, String suggestion) {
        return "<i8 (offset=0), the file has " + type + " (offset=0); declare " + suggestion;
    }

    private static Conversion<?> nullable(Conversion<?> conversion) {
        return CodeConversions.nullable(conversion, Long.MIN_VALUE);
    }

    private static Conversion<?> unsignedInt() {
        return NumberConversions.unsignedInt();
    }

    private static Conversion<?> uuid() {
        return CodeConversions.uuid();
    }

    @ParameterizedTest
    @MethodSource("whatTheFileDoesNotHave")
    void whatAConversionIsNotDeclaredForIsRefused(
            String type, Class<? extends Record> dto, MemoryLayout layout, Conversions conversions, String message) {
        assertEquals(
                "v: the layout has " + message,
                assertThrows(LayoutMismatchException.class, () -> requireNone(type, dto, layout, conversions))
                        .mismatches()
                        .getFirst());
    }
}
