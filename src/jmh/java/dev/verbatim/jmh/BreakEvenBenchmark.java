package dev.verbatim.jmh;

import org.openjdk.jmh.annotations.Benchmark;

/**
 * From how many fields on does it pay to copy an object as a block instead of field by field? 1 to 8 fields: longs,
 * doubles and ints, written to native memory and read back into an object that is reused.
 *
 * <pre>{@code java -jar target/benchmarks.jar '(Chronicle)?BreakEvenBenchmark'}</pre>
 *
 * <p>The second class has Chronicle's three ways, which need flags.
 */
public class BreakEvenBenchmark extends FewFieldsState {

    private static final class Block {
        private static final UnsafeCodec<FieldsDto> CODEC = new FieldsBlock();
    }

    @Benchmark
    public void unsafeFieldsWrite() {
        Fields.UNSAFE_FIELDS.write(value, null, address + next());
    }

    @Benchmark
    public void unsafeFieldsRead() {
        Fields.UNSAFE_FIELDS.readInto(target, null, address + next());
    }

    @Benchmark
    public void unsafeBlockWrite() {
        Block.CODEC.write(value, null, address + next());
    }

    @Benchmark
    public void unsafeBlockRead() {
        Block.CODEC.readInto(target, null, address + next());
    }

    @Benchmark
    public void codecWrite() {
        Fields.CODEC.write(value, segment, next());
    }

    @Benchmark
    public void codecRead() {
        Fields.CODEC.readInto(target, segment, next());
    }

    @Override
    void check() throws ReflectiveOperationException {
        checkBlock("unsafeBlock", this::unsafeBlockWrite, this::unsafeBlockRead);
        checkBytes("unsafeFields", null, address, this::unsafeFieldsWrite, this::unsafeFieldsRead);
        checkBytes("codec", null, address, this::codecWrite, this::codecRead);
    }
}
