package dev.verbatim.cli;

import static java.lang.foreign.ValueLayout.JAVA_BOOLEAN;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_CHAR;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.CorruptRecordException;
import dev.verbatim.Layouts;
import dev.verbatim.StructCodec;
import dev.verbatim.VarCodec;
import dev.verbatim.cli.StoredQueue.Quote;
import dev.verbatim.cli.StoredQueue.Trade;
import dev.verbatim.queue.LayoutText;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Objects;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Payloads are read by the text of their layout alone. */
class PayloadReaderTest {

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
        return Json.of(PayloadReader.of(layout, payload).read());
    }

    @Test
    void aStructIsRead() {
        StructCodec<Quote> codec = Quote.CODEC;
        MemorySegment payload = MemorySegment.ofArray(new byte[Math.toIntExact(codec.byteSize())]);
        codec.write(Quote.of(7), payload, 0);
        assertEquals(
                "{\"id\":7,\"symbol\":\"VBTM\",\"levels\":[{\"price\":99.5,\"size\":10},{\"price\":99.25,\"size\":20}]}",
                json(stored(codec.layout()), payload));
    }

    @Test
    void bothByteOrdersAllKindsOfValuesAndSequencesOfThemAreRead() {
        StructLayout layout = MemoryLayout.structLayout(
                MemoryLayout.sequenceLayout(2, JAVA_SHORT.withOrder(ByteOrder.BIG_ENDIAN)).withName("big"),
                JAVA_SHORT.withOrder(ByteOrder.LITTLE_ENDIAN).withName("little"),
                JAVA_CHAR.withOrder(ByteOrder.BIG_ENDIAN).withName("char"),
                JAVA_BOOLEAN.withName("yes"),
                JAVA_BYTE.withName("byte"),
                JAVA_SHORT, // without a name nobody can refer to it
                MemoryLayout.paddingLayout(2).withName("padding"),
                MemoryLayout.sequenceLayout(1, MemoryLayout.paddingLayout(1)).withName("more"),
                MemoryLayout.sequenceLayout(2, MemoryLayout.sequenceLayout(2, JAVA_BYTE)).withName("texts"));
        MemorySegment payload = MemorySegment.ofArray(
                new byte[] {0, 1, 0, 2, 3, 0, 0, 'c', 1, -5, 9, 9, 9, 9, 9, 'a', 0, 'b', 'c'});
        assertEquals(
                "{\"big\":[1,2],\"little\":3,\"char\":\"c\",\"yes\":true,\"byte\":-5,\"texts\":[\"a\",\"bc\"]}",
                json(stored(layout), payload));
    }

    @Test
    void aRecordOfVariableLengthIsRead() {
        assertEquals(
                "{\"id\":1,\"venue\":\"Zürich\",\"fills\":[{\"price\":1.0,\"size\":2}],"
                        + "\"tags\":[{\"text\":\"a\\n\"},{\"text\":null}],\"sizes\":[3,4]}",
                json(TRADE, payload(Trade.CODEC, Trade.of(1))));
        assertEquals(
                "{\"id\":2,\"venue\":null,\"fills\":[],\"tags\":[],\"sizes\":[]}",
                json(TRADE, payload(Trade.CODEC, new Trade(2, null, List.of(), List.of(), new int[0]))));
    }

    @Test
    void slotsCountFromTheInnermostStruct() throws Exception {
        StructLayout inner = Layouts.struct(JAVA_INT.withName("id"), Layouts.varRef("text"));
        StructLayout layout = stored(Layouts.varRecord(JAVA_INT.withName("n"), inner.withName("inner")));
        MemorySegment payload = MemorySegment.ofArray(new byte[34]);
        int[] ints = {32, 34, 5, 0, 6, 0, 16, 2};
        for (int i = 0; i < ints.length; i++) {
            payload.setAtIndex(
                    ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN), i, ints[i]);
        }
        payload.set(JAVA_BYTE, 32, (byte) 'h');
        payload.set(JAVA_BYTE, 33, (byte) 'i');
        assertEquals("{\"n\":5,\"inner\":{\"id\":6,\"text\":\"hi\"}}", json(layout, payload));
        assertEquals(
                List.of("5", "6", "hi"),
                Column.of(layout).stream()
                        .map(column -> column.read(PayloadReader.of(layout, payload)))
                        .toList());
    }

    @Test
    void columnsAreNamedByTheirPathsAndTailsAreJson() throws Exception {
        assertEquals(
                List.of("id", "symbol", "levels[0].price", "levels[0].size", "levels[1].price", "levels[1].size"),
                Column.of(stored(Quote.CODEC.layout())).stream().map(Column::path).toList());
        PayloadReader trade = PayloadReader.of(TRADE, payload(Trade.CODEC, Trade.of(1)));
        assertEquals(
                List.of("1", "Zürich", "[{\"price\":1.0,\"size\":2}]", "[{\"text\":\"a\\n\"},{\"text\":null}]", "[3,4]"),
                Column.of(TRADE).stream().map(column -> Objects.requireNonNull(column.read(trade))).toList());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            0  |  49 | expected fixedSize=48, found fixedSize=49
            4  |  47 | expected totalSize=144, found totalSize=47
            16 |  47 | venue: expected a part of the 144 bytes after the first 48, found length=7 at offset=47
            20 | 121 | venue: expected a part of the 144 bytes after the first 48, found length=121 at offset=48
            20 |  -2 | venue: expected a part of the 144 bytes after the first 48, found length=-2 at offset=48
            28 |   7 | fills: expected a list of 8 bytes or more, found 7 bytes
            56 |   2 | fills: expected elements of 16 bytes in 24 bytes, found count=2
            56 |  -1 | fills: expected elements of 16 bytes in 24 bytes, found count=-1
            60 |  15 | fills: expected stride=16, found stride=15
            80 |  99 | tags: expected the ends of all records in 56 bytes, found count=99
            84 |   1 | tags: expected stride=0, found stride=1
            88 |  15 | tags[0]: expected an end from 16 to 56, found end=15
            92 |  65 | tags[1]: expected an end from 40 to 56, found end=65
            44 |   7 | sizes: expected a multiple of 4 bytes, found 7 bytes
            """)
    void whatLiesOutsideTheRecordIsNotShown(long offset, int value, String message) {
        MemorySegment payload = payload(Trade.CODEC, Trade.of(1));
        payload.set(ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN), offset, value);
        assertEquals(
                message,
                assertThrows(CorruptRecordException.class, () -> json(TRADE, payload)).getMessage());
    }

    @Test
    void aPayloadOfAnotherSizeIsRefused() {
        StructLayout quote = stored(Quote.CODEC.layout());
        assertEquals(
                "expected 48 bytes, found 47 bytes",
                assertThrows(CorruptRecordException.class, () -> json(quote, MemorySegment.ofArray(new byte[47])))
                        .getMessage());
        assertEquals(
                "expected 48 bytes or more, found 4 bytes",
                assertThrows(CorruptRecordException.class, () -> json(TRADE, MemorySegment.ofArray(new byte[4])))
                        .getMessage());
    }

    @Property
    void whateverTheBytesItReadsThemOrSaysWhy(@ForAll @IntRange(max = 35) int index, @ForAll int value) {
        MemorySegment payload = payload(Trade.CODEC, Trade.of(1));
        payload.setAtIndex(ValueLayout.JAVA_INT_UNALIGNED, index, value);
        try {
            assertTrue(json(TRADE, payload).startsWith("{\"id\":"));
        } catch (CorruptRecordException e) {
            assertTrue(String.valueOf(e.getMessage()).contains("expected"));
        }
    }
}
