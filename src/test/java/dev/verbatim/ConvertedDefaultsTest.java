package dev.verbatim;

import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.ConvertedDto.Price;
import dev.verbatim.ConvertedDto.Side;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is read of converted members that older records lack. */
class ConvertedDefaultsTest {

    @Test
    void aMemberThatOlderRecordsLackHasADefault() {
        StructLayout old = Layouts.varRecord(JAVA_LONG.withName("price"));
        record Old(Price price) {}
        record New(Price price, Price other, Integer maybe) {}
        Conversions conversions = Conversions.of(
                Conversion.ofLong(Price.class, Price::ticks, Price::new), CodeConversions.nullable(Integer.class, -1));
        StructLayout grown =
                Layouts.varRecord(JAVA_LONG.withName("price"), JAVA_LONG.withName("other"), JAVA_INT.withName("maybe"));
        VarCodec<Old> writer = VarCodec.builder(lookup(), Old.class, old)
                .withConversions(conversions)
                .build();
        VarCodec<New> reader = VarCodec.builder(lookup(), New.class, grown)
                .withConversions(conversions)
                .withDefault("other", new Price(9))
                .build();
        MemorySegment segment = MemorySegment.ofArray(new byte[64]);
        writer.write(new Old(new Price(1)), segment, 0);
        assertEquals(new New(new Price(1), new Price(9), null), reader.read(segment, 0));
        LayoutMismatchException fault = assertThrows(
                LayoutMismatchException.class,
                () -> VarCodec.builder(lookup(), New.class, grown)
                        .withConversions(conversions)
                        .withDefault("maybe", -1)
                        .build());
        assertTrue(fault.getMessage().contains("pass a java.lang.Integer that can be stored"), fault::getMessage);
    }

    @Test
    void whatAnOlderRecordLacksNeedsADefaultIfZerosAreRefused() {
        record Old(long id) {}
        record Pair(Side side) {}
        record New(long id, Pair nested) {}
        StructLayout nested = Layouts.struct(JAVA_BYTE.withName("side"));
        VarCodec<Old> writer = VarCodec.ofRecord(lookup(), Old.class, Layouts.varRecord(JAVA_LONG.withName("id")));
        VarCodec<New> reader = VarCodec.builder(
                        lookup(), New.class, Layouts.varRecord(JAVA_LONG.withName("id"), nested.withName("nested")))
                .withConversions(Conversions.of(CodeConversions.byteCodes(Side.class, Side::code)))
                .build();
        MemorySegment segment = MemorySegment.ofArray(new byte[64]);
        writer.write(new Old(1), segment, 0);
        String start = "cannot read " + reader + " at offset=0: nested.side at offset=16: expected ";
        String end = "0 (no constant of " + Side.class.getName() + " has this code)";
        assertEquals(
                start + "a default of what this older record lacks, by VarCodec.Builder.withDefault, found none, and"
                        + " zeros are refused: " + end,
                assertThrows(CorruptRecordException.class, () -> reader.read(segment, 0))
                        .getMessage());

        reader.write(new New(1, new Pair(Side.BUY)), segment, 0);
        segment.set(JAVA_BYTE, 16, (byte) 0);
        assertEquals(
                start + "the bytes of a " + Side.class.getTypeName() + ", found " + end,
                assertThrows(CorruptRecordException.class, () -> reader.read(segment, 0))
                        .getMessage());
    }

    @Test
    void soDoElementsThatOlderRecordsHave() {
        record OldLevel(int size) {}
        record SidedLevel(int size, Side side) {}
        record Old(List<OldLevel> levels) {}
        record New(List<SidedLevel> levels) {}
        StructLayout oldLevel = Layouts.struct(JAVA_INT.withName("size"));
        StructLayout level = Layouts.struct(JAVA_INT.withName("size"), JAVA_INT.withName("side"));
        VarCodec<Old> writer =
                VarCodec.ofRecord(lookup(), Old.class, Layouts.varRecord(Layouts.varRef("levels", oldLevel)));
        VarCodec.Builder<New> builder = VarCodec.builder(
                        lookup(), New.class, Layouts.varRecord(Layouts.varRef("levels", level)))
                .withConversions(Conversions.of(CodeConversions.intCodes(Side.class, Side::code)));
        MemorySegment segment = MemorySegment.ofArray(new byte[64]);
        writer.write(new Old(List.of(new OldLevel(3), new OldLevel(4))), segment, 0);
        VarCodec<New> withoutDefault = builder.build();
        String message = assertThrows(CorruptRecordException.class, () -> withoutDefault.read(segment, 0))
                .getMessage();
        assertTrue(
                message.contains(
                        ": levels[0].side at offset=28: expected a default of what this older record lacks, by"),
                message);
        assertEquals(
                new New(List.of(new SidedLevel(3, Side.SELL), new SidedLevel(4, Side.SELL))),
                builder.withDefault("levels[].side", Side.SELL).build().read(segment, 0));
    }

    @Test
    void aDefaultThatCouldNotBeReadIsRefused() {
        record At(Price price) {}
        Conversion<Price> onlyStored = Conversion.ofLong(Price.class, Price::ticks, ticks -> {
            throw new IllegalArgumentException("never read");
        });
        LayoutMismatchException fault = assertThrows(
                LayoutMismatchException.class,
                () -> VarCodec.builder(lookup(), At.class, Layouts.varRecord(JAVA_LONG.withName("price")))
                        .withConversions(Conversions.of(onlyStored))
                        .withDefault("price", new Price(1))
                        .build());
        assertTrue(fault.getMessage().contains("that can be stored: never read"), fault::getMessage);
    }

    @Test
    void whatAnOlderRecordLacksIsNullOrEmpty() {
        record Old(long id) {}
        record New(long id, Optional<Integer> perhaps, Price price, Optional<Price> other) {}
        Conversion<Price> prices = Conversion.ofBytes(
                Price.class,
                2,
                (price, bytes, offset) -> bytes.set(JAVA_SHORT, offset, price == null ? 7 : (short) price.ticks()),
                (bytes, offset) ->
                        bytes.get(JAVA_SHORT, offset) == 7 ? null : new Price(bytes.get(JAVA_SHORT, offset)));
        VarCodec<Old> writer = VarCodec.ofRecord(lookup(), Old.class, Layouts.varRecord(JAVA_LONG.withName("id")));
        VarCodec<New> reader = VarCodec.builder(
                        lookup(),
                        New.class,
                        Layouts.varRecord(
                                JAVA_LONG.withName("id"),
                                JAVA_INT.withName("perhaps"),
                                sequenceLayout(2, JAVA_BYTE).withName("price"),
                                sequenceLayout(2, JAVA_BYTE).withName("other")))
                .withConversions(Conversions.of(CodeConversions.nullable(Integer.class, -1), prices))
                .build();
        MemorySegment segment = MemorySegment.ofArray(new byte[64]);
        writer.write(new Old(1), segment, 0);
        assertEquals(new New(1, Optional.empty(), null, Optional.empty()), reader.read(segment, 0));
    }
}
