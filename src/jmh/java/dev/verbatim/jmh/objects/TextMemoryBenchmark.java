package dev.verbatim.jmh.objects;

import static dev.verbatim.jmh.objects.Subject.COUNT;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * How much longer does a {@link Sample} take whose text is not ASCII? The rivals are the fastest of {@link
 * SampleMemoryBenchmark}, in their fastest settings.
 *
 * <pre>{@code java -jar target/benchmarks.jar TextMemoryBenchmark -prof gc}</pre>
 */
public class TextMemoryBenchmark extends ComparisonBenchmark {

    /** A rival, which is checked before it is measured, as in {@link MemoryState}. */
    @State(Scope.Thread)
    public abstract static class Rival {

        @Param({"ASCII", "LATIN_1", "CJK", "EMOJI"})
        public Script script;

        private Subject<Sample> subject;
        private Peer<Sample> peer;
        private int next;

        abstract Peer<Sample> peer();

        @Setup
        public final void check() throws Exception {
            subject = Subject.samples(script);
            peer = peer();
            subject.check(peer);
        }

        private int next() {
            next = next == COUNT - 1 ? 0 : next + 1;
            return next;
        }

        final void write() throws Exception {
            int slot = next();
            peer.write(subject.value(slot), slot);
        }

        final Sample read() throws Exception {
            return peer.read(next());
        }
    }

    public static class Kryo extends Rival {
        @Override
        Peer<Sample> peer() {
            return KryoPeer.ofSample(COUNT);
        }
    }

    public static class Fory extends Rival {
        @Override
        Peer<Sample> peer() {
            return new ForyPeer<>(Sample.class, COUNT);
        }
    }

    public static class SbeUnchecked extends Rival {
        @Override
        Peer<Sample> peer() {
            return new SbePeer.OfSample(COUNT, false);
        }
    }

    public static class Codec extends Rival {
        @Override
        Peer<Sample> peer() {
            return new CodecPeer.OfSample(CodecPeer.nativeSlots(COUNT));
        }
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
    public void foryWrite(Fory rival) throws Exception {
        rival.write();
    }

    @Benchmark
    public Sample foryRead(Fory rival) throws Exception {
        return rival.read();
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
    public void codecWrite(Codec rival) throws Exception {
        rival.write();
    }

    @Benchmark
    public Sample codecRead(Codec rival) throws Exception {
        return rival.read();
    }
}
