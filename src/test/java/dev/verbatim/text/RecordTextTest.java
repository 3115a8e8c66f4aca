package dev.verbatim.text;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.verbatim.CorruptRecordException;
import dev.verbatim.LayoutReader;
import dev.verbatim.LayoutText;
import dev.verbatim.Layouts;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecordTextTest {

    private static final StructLayout NOTE = Layouts.varRecord(
            ValueLayout.JAVA_LONG.withName("id"),
            Layouts.varRef("text"),
            Layouts.varRef("sizes", ValueLayout.JAVA_INT),
            Layouts.varRef("tags", Layouts.varRecord(Layouts.varRef("name"))));

    private static RecordText text(String layout) {
        return RecordText.of(LayoutText.parse(layout));
    }

    private static void assertJson(String expected, String layout, int... bytes) {
        MemorySegment segment = MemorySegment.ofArray(new byte[bytes.length + 1]);
        for (int i = 0; i < bytes.length; i++) {
            segment.set(ValueLayout.JAVA_BYTE, i + 1, (byte) bytes[i]);
        }
        RecordText text = text(layout);
        assertEquals(expected, text.toJson(segment, 1));
        byte[] payload = segment.asSlice(1).toArray(ValueLayout.JAVA_BYTE);
        assertArrayEquals(payload, text.fromJson(expected));
        assertArrayEquals(payload, text.fromCells(text.toCells(segment, 1)));
    }

    @Test
    void allDigitsOfALongAreThere() {
        assertJson("{\"a\":9007199254740993}", "{\"a\":J}", 0, 0x20, 0, 0, 0, 0, 0, 1);
        assertJson("{\"a\":-1}", "{\"a\":j}", -1, -1, -1, -1, -1, -1, -1, -1);
    }

    @Test
    void whatALayoutReaderReadsIsTaken() {
        RecordText text = RecordText.of(NOTE);
        byte[] note = text.fromJson("{\"id\":1,\"text\":\"0xff00\",\"sizes\":[1,2],\"tags\":[{\"name\":\"x\"}]}");
        assertArrayEquals(note, text.toBytes(LayoutReader.of(NOTE).read(MemorySegment.ofArray(note), 0)));
        for (Object value : List.of(new UUID(1, 2), new int[2])) {
            MalformedTextException refused = assertThrows(
                    MalformedTextException.class, () -> text("{\"a\":[2]i}").toBytes(Map.of("a", value)));
            assertEquals(
                    "a: expected a text, bytes, a BigInteger, a HalfFloat or the box of a primitive, or for an array a"
                            + " List of these; found " + value.getClass().getTypeName(),
                    refused.getMessage());
        }
    }

    @Test
    void zerosAndNansKeepTheirBits() {
        assertJson("{\"a\":-0.0}", "{\"a\":D}", 0x80, 0, 0, 0, 0, 0, 0, 0);
        assertJson("{\"a\":\"NaN\"}", "{\"a\":F}", 0x7f, 0xc0, 0, 0);
        assertJson("{\"a\":\"NaN(0xffc00001)\"}", "{\"a\":F}", 0xff, 0xc0, 0, 1);
        assertJson("{\"a\":\"-Infinity\"}", "{\"a\":F}", 0xff, 0x80, 0, 0);
    }

    @Test
    void controlCharactersAndSurrogatesAreDigits() {
        assertJson(
                "{\"a\":\"0xd800\",\"b\":\"0x0000\",\"c\":\"ü\"}", "{\"a\":C,\"b\":C,\"c\":C}", 0xd8, 0, 0, 0, 0, 0xfc);
        assertJson("{\"a\":\"a\\tb\",\"b\":\"0x0100\"}", "{\"a\":[3]b,\"b\":[2]b}", 'a', '\t', 'b', 1, 0);
    }

    @Test
    void aLongSequenceIsOneCell() {
        assertEquals(64, text("{\"a\":[64]i}").columns().size());
        assertEquals(List.of("a"), text("{\"a\":[65]i}").columns());
        assertEquals(List.of("a[0]", "a[1]"), text("{\"a\":[2][100]i}").columns());
        assertEquals(List.of("a"), text("{\"a\":[22]{\"x\":i,\"y\":i,\"z\":i}}").columns());
    }

    @Test
    void membersComeInAnyOrderAndAllOfThem() {
        RecordText text = text("{\"a\":b,\"b\":{\"c\":b}}");
        assertArrayEquals(new byte[] {1, 2}, text.fromJson("{\"b\":{\"c\":\"2\"},\"a\":1}"));
        assertArrayEquals(new byte[] {1, 2}, text.toBytes(Map.of("a", (byte) 1, "b", Map.of("c", 2))));
        assertArrayEquals(new byte[] {1, 2}, text.fromCells(List.of("1", "2")));
    }

    @Test
    void aFixedTextThatIsNothingIsEmpty() {
        assertArrayEquals(new byte[2], text("{\"a\":[2]b}").fromCells(Arrays.asList((String) null)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "[1]                          | expected a JSON object, found \"[1]\"",
                "{}                           | expected the member \"id\", found none",
                "{\"idd\":1}                   | expected the member \"id\", found \"idd\", which the layout does not"
                        + " have",
                "{\"id\":null,\"text\":null,\"sizes\":null,\"tags\":null} | id: expected a single value, found null",
                "{\"id\":1,\"text\":[],\"sizes\":null,\"tags\":null} | text: expected a single value, found an array",
                "{\"id\":1,\"text\":\"0x1\",\"sizes\":null,\"tags\":null} | text: expected text, or 0x and pairs of"
                        + " hexadecimal digits, found \"0x1\"",
                "{\"id\":1,\"text\":5,\"sizes\":null,\"tags\":null} | text: expected a text, found \"5\" without"
                        + " quotes",
                "{\"id\":1,\"text\":true,\"sizes\":null,\"tags\":null} | text: expected a text, found \"true\" without"
                        + " quotes",
                "{\"id\":true,\"text\":null,\"sizes\":null,\"tags\":null} | id: expected a whole number from"
                        + " -9223372036854775808 to 9223372036854775807, found \"true\"",
                "{\"id\":1,\"text\":\"\",\"sizes\":1,\"tags\":null} | sizes: expected an array, found \"1\"",
                "{\"id\":1,\"text\":\"\",\"sizes\":[1,{}],\"tags\":null} | sizes[1]: expected a single value, found an"
                        + " object",
                "{\"id\":1,\"text\":\"\",\"sizes\":[],\"tags\":[1]} | tags[0]: expected an object, found \"1\"",
                "{\"id\":1,\"text\":\"\",\"sizes\":[],\"tags\":[{\"name\":{}}]} | tags[0].name: expected a single"
                        + " value, found an object",
                "{\"id\":1,\"text\":\"\",\"sizes\":[],\"tags\":[],\"x\":1} | expected members of the layout, found"
                        + " \"x\"",
            })
    void whatIsNoRecordIsRefusedWithItsPath(String json, String message) {
        RecordText text = RecordText.of(NOTE);
        assertEquals(
                message,
                assertThrows(MalformedTextException.class, () -> text.fromJson(json))
                        .getMessage());
    }

    /** Programs that have only {@code double} put a {@code long} in quotes. */
    @Test
    void aNumberMayStandInQuotesAndATextMayNotStandWithout() {
        RecordText text = text("{\"a\":b,\"z\":z,\"f\":f,\"c\":c,\"t\":[2]b}");
        String json = "{\"a\":7,\"z\":true,\"f\":1.5,\"c\":\"5\",\"t\":\"5\"}";
        byte[] bytes = text.fromJson(json);
        assertEquals(json, text.toJson(MemorySegment.ofArray(bytes), 0));
        assertArrayEquals(bytes, text.fromJson("{\"a\":\"7\",\"z\":\"true\",\"f\":\"1.5\",\"c\":\"5\",\"t\":\"5\"}"));
        assertArrayEquals(bytes, text.toBytes(text.values(MemorySegment.ofArray(bytes), 0)));
        for (String member : List.of("c", "t")) {
            String bare = json.replace("\"" + member + "\":\"5\"", "\"" + member + "\":5");
            String message = assertThrows(MalformedTextException.class, () -> text.fromJson(bare))
                    .getMessage();
            String expected = member.equals("c") ? "a character" : "a text";
            assertEquals(member + ": expected " + expected + ", found \"5\" without quotes", message);
        }
    }

    @Test
    void cellsAreCountedAndNamed() {
        RecordText text = text("{\"a\":b,\"b\":[3]{\"c\":i},\"d\":[100]i}");
        assertEquals(
                "expected 5 cells, found 1",
                assertThrows(MalformedTextException.class, () -> text.fromCells(List.of("1")))
                        .getMessage());
        assertEquals(
                "b[1].c: expected a whole number from -2147483648 to 2147483647, found \"\"",
                assertThrows(
                                MalformedTextException.class,
                                () -> text.fromCells(Arrays.asList("1", "2", null, "3", "[]")))
                        .getMessage());
        assertEquals(
                "d: JSON at column=1: expected a value of JSON, found \"x\"",
                assertThrows(MalformedTextException.class, () -> text.fromCells(List.of("1", "2", "3", "4", "x")))
                        .getMessage());
        assertEquals(
                "d: expected 100 elements, found 1",
                assertThrows(MalformedTextException.class, () -> text.fromCells(List.of("1", "2", "3", "4", "[5]")))
                        .getMessage());
    }

    @Test
    void corruptBytesAreRefused() {
        RecordText text = RecordText.of(NOTE);
        assertThrows(CorruptRecordException.class, () -> text.toJson(MemorySegment.ofArray(new byte[48]), 0));
        assertThrows(IndexOutOfBoundsException.class, () -> text.toCells(MemorySegment.ofArray(new byte[4]), 0));
        byte[] bytes =
                text.fromJson("{\"id\":1,\"text\":null,\"sizes\":[],\"tags\":[{\"name\":null},{\"name\":\"a\"}]}");
        assertEquals(bytes.length, text.encodedSize(MemorySegment.ofArray(bytes), 0));
    }
}
