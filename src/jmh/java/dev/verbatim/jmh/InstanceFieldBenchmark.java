package dev.verbatim.jmh;

import org.openjdk.jmh.annotations.Benchmark;

/**
 * What if the codec is not held in a {@code static final} field but in an instance field of a generic class, as a
 * queue or a file of any type holds it? Unsafe is held in the same way.
 *
 * <pre>{@code java -jar target/benchmarks.jar InstanceFieldBenchmark -prof gc}</pre>
 */
public class InstanceFieldBenchmark extends NativeSegmentState {

    private CodecHolder<MarketData> codec = new CodecHolder<>(MarketData.CODEC);
    private UnsafeHolder<MarketData> unsafe = new UnsafeHolder<>(new UnsafeFields());

    @Benchmark
    public void unsafeFieldsWrite() {
        unsafe.write(value, address + next());
    }

    @Benchmark
    public void unsafeFieldsRead() {
        unsafe.readInto(target, address + next());
    }

    @Benchmark
    public void codecWrite() {
        codec.write(value, segment, next());
    }

    @Benchmark
    public void codecRead() {
        codec.readInto(target, segment, next());
    }

    @Override
    void check() {
        checkBytes("unsafeFields", this::unsafeFieldsWrite, this::unsafeFieldsRead);
        checkBytes("codec", this::codecWrite, this::codecRead);
    }
}
