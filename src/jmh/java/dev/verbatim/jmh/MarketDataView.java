package dev.verbatim.jmh;

import static java.lang.invoke.MethodHandles.lookup;

import dev.verbatim.StructView;
import dev.verbatim.ViewFactory;

/** A view of {@link MarketData}, with the fields that {@link ViewBenchmark} uses. */
interface MarketDataView extends StructView {

    ViewFactory<MarketDataView> VIEWS = ViewFactory.of(lookup(), MarketDataView.class, MarketData.LAYOUT);

    long time();

    void time(long time);

    double askPrice0();

    void askPrice0(double askPrice0);
}
