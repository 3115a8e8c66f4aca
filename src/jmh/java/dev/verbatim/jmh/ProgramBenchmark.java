package dev.verbatim.jmh;

import static dev.verbatim.jmh.UnsafeAccess.UNSAFE;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;

import dev.verbatim.Layouts;
import dev.verbatim.StructCodec;
import dev.verbatim.StructList;
import dev.verbatim.StructView;
import dev.verbatim.ViewFactory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.CompilerControl;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What programs do with small structs, a little with each and then with another one: how long does a step take by each
 * way to say it, and does it matter who can close the arena?
 *
 * <pre>{@code java -jar target/benchmarks.jar ProgramBenchmark}</pre>
 *
 * <p>{@code front…} moves nodes of a doubly linked list to its front, as a cache does that forgets what was not used
 * lately: five structs are touched for each. {@code sum…} reads an array of structs of three members, each as a Java
 * record. All rivals are checked to do the same. Each loop is compiled by itself, as a method of a program is, and not
 * into JMH's own loop.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(2)
@Warmup(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@SuppressWarnings({"deprecation", "removal"}) // of Unsafe's access to memory; measuring it is the purpose
public class ProgramBenchmark {

    private static final int NODES = 1024;
    private static final int STEPS = 4096;
    private static final long BYTES = 16;
    private static final long NEXT = 4;
    private static final long VALUE = 8;

    private static final StructLayout LAYOUT =
            Layouts.struct(JAVA_INT.withName("previous"), JAVA_INT.withName("next"), JAVA_LONG.withName("value"));

    interface NodeView extends StructView {
        ViewFactory<NodeView> VIEWS = ViewFactory.of(lookup(), NodeView.class, LAYOUT);

        int previous();

        void previous(int previous);

        int next();

        void next(int next);

        long value();
    }

    record Node(int previous, int next, long value) {
        static final StructCodec<Node> CODEC = StructCodec.ofRecord(lookup(), Node.class, LAYOUT);
    }

    /** Who can close the arena: another thread, this one, or nobody. */
    @Param({"shared", "confined", "auto"})
    String arena;

    private final int[] touched = new SplittableRandom(1).ints(STEPS, 1, NODES).toArray();
    private MemorySegment nodes;
    private long address;
    private NodeView node;
    private NodeView other;
    private StructList<NodeView> views;
    private StructList<Node> records;
    private Runnable close = () -> {};

    @Setup(Level.Trial)
    public void link() {
        switch (arena) {
            case "shared" -> allocate(Arena.ofShared(), true);
            case "confined" -> allocate(Arena.ofConfined(), true);
            default -> allocate(Arena.ofAuto(), false);
        }
        relink();
        address = nodes.address();
        node = NodeView.VIEWS.wrap(nodes, 0);
        other = NodeView.VIEWS.wrap(nodes, 0);
        views = NodeView.VIEWS.list(nodes);
        records = Node.CODEC.list(nodes);
    }

    private void allocate(Arena from, boolean isClosed) {
        nodes = from.allocate(NODES * BYTES, 64);
        if (isClosed) {
            close = from::close;
        }
    }

    private void relink() {
        for (int i = 0; i < NODES; i++) {
            Node.CODEC.write(new Node((i + NODES - 1) % NODES, (i + 1) % NODES, i), nodes, i * BYTES);
        }
    }

    @Benchmark
    @OperationsPerInvocation(STEPS)
    public long frontUnsafe() {
        return moveByUnsafe();
    }

    @Benchmark
    @OperationsPerInvocation(STEPS)
    public long frontByHand() {
        return moveByHand();
    }

    @Benchmark
    @OperationsPerInvocation(STEPS)
    public long frontView() {
        return moveByView();
    }

    @Benchmark
    @OperationsPerInvocation(STEPS)
    public long frontNewViews() {
        return moveByNewViews();
    }

    @Benchmark
    @OperationsPerInvocation(STEPS)
    public long frontList() {
        return moveByList();
    }

    @Benchmark
    @OperationsPerInvocation(NODES)
    public long sumUnsafe() {
        return addByUnsafe();
    }

    @Benchmark
    @OperationsPerInvocation(NODES)
    public long sumCodec() {
        return addByCodec();
    }

    @Benchmark
    @OperationsPerInvocation(NODES)
    public long sumList() {
        return addByList();
    }

    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    private long moveByUnsafe() {
        long sum = 0;
        for (int index : touched) {
            long at = address + index * BYTES;
            int previous = UNSAFE.getInt(at);
            int next = UNSAFE.getInt(at + NEXT);
            UNSAFE.putInt(address + previous * BYTES + NEXT, next);
            UNSAFE.putInt(address + next * BYTES, previous);
            int first = UNSAFE.getInt(address + NEXT);
            UNSAFE.putInt(at, 0);
            UNSAFE.putInt(at + NEXT, first);
            UNSAFE.putInt(address + first * BYTES, index);
            UNSAFE.putInt(address + NEXT, index);
            sum += UNSAFE.getLong(at + VALUE);
        }
        return sum;
    }

    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    private long moveByHand() {
        MemorySegment segment = nodes;
        long sum = 0;
        for (int index : touched) {
            long at = index * BYTES;
            int previous = segment.get(JAVA_INT, at);
            int next = segment.get(JAVA_INT, at + NEXT);
            segment.set(JAVA_INT, previous * BYTES + NEXT, next);
            segment.set(JAVA_INT, next * BYTES, previous);
            int first = segment.get(JAVA_INT, NEXT);
            segment.set(JAVA_INT, at, 0);
            segment.set(JAVA_INT, at + NEXT, first);
            segment.set(JAVA_INT, first * BYTES, index);
            segment.set(JAVA_INT, NEXT, index);
            sum += segment.get(JAVA_LONG, at + VALUE);
        }
        return sum;
    }

    /** Two views, which are wrapped again and again. */
    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    private long moveByView() {
        MemorySegment segment = nodes;
        long sum = 0;
        for (int index : touched) {
            node.wrap(segment, index * BYTES);
            int previous = node.previous();
            int next = node.next();
            other.wrap(segment, previous * BYTES);
            other.next(next);
            other.wrap(segment, next * BYTES);
            other.previous(previous);
            other.wrap(segment, 0);
            int first = other.next();
            other.next(index);
            other.wrap(segment, first * BYTES);
            other.previous(index);
            node.previous(0);
            node.next(first);
            sum += node.value();
        }
        return sum;
    }

    /** A view of its own for each struct. */
    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    private long moveByNewViews() {
        MemorySegment segment = nodes;
        long sum = 0;
        for (int index : touched) {
            NodeView touchedNode = NodeView.VIEWS.wrap(segment, index * BYTES);
            int previous = touchedNode.previous();
            int next = touchedNode.next();
            NodeView.VIEWS.wrap(segment, previous * BYTES).next(next);
            NodeView.VIEWS.wrap(segment, next * BYTES).previous(previous);
            NodeView head = NodeView.VIEWS.wrap(segment, 0);
            int first = head.next();
            head.next(index);
            NodeView.VIEWS.wrap(segment, first * BYTES).previous(index);
            touchedNode.previous(0);
            touchedNode.next(first);
            sum += touchedNode.value();
        }
        return sum;
    }

    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    private long moveByList() {
        StructList<NodeView> list = views;
        long sum = 0;
        for (int index : touched) {
            NodeView touchedNode = list.get(index);
            int previous = touchedNode.previous();
            int next = touchedNode.next();
            list.get(previous).next(next);
            list.get(next).previous(previous);
            NodeView head = list.get(0);
            int first = head.next();
            head.next(index);
            list.get(first).previous(index);
            touchedNode.previous(0);
            touchedNode.next(first);
            sum += touchedNode.value();
        }
        return sum;
    }

    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    private long addByUnsafe() {
        long sum = 0;
        for (long at = address; at < address + NODES * BYTES; at += BYTES) {
            Node read = new Node(UNSAFE.getInt(at), UNSAFE.getInt(at + NEXT), UNSAFE.getLong(at + VALUE));
            sum += read.value() * read.next() + read.previous();
        }
        return sum;
    }

    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    private long addByCodec() {
        MemorySegment segment = nodes;
        long sum = 0;
        for (long offset = 0; offset < NODES * BYTES; offset += BYTES) {
            Node read = Node.CODEC.read(segment, offset);
            sum += read.value() * read.next() + read.previous();
        }
        return sum;
    }

    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    private long addByList() {
        long sum = 0;
        for (Node read : records) {
            sum += read.value() * read.next() + read.previous();
        }
        return sum;
    }

    /** Each rival, from the same start, has to leave the same nodes and the same sums. */
    @TearDown(Level.Trial)
    public void checkAndClose() {
        relink();
        long sum = moveByUnsafe();
        byte[] left = nodes.toArray(JAVA_BYTE);
        check(sum, left, this::moveByHand);
        check(sum, left, this::moveByView);
        check(sum, left, this::moveByNewViews);
        check(sum, left, this::moveByList);
        ArenaState.require(addByCodec() == addByUnsafe() && addByList() == addByUnsafe(), "expected the same sums");
        close.run();
    }

    private void check(long sum, byte[] left, LongSupplier rival) {
        relink();
        ArenaState.require(rival.getAsLong() == sum, "expected the same sum");
        ArenaState.require(nodes.mismatch(MemorySegment.ofArray(left)) < 0, "expected the same nodes");
    }
}
