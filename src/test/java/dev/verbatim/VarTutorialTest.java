package dev.verbatim;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What the documentation shows of variable-length records; its snippets are the regions of this file. */
class VarTutorialTest {

    // @start region="declare"
    record Level(double price, int quantity) {
        static final StructLayout LAYOUT = Layouts.struct(JAVA_DOUBLE.withName("price"), JAVA_INT.withName("quantity"));
    }

    record Order(long id, String note, List<Level> levels) {
        static final StructLayout LAYOUT = Layouts.varRecord(
                JAVA_LONG.withName("id"), Layouts.varRef("note"), Layouts.varRef("levels", Level.LAYOUT));
        static final VarCodec<Order> CODEC = VarCodec.ofRecord(lookup(), Order.class, LAYOUT);
    }
    // @end

    // @start region="grow"
    record NewerOrder(long id, String note, List<Level> levels, int venue) {
        static final StructLayout LAYOUT = Layouts.grown(Order.LAYOUT, JAVA_INT.withName("venue"));
        static final VarCodec<NewerOrder> CODEC = VarCodec.builder(lookup(), NewerOrder.class, LAYOUT)
                .withDefault("venue", 1) // of orders that were written without one
                .build();
    }
    // @end

    // @start region="lists"
    record Watch(List<String> symbols, Optional<String> note, List<Long> volumes, List<List<Level>> books) {
        static final StructLayout LAYOUT = Layouts.varRecord(
                Layouts.varRef("symbols", Layouts.varText()),
                Layouts.varRef("note"),
                Layouts.varRef("volumes", JAVA_LONG),
                Layouts.varRef("books", Layouts.varList(Level.LAYOUT)));
        static final VarCodec<Watch> CODEC = VarCodec.ofRecord(lookup(), Watch.class, LAYOUT);
    }
    // @end

    @Test
    void listsOfTextsAndOfListsAreReadBack() {
        MemorySegment segment = MemorySegment.ofArray(new long[100]);
        Watch watch = new Watch(
                List.of("AAPL", "MSFT"), Optional.empty(), List.of(7L), List.of(List.of(new Level(1, 2)), List.of()));
        Watch.CODEC.write(watch, segment, 0);
        assertEquals(watch, Watch.CODEC.read(segment, 0));
    }

    @Test
    void aRecordIsWrittenAndReadBack() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment segment = arena.allocate(4096);
            Order order = new Order(7, "good till cancelled", List.of(new Level(187.23, 100), new Level(187.22, 50)));
            // @start region="use"
            long bytes = Order.CODEC.write(order, segment, 0);
            long next = bytes + Order.CODEC.write(new Order(8, null, List.of()), segment, bytes);

            Order first = Order.CODEC.read(segment, 0);
            Order second = Order.CODEC.read(segment, Order.CODEC.encodedSize(segment, 0));
            // @end
            assertEquals(order, first);
            assertEquals(8, second.id());
            assertNull(second.note());
            assertEquals(List.of(), second.levels());
            assertEquals(bytes + Order.CODEC.encodedSize(second), next);
        }
    }

    @Test
    void olderAndNewerProgramsReadBothRecords() {
        MemorySegment segment = MemorySegment.ofArray(new long[100]);

        Order.CODEC.write(new Order(7, "older", null), segment, 0);
        assertEquals(new NewerOrder(7, "older", null, 1), NewerOrder.CODEC.read(segment, 0));

        NewerOrder.CODEC.write(new NewerOrder(8, "newer", null, 2), segment, 0);
        assertEquals(new Order(8, "newer", null), Order.CODEC.read(segment, 0));
    }
}
