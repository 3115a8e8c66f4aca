package dev.verbatim.text;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.verbatim.Layouts;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonParserTest {

    @Test
    void valuesAreMapsListsTextsNumbersAndTruthValues() {
        assertEquals(
                Map.of(
                        "a",
                        new JsonNumber("1"),
                        "b",
                        List.of(true, new JsonNumber("-1.5E-3"), List.of(), Map.of()),
                        "c",
                        "x"),
                Json.parse(" { \"a\" : 1 ,\"b\":[true,-1.5E-3,[],{}],\n\"c\":\"x\"}\t"));
    }

    @Test
    void aNumberIsNoTextAndHasAllItsDigits() {
        for (String json :
                List.of("1", "\"1\"", "true", "\"true\"", "-0.0", "1e-400", "123456789012345678901234567890")) {
            assertEquals(json, Json.of(Json.parse(json)));
        }
        assertNotEquals(Json.parse("1"), Json.parse("\"1\""));
        assertNotEquals(Json.parse("false"), Json.parse("\"false\""));
        assertEquals("-0.0", new JsonNumber("-0.0").toString());
        assertThrows(NullPointerException.class, () -> new JsonNumber(null));
        assertEquals("-1.5E-3", Csv.cell(new JsonNumber("-1.5E-3")));
        assertEquals(
                "[7,-1,0,-0.50,100]",
                Json.of(Stream.of("007", "-01", "000", "-0.50", "100")
                        .map(JsonNumber::new)
                        .toList()));
        assertEquals("[0,-0,-0.50,0e1,100]", Json.of(Json.parse("[0,-0,-0.50,0e1,100]")));
        assertEquals(
                "expected a number, found \"NaN\"",
                assertThrows(MalformedTextException.class, () -> new JsonNumber("NaN"))
                        .getMessage());
    }

    @Test
    void whatPythonWritesForNumbersThatJsonHasNotIsRead() {
        assertEquals(
                List.of(Double.NaN, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY),
                Json.parse("[NaN, -Infinity, Infinity]"));
        StructLayout layout =
                Layouts.struct(JAVA_FLOAT.withName("f"), JAVA_SHORT.withName("h"), JAVA_INT.withName("i"));
        RecordText records = RecordText.of(layout).withHalfPrecision(List.of("h"));
        assertEquals(
                "{\"f\":\"NaN\",\"h\":\"-Infinity\",\"i\":1}",
                records.toJson(MemorySegment.ofArray(records.fromJson("{\"f\":NaN,\"h\":-Infinity,\"i\":1}")), 0));
        assertEquals(
                "i: expected a whole number from -2147483648 to 2147483647, found \"NaN\"",
                assertThrows(MalformedTextException.class, () -> records.fromJson("{\"f\":1,\"h\":1,\"i\":NaN}"))
                        .getMessage());
    }

    @Test
    void whatIsWrittenIsRead() throws Exception {
        String text = "\" \\ / \b \f \n \r \t \u0001 Zürich \ud83d\ude00 \u007f";
        assertEquals(Map.of(text, text), Json.parse(Json.of(Map.of(text, text))));
        assertEquals("\b\f/\u00fc", Json.parse("\"\\b\\f\\/\\u00Fc\""));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "``       | JSON at column=1: expected a value of JSON, found the end",
                "nul      | JSON at column=1: expected a value of JSON, found \"nul\"",
                "{\"a\":null,\"a\":1} | expected the member \"a\" once, found it twice",
                "nan      | JSON at column=1: expected a value of JSON, found \"nan\"",
                "+Infinity | JSON at column=1: expected a value of JSON, found \"+Infinity\"",
                "007      | JSON at column=1: expected a value of JSON, found \"007\"",
                "[-00]    | JSON at column=2: expected a value of JSON, found \"-00]\"",
                "1.       | JSON at column=1: expected a value of JSON, found \"1.\"",
                "+1       | JSON at column=1: expected a value of JSON, found \"+1\"",
                "1 2      | JSON at column=3: expected the end, found \"2\"",
                "[1       | JSON at column=3: expected ',', found the end",
                "[1,]     | JSON at column=4: expected a value of JSON, found \"]\"",
                "{\"a\"}  | JSON at column=5: expected ':', found \"}\"",
                "{a:1}    | JSON at column=2: expected the name of a member in quotes, found \"a:1}\"",
                "\"a      | JSON at column=3: expected a string with an end, found the end",
                "\"\\x\"  | JSON at column=4: expected an escape of JSON, found \"\"\"",
                "\"\\u12\"| JSON at column=4: expected four hexadecimal digits, found \"12\"\"",
            })
    void whatIsNoJsonIsRefusedWithItsColumn(String json, String message) {
        assertEquals(
                message,
                assertThrows(MalformedTextException.class, () -> Json.parse(json))
                        .getMessage());
    }

    @Test
    void aControlCharacterStandsAsAnEscape() {
        for (char c = 0; c < ' '; c++) {
            String json = "{\"a" + c + "\":1}";
            assertEquals(
                    "JSON at column=4: expected no control character but as an escape, found \"?\":1}\"",
                    assertThrows(MalformedTextException.class, () -> Json.parse(json))
                            .getMessage());
        }
        assertEquals(" \u007f", Json.parse("\" \u007f\""));
    }

    @Test
    void nullIsNull() {
        assertNull(Json.parse(" null "));
        assertEquals(Arrays.asList("null", null), Json.parse("[\"null\",null]"));
    }

    @Test
    void depthHasAnEnd() {
        assertEquals(
                "JSON at column=258: expected at most 256 objects and arrays in one another, found the end",
                assertThrows(MalformedTextException.class, () -> Json.parse("[".repeat(257)))
                        .getMessage());
    }
}
