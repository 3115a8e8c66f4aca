package dev.verbatim.jmh;

import dev.verbatim.jmh.Gauges.Gauge;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * How long does a call through an emissary take, compared with a class that forwards by hand, and with a {@link
 * java.lang.reflect.Proxy}?
 *
 * <pre>{@code java -jar target/benchmarks.jar EmissaryBenchmark -prof gc}</pre>
 *
 * <p>The object that forwards is held in a {@code static final} field, in an instance field, or is one of four in turn,
 * which are of four classes and have delegates of four classes.
 */
public class EmissaryBenchmark extends ArenaState {

    private static final Gauge EMISSARY = Gauges.emissary(0);
    private static final Gauge HAND_WRITTEN = Gauges.handWritten(0);
    private static final Gauge PROXY = Gauges.proxy(0);

    private Gauge emissary = Gauges.emissary(0);
    private Gauge handWritten = Gauges.handWritten(0);
    private Gauge proxy = Gauges.proxy(0);

    private final Gauge[] emissaries =
            IntStream.range(0, Gauges.CLASSES).mapToObj(Gauges::emissary).toArray(Gauge[]::new);
    private final Gauge[] handWrittens =
            IntStream.range(0, Gauges.CLASSES).mapToObj(Gauges::handWritten).toArray(Gauge[]::new);
    private final Gauge[] proxies =
            IntStream.range(0, Gauges.CLASSES).mapToObj(Gauges::proxy).toArray(Gauge[]::new);
    private int next;

    private int next() {
        int i = next;
        next = i == Gauges.CLASSES - 1 ? 0 : i + 1;
        return i;
    }

    @Override
    void allocate() {}

    @Benchmark
    public long emissaryConstant() {
        return EMISSARY.add(1);
    }

    @Benchmark
    public long handWrittenConstant() {
        return HAND_WRITTEN.add(1);
    }

    @Benchmark
    public long proxyConstant() {
        return PROXY.add(1);
    }

    @Benchmark
    public long emissaryField() {
        return emissary.add(1);
    }

    @Benchmark
    public long handWrittenField() {
        return handWritten.add(1);
    }

    @Benchmark
    public long proxyField() {
        return proxy.add(1);
    }

    @Benchmark
    public long emissaryMixed() {
        return emissaries[next()].add(1);
    }

    @Benchmark
    public long handWrittenMixed() {
        return handWrittens[next()].add(1);
    }

    @Benchmark
    public long proxyMixed() {
        return proxies[next()].add(1);
    }

    @Override
    void check() {
        for (LongSupplier call : new LongSupplier[] {
            this::emissaryConstant,
            this::handWrittenConstant,
            this::proxyConstant,
            this::emissaryField,
            this::handWrittenField,
            this::proxyField
        }) {
            require(call.getAsLong() + 1 == call.getAsLong(), "a call did not arrive");
        }
        checkMixed(this::emissaryMixed);
        checkMixed(this::handWrittenMixed);
        checkMixed(this::proxyMixed);
    }

    /** Each of the four has a delegate of another class, which changes by another step. */
    private void checkMixed(LongSupplier call) {
        next = 0;
        long[] before = IntStream.range(0, Gauges.CLASSES)
                .mapToLong(_ -> call.getAsLong())
                .toArray();
        int[] steps = {1, -1, 2, 0};
        for (int i = 0; i < Gauges.CLASSES; i++) {
            require(call.getAsLong() == before[i] + steps[i], "a call did not arrive at delegate " + i);
        }
    }
}
