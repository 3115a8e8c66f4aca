package dev.verbatim;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_CHAR;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Which codes of an enum's constants a byte, a short and an int take. */
class CodeConversionsTest {

    enum Venue {
        NONE,
        FIRST,
        LAST
    }

    record At(Venue venue) {}

    /** A way to make a conversion of codes. */
    interface Maker extends BiFunction<Class<Venue>, ToIntFunction<Venue>, Conversion<Venue>> {}

    private static final Maker BYTES = CodeConversions::byteCodes;
    private static final Maker SHORTS = CodeConversions::shortCodes;
    private static final Maker CHARS = CodeConversionsTest::charCodes;
    private static final Maker INTS = CodeConversions::intCodes;

    private static Conversion<Venue> charCodes(Class<Venue> type, ToIntFunction<Venue> code) {
        return CodeConversions.shortCodes(type, code, JAVA_CHAR);
    }

    private static Conversion<Venue> of(Maker maker, List<Integer> codes) {
        Map<Venue, Integer> byConstant = new EnumMap<>(Venue.class);
        for (Venue venue : Venue.values()) {
            byConstant.put(venue, codes.get(byConstant.size()));
        }
        return maker.apply(Venue.class, byConstant::get);
    }

    static Stream<Arguments> codes() {
        return Stream.of(
                Arguments.of(BYTES, JAVA_BYTE, List.of(-128, 0, 127)),
                Arguments.of(BYTES, JAVA_BYTE, List.of(0, 127, 255)),
                Arguments.of(BYTES, JAVA_BYTE, List.of(128, 1, 254)),
                Arguments.of(SHORTS, JAVA_SHORT, List.of(-32_768, 0, 32_767)),
                Arguments.of(SHORTS, JAVA_SHORT, List.of(0, 255, 65_535)),
                Arguments.of(SHORTS, JAVA_SHORT, List.of(32_768, 32_767, 1)),
                Arguments.of(CHARS, JAVA_CHAR, List.of(0, 32_768, 65_535)),
                Arguments.of(INTS, JAVA_INT, List.of(Integer.MIN_VALUE, -1, Integer.MAX_VALUE)));
    }

    @ParameterizedTest
    @MethodSource("codes")
    void theLowestBitsOfACodeAreStored(Maker maker, ValueLayout layout, List<Integer> codes) {
        StructCodec<At> codec = StructCodec.ofRecord(
                lookup(),
                At.class,
                MemoryLayout.structLayout(layout.withName("venue")),
                Conversions.of(of(maker, codes)));
        MemorySegment segment = MemorySegment.ofArray(new byte[(int) layout.byteSize()]);
        for (Venue venue : Venue.values()) {
            codec.write(new At(venue), segment, 0);
            Object stored = layout.withByteAlignment(1).varHandle().get(segment, 0L);
            int unused = Integer.SIZE - (int) layout.byteSize() * Byte.SIZE;
            assertEquals(
                    codes.get(List.of(Venue.values()).indexOf(venue)) << unused >> unused,
                    stored instanceof Character c ? c << unused >> unused : ((Number) stored).intValue());
            assertEquals(venue, codec.read(segment, 0).venue());
        }
    }

    static Stream<Arguments> refused() {
        String bytes = "expected codes all from -128 to 127, or all from 0 to 255, found ";
        String shorts = "expected codes all from -32768 to 32767, or all from 0 to 65535, found ";
        return Stream.of(
                Arguments.of(BYTES, List.of(0, 1, 256), bytes + "256 of LAST"),
                Arguments.of(BYTES, List.of(-129, 0, 1), bytes + "-129 of NONE"),
                Arguments.of(BYTES, List.of(1, -1, 128), bytes + "-1 of FIRST beside unsigned ones"),
                Arguments.of(BYTES, List.of(1, 200, 256), bytes + "256 of LAST beside unsigned ones"),
                Arguments.of(SHORTS, List.of(0, 1, 65_536), shorts + "65536 of LAST"),
                Arguments.of(SHORTS, List.of(-32_769, 0, 1), shorts + "-32769 of NONE"),
                Arguments.of(SHORTS, List.of(40_000, 0, -1), shorts + "-1 of LAST beside unsigned ones"),
                Arguments.of(
                        SHORTS,
                        List.of(40_000, 0, 40_000),
                        "expected another code of each constant, found 40000 of NONE and LAST"));
    }

    @ParameterizedTest
    @MethodSource("refused")
    void codesThatAreNotOfOneRangeAreRefused(Maker maker, List<Integer> codes, String message) {
        assertEquals(
                message,
                assertThrows(IllegalArgumentException.class, () -> of(maker, codes))
                        .getMessage());
    }

    record Both(Venue one, List<Venue> more) {}

    /** A function that compares its argument takes null for another constant. */
    @ParameterizedTest
    @MethodSource("nullableFunctions")
    void nullIsRefusedWhateverTheFunctionMakesOfIt(ValueLayout layout, Conversion<Venue> conversion) {
        StructCodec<Both> codec = StructCodec.ofRecord(
                lookup(),
                Both.class,
                MemoryLayout.structLayout(
                        layout.withName("one"),
                        MemoryLayout.sequenceLayout(2, layout).withName("more")),
                Conversions.of(conversion));
        MemorySegment segment = MemorySegment.ofArray(new byte[(int) codec.byteSize()]);
        NullPointerException fault = assertThrows(
                NullPointerException.class,
                () -> codec.write(new Both(null, List.of(Venue.FIRST, Venue.LAST)), segment, 0));
        assertTrue(
                fault.getMessage().endsWith(": one is null; expected a " + Venue.class.getTypeName()),
                fault::getMessage);
        fault = assertThrows(
                NullPointerException.class,
                () -> codec.write(new Both(Venue.FIRST, Arrays.asList(Venue.FIRST, null)), segment, 0));
        assertTrue(
                fault.getMessage().endsWith(": more[1] is null; expected a " + Venue.class.getTypeName()),
                fault::getMessage);
    }

    static Stream<Arguments> nullableFunctions() {
        ToIntFunction<Venue> code = venue -> venue == Venue.FIRST ? 'F' : venue == Venue.LAST ? 'L' : 'N';
        ToIntFunction<Venue> unsigned = venue -> venue == Venue.FIRST ? 250 : venue == Venue.LAST ? 'L' : 'N';
        return Stream.of(
                Arguments.of(JAVA_BYTE, CodeConversions.byteCodes(Venue.class, code)),
                Arguments.of(JAVA_BYTE, CodeConversions.byteCodes(Venue.class, unsigned)),
                Arguments.of(JAVA_SHORT, CodeConversions.shortCodes(Venue.class, code)),
                Arguments.of(JAVA_CHAR, CodeConversions.shortCodes(Venue.class, code, JAVA_CHAR)),
                Arguments.of(JAVA_INT, CodeConversions.intCodes(Venue.class, code)));
    }

    @Test
    void anUnsignedCodeThatNoConstantHasIsCorrupt() {
        StructCodec<At> codec = StructCodec.ofRecord(
                lookup(),
                At.class,
                MemoryLayout.structLayout(JAVA_SHORT.withName("venue")),
                Conversions.of(of(SHORTS, List.of(0, 1, 50_000))));
        MemorySegment segment = MemorySegment.ofArray(new short[] {(short) 40_000});
        CorruptRecordException corrupt = assertThrows(CorruptRecordException.class, () -> codec.read(segment, 0));
        assertTrue(
                corrupt.getMessage()
                        .endsWith("found -25536 (no constant of " + Venue.class.getName() + " has the code 40000)"),
                corrupt::getMessage);
    }

    @Test
    void aMessageNamesTheCodesThatFit() {
        LayoutMismatchException fault = assertThrows(
                LayoutMismatchException.class,
                () -> StructCodec.ofRecord(
                        lookup(),
                        At.class,
                        MemoryLayout.structLayout(JAVA_SHORT.withName("venue")),
                        Conversions.of(of(BYTES, List.of(0, 1, 2)))));
        assertEquals(
                List.of("venue: the layout has short (byteSize=2, offset=0), " + At.class.getName()
                        + " has the component `Venue venue`; nothing else than declared is stored; the conversion of"
                        + " Venue needs JAVA_BYTE; one that fits is `CodeConversions.shortCodes(Venue.class, code)`"),
                fault.mismatches());
    }
}
