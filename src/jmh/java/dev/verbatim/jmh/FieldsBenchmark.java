package dev.verbatim.jmh;

import org.openjdk.jmh.annotations.Benchmark;

/**
 * How does the time grow with the number of fields? Longs, doubles and ints, written to native memory and read back
 * into an object that is reused. The codec and its rivals are held in {@code static final} fields.
 *
 * <pre>{@code java -jar target/benchmarks.jar 'Fields\w*Benchmark' -prof gc}</pre>
 *
 * <p>That runs {@link FieldsInstanceBenchmark} and {@link FieldsMixedKindsBenchmark} too.
 */
public class FieldsBenchmark extends ManyFieldsState {

    @Benchmark
    public void unsafeFieldsWrite() {
        Fields.UNSAFE_FIELDS.write(value, null, address + next());
    }

    @Benchmark
    public void unsafeFieldsRead() {
        Fields.UNSAFE_FIELDS.readInto(target, null, address + next());
    }

    @Benchmark
    public void codecWrite() {
        Fields.CODEC.write(value, segment, next());
    }

    @Benchmark
    public void codecRead() {
        Fields.CODEC.readInto(target, segment, next());
    }

    @Benchmark
    public void varHandlesWrite() {
        Fields.VAR_HANDLES.write(value, segment, next());
    }

    @Benchmark
    public void varHandlesRead() {
        Fields.VAR_HANDLES.readInto(target, segment, next());
    }

    @Override
    void check() throws ReflectiveOperationException {
        checkBytes("unsafeFields", null, address, this::unsafeFieldsWrite, this::unsafeFieldsRead);
        checkBytes("codec", null, address, this::codecWrite, this::codecRead);
        checkBytes("varHandles", null, address, this::varHandlesWrite, this::varHandlesRead);
    }
}
