package dev.verbatim;

import static dev.verbatim.ConvertedStructs.BOTH;
import static dev.verbatim.ConvertedStructs.PRICE;
import static dev.verbatim.ConvertedStructs.TIME;
import static java.lang.foreign.MemoryLayout.paddingLayout;
import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.MemoryLayout.structLayout;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;
import static java.lang.invoke.MethodHandles.lookup;
import static java.nio.ByteOrder.BIG_ENDIAN;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
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
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Conversions to the structs of a codec. */
@SuppressWarnings("unused") // the methods of views are there to be bound
class StructConversionTest {

    record Trade(int id, Instant time, BigDecimal price, Timespec asItIs) {
        static final StructLayout LAYOUT = structLayout(
                JAVA_INT.withName("id"),
                paddingLayout(4),
                Timespec.LAYOUT.withName("time"),
                Decimal.LAYOUT.withName("price"),
                paddingLayout(7),
                Timespec.LAYOUT.withName("asItIs"));
        static final StructCodec<Trade> CODEC = StructCodec.ofRecord(lookup(), Trade.class, LAYOUT, BOTH);
    }

    private static final Trade TRADE = new Trade(7, TIME, PRICE, new Timespec(3, 4));

    private static void assertBytes(MemorySegment segment, long offset) {
        assertEquals(7, segment.get(JAVA_INT_UNALIGNED, offset));
        assertEquals(1, segment.get(JAVA_LONG_UNALIGNED, offset + 8));
        assertEquals(2, segment.get(JAVA_LONG_UNALIGNED, offset + 16));
        assertEquals(-205, segment.get(JAVA_LONG_UNALIGNED.withOrder(BIG_ENDIAN), offset + 24));
        assertEquals(2, segment.get(JAVA_BYTE, offset + 32));
        assertEquals(3, segment.get(JAVA_LONG_UNALIGNED, offset + 40));
    }

    @Test
    void theMembersOfARecordAreTheCodecsStructs() {
        MemorySegment segment = Arena.ofAuto().allocate(3 + 56).fill((byte) -1);
        Trade.CODEC.write(TRADE, segment, 3);
        assertBytes(segment, 3);
        assertEquals(-1, segment.get(JAVA_INT_UNALIGNED, 3 + 4), "the padding is not written");
        assertEquals(-1, segment.get(JAVA_INT_UNALIGNED, 3 + 36));
        assertEquals(TRADE, Trade.CODEC.read(segment, 3));
    }

    static final class Mutable {
        int id;
        Instant time = Instant.EPOCH;
        BigDecimal price = BigDecimal.ZERO;
        Timespec asItIs = new Timespec(0, 0);
    }

    @Test
    void theFieldsOfAClass() {
        ReusableCodec<Mutable> codec = StructCodec.ofClass(lookup(), Mutable.class, Trade.LAYOUT, BOTH);
        MemorySegment segment = Arena.ofAuto().allocate(56);
        Trade.CODEC.write(TRADE, segment, 0);
        Mutable trade = new Mutable();
        codec.readInto(trade, segment, 0);
        assertEquals(TIME, trade.time);
        assertEquals(PRICE, trade.price);
        MemorySegment copy = Arena.ofAuto().allocate(56);
        codec.write(trade, copy, 0);
        assertEquals(-1, segment.mismatch(copy));
    }

    interface TradeView extends StructView {
        Instant time();

        TradeView time(Instant time);

        BigDecimal price();

        void price(BigDecimal price);
    }

    @Test
    void accessorsOfViews() {
        TradeView view =
                ViewFactory.of(lookup(), TradeView.class, Trade.LAYOUT, BOTH).allocate(Arena.ofAuto());
        view.time(TIME).price(PRICE);
        assertEquals(TIME, view.time());
        assertEquals(PRICE, view.price());
        assertTrue(view.toString().contains("time=" + TIME), view::toString);
        assertEquals(-205, view.segment().get(JAVA_LONG_UNALIGNED.withOrder(BIG_ENDIAN), 24));

        view.price(null);
        assertNull(view.price());
        IllegalArgumentException fault = assertThrowsExactly(
                IllegalArgumentException.class, () -> view.price(new BigDecimal(BigInteger.ONE, 256)));
        assertTrue(fault.getMessage().contains("price=1E-256: "), fault::getMessage);
        assertNull(view.price(), "nothing is written");
    }

    @SuppressWarnings("ArrayRecordComponent") // compared one by one
    record Series(Instant[] times, List<BigDecimal> prices) {}

    @Test
    void elementsOfArraysAndLists() {
        StructCodec<Series> codec = StructCodec.ofRecord(
                lookup(),
                Series.class,
                structLayout(
                        sequenceLayout(2, Timespec.LAYOUT).withName("times"),
                        sequenceLayout(2, sequenceLayout(1, Decimal.LAYOUT)).withName("prices")),
                BOTH);
        MemorySegment segment = Arena.ofAuto().allocate(50);
        codec.write(new Series(new Instant[] {Instant.EPOCH, TIME}, Arrays.asList(null, PRICE)), segment, 0);
        assertEquals(2, segment.get(JAVA_LONG_UNALIGNED, 24));
        assertEquals(-1, segment.get(JAVA_BYTE, 40));
        Series read = codec.read(segment, 0);
        assertArrayEquals(new Instant[] {Instant.EPOCH, TIME}, read.times);
        assertEquals(Arrays.asList(null, PRICE), read.prices);
    }

    @Test
    void whatIsReadMayBeRefused() {
        MemorySegment segment = Arena.ofAuto().allocate(56);
        segment.set(JAVA_LONG, 16, 1_000_000_000);
        CorruptRecordException fault =
                assertThrowsExactly(CorruptRecordException.class, () -> Trade.CODEC.read(segment, 0));
        String start = "cannot read " + Trade.CODEC + " at offset=0: time at offset=8: expected the bytes of a"
                + " java.time.Instant, found ";
        assertEquals(start, fault.getMessage().substring(0, start.length()));
        assertTrue(
                fault.getMessage().endsWith(" (Index 1000000000 out of bounds for length 1000000000)"),
                fault::getMessage);
    }

    record Span(Instant from, Instant to) {
        static final StructLayout LAYOUT =
                Layouts.struct(Timespec.LAYOUT.withName("from"), Timespec.LAYOUT.withName("to"));
        static final StructCodec<Span> CODEC =
                StructCodec.ofRecord(lookup(), Span.class, LAYOUT, Conversions.of(Timespec.INSTANT));
        static final Conversion<Duration> DURATION = Conversion.ofStruct(
                Duration.class,
                CODEC,
                duration -> new Span(Instant.EPOCH, Instant.EPOCH.plus(duration)),
                span -> Duration.between(span.from, span.to));
    }

    @Test
    void aConversionWithinAStructOfAnother() {
        record Took(byte id, Duration time) {}
        StructCodec<Took> codec = StructCodec.ofRecord(
                lookup(),
                Took.class,
                Layouts.struct(JAVA_BYTE.withName("id"), Span.LAYOUT.withName("time")),
                Conversions.of(Span.DURATION));
        MemorySegment segment = Arena.ofAuto().allocate(1 + 40);
        Took took = new Took((byte) 1, Duration.ofSeconds(5, 6));
        codec.write(took, segment, 1);
        assertEquals(6, segment.get(JAVA_LONG_UNALIGNED, 1 + 32));
        assertEquals(took, codec.read(segment, 1));

        segment.set(JAVA_LONG_UNALIGNED, 1 + 32, -1);
        CorruptRecordException fault = assertThrowsExactly(CorruptRecordException.class, () -> codec.read(segment, 1));
        assertTrue(
                fault.getMessage().startsWith("cannot read " + codec + " at offset=1: time.to at offset=25: expected"),
                fault::getMessage);
    }

    @Test
    void theBytesOfASequenceAreAllWritten() {
        record Both(Spaced bytes, Spaced struct) {}
        StructCodec<Both> codec = StructCodec.ofRecord(
                lookup(),
                Both.class,
                structLayout(sequenceLayout(8, JAVA_BYTE).withName("bytes"), Holed.LAYOUT.withName("struct")),
                Conversions.of(Holed.SPACED));
        MemorySegment segment = Arena.ofAuto().allocate(16).fill((byte) -1);
        codec.write(new Both(new Spaced(1), new Spaced(1)), segment, 0);
        assertArrayEquals(new byte[] {1, 0, 0, 0, 1, 0, 0, 0, 1, -1, -1, -1, 1, 0, 0, 0}, segment.toArray(JAVA_BYTE));
    }

    /** A value that shows the memory it is written to, as a copy onto itself has it. */
    @Test
    void theBytesOfASequenceChangeWhenAllAreKnown() {
        MemorySegment segment = Arena.ofAuto().allocate(8);
        record Shown(MemorySegment from) {}
        record OneShown(Shown it) {}
        Conversion<Shown> conversion = Conversion.ofStruct(
                Shown.class,
                Holed.CODEC,
                shown -> new Holed(shown.from.get(JAVA_BYTE, 0), shown.from.get(JAVA_INT, 4)),
                holed -> new Shown(segment));
        StructCodec<OneShown> codec = StructCodec.ofRecord(
                lookup(),
                OneShown.class,
                structLayout(sequenceLayout(8, JAVA_BYTE).withName("it")),
                Conversions.of(conversion));
        segment.set(JAVA_BYTE, 0, (byte) 7);
        segment.set(JAVA_INT, 4, 99);
        codec.write(new OneShown(new Shown(segment)), segment, 0);
        assertEquals(new Holed((byte) 7, 99), Holed.CODEC.read(segment, 0));
    }

    record OneSpaced(Spaced it) {}

    @Test
    void unnamedValuesAreNoPaddingAndNamedPaddingIsSome() {
        StructLayout unnamed =
                structLayout(structLayout(JAVA_BYTE.withName("a"), JAVA_BYTE, JAVA_SHORT, JAVA_INT.withName("b"))
                        .withName("it"));
        Conversions spaced = Conversions.of(Holed.SPACED);
        assertThrowsExactly(
                LayoutMismatchException.class, () -> StructCodec.ofRecord(lookup(), OneSpaced.class, unnamed, spaced));
        StructLayout named = structLayout(
                structLayout(JAVA_BYTE.withName("a"), paddingLayout(3).withName("gap"), JAVA_INT.withName("b"))
                        .withName("it"));
        StructCodec<OneSpaced> codec = StructCodec.ofRecord(lookup(), OneSpaced.class, named, spaced);
        MemorySegment segment = Arena.ofAuto().allocate(8);
        codec.write(new OneSpaced(new Spaced(5)), segment, 0);
        assertEquals(new OneSpaced(new Spaced(5)), codec.read(segment, 0));
    }

    @Test
    void aValueThatTheFunctionRefusesOrTheCodec() {
        MemorySegment segment = Arena.ofAuto().allocate(56).fill((byte) 1);
        byte[] before = segment.toArray(JAVA_BYTE);
        String attempt = "cannot write " + Trade.CODEC + " at offset=0: ";
        for (BigDecimal wrong : List.of(new BigDecimal("1e30").setScale(0), new BigDecimal(BigInteger.ONE, 300))) {
            IllegalArgumentException fault = assertThrowsExactly(
                    IllegalArgumentException.class,
                    () -> Trade.CODEC.write(new Trade(7, TIME, wrong, TRADE.asItIs), segment, 0));
            assertTrue(
                    fault.getMessage()
                            .matches("\\Q" + attempt + "price=" + wrong + ": \\E(BigInteger out of long range|cannot"
                                    + " write \\Q" + Decimal.CODEC + "\\E at offset=0: exponent=300: .*)"),
                    fault::getMessage);
        }
        NullPointerException fault = assertThrowsExactly(
                NullPointerException.class,
                () -> Trade.CODEC.write(new Trade(7, null, PRICE, TRADE.asItIs), segment, 0));
        assertEquals(attempt + "time is null; expected a java.time.Instant", fault.getMessage());
        assertArrayEquals(before, segment.toArray(JAVA_BYTE), "nothing is written");
    }

    @Test
    void aFunctionThatGivesNoStruct() {
        record One(Instant time) {}
        Conversion<Instant> none =
                Conversion.ofStruct(Instant.class, Timespec.CODEC, time -> null, stored -> Instant.EPOCH);
        StructCodec<One> codec = StructCodec.ofRecord(
                lookup(), One.class, structLayout(Timespec.LAYOUT.withName("time")), Conversions.of(none));
        IllegalArgumentException fault = assertThrowsExactly(
                IllegalArgumentException.class,
                () -> codec.write(new One(TIME), Arena.ofAuto().allocate(16), 0));
        assertEquals(
                "cannot write " + codec + " at offset=0: time=" + TIME + ": cannot write " + Timespec.CODEC
                        + " at offset=0: the value is null",
                fault.getMessage());
    }

    @ParameterizedTest
    @CsvSource({
        "tv_sec, tv_usec, true", // another name
        "tv_nsec, tv_sec, true",
        "tv_sec, tv_nsec, false"
    })
    void aStructWithOtherMembersIsAMismatch(String first, String second, boolean isLittle) {
        record One(Instant time) {}
        var value = isLittle ? JAVA_LONG : JAVA_LONG.withOrder(BIG_ENDIAN);
        StructLayout layout = structLayout(
                structLayout(value.withName(first), value.withName(second)).withName("time"));
        LayoutMismatchException mismatch = assertThrowsExactly(
                LayoutMismatchException.class, () -> StructCodec.ofRecord(lookup(), One.class, layout, BOTH));
        String needs = "a struct of long tv_sec (offset=0), long tv_nsec (offset=8), or a sequence of byte of 16 bytes"
                + " together";
        assertTrue(mismatch.getMessage().contains("the conversion of Instant needs " + needs), mismatch::getMessage);
        mismatch = assertThrowsExactly(
                LayoutMismatchException.class,
                () -> StructCodec.ofRecord(
                        lookup(), One.class, layout, Conversions.none().with("time", Timespec.INSTANT)));
        assertTrue(mismatch.getMessage().contains("which needs `Instant` and " + needs), mismatch::getMessage);
    }

    @Test
    void theAlignmentAndTheNameAreTheMembersOwn() {
        record One(byte tag, Instant time, Instant asBytes) {}
        StructLayout packed = Layouts.packed(Timespec.LAYOUT).withName("time");
        StructCodec<One> codec = StructCodec.ofRecord(
                lookup(),
                One.class,
                structLayout(
                        JAVA_BYTE.withName("tag"),
                        packed,
                        sequenceLayout(16, JAVA_BYTE).withName("asBytes")),
                BOTH);
        MemorySegment segment = MemorySegment.ofArray(new byte[33]);
        codec.write(new One((byte) 1, TIME, Instant.EPOCH), segment, 0);
        assertEquals(2, segment.get(JAVA_LONG_UNALIGNED, 9));
        assertEquals(new One((byte) 1, TIME, Instant.EPOCH), codec.read(segment, 0));
    }

    sealed interface Body permits Opened {}

    record Opened(Instant time, Spaced spaced) implements Body {}

    /** The tag lies in the padding of a struct that a conversion makes, which it does not write. */
    @Test
    void aTagInThePaddingOfAStruct() {
        record Ints(int low, int high) {
            static final StructCodec<Ints> CODEC = StructCodec.ofRecord(
                    lookup(),
                    Ints.class,
                    structLayout(JAVA_INT.withName("low"), paddingLayout(4), JAVA_INT.withName("high")));
        }
        Conversion<Spaced> spaced = Conversion.ofStruct(
                Spaced.class,
                Ints.CODEC,
                value -> new Ints((int) value.value(), (int) (value.value() >> 32)),
                stored -> new Spaced((long) stored.high << 32 | (stored.low & 0xffff_ffffL)));
        StructCodec<Opened> opened = StructCodec.ofRecord(
                lookup(),
                Opened.class,
                structLayout(
                        Timespec.LAYOUT.withName("time"), Ints.CODEC.layout().withName("spaced")),
                Conversions.of(Timespec.INSTANT, spaced));
        TaggedCodec<Body> codec =
                TaggedCodec.builder(Body.class, JAVA_INT, 20).with(9, opened).build();
        MemorySegment segment = Arena.ofAuto().allocate(28);
        Opened body = new Opened(TIME, new Spaced(-5));
        codec.write(body, segment, 0);
        assertEquals(9, segment.get(JAVA_INT, 20));
        assertEquals(body, codec.read(segment, 0));

        LayoutMismatchException mismatch = assertThrowsExactly(
                LayoutMismatchException.class,
                () -> TaggedCodec.builder(Body.class, JAVA_INT, 16)
                        .with(9, opened)
                        .build());
        assertTrue(mismatch.getMessage().contains("the layout has a member where the tag is"), mismatch::getMessage);
    }

    @Test
    void aCodecOfSomebodyElseIsRefused() {
        @SuppressWarnings("unchecked")
        StructCodec<Timespec> own = (StructCodec<Timespec>) java.lang.reflect.Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {StructCodec.class}, (proxy, method, arguments) -> null);
        IllegalArgumentException fault = assertThrowsExactly(
                IllegalArgumentException.class,
                () -> Conversion.ofStruct(Instant.class, own, time -> null, stored -> TIME));
        assertEquals(
                "expected a codec that StructCodec makes, found "
                        + own.getClass().getName(),
                fault.getMessage());
    }
}
