package dev.verbatim;

import static dev.verbatim.Layouts.varRecord;
import static dev.verbatim.Layouts.varRef;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;
import static java.lang.invoke.MethodHandles.lookup;
import static java.nio.ByteOrder.LITTLE_ENDIAN;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.verbatim.text.CodecText;
import dev.verbatim.text.Csv;
import dev.verbatim.text.RecordText;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The snippets of the package of texts. */
class TextTutorialTest {

    record Fill(double price, long size) {
        static final StructLayout LAYOUT = Layouts.struct(JAVA_DOUBLE.withName("price"), JAVA_LONG.withName("size"));
    }

    record Trade(long id, String venue, List<Fill> fills) {
        static final StructLayout LAYOUT =
                varRecord(JAVA_LONG.withName("id"), varRef("venue"), varRef("fills", Fill.LAYOUT));
        static final VarCodec<Trade> CODEC = VarCodec.ofRecord(lookup(), Trade.class, LAYOUT);
    }

    private static MemorySegment segment() {
        Trade trade = new Trade(7, "Zürich", List.of(new Fill(99.5, 10)));
        MemorySegment segment = MemorySegment.ofArray(new byte[(int) Trade.CODEC.encodedSize(trade)]);
        Trade.CODEC.write(trade, segment, 0);
        return segment;
    }

    @Test
    void theTextOfALayout() {
        MemorySegment segment = segment();
        // @start region="text"
        RecordText text = RecordText.of(Trade.LAYOUT);

        String json = text.toJson(segment, 0);
        assertEquals("{\"id\":7,\"venue\":\"Zürich\",\"fills\":[{\"price\":99.5,\"size\":10}]}", json);
        byte[] bytes = text.fromJson(json); // those that the codec has written

        assertEquals("id,venue,fills", Csv.line(text.columns()));
        String row = Csv.line(text.toCells(segment, 0));
        assertEquals("7,Zürich,\"[{\"\"price\"\":99.5,\"\"size\"\":10}]\"", row);
        // @end
        assertArrayEquals(segment.toArray(ValueLayout.JAVA_BYTE), bytes);
    }

    @Test
    void numbersWithoutASign() {
        byte[] bytes = {-1, -1, -1, -1, -2};
        MemorySegment segment = MemorySegment.ofArray(bytes);
        // @start region="unsigned"
        StructLayout layout = Layouts.struct(JAVA_INT_UNALIGNED.withName("id"), JAVA_BYTE.withName("level"));
        RecordText text = RecordText.of(layout).withUnsigned(List.of("id"));

        assertEquals("{\"id\":4294967295,\"level\":-2}", text.toJson(segment, 0));
        assertArrayEquals(bytes, text.fromJson("{\"id\":4294967295,\"level\":-2}"));
        // @end
    }

    @Test
    void numbersOfHalfPrecision() {
        byte[] bytes = {0x66, 0x2E, 1, 0};
        MemorySegment segment = MemorySegment.ofArray(bytes);
        // @start region="half"
        StructLayout layout = Layouts.struct(
                JAVA_SHORT_UNALIGNED.withOrder(LITTLE_ENDIAN).withName("gain"),
                JAVA_SHORT_UNALIGNED.withOrder(LITTLE_ENDIAN).withName("channel"));
        RecordText text = RecordText.of(layout).withHalfPrecision(List.of("gain"));

        assertEquals("{\"gain\":0.1,\"channel\":1}", text.toJson(segment, 0));
        assertArrayEquals(bytes, text.fromJson("{\"gain\":0.1,\"channel\":1}"));
        // @end
    }

    @Test
    void theTextOfACodec() {
        // @start region="codec"
        CodecText<Trade> text = CodecText.of(Trade.CODEC);

        Trade trade = text.fromJson("{\"id\":7,\"venue\":\"Zürich\",\"fills\":[]}");
        assertEquals(new Trade(7, "Zürich", List.of()), trade);
        assertEquals("{\"id\":7,\"venue\":\"Zürich\",\"fills\":[]}", text.toJson(trade));
        // @end
        assertEquals(trade, text.fromCells(text.toCells(trade)));
        assertEquals(List.of("id", "venue", "fills"), text.columns());
    }
}
