package dev.verbatim.jmh.leaving;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;

import dev.verbatim.Layouts;
import dev.verbatim.ReusableCodec;
import dev.verbatim.StructCodec;
import java.lang.foreign.StructLayout;

/** The struct of the page. Public, as Kryo asks for that. */
public final class Quote {

    static final StructLayout LAYOUT = Layouts.struct(JAVA_LONG.withName("id"), JAVA_DOUBLE.withName("bid"));
    static final ReusableCodec<Quote> CODEC = StructCodec.ofClass(lookup(), Quote.class, LAYOUT);

    long id;
    double bid;

    static Quote of(long id, double bid) {
        Quote quote = new Quote();
        quote.id = id;
        quote.bid = bid;
        return quote;
    }

    @Override
    public String toString() {
        return id + " " + bid;
    }
}
