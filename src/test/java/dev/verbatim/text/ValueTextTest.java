package dev.verbatim.text;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.verbatim.LayoutText;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Values and sequences of bytes are spelled so that they come back bit for bit. */
class ValueTextTest {

    @Property
    void anIntIsReadBack(@ForAll int value) throws Exception {
        assertEquals(value, ValueText.parse(ValueLayout.JAVA_INT, ValueText.of(value)));
    }

    @Property
    void aLongIsReadBack(@ForAll long value) throws Exception {
        assertEquals(value, ValueText.parse(ValueLayout.JAVA_LONG, ValueText.of(value)));
    }

    @Property
    void theBitsOfAFloatAreReadBack(@ForAll int bits) throws Exception {
        Object read = ValueText.parse(ValueLayout.JAVA_FLOAT, ValueText.of(Float.intBitsToFloat(bits)));
        assertEquals(bits, Float.floatToRawIntBits((float) read));
    }

    @Property
    void theBitsOfADoubleAreReadBack(@ForAll long bits) throws Exception {
        Object read = ValueText.parse(ValueLayout.JAVA_DOUBLE, ValueText.of(Double.longBitsToDouble(bits)));
        assertEquals(bits, Double.doubleToRawLongBits((double) read));
    }

    @Property
    void theBitsOfANanAreReadBack(@ForAll int payload) throws Exception {
        int bits = payload | 0x7f80_0001;
        Object read = ValueText.parse(ValueLayout.JAVA_FLOAT, ValueText.of(Float.intBitsToFloat(bits)));
        assertEquals(bits, Float.floatToRawIntBits((float) read));
    }

    @Property
    void aCharIsReadBack(@ForAll char value) throws Exception {
        assertEquals(value, ValueText.parse(ValueLayout.JAVA_CHAR, ValueText.of(value)));
    }

    @Property
    void bytesAreReadBack(@ForAll byte[] bytes) throws Exception {
        assertArrayEquals(bytes, ByteText.parse(ByteText.of(bytes)));
        byte[] read = ByteText.parse(ByteText.ofPadded(bytes));
        assertArrayEquals(bytes, Arrays.copyOf(read, bytes.length));
    }

    @Property
    void textIsSpelledAsItself(@ForAll String text) throws Exception {
        byte[] bytes = new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8)
                .getBytes(StandardCharsets.UTF_8);
        assertArrayEquals(bytes, ByteText.parse(ByteText.of(bytes)));
    }

    @Test
    void valuesAreSpelledInTheShortestForm() {
        assertEquals("true", ValueText.of(true));
        assertEquals("-128", ValueText.of((byte) -128));
        assertEquals("9223372036854775807", ValueText.of(Long.MAX_VALUE));
        assertEquals("0.1", ValueText.of(0.1f));
        assertEquals("-0.0", ValueText.of(-0.0));
        assertEquals("1.0E-310", ValueText.of(1e-310));
        assertEquals("NaN", ValueText.of(Double.NaN));
        assertEquals("NaN(0x7fc00001)", ValueText.of(Float.intBitsToFloat(0x7fc0_0001)));
        assertEquals("-Infinity", ValueText.of(Float.NEGATIVE_INFINITY));
        assertEquals("ü", ValueText.of('ü'));
        assertEquals("0xd800", ValueText.of('\ud800'));
        assertEquals("0x0000", ValueText.of('\0'));
    }

    /** As C, Python and NumPy print it, or Java. */
    @ParameterizedTest
    @CsvSource({
        "nan, 7fc00000, 7ff8000000000000",
        "NAN, 7fc00000, 7ff8000000000000",
        "+NaN, 7fc00000, 7ff8000000000000",
        "-nan, ffc00000, fff8000000000000",
        "inf, 7f800000, 7ff0000000000000",
        "+Inf, 7f800000, 7ff0000000000000",
        "infinity, 7f800000, 7ff0000000000000",
        "-INF, ff800000, fff0000000000000",
        "-Infinity, ff800000, fff0000000000000",
    })
    void whatIsNotFiniteIsReadAsOthersPrintIt(String text, String floatBits, String doubleBits) {
        assertEquals(Integer.parseUnsignedInt(floatBits, 16), Float.floatToRawIntBits((float)
                ValueText.parse(ValueLayout.JAVA_FLOAT, text)));
        assertEquals(Long.parseUnsignedLong(doubleBits, 16), Double.doubleToRawLongBits((double)
                ValueText.parse(ValueLayout.JAVA_DOUBLE, text)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "na", "n/a", "null", "infin", "--inf", "+-inf", "- inf", "nan ", "1inf", "ınf"})
    void whatIsMissingIsNoNumber(String text) {
        assertThrows(MalformedTextException.class, () -> ValueText.parse(ValueLayout.JAVA_FLOAT, text));
        assertThrows(MalformedTextException.class, () -> ValueText.parse(ValueLayout.JAVA_DOUBLE, text));
    }

    @Test
    void bytesAreTextWhereTheyAreText() {
        assertEquals("VBTM", ByteText.ofPadded(new byte[] {'V', 'B', 'T', 'M', 0, 0}));
        assertEquals("", ByteText.ofPadded(new byte[3]));
        assertEquals("0x000000", ByteText.of(new byte[3]));
        assertEquals("0x410042", ByteText.ofPadded(new byte[] {'A', 0, 'B'}));
        assertEquals("0xff41", ByteText.of(new byte[] {-1, 'A'}));
        assertEquals("0x3078", ByteText.of(new byte[] {'0', 'x'}));
        assertEquals("a\tb\r\n", ByteText.of("a\tb\r\n".getBytes(StandardCharsets.UTF_8)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "i | 2147483648 | expected a whole number from -2147483648 to 2147483647, found \"2147483648\"",
                "i | 1.0        | expected a whole number from -2147483648 to 2147483647, found \"1.0\"",
                "i | +1         | expected a whole number from -2147483648 to 2147483647, found \"+1\"",
                "i | ``         | expected a whole number from -2147483648 to 2147483647, found \"\"",
                "j | 9223372036854775808 | expected a whole number from -9223372036854775808 to 9223372036854775807,"
                        + " found \"9223372036854775808\"",
                "b | 128        | expected a whole number from -128 to 127, found \"128\"",
                "s | -32769     | expected a whole number from -32768 to 32767, found \"-32769\"",
                "z | TRUE       | expected true or false, found \"TRUE\"",
                "c | ab         | expected a character, or 0x and four hexadecimal digits, found \"ab\"",
                "f | 1e39       | expected a number that fits a float, NaN, Infinity or -Infinity, found \"1e39\"",
                "f | NaN(0x3f800000) | expected a number that fits a float, NaN, Infinity or -Infinity, found"
                        + " \"NaN(0x3f800000)\"",
                "d | 1e309      | expected a number that fits a double, NaN, Infinity or -Infinity, found \"1e309\"",
                "d | NaN(0x7fc00001) | expected a number that fits a double, NaN, Infinity or -Infinity, found"
                        + " \"NaN(0x7fc00001)\"",
                "d | 0x1p3      | expected a number that fits a double, NaN, Infinity or -Infinity, found \"0x1p3\"",
            })
    void whatIsNoValueIsRefused(char code, String text, String message) {
        ValueLayout layout = (ValueLayout)
                LayoutText.parse("{\"a\":" + code + "}").memberLayouts().getFirst();
        assertEquals(
                message,
                assertThrows(MalformedTextException.class, () -> ValueText.parse(layout, text))
                        .getMessage());
    }

    @ParameterizedTest
    @CsvSource({"0x1", "0xgg"})
    void whatIsNoSequenceOfBytesIsRefused(String text) {
        assertEquals(
                "expected text, or 0x and pairs of hexadecimal digits, found \"" + text + "\"",
                assertThrows(MalformedTextException.class, () -> ByteText.parse(text))
                        .getMessage());
    }
}
