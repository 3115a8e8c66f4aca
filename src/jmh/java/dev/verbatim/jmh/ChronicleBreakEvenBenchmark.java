package dev.verbatim.jmh;

import java.util.Arrays;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.bytes.BytesMarshallable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;

/**
 * {@link BreakEvenBenchmark} for the three ways of Chronicle Bytes, with its checks as they are by default.
 *
 * <pre>{@code java -jar target/benchmarks.jar ChronicleBreakEvenBenchmark}</pre>
 */
@Fork(
        value = 3,
        jvmArgsAppend = {
            "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
            "--add-opens=java.base/java.nio=ALL-UNNAMED",
            "--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED",
            "-Dchronicle.analytics.disable=true"
        })
public class ChronicleBreakEvenBenchmark extends FewFieldsState {

    private ChronicleFields.Forms byDefault;
    private ChronicleFields.Forms explicit;
    private ChronicleFields.Forms triviallyCopyable;

    private Bytes<Void> bytes;

    @Override
    void prepare() throws ReflectiveOperationException {
        byDefault = ChronicleFields.byDefault();
        explicit = ChronicleFields.explicit();
        triviallyCopyable = ChronicleFields.triviallyCopyable();
        bytes = Bytes.allocateElasticDirect(segmentBytes());
        for (long offset = 0; offset < segmentBytes(); offset += Fields.BYTES) {
            explicit.value().writeMarshallable(bytes);
        }
    }

    @Benchmark
    public void chronicleDefaultWrite() {
        bytes.writePosition(next());
        byDefault.value().writeMarshallable(bytes);
    }

    @Benchmark
    public void chronicleDefaultRead() {
        bytes.readPosition(next());
        byDefault.target().readMarshallable(bytes);
    }

    @Benchmark
    public void chronicleExplicitWrite() {
        bytes.writePosition(next());
        explicit.value().writeMarshallable(bytes);
    }

    @Benchmark
    public void chronicleExplicitRead() {
        bytes.readPosition(next());
        explicit.target().readMarshallable(bytes);
    }

    @Benchmark
    public void chronicleTriviallyCopyableWrite() {
        bytes.writePosition(next());
        triviallyCopyable.value().writeMarshallable(bytes);
    }

    @Benchmark
    public void chronicleTriviallyCopyableRead() {
        bytes.readPosition(next());
        triviallyCopyable.target().readMarshallable(bytes);
    }

    @Override
    void check() throws ReflectiveOperationException {
        checkRoundTrip("chronicleDefault", byDefault);
        checkRoundTrip("chronicleExplicit", explicit);
        checkRoundTrip("chronicleTriviallyCopyable", triviallyCopyable);
        bytes.releaseLast();
    }

    private void checkRoundTrip(String rival, ChronicleFields.Forms forms) throws ReflectiveOperationException {
        bytes.clear();
        forms.value().writeMarshallable(bytes);
        require(bytes.readRemaining() >= Fields.BYTES, rival + " wrote less than all fields");
        BytesMarshallable target = Fields.emptied(forms.target());
        target.readMarshallable(bytes);
        require(
                Arrays.equals(Fields.bytes((FieldsDto) target), Fields.bytes(value)),
                rival + " did not read what was written");
    }
}
