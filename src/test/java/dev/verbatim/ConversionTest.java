package dev.verbatim;

import static dev.verbatim.ConvertedDto.CONVERSIONS;
import static dev.verbatim.ConvertedDto.LAYOUT;
import static dev.verbatim.ConvertedDto.VAR_LAYOUT;
import static dev.verbatim.ConvertedDto.at;
import static dev.verbatim.ConvertedDto.sample;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.ConvertedDto.AsClass;
import dev.verbatim.ConvertedDto.AsRecord;
import dev.verbatim.ConvertedDto.AsView;
import dev.verbatim.ConvertedDto.Side;
import java.lang.foreign.Arena;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Values that conversions make have the bytes of the baseline; the values and bytes that are none are refused. */
class ConversionTest {

    private static final StructCodec<AsRecord> RECORD =
            StructCodec.ofRecord(lookup(), AsRecord.class, LAYOUT, CONVERSIONS);
    private static final ReusableCodec<AsClass> CLASS =
            StructCodec.ofClass(lookup(), AsClass.class, LAYOUT, CONVERSIONS);
    private static final VarCodec<AsRecord> VAR = VarCodec.builder(lookup(), AsRecord.class, VAR_LAYOUT)
            .withConversions(CONVERSIONS)
            .build();
    private static final ViewFactory<AsView> VIEWS = ViewFactory.of(lookup(), AsView.class, LAYOUT, CONVERSIONS);

    private static void assertBytes(MemorySegment expected, MemorySegment found, long size) {
        assertEquals(-1, MemorySegment.mismatch(expected, 0, size, found, 0, size));
    }

    @Test
    void aRecordHasTheBytesOfTheBaseline() {
        try (Arena arena = Arena.ofConfined()) {
            for (MemorySegment segment : List.of(
                    MemorySegment.ofArray(new byte[(int) LAYOUT.byteSize()]),
                    MemorySegment.ofArray(new long[(int) LAYOUT.byteSize() / 8]),
                    arena.allocate(LAYOUT))) {
                RECORD.write(sample(), segment, 0);
                assertBytes(ConvertedDto.bytesOf(sample(), LAYOUT), segment, LAYOUT.byteSize());
                assertEquals(sample(), RECORD.read(segment, 0));
            }
        }
    }

    @Test
    void aClassHasTheBytesOfTheBaseline() {
        MemorySegment segment = MemorySegment.ofArray(new byte[(int) LAYOUT.byteSize()]);
        CLASS.write(AsClass.of(sample()), segment, 0);
        assertBytes(ConvertedDto.bytesOf(sample(), LAYOUT), segment, LAYOUT.byteSize());
        AsClass target = new AsClass();
        CLASS.readInto(target, segment, 0);
        assertEquals(sample(), target.toRecord());
        assertEquals(sample(), CLASS.read(segment, 0).toRecord());
    }

    @Test
    void aVariableLengthRecordHasTheBytesOfTheBaseline() {
        MemorySegment segment = MemorySegment.ofArray(new byte[1024]);
        assertEquals(VAR_LAYOUT.byteSize(), VAR.write(sample(), segment, 0));
        long header = at(VAR_LAYOUT, "time");
        MemorySegment expected = ConvertedDto.bytesOf(sample(), VAR_LAYOUT);
        assertBytes(expected.asSlice(header), segment.asSlice(header), VAR_LAYOUT.byteSize() - header);
        assertEquals(sample(), VAR.read(segment, 0));
    }

    @Test
    void aViewHasTheBytesOfTheBaseline() {
        AsView view = VIEWS.allocate(Arena.ofAuto());
        ConvertedDto.set(view, sample());
        assertBytes(ConvertedDto.bytesOf(sample(), LAYOUT), view.segment(), LAYOUT.byteSize());
        assertEquals(sample(), ConvertedDto.get(view));
        assertTrue(view.toString().contains("time=2026-11-22T10:11:12.123456789Z"), view::toString);
    }

    /** A value of one member that cannot be stored. */
    static Stream<Arguments> refusedValues() {
        return Stream.of(
                Arguments.of("time", null, "time is null; expected a java.time.Instant"),
                Arguments.of(
                        "time",
                        Instant.MAX,
                        "time=+1000000000-12-31T23:59:59.999999999Z: expected a time that a long of units of 1 ns can"
                                + " say, found +1000000000-12-31T23:59:59.999999999Z"),
                Arguments.of(
                        "span",
                        Duration.ofNanos(1),
                        "span=PT0.000000001S: expected a multiple of 1000 ns, found 1 ns in the last second; truncate"
                                + " it, or store a smaller unit"),
                Arguments.of("id", null, "id is null; expected a java.util.UUID"),
                Arguments.of("unsigned32", 1L << 32, "unsigned32=4294967296: expected a number from 0 to 4294967295"),
                Arguments.of("unsigned16", -1, "unsigned16=-1: expected a number from 0 to 65535"),
                Arguments.of("unsigned8", 256, "unsigned8=256: expected a number from 0 to 255"),
                Arguments.of("size24", 1 << 24, "size24=16777216: expected a number from 0 to 16777215"),
                Arguments.of(
                        "time48",
                        1L << 47,
                        "time48=140737488355328: expected a number from -140737488355328 to 140737488355327"),
                Arguments.of(
                        "amount",
                        new BigDecimal("0.00001"),
                        "amount=0.00001: expected a number that a long with scale=4 can say; round it"),
                Arguments.of("scaled", 0.125, "scaled=0.125: expected a number of units of 1/100; round it"),
                Arguments.of(
                        "scaled", -0.0, "scaled=-0.0: expected 0.0, as an integer has no negative zero; add 0.0 to it"),
                Arguments.of(
                        "scaled",
                        1e15,
                        "scaled=1.0E15: expected at most 2^53 units of 1/100, of which a double has all; declare fewer"
                                + " digits, or a BigDecimal"),
                Arguments.of("scaled", Double.NaN, "scaled=NaN: expected a finite number"),
                Arguments.of("scaled", Double.NEGATIVE_INFINITY, "scaled=-Infinity: expected a finite number"),
                Arguments.of("side", null, "side is null; expected a dev.verbatim.ConvertedDto$Side"),
                Arguments.of("flags", new boolean[9], "flags: expected length=10, found 9"),
                Arguments.of(
                        "maybe",
                        Integer.MIN_VALUE,
                        "maybe=-2147483648: it stands for null; expected another value, or null"),
                Arguments.of("symbol", "ABCDEFGHI", "symbol=ABCDEFGHI: expected at most 8 characters, found 9"),
                Arguments.of(
                        "symbol", "\u00e9", "symbol=\u00e9: expected ASCII from 1 to 127, found U+00E9 at index=0"),
                Arguments.of(
                        "code",
                        "A B",
                        "code=A B: expected a letter or digit of ASCII, `.` or `_`, found U+0020 at index=1"),
                Arguments.of(
                        "left",
                        "ab ",
                        "left=ab : it ends with a blank, which cannot be told from the padding; remove it"),
                Arguments.of("right", "123456", "right=123456: expected at most 5 characters, found 6"),
                Arguments.of(
                        "seconds",
                        Instant.ofEpochSecond(1, 5),
                        "seconds=1970-01-01T00:00:01.000000005Z: expected a multiple of 1000000000 ns, found 5 ns in"
                                + " the last second; truncate it, or store a smaller unit"),
                Arguments.of("date", null, "date is null; expected a java.time.LocalDate"),
                Arguments.of(
                        "wide",
                        "\ud83d\ude00".repeat(6),
                        "wide=" + "\ud83d\ude00".repeat(6) + ": expected at most 5 code points, found 6"),
                Arguments.of(
                        "wide", "a\ud83d", "wide=a\ud83d: expected a whole surrogate pair, found U+D83D at index=1"),
                Arguments.of(
                        "wide", "a\0", "wide=a\0: it ends in \\0, which cannot be told from the padding; remove it"));
    }

    @ParameterizedTest
    @MethodSource("refusedValues")
    void aValueThatIsRefusedIsNotWritten(String member, Object value, String message) throws Exception {
        AsClass dto = AsClass.of(sample());
        AsClass.class.getDeclaredField(member).set(dto, value);
        MemorySegment segment = MemorySegment.ofArray(new byte[(int) LAYOUT.byteSize()]);
        assertRefused(value, message, 0, () -> CLASS.write(dto, segment, 0));
        assertRefused(value, message, 0, () -> RECORD.write(dto.toRecord(), segment, 0));
        assertEquals(
                -1, segment.mismatch(MemorySegment.ofArray(new byte[(int) LAYOUT.byteSize()])), "nothing is written");
        MemorySegment longer = MemorySegment.ofArray(new byte[1024]);
        assertRefused(value, message, 0, () -> VAR.write(dto.toRecord(), longer, 0));
        assertEquals(-1, longer.mismatch(MemorySegment.ofArray(new byte[1024])), "nothing is written");
        AsView view = VIEWS.wrap(segment, 0);
        ConvertedDto.set(view, sample());
        RuntimeException fault = assertThrows(RuntimeException.class, () -> ConvertedDto.set(view, dto.toRecord()));
        if (message != null) {
            assertTrue(fault.getMessage().endsWith(message), fault::getMessage);
        }
        assertEquals(sample(), ConvertedDto.get(view));
    }

    private static void assertRefused(Object value, String message, long offset, Executable write) {
        RuntimeException fault = assertThrows(RuntimeException.class, write);
        assertEquals(value == null ? NullPointerException.class : IllegalArgumentException.class, fault.getClass());
        if (message != null) {
            assertTrue(fault.getMessage().startsWith("cannot write "), fault::getMessage);
            assertTrue(fault.getMessage().endsWith(" at offset=" + offset + ": " + message), fault::getMessage);
        }
    }

    /** Bytes of one member that are no value. */
    static Stream<Arguments> corruptBytes() {
        return Stream.of(
                Arguments.of("side", 'X', 1, "88 (no constant of dev.verbatim.ConvertedDto$Side has this code)"),
                Arguments.of(
                        "sides", 9, 8, "9 (bit 3 is set, and dev.verbatim.ConvertedDto$Side has no such constant)"),
                Arguments.of("flags", 1 << 10, 8, "1024 (expected 10 bits)"),
                Arguments.of("scaled", Long.MAX_VALUE, 8, null),
                Arguments.of("seconds", Long.MAX_VALUE, 8, null),
                Arguments.of("date", Long.MIN_VALUE, 8, null),
                Arguments.of("wide", 0xdc00, 4, null),
                Arguments.of("wide", 0x110000, 4, null),
                Arguments.of("wide", -1, 4, null),
                Arguments.of("symbol", 0x4100L, 8, "16640 (byte 0 is no ASCII from 1 to 127)"),
                Arguments.of("code", -1L, 8, "-1 (it is no number of digits from 1 to 64 in base 65)"),
                Arguments.of("price", -1L, 8, "-1 (ticks < 0)"));
    }

    @ParameterizedTest
    @MethodSource("corruptBytes")
    void bytesThatAreNoValueAreCorrupt(String member, Object stored, int size, String found) {
        long bits = stored instanceof Character c ? c : ((Number) stored).longValue();
        assertCorrupt(member, bits, size, found, LAYOUT, segment -> RECORD.read(segment, 0));
        assertCorrupt(member, bits, size, found, LAYOUT, segment -> CLASS.readInto(new AsClass(), segment, 0));
        assertCorrupt(member, bits, size, found, LAYOUT, segment -> ConvertedDto.get(VIEWS.wrap(segment, 0)));
        assertCorrupt(member, bits, size, found, VAR_LAYOUT, segment -> VAR.read(segment, 0));
    }

    private interface Read {
        void from(MemorySegment segment);
    }

    private static void assertCorrupt(
            String member, long bits, int size, String found, StructLayout layout, Read read) {
        MemorySegment segment = MemorySegment.ofArray(new byte[1024]);
        if (layout.equals(VAR_LAYOUT)) {
            VAR.write(sample(), segment, 0);
        } else {
            RECORD.write(sample(), segment, 0);
        }
        if (size == 1) {
            segment.set(JAVA_BYTE, at(layout, member), (byte) bits);
        } else {
            segment.set(ValueLayout.JAVA_LONG_UNALIGNED, at(layout, member), bits);
        }
        CorruptRecordException fault = assertThrows(CorruptRecordException.class, () -> read.from(segment));
        assertTrue(fault.getMessage().contains(member + " at offset=" + at(layout, member)), fault::getMessage);
        if (found != null) {
            assertTrue(fault.getMessage().endsWith(", found " + found), fault::getMessage);
        }
    }

    @Test
    void extremesAreKept() {
        AsClass dto = AsClass.of(sample());
        MemorySegment segment = MemorySegment.ofArray(new byte[(int) LAYOUT.byteSize()]);
        for (long nanos : new long[] {Long.MIN_VALUE, -1, 0, 1, Long.MAX_VALUE}) {
            dto.time =
                    Instant.ofEpochSecond(Math.floorDiv(nanos, 1_000_000_000L), Math.floorMod(nanos, 1_000_000_000L));
            CLASS.write(dto, segment, 0);
            assertEquals(nanos, segment.get(ValueLayout.JAVA_LONG_UNALIGNED, at(LAYOUT, "time")));
            assertEquals(dto.time, CLASS.read(segment, 0).time);
        }
        dto.maybe = 5;
        dto.maybeDouble = -0.0;
        dto.symbol = "";
        dto.code = "";
        dto.left = "";
        dto.right = "";
        CLASS.write(dto, segment, 0);
        assertEquals(dto.toRecord(), CLASS.read(segment, 0).toRecord());
    }

    @SuppressWarnings("ArrayRecordComponent") // arrays of structs
    record Nested(Instant time, Inner inner, Inner[] inners) {}

    record Inner(Instant time, Side side) {}

    @Test
    void membersOfAnyDepthAreConverted() {
        StructLayout inner = Layouts.struct(JAVA_LONG.withName("time"), JAVA_BYTE.withName("side"));
        StructLayout layout = Layouts.struct(
                JAVA_LONG.withName("time"),
                inner.withName("inner"),
                MemoryLayout.sequenceLayout(2, inner).withName("inners"));
        Conversions conversions = Conversions.of(TimeConversions.epochMillis())
                .with("inner.side", CodeConversions.byteCodes(Side.class, Side::code))
                .with("inner.time", TimeConversions.epochNanos());
        StructCodec<Nested> codec = StructCodec.ofRecord(lookup(), Nested.class, layout, conversions);
        Instant time = Instant.ofEpochMilli(12);
        Inner one = new Inner(time, Side.SELL);
        MemorySegment segment = MemorySegment.ofArray(new byte[(int) layout.byteSize()]);
        codec.write(new Nested(time, one, new Inner[] {one, one}), segment, 0);
        assertEquals(12, segment.get(ValueLayout.JAVA_LONG_UNALIGNED, 0));
        assertEquals(12_000_000, segment.get(ValueLayout.JAVA_LONG_UNALIGNED, 8));
        assertEquals('S', segment.get(JAVA_BYTE, 16));
        assertEquals(12, segment.get(ValueLayout.JAVA_LONG_UNALIGNED, 24));
        assertEquals(1, segment.get(JAVA_BYTE, 32), "no conversion is declared for it");
        assertEquals(one, codec.read(segment, 0).inners()[1]);
        IllegalArgumentException fault = assertThrows(
                IllegalArgumentException.class,
                () -> codec.write(
                        new Nested(time, one, new Inner[] {one, new Inner(Instant.ofEpochSecond(0, 1), Side.BUY)}),
                        segment,
                        0));
        assertTrue(fault.getMessage().contains("inners[1].time=1970-01-01T00:00:00.000000001Z"), fault::getMessage);
    }

    @Test
    void aNumberThatStandsForNullIsNull() {
        MemorySegment segment = MemorySegment.ofArray(new byte[(int) LAYOUT.byteSize()]);
        RECORD.write(sample(), segment, 0);
        assertNull(RECORD.read(segment, 0).maybe());
        assertNull(RECORD.read(segment, 0).maybeDouble());
    }
}
