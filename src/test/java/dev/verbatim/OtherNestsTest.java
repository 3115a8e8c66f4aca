package dev.verbatim;

import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** DTOs nested in one another whose classes are in files of their own: in the same module, but in other nests. */
class OtherNestsTest {

    private final MemorySegment segment = MemorySegment.ofArray(new byte[256]);

    record Lots(long id, Lot lot, List<Lot> lots) {}

    @Test
    void theFieldsOfARecordInAnotherFileAreRead() {
        StructCodec<Lots> codec = StructCodec.ofRecord(
                lookup(),
                Lots.class,
                Layouts.struct(
                        JAVA_LONG.withName("id"),
                        Lot.LAYOUT.withName("lot"),
                        sequenceLayout(1, Lot.LAYOUT).withName("lots")),
                Lot.CONVERSIONS);
        Lot lot = new Lot(Instant.ofEpochSecond(2), 1_200);

        codec.write(new Lots(1, lot, List.of(lot)), segment, 0);

        MemorySegment alone = MemorySegment.ofArray(new byte[16]);
        Lot.CODEC.write(lot, alone, 0);
        assertArrayEquals(alone.toArray(JAVA_BYTE), segment.asSlice(8, 16).toArray(JAVA_BYTE));
        assertArrayEquals(alone.toArray(JAVA_BYTE), segment.asSlice(24, 16).toArray(JAVA_BYTE));
        assertEquals(new Lots(1, lot, List.of(lot)), codec.read(segment, 0));
    }

    record Price(long ticks) {}

    private static final Conversions PRICES = Conversions.of(Conversion.ofLong(Price.class, Price::ticks, Price::new));

    private static final StructLayout LEG = Layouts.struct(JAVA_INT.withName("quantity"), JAVA_LONG.withName("price"));

    record Order(Leg leg, List<Leg> others) {}

    @Test
    void aRecordInAnotherFileHasAConvertedComponentOfATypeOfThisOne() {
        StructCodec<Order> codec = StructCodec.ofRecord(
                lookup(),
                Order.class,
                Layouts.struct(LEG.withName("leg"), sequenceLayout(2, LEG).withName("others")),
                PRICES);
        Order order = new Order(new Leg(1, new Price(2)), List.of(new Leg(3, new Price(4)), new Leg(5, new Price(6))));
        codec.write(order, segment, 1);
        assertEquals(order, codec.read(segment, 1));
    }

    @Test
    void suchARecordMayBeInAVariableLengthRecord() {
        VarCodec<Order> codec = VarCodec.builder(
                        lookup(), Order.class, Layouts.varRecord(LEG.withName("leg"), Layouts.varRef("others", LEG)))
                .withConversions(PRICES)
                .build();
        Order order = new Order(new Leg(1, new Price(2)), List.of(new Leg(3, new Price(4))));
        codec.write(order, segment, 1);
        assertEquals(order, codec.read(segment, 1));
    }

    static final class MutableOrder {
        MutableLeg leg = new MutableLeg();
    }

    private static MutableOrder order(int quantity, long ticks) {
        MutableOrder order = new MutableOrder();
        order.leg.set(quantity, new Price(ticks));
        return order;
    }

    @Test
    void aMutableClassInAnotherFileHasAConvertedFieldOfATypeOfThisOne() {
        ReusableCodec<MutableOrder> codec =
                StructCodec.ofClass(lookup(), MutableOrder.class, Layouts.struct(LEG.withName("leg")), PRICES);
        codec.write(order(1, 2), segment, 0);
        MutableOrder read = codec.read(segment, 0);
        assertEquals(1, read.leg.currentQuantity());
        assertEquals(new Price(2), read.leg.currentPrice());
    }

    @Test
    void suchAClassMayBeInAVariableLengthRecord() {
        ReusableVarCodec<MutableOrder> codec = VarCodec.builder(
                        lookup(), MutableOrder.class, Layouts.varRecord(LEG.withName("leg")))
                .withConversions(PRICES)
                .buildReusable();
        codec.write(order(3, 4), segment, 0);
        MutableOrder read = new MutableOrder();
        codec.readInto(read, segment, 0);
        assertEquals(3, read.leg.currentQuantity());
        assertEquals(new Price(4), read.leg.currentPrice());
    }

    static final class LastLeg extends MutableLeg {
        byte[] mark = new byte[4];
    }

    @Test
    void aClassInheritsAConvertedFieldFromAnotherFile() {
        ReusableCodec<LastLeg> codec = StructCodec.ofClass(
                lookup(),
                LastLeg.class,
                Layouts.struct(
                        JAVA_INT.withName("quantity"),
                        sequenceLayout(4, JAVA_BYTE).withName("mark"),
                        JAVA_LONG.withName("price")),
                PRICES);
        LastLeg leg = new LastLeg();
        leg.set(5, new Price(6));
        codec.write(leg, segment, 0);
        LastLeg read = codec.read(segment, 0);
        assertEquals(5, read.currentQuantity());
        assertEquals(new Price(6), read.currentPrice());
    }
}
