package dev.verbatim.file;

import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
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
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
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

    private static final ValueLayout INT_LE = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout LONG_LE = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout LONG_BE = LONG_LE.withOrder(ByteOrder.BIG_ENDIAN);
    private static final MemoryLayout ID = sequenceLayout(16, JAVA_BYTE);

    record OfInstant(Instant v) {}

    record OfLocal(LocalDateTime v) {}

    record OfDate(LocalDate v) {}

    record OfDuration(Duration v) {}

    record OfOptional(Optional<Instant> v) {}

    record OfTimes(List<Instant> v) {}

    record OfLong(long v) {}

    record OfLongs(long[] v) {}

    record OfInt(int v) {}

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
        Conversion<Instant> orNull = CodeConversions.nullable(TimeConversions.epochNanos(), Long.MIN_VALUE);
        return Stream.of(
                of("'<M8[ns]'", OfInstant.class, LONG_LE, TimeConversions.epochNanos()),
                of("'>M8[us]'", OfInstant.class, LONG_BE, TimeConversions.epochMicros()),
                of("'<M8[ms]'", OfInstant.class, LONG_LE, TimeConversions.epochMillis()),
                of(
                        "'<M8[s]'",
                        OfInstant.class,
                        LONG_LE,
                        Conversion.ofLong(Instant.class, Instant::getEpochSecond, Instant::ofEpochSecond)),
                of("'<M8[ns]'", OfInstant.class, LONG_LE, orNull),
                of("'<M8[ns]'", OfOptional.class, LONG_LE, orNull),
                of("'<M8[ns]', (3,)", OfTimes.class, sequenceLayout(3, LONG_LE), TimeConversions.epochNanos()),
                of(
                        "'<M8[ns]', (3, 2)",
                        OfTimes.class,
                        sequenceLayout(3, sequenceLayout(2, LONG_LE)),
                        TimeConversions.epochNanos()),
                of("'<M8[us]'", OfLocal.class, LONG_LE, TimeConversions.localEpochMicros()),
                of(
                        "'<M8[D]'",
                        OfDate.class,
                        LONG_LE,
                        Conversion.ofLong(LocalDate.class, LocalDate::toEpochDay, LocalDate::ofEpochDay)),
                of(
                        "'<M8[s]'",
                        OfDate.class,
                        LONG_LE,
                        Conversion.ofLong(
                                LocalDate.class,
                                date -> date.toEpochDay() * 86_400,
                                seconds -> LocalDate.ofEpochDay(Math.floorDiv(seconds, 86_400)))),
                of("'<m8[us]'", OfDuration.class, LONG_LE, TimeConversions.durationMicros()),
                of(
                        "'<m8[h]'",
                        OfDuration.class,
                        LONG_LE,
                        Conversion.ofLong(Duration.class, Duration::toHours, Duration::ofHours)),
                // of such units there may be none in Java, and a number is none of any
                of("'<M8[25s]'", OfInstant.class, LONG_LE, TimeConversions.epochNanos()),
                of("'<M8[M]'", OfInstant.class, LONG_LE, TimeConversions.epochNanos()),
                of("'<M8'", OfInstant.class, LONG_LE, TimeConversions.epochNanos()),
                of("'<u4'", OfLong.class, INT_LE, NumberConversions.unsignedInt()),
                of("'<u4', (4,)", OfLongs.class, sequenceLayout(4, INT_LE), NumberConversions.unsignedInt()),
                of("'|u1'", OfInt.class, JAVA_BYTE, NumberConversions.unsignedByte()),
                of(
                        "'|u1', (2, 3)",
                        OfInts.class,
                        sequenceLayout(2, sequenceLayout(3, JAVA_BYTE)),
                        NumberConversions.unsignedByte()),
                of("'|V16'", OfId.class, ID, CodeConversions.uuid()),
                of("'|S16'", OfId.class, ID, CodeConversions.uuid()),
                of("'|u1', (16,)", OfId.class, ID, CodeConversions.uuid()),
                of("'|V16', (2,)", OfIds.class, sequenceLayout(2, ID), CodeConversions.uuid()),
                of("'|S16', (2,)", OfTexts.class, sequenceLayout(2, ID), TextConversions.latin1(16)),
                of("'|S16'", OfText.class, ID, TextConversions.utf8(16)));
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
                Path.of("any.npy"));
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
        String declare = " (offset=0); declare a conversion of what the file has";
        String member = " (offset=0); declare the member as the file has it";
        String makes = " (offset=0), of whose 1000000007 the conversion makes ";
        Conversion<Instant> since2000 = Conversion.ofLong(
                Instant.class,
                time -> time.getEpochSecond() - 946_684_800,
                seconds -> Instant.ofEpochSecond(seconds + 946_684_800));
        return Stream.of(
                not(
                        "'<M8[us]'",
                        OfLong.class,
                        LONG_LE,
                        "<i8 (offset=0), the file has <M8[us]" + declare
                                + ", as `Conversions.of(TimeConversions.epochMicros())`"),
                not(
                        "'<m8[ns]', (2,)",
                        OfLongs.class,
                        sequenceLayout(2, LONG_LE),
                        "('<i8', (2,)) (offset=0), the file has ('<m8[ns]', (2,))" + declare
                                + ", as `Conversions.of(TimeConversions.durationNanos())`"),
                not("'<M8[D]'", OfLong.class, LONG_LE, "<i8 (offset=0), the file has <M8[D]" + declare),
                not("'<u8'", OfLong.class, LONG_LE, "<i8 (offset=0), the file has <u8" + declare),
                not(
                        "'<u4'",
                        OfInt.class,
                        INT_LE,
                        "<i4 (offset=0), the file has <u4" + declare
                                + ", as `Conversions.of(NumberConversions.unsignedInt())`"),
                not(
                        "'|u1'",
                        OfByte.class,
                        JAVA_BYTE,
                        "|i1 (offset=0), the file has |u1" + declare
                                + ", as `Conversions.of(NumberConversions.unsignedByte())`"),
                not("'|V16'", OfBytes.class, ID, "('|i1', (16,)) (offset=0), the file has |V16" + declare),
                not("'|S16'", OfBytes.class, ID, "('|i1', (16,)) (offset=0), the file has |S16" + member),
                not(
                        "'|S16', (2,)",
                        OfBytes.class,
                        sequenceLayout(2, ID),
                        "('|i1', (2, 16)) (offset=0), the file has ('|S16', (2,))" + declare),
                not("'>u4'", OfLong.class, INT_LE, "<i4 (offset=0), the file has >u4" + member, unsignedInt()),
                not("'<u8'", OfLong.class, INT_LE, "<i4 (offset=0), the file has <u8" + member, unsignedInt()),
                not("'<f4'", OfLong.class, INT_LE, "<i4 (offset=0), the file has <f4" + member, unsignedInt()),
                not("''", OfLong.class, INT_LE, "<i4 (offset=0), the file has " + member, unsignedInt()),
                not("'|S15'", OfId.class, ID, "('|i1', (16,)) (offset=0), the file has |S15" + member, uuid()),
                not(
                        "'<M8[ms]'",
                        OfInstant.class,
                        LONG_LE,
                        "<i8 (offset=0), the file has <M8[ms]" + makes
                                + "1970-01-01T00:00:01.000000007Z, and not 1970-01-12T13:46:40.007Z; declare a"
                                + " conversion of what the file has, as"
                                + " `Conversions.of(TimeConversions.epochMillis())`",
                        TimeConversions.epochNanos()),
                not(
                        "'<M8[ns]'",
                        OfOptional.class,
                        LONG_LE,
                        "<i8 (offset=0), the file has <M8[ns]" + makes
                                + "1970-01-01T00:16:40.000007Z, and not 1970-01-01T00:00:01.000000007Z; declare a"
                                + " conversion of what the file has, as"
                                + " `Conversions.of(TimeConversions.epochNanos())`",
                        CodeConversions.nullable(TimeConversions.epochMicros(), Long.MIN_VALUE)),
                not(
                        "'<M8[s]'",
                        OfInstant.class,
                        LONG_LE,
                        "<i8 (offset=0), the file has <M8[s]" + makes
                                + "2031-09-09T01:46:47Z, and not 2001-09-09T01:46:47Z; declare a conversion of what"
                                + " the file has",
                        since2000),
                not(
                        "'<M8[ms]'",
                        OfLocal.class,
                        LONG_LE,
                        "<i8 (offset=0), the file has <M8[ms]" + makes
                                + "1970-01-01T00:16:40.000007, and not 1970-01-12T13:46:40.007; declare a conversion"
                                + " of what the file has, as `Conversions.of(TimeConversions.localEpochMillis())`",
                        TimeConversions.localEpochMicros()),
                not(
                        "'<M8[h]'",
                        OfDate.class,
                        LONG_LE,
                        "<i8 (offset=0), the file has <M8[h]" + makes + "+2739877-01-10, and not +116049-06-16;"
                                + " declare a conversion of what the file has",
                        Conversion.ofLong(LocalDate.class, LocalDate::toEpochDay, LocalDate::ofEpochDay)),
                not(
                        "'<m8[us]', (3,)",
                        OfTimes.class,
                        sequenceLayout(3, LONG_LE),
                        "('<i8', (3,)) (offset=0), the file has ('<m8[us]', (3,))" + makes
                                + "1970-01-01T00:16:40.000007Z, and not PT16M40.000007S; declare a conversion of what"
                                + " the file has, as `Conversions.of(TimeConversions.durationMicros())`",
                        TimeConversions.epochMicros()));
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
