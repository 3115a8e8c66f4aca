package consumer.base;

import static consumer.base.Fault.isNull;
import static consumer.base.Fault.isWrong;
import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.MemoryLayout.structLayout;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;
import static java.nio.ByteOrder.BIG_ENDIAN;
import static java.nio.ByteOrder.LITTLE_ENDIAN;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.StructLayout;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A superclass whose private fields are of types that a subclass in another package cannot name. */
public abstract class Legged {

    private static final StructLayout LEG = structLayout(
            JAVA_LONG_UNALIGNED.withOrder(LITTLE_ENDIAN).withName("price"),
            JAVA_SHORT_UNALIGNED.withOrder(LITTLE_ENDIAN).withName("market"),
            sequenceLayout(6, JAVA_BYTE).withName("venue"));
    private static final StructLayout FEE = structLayout(
            JAVA_INT_UNALIGNED.withOrder(LITTLE_ENDIAN).withName("amount"),
            JAVA_INT_UNALIGNED.withOrder(BIG_ENDIAN).withName("market"));

    public static final StructLayout LAYOUT = structLayout(
            JAVA_BYTE.withName("id"),
            JAVA_BYTE.withName("market"),
            LEG.withName("leg"),
            FEE.withName("fee"),
            sequenceLayout(2, LEG).withName("legs"),
            sequenceLayout(2, FEE).withName("fees"),
            sequenceLayout(2, LEG).withName("legList"),
            sequenceLayout(2, FEE).withName("feeList"));

    private Market market = Market.CLOSED;
    private Leg leg = new Leg(1, Market.OPEN, "X");
    private Fee fee = Fee.of(2, Market.CLOSED);
    private Leg[] legs = {new Leg(3, Market.CLOSED, "YZ"), new Leg(4, Market.OPEN, "")};
    private Fee[] fees = {Fee.of(5, Market.OPEN), Fee.of(6, Market.CLOSED)};
    private List<Leg> legList = Arrays.asList(new Leg(7, Market.OPEN, "ü"), new Leg(8, Market.CLOSED, "123456"));
    private List<Fee> feeList = new ArrayList<>(List.of(Fee.of(9, Market.OPEN), Fee.of(10, Market.OPEN)));

    protected Legged() {}

    /** Puts the bytes of what every new object has. */
    public static void putBytes(int id, ByteBuffer bytes) {
        bytes.put((byte) id).put((byte) 1);
        putLeg(bytes, 1, 0, "X");
        putFee(bytes, 2, 1);
        putLeg(bytes, 3, 1, "YZ");
        putLeg(bytes, 4, 0, "");
        putFee(bytes, 5, 0);
        putFee(bytes, 6, 1);
        putLeg(bytes, 7, 0, "ü");
        putLeg(bytes, 8, 1, "123456");
        putFee(bytes, 9, 0);
        putFee(bytes, 10, 0);
    }

    private static void putLeg(ByteBuffer bytes, long price, int market, String venue) {
        bytes.order(LITTLE_ENDIAN).putLong(price).putShort((short) market);
        bytes.put(Arrays.copyOf(venue.getBytes(StandardCharsets.UTF_8), 6));
    }

    private static void putFee(ByteBuffer bytes, int amount, int market) {
        bytes.order(LITTLE_ENDIAN).putInt(amount).order(BIG_ENDIAN).putInt(market);
    }

    /** {@return where in the struct a member is} The path is of names and indices. */
    public static long offset(Object... path) {
        MemoryLayout.PathElement[] elements = Arrays.stream(path)
                .map(step -> step instanceof Integer index
                        ? MemoryLayout.PathElement.sequenceElement(index)
                        : MemoryLayout.PathElement.groupElement((String) step))
                .toArray(MemoryLayout.PathElement[]::new);
        return LAYOUT.byteOffset(elements);
    }

    public static List<Fault<Legged>> faults() {
        Leg noMarket = new Leg(1, null, "");
        return List.of(
                isNull("market", dto -> dto.market = null),
                isNull("leg", dto -> dto.leg = null),
                isNull("leg.market", dto -> dto.leg = noMarket),
                isNull("leg.venue", dto -> dto.leg = new Leg(1, Market.OPEN, null)),
                isNull("fee", dto -> dto.fee = null),
                isNull("fee.market", dto -> dto.fee.spoil()),
                isNull("legs", dto -> dto.legs = null),
                isNull("legs[1]", dto -> dto.legs[1] = null),
                isNull("legs[1].market", dto -> dto.legs[1] = noMarket),
                isNull("fees[0]", dto -> dto.fees[0] = null),
                isNull("fees[1].market", dto -> dto.fees[1].spoil()),
                isNull("legList", dto -> dto.legList = null),
                isNull("legList[0]", dto -> dto.legList.set(0, null)),
                isNull("legList[1].market", dto -> dto.legList.set(1, noMarket)),
                isNull("feeList[1]", dto -> dto.feeList.set(1, null)),
                isNull("feeList[0].market", dto -> dto.feeList.get(0).spoil()),
                isWrong("leg.venue has 7 bytes", dto -> dto.leg = new Leg(1, Market.OPEN, "1234567")),
                isWrong("legs[1].venue has an unpaired", dto -> dto.legs[1] = new Leg(1, Market.OPEN, "\uD800")),
                isWrong("legList[0].venue ends in \\0", dto -> dto.legList.set(0, new Leg(1, Market.OPEN, "\0"))),
                isWrong("legs has length=1; expected 2 elements", dto -> dto.legs = new Leg[1]),
                isWrong("fees has length=3; expected 2 elements", dto -> dto.fees = new Fee[3]),
                isWrong("legList has length=0; expected 2 elements", dto -> dto.legList = List.of()),
                isWrong("feeList has length=1; expected 2 elements", dto -> dto.feeList.remove(0)),
                new Fault<>(
                        ClassCastException.class,
                        ": legList[1] is a java.lang.String; expected a consumer.base.Leg",
                        dto -> dto.legList = ofAnotherType("leg")));
    }

    @SuppressWarnings("unchecked") // what the compiler would refuse
    private static <T> List<T> ofAnotherType(Object element) {
        return (List<T>) Arrays.asList(new Leg(1, Market.OPEN, ""), element);
    }

    /** Takes away all objects that a read has to make anew, where {@code all}, or else puts nulls in their places. */
    public final void empty(boolean all) {
        market = null;
        leg = null;
        fee = null;
        legs = all ? null : new Leg[2];
        fees = all ? null : new Fee[2];
        legList = all ? null : Arrays.asList(null, null);
        feeList = all ? null : Arrays.asList(null, null);
    }

    /** {@return the objects that a read fills in place} */
    public final List<Object> identities() {
        return List.of(fee, legs, fees, fees[0], fees[1], feeList, feeList.get(0), feeList.get(1));
    }

    /** {@return a sum that tells what was read into the objects that are filled in place} */
    public final int amounts() {
        return fee.amount()
                + fees[0].amount()
                + fees[1].amount()
                + feeList.get(0).amount()
                + feeList.get(1).amount();
    }
}
