package consumer.base;

import dev.verbatim.StructView;

/** A view of another package, with accessors of types that only this package, or only this class, can name. */
public final class Gauge {
    private Gauge() {}

    public interface View extends StructView {
        Unit unit();

        void unit(Unit unit);

        Mark mark();

        MarkView getMark();

        default String text() {
            unit(Unit.BAR);
            getMark().at(7);
            return unit() + " " + mark();
        }
    }

    enum Unit {
        PASCAL,
        BAR
    }

    private record Mark(long at) {}

    private interface MarkView extends StructView {
        void at(long at);
    }
}
