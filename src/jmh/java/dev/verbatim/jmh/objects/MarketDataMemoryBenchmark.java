package dev.verbatim.jmh.objects;

import static dev.verbatim.jmh.objects.Subject.COUNT;

import dev.verbatim.jmh.MarketData;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;

/**
 * How long does it take to write a {@link MarketData} to memory, to read it back, and to do both?
 *
 * <pre>{@code java -jar target/benchmarks.jar MarketDataMemoryBenchmark -prof gc}</pre>
 *
 * <p>The rivals are those of {@link SampleMemoryBenchmark}.
 */
public class MarketDataMemoryBenchmark extends ComparisonBenchmark {

    public static class JavaSerialization extends MemoryState<MarketData> {
        public JavaSerialization() {
            super(Subject.marketData(), new JavaPeer<>(MarketData.class, COUNT));
        }
    }

    public static class Kryo extends MemoryState<MarketData> {
        public Kryo() {
            super(Subject.marketData(), KryoPeer.ofMarketData(COUNT));
        }
    }

    public static class KryoFields extends MemoryState<MarketData> {
        public KryoFields() {
            super(Subject.marketData(), KryoPeer.byFields(MarketData.class, COUNT));
        }
    }

    public static class Fory extends MemoryState<MarketData> {
        public Fory() {
            super(Subject.marketData(), new ForyPeer<>(MarketData.class, COUNT));
        }
    }

    public static class Sbe extends MemoryState<MarketData> {
        public Sbe() {
            super(Subject.marketData(), new SbePeer.OfMarketData(COUNT, true));
        }
    }

    public static class SbeUnchecked extends MemoryState<MarketData> {
        public SbeUnchecked() {
            super(Subject.marketData(), new SbePeer.OfMarketData(COUNT, false));
        }
    }

    public static class FlatBuffers extends MemoryState<MarketData> {
        public FlatBuffers() {
            super(Subject.marketData(), new FlatBuffersPeer.OfMarketData(COUNT));
        }
    }

    public static class Unsafe extends MemoryState<MarketData> {
        public Unsafe() {
            super(Subject.marketData(), new UnsafePeer.OfMarketData(COUNT));
        }
    }

    public static class Codec extends MemoryState<MarketData> {
        public Codec() {
            super(Subject.marketData(), new CodecPeer.OfMarketData(CodecPeer.nativeSlots(COUNT)));
        }
    }

    public static class CodecHeap extends MemoryState<MarketData> {
        public CodecHeap() {
            super(Subject.marketData(), new CodecPeer.OfMarketData(CodecPeer.heapSlots(COUNT)));
        }
    }

    @Benchmark
    public void javaSerializationWrite(JavaSerialization rival) throws Exception {
        rival.write();
    }

    @Benchmark
    public MarketData javaSerializationRead(JavaSerialization rival) throws Exception {
        return rival.read();
    }

    @Benchmark
    public MarketData javaSerializationRoundTrip(JavaSerialization rival) throws Exception {
        return rival.roundTrip();
    }

    @Benchmark
    public void kryoWrite(Kryo rival) throws Exception {
        rival.write();
    }

    @Benchmark
    public MarketData kryoRead(Kryo rival) throws Exception {
        return rival.read();
    }

    @Benchmark
    public MarketData kryoRoundTrip(Kryo rival) throws Exception {
        return rival.roundTrip();
    }

    @Benchmark
    public void kryoFieldsWrite(KryoFields rival) throws Exception {
        rival.write();
    }

    @Benchmark
    public MarketData kryoFieldsRead(KryoFields rival) throws Exception {
        return rival.read();
    }

    @Benchmark
    public MarketData kryoFieldsRoundTrip(KryoFields rival) throws Exception {
        return rival.roundTrip();
    }

    @Benchmark
    public void foryWrite(Fory rival) throws Exception {
        rival.write();
    }

    @Benchmark
    public MarketData foryRead(Fory rival) throws Exception {
        return rival.read();
    }

    @Benchmark
    public MarketData foryRoundTrip(Fory rival) throws Exception {
        return rival.roundTrip();
    }

    @Benchmark
    @Fork(jvmArgsAppend = AGRONA_OPENS)
    public void sbeWrite(Sbe rival) throws Exception {
        rival.write();
    }

    @Benchmark
    @Fork(jvmArgsAppend = AGRONA_OPENS)
    public MarketData sbeRead(Sbe rival) throws Exception {
        return rival.read();
    }

    @Benchmark
    @Fork(jvmArgsAppend = AGRONA_OPENS)
    public MarketData sbeRoundTrip(Sbe rival) throws Exception {
        return rival.roundTrip();
    }

    @Benchmark
    @Fork(jvmArgsAppend = {AGRONA_OPENS, AGRONA_UNCHECKED})
    public void sbeUncheckedWrite(SbeUnchecked rival) throws Exception {
        rival.write();
    }

    @Benchmark
    @Fork(jvmArgsAppend = {AGRONA_OPENS, AGRONA_UNCHECKED})
    public MarketData sbeUncheckedRead(SbeUnchecked rival) throws Exception {
        return rival.read();
    }

    @Benchmark
    @Fork(jvmArgsAppend = {AGRONA_OPENS, AGRONA_UNCHECKED})
    public MarketData sbeUncheckedRoundTrip(SbeUnchecked rival) throws Exception {
        return rival.roundTrip();
    }

    @Benchmark
    public void flatBuffersWrite(FlatBuffers rival) throws Exception {
        rival.write();
    }

    @Benchmark
    public MarketData flatBuffersRead(FlatBuffers rival) throws Exception {
        return rival.read();
    }

    @Benchmark
    public MarketData flatBuffersRoundTrip(FlatBuffers rival) throws Exception {
        return rival.roundTrip();
    }

    @Benchmark
    public void unsafeWrite(Unsafe rival) throws Exception {
        rival.write();
    }

    @Benchmark
    public MarketData unsafeRead(Unsafe rival) throws Exception {
        return rival.read();
    }

    @Benchmark
    public MarketData unsafeRoundTrip(Unsafe rival) throws Exception {
        return rival.roundTrip();
    }

    @Benchmark
    public void codecWrite(Codec rival) throws Exception {
        rival.write();
    }

    @Benchmark
    public MarketData codecRead(Codec rival) throws Exception {
        return rival.read();
    }

    @Benchmark
    public MarketData codecRoundTrip(Codec rival) throws Exception {
        return rival.roundTrip();
    }

    @Benchmark
    public void codecHeapWrite(CodecHeap rival) throws Exception {
        rival.write();
    }

    @Benchmark
    public MarketData codecHeapRead(CodecHeap rival) throws Exception {
        return rival.read();
    }

    @Benchmark
    public MarketData codecHeapRoundTrip(CodecHeap rival) throws Exception {
        return rival.roundTrip();
    }
}
