package dev.verbatim.cli.selftest;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.verbatim.Layouts;
import dev.verbatim.StructView;
import java.lang.foreign.StructLayout;
import java.nio.ByteOrder;

/** Members that are changed atomically. */
interface Counters extends StructView {

    static StructLayout layout(ByteOrder order) {
        return Layouts.struct(
                JAVA_INT.withOrder(order).withName("i"),
                JAVA_LONG.withOrder(order).withName("l"),
                JAVA_FLOAT.withOrder(order).withName("f"),
                JAVA_DOUBLE.withOrder(order).withName("d"));
    }

    int i();

    int getVolatileI();

    void setVolatileI(int i);

    int getAndAddI(int delta);

    boolean compareAndSetI(int expected, int i);

    long getAcquireL();

    void setReleaseL(long l);

    long getAndAddL(long delta);

    long getAndBitwiseOrL(long mask);

    long compareAndExchangeL(long expected, long l);

    float getOpaqueF();

    float getAndSetF(float f);

    double getVolatileD();

    void setOpaqueD(double d);

    boolean compareAndSetD(double expected, double d);

    /** Makes i=0x12345678, l=0x0123456789abcdef, f=1.5, d=0.1, each by atomic steps. */
    default void count() {
        setVolatileI(0x12340000);
        boolean done = getAndAddI(0x5677) == 0x12340000 && compareAndSetI(0x12345677, 0x12345678);
        setReleaseL(0x0120000000000000L);
        done &= getAndAddL(0x3456789abc000L) == 0x0120000000000000L
                && getAndBitwiseOrL(0xd00) == 0x0123456789abc000L
                && compareAndExchangeL(0x0123456789abcd00L, 0x0123456789abcdefL) == 0x0123456789abcd00L;
        getAndSetF(1.5f);
        setOpaqueD(-0.0);
        done &= !compareAndSetD(0.5, 0.25) && compareAndSetD(-0.0, 0.1);
        if (!done) {
            i(0); // to be seen in the bytes
        }
    }

    void i(int i);

    /** Sets what another has, read with access modes. */
    default void set(Counters other) {
        setVolatileI(other.getVolatileI());
        setReleaseL(other.getAcquireL());
        getAndSetF(other.getOpaqueF());
        setOpaqueD(other.getVolatileD());
    }
}
