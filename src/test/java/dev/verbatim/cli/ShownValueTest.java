package dev.verbatim.cli;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.verbatim.CorruptRecordException;
import dev.verbatim.LayoutText;
import dev.verbatim.Layouts;
import dev.verbatim.StructCodec;
import dev.verbatim.VarCodec;
import dev.verbatim.cli.StoredQueue.Quote;
import dev.verbatim.cli.StoredQueue.Trade;
import dev.verbatim.text.Json;
import dev.verbatim.text.RecordText;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Payloads are shown by the text of their layout alone. */
class ShownValueTest {

    private static final StructLayout TRADE = stored(Trade.CODEC.layout());

    private static StructLayout stored(StructLayout layout) {
        return LayoutText.parse(LayoutText.of(layout));
    }

    private static <T> MemorySegment payload(VarCodec<T> codec, T value) {
        MemorySegment payload = MemorySegment.ofArray(new byte[Math.toIntExact(codec.encodedSize(value))]);
        codec.write(value, payload, 0);
        return payload;
    }

    private static String json(StructLayout layout, MemorySegment payload) {
        return Json.of(StructText.values(RecordText.of(layout), payload));
    }

    private static List<@Nullable String> csv(StructLayout layout, MemorySegment payload) {
        return RecordText.of(layout).toCells(payload, 0);
    }

    @Test
    void aStructIsShown() {
        StructCodec<Quote> codec = Quote.CODEC;
        MemorySegment payload = MemorySegment.ofArray(new byte[Math.toIntExact(codec.byteSize())]);
        codec.write(Quote.of(7), payload, 0);
        assertEquals(
                "{\"id\":7,\"symbol\":\"VBTM\",\"levels\":[{\"price\":99.5,\"size\":10},{\"price\":99.25,\"size\":20}]}",
                json(stored(codec.layout()), payload));
    }

    @Test
    void sequencesOfBytesAreTextWithoutTheZerosAtItsEnd() throws Exception {
        StructLayout layout = LayoutText.parse("{\"text\":[3]b,\"texts\":[2][2]b,\"hex\":[2]b}");
        MemorySegment payload = MemorySegment.ofArray(new byte[] {'a', 'b', 0, 'a', 0, 'b', 'c', -1, 0});
        assertEquals("{\"text\":\"ab\",\"texts\":[\"a\",\"bc\"],\"hex\":\"0xff00\"}", json(layout, payload));
        assertEquals(List.of("ab", "a", "bc", "0xff00"), csv(layout, payload));
    }

    @Test
    void bytesInATailAreTextWithTheZerosThatTheyHave() throws Exception {
        Trade trade = new Trade(2, "a\0", List.of(), List.of(), new int[0]);
        assertEquals(
                "{\"id\":2,\"venue\":\"0x6100\",\"fills\":[],\"tags\":[],\"sizes\":[]}",
                json(TRADE, payload(Trade.CODEC, trade)));
        assertEquals(List.of("2", "0x6100", "[]", "[]", "[]"), csv(TRADE, payload(Trade.CODEC, trade)));
    }

    @Test
    void aTailIsShownAsJson() throws Exception {
        String fills = "[{\"price\":1.0,\"size\":2}]";
        String tags = "[{\"text\":\"a\\n\"},{\"text\":null}]";
        MemorySegment payload = payload(Trade.CODEC, Trade.of(1));
        assertEquals(
                "{\"id\":1,\"venue\":\"Zürich\",\"fills\":" + fills + ",\"tags\":" + tags + ",\"sizes\":[3,4]}",
                json(TRADE, payload));
        assertEquals(List.of("1", "Zürich", fills, tags, "[3,4]"), csv(TRADE, payload));
    }

    @Test
    void nullIsNull() throws Exception {
        MemorySegment payload = payload(Trade.CODEC, new Trade(2, null, List.of(), List.of(), new int[0]));
        assertEquals("{\"id\":2,\"venue\":null,\"fills\":[],\"tags\":[],\"sizes\":[]}", json(TRADE, payload));
        assertEquals(Arrays.asList("2", null, "[]", "[]", "[]"), csv(TRADE, payload));
    }

    @Test
    void columnsAreNamedByTheirPaths() throws Exception {
        assertEquals(
                List.of("id", "symbol", "levels[0].price", "levels[0].size", "levels[1].price", "levels[1].size"),
                RecordText.of(stored(Quote.CODEC.layout())).columns());
        StructLayout inner = Layouts.struct(JAVA_INT.withName("id"), Layouts.varRef("text"));
        StructLayout layout = Layouts.varRecord(JAVA_BYTE.withName("n"), inner.withName("inner"));
        assertEquals(
                List.of("n", "inner.id", "inner.text"),
                RecordText.of(stored(layout)).columns());
    }

    @Test
    void elementsWithoutBytesAreNotShown() throws Exception {
        StructLayout layout = LayoutText.parse("{\"none\":[3][0]b,\"some\":[2]{\"a\":[0]b,\"b\":b}}");
        MemorySegment payload = MemorySegment.ofArray(new byte[] {1, 2});
        assertEquals("{\"none\":[],\"some\":[{\"a\":\"\",\"b\":1},{\"a\":\"\",\"b\":2}]}", json(layout, payload));
        assertEquals(List.of("", "1", "", "2"), csv(layout, payload));
    }

    /** A structure of ints, wherever there is no tail. */
    @Test
    void aReferenceOfAStructIsShownAsItIsSpelled() throws Exception {
        StructLayout layout = stored(Layouts.struct(Layouts.varRef("text")));
        MemorySegment payload = MemorySegment.ofArray(new byte[] {8, 0, 0, 0, 1, 0, 0, 0});
        assertEquals("{\"text\":{\"offset\":8,\"length\":1,\"elements\":\"\"}}", json(layout, payload));
        assertEquals(List.of("8", "1", ""), csv(layout, payload));
    }

    @Test
    void aPayloadOfAnotherSizeIsRefused() {
        assertRefused("expected 48 bytes, found 47 bytes", stored(Quote.CODEC.layout()), new byte[47]);
        assertRefused("expected 48 bytes, found 49 bytes", stored(Quote.CODEC.layout()), new byte[49]);
        assertRefused("expected 48 bytes or more, found 4 bytes", TRADE, new byte[4]);
        MemorySegment payload = payload(Trade.CODEC, Trade.of(1));
        byte[] longer = Arrays.copyOf((byte[]) payload.heapBase().orElseThrow(), 145);
        assertRefused("expected 144 bytes, found 145 bytes", TRADE, longer);
    }

    private static void assertRefused(String message, StructLayout layout, byte[] payload) {
        assertEquals(
                message,
                assertThrows(CorruptRecordException.class, () -> json(layout, MemorySegment.ofArray(payload)))
                        .getMessage());
    }
}
