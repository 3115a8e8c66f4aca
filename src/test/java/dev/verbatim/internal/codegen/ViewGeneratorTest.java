package dev.verbatim.internal.codegen;

import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.CodeConversions;
import dev.verbatim.Conversions;
import dev.verbatim.NumberConversions;
import dev.verbatim.StructView;
import dev.verbatim.TimeConversions;
import dev.verbatim.internal.bind.ViewBinder;
import dev.verbatim.internal.codegen.MethodSizes.Size;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The class files of views. */
class ViewGeneratorTest {

    /** C2 inlines a method of no more bytes wherever it is called, and a larger one where it is called often. */
    private static final int MAX_INLINE_SIZE = 35;

    private static final StructLayout LEVEL = MemoryLayout.structLayout(
            ValueLayout.JAVA_INT.withName("price"),
            ValueLayout.JAVA_INT.withName("quantity"),
            MemoryLayout.paddingLayout(4));

    private static final StructLayout LAYOUT = MemoryLayout.structLayout(
            ValueLayout.JAVA_LONG.withName("key"),
            ValueLayout.JAVA_DOUBLE.withName("price"),
            ValueLayout.JAVA_INT.withName("count"),
            ValueLayout.JAVA_INT.withName("size"),
            MemoryLayout.sequenceLayout(4, ValueLayout.JAVA_LONG).withName("levels"),
            ValueLayout.JAVA_BYTE.withName("side"),
            ValueLayout.JAVA_BYTE.withName("state"),
            ValueLayout.JAVA_BOOLEAN.withName("open"),
            MemoryLayout.paddingLayout(5),
            MemoryLayout.sequenceLayout(2, ValueLayout.JAVA_LONG).withName("times"),
            MemoryLayout.sequenceLayout(16, ValueLayout.JAVA_BYTE).withName("id"),
            MemoryLayout.sequenceLayout(3, ValueLayout.JAVA_INT).withName("few"),
            LEVEL.withName("best"));

    enum Side {
        BUY,
        SELL
    }

    enum State {
        NEW,
        OLD
    }

    /** An accessor of each sort that needs nothing of the view but its place. */
    interface OrderView extends StructView {
        long key();

        OrderView setKey(long key);

        long getAcquireKey();

        boolean compareAndSetKey(long expected, long key);

        double price();

        void setPrice(double price);

        int count();

        int getAndAddCount(int delta);

        long size();

        void setSize(long size);

        long getLevels(int index);

        void setLevels(long index, long level);

        Side side();

        void setSide(Side side);

        State state();

        boolean open();

        Instant getTimes(int index);

        void setTimes(long index, Instant time);

        UUID id();

        int[] few();

        Level best();

        void setBest(Level best);
    }

    record Level(int price, int quantity) {}

    @Test
    void accessorsAreSmallEnoughToBeInlinedWhereverTheyAreCalled() {
        Conversions conversions = Conversions.none()
                .with(TimeConversions.epochNanos())
                .with(CodeConversions.uuid())
                .with("size", NumberConversions.unsignedInt())
                .with("side", CodeConversions.byteCodes(Side.class, side -> side == Side.BUY ? 'B' : 'S'));

        Map<String, Size> sizes = MethodSizes.of(
                ViewGenerator.classFile(ViewBinder.bind(lookup(), OrderView.class, LAYOUT, conversions)));

        TreeSet<String> accessors = new TreeSet<>();
        Arrays.stream(OrderView.class.getDeclaredMethods()).forEach(method -> accessors.add(method.getName()));
        assertEquals(OrderView.class.getDeclaredMethods().length, accessors.size(), "no two of a name");
        for (String accessor : accessors) {
            assertTrue(sizes.get(accessor).bytes() <= MAX_INLINE_SIZE, () -> accessor + " " + sizes.get(accessor));
            assertEquals(0, sizes.get(accessor).accesses(), accessor);
        }
    }
}
