package dev.verbatim.leaving;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.invoke.MethodHandles.lookup;
import static java.nio.ByteOrder.BIG_ENDIAN;

import dev.verbatim.Layouts;
import dev.verbatim.ReusableCodec;
import dev.verbatim.StructCodec;
import dev.verbatim.StructView;
import dev.verbatim.ViewFactory;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;

/** What the right-hand sides of {@code docs/leaving-unsafe.md} name. The benchmarks have it once more. */
final class Declarations {

    private Declarations() {}

    // @start region="declarations"
    static final ValueLayout.OfLong LONG_BE = JAVA_LONG_UNALIGNED.withOrder(BIG_ENDIAN);

    static final class Quote {
        static final StructLayout LAYOUT = Layouts.struct(JAVA_LONG.withName("id"), JAVA_DOUBLE.withName("bid"));
        static final ReusableCodec<Quote> CODEC = StructCodec.ofClass(lookup(), Quote.class, LAYOUT);

        long id;
        double bid;
    }

    interface Counter extends StructView {
        ViewFactory<Counter> VIEWS =
                ViewFactory.of(lookup(), Counter.class, Layouts.struct(JAVA_LONG.withName("count")));

        long getVolatileCount();

        void setReleaseCount(long count);

        boolean compareAndSetCount(long expected, long count);

        long getAndAddCount(long delta);
    }
    // @end
}
