package dev.verbatim.jmh.objects;

import dev.verbatim.jmh.MarketData;
import java.nio.file.Path;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * How long does a trip of a {@link MarketData} to a file and back take, if the file is opened for every trip, and if it
 * is kept open?
 *
 * <pre>{@code java -jar target/benchmarks.jar MarketDataFileBenchmark -prof gc}</pre>
 *
 * <p>The file and the rivals are those of {@link SampleFileBenchmark}.
 */
public class MarketDataFileBenchmark extends ComparisonBenchmark {

    /** A rival on the file of this benchmark. */
    public abstract static class State extends FileState<MarketData> {
        State() {
            super(Subject.marketData());
        }
    }

    public static class JavaSerialization extends State {
        @Override
        FileTrip<MarketData> trip(Path file) {
            return StreamTrip.overStreams(file, MarketData.class);
        }
    }

    public static class RandomAccess extends State {
        @Override
        FileTrip<MarketData> trip(Path file) {
            return StreamTrip.overRandomAccessFile(file, MarketData.class);
        }
    }

    public static class Kryo extends State {
        @Override
        FileTrip<MarketData> trip(Path file) {
            return new ChannelTrip<>(file, () -> KryoPeer.ofMarketData(1));
        }
    }

    public static class Unsafe extends State {
        @Override
        FileTrip<MarketData> trip(Path file) {
            return new ChannelTrip<>(file, () -> new UnsafePeer.OfMarketData(1));
        }
    }

    public static class CodecChannel extends State {
        @Override
        FileTrip<MarketData> trip(Path file) {
            return new ChannelTrip<>(file, () -> new CodecPeer.OfMarketData(CodecPeer.heapSlots(1)));
        }
    }

    public static class CodecMapping extends State {
        @Override
        FileTrip<MarketData> trip(Path file) {
            return new MappingTrip<>(file, CodecPeer.OfMarketData::new, value -> MarketData.BYTES);
        }
    }

    @Benchmark
    public MarketData javaSerializationRoundTrip(JavaSerialization rival) throws Exception {
        return rival.roundTrip();
    }

    @Benchmark
    public MarketData randomAccessFileRoundTrip(RandomAccess rival) throws Exception {
        return rival.roundTrip();
    }

    @Benchmark
    public MarketData kryoRoundTrip(Kryo rival) throws Exception {
        return rival.roundTrip();
    }

    @Benchmark
    public MarketData unsafeRoundTrip(Unsafe rival) throws Exception {
        return rival.roundTrip();
    }

    @Benchmark
    public MarketData codecChannelRoundTrip(CodecChannel rival) throws Exception {
        return rival.roundTrip();
    }

    @Benchmark
    public MarketData codecMappingRoundTrip(CodecMapping rival) throws Exception {
        return rival.roundTrip();
    }
}
