package dev.verbatim.text;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.verbatim.LayoutText;
import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UnsignedTextTest {

    private static RecordText text(String layout, String... unsigned) {
        return RecordText.of(LayoutText.parse(layout)).withUnsigned(List.of(unsigned));
    }

    /** The text of bytes that are all ones. */
    private static void assertText(String json, RecordText text) {
        byte[] ones = new byte[(int) text.layout().byteSize()];
        Arrays.fill(ones, (byte) -1);
        MemorySegment segment = MemorySegment.ofArray(ones);
        assertEquals(json, text.toJson(segment, 0));
        assertArrayEquals(ones, text.fromJson(json));
        assertArrayEquals(ones, text.fromCells(text.toCells(segment, 0)));
        assertArrayEquals(ones, text.toBytes(text.values(segment, 0)));
    }

    @Test
    void largestNumbersAreShown() {
        String layout = "{\"a\":b,\"b\":s,\"c\":c,\"d\":i,\"e\":j}";
        assertText("{\"a\":-1,\"b\":-1,\"c\":\"\uffff\",\"d\":-1,\"e\":-1}", text(layout));
        assertText(
                "{\"a\":255,\"b\":65535,\"c\":65535,\"d\":4294967295,\"e\":18446744073709551615}",
                text(layout, "a", "b", "c", "d", "e"));
        assertText("{\"a\":-1,\"b\":-1,\"c\":\"\uffff\",\"d\":4294967295,\"e\":-1}", text(layout, "d"));
    }

    @Test
    void valuesHaveATypeForAllNumbers() {
        RecordText text = text("{\"a\":b,\"b\":s,\"c\":c,\"d\":i,\"e\":j}", "a", "b", "c", "d", "e");
        Map<String, Object> zeros = new LinkedHashMap<>();
        zeros.put("a", 0);
        zeros.put("b", 0);
        zeros.put("c", 0);
        zeros.put("d", 0L);
        zeros.put("e", BigInteger.ZERO);
        assertEquals(zeros, text.values(MemorySegment.ofArray(new byte[17]), 0));
    }

    @Test
    void structsAndArraysHaveThem() {
        String layout = "{\"h\":{\"id\":i},\"l\":[2]{\"n\":i,\"s\":i},\"a\":[2]i,\"m\":[1][2]j,\"x.y\":i}";
        assertText(
                "{\"h\":{\"id\":4294967295},\"l\":[{\"n\":4294967295,\"s\":-1},{\"n\":4294967295,\"s\":-1}],"
                        + "\"a\":[4294967295,4294967295],\"m\":[[18446744073709551615,18446744073709551615]],"
                        + "\"x.y\":4294967295}",
                text(layout, "h.id", "l[].n", "a", "m", "`x.y`"));
    }

    @Test
    void tailsHaveThem() {
        RecordText text = text(
                "{\"fixedSize\":i,\"totalSize\":i,\"a\":{\"offset\":i,\"length\":i,\"elements\":[0]i},"
                        + "\"l\":{\"offset\":i,\"length\":i,\"elements\":[0]{\"n\":i}}}",
                "a",
                "l[].n");
        String json = "{\"a\":[4294967295],\"l\":[{\"n\":4294967294}]}";
        assertEquals(json, text.toJson(MemorySegment.ofArray(text.fromJson(json)), 0));
        String nulls = "{\"a\":null,\"l\":null}";
        assertEquals(nulls, text.toJson(MemorySegment.ofArray(text.fromJson(nulls)), 0));
    }

    @Test
    void memberThatWasUnsignedStaysSo() {
        RecordText text = text("{\"a\":b,\"b\":b}", "a").withUnsigned(List.of("b"));
        assertText("{\"a\":255,\"b\":255}", text);
    }

    @ParameterizedTest
    @CsvSource({
        "a, -1, 255",
        "a, 256, 255",
        "b, 65536, 65535",
        "c, A, 65535",
        "d, 4294967296, 4294967295",
        "e, 18446744073709551616, 18446744073709551615",
        "e, 123456789012345678901, 18446744073709551615",
        "e, '', 18446744073709551615",
        "d, 1.0, 4294967295",
        "d, +1, 4294967295",
        "d, ١, 4294967295",
    })
    void otherNumbersAreRefused(String member, String number, String max) {
        RecordText text = text("{\"a\":b,\"b\":s,\"c\":c,\"d\":i,\"e\":j}", "a", "b", "c", "d", "e");
        Map<String, Object> values = new LinkedHashMap<>(text.values(MemorySegment.ofArray(new byte[17]), 0));
        values.put(member, number);
        assertEquals(
                member + ": expected a whole number from 0 to " + max + ", found \"" + number + "\"",
                assertThrows(MalformedTextException.class, () -> text.toBytes(values))
                        .getMessage());
    }

    @ParameterizedTest
    @CsvSource({"d", "t", "z", "l", "l.n", "l[].x", "''", "none"})
    void otherMembersAreRefused(String path) {
        assertEquals(
                "expected the path of a whole number, found \"" + path + "\"; the layout has i, l[].n",
                assertThrows(
                                IllegalArgumentException.class,
                                () -> text("{\"i\":i,\"d\":d,\"t\":[4]b,\"z\":z,\"l\":[2]{\"n\":i}}", "i", path))
                        .getMessage());
    }

    @Test
    void nullIsNoPath() {
        RecordText text = text("{\"i\":i}");
        NullPointerException refused =
                assertThrows(NullPointerException.class, () -> text.withUnsigned(Arrays.asList("i", null)));
        assertEquals("path", refused.getMessage());
    }

    @Test
    void refusalListsTwentyMembersAtMost() {
        String members = String.join(
                ",", IntStream.range(0, 21).mapToObj(i -> "\"m" + i + "\":i").toList());
        String message = assertThrows(IllegalArgumentException.class, () -> text("{" + members + "}", "x"))
                .getMessage();
        assertEquals("m18, m19, …", message.substring(message.indexOf("m18")));
        assertEquals(
                "expected the path of a whole number, found \"x\"; the layout has none",
                assertThrows(IllegalArgumentException.class, () -> text("{\"d\":d}", "x"))
                        .getMessage());
    }

    /** The baseline knows of bytes alone. */
    @Property
    void numbersAreThoseOfTheirBytes(@ForAll @Size(30) byte[] bytes) {
        int[] sizes = {1, 1, 2, 2, 2, 2, 4, 4, 4, 8};
        String[] names = {"b", "b1", "s", "S", "c", "C", "i", "I", "i1", "J"};
        StringBuilder layout = new StringBuilder();
        Map<String, BigInteger> expected = new LinkedHashMap<>();
        int offset = 0;
        for (int i = 0; i < names.length; i++) {
            char letter = names[i].charAt(0);
            layout.append(i == 0 ? "{" : ",").append("\"" + names[i] + "\":" + letter);
            byte[] number = Arrays.copyOfRange(bytes, offset, offset += sizes[i]);
            byte[] bigEndian = number.clone();
            for (int k = 0; k < number.length && Character.isLowerCase(letter); k++) {
                bigEndian[k] = number[number.length - 1 - k];
            }
            expected.put(names[i], new BigInteger(1, bigEndian));
        }
        RecordText text = text(layout + "}", names);
        Map<String, BigInteger> found = new LinkedHashMap<>();
        text.values(MemorySegment.ofArray(bytes), 0)
                .forEach((name, value) -> found.put(name, new BigInteger(String.valueOf(value))));
        assertEquals(expected, found, () -> HexFormat.of().formatHex(bytes));
        assertArrayEquals(bytes, text.toBytes(expected));
    }
}
