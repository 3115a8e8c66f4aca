package dev.verbatim.jmh;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Warmup;

/**
 * {@link FieldsBenchmark} with three segments in turn, as in {@link MixedKindsBenchmark}.
 *
 * <pre>{@code java -jar target/benchmarks.jar FieldsMixedKindsBenchmark -prof gc}</pre>
 *
 * <p>Three kinds are three times as many methods to compile, and the warm-up waits for them.
 */
@Warmup(iterations = 10, time = 1, timeUnit = TimeUnit.SECONDS)
public class FieldsMixedKindsBenchmark extends ManyFieldsState {

    /** {@code one}: three native segments. {@code three}: a native one, one over a {@code byte[]} and a mapped one. */
    @Param({"one", "three"})
    private String kinds;

    private final MemorySegment[] segments = new MemorySegment[3];

    /** What Unsafe is given in place of the segments. */
    private final Object[] bases = new Object[3];

    private final long[] starts = new long[3];

    private int nextKind;

    @Override
    void prepare() throws IOException {
        if (kinds.equals("one")) {
            useNative();
        } else {
            useThreeKinds();
        }
        for (int i = 0; i < segments.length; i++) {
            fill(bases[i], starts[i]);
        }
    }

    private void useNative() {
        for (int i = 0; i < segments.length; i++) {
            segments[i] = allocateNative();
            starts[i] = segments[i].address();
        }
    }

    private void useThreeKinds() throws IOException {
        byte[] array = new byte[(int) segmentBytes()];
        segments[0] = segment;
        segments[1] = MemorySegment.ofArray(array);
        segments[2] = MixedKindsBenchmark.mapTemporaryFile(segmentBytes(), arena);
        bases[1] = array;
        starts[0] = address;
        starts[1] = BYTE_ARRAY_START;
        starts[2] = segments[2].address();
    }

    private int nextKind() {
        int i = nextKind;
        nextKind = i == 2 ? 0 : i + 1;
        return i;
    }

    @Benchmark
    public void unsafeFieldsWrite() {
        int i = nextKind();
        Fields.UNSAFE_FIELDS.write(value, bases[i], starts[i] + next());
    }

    @Benchmark
    public void unsafeFieldsRead() {
        int i = nextKind();
        Fields.UNSAFE_FIELDS.readInto(target, bases[i], starts[i] + next());
    }

    @Benchmark
    public void codecWrite() {
        Fields.CODEC.write(value, segments[nextKind()], next());
    }

    @Benchmark
    public void codecRead() {
        Fields.CODEC.readInto(target, segments[nextKind()], next());
    }

    @Benchmark
    public void varHandlesWrite() {
        Fields.VAR_HANDLES.write(value, segments[nextKind()], next());
    }

    @Benchmark
    public void varHandlesRead() {
        Fields.VAR_HANDLES.readInto(target, segments[nextKind()], next());
    }

    @Override
    void check() throws ReflectiveOperationException {
        for (int i = 0; i < segments.length; i++) {
            checkAt(i, "unsafeFields", this::unsafeFieldsWrite, this::unsafeFieldsRead);
            checkAt(i, "codec", this::codecWrite, this::codecRead);
            checkAt(i, "varHandles", this::varHandlesWrite, this::varHandlesRead);
        }
    }

    private void checkAt(int index, String rival, Runnable write, Runnable read) throws ReflectiveOperationException {
        checkBytes(rival, bases[index], starts[index], at(index, write), at(index, read));
    }

    private Runnable at(int index, Runnable call) {
        return () -> {
            nextKind = index;
            call.run();
        };
    }
}
