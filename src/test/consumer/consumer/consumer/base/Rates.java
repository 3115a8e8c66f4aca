package consumer.base;

import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.MemoryLayout.structLayout;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.verbatim.Conversions;
import java.lang.foreign.StructLayout;
import java.util.List;

/** An immutable class of another package, which hides its constructor, and has others that only its package can name. */
public final class Rates extends Priced {
    private static final StructLayout RATE = structLayout(JAVA_BYTE.withName("points"), JAVA_BYTE.withName("market"));

    public static final StructLayout LAYOUT = structLayout(
            JAVA_BYTE.withName("price"),
            RATE.withName("best"),
            sequenceLayout(1, RATE).withName("all"),
            sequenceLayout(2, RATE).withName("more"));

    public static final Conversions CONVERSIONS = Conversions.none()
            .withConstructor(Rates.class, "more", "all", "best", "price")
            .withConstructor(Rate.class, "points", "market");

    private final Rate best;
    private final Rate[] all;
    private final List<Rate> more;

    private Rates(List<Rate> more, Rate[] all, Rate best, byte price) {
        super(price);
        this.best = best;
        this.all = all;
        this.more = more;
    }

    public static Rates make() {
        return new Rates(
                List.of(new Rate(3, Market.CLOSED), new Rate(4, Market.OPEN)),
                new Rate[] {new Rate(2, Market.OPEN)},
                new Rate(1, Market.CLOSED),
                (byte) 5);
    }

    /** {@return one with a null in it} */
    public static Rates spoiled() {
        Rates valid = make();
        return new Rates(List.of(new Rate(3, Market.CLOSED), new Rate(4, null)), valid.all, valid.best, (byte) 5);
    }

    /** {@return one without elements} */
    public static Rates empty() {
        Rates valid = make();
        return new Rates(valid.more, new Rate[1], valid.best, (byte) 5);
    }

    /** Only this package can name it. */
    static final class Rate {
        private final byte points;
        private final Market market;

        Rate(int points, Market market) {
            this((byte) points, market);
        }

        private Rate(byte points, Market market) {
            this.points = points;
            this.market = market;
        }
    }
}

/** A superclass in a nest of its own. */
abstract class Priced {
    private final byte price;

    Priced(byte price) {
        this.price = price;
    }
}
