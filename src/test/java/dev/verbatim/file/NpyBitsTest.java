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
import java.time.Instant;
import java.util.List;
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
    private static final ValueLayout INT_LE = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout LONG_LE = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final MemoryLayout ID = sequenceLayout(16, JAVA_BYTE);

    record OfInstant(Instant v) {}

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
        String member = " (offset=0); declare the member as the file has it";
        String own = " (offset=0); declare a type of your own, and its conversion";
        return Stream.of(
                not("'<u8'", OfLong.class, LONG_LE, "<i8 (offset=0), the file has <u8" + own),
                not(
                        "'<u4'",
                        OfInt.class,
                        INT_LE,
                        "<i4 (offset=0), the file has <u4 (offset=0); declare `long` and its"
                                + " NumberConversions.unsignedInt()"),
                not(
                        "'|u1'",
                        OfByte.class,
                        JAVA_BYTE,
                        "|i1 (offset=0), the file has |u1 (offset=0); declare `int` and its"
                                + " NumberConversions.unsignedByte()"),
                not(
                        "'<u4'",
                        OfBox.class,
                        INT_LE,
                        "<i4 (offset=0), the file has <u4 (offset=0); declare `long` and its"
                                + " NumberConversions.unsignedInt()",
                        CodeConversions.nullable(Integer.class, 0)),
                not("'|V16'", OfBytes.class, ID, "('|i1', (16,)) (offset=0), the file has |V16" + own),
                not("'|S16'", OfBytes.class, ID, "('|i1', (16,)) (offset=0), the file has |S16" + member),
                not(
                        "'|S16', (2,)",
                        OfBytes.class,
                        sequenceLayout(2, ID),
                        "('|i1', (2, 16)) (offset=0), the file has ('|S16', (2,))" + own),
                not("'>u4'", OfLong.class, INT_LE, "<i4 (offset=0), the file has >u4" + member, unsignedInt()),
                not("'<u8'", OfLong.class, INT_LE, "<i4 (offset=0), the file has <u8" + member, unsignedInt()),
                not("'<f4'", OfLong.class, INT_LE, "<i4 (offset=0), the file has <f4" + member, unsignedInt()),
                not("''", OfLong.class, INT_LE, "<i4 (offset=0), the file has " + member, unsignedInt()),
                not("'|S15'", OfId.class, ID, "('|i1', (16,)) (offset=0), the file has |S15" + member, uuid()),
                not(
                        "'<M8[ns]'",
                        OfInstant.class,
                        LONG_LE,
                        "<i8 (offset=0), the file has <M8[ns]" + member,
                        TimeConversions.epochNanos()),
                not(
                        "'<M4'",
                        OfInstant.class,
                        LONG_LE,
                        "<i8 (offset=0), the file has <M4" + member,
                        TimeConversions.epochNanos()));
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
