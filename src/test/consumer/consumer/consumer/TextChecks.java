package consumer;

import static consumer.Checks.thrown;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_CHAR;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;

import dev.verbatim.Layouts;
import dev.verbatim.StructCodec;
import dev.verbatim.VarCodec;
import dev.verbatim.text.ByteText;
import dev.verbatim.text.CodecText;
import dev.verbatim.text.Csv;
import dev.verbatim.text.Json;
import dev.verbatim.text.JsonNumber;
import dev.verbatim.text.MalformedTextException;
import dev.verbatim.text.RecordText;
import java.io.IOException;
import java.io.StringReader;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/** Records as JSON and CSV, of types that this module does not export, and back. */
final class TextChecks {

    private static final StructLayout TICK = Layouts.struct(
            JAVA_LONG.withName("id"),
            JAVA_DOUBLE.withName("price"),
            JAVA_CHAR.withName("side"),
            MemoryLayout.sequenceLayout(4, JAVA_BYTE).withName("venue"));
    private static final StructLayout NOTE = Layouts.varRecord(JAVA_LONG.withName("id"), Layouts.varRef("text"));

    private record Tick(long id, double price, char side, String venue) {
        private static final StructCodec<Tick> CODEC = StructCodec.ofRecord(lookup(), Tick.class, TICK);
    }

    private record Note(long id, String text) {
        private static final VarCodec<Note> CODEC = VarCodec.ofRecord(lookup(), Note.class, NOTE);
    }

    private TextChecks() {}

    static void run() throws IOException {
        structs();
        varRecords();
        json();
        csv();
        bytes();
    }

    private static void structs() {
        CodecText<Tick> text = CodecText.of(Tick.CODEC);
        Tick tick = new Tick(Long.MIN_VALUE, -0.0, 'B', "5");
        String json = "{\"id\":-9223372036854775808,\"price\":-0.0,\"side\":\"B\",\"venue\":\"5\"}";
        Checks.equal("a struct in JSON", json, text.toJson(tick));
        Checks.equal("a struct of JSON", tick, text.fromJson(json));
        Checks.equal("a number in quotes", tick, text.fromJson(json.replace("-0.0", "\"-0.0\"")));
        Checks.equal("columns", List.of("id", "price", "side", "venue"), text.columns());
        Checks.equal("cells", List.of("-9223372036854775808", "-0.0", "B", "5"), text.toCells(tick));
        Checks.equal("a struct of cells", tick, text.fromCells(text.toCells(tick)));
        RecordText record = RecordText.of(TICK);
        MemorySegment bytes = MemorySegment.ofArray(record.fromJson(json));
        Checks.equal("the bytes of JSON are those of a codec", tick, Tick.CODEC.read(bytes, 0));
        Checks.equal("values", Long.MIN_VALUE, record.values(bytes, 0).get("id"));
        Checks.equal(
                "the bytes of values",
                0,
                Arrays.compare(bytes.toArray(JAVA_BYTE), record.toBytes(record.values(bytes, 0))));
        Checks.equal("size", TICK.byteSize(), record.encodedSize(bytes, 0));
        Checks.equal("layout", TICK, record.layout());
        thrown(
                "a number for a text",
                MalformedTextException.class,
                () -> text.fromJson(json.replace("\"5\"", "5")),
                "venue: expected a text, found \"5\" without quotes");
        thrown("no object", MalformedTextException.class, () -> text.fromJson("[]"), "expected a JSON object");
        thrown("too few cells", MalformedTextException.class, () -> text.fromCells(List.of("1")), "expected 4 cells");
        thrown(
                "a union",
                IllegalArgumentException.class,
                () -> RecordText.of(union()),
                "expected values, structs and sequences");
    }

    private static StructLayout union() {
        return MemoryLayout.structLayout(MemoryLayout.unionLayout(JAVA_LONG.withName("a"), JAVA_DOUBLE.withName("b"))
                .withName("either"));
    }

    private static void varRecords() {
        CodecText<Note> text = CodecText.of(Note.CODEC);
        Note note = new Note(1, "Zürich, \"ZH\"");
        String json = "{\"id\":1,\"text\":\"Zürich, \\\"ZH\\\"\"}";
        Checks.equal("a record in JSON", json, text.toJson(note));
        Checks.equal("a record of JSON", note, text.fromJson(json));
        Checks.equal("a line", "1,\"Zürich, \"\"ZH\"\"\"", Csv.line(text.toCells(note)));
        Checks.equal("null in cells", new Note(2, null), text.fromCells(Arrays.asList("2", null)));
        Checks.equal("null in JSON", new Note(2, null), text.fromJson("{\"id\":2,\"text\":null}"));
    }

    private static void json() {
        Object parsed = Json.parse(" {\"a\": [1, \"1\", true, \"true\", null]} ");
        Checks.equal(
                "values of JSON", Map.of("a", Arrays.asList(new JsonNumber("1"), "1", true, "true", null)), parsed);
        Checks.equal("there and back", "{\"a\":[1,\"1\",true,\"true\",null]}", Json.of(parsed));
        thrown("no JSON", MalformedTextException.class, () -> Json.parse("[1,"), "JSON at column=4");
        thrown("no number", MalformedTextException.class, () -> new JsonNumber("1e"), "expected a number");
        thrown("no value of JSON", IllegalArgumentException.class, () -> Json.of(new Object()), "java.lang.Object");
    }

    private static void csv() throws IOException {
        String line = Csv.line(Arrays.asList("a\"b", null, "", "c,d"));
        Checks.equal("a line with quotes", "\"a\"\"b\",,\"\",\"c,d\"", line);
        Csv.Reader reader = new Csv.Reader(new StringReader(line + "\n1,2\n"));
        Checks.equal("the first row", Arrays.asList("a\"b", null, "", "c,d"), reader.read());
        Checks.equal("the second row", List.of("1", "2"), reader.read());
        Checks.equal("its line", 2L, reader.line());
        Checks.equal("the end", null, reader.read());
        Checks.equal("a cell", "[1]", Csv.cell(List.of(1)));
        thrown(
                "quotes without end",
                MalformedTextException.class,
                () -> new Csv.Reader(new StringReader("\"a")).read(),
                "expected quotes that end");
    }

    private static void bytes() {
        byte[] padded = {'a', 'b', 0, 0};
        Checks.equal("bytes of a text", "ab", ByteText.ofPadded(padded));
        Checks.equal("bytes with zeros", "0x61620000", ByteText.of(padded));
        Checks.equal("their digits", "61620000", HexFormat.of().formatHex(ByteText.parse("0x61620000")));
        thrown("half a byte", MalformedTextException.class, () -> ByteText.parse("0x1"), "hexadecimal digits");
        Checks.equal("quoted", "\"a?b\"", MalformedTextException.quote("a\nb"));
    }
}
