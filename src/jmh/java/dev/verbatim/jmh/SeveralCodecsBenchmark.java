package dev.verbatim.jmh;

import static dev.verbatim.jmh.UnsafeAccess.UNSAFE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;

import dev.verbatim.Layouts;
import dev.verbatim.StructCodec;
import java.lang.foreign.MemorySegment;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Param;

/**
 * What if one place in a program, such as a generic store, uses the codecs of several types? Each call takes the next
 * array of structs, of one of the types at random, and one struct of it.
 *
 * <pre>{@code java -jar target/benchmarks.jar SeveralCodecsBenchmark}</pre>
 */
@Fork(
        value = 3,
        jvmArgsAppend = {"-Xms1g", "-Xmx1g", "-XX:+AlwaysPreTouch"})
@SuppressWarnings({"removal", "unchecked", "rawtypes"}) // of Unsafe's access to memory; the types are mixed on purpose
public class SeveralCodecsBenchmark extends ArenaState {

    private static final int MAX_TYPES = 3;
    private static final int CALLS = 1 << 10;
    private static final int STRUCTS = 64;

    record Order(long id, int side, int quantity, double price) {
        static final StructCodec<Order> CODEC = StructCodec.ofRecord(
                lookup(),
                Order.class,
                Layouts.struct(
                        JAVA_LONG.withName("id"),
                        JAVA_INT.withName("side"),
                        JAVA_INT.withName("quantity"),
                        JAVA_DOUBLE.withName("price")));
    }

    record Quote(long id, double bid, double ask) {
        static final StructCodec<Quote> CODEC = StructCodec.ofRecord(
                lookup(),
                Quote.class,
                Layouts.struct(JAVA_LONG.withName("id"), JAVA_DOUBLE.withName("bid"), JAVA_DOUBLE.withName("ask")));
    }

    record Cancel(long id, int reason) {
        static final StructCodec<Cancel> CODEC = StructCodec.ofRecord(
                lookup(), Cancel.class, Layouts.struct(JAVA_LONG.withName("id"), JAVA_INT.withName("reason")));
    }

    /** What a program writes by hand for each type. */
    private interface ByHand<T> {

        void write(T value, MemorySegment segment, long offset);

        T read(MemorySegment segment, long offset);

        void write(T value, long address);

        T read(long address);
    }

    private static final class OrderByHand implements ByHand<Order> {

        @Override
        public void write(Order value, MemorySegment segment, long offset) {
            segment.set(JAVA_LONG, offset, value.id);
            segment.set(JAVA_INT, offset + 8, value.side);
            segment.set(JAVA_INT, offset + 12, value.quantity);
            segment.set(JAVA_DOUBLE, offset + 16, value.price);
        }

        @Override
        public Order read(MemorySegment segment, long offset) {
            return new Order(
                    segment.get(JAVA_LONG, offset),
                    segment.get(JAVA_INT, offset + 8),
                    segment.get(JAVA_INT, offset + 12),
                    segment.get(JAVA_DOUBLE, offset + 16));
        }

        @Override
        public void write(Order value, long address) {
            UNSAFE.putLong(address, value.id);
            UNSAFE.putInt(address + 8, value.side);
            UNSAFE.putInt(address + 12, value.quantity);
            UNSAFE.putDouble(address + 16, value.price);
        }

        @Override
        public Order read(long address) {
            return new Order(
                    UNSAFE.getLong(address),
                    UNSAFE.getInt(address + 8),
                    UNSAFE.getInt(address + 12),
                    UNSAFE.getDouble(address + 16));
        }
    }

    private static final class QuoteByHand implements ByHand<Quote> {

        @Override
        public void write(Quote value, MemorySegment segment, long offset) {
            segment.set(JAVA_LONG, offset, value.id);
            segment.set(JAVA_DOUBLE, offset + 8, value.bid);
            segment.set(JAVA_DOUBLE, offset + 16, value.ask);
        }

        @Override
        public Quote read(MemorySegment segment, long offset) {
            return new Quote(
                    segment.get(JAVA_LONG, offset),
                    segment.get(JAVA_DOUBLE, offset + 8),
                    segment.get(JAVA_DOUBLE, offset + 16));
        }

        @Override
        public void write(Quote value, long address) {
            UNSAFE.putLong(address, value.id);
            UNSAFE.putDouble(address + 8, value.bid);
            UNSAFE.putDouble(address + 16, value.ask);
        }

        @Override
        public Quote read(long address) {
            return new Quote(UNSAFE.getLong(address), UNSAFE.getDouble(address + 8), UNSAFE.getDouble(address + 16));
        }
    }

    private static final class CancelByHand implements ByHand<Cancel> {

        @Override
        public void write(Cancel value, MemorySegment segment, long offset) {
            segment.set(JAVA_LONG, offset, value.id);
            segment.set(JAVA_INT, offset + 8, value.reason);
        }

        @Override
        public Cancel read(MemorySegment segment, long offset) {
            return new Cancel(segment.get(JAVA_LONG, offset), segment.get(JAVA_INT, offset + 8));
        }

        @Override
        public void write(Cancel value, long address) {
            UNSAFE.putLong(address, value.id);
            UNSAFE.putInt(address + 8, value.reason);
        }

        @Override
        public Cancel read(long address) {
            return new Cancel(UNSAFE.getLong(address), UNSAFE.getInt(address + 8));
        }
    }

    /** An array of structs, and who reads and writes it; by hand a program keeps the size of a struct beside them. */
    private record Structs(
            StructCodec codec, ByHand byHand, MemorySegment segment, long address, long byteSize, Object value) {}

    /** How many types there are. */
    @Param({"1", "3"})
    int types;

    private final Structs[] structs = new Structs[MAX_TYPES];

    /** Which array each call takes. */
    private final byte[] order = new byte[CALLS];

    private int call;

    @Override
    void allocate() {
        structs[0] = structs(Order.CODEC, new OrderByHand(), new Order(1, 2, 3, 4.5));
        structs[1] = structs(Quote.CODEC, new QuoteByHand(), new Quote(1, 2.5, 3.5));
        structs[2] = structs(Cancel.CODEC, new CancelByHand(), new Cancel(1, 2));
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < CALLS; i++) {
            order[i] = (byte) random.nextInt(types);
        }
    }

    private <T> Structs structs(StructCodec<T> codec, ByHand<T> byHand, T value) {
        MemorySegment segment = arena.allocate(STRUCTS * codec.byteSize(), CACHE_LINE_BYTES);
        for (int i = 0; i < STRUCTS; i++) {
            byHand.write(value, segment.address() + i * codec.byteSize());
        }
        return new Structs(codec, byHand, segment, segment.address(), codec.byteSize(), value);
    }

    private Structs next() {
        call++;
        return structs[order[call & (CALLS - 1)]];
    }

    private long index() {
        return call & (STRUCTS - 1);
    }

    @Benchmark
    public void unsafeWrite() {
        Structs next = next();
        next.byHand.write(next.value, next.address + index() * next.byteSize);
    }

    @Benchmark
    public Object unsafeRead() {
        Structs next = next();
        return next.byHand.read(next.address + index() * next.byteSize);
    }

    @Benchmark
    public void segmentsWrite() {
        Structs next = next();
        next.byHand.write(next.value, next.segment, index() * next.byteSize);
    }

    @Benchmark
    public Object segmentsRead() {
        Structs next = next();
        return next.byHand.read(next.segment, index() * next.byteSize);
    }

    @Benchmark
    public void codecWrite() {
        Structs next = next();
        next.codec.writeAtIndex(next.value, next.segment, index());
    }

    @Benchmark
    public Object codecRead() {
        Structs next = next();
        return next.codec.readAtIndex(next.segment, index());
    }

    @Override
    void check() {
        check("Unsafe", this::unsafeWrite, this::unsafeRead);
        check("segments", this::segmentsWrite, this::segmentsRead);
        check("the codec", this::codecWrite, this::codecRead);
    }

    private void check(String rival, Runnable write, Supplier<Object> read) {
        for (Structs each : structs) {
            each.segment.fill((byte) -1);
        }
        for (int i = 0; i < CALLS; i++) {
            int before = call;
            write.run();
            call = before;
            Object found = read.get();
            Object value = structs[order[call & (CALLS - 1)]].value;
            require(found.equals(value), rival + " wrote and read " + found + " in place of " + value);
        }
    }
}
