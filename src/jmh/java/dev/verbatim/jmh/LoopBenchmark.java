package dev.verbatim.jmh;

import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;

/**
 * What if one method writes or reads many structs in a loop? C2 can then move the work that depends on the
 * segment alone out of the loop.
 *
 * <pre>{@code java -jar target/benchmarks.jar LoopBenchmark -prof gc}</pre>
 */
@OperationsPerInvocation(NativeSegmentState.STRUCTS)
public class LoopBenchmark extends NativeSegmentState {

    private final MarketData[] values = marketData();
    private final MarketData[] targets = marketData();

    private static MarketData[] marketData() {
        return Stream.generate(() -> new MarketData().fill()).limit(STRUCTS).toArray(MarketData[]::new);
    }

    @Benchmark
    public void unsafeFieldsWrite() {
        for (int i = 0; i < STRUCTS; i++) {
            UNSAFE_FIELDS.write(values[i], null, address + i * MarketData.BYTES);
        }
    }

    @Benchmark
    public void unsafeFieldsRead() {
        for (int i = 0; i < STRUCTS; i++) {
            UNSAFE_FIELDS.readInto(targets[i], null, address + i * MarketData.BYTES);
        }
    }

    @Benchmark
    public void codecWrite() {
        for (int i = 0; i < STRUCTS; i++) {
            MarketData.CODEC.write(values[i], segment, i * MarketData.BYTES);
        }
    }

    @Benchmark
    public void codecRead() {
        for (int i = 0; i < STRUCTS; i++) {
            MarketData.CODEC.readInto(targets[i], segment, i * MarketData.BYTES);
        }
    }

    @Override
    void check() {
        for (int i = 0; i < STRUCTS; i++) {
            values[i].time = i;
        }
        checkAll("unsafeFields", this::unsafeFieldsWrite, this::unsafeFieldsRead);
        checkAll("codec", this::codecWrite, this::codecRead);
    }

    private void checkAll(String rival, Runnable write, Runnable read) {
        fill(null, address);
        write.run();
        for (int i = 0; i < STRUCTS; i++) {
            targets[i] = new MarketData();
            checkWritten(rival, values[i], bytesAt(null, address + i * MarketData.BYTES, MarketData.BYTES));
        }
        read.run();
        for (int i = 0; i < STRUCTS; i++) {
            checkRead(rival, values[i], targets[i]);
        }
    }
}
