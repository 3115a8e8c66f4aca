package dev.verbatim.jmh;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;

/**
 * What if a program uses native, heap and mapped segments? Each call takes the next of three segments, and the next
 * struct in it.
 *
 * <pre>{@code java -jar target/benchmarks.jar MixedKindsBenchmark -prof gc}</pre>
 *
 * <p>Accesses to segments share the JDK's bytecode and so its type profiles: once these have seen all kinds, code that
 * is not made for one kind is slow for good. A benchmark over one kind cannot show it.
 */
public class MixedKindsBenchmark extends NativeSegmentState {

    private static final int POLLUTING_CALLS = 50_000;

    /**
     * {@code one}: three native segments. {@code three}: a native one, one over a {@code byte[]} and a mapped one.
     * {@code oneAfterThree}: three native segments, after all rivals have been used with three kinds.
     */
    @Param({"one", "three", "oneAfterThree"})
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
            return;
        }
        useThreeKinds();
        if (kinds.equals("oneAfterThree")) {
            for (int i = 0; i < POLLUTING_CALLS; i++) {
                unsafeFieldsWrite();
                unsafeFieldsRead();
                codecWrite();
                codecRead();
                varHandlesWrite();
                varHandlesRead();
            }
            useNative();
        }
    }

    private void useNative() {
        for (int i = 0; i < segments.length; i++) {
            segments[i] = allocateNative();
            bases[i] = null;
            starts[i] = segments[i].address();
        }
        fillSegments();
    }

    private void useThreeKinds() throws IOException {
        byte[] array = new byte[(int) SEGMENT_BYTES];
        segments[0] = segment;
        segments[1] = MemorySegment.ofArray(array);
        segments[2] = mapTemporaryFile(SEGMENT_BYTES, arena);
        bases[1] = array;
        starts[0] = address;
        starts[1] = BYTE_ARRAY_START;
        starts[2] = segments[2].address();
        fillSegments();
    }

    static MemorySegment mapTemporaryFile(long bytes, Arena arena) throws IOException {
        Path file = Files.createTempFile("verbatim", ".jmh");
        try (FileChannel channel = FileChannel.open(
                file, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE)) {
            return channel.map(MapMode.READ_WRITE, 0, bytes, arena);
        }
    }

    private void fillSegments() {
        for (int i = 0; i < segments.length; i++) {
            fill(bases[i], starts[i]);
        }
    }

    private int nextKind() {
        int i = nextKind;
        nextKind = i == 2 ? 0 : i + 1;
        return i;
    }

    @Benchmark
    public void unsafeFieldsWrite() {
        int i = nextKind();
        UNSAFE_FIELDS.write(value, bases[i], starts[i] + next());
    }

    @Benchmark
    public void unsafeFieldsRead() {
        int i = nextKind();
        UNSAFE_FIELDS.readInto(target, bases[i], starts[i] + next());
    }

    @Benchmark
    public void codecWrite() {
        MarketData.CODEC.write(value, segments[nextKind()], next());
    }

    @Benchmark
    public void codecRead() {
        MarketData.CODEC.readInto(target, segments[nextKind()], next());
    }

    @Benchmark
    public void varHandlesWrite() {
        VarHandleFields.write(value, segments[nextKind()], next());
    }

    @Benchmark
    public void varHandlesRead() {
        VarHandleFields.readInto(target, segments[nextKind()], next());
    }

    @Override
    void check() {
        for (int i = 0; i < segments.length; i++) {
            checkAt(i, "unsafeFields", this::unsafeFieldsWrite, this::unsafeFieldsRead);
            checkAt(i, "codec", this::codecWrite, this::codecRead);
            checkAt(i, "varHandles", this::varHandlesWrite, this::varHandlesRead);
        }
    }

    private void checkAt(int index, String rival, Runnable write, Runnable read) {
        checkBytes(rival, bases[index], starts[index], at(index, write), at(index, read));
    }

    private Runnable at(int index, Runnable call) {
        return () -> {
            nextKind = index;
            call.run();
        };
    }
}
