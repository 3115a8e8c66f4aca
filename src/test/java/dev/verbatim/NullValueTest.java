package dev.verbatim;

import static dev.verbatim.NullableSamples.DAYS;
import static dev.verbatim.NullableSamples.SIDES;
import static dev.verbatim.NullableSamples.assertFault;
import static dev.verbatim.NullableSamples.hex;
import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;
import static java.lang.invoke.MethodHandles.lookup;
import static java.nio.ByteOrder.BIG_ENDIAN;
import static java.nio.ByteOrder.LITTLE_ENDIAN;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.NullableSamples.Side;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.time.LocalDate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The number that stands for null in a conversion: which one can, and what is written for null. */
class NullValueTest {

    private static void assertRefused(String message, Executable making) {
        assertEquals(
                message, assertThrows(IllegalArgumentException.class, making).getMessage());
    }

    /** The number may be the code of a constant, which is refused then: SBE has such a constant in its enums. */
    @Test
    void theCodeOfAConstantMayStandForNull() {
        record At(Side side) {}
        StructCodec<At> codec = StructCodec.ofRecord(
                lookup(),
                At.class,
                Layouts.struct(JAVA_BYTE.withName("side")),
                Conversions.of(CodeConversions.nullable(SIDES, 'S')));
        MemorySegment segment = MemorySegment.ofArray(new byte[] {'S'});
        assertNull(codec.read(segment, 0).side());
        assertFault(
                IllegalArgumentException.class,
                "side=SELL: it stands for null; expected another value, or null",
                () -> codec.write(new At(Side.SELL), segment, 0));
    }

    record Counted(Integer count) {}

    private static StructCodec<Counted> counted(Conversion<?> conversion) {
        return StructCodec.ofRecord(
                lookup(), Counted.class, Layouts.struct(JAVA_INT.withName("count")), Conversions.of(conversion));
    }

    /** What the inner conversion reads as null is null too, and is not what is written for it. */
    @Test
    void ofTwoNumbersThatAreNullTheOuterOneIsWritten() {
        StructCodec<Counted> codec =
                counted(CodeConversions.nullable(CodeConversions.nullable(Integer.class, -1), Integer.MIN_VALUE));
        for (int stored : new int[] {-1, Integer.MIN_VALUE}) {
            MemorySegment segment = MemorySegment.ofArray(new int[] {stored});
            assertNull(codec.read(segment, 0).count());
            assertFault(
                    IllegalArgumentException.class,
                    "count=" + stored + ": it stands for null; expected another value, or null",
                    () -> codec.write(new Counted(stored), segment, 0));
            codec.write(new Counted(null), segment, 0);
            assertEquals("00000080", hex(segment));
        }
    }

    @Test
    void theConversionIsNotAskedForNullNorForTheNumber() {
        StructCodec<Counted> codec = counted(CodeConversions.nullable(
                Conversion.ofInt(
                        Integer.class,
                        count -> {
                            assertTrue(count != null);
                            return -count;
                        },
                        stored -> {
                            assertTrue(stored != 0);
                            return stored == 7 ? null : -stored;
                        }),
                0));
        MemorySegment segment = MemorySegment.ofArray(new int[] {7});
        assertNull(codec.read(segment, 0).count());
        codec.write(new Counted(null), segment, 0);
        assertEquals("00000000", hex(segment));
        assertNull(codec.read(segment, 0).count());
        codec.write(new Counted(5), segment, 0);
        assertEquals("fbffffff", hex(segment));
        assertEquals(5, codec.read(segment, 0).count());
    }

    private static final Conversion<?> CHARS = Conversion.ofChar(Integer.class, i -> i, i -> i);

    static Stream<Arguments> numbersWithoutRoom() {
        String bytes = "from -128 to 127, or to 255 as an unsigned byte";
        String shorts = "from -32768 to 32767, or to 65535 as an unsigned short";
        String ints = "from -2147483648 to 2147483647, or to 4294967295 as an unsigned int";
        return Stream.of(
                Arguments.of(SIDES, -129L, bytes),
                Arguments.of(SIDES, 256L, bytes),
                Arguments.of(DAYS, -32_769L, shorts),
                Arguments.of(DAYS, 65_536L, shorts),
                Arguments.of(CHARS, -1L, "from 0 to 65535 of a char"),
                Arguments.of(CHARS, 65_536L, "from 0 to 65535 of a char"),
                Arguments.of(NumberConversions.unsignedInt(), Integer.MIN_VALUE - 1L, ints),
                Arguments.of(NumberConversions.unsignedInt(), 1L << 32, ints),
                Arguments.of(
                        NumberConversions.intOf(3, LITTLE_ENDIAN, true),
                        0x80_0000L,
                        "that the conversion of int to 3 bytes takes"),
                Arguments.of(
                        NumberConversions.intOf(3, LITTLE_ENDIAN, false),
                        1L << 32,
                        "that the conversion of int to 3 bytes takes"),
                Arguments.of(
                        NumberConversions.longOf(6, LITTLE_ENDIAN, false),
                        -1L,
                        "that the conversion of long to 6 bytes takes"));
    }

    @ParameterizedTest
    @MethodSource("numbersWithoutRoom")
    void aNumberThatIsNeverStoredIsRefused(Conversion<?> conversion, long nullValue, String message) {
        assertRefused(
                "expected nullValue " + message + ", found " + nullValue,
                () -> CodeConversions.nullable(conversion, nullValue));
    }

    /** At the ends of the range, given as signed and as unsigned ones. */
    @Test
    void signedAndUnsignedNumbersAreTheSameBytes() {
        record Days(LocalDate days) {}
        long[][] pairs = {{-1, 65_535}, {-32_768, 32_768}, {0, 0}, {32_767, 32_767}};
        for (long[] pair : pairs) {
            byte[][] written = new byte[2][2];
            for (int i = 0; i < 2; i++) {
                StructCodec<Days> codec = StructCodec.ofRecord(
                        lookup(),
                        Days.class,
                        Layouts.struct(JAVA_SHORT.withOrder(LITTLE_ENDIAN).withName("days")),
                        Conversions.of(CodeConversions.nullable(DAYS, pair[i])));
                codec.write(new Days(null), MemorySegment.ofArray(written[i]), 0);
                assertNull(codec.read(MemorySegment.ofArray(written[i]), 0).days());
            }
            assertArrayEquals(written[0], written[1]);
            assertArrayEquals(new byte[] {(byte) pair[0], (byte) (pair[0] >> 8)}, written[0]);
        }
    }

    static Stream<Conversion<?>> withoutNumbers() {
        return Stream.of(
                Conversion.ofDouble(Counted.class, Counted::count, price -> new Counted((int) price)),
                Conversion.ofFloat(Float.class, value -> value, value -> value),
                Conversion.ofBoolean(Boolean.class, flag -> flag, flag -> flag),
                CodeConversions.enumSet(Side.class),
                CodeConversions.bits(3),
                CodeConversions.uuid(),
                TextConversions.latin1(4));
    }

    @ParameterizedTest
    @MethodSource("withoutNumbers")
    void aConversionWithoutSuchANumberIsRefused(Conversion<?> conversion) {
        assertRefused(
                "expected a conversion to byte, short, char, int or long, or of int or long to bytes, found "
                        + conversion + "; declare one whose functions take null and return it",
                () -> CodeConversions.nullable(conversion, 0));
    }

    /** A member has to be what it has to be without null: bytes for a ready one, any values for one of a user. */
    @Test
    void theLayoutIsThatOfTheConversion() {
        record Sized(Long size) {}
        StructLayout shorts = Layouts.struct(sequenceLayout(3, JAVA_SHORT).withName("size"));
        Conversions ready = Conversions.of(CodeConversions.nullable(NumberConversions.longOf(6, BIG_ENDIAN, false), 0));
        String mismatch = assertThrows(
                        LayoutMismatchException.class, () -> StructCodec.ofRecord(lookup(), Sized.class, shorts, ready))
                .mismatches()
                .getFirst();
        assertTrue(
                mismatch.contains("; the conversion of Long needs a sequence of byte of 6 bytes together"), mismatch);
        Conversion<Long> own = Conversion.ofBytes(
                long.class,
                6,
                (size, bytes, offset) -> bytes.set(JAVA_SHORT_UNALIGNED, offset, (short) (long) size),
                (bytes, offset) -> (long) bytes.get(JAVA_SHORT_UNALIGNED, offset));
        StructCodec<Sized> codec =
                StructCodec.ofRecord(lookup(), Sized.class, shorts, Conversions.of(CodeConversions.nullable(own, -1)));
        MemorySegment segment = MemorySegment.ofArray(new byte[6]);
        codec.write(new Sized(null), segment, 0);
        assertEquals("ffff00000000", hex(segment));
        assertNull(codec.read(segment, 0).size());
    }

    @Test
    void itIsAConversionOfTheBox() {
        assertEquals(
                "conversion of java.lang.Integer to short",
                CodeConversions.nullable(NumberConversions.unsignedShort(), 0).toString());
        assertEquals(
                "conversion of java.lang.Long to 6 bytes",
                CodeConversions.nullable(NumberConversions.longOf(6, BIG_ENDIAN, true), 0)
                        .toString());
        assertEquals(Side.class, CodeConversions.nullable(SIDES, 0).type());
    }
}
