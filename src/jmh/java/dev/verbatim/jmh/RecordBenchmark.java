package dev.verbatim.jmh;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;

/**
 * How long does it take to write a {@link MarketDataRecord} to native memory, and to read it back as a new object?
 *
 * <pre>{@code java -jar target/benchmarks.jar RecordBenchmark -prof gc}</pre>
 *
 * <p>A read allocates the record, with every rival. The heap is of a fixed size and touched beforehand, because page
 * faults would drown the figure.
 */
@Fork(
        value = 3,
        jvmArgsAppend = {"-Xms1g", "-Xmx1g", "-XX:+AlwaysPreTouch"})
public class RecordBenchmark extends NativeSegmentState {

    private final MarketDataRecord record = MarketDataRecord.of(value);

    @Benchmark
    public void unsafeFieldsWrite() {
        UnsafeRecordFields.write(record, address + next());
    }

    @Benchmark
    public MarketDataRecord unsafeFieldsRead() {
        return UnsafeRecordFields.read(address + next());
    }

    @Benchmark
    public void codecWrite() {
        MarketDataRecord.CODEC.write(record, segment, next());
    }

    @Benchmark
    public MarketDataRecord codecRead() {
        return MarketDataRecord.CODEC.read(segment, next());
    }

    @Benchmark
    public void varHandlesWrite() {
        VarHandleFields.write(record, segment, next());
    }

    @Benchmark
    public MarketDataRecord varHandlesRead() {
        return VarHandleFields.read(segment, next());
    }

    @Override
    void check() {
        checkRecord("unsafeFields", this::unsafeFieldsWrite, unsafeFieldsRead());
        checkRecord("codec", this::codecWrite, codecRead());
        checkRecord("varHandles", this::varHandlesWrite, varHandlesRead());
    }

    /** All structs are {@link #value}, before and after: the record was read from what a checked rival wrote. */
    private void checkRecord(String rival, Runnable write, MarketDataRecord read) {
        require(read.equals(record), rival + " did not read what Unsafe wrote, field by field");
        checkBytes(rival, write, () -> UNSAFE_FIELDS.readInto(target, null, address + next()));
    }
}
