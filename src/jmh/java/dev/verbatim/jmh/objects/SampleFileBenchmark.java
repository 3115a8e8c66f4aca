package dev.verbatim.jmh.objects;

import java.nio.file.Path;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * How long does a trip of a {@link Sample} to a file and back take, if the file is opened for every trip, and if it is
 * kept open?
 *
 * <pre>{@code java -jar target/benchmarks.jar SampleFileBenchmark -prof gc}</pre>
 *
 * <p>The file is in {@code java.io.tmpdir}. With {@code -jvmArgsAppend -Djava.io.tmpdir=/dev/shm} the disk's file
 * system plays no part. Nothing is forced to the disk. The rivals:
 *
 * <ul>
 *   <li>{@code javaSerialization}, {@code randomAccessFile}: object streams over buffered streams, see
 *       {@link StreamTrip}.
 *   <li>{@code kryo}, {@code unsafe}, {@code cursor}, {@code codecChannel}: {@link KryoPeer}, {@link UnsafePeer},
 *       {@link CursorPeer} and {@link CodecPeer}, each into a heap buffer of 1,024 bytes that goes through a channel,
 *       see {@link ChannelTrip}.
 *   <li>{@code codecMapping}: Verbatim straight into a mapping, see {@link MappingTrip}.
 * </ul>
 */
public class SampleFileBenchmark extends ComparisonBenchmark {

    /** A rival on the file of this benchmark. */
    public abstract static class State extends FileState<Sample> {
        State() {
            super(Subject.samples());
        }
    }

    public static class JavaSerialization extends State {
        @Override
        FileTrip<Sample> trip(Path file) {
            return StreamTrip.overStreams(file, Sample.class);
        }
    }

    public static class RandomAccess extends State {
        @Override
        FileTrip<Sample> trip(Path file) {
            return StreamTrip.overRandomAccessFile(file, Sample.class);
        }
    }

    public static class Kryo extends State {
        @Override
        FileTrip<Sample> trip(Path file) {
            return new ChannelTrip<>(file, () -> KryoPeer.ofSample(1));
        }
    }

    public static class Unsafe extends State {
        @Override
        FileTrip<Sample> trip(Path file) {
            return new ChannelTrip<>(file, () -> new UnsafePeer.OfSample(1));
        }
    }

    public static class Cursor extends State {
        @Override
        FileTrip<Sample> trip(Path file) {
            return new ChannelTrip<>(file, () -> new CursorPeer(1));
        }
    }

    public static class CodecChannel extends State {
        @Override
        FileTrip<Sample> trip(Path file) {
            return new ChannelTrip<>(file, () -> new CodecPeer.OfSample(CodecPeer.heapSlots(1)));
        }
    }

    public static class CodecMapping extends State {
        @Override
        FileTrip<Sample> trip(Path file) {
            return new MappingTrip<>(file, CodecPeer.OfSample::new, Sample.CODEC::encodedSize);
        }
    }

    @Benchmark
    public Sample javaSerializationRoundTrip(JavaSerialization rival) throws Exception {
        return rival.roundTrip();
    }

    @Benchmark
    public Sample randomAccessFileRoundTrip(RandomAccess rival) throws Exception {
        return rival.roundTrip();
    }

    @Benchmark
    public Sample kryoRoundTrip(Kryo rival) throws Exception {
        return rival.roundTrip();
    }

    @Benchmark
    public Sample unsafeRoundTrip(Unsafe rival) throws Exception {
        return rival.roundTrip();
    }

    @Benchmark
    public Sample cursorRoundTrip(Cursor rival) throws Exception {
        return rival.roundTrip();
    }

    @Benchmark
    public Sample codecChannelRoundTrip(CodecChannel rival) throws Exception {
        return rival.roundTrip();
    }

    @Benchmark
    public Sample codecMappingRoundTrip(CodecMapping rival) throws Exception {
        return rival.roundTrip();
    }
}
