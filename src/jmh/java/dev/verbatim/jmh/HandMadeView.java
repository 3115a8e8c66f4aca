package dev.verbatim.jmh;

import static dev.verbatim.jmh.UnsafeAccess.UNSAFE;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/** Flyweight classes as one writes them by hand, in place of a {@link MarketDataView}. */
final class HandMadeView {

    private static final VarHandle TIME = handle("time");
    private static final VarHandle ASK_PRICE = handle("askPrice0");

    private MemorySegment segment = MemorySegment.NULL;
    private long offset;

    /** A handle of the struct's layout, which takes the struct's offset; unaligned, as the codecs' are. */
    private static VarHandle handle(String member) {
        return MemoryLayout.structLayout(MarketData.LAYOUT.memberLayouts().stream()
                        .map(layout -> ((ValueLayout) layout).withByteAlignment(1))
                        .toArray(MemoryLayout[]::new))
                .varHandle(PathElement.groupElement(member));
    }

    void wrap(MemorySegment newSegment, long newOffset) {
        segment = newSegment;
        offset = newOffset;
    }

    long time() {
        return (long) TIME.get(segment, offset);
    }

    void time(long time) {
        TIME.set(segment, offset, time);
    }

    double askPrice0() {
        return (double) ASK_PRICE.get(segment, offset);
    }

    void askPrice0(double askPrice0) {
        ASK_PRICE.set(segment, offset, askPrice0);
    }

    /** The same with {@code sun.misc.Unsafe}. */
    @SuppressWarnings({"deprecation", "removal"}) // measuring it is the purpose
    static final class OverUnsafe {

        private static final long TIME_OFFSET = 8;
        private static final long ASK_PRICE_OFFSET = 112;

        private Object base;
        private long address;

        void wrap(Object newBase, long newAddress) {
            base = newBase;
            address = newAddress;
        }

        long time() {
            return UNSAFE.getLong(base, address + TIME_OFFSET);
        }

        void time(long time) {
            UNSAFE.putLong(base, address + TIME_OFFSET, time);
        }

        double askPrice0() {
            return UNSAFE.getDouble(base, address + ASK_PRICE_OFFSET);
        }

        void askPrice0(double askPrice0) {
            UNSAFE.putDouble(base, address + ASK_PRICE_OFFSET, askPrice0);
        }
    }
}
