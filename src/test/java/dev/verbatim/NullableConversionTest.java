package dev.verbatim;

import static dev.verbatim.NullableSamples.DAYS;
import static dev.verbatim.NullableSamples.SIDES;
import static dev.verbatim.NullableSamples.assertFault;
import static dev.verbatim.NullableSamples.hex;
import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_CHAR;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;
import static java.lang.invoke.MethodHandles.lookup;
import static java.nio.ByteOrder.BIG_ENDIAN;
import static java.nio.ByteOrder.LITTLE_ENDIAN;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.NullableSamples.Side;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Values that a conversion makes, of which one number stands for null. */
class NullableConversionTest {

    record Order(
            BigDecimal price,
            Instant time,
            LocalDate expiry,
            Side side,
            Integer port,
            Long quantity,
            Integer size,
            Character letter) {}

    static final class OrderFields {
        BigDecimal price;
        Instant time;
        LocalDate expiry;
        Side side;
        Integer port;
        Long quantity;
        Integer size;
        Character letter;
    }

    interface OrderView extends StructView {
        BigDecimal price();

        void price(BigDecimal price);

        Side side();

        void side(Side side);

        Integer size();

        void size(Integer size);

        Long quantity();

        void quantity(Long quantity);
    }

    private static final MemoryLayout[] MEMBERS = {
        JAVA_LONG.withOrder(LITTLE_ENDIAN).withName("price"),
        JAVA_LONG.withOrder(LITTLE_ENDIAN).withName("time"),
        JAVA_SHORT.withOrder(BIG_ENDIAN).withName("expiry"),
        JAVA_BYTE.withName("side"),
        JAVA_SHORT.withOrder(LITTLE_ENDIAN).withName("port"),
        JAVA_INT.withOrder(LITTLE_ENDIAN).withName("quantity"),
        sequenceLayout(3, JAVA_BYTE).withName("size"),
        JAVA_CHAR.withOrder(LITTLE_ENDIAN).withName("letter")
    };

    private static final StructLayout LAYOUT = Layouts.packed(Layouts.struct(MEMBERS));

    private static final Conversions CONVERSIONS = Conversions.of(
                    CodeConversions.nullable(NumberConversions.decimal(2), Long.MIN_VALUE),
                    CodeConversions.nullable(TimeConversions.epochNanos(), 0xffff_ffff_ffff_ffffL),
                    CodeConversions.nullable(DAYS, 65_535),
                    CodeConversions.nullable(SIDES, 0))
            .with("port", CodeConversions.nullable(NumberConversions.unsignedShort(), 65_535))
            .with("quantity", CodeConversions.nullable(NumberConversions.unsignedInt(), 0xffff_ffffL))
            .with("size", CodeConversions.nullable(NumberConversions.intOf(3, LITTLE_ENDIAN, false), 0xff_ffff))
            .with(
                    "letter",
                    CodeConversions.nullable(
                            Conversion.ofChar(char.class, letter -> letter, stored -> (char) stored), 0xffff));

    private static final Order ABSENT = new Order(null, null, null, null, null, null, null, null);
    private static final String ABSENT_BYTES =
            "0000000000000080" + "ffffffffffffffff" + "ffff" + "00" + "ffff" + "ffffffff" + "ffffff" + "ffff";

    private static final Order PRESENT = new Order(
            new BigDecimal("-1.25"),
            Instant.ofEpochSecond(0, 258),
            LocalDate.ofEpochDay(0x8001),
            Side.SELL,
            0xfffe,
            0xffff_fffeL,
            0xff_fffe,
            'A');
    private static final String PRESENT_BYTES =
            "83ffffffffffffff" + "0201000000000000" + "8001" + "53" + "feff" + "feffffff" + "feffff" + "4100";

    static Stream<Arguments> orders() {
        return Stream.of(Arguments.of(ABSENT, ABSENT_BYTES), Arguments.of(PRESENT, PRESENT_BYTES));
    }

    private static MemorySegment empty() {
        return MemorySegment.ofArray(new byte[(int) LAYOUT.byteSize()]);
    }

    @ParameterizedTest
    @MethodSource("orders")
    void aRecordHasTheNumberInPlaceOfNull(Order order, String bytes) {
        StructCodec<Order> codec = StructCodec.ofRecord(lookup(), Order.class, LAYOUT, CONVERSIONS);
        MemorySegment segment = empty();
        codec.write(order, segment, 0);
        assertEquals(bytes, hex(segment));
        assertEquals(order, codec.read(segment, 0));
    }

    @ParameterizedTest
    @MethodSource("orders")
    void aClassHasTheNumberInPlaceOfNull(Order order, String bytes) {
        ReusableCodec<OrderFields> codec = StructCodec.ofClass(lookup(), OrderFields.class, LAYOUT, CONVERSIONS);
        OrderFields fields = new OrderFields();
        fields.price = order.price();
        fields.time = order.time();
        fields.expiry = order.expiry();
        fields.side = order.side();
        fields.port = order.port();
        fields.quantity = order.quantity();
        fields.size = order.size();
        fields.letter = order.letter();
        MemorySegment segment = empty();
        codec.write(fields, segment, 0);
        assertEquals(bytes, hex(segment));
        fields.price = BigDecimal.ONE;
        codec.readInto(fields, segment, 0);
        assertEquals(
                order,
                new Order(
                        fields.price,
                        fields.time,
                        fields.expiry,
                        fields.side,
                        fields.port,
                        fields.quantity,
                        fields.size,
                        fields.letter));
    }

    @ParameterizedTest
    @MethodSource("orders")
    void aVariableLengthRecordHasTheNumberInPlaceOfNull(Order order, String bytes) {
        VarCodec<Order> codec = VarCodec.builder(lookup(), Order.class, Layouts.packed(Layouts.varRecord(MEMBERS)))
                .withConversions(CONVERSIONS)
                .build();
        MemorySegment segment = MemorySegment.ofArray(new byte[64]);
        codec.write(order, segment, 0);
        assertEquals(bytes, hex(segment.asSlice(8, LAYOUT.byteSize())));
        assertEquals(order, codec.read(segment, 0));
    }

    @ParameterizedTest
    @MethodSource("orders")
    void aViewHasTheNumberInPlaceOfNull(Order order, String bytes) {
        MemorySegment segment = MemorySegment.ofArray(HexFormat.of().parseHex(bytes));
        ViewFactory<OrderView> views = ViewFactory.of(lookup(), OrderView.class, LAYOUT, CONVERSIONS);
        OrderView view = views.wrap(segment, 0);
        assertEquals(order.price(), view.price());
        assertEquals(order.side(), view.side());
        assertEquals(order.size(), view.size());
        assertEquals(order.quantity(), view.quantity());
        MemorySegment copy = empty().copyFrom(segment);
        OrderView other = views.wrap(copy, 0);
        other.price(BigDecimal.TEN);
        other.side(Side.BUY);
        other.size(7);
        other.quantity(8L);
        other.price(order.price());
        other.side(order.side());
        other.size(order.size());
        other.quantity(order.quantity());
        assertEquals(bytes, hex(copy));
    }

    static Stream<Arguments> refused() {
        String reason = ": it stands for null; expected another value, or null";
        return Stream.of(
                Arguments.of(
                        new Order(BigDecimal.valueOf(Long.MIN_VALUE, 2), null, null, null, null, null, null, null),
                        "price=-92233720368547758.08" + reason),
                Arguments.of(
                        new Order(null, Instant.EPOCH.minusNanos(1), null, null, null, null, null, null),
                        "time=1969-12-31T23:59:59.999999999Z" + reason),
                Arguments.of(
                        new Order(null, null, LocalDate.ofEpochDay(65_535), null, null, null, null, null),
                        "expiry=2149-06-06" + reason),
                Arguments.of(new Order(null, null, null, null, 65_535, null, null, null), "port=65535" + reason),
                Arguments.of(
                        new Order(null, null, null, null, null, 0xffff_ffffL, null, null),
                        "quantity=4294967295" + reason),
                Arguments.of(new Order(null, null, null, null, null, null, 0xff_ffff, null), "size=16777215" + reason),
                Arguments.of(new Order(null, null, null, null, null, null, null, '\uffff'), "letter=\uffff" + reason),
                Arguments.of(
                        new Order(null, null, null, null, 65_536, null, null, null),
                        "port=65536: expected a number from 0 to 65535"),
                Arguments.of(
                        new Order(null, null, null, null, null, null, -1, null),
                        "size=-1: expected a number from 0 to 16777215"));
    }

    @ParameterizedTest
    @MethodSource("refused")
    void whatWouldBeReadAsNullIsRefused(Order order, String message) {
        StructCodec<Order> codec = StructCodec.ofRecord(lookup(), Order.class, LAYOUT, CONVERSIONS);
        MemorySegment segment = empty();
        assertFault(IllegalArgumentException.class, message, () -> codec.write(order, segment, 0));
        assertEquals(-1, segment.mismatch(empty()));
    }

    @Test
    void whatTheConversionDoesNotKnowIsCorrupt() {
        StructCodec<Order> codec = StructCodec.ofRecord(lookup(), Order.class, LAYOUT, CONVERSIONS);
        MemorySegment segment = MemorySegment.ofArray(HexFormat.of().parseHex(ABSENT_BYTES));
        segment.set(JAVA_BYTE, 18, (byte) 'X');
        String message = "side at offset=18: expected the bytes of a " + Side.class.getTypeName()
                + ", found 88 (no constant of " + Side.class.getName() + " has this code)";
        assertFault(CorruptRecordException.class, message, () -> codec.read(segment, 0));
        OrderView view =
                ViewFactory.of(lookup(), OrderView.class, LAYOUT, CONVERSIONS).wrap(segment, 0);
        assertTrue(assertThrows(CorruptRecordException.class, view::side)
                .getMessage()
                .endsWith(message));
        assertNull(view.price());
    }

    @SuppressWarnings("ArrayRecordComponent") // arrays are what is tested
    record Many(List<Side> sides, Instant[] times, List<Integer> sizes, Integer[] ports) {
        List<Object> all() {
            return List.of(sides, Arrays.asList(times), sizes, Arrays.asList(ports));
        }
    }

    private static final Conversions OF_ELEMENTS = Conversions.of(
                    CodeConversions.nullable(SIDES, 255), CodeConversions.nullable(TimeConversions.epochMillis(), 0))
            .with("sizes[]", CodeConversions.nullable(NumberConversions.intOf(3, BIG_ENDIAN, true), -0x80_0000))
            .with("ports[]", CodeConversions.nullable(NumberConversions.unsignedShort(), 0));

    private static final Many MANY = new Many(
            Arrays.asList(Side.SELL, null),
            new Instant[] {null, Instant.ofEpochMilli(1)},
            Arrays.asList(null, -0x7f_ffff),
            new Integer[] {65_535, null});
    private static final String MANY_BYTES =
            "53ff" + "0000000000000000" + "0100000000000000" + "800000" + "800001" + "ffff" + "0000";

    interface ManyView extends StructView {
        Side sides(int index);

        Instant times(int index);

        Integer sizes(int index);

        Integer ports(int index);
    }

    private static void assertElements(ManyView view) {
        for (int i = 0; i < 2; i++) {
            assertEquals(MANY.sides().get(i), view.sides(i));
            assertEquals(MANY.times()[i], view.times(i));
            assertEquals(MANY.sizes().get(i), view.sizes(i));
            assertEquals(MANY.ports()[i], view.ports(i));
        }
    }

    @Test
    void elementsMayBeNull() {
        StructLayout layout = Layouts.packed(Layouts.struct(
                sequenceLayout(2, JAVA_BYTE).withName("sides"),
                sequenceLayout(2, JAVA_LONG).withName("times"),
                sequenceLayout(2, sequenceLayout(3, JAVA_BYTE)).withName("sizes"),
                sequenceLayout(2, JAVA_SHORT).withName("ports")));
        StructCodec<Many> codec = StructCodec.ofRecord(lookup(), Many.class, layout, OF_ELEMENTS);
        MemorySegment segment = MemorySegment.ofArray(new byte[(int) layout.byteSize()]);
        codec.write(MANY, segment, 0);
        assertEquals(MANY_BYTES, hex(segment));
        assertEquals(MANY.all(), codec.read(segment, 0).all());
        assertElements(
                ViewFactory.of(lookup(), ManyView.class, layout, OF_ELEMENTS).wrap(segment, 0));
        Many wrong = new Many(MANY.sides(), MANY.times(), MANY.sizes(), new Integer[] {null, 0});
        assertFault(
                IllegalArgumentException.class,
                "ports[1]=0: it stands for null; expected another value, or null",
                () -> codec.write(wrong, segment, 0));
        segment.set(JAVA_BYTE, 1, (byte) 1);
        assertTrue(assertThrows(CorruptRecordException.class, () -> codec.read(segment, 0))
                .getMessage()
                .contains(" at offset=0: sides[1] at offset=1: "));
    }

    @Test
    void elementsOfATailMayBeNull() {
        StructLayout layout = Layouts.varRecord(
                Layouts.varRef("sides", JAVA_BYTE),
                Layouts.varRef("times", JAVA_LONG),
                Layouts.varRef("sizes", sequenceLayout(3, JAVA_BYTE)),
                Layouts.varRef("ports", JAVA_SHORT));
        VarCodec<Many> codec = VarCodec.builder(lookup(), Many.class, layout)
                .withConversions(OF_ELEMENTS)
                .build();
        MemorySegment segment = MemorySegment.ofArray(new byte[128]);
        codec.write(MANY, segment, 0);
        assertEquals(MANY.all(), codec.read(segment, 0).all());
        assertElements(
                ViewFactory.of(lookup(), ManyView.class, layout, OF_ELEMENTS).wrap(segment, 0));
        Many wrong = new Many(MANY.sides(), MANY.times(), Arrays.asList(null, -0x80_0000), MANY.ports());
        assertFault(
                IllegalArgumentException.class,
                "sizes[1]=-8388608: it stands for null; expected another value, or null",
                () -> codec.write(wrong, segment, 0));
    }

    record Perhaps(Optional<Instant> time, Optional<Integer> port, Optional<Long> size) {}

    @Test
    void anEmptyOptionalIsTheNumber() {
        StructLayout layout = Layouts.packed(Layouts.struct(
                JAVA_LONG.withOrder(LITTLE_ENDIAN).withName("time"),
                JAVA_SHORT.withOrder(LITTLE_ENDIAN).withName("port"),
                sequenceLayout(5, JAVA_BYTE).withName("size")));
        StructCodec<Perhaps> codec = StructCodec.ofRecord(
                lookup(),
                Perhaps.class,
                layout,
                Conversions.of(
                        CodeConversions.nullable(TimeConversions.epochNanos(), Long.MIN_VALUE),
                        CodeConversions.nullable(NumberConversions.unsignedShort(), 65_535),
                        CodeConversions.nullable(NumberConversions.longOf(5, LITTLE_ENDIAN, false), 0)));
        MemorySegment segment = MemorySegment.ofArray(new byte[15]);
        for (Perhaps perhaps : List.of(
                new Perhaps(Optional.empty(), Optional.empty(), Optional.empty()),
                new Perhaps(Optional.of(Instant.EPOCH), Optional.of(9), Optional.of(1L)))) {
            codec.write(perhaps, segment, 0);
            assertEquals(perhaps, codec.read(segment, 0));
        }
        assertEquals("0000000000000000" + "0900" + "0100000000", hex(segment));
    }

    @Test
    void theMessageOfAnOptionalNamesTheConversion() {
        StructLayout layout = Layouts.packed(Layouts.struct(
                JAVA_LONG.withOrder(LITTLE_ENDIAN).withName("time"),
                JAVA_SHORT.withOrder(LITTLE_ENDIAN).withName("port"),
                sequenceLayout(5, JAVA_BYTE).withName("size")));
        String declare = "; declare a conversion of %s that takes null, which an empty Optional becomes, as"
                + " `Conversions.of(CodeConversions.nullable(%s, nullValue))`";
        List<String> endings = List.of(
                declare.formatted("Instant", "TimeConversions.epochNanos()"),
                declare.formatted("Integer", "NumberConversions.unsignedShort()"),
                declare.formatted("Long", "NumberConversions.longOf(5, order, signed)"));
        List<String> found = assertThrows(
                        LayoutMismatchException.class,
                        () -> StructCodec.ofRecord(lookup(), Perhaps.class, layout, Conversions.none()))
                .mismatches();
        for (int i = 0; i < endings.size(); i++) {
            assertTrue(found.get(i).endsWith(endings.get(i)), found.get(i));
        }
        record OfSet(Optional<EnumSet<Side>> set) {}
        String ofSet = assertThrows(
                        LayoutMismatchException.class,
                        () -> StructCodec.ofRecord(
                                lookup(),
                                OfSet.class,
                                Layouts.struct(JAVA_BYTE.withName("set")),
                                Conversions.of(CodeConversions.enumSet(Side.class))))
                .mismatches()
                .getFirst();
        assertTrue(ofSet.endsWith("; declare one that takes null"), ofSet);
    }

    @Test
    void ofAnOlderRecordWhatLacksIsNull() {
        record Old(long id) {}
        record New(long id, Instant time, Side side) {}
        VarCodec<Old> writer = VarCodec.ofRecord(lookup(), Old.class, Layouts.varRecord(JAVA_LONG.withName("id")));
        VarCodec<New> reader = VarCodec.builder(
                        lookup(),
                        New.class,
                        Layouts.varRecord(
                                JAVA_LONG.withName("id"),
                                JAVA_LONG.withOrder(LITTLE_ENDIAN).withName("time"),
                                JAVA_BYTE.withName("side")))
                .withConversions(new Conversions(CONVERSIONS.byType(), Map.of(), Map.of(), Map.of(), Map.of()))
                .build();
        MemorySegment segment = MemorySegment.ofArray(new byte[64]);
        writer.write(new Old(1), segment, 0);
        assertEquals(new New(1, null, null), reader.read(segment, 0));
    }
}
