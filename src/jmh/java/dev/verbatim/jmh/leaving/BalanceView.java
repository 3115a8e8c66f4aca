package dev.verbatim.jmh.leaving;

import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;

import dev.verbatim.Layouts;
import dev.verbatim.StructView;
import dev.verbatim.ViewFactory;

/** What a {@link BalanceValue} is here. */
interface BalanceView extends StructView {

    ViewFactory<BalanceView> VIEWS = ViewFactory.of(
            lookup(),
            BalanceView.class,
            Layouts.struct(
                    JAVA_LONG.withName("dollars"),
                    sequenceLayout(16, JAVA_BYTE).withName("name"),
                    sequenceLayout(4, JAVA_INT).withName("rate")));

    long getDollars();

    void setDollars(long dollars);

    long getVolatileDollars();

    void setReleaseDollars(long dollars);

    boolean compareAndSetDollars(long expected, long dollars);

    long getAndAddDollars(long delta);

    String getName();

    StringBuilder getName(StringBuilder target);

    void setName(String name);

    int getRate(int index);

    void setRate(int index, int rate);
}
