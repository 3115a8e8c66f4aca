package dev.verbatim;

import static dev.verbatim.ConvertedStructs.BOTH;
import static dev.verbatim.ConvertedStructs.PRICE;
import static dev.verbatim.ConvertedStructs.TIME;
import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrowsExactly;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.ConvertedStructs.Decimal;
import dev.verbatim.ConvertedStructs.Holed;
import dev.verbatim.ConvertedStructs.Spaced;
import dev.verbatim.ConvertedStructs.Timespec;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Conversions to the structs of a codec in variable-length records. */
@SuppressWarnings("unused") // the methods of views are there to be bound
class VarStructConversionTest {

    record Log(String text, Instant time, List<Instant> more, Optional<BigDecimal> price) {}

    @Test
    void variableLengthRecordsWithElementsInTheTailAsBytes() {
        VarCodec<Log> codec = VarCodec.builder(
                        lookup(),
                        Log.class,
                        Layouts.varRecord(
                                Layouts.varRef("text"),
                                Timespec.LAYOUT.withName("time"),
                                Layouts.varRef("more", sequenceLayout(16, JAVA_BYTE)),
                                Decimal.LAYOUT.withName("price")))
                .withConversions(BOTH)
                .build();
        MemorySegment segment = Arena.ofAuto().allocate(200);
        for (Optional<BigDecimal> price : List.of(Optional.of(PRICE), Optional.<BigDecimal>empty())) {
            Log log = new Log("opened", TIME, List.of(TIME, Instant.EPOCH), price);
            codec.write(log, segment, 0);
            assertEquals(log, codec.read(segment, 0));
        }
    }

    @Test
    void aStructInATailIsRefused() {
        StructLayout layout = Layouts.varRecord(Layouts.varRef("times", Timespec.LAYOUT));
        LayoutMismatchException mismatch = assertThrowsExactly(
                LayoutMismatchException.class,
                () -> VarCodec.builder(lookup(), Times.class, layout)
                        .withConversions(BOTH)
                        .build());
        assertTrue(
                mismatch.getMessage().endsWith("; make the element of Instant a sequence of 16 bytes"),
                mismatch::getMessage);
    }

    record Filled(String text, List<Spaced> bytes, Spaced struct, List<InList> structs) {}

    record InList(Spaced at) {}

    record Text(String text) {}

    /** What a thread has written before is in the buffer of its codecs. */
    @Test
    void equalValuesHaveEqualBytesInVariableLengthRecords() {
        VarCodec<Filled> codec = VarCodec.builder(
                        lookup(),
                        Filled.class,
                        Layouts.varRecord(
                                Layouts.varRef("text"),
                                Layouts.varRef("bytes", sequenceLayout(8, JAVA_BYTE)),
                                Holed.LAYOUT.withName("struct"),
                                Layouts.varRef("structs", Layouts.struct(Holed.LAYOUT.withName("at")))))
                .withConversions(Conversions.of(Holed.SPACED))
                .build();
        VarCodec<Text> other = VarCodec.ofRecord(lookup(), Text.class, Layouts.varRecord(Layouts.varRef("text")));
        Spaced one = new Spaced(257);
        Filled value = new Filled("a", List.of(one, one), one, List.of(new InList(one)));
        MemorySegment expected = Arena.ofAuto().allocate(200);
        long size = codec.write(value, expected, 0);
        MemorySegment each = MemorySegment.ofArray(new byte[] {1, 0, 0, 0, 1, 1, 0, 0});
        assertEquals(
                4,
                IntStream.rangeClosed(0, (int) size - 8)
                        .filter(i -> expected.asSlice(i, 8).mismatch(each) < 0)
                        .count());
        for (String text : List.of("x".repeat(300), "yz".repeat(300))) {
            MemorySegment segment = Arena.ofAuto().allocate(1000);
            other.write(new Text(text), segment, 0);
            assertEquals(size, codec.write(value, segment.fill((byte) -1), 0));
            assertEquals(-1, segment.asSlice(0, size).mismatch(expected.asSlice(0, size)));
            assertEquals(value, codec.read(segment, 0));
        }
    }

    enum Side {
        BUY,
        SELL
    }

    record Sided(Side side) {
        static final StructLayout LAYOUT = Layouts.struct(JAVA_INT.withName("side"));
        static final Conversion<Spaced> SPACED = Conversion.ofStruct(
                Spaced.class,
                StructCodec.ofRecord(
                        lookup(),
                        Sided.class,
                        LAYOUT,
                        Conversions.of(CodeConversions.intCodes(Side.class, side -> side == Side.BUY ? 5 : 6))),
                spaced -> new Sided(spaced.value() == 5 ? Side.BUY : Side.SELL),
                sided -> new Spaced(5));
    }

    @Test
    void whatHasADefaultIsTheWholeStruct() {
        record Old(int id) {}
        record Grown(int id, Spaced at) {}
        StructLayout old = Layouts.varRecord(JAVA_INT.withName("id"));
        MemorySegment segment = Arena.ofAuto().allocate(100);
        VarCodec.ofRecord(lookup(), Old.class, old).write(new Old(1), segment, 0);
        VarCodec.Builder<Grown> builder = VarCodec.builder(
                        lookup(), Grown.class, Layouts.grown(old, Sided.LAYOUT.withName("at")))
                .withConversions(Conversions.of(Sided.SPACED));
        VarCodec<Grown> withoutDefault = builder.build();
        CorruptRecordException fault =
                assertThrowsExactly(CorruptRecordException.class, () -> withoutDefault.read(segment, 0));
        assertTrue(
                fault.getMessage().contains(" at offset=0: at at offset=12: expected a default of what"),
                fault::getMessage);
        assertEquals(
                new Grown(1, new Spaced(5)),
                builder.withDefault("at", new Spaced(5)).build().read(segment, 0));
    }

    @Test
    void olderRecordsLackAStructOrHaveItsDefault() {
        record Old(int id) {}
        record Grown(int id, Instant time, List<Instant> times) {}
        StructLayout old = Layouts.varRecord(JAVA_INT.withName("id"));
        StructLayout layout = Layouts.grown(
                old,
                Timespec.LAYOUT.withName("time"),
                sequenceLayout(2, Timespec.LAYOUT).withName("times"));
        MemorySegment segment = Arena.ofAuto().allocate(100);
        VarCodec.ofRecord(lookup(), Old.class, old).write(new Old(1), segment, 0);
        VarCodec<Grown> codec = VarCodec.builder(lookup(), Grown.class, layout)
                .withConversions(BOTH)
                .withDefault("time", TIME)
                .withDefault("times[]", TIME)
                .build();
        assertEquals(new Grown(1, TIME, List.of(TIME, TIME)), codec.read(segment, 0));
        VarCodec<Grown> withoutDefault = VarCodec.builder(lookup(), Grown.class, layout)
                .withConversions(BOTH)
                .build();
        assertEquals(
                new Grown(1, Instant.EPOCH, List.of(Instant.EPOCH, Instant.EPOCH)), withoutDefault.read(segment, 0));
    }

    record Times(List<Instant> times) {}

    interface TimesView extends StructView {
        Instant times(int index);
    }

    @Test
    void viewsReadTheBytesInATail() {
        StructLayout layout = Layouts.varRecord(Layouts.varRef("times", sequenceLayout(16, JAVA_BYTE)));
        MemorySegment segment = Arena.ofAuto().allocate(100);
        VarCodec.builder(lookup(), Times.class, layout)
                .withConversions(BOTH)
                .build()
                .write(new Times(List.of(Instant.EPOCH, TIME)), segment, 0);
        TimesView view = ViewFactory.of(lookup(), TimesView.class, layout, BOTH).wrap(segment, 0);
        assertEquals(TIME, view.times(1));
    }

    @Test
    void theHintInATailIsOneThatFits() {
        StructLayout layout = Layouts.varRecord(Layouts.varRef("times", Timespec.LAYOUT));
        LayoutMismatchException mismatch = assertThrowsExactly(
                LayoutMismatchException.class, () -> VarCodec.ofRecord(lookup(), Times.class, layout));
        assertTrue(
                mismatch.getMessage()
                        .contains("make it a sequence of JAVA_BYTE, and declare a conversion, as"
                                + " `Conversions.of(Conversion.ofBytes(Instant.class, 16, to, from))`"),
                mismatch::getMessage);
    }
}
