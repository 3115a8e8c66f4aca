package consumer.base;

import java.nio.ByteBuffer;
import java.util.List;

/** A record of what only this package can name. */
public record Ladder(
        byte id, List<Fee> feeList, Market market, Leg leg, Fee fee, Leg[] legs, Fee[] fees, List<Leg> legList) {

    public static Ladder make() {
        return new Ladder(
                (byte) 12,
                List.of(Fee.of(9, Market.OPEN), Fee.of(10, Market.OPEN)),
                Market.CLOSED,
                new Leg(1, Market.OPEN, "X"),
                Fee.of(2, Market.CLOSED),
                new Leg[] {new Leg(3, Market.CLOSED, "YZ"), new Leg(4, Market.OPEN, "")},
                new Fee[] {Fee.of(5, Market.OPEN), Fee.of(6, Market.CLOSED)},
                List.of(new Leg(7, Market.OPEN, "ü"), new Leg(8, Market.CLOSED, "123456")));
    }

    public static void putBytes(ByteBuffer bytes) {
        Legged.putBytes(12, bytes);
    }

    /** {@return one with a null in it} */
    public static Ladder spoiled() {
        Ladder valid = make();
        valid.legs[1] = null;
        return valid;
    }
}
