package dev.verbatim.jmh;

import java.lang.foreign.MemorySegment;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;

/**
 * What if one method writes or reads many structs in a loop? C2 can then move the work that depends on the
 * segment alone out of the loop. The structs and the objects are 300 KB, which is in the second-level cache.
 *
 * <pre>{@code java -jar target/benchmarks.jar LoopBenchmark -prof gc}</pre>
 */
@OperationsPerInvocation(LoopBenchmark.MANY)
public class LoopBenchmark extends NativeSegmentState {

    static final int MANY = 1_000;

    private final MarketData[] values = marketData();
    private final MarketData[] targets = marketData();

    private MemorySegment array;
    private long start;

    private static MarketData[] marketData() {
        return Stream.generate(() -> new MarketData().fill()).limit(MANY).toArray(MarketData[]::new);
    }

    @Override
    void prepare() {
        array = arena.allocate(MANY * MarketData.BYTES, CACHE_LINE_BYTES);
        start = array.address();
        unsafeFieldsWrite(); // what is read before anything was measured
    }

    @Benchmark
    public void unsafeFieldsWrite() {
        for (int i = 0; i < MANY; i++) {
            UNSAFE_FIELDS.write(values[i], null, start + i * MarketData.BYTES);
        }
    }

    @Benchmark
    public void unsafeFieldsRead() {
        for (int i = 0; i < MANY; i++) {
            UNSAFE_FIELDS.readInto(targets[i], null, start + i * MarketData.BYTES);
        }
    }

    @Benchmark
    public void codecWrite() {
        for (int i = 0; i < MANY; i++) {
            MarketData.CODEC.write(values[i], array, i * MarketData.BYTES);
        }
    }

    @Benchmark
    public void codecRead() {
        for (int i = 0; i < MANY; i++) {
            MarketData.CODEC.readInto(targets[i], array, i * MarketData.BYTES);
        }
    }

    @Benchmark
    public void varHandlesWrite() {
        for (int i = 0; i < MANY; i++) {
            VarHandleFields.write(values[i], array, i * MarketData.BYTES);
        }
    }

    @Benchmark
    public void varHandlesRead() {
        for (int i = 0; i < MANY; i++) {
            VarHandleFields.readInto(targets[i], array, i * MarketData.BYTES);
        }
    }

    @Override
    void check() {
        for (int i = 0; i < MANY; i++) {
            values[i].time = i;
        }
        checkAll("unsafeFields", this::unsafeFieldsWrite, this::unsafeFieldsRead);
        checkAll("codec", this::codecWrite, this::codecRead);
        checkAll("varHandles", this::varHandlesWrite, this::varHandlesRead);
    }

    private void checkAll(String rival, Runnable write, Runnable read) {
        array.fill((byte) -1);
        write.run();
        for (int i = 0; i < MANY; i++) {
            targets[i] = new MarketData();
            checkWritten(rival, values[i], bytesAt(null, start + i * MarketData.BYTES, MarketData.BYTES));
        }
        read.run();
        for (int i = 0; i < MANY; i++) {
            checkRead(rival, values[i], targets[i]);
        }
    }
}
