package dev.verbatim.jmh.leaving;

import net.openhft.chronicle.values.Array;
import net.openhft.chronicle.values.MaxUtf8Length;

/** A value of Chronicle's. It is public because the class that is generated at run time has to see it. */
public interface BalanceValue {

    long getDollars();

    void setDollars(long dollars);

    long getVolatileDollars();

    void setOrderedDollars(long dollars);

    boolean compareAndSwapDollars(long expected, long dollars);

    long addDollars(long addition);

    long addAtomicDollars(long addition);

    String getName();

    StringBuilder getUsingName(StringBuilder using);

    void setName(@MaxUtf8Length(16) String name);

    @Array(length = 4)
    int getRateAt(int index);

    void setRateAt(int index, int rate);
}
