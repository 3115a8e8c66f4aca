package dev.verbatim.jmh.map;

import static java.lang.invoke.MethodHandles.lookup;

import dev.verbatim.StructView;
import dev.verbatim.ViewFactory;

/** A view of a {@link Quote}, with the fields that a benchmark looks at. */
interface QuoteView extends StructView {

    ViewFactory<QuoteView> VIEWS = ViewFactory.of(lookup(), QuoteView.class, Quote.LAYOUT);

    long sequence();

    double askPrice0();
}
