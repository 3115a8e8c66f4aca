package dev.verbatim.jmh;

import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.bytes.BytesMarshallable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;

/**
 * How long does it take Chronicle Bytes to write a {@link MarketData} to native memory and to read it back into an
 * object that is reused? It is measured in its three ways, with its checks as they are by default.
 *
 * <pre>{@code java -jar target/benchmarks.jar ChronicleBenchmark -prof gc}</pre>
 *
 * <p>It is a class of its own because Chronicle needs these flags, and no other benchmark here does.
 */
@Fork(
        value = 3,
        jvmArgsAppend = {
            "--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED",
            "--add-exports=java.base/sun.nio.ch=ALL-UNNAMED",
            "--add-exports=jdk.unsupported/sun.misc=ALL-UNNAMED",
            "--add-exports=jdk.compiler/com.sun.tools.javac.file=ALL-UNNAMED",
            "--add-opens=jdk.compiler/com.sun.tools.javac=ALL-UNNAMED",
            "--add-opens=java.base/java.lang=ALL-UNNAMED",
            "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
            "--add-opens=java.base/java.io=ALL-UNNAMED",
            "--add-opens=java.base/java.util=ALL-UNNAMED",
            "--add-opens=java.base/java.nio=ALL-UNNAMED",
            "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED",
            "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
            "-Dchronicle.analytics.disable=true"
        })
public class ChronicleBenchmark extends NativeSegmentState {

    private final ChronicleMarketData.Default byDefault = new ChronicleMarketData.Default();
    private final ChronicleMarketData.Explicit explicit = new ChronicleMarketData.Explicit();
    private final ChronicleMarketData.TriviallyCopyable triviallyCopyable = new ChronicleMarketData.TriviallyCopyable();

    private final Bytes<Void> defaultBytes = Bytes.allocateElasticDirect(SEGMENT_BYTES);
    private final Bytes<Void> explicitBytes = Bytes.allocateElasticDirect(SEGMENT_BYTES);
    private final Bytes<Void> triviallyCopyableBytes = Bytes.allocateElasticDirect(SEGMENT_BYTES);

    @Override
    void prepare() {
        byDefault.fill();
        explicit.fill();
        triviallyCopyable.fill();
        for (int i = 0; i < STRUCTS; i++) {
            byDefault.writeMarshallable(defaultBytes);
            explicit.writeMarshallable(explicitBytes);
            triviallyCopyable.writeMarshallable(triviallyCopyableBytes);
        }
    }

    @Benchmark
    public void chronicleDefaultWrite() {
        defaultBytes.writePosition(next());
        byDefault.writeMarshallable(defaultBytes);
    }

    @Benchmark
    public void chronicleDefaultRead() {
        defaultBytes.readPosition(next());
        byDefault.readMarshallable(defaultBytes);
    }

    @Benchmark
    public void chronicleExplicitWrite() {
        explicitBytes.writePosition(next());
        explicit.writeMarshallable(explicitBytes);
    }

    @Benchmark
    public void chronicleExplicitRead() {
        explicitBytes.readPosition(next());
        explicit.readMarshallable(explicitBytes);
    }

    @Benchmark
    public void chronicleTriviallyCopyableWrite() {
        triviallyCopyableBytes.writePosition(next());
        triviallyCopyable.writeMarshallable(triviallyCopyableBytes);
    }

    @Benchmark
    public void chronicleTriviallyCopyableRead() {
        triviallyCopyableBytes.readPosition(next());
        triviallyCopyable.readMarshallable(triviallyCopyableBytes);
    }

    @Override
    void check() {
        checkRoundTrip("chronicleDefault", defaultBytes, byDefault, new ChronicleMarketData.Default());
        checkRoundTrip("chronicleExplicit", explicitBytes, explicit, new ChronicleMarketData.Explicit());
        checkRoundTrip(
                "chronicleTriviallyCopyable",
                triviallyCopyableBytes,
                triviallyCopyable,
                new ChronicleMarketData.TriviallyCopyable());
    }

    private <T extends MarketData & BytesMarshallable> void checkRoundTrip(
            String rival, Bytes<Void> bytes, T written, T read) {
        checkRead(rival, value, written);
        bytes.clear();
        written.writeMarshallable(bytes);
        require(bytes.readRemaining() >= MarketData.BYTES, rival + " wrote less than all fields");
        read.readMarshallable(bytes);
        checkRead(rival, value, read);
        bytes.releaseLast();
    }
}
