package dev.verbatim.jmh;

import static dev.verbatim.jmh.UnsafeAccess.UNSAFE;
import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;

import dev.verbatim.Conversions;
import dev.verbatim.Layouts;
import dev.verbatim.StructCodec;
import dev.verbatim.StructView;
import dev.verbatim.TimeConversions;
import dev.verbatim.ViewFactory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
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
 * What DTOs have besides numbers: records in a record, a time, a text. What do they cost in a loop over an array of
 * structs, and does it matter who can close the arena?
 *
 * <pre>{@code java -jar target/benchmarks.jar MembersBenchmark}</pre>
 *
 * <p>{@code read…} makes a record with two others in it of each struct, {@code price…} one of those, {@code time…}
 * sets a time to be stored as nanoseconds, {@code name…} a text of eight bytes. Each loop is compiled by itself, and
 * not into JMH's own loop. All rivals are checked to do the same.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(2)
@Warmup(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@SuppressWarnings({"deprecation", "removal"}) // of Unsafe's access to memory; measuring it is the purpose
public class MembersBenchmark {

    private static final int ORDERS = 1024;

    private static final StructLayout PRICE = Layouts.struct(JAVA_INT.withName("units"), JAVA_INT.withName("scale"));
    private static final StructLayout LAYOUT = Layouts.struct(
            JAVA_LONG.withName("id"),
            PRICE.withName("price"),
            PRICE.withName("limit"),
            JAVA_LONG.withName("time"),
            sequenceLayout(8, JAVA_BYTE).withName("name"));
    private static final long BYTES = LAYOUT.byteSize();
    private static final long TIME = 24;
    private static final long NAME = 32;

    record Price(int units, int scale) {}

    /** The members that {@code read…} wants, the same bytes without the rest. */
    record Order(long id, Price price, Price limit) {
        static final StructCodec<Order> CODEC = StructCodec.ofRecord(
                lookup(),
                Order.class,
                Layouts.struct(JAVA_LONG.withName("id"), PRICE.withName("price"), PRICE.withName("limit")));

        long sum() {
            return id + (long) price.units * price.scale + limit.units + limit.scale;
        }
    }

    interface OrderView extends StructView {
        ViewFactory<OrderView> VIEWS =
                ViewFactory.of(lookup(), OrderView.class, LAYOUT, Conversions.of(TimeConversions.epochNanos()));

        Price price();

        void time(Instant time);

        void name(String name);
    }

    /** Who can close the arena: another thread, this one, or nobody. */
    @Param({"shared", "confined", "auto"})
    String arena;

    private final Instant[] times = new Instant[ORDERS];
    private final String[] names = new String[ORDERS];
    private MemorySegment orders;
    private long address;
    private OrderView view;
    private Runnable close = () -> {};

    @Setup(Level.Trial)
    public void fill() {
        switch (arena) {
            case "shared" -> allocate(Arena.ofShared(), true);
            case "confined" -> allocate(Arena.ofConfined(), true);
            default -> allocate(Arena.ofAuto(), false);
        }
        address = orders.address();
        view = OrderView.VIEWS.wrap(orders, 0);
        for (int i = 0; i < ORDERS; i++) {
            times[i] = Instant.ofEpochSecond(1_700_000_000L + i, i);
            names[i] = Integer.toString(i);
            Order.CODEC.write(new Order(i, new Price(i, 2), new Price(3, i)), orders, i * BYTES);
        }
    }

    private void allocate(Arena from, boolean isClosed) {
        orders = from.allocate(ORDERS * BYTES, 64);
        if (isClosed) {
            close = from::close;
        }
    }

    @Benchmark
    @OperationsPerInvocation(ORDERS)
    public long readUnsafe() {
        return addByUnsafe();
    }

    @Benchmark
    @OperationsPerInvocation(ORDERS)
    public long readByHand() {
        return addByHand();
    }

    @Benchmark
    @OperationsPerInvocation(ORDERS)
    public long readCodec() {
        return addByCodec();
    }

    @Benchmark
    @OperationsPerInvocation(ORDERS)
    public long priceUnsafe() {
        return addPricesByUnsafe();
    }

    @Benchmark
    @OperationsPerInvocation(ORDERS)
    public long priceView() {
        return addPricesByView();
    }

    @Benchmark
    @OperationsPerInvocation(ORDERS)
    public void timeUnsafe() {
        setTimesByUnsafe();
    }

    @Benchmark
    @OperationsPerInvocation(ORDERS)
    public void timeView() {
        setTimesByView();
    }

    @Benchmark
    @OperationsPerInvocation(ORDERS)
    public void nameUnsafe() {
        setNamesByUnsafe();
    }

    @Benchmark
    @OperationsPerInvocation(ORDERS)
    public void nameView() {
        setNamesByView();
    }

    private static Price priceByUnsafe(long at) {
        return new Price(UNSAFE.getInt(at), UNSAFE.getInt(at + 4));
    }

    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    private long addByUnsafe() {
        long sum = 0;
        for (long at = address; at < address + ORDERS * BYTES; at += BYTES) {
            sum += new Order(UNSAFE.getLong(at), priceByUnsafe(at + 8), priceByUnsafe(at + 16)).sum();
        }
        return sum;
    }

    private Price priceByHand(long offset) {
        return new Price(orders.get(JAVA_INT, offset), orders.get(JAVA_INT, offset + 4));
    }

    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    private long addByHand() {
        long sum = 0;
        for (long offset = 0; offset < ORDERS * BYTES; offset += BYTES) {
            long id = orders.get(JAVA_LONG, offset);
            sum += new Order(id, priceByHand(offset + 8), priceByHand(offset + 16)).sum();
        }
        return sum;
    }

    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    private long addByCodec() {
        long sum = 0;
        for (long offset = 0; offset < ORDERS * BYTES; offset += BYTES) {
            sum += Order.CODEC.read(orders, offset).sum();
        }
        return sum;
    }

    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    private long addPricesByUnsafe() {
        long sum = 0;
        for (long at = address; at < address + ORDERS * BYTES; at += BYTES) {
            Price price = priceByUnsafe(at + 8);
            sum += (long) price.units() * price.scale();
        }
        return sum;
    }

    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    private long addPricesByView() {
        long sum = 0;
        for (long offset = 0; offset < ORDERS * BYTES; offset += BYTES) {
            view.wrap(orders, offset);
            Price price = view.price();
            sum += (long) price.units() * price.scale();
        }
        return sum;
    }

    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    private void setTimesByUnsafe() {
        long at = address + TIME;
        for (Instant time : times) {
            long nanos = Math.addExact(Math.multiplyExact(time.getEpochSecond(), 1_000_000_000L), time.getNano());
            UNSAFE.putLong(at, nanos);
            at += BYTES;
        }
    }

    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    private void setTimesByView() {
        long offset = 0;
        for (Instant time : times) {
            view.wrap(orders, offset);
            view.time(time);
            offset += BYTES;
        }
    }

    /** Characters of seven bits, and no more than there is room for. */
    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    private void setNamesByUnsafe() {
        long at = address + NAME;
        for (String name : names) {
            long word = 0;
            for (int i = 0; i < name.length(); i++) {
                word |= (long) name.charAt(i) << (8 * i);
            }
            UNSAFE.putLong(at, word);
            at += BYTES;
        }
    }

    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    private void setNamesByView() {
        long offset = 0;
        for (String name : names) {
            view.wrap(orders, offset);
            view.name(name);
            offset += BYTES;
        }
    }

    /** Each rival has to give the same sum, or leave the same bytes. */
    @TearDown(Level.Trial)
    public void checkAndClose() {
        ArenaState.require(
                addByCodec() == addByUnsafe()
                        && addByHand() == addByUnsafe()
                        && addPricesByView() == addPricesByUnsafe(),
                "expected the same sums");
        orders.fill((byte) 0);
        setTimesByUnsafe();
        setNamesByUnsafe();
        byte[] left = orders.toArray(JAVA_BYTE);
        orders.fill((byte) 0);
        setTimesByView();
        setNamesByView();
        ArenaState.require(orders.mismatch(MemorySegment.ofArray(left)) < 0, "expected the same bytes");
        close.run();
    }
}
