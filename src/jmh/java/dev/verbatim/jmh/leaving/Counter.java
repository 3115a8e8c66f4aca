package dev.verbatim.jmh.leaving;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;

import dev.verbatim.Layouts;
import dev.verbatim.StructView;
import dev.verbatim.ViewFactory;

/** The counter of the page. */
interface Counter extends StructView {

    ViewFactory<Counter> VIEWS = ViewFactory.of(lookup(), Counter.class, Layouts.struct(JAVA_LONG.withName("count")));

    long getVolatileCount();

    void setReleaseCount(long count);

    boolean compareAndSetCount(long expected, long count);

    long getAndAddCount(long delta);
}
