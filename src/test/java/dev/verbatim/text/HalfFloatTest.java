package dev.verbatim.text;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.LayoutText;
import dev.verbatim.file.Python;
import dev.verbatim.tools.Needs;
import dev.verbatim.tools.Needs.Tool;
import java.lang.foreign.MemorySegment;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HalfFloatTest {

    private static final int ALL = 1 << Short.SIZE;

    @Test
    void everyNumberIsReadBackFromItsText() {
        for (int bits = 0; bits < ALL; bits++) {
            HalfFloat half = HalfFloat.ofBits((short) bits);
            assertEquals(half, HalfFloat.valueOf(half.toString()), half.toString());
        }
    }

    /** What NumPy prints is the shortest decimal too, of any number but a NaN with bits of its own. */
    @Test
    @Needs(Tool.NUMPY)
    void everyNumberIsThatOfNumpy() throws Exception {
        List<String> numbers = Python.run("""
            import numpy
            for number in numpy.arange(1 << 16, dtype='<u2').view('<f2'):
                print(str(number).replace('nan', 'NaN').replace('inf', 'Infinity'))
            """).lines().toList();
        assertEquals(ALL, numbers.size());
        for (int bits = 0; bits < ALL; bits++) {
            HalfFloat half = HalfFloat.ofBits((short) bits);
            String inNumpy = numbers.get(bits);
            if (Float.isFinite(half.floatValue())) {
                String text = half.toString();
                assertEquals(0, new BigDecimal(inNumpy).compareTo(new BigDecimal(text)), inNumpy + " " + text);
                assertEquals(inNumpy.startsWith("-"), text.startsWith("-"), inNumpy + " " + text);
                assertEquals(half, HalfFloat.valueOf(inNumpy));
            } else {
                assertEquals(inNumpy, half.toString().replaceFirst("\\(.*", ""));
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "7e00, nan",
        "7e00, +NAN",
        "fe00, -nan",
        "7c00, inf",
        "7c00, +Infinity",
        "fc00, -INF",
    })
    void whatIsNotFiniteIsReadAsOthersPrintIt(String bits, String text) {
        assertEquals(HalfFloat.ofBits((short) Integer.parseInt(bits, 16)), HalfFloat.valueOf(text));
    }

    @ParameterizedTest
    @CsvSource({
        "0000, 0.0",
        "8000, -0.0",
        "0001, 6.0E-8",
        "8001, -6.0E-8",
        "03ff, 6.1E-5",
        "0400, 6.104E-5",
        "2e66, 0.1",
        "3c00, 1.0",
        "bc01, -1.001",
        "7bff, 65500.0",
        "7c00, Infinity",
        "fc00, -Infinity",
        "7e00, NaN",
        "fe00, NaN(0xfe00)",
        "7c01, NaN(0x7c01)",
        "7fff, NaN(0x7fff)",
    })
    void theTextIsTheShortest(String bits, String text) {
        HalfFloat half = HalfFloat.ofBits((short) Integer.parseInt(bits, 16));
        assertEquals(text, half.toString());
        assertEquals(half, HalfFloat.valueOf(text));
    }

    @ParameterizedTest
    @CsvSource({
        "1, 3c00",
        "65504, 7bff",
        "65519.999999999999999999999999, 7bff",
        "-65519.999999999999999999999999, fbff",
        // Halfway between two, and so close to it that a float would be it.
        "1.00048828125, 3c00",
        "1.00048828125000000000001, 3c01",
        "1.00146484375, 3c02",
        "1.00146484374999999999999, 3c01",
        "-1.00146484374999999999999, bc01",
        "2.98023223876953125e-8, 0000",
        "2.98023223876953125000001e-8, 0001",
        "8.94069671630859375e-8, 0002",
        "8.94069671630859374999999e-8, 0001",
        "1e-999999999999, 0000",
        "-1e-50, 8000",
        "-0, 8000",
    })
    void aDecimalIsRoundedOnce(String text, String bits) {
        assertEquals((short) Integer.parseInt(bits, 16), HalfFloat.valueOf(text).bits());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "65520",
                "-65520",
                "1e99",
                "1e999999999999",
                "",
                "x",
                " 1",
                "+1",
                "1.",
                ".5",
                "0x1",
                "nans",
                "++inf",
                "NaN(0x7c00)",
                "NaN(0x3c00)",
                "NaN(0x7fc00001)",
                "NaN(0x7E01)",
                "1f"
            })
    void anythingElseIsRefused(String text) {
        MalformedTextException e = assertThrows(MalformedTextException.class, () -> HalfFloat.valueOf(text));
        assertEquals(
                "expected a number that rounds to one from -65504 to 65504, NaN, Infinity or -Infinity, found \"" + text
                        + "\"",
                e.getMessage());
    }

    /** No decimal of less digits is read back, and the nearest number is the one of the least distance. */
    @Property
    void decimalsBetweenTwoNumbersAreThoseOfTheNearer(
            @ForAll @IntRange(max = 0x7BFE) int bits, @ForAll @IntRange(max = 1_000_000) int millionths) {
        BigDecimal low = new BigDecimal(Float.float16ToFloat((short) bits));
        BigDecimal high = new BigDecimal(Float.float16ToFloat((short) (bits + 1)));
        BigDecimal between =
                low.add(high.subtract(low).multiply(new BigDecimal(millionths)).movePointLeft(6));
        int order = between.subtract(low).compareTo(high.subtract(between));
        boolean isLow = order < 0 || (order == 0 && bits % 2 == 0);
        assertEquals(
                isLow ? bits : bits + 1,
                HalfFloat.valueOf(between.toPlainString()).bits());
    }

    @Test
    void numbersAreThoseOfFloats() {
        HalfFloat half = HalfFloat.valueOf("-2.75");
        assertEquals(-2.75f, half.floatValue());
        assertEquals(-2.75, half.doubleValue());
        assertEquals(-2, half.intValue());
        assertEquals(-2L, half.longValue());
        assertEquals(Float.floatToFloat16(-2.75f), half.bits());
        assertEquals(HalfFloat.ofBits(half.bits()), half);
        assertEquals(HalfFloat.ofBits(half.bits()).hashCode(), half.hashCode());
        assertNotEquals(HalfFloat.valueOf("0"), HalfFloat.valueOf("-0"));
    }

    @Test
    void structsAndArraysHaveThem() {
        RecordText text = RecordText.of(LayoutText.parse("{\"a\":s,\"b\":[2]s,\"l\":[1]{\"n\":s,\"m\":s},\"z\":s}"))
                .withHalfPrecision(List.of("a", "b", "l[].n"));
        String json = "{\"a\":0.1,\"b\":[-0.0,\"-Infinity\"],\"l\":[{\"n\":\"NaN(0x7e01)\",\"m\":7}],\"z\":-8}";
        MemorySegment segment = MemorySegment.ofArray(text.fromJson(json));
        assertEquals(json, text.toJson(segment, 0));
        Map<String, ?> values = text.values(segment, 0);
        assertEquals(HalfFloat.valueOf("0.1"), values.get("a"));
        assertAll(
                () -> assertEquals(segment.mismatch(MemorySegment.ofArray(text.toBytes(values))), -1),
                () -> assertEquals(
                        segment.mismatch(MemorySegment.ofArray(text.fromCells(text.toCells(segment, 0)))), -1));
        assertTrue(Json.of(values).equals(json));
    }

    @Test
    void onlyShortsAreOfHalfPrecision() {
        RecordText text = RecordText.of(LayoutText.parse("{\"a\":s,\"b\":c,\"c\":f,\"d\":[2]s}"));
        IllegalArgumentException e =
                assertThrows(IllegalArgumentException.class, () -> text.withHalfPrecision(List.of("b")));
        assertEquals("expected the path of a short, found \"b\"; the layout has a, d", e.getMessage());
        IllegalArgumentException unsigned = assertThrows(
                IllegalArgumentException.class,
                () -> text.withUnsigned(List.of("a")).withHalfPrecision(List.of("a")));
        assertEquals("expected the path of a short, found \"a\"; the layout has d", unsigned.getMessage());
        IllegalArgumentException half = assertThrows(
                IllegalArgumentException.class,
                () -> text.withHalfPrecision(List.of("a")).withUnsigned(List.of("a")));
        assertEquals("expected the path of a whole number, found \"a\"; the layout has b, d", half.getMessage());
    }
}
