package consumer;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;
import static java.lang.invoke.MethodHandles.lookup;

import dev.verbatim.CodeConversions;
import dev.verbatim.Conversion;
import dev.verbatim.Conversions;
import dev.verbatim.CorruptRecordException;
import dev.verbatim.Layouts;
import dev.verbatim.NumberConversions;
import dev.verbatim.ReusableCodec;
import dev.verbatim.StructCodec;
import dev.verbatim.StructView;
import dev.verbatim.TimeConversions;
import dev.verbatim.VarCodec;
import dev.verbatim.ViewFactory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.math.BigDecimal;
import java.nio.ByteOrder;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;

/** Conversions of types that this module does not export. */
final class ConversionChecks {

    private enum Side {
        BUY('B'),
        SELL('S');

        private final int code;

        Side(int code) {
            this.code = code;
        }
    }

    private record Price(long ticks) {}

    private record Order(
            Instant time, Side side, long quantity, Price price, UUID id, List<Side> sides, Price[] prices) {}

    private static final class OrderFields {
        private Instant time;
        private Side side;
        private long quantity;
        private Price price;
        private UUID id;
        private List<Side> sides;
        private Price[] prices;
    }

    private interface OrderView extends StructView {
        Instant time();

        Side side();

        void side(Side side);

        Price price();

        Price prices(int index);
    }

    private static final MemoryLayout[] MEMBERS = {
        JAVA_LONG.withName("time"),
        JAVA_BYTE.withName("side"),
        JAVA_INT.withName("quantity"),
        JAVA_LONG.withName("price"),
        MemoryLayout.sequenceLayout(16, JAVA_BYTE).withName("id"),
        MemoryLayout.sequenceLayout(2, JAVA_BYTE).withName("sides"),
        MemoryLayout.sequenceLayout(2, JAVA_LONG).withName("prices")
    };
    private static final StructLayout LAYOUT = Layouts.struct(MEMBERS);

    private static final Conversions CONVERSIONS = Conversions.of(
            TimeConversions.epochMillis(),
            CodeConversions.byteCodes(Side.class, side -> side.code),
            NumberConversions.unsignedInt(),
            CodeConversions.uuid(),
            Conversion.ofLong(Price.class, Price::ticks, Price::new));

    private record Decimal(long mantissa, byte scale) {}

    private record Quote(BigDecimal bid, List<BigDecimal> asks) {}

    private ConversionChecks() {}

    /** A type of the JDK in the structs of a record that this module does not export. */
    private static void runOfStructs() {
        StructLayout decimal = Layouts.struct(JAVA_LONG.withName("mantissa"), JAVA_BYTE.withName("scale"));
        StructCodec<Quote> codec = StructCodec.ofRecord(
                lookup(),
                Quote.class,
                Layouts.struct(
                        decimal.withName("bid"),
                        MemoryLayout.sequenceLayout(2, decimal).withName("asks")),
                Conversions.of(Conversion.ofStruct(
                        BigDecimal.class,
                        StructCodec.ofRecord(lookup(), Decimal.class, decimal),
                        number -> new Decimal(number.unscaledValue().longValueExact(), (byte) number.scale()),
                        stored -> BigDecimal.valueOf(stored.mantissa, stored.scale))));
        Quote quote = new Quote(new BigDecimal("1.50"), List.of(BigDecimal.TWO, new BigDecimal("-3e5")));
        MemorySegment segment = MemorySegment.ofArray(new byte[48]);
        codec.write(quote, segment, 0);
        Checks.equal("a mantissa", 150L, segment.get(JAVA_LONG_UNALIGNED, 0));
        Checks.equal("a scale", (byte) -5, segment.get(JAVA_BYTE, 40));
        Checks.equal("a converted struct", quote, codec.read(segment, 0));
    }

    private record Label(String text) {}

    private record Bits(long[] words) {}

    private record Tagged(Label label, Label code, Bits bits) {}

    /** What is made of text and of arrays, of types that this module does not export. */
    private static void runOfContent() {
        VarCodec<Tagged> codec = VarCodec.builder(
                        lookup(),
                        Tagged.class,
                        Layouts.varRecord(
                                Layouts.varRef("label"),
                                MemoryLayout.sequenceLayout(4, JAVA_BYTE).withName("code"),
                                Layouts.varRef("bits", JAVA_LONG)))
                .withConversions(Conversions.of(
                        Conversion.ofText(Label.class, Label::text, Label::new),
                        Conversion.ofArray(Bits.class, long[].class, Bits::words, Bits::new)))
                .build();
        MemorySegment segment = MemorySegment.ofArray(new byte[128]);
        codec.write(new Tagged(new Label("a label"), new Label("abc"), new Bits(new long[] {1, -2})), segment, 0);
        Tagged read = codec.read(segment, 0);
        Checks.equal("made of text", new Label("a label"), read.label);
        Checks.equal("made of text in bytes", new Label("abc"), read.code);
        Checks.equal("made of an array", List.of(1L, -2L), List.of(read.bits.words[0], read.bits.words[1]));
    }

    static void run() {
        runOfStructs();
        runOfContent();
        Order order = new Order(
                Instant.ofEpochMilli(5),
                Side.SELL,
                4_000_000_000L,
                new Price(7),
                new UUID(1, 2),
                List.of(Side.BUY, Side.SELL),
                new Price[] {new Price(8), new Price(9)});
        MemorySegment segment = MemorySegment.ofArray(new byte[512]);
        StructCodec<Order> codec = StructCodec.ofRecord(lookup(), Order.class, LAYOUT, CONVERSIONS);
        codec.write(order, segment, 0);
        Checks.equal("a converted time", 5L, segment.get(JAVA_LONG_UNALIGNED, 0));
        Checks.equal("a converted enum", (byte) 'S', segment.get(JAVA_BYTE, 8));
        same("a converted record", order, codec.read(segment, 0));

        ReusableCodec<OrderFields> fields = StructCodec.ofClass(lookup(), OrderFields.class, LAYOUT, CONVERSIONS);
        OrderFields read = fields.read(segment, 0);
        same(
                "a converted class",
                order,
                new Order(read.time, read.side, read.quantity, read.price, read.id, read.sides, read.prices));

        VarCodec<Order> var = VarCodec.builder(lookup(), Order.class, Layouts.varRecord(MEMBERS))
                .withConversions(CONVERSIONS)
                .build();
        MemorySegment bytes = MemorySegment.ofArray(new byte[512]);
        var.write(order, bytes, 0);
        same("a converted variable-length record", order, var.read(bytes, 0));

        OrderView view =
                ViewFactory.of(lookup(), OrderView.class, LAYOUT, CONVERSIONS).wrap(segment, 0);
        view.side(Side.BUY);
        Checks.equal("a converted view", Side.BUY, view.side());
        Checks.equal("a converted price", new Price(9), view.prices(1));
        faults(codec, order, segment);
        absent();
    }

    private record Absent(Price price, Side side, Integer port, Integer size) {}

    /** What is null, where a number stands for it. */
    private static void absent() {
        StructCodec<Absent> codec = StructCodec.ofRecord(
                lookup(),
                Absent.class,
                Layouts.packed(Layouts.struct(
                        JAVA_LONG.withName("price"),
                        JAVA_BYTE.withName("side"),
                        JAVA_SHORT.withName("port"),
                        MemoryLayout.sequenceLayout(3, JAVA_BYTE).withName("size"))),
                Conversions.of(
                                CodeConversions.nullable(
                                        Conversion.ofLong(Price.class, Price::ticks, Price::new), Long.MIN_VALUE),
                                CodeConversions.nullable(CodeConversions.byteCodes(Side.class, side -> side.code), 255))
                        .with("port", CodeConversions.nullable(NumberConversions.unsignedShort(), 65_535))
                        .with(
                                "size",
                                CodeConversions.nullable(
                                        NumberConversions.intOf(3, ByteOrder.LITTLE_ENDIAN, true), -1)));
        MemorySegment segment = MemorySegment.ofArray(new byte[14]);
        for (Absent absent :
                List.of(new Absent(new Price(1), Side.SELL, 65_534, -2), new Absent(null, null, null, null))) {
            codec.write(absent, segment, 0);
            Checks.equal("what may be null", absent, codec.read(segment, 0));
        }
        Checks.equal("what is stored for null", (byte) 255, segment.get(JAVA_BYTE, 8));
        Checks.thrown(
                "a value that stands for null",
                IllegalArgumentException.class,
                () -> codec.write(new Absent(null, null, 65_535, null), segment, 0),
                "port=65535: it stands for null");
    }

    private static void same(String what, Order expected, Order found) {
        Checks.equal(
                what,
                List.of(expected.time, expected.side, expected.quantity, expected.price, expected.id, expected.sides),
                List.of(found.time, found.side, found.quantity, found.price, found.id, found.sides));
        Checks.equal(what + ", array", Arrays.asList(expected.prices), Arrays.asList(found.prices));
    }

    private record Size(long size) {}

    private record Even(Price price) {}

    private static long even(Price price) {
        if (price.ticks() % 2 != 0) {
            throw new IllegalArgumentException("expected an even number of ticks, found " + price.ticks());
        }
        return price.ticks();
    }

    /** Which of two errors is reported: it matters if a function may allocate, and another thread close the arena. */
    private static void twoFaults() {
        StructCodec<Size> sizes = StructCodec.ofRecord(
                lookup(),
                Size.class,
                Layouts.struct(JAVA_INT.withName("size")),
                Conversions.of(NumberConversions.unsignedInt()));
        try (Arena confined = Arena.ofConfined();
                Arena shared = Arena.ofShared()) {
            MemorySegment own = confined.allocate(8);
            MemorySegment small = shared.allocate(8);
            Checks.thrown(
                    "a value and a segment, no function allocates",
                    IndexOutOfBoundsException.class,
                    () -> sizes.write(new Size(-1), small, 5),
                    "offset=5");
            StructCodec<Even> evens = StructCodec.ofRecord(
                    lookup(),
                    Even.class,
                    Layouts.struct(JAVA_LONG_UNALIGNED.withName("price")),
                    Conversions.of(Conversion.ofLong(Price.class, ConversionChecks::even, Price::new)));
            Checks.thrown(
                    "a value and a segment, a function may allocate",
                    IllegalArgumentException.class,
                    () -> evens.write(new Even(new Price(3)), small, 5),
                    "found 3");
            Checks.thrown(
                    "a value and a segment, a function may allocate, no other thread can close the arena",
                    IndexOutOfBoundsException.class,
                    () -> evens.write(new Even(new Price(3)), own, 5),
                    "offset=5");
            Checks.equal("nothing was written to it", 0L, own.get(JAVA_LONG_UNALIGNED, 0));
            Checks.equal("nothing was written", 0L, small.get(JAVA_LONG_UNALIGNED, 0));
        }
    }

    private static void faults(StructCodec<Order> codec, Order order, MemorySegment segment) {
        Order wrong = new Order(order.time, order.side, -1, order.price, order.id, order.sides, order.prices);
        twoFaults();
        Checks.thrown(
                "a refused value", IllegalArgumentException.class, () -> codec.write(wrong, segment, 0), "quantity=-1");
        segment.set(JAVA_BYTE, 8, (byte) 'x');
        Checks.thrown("corrupt bytes", CorruptRecordException.class, () -> codec.read(segment, 0), "side at offset=8");
    }
}
