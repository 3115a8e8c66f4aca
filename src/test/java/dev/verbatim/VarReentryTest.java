package dev.verbatim;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.verbatim.VarParts.Fill;
import dev.verbatim.VarParts.MutableOrder;
import dev.verbatim.VarParts.Order;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** A codec that is at work already when it is called: by the DTO that it copies, or by other threads. */
class VarReentryTest {

    private static final Fill FILL = new Fill(1, "XETRA", new int[] {1, 2});

    private static final byte[] FILL_BYTES = VarParts.bytes(Fill.CODEC, FILL);

    /** A tree, whose children are made by writing and reading with the codec that asks for them. */
    record Tree(int depth, List<Fill> fills, String text) {
        static final StructLayout LAYOUT = Layouts.varRecord(
                JAVA_INT.withName("depth"), Layouts.varRef("fills", Fill.LAYOUT), Layouts.varRef("text"));
        static final VarCodec<Tree> CODEC = VarCodec.ofRecord(lookup(), Tree.class, LAYOUT);

        static Tree of(int depth) {
            return new Tree(depth, depth == 0 ? List.of() : new Asking(depth), "at " + depth);
        }

        private static final class Asking extends AbstractList<Fill> {
            private final int depth;

            Asking(int depth) {
                this.depth = depth;
            }

            @Override
            public Fill get(int index) {
                Tree child = CODEC.read(MemorySegment.ofArray(VarParts.bytes(CODEC, of(depth - 1))), 0);
                return new Fill(child.depth, child.text + " with " + child.fills.size(), new int[] {index});
            }

            @Override
            public int size() {
                return 2;
            }
        }
    }

    @Test
    void aListMayCallTheCodecThatWritesIt() {
        Tree read = Tree.CODEC.read(MemorySegment.ofArray(VarParts.bytes(Tree.CODEC, Tree.of(4))), 0);
        assertEquals("at 4", read.text);
        assertEquals(2, read.fills.size());
        assertEquals("at 3 with 2", read.fills.get(1).venue());
        assertEquals(3, read.fills.get(1).id());
        assertArrayEquals(new int[] {1}, read.fills.get(1).lots());
    }

    /** A record whose constructor reads another. */
    record Checked(String text, List<Fill> fills, String last) {
        static final StructLayout LAYOUT =
                Layouts.varRecord(Layouts.varRef("text"), Layouts.varRef("fills", Fill.LAYOUT), Layouts.varRef("last"));
        static final VarCodec<Checked> CODEC = VarCodec.ofRecord(lookup(), Checked.class, LAYOUT);

        Checked {
            if (!text.isEmpty()) {
                Checked shorter = new Checked(text.substring(1), fills, last);
                assertEquals(shorter.text, CODEC.read(MemorySegment.ofArray(VarParts.bytes(CODEC, shorter)), 0).text);
            }
        }
    }

    @Test
    void aConstructorMayCallTheCodecThatReads() {
        Checked checked = new Checked("abcd", List.of(FILL, FILL), "last");
        Checked read = Checked.CODEC.read(MemorySegment.ofArray(VarParts.bytes(Checked.CODEC, checked)), 0);
        assertEquals("abcd", read.text);
        assertEquals("last", read.last);
        assertEquals("XETRA", read.fills.get(1).venue());
    }

    private static final int THREADS = 8;
    private static final int ROUNDS = 300;

    @Test
    void threadsShareACodec() throws Exception {
        Order order = VarParts.order();
        byte[] orderBytes = VarParts.bytes(Order.CODEC, order);
        CyclicBarrier start = new CyclicBarrier(THREADS);
        Callable<Void> work = () -> {
            start.await();
            MutableOrder target = new MutableOrder();
            for (int i = 0; i < ROUNDS; i++) {
                assertArrayEquals(orderBytes, VarParts.bytes(Order.CODEC, order));
                MutableOrder.CODEC.readInto(target, MemorySegment.ofArray(orderBytes), 0);
                assertArrayEquals(orderBytes, VarParts.bytes(MutableOrder.CODEC, target));
                Fill fill = new Fill(i, Thread.currentThread().getName() + "ü".repeat(i), new int[i]);
                Fill read = Fill.CODEC.read(MemorySegment.ofArray(VarParts.bytes(Fill.CODEC, fill)), 0);
                assertEquals(fill.venue(), read.venue());
                assertEquals(i, read.lots().length);
                assertArrayEquals(FILL_BYTES, VarParts.bytes(Fill.CODEC, FILL));
            }
            return null;
        };
        try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
            List<Future<Void>> results = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                results.add(threads.submit(work));
            }
            for (Future<Void> result : results) {
                result.get();
            }
        }
    }
}
