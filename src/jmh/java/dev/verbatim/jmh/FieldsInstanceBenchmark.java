package dev.verbatim.jmh;

import org.openjdk.jmh.annotations.Benchmark;

/**
 * {@link FieldsBenchmark} with the codec, and Unsafe, held in an instance field of a generic class, as in {@link
 * InstanceFieldBenchmark}.
 *
 * <pre>{@code java -jar target/benchmarks.jar FieldsInstanceBenchmark -prof gc}</pre>
 */
public class FieldsInstanceBenchmark extends ManyFieldsState {

    private CodecHolder<FieldsDto> codec;
    private UnsafeHolder<FieldsDto> unsafe;

    @Override
    void prepare() {
        codec = new CodecHolder<>(Fields.CODEC);
        unsafe = new UnsafeHolder<>(Fields.UNSAFE_FIELDS);
    }

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
    void check() throws ReflectiveOperationException {
        checkBytes("unsafeFields", null, address, this::unsafeFieldsWrite, this::unsafeFieldsRead);
        checkBytes("codec", null, address, this::codecWrite, this::codecRead);
    }
}
