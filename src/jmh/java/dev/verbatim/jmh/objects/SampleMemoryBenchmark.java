package dev.verbatim.jmh.objects;

import static dev.verbatim.jmh.objects.Subject.COUNT;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;

/**
 * How long does it take to write a {@link Sample} to memory, to read it back, and to do both?
 *
 * <pre>{@code java -jar target/benchmarks.jar SampleMemoryBenchmark -prof gc}</pre>
 *
 * <p>Each call takes the next of {@value Subject#COUNT} samples. A rival's class says how the rival is set up, and
 * where its documentation says so: {@link JavaPeer}, {@link KryoPeer}, {@link ForyPeer}, {@link SbePeer}, {@link
 * FlatBuffersPeer}, {@link ChroniclePeer}, {@link UnsafePeer}, {@link CursorPeer}, {@link CodecPeer}. These are
 * measured in two ways:
 *
 * <ul>
 *   <li>{@code kryo} with a serialiser by hand, {@code kryoFields} with Kryo's own;
 *   <li>{@code sbe}, and {@code sbeUnchecked} with Agrona's bounds checks turned off; SBE and
 *       Chronicle need flags, which only their own forks have;
 *   <li>{@code codec} in native memory, {@code codecHeap} in an array.
 * </ul>
 */
public class SampleMemoryBenchmark extends ComparisonBenchmark {

    public static class JavaSerialization extends MemoryState<Sample> {
        public JavaSerialization() {
            super(Subject.samples(), new JavaPeer<>(Sample.class, COUNT));
        }
    }

    public static class Kryo extends MemoryState<Sample> {
        public Kryo() {
            super(Subject.samples(), KryoPeer.ofSample(COUNT));
        }
    }

    public static class KryoFields extends MemoryState<Sample> {
        public KryoFields() {
            super(Subject.samples(), KryoPeer.byFields(Sample.class, COUNT));
        }
    }

    public static class Fory extends MemoryState<Sample> {
        public Fory() {
            super(Subject.samples(), new ForyPeer<>(Sample.class, COUNT));
        }
    }

    public static class Sbe extends MemoryState<Sample> {
        public Sbe() {
            super(Subject.samples(), new SbePeer.OfSample(COUNT, true));
        }
    }

    public static class SbeUnchecked extends MemoryState<Sample> {
        public SbeUnchecked() {
            super(Subject.samples(), new SbePeer.OfSample(COUNT, false));
        }
    }

    public static class Chronicle extends MemoryState<Sample> {
        public Chronicle() {
            super(Subject.samples(), new ChroniclePeer(COUNT));
        }
    }

    public static class FlatBuffers extends MemoryState<Sample> {
        public FlatBuffers() {
            super(Subject.samples(), new FlatBuffersPeer.OfSample(COUNT));
        }
    }

    public static class Unsafe extends MemoryState<Sample> {
        public Unsafe() {
            super(Subject.samples(), new UnsafePeer.OfSample(COUNT));
        }
    }

    public static class Cursor extends MemoryState<Sample> {
        public Cursor() {
            super(Subject.samples(), new CursorPeer(COUNT));
        }
    }

    public static class Codec extends MemoryState<Sample> {
        public Codec() {
            super(Subject.samples(), new CodecPeer.OfSample(CodecPeer.nativeSlots(COUNT)));
        }
    }

    public static class CodecHeap extends MemoryState<Sample> {
        public CodecHeap() {
            super(Subject.samples(), new CodecPeer.OfSample(CodecPeer.heapSlots(COUNT)));
        }
    }

    @Benchmark
    public void javaSerializationWrite(JavaSerialization rival) throws Exception {
        rival.write();
    }

    @Benchmark
    public Sample javaSerializationRead(JavaSerialization rival) throws Exception {
        return rival.read();
    }

    @Benchmark
    public Sample javaSerializationRoundTrip(JavaSerialization rival) throws Exception {
        return rival.roundTrip();
    }

    @Benchmark
    public void kryoWrite(Kryo rival) throws Exception {
        rival.write();
    }

    @Benchmark
    public Sample kryoRead(Kryo rival) throws Exception {
        return rival.read();
    }

    @Benchmark
    public Sample kryoRoundTrip(Kryo rival) throws Exception {
        return rival.roundTrip();
    }

    @Benchmark
    public void kryoFieldsWrite(KryoFields rival) throws Exception {
        rival.write();
    }

    @Benchmark
    public Sample kryoFieldsRead(KryoFields rival) throws Exception {
        return rival.read();
    }

    @Benchmark
    public Sample kryoFieldsRoundTrip(KryoFields rival) throws Exception {
        return rival.roundTrip();
    }

    @Benchmark
    public void foryWrite(Fory rival) throws Exception {
        rival.write();
    }

    @Benchmark
    public Sample foryRead(Fory rival) throws Exception {
        return rival.read();
    }

    @Benchmark
    public Sample foryRoundTrip(Fory rival) throws Exception {
        return rival.roundTrip();
    }

    @Benchmark
    @Fork(jvmArgsAppend = AGRONA_OPENS)
    public void sbeWrite(Sbe rival) throws Exception {
        rival.write();
    }

    @Benchmark
    @Fork(jvmArgsAppend = AGRONA_OPENS)
    public Sample sbeRead(Sbe rival) throws Exception {
        return rival.read();
    }

    @Benchmark
    @Fork(jvmArgsAppend = AGRONA_OPENS)
    public Sample sbeRoundTrip(Sbe rival) throws Exception {
        return rival.roundTrip();
    }

    @Benchmark
    @Fork(jvmArgsAppend = {AGRONA_OPENS, AGRONA_UNCHECKED})
    public void sbeUncheckedWrite(SbeUnchecked rival) throws Exception {
        rival.write();
    }

    @Benchmark
    @Fork(jvmArgsAppend = {AGRONA_OPENS, AGRONA_UNCHECKED})
    public Sample sbeUncheckedRead(SbeUnchecked rival) throws Exception {
        return rival.read();
    }

    @Benchmark
    @Fork(jvmArgsAppend = {AGRONA_OPENS, AGRONA_UNCHECKED})
    public Sample sbeUncheckedRoundTrip(SbeUnchecked rival) throws Exception {
        return rival.roundTrip();
    }

    @Benchmark
    @Fork(jvmArgsAppend = {CHRONICLE_OPENS, CHRONICLE_EXPORTS, CHRONICLE_SILENT})
    public void chronicleExplicitWrite(Chronicle rival) throws Exception {
        rival.write();
    }

    @Benchmark
    @Fork(jvmArgsAppend = {CHRONICLE_OPENS, CHRONICLE_EXPORTS, CHRONICLE_SILENT})
    public Sample chronicleExplicitRead(Chronicle rival) throws Exception {
        return rival.read();
    }

    @Benchmark
    @Fork(jvmArgsAppend = {CHRONICLE_OPENS, CHRONICLE_EXPORTS, CHRONICLE_SILENT})
    public Sample chronicleExplicitRoundTrip(Chronicle rival) throws Exception {
        return rival.roundTrip();
    }

    @Benchmark
    public void flatBuffersWrite(FlatBuffers rival) throws Exception {
        rival.write();
    }

    @Benchmark
    public Sample flatBuffersRead(FlatBuffers rival) throws Exception {
        return rival.read();
    }

    @Benchmark
    public Sample flatBuffersRoundTrip(FlatBuffers rival) throws Exception {
        return rival.roundTrip();
    }

    @Benchmark
    public void unsafeWrite(Unsafe rival) throws Exception {
        rival.write();
    }

    @Benchmark
    public Sample unsafeRead(Unsafe rival) throws Exception {
        return rival.read();
    }

    @Benchmark
    public Sample unsafeRoundTrip(Unsafe rival) throws Exception {
        return rival.roundTrip();
    }

    @Benchmark
    public void cursorWrite(Cursor rival) throws Exception {
        rival.write();
    }

    @Benchmark
    public Sample cursorRead(Cursor rival) throws Exception {
        return rival.read();
    }

    @Benchmark
    public Sample cursorRoundTrip(Cursor rival) throws Exception {
        return rival.roundTrip();
    }

    @Benchmark
    public void codecWrite(Codec rival) throws Exception {
        rival.write();
    }

    @Benchmark
    public Sample codecRead(Codec rival) throws Exception {
        return rival.read();
    }

    @Benchmark
    public Sample codecRoundTrip(Codec rival) throws Exception {
        return rival.roundTrip();
    }

    @Benchmark
    public void codecHeapWrite(CodecHeap rival) throws Exception {
        rival.write();
    }

    @Benchmark
    public Sample codecHeapRead(CodecHeap rival) throws Exception {
        return rival.read();
    }

    @Benchmark
    public Sample codecHeapRoundTrip(CodecHeap rival) throws Exception {
        return rival.roundTrip();
    }
}
