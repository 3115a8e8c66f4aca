package dev.verbatim.file;

import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.verbatim.CodeConversions;
import dev.verbatim.Conversion;
import dev.verbatim.Conversions;
import dev.verbatim.LayoutMismatchException;
import dev.verbatim.NumberConversions;
import dev.verbatim.TextConversions;
import dev.verbatim.TimeConversions;
import java.lang.foreign.MemoryLayout;
import java.math.BigDecimal;
import java.time.temporal.ChronoUnit;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Types of NumPy that the member or its conversion does not read, and what to declare in its place. */
@SuppressWarnings("ArrayRecordComponent") // they bind like any other
class NpyBitsMismatchTest extends NpyBitsFixture {

    record OfShort(short v) {}

    record OfDouble(double v) {}

    record OfFlags(boolean[] v) {}

    record OfNumber(BigDecimal v) {}

    record OfBox(Integer v) {}

    record OfByte(byte v) {}

    record OfBytes(byte[] v) {}

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
                        "<i2 (offset=0), the file has <f2 (offset=0); declare `float` with"
                                + " NumberConversions.half()"),
                not(
                        "'>f2', (2,)",
                        OfFloat.class,
                        FLOAT_LE,
                        "<f4 (offset=0), the file has ('>f2', (2,)) (offset=0); make the member ('>i2', (2,))"
                                + " (offset=0), and declare `float[]` with NumberConversions.half()"),
                not(
                        "'<f2'",
                        OfInt.class,
                        SHORT_LE,
                        "<i2 (offset=0), the file has <f2 (offset=0); declare `float` with"
                                + " NumberConversions.half()",
                        NumberConversions.unsignedShort()),
                not(
                        "'<u2'",
                        OfFloat.class,
                        SHORT_LE,
                        "<i2 (offset=0), the file has <u2 (offset=0); declare `int` with"
                                + " NumberConversions.unsignedShort()",
                        NumberConversions.half()),
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
