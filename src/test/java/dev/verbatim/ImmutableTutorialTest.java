package dev.verbatim;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import org.junit.jupiter.api.Test;

/** The snippets about immutable classes: each is a region here, and does what the text there says. */
class ImmutableTutorialTest {

    // @start region="declare"
    static final class Trade {
        static final StructLayout LAYOUT = Layouts.struct(
                JAVA_LONG.withName("time"), JAVA_DOUBLE.withName("price"), JAVA_INT.withName("quantity"));
        static final StructCodec<Trade> CODEC = StructCodec.ofImmutable(lookup(), Trade.class, LAYOUT);

        private final long time;
        private final double price;
        private final int quantity;
        private final double amount; // no parameter of the constructor, and so not stored

        Trade(long time, double price, int quantity) {
            this.time = time;
            this.price = price;
            this.quantity = quantity;
            this.amount = price * quantity;
        }
    }
    // @end

    @Test
    void anImmutableClassIsMadeByItsConstructor() {
        MemorySegment segment = MemorySegment.ofArray(new byte[24]);

        Trade.CODEC.write(new Trade(7, 187.25, 4), segment, 0);

        Trade read = Trade.CODEC.read(segment, 0);
        assertEquals(7, read.time);
        assertEquals(187.25, read.price);
        assertEquals(4, read.quantity);
        assertEquals(749, read.amount);
        assertEquals(24, Trade.CODEC.byteSize());
    }

    // @start region="later"
    static final class Level {
        static final StructLayout LAYOUT = Layouts.struct(JAVA_DOUBLE.withName("price"), JAVA_INT.withName("quantity"));
        static final StructCodec<Level> CODEC = StructCodec.ofImmutable(lookup(), Level.class, LAYOUT);

        private final double price;
        private int quantity;

        Level(double price) {
            this.price = price;
        }
    }
    // @end

    @Test
    void whatTheConstructorDoesNotTakeIsSetLater() {
        MemorySegment segment = MemorySegment.ofArray(new double[2]);
        Level level = new Level(187.25);
        level.quantity = 4;

        Level.CODEC.write(level, segment, 0);

        Level read = Level.CODEC.read(segment, 0);
        assertEquals(187.25, read.price);
        assertEquals(4, read.quantity);
    }

    static class Declared {
        // @start region="declared"
        static final Conversions CONVERSIONS =
                Conversions.none().withConstructor(Trade.class, "time", "price", "quantity");

        static final StructCodec<Trade> TRADE =
                StructCodec.ofImmutable(lookup(), Trade.class, Trade.LAYOUT, CONVERSIONS);
        // @end
    }

    @Test
    void theFieldsThatItsParametersSetMayBeDeclared() {
        MemorySegment segment = MemorySegment.ofArray(new byte[24]);

        Trade.CODEC.write(new Trade(7, 187.25, 4), segment, 0);

        assertEquals(749, Declared.TRADE.read(segment, 0).amount);
    }
}
