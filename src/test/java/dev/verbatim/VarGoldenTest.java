package dev.verbatim;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;
import static java.lang.invoke.MethodHandles.lookup;
import static java.nio.ByteOrder.LITTLE_ENDIAN;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrowsExactly;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.VarParts.Order;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Records of version 1 stay readable, and what codecs write stays what it was, byte for byte. A record that differs
 * after a deliberate change of the format belongs to a new version: these are never regenerated.
 */
class VarGoldenTest {

    /** Set to write the records that the codecs make to a folder, when there is a new one. */
    private static final String OUTPUT_PROPERTY = "verbatim.golden.output";

    // @start region="example"
    record Trade(long id, String venue, List<Fill> fills, List<Tag> tags, String note) {
        static final StructLayout LAYOUT = Layouts.varRecord(
                JAVA_LONG.withOrder(LITTLE_ENDIAN).withName("id"),
                Layouts.varRef("venue"),
                Layouts.varRef("fills", Fill.LAYOUT),
                Layouts.varRef("tags", Tag.LAYOUT),
                Layouts.varRef("note"));
        static final VarCodec<Trade> CODEC = VarCodec.ofRecord(lookup(), Trade.class, LAYOUT);
        static final Trade EXAMPLE = new Trade(
                7,
                "Zürich",
                List.of(new Fill(100, (short) 1), new Fill(200, (short) 2)),
                List.of(new Tag("a"), new Tag(null)),
                null);
    }

    record Fill(int quantity, short side) { // a struct of 8 bytes, 2 of them padding
        static final StructLayout LAYOUT = Layouts.struct(
                JAVA_INT.withOrder(LITTLE_ENDIAN).withName("quantity"),
                JAVA_SHORT.withOrder(LITTLE_ENDIAN).withName("side"));
    }

    record Tag(String text) { // a variable-length record
        static final StructLayout LAYOUT = Layouts.varRecord(Layouts.varRef("text"));
    }
    // @end

    /** What a trade has become. */
    record NewerTrade(long id, String venue, List<Fill> fills, List<Tag> tags, String note, int version, String desk) {
        static final VarCodec<NewerTrade> CODEC = VarCodec.builder(
                        lookup(),
                        NewerTrade.class,
                        Layouts.grown(
                                Trade.LAYOUT,
                                JAVA_INT.withOrder(LITTLE_ENDIAN).withName("version"),
                                Layouts.varRef("desk")))
                .withDefault("version", 1)
                .build();
        static final NewerTrade EXAMPLE = new NewerTrade(7, "X", List.of(), null, "", 2, "FX");
    }

    private static byte[] golden(String name) throws IOException {
        try (InputStream in = VarGoldenTest.class.getResourceAsStream("/golden/v1/record/" + name + ".bin")) {
            assertTrue(in != null, () -> "there is no golden record " + name);
            return in.readAllBytes();
        }
    }

    private static <T> T assertWritten(String name, VarCodec<T> codec, T value) throws IOException {
        byte[] written = VarParts.bytes(codec, value);
        String output = System.getProperty(OUTPUT_PROPERTY);
        if (output != null) {
            Files.write(Path.of(output, name + ".bin"), written);
        }
        byte[] golden = golden(name);
        assertArrayEquals(golden, written);
        T read = codec.read(MemorySegment.ofArray(golden), 0);
        assertArrayEquals(golden, VarParts.bytes(codec, read));
        return read;
    }

    @Test
    void whatIsWrittenIsWhatItWas() throws IOException {
        assertEquals(Trade.EXAMPLE, assertWritten("trade", Trade.CODEC, Trade.EXAMPLE));
        assertEquals(NewerTrade.EXAMPLE, assertWritten("newer-trade", NewerTrade.CODEC, NewerTrade.EXAMPLE));
        assertWritten("order", Order.CODEC, VarParts.order());
        assertWritten("order-of-nulls", Order.CODEC, VarParts.nulls());
        assertWritten("order-of-empties", Order.CODEC, VarParts.empties());
    }

    @Test
    void olderAndNewerRecordsAreRead() throws IOException {
        Trade old = Trade.EXAMPLE;
        assertEquals(
                new NewerTrade(old.id, old.venue, old.fills, old.tags, old.note, 1, null),
                NewerTrade.CODEC.read(MemorySegment.ofArray(golden("trade")), 0));
        assertEquals(
                new Trade(7, "X", List.of(), null, ""),
                Trade.CODEC.read(MemorySegment.ofArray(golden("newer-trade")), 0));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        overlapping-slots | fills at offset=24: expected offset=56 and a length from 0 to 80, or offset=0 and length=-1 for null,\
         found offset=48, length=7
        gap-not-zero      | fills at offset=55: expected zeros up to the next part of the tail, found other bytes
        huge-count        | fills at offset=56: expected a count of elements of 8 bytes that with the list's header are length=24,\
         found count=268435456
        truncated         | the record at offset=4: expected totalSize from 8 to the 80 bytes of the segment from here, found\
         totalSize=136
        malformed-text    | venue at offset=48: expected text in UTF-8, found the bytes c3 at index=1 of the text
        """)
    void whatIsMalformedIsRefused(String name, String message) throws IOException {
        byte[] golden = golden("malformed/" + name);
        assertEquals(
                "cannot read " + Trade.CODEC + " at offset=0: " + message,
                assertThrowsExactly(
                                CorruptRecordException.class, () -> Trade.CODEC.read(MemorySegment.ofArray(golden), 0))
                        .getMessage());
    }

    /**
     * The page's worked example is the code of the region above; its lines of hexadecimal digits are the whole record.
     */
    @Test
    void theDocumentationShowsTheseBytes() throws IOException {
        String shown = Files.readAllLines(Path.of("docs", "record-format.md")).stream()
                .filter(line -> line.matches(" *\\d+ {2}([0-9a-f]{2} ){1,8} .*"))
                .map(line -> line.replaceFirst("^ *\\d+ {2}", "").replaceFirst(" {2}.*", ""))
                .collect(Collectors.joining(" "));
        assertEquals(HexFormat.ofDelimiter(" ").formatHex(golden("trade")), shown);
    }
}
