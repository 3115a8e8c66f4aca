package dev.verbatim;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The examples of fields that are left out. */
class LeftOutTutorialTest {

    // @start region="left out"
    static final class Order {
        static final StructLayout LAYOUT = Layouts.struct(JAVA_LONG.withName("id"), JAVA_DOUBLE.withName("price"));
        static final ReusableCodec<Order> CODEC = StructCodec.ofClass(
                lookup(), Order.class, LAYOUT, Conversions.none().withoutField(Order.class, "next"));

        private long id;
        private double price;
        private @Nullable Order next; // of those that are free
    }
    // @end

    @Test
    void aFieldThatIsLeftOutIsLeftAlone() {
        Order order = new Order();
        order.id = 7;
        order.price = 99.5;
        order.next = new Order();
        MemorySegment segment = MemorySegment.ofArray(new long[2]);
        Order.CODEC.write(order, segment, 0);
        Order read = Order.CODEC.read(segment, 0);
        assertEquals(7, read.id);
        assertEquals(99.5, read.price);
        assertNull(read.next);
        read.next = order;
        Order.CODEC.readInto(read, segment, 0);
        assertSame(order, read.next);
    }
}
