package dev.verbatim;

import static java.lang.foreign.ValueLayout.JAVA_BOOLEAN;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;
import static java.nio.ByteOrder.BIG_ENDIAN;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.verbatim.samples.SegmentKind;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * That writing records allocates nothing, nor reading into an object whose parts fit: by what the JVM counts for the
 * thread, to the byte.
 */
class VarAllocationTest {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private static final int CALLS = 500;

    enum Side {
        BUY,
        SELL
    }

    static final class Level {
        double price;
        Side side = Side.SELL;

        static final StructLayout LAYOUT = Layouts.struct(JAVA_DOUBLE.withName("price"), JAVA_BYTE.withName("side"));
    }

    static final class Fill {
        long id;
        StringBuilder venue = new StringBuilder("Zürich");
        int[] lots = {1, 2, 3};

        static final StructLayout LAYOUT = Layouts.varRecord(
                JAVA_LONG.withName("id"),
                Layouts.varRef("venue"),
                Layouts.varRef("lots", JAVA_INT.withOrder(BIG_ENDIAN)));
    }

    static final class Order {
        long id = 7;
        StringBuilder note = new StringBuilder("good till cancelled");
        long[] values = {1, 2, 3};
        boolean[] flags = {true, false};
        byte[] raw = new byte[100];
        Level[] levels = {new Level(), new Level()};
        List<Level> depth = new ArrayList<>(List.of(new Level(), new Level()));
        List<Fill> fills = new ArrayList<>(List.of(new Fill(), new Fill()));
        Fill[] more = {new Fill()};
        String none;

        static final ReusableVarCodec<Order> CODEC = VarCodec.ofClass(
                lookup(),
                Order.class,
                Layouts.varRecord(
                        JAVA_LONG.withName("id"),
                        Layouts.varRef("note"),
                        Layouts.varRef("values", JAVA_LONG),
                        Layouts.varRef("flags", JAVA_BOOLEAN),
                        Layouts.varRef("raw"),
                        Layouts.varRef("levels", Level.LAYOUT),
                        Layouts.varRef("depth", Level.LAYOUT),
                        Layouts.varRef("fills", Fill.LAYOUT),
                        Layouts.varRef("more", Fill.LAYOUT),
                        Layouts.varRef("none")));
    }

    record Note(String text) {
        static final VarCodec<Note> CODEC =
                VarCodec.ofRecord(lookup(), Note.class, Layouts.varRecord(Layouts.varRef("text")));
    }

    /**
     * What the thread allocates in many calls: the least of several times, as what is linked or compiled on the way
     * counts too. What allocates at each call does so every time.
     */
    private static long allocated(Runnable call) {
        long least = Long.MAX_VALUE;
        for (int round = 0; round < 60 && least > 0; round++) {
            long before = THREADS.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < CALLS; i++) {
                call.run();
            }
            least = Math.min(least, THREADS.getCurrentThreadAllocatedBytes() - before);
        }
        return least;
    }

    /** Each write of a member of several types asks for it. */
    @Test
    void theLargestSizeOfSeveralTypesAllocatesNothing() {
        TaggedCodec<Level> codec = TaggedCodec.builder(Level.class, JAVA_INT, 12)
                .with(1, StructCodec.ofClass(lookup(), Level.class, Level.LAYOUT))
                .build();
        assertEquals(16, codec.maxByteSize());
        assertEquals(0, allocated(() -> assertTrue(codec.maxByteSize() > 0)));
    }

    @ParameterizedTest
    @EnumSource
    void writingAndReadingIntoAnObjectAllocateNothing(SegmentKind kind) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment segment = kind.allocate(2_000, arena);
            Order order = new Order();
            Order target = new Order();
            assertEquals(0, allocated(() -> Order.CODEC.write(order, segment, 3)), "write");
            assertEquals(0, allocated(() -> Order.CODEC.encodedSize(order)), "encodedSize of a value");
            assertEquals(0, allocated(() -> Order.CODEC.readInto(target, segment, 3)), "readInto");
            assertEquals(0, allocated(() -> Order.CODEC.encodedSize(segment, 3)), "encodedSize of a record");
            assertEquals("Zürich", target.fills.get(1).venue.toString());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "ascii", "grüße", "\uD83D\uDE00 and €"})
    void writingTextAllocatesNothing(String part) {
        MemorySegment segment = MemorySegment.ofArray(new byte[40_000]);
        for (Note note : List.of(new Note(part), new Note(part.repeat(1_000)))) {
            assertEquals(
                    0, allocated(() -> Note.CODEC.write(note, segment, 0)), () -> note.text.length() + " characters");
        }
    }

    /** Else every thread would keep the memory of its largest record for good. */
    @Test
    void theMemoryOfALargeRecordIsLetGo() {
        Note large = new Note("a".repeat(100_000));
        Note small = new Note("a");
        MemorySegment segment = MemorySegment.ofArray(new byte[200_000]);
        Note.CODEC.write(large, segment, 0);
        long before = THREADS.getCurrentThreadAllocatedBytes();
        Note.CODEC.write(large, segment, 0);
        long each = THREADS.getCurrentThreadAllocatedBytes() - before;
        assertTrue(each >= large.text.length(), () -> each + " bytes");
        assertEquals(0, allocated(() -> Note.CODEC.write(small, segment, 0)));

        Note.CODEC.write(large, segment, 0);
        before = THREADS.getCurrentThreadAllocatedBytes();
        Note.CODEC.read(segment, 0);
        long eachRead = THREADS.getCurrentThreadAllocatedBytes() - before;
        assertTrue(eachRead >= 2L * large.text.length(), () -> "the text and a buffer, " + eachRead + " bytes");
    }
}
