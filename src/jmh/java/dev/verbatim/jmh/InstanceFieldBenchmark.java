package dev.verbatim.jmh;

import dev.verbatim.ReusableCodec;
import java.lang.foreign.MemorySegment;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * What if the codec is not held in a {@code static final} field but in an instance field of a generic class, as a
 * queue or a file of any type holds it? Unsafe is measured in the same shape.
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

    private static final class CodecHolder<T> {

        private final ReusableCodec<T> codec;

        CodecHolder(ReusableCodec<T> codec) {
            this.codec = codec;
        }

        void write(T value, MemorySegment segment, long offset) {
            codec.write(value, segment, offset);
        }

        void readInto(T target, MemorySegment segment, long offset) {
            codec.readInto(target, segment, offset);
        }
    }

    private static final class UnsafeHolder<T> {

        private final UnsafeCodec<T> codec;

        UnsafeHolder(UnsafeCodec<T> codec) {
            this.codec = codec;
        }

        void write(T value, long address) {
            codec.write(value, null, address);
        }

        void readInto(T target, long address) {
            codec.readInto(target, null, address);
        }
    }
}
