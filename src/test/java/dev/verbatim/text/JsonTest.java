package dev.verbatim.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JsonTest {

    @Test
    void valuesAreWrittenOnOneLine() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("long", Long.MIN_VALUE);
        map.put("float", 1.5f);
        map.put("nan", Double.NaN);
        map.put("infinity", Float.POSITIVE_INFINITY);
        map.put("char", 'c');
        map.put("boolean", false);
        map.put("list", List.of(1, (short) 2, (byte) 3, Map.of()));
        map.put("null", null);
        assertEquals(
                "{\"long\":-9223372036854775808,\"float\":1.5,\"nan\":\"NaN\",\"infinity\":\"Infinity\",\"char\":\"c\","
                        + "\"boolean\":false,\"list\":[1,2,3,{}],\"null\":null}",
                Json.of(map));
        assertEquals("{\"bytes\":\"abc\"}", Json.of(Map.of("bytes", new byte[] {'a', 'b', 'c'})));
        assertThrows(IllegalArgumentException.class, () -> Json.of(List.of(new Object())));
        assertEquals("[]", Json.of(new ArrayList<>()));
        assertEquals("null", Json.of(null));
    }

    @Test
    void stringsAreEscaped() {
        assertEquals("\"a\\\"b\\\\c/\"", Json.of("a\"b\\c/"));
        assertEquals("\"\\n\\r\\t\\u0000\\u001f\\u007f\\u0085\"", Json.of("\n\r\t\0\u001f\u007f\u0085"));
        assertEquals("\"Zürich 😀\"", Json.of("Zürich 😀"));
        assertEquals("\"\\ud83d\"", Json.of("\ud83d"));
        assertEquals("\"\\ude00x\"", Json.of("\ude00x"));
        assertEquals("{\"a\\\"\":1}", Json.of(Map.of("a\"", 1)));
    }
}
