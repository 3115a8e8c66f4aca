package dev.verbatim.jmh.cold;

import static java.lang.invoke.MethodHandles.lookup;

import dev.verbatim.StructView;
import dev.verbatim.ViewFactory;

/** Two of the fields by a view. */
final class ViewOfMarketData {

    private ViewOfMarketData() {}

    static void write() {
        TimedView view = TimedView.VIEWS.wrap(ColdProgram.MEMORY, 0);
        view.time(1);
        view.bidPrice0(187.23);
    }

    /** The view. */
    interface TimedView extends StructView {
        ViewFactory<TimedView> VIEWS = ViewFactory.of(lookup(), TimedView.class, Snapshot.LAYOUT);

        void time(long time);

        void bidPrice0(double price);
    }
}
