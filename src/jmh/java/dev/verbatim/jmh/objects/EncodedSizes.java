package dev.verbatim.jmh.objects;

import static dev.verbatim.jmh.objects.Subject.COUNT;

import dev.verbatim.jmh.MarketData;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Prints how many bytes each rival needs for an object, on average over the objects that the benchmarks use. Each rival
 * has a line {@code family,rival,bytes}; family and rival are spelled as in the names of the benchmarks.
 *
 * <pre>{@code
 * java --add-opens java.base/jdk.internal.misc=ALL-UNNAMED -cp target/benchmarks.jar \
 *     dev.verbatim.jmh.objects.EncodedSizes
 * }</pre>
 *
 * <p>The rivals really write the objects, and read them back. They also write and read samples unlike the measured
 * ones, with other members null and with text beyond ASCII, so that no rival is fast because it can do less.
 */
public final class EncodedSizes {

    private EncodedSizes() {}

    public static void main(String[] args) throws Exception {
        Map<String, Peer<Sample>> samples = new LinkedHashMap<>();
        samples.put("javaSerialization", new JavaPeer<>(Sample.class, COUNT));
        samples.put("kryo", KryoPeer.ofSample(COUNT));
        samples.put("kryoFields", KryoPeer.byFields(Sample.class, COUNT));
        samples.put("fory", new ForyPeer<>(Sample.class, COUNT));
        samples.put("sbe", new SbePeer.OfSample(COUNT, true));
        samples.put("chronicleExplicit", new ChroniclePeer(COUNT));
        samples.put("flatBuffers", new FlatBuffersPeer.OfSample(COUNT));
        samples.put("unsafe", new UnsafePeer.OfSample(COUNT));
        samples.put("cursor", new CursorPeer(COUNT));
        samples.put("codec", new CodecPeer.OfSample(CodecPeer.nativeSlots(COUNT)));
        for (Peer<Sample> peer : samples.values()) {
            Subject.unusualSamples().check(peer);
        }
        print("Sample", Subject.samples(), samples);

        Map<String, Peer<MarketData>> marketData = new LinkedHashMap<>();
        marketData.put("javaSerialization", new JavaPeer<>(MarketData.class, COUNT));
        marketData.put("kryo", KryoPeer.ofMarketData(COUNT));
        marketData.put("kryoFields", KryoPeer.byFields(MarketData.class, COUNT));
        marketData.put("fory", new ForyPeer<>(MarketData.class, COUNT));
        marketData.put("sbe", new SbePeer.OfMarketData(COUNT, true));
        marketData.put("flatBuffers", new FlatBuffersPeer.OfMarketData(COUNT));
        marketData.put("unsafe", new UnsafePeer.OfMarketData(COUNT));
        marketData.put("codec", new CodecPeer.OfMarketData(CodecPeer.nativeSlots(COUNT)));
        print("MarketData", Subject.marketData(), marketData);
    }

    private static <T> void print(String object, Subject<T> subject, Map<String, Peer<T>> peers) throws Exception {
        Map<String, Long> bytes = new LinkedHashMap<>();
        for (Map.Entry<String, Peer<T>> peer : peers.entrySet()) {
            bytes.put(peer.getKey(), Math.round((double) subject.check(peer.getValue()) / subject.count()));
        }
        bytes.put("sbeUnchecked", bytes.get("sbe"));
        bytes.put("codecHeap", bytes.get("codec"));
        print(object + "Memory", bytes);

        Map<String, Long> inFile = new LinkedHashMap<>();
        inFile.put("javaSerialization", bytes.get("javaSerialization"));
        inFile.put("randomAccessFile", bytes.get("javaSerialization"));
        inFile.put("kryo", bytes.get("kryo"));
        inFile.put("unsafe", bytes.get("unsafe"));
        if (bytes.containsKey("cursor")) {
            inFile.put("cursor", bytes.get("cursor"));
        }
        inFile.put("codecChannel", bytes.get("codec"));
        inFile.put("codecMapping", bytes.get("codec"));
        print(object + "File", inFile);
    }

    private static void print(String family, Map<String, Long> bytes) {
        bytes.forEach((rival, count) -> System.out.println(family + "," + rival + "," + count));
    }
}
