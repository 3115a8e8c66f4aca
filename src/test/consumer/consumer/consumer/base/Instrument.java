package consumer.base;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;

/** A superclass in another package. Its private fields are in another nest than a subclass's. */
public abstract class Instrument {
    private int venue;
    protected short lot;

    protected Instrument(int venue, short lot) {
        this.venue = venue;
        this.lot = lot;
    }

    public static Lookup lookup() {
        return MethodHandles.lookup();
    }

    public final int venue() {
        return venue;
    }
}
