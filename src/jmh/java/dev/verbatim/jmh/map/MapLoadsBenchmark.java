package dev.verbatim.jmh.map;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * How long does an operation on a map wait for memory at least? Each call loads a word of an index at random, and then
 * eight bytes of the entry that it leads to, and does nothing else.
 *
 * <pre>{@code java -jar target/benchmarks.jar MapLoadsBenchmark}</pre>
 *
 * <p>{@code oneByOne} begins with a call when the one before has ended, as updates do: each of their atomic operations
 * waits until all before it has ended. {@code overlapped} leaves it to the processor to begin with the next calls
 * meanwhile, as it does with gets.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Fork(2)
public class MapLoadsBenchmark {

    private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();
    private static final int WORDS = 1 << 18;
    private static final int ENTRY_BYTES = 168;
    private static final long GOLDEN_RATIO = 0x9E37_79B9_7F4A_7C15L;

    /** Over how many megabytes the entries are spread. 100,000 of them, one behind the other, are 16. */
    @Param({"16", "64", "640"})
    private int megabytes;

    /** How many bytes are written at once, which decides how large the pages are that Linux maps. */
    @Param({"65536", "2097152"})
    private int pieceBytes;

    private final Arena arena = Arena.ofShared();
    private TemporaryFolder folder;
    private MemorySegment index;
    private MemorySegment entries;
    private long places;
    private long last;

    @Setup
    public void setUp() throws IOException {
        folder = TemporaryFolder.create();
        index = map("index", (long) WORDS * Long.BYTES);
        entries = map("entries", (long) megabytes << 20);
        places = entries.byteSize() / ENTRY_BYTES;
        for (int i = 0; i < WORDS; i++) {
            index.setAtIndex(ValueLayout.JAVA_LONG, i, ((i * GOLDEN_RATIO) >>> 1) % places * ENTRY_BYTES);
        }
        for (long i = 0; i < places; i++) {
            entries.set(ValueLayout.JAVA_LONG, i * ENTRY_BYTES, i);
        }
    }

    private MemorySegment map(String name, long byteSize) throws IOException {
        Path file = folder.path().resolve(name);
        try (FileChannel channel = FileChannel.open(
                file, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            ByteBuffer zeros = ByteBuffer.allocateDirect(pieceBytes);
            for (long at = 0; at < byteSize; at += pieceBytes) {
                channel.write(zeros.clear(), at);
            }
            return channel.map(MapMode.READ_WRITE, 0, byteSize, arena);
        }
    }

    private long load(long number) {
        long word = (long) LONG.get(index, (number >>> -18) * Long.BYTES);
        return (long) LONG.get(entries, word);
    }

    @Benchmark
    public long oneByOne() {
        last = (last + load(last * GOLDEN_RATIO)) * GOLDEN_RATIO + 1;
        return last;
    }

    @Benchmark
    public long overlapped() {
        last = last * GOLDEN_RATIO + 1;
        return load(last * GOLDEN_RATIO);
    }

    @TearDown
    public void tearDown() throws IOException {
        arena.close();
        folder.delete();
    }
}
