package dev.verbatim.jmh;

import dev.verbatim.StructCodec;
import dev.verbatim.StructList;
import dev.verbatim.file.StructFile;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What does a file add to the codec? Structs are read from a file and from a segment; they are appended to a file and
 * written to a segment.
 *
 * <pre>{@code java -jar target/benchmarks.jar jmh.FileBenchmark -prof gc}</pre>
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(
        value = 3,
        jvmArgsAppend = {"-Xms1g", "-Xmx1g", "-XX:+AlwaysPreTouch"})
@Warmup(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
public class FileBenchmark {

    private static final int RECORDS = 64;

    /** Enough appends to make the file longer several times. */
    private static final int APPENDS = 10_000;

    /** Records of 144 bytes. */
    private static final int LARGE = 500_000;

    private static final int LOOKUPS = 100_000;

    private static final StructCodec<MarketDataRecord> CODEC = MarketDataRecord.CODEC;

    private final MarketDataRecord flat = MarketDataRecord.of(new MarketData().fill());
    private final BookUpdate book = new BookUpdate().fill();
    private Path folder;
    private StructFile<MarketDataRecord> flatFile;
    private StructFile<BookUpdate> bookFile;
    private Arena arena;
    private MemorySegment segment;
    private int nextIndex;

    /** A file to append to. */
    @State(Scope.Thread)
    public static class Appended {

        private Path folder;
        private StructFile<MarketDataRecord> file;

        @Setup(Level.Invocation)
        public void create() throws IOException {
            folder = Files.createTempDirectory("verbatim-benchmark");
            file = StructFile.create(folder.resolve("appended.npy"), CODEC);
        }

        @TearDown(Level.Invocation)
        public void delete() throws IOException {
            file.close();
            deleteFolder(folder);
        }
    }

    /** A file that is larger than the caches. */
    @State(Scope.Benchmark)
    public static class Large {

        private Path folder;
        private StructFile<MarketDataRecord> file;
        private StructList<MarketDataRecord> list;
        private int[] indices;

        @Setup
        public void create() throws IOException {
            folder = Files.createTempDirectory("verbatim-benchmark");
            file = StructFile.create(folder.resolve("large.npy"), CODEC);
            MarketDataRecord record = MarketDataRecord.of(new MarketData().fill());
            for (int i = 0; i < LARGE; i++) {
                file.append(record);
            }
            list = CODEC.list(file.segment());
            indices = new SplittableRandom(1).ints(LOOKUPS, 0, LARGE).toArray();
        }

        @TearDown
        public void delete() throws IOException {
            file.close();
            deleteFolder(folder);
        }
    }

    @Setup
    public void create() throws IOException {
        folder = Files.createTempDirectory("verbatim-benchmark");
        flatFile = StructFile.create(folder.resolve("flat.npy"), CODEC);
        bookFile = StructFile.create(folder.resolve("book.npy"), BookUpdate.CODEC);
        for (int i = 0; i < RECORDS; i++) {
            flatFile.append(flat);
            bookFile.append(book);
        }
        arena = Arena.ofShared();
        segment = arena.allocate(APPENDS * CODEC.byteSize(), 64);
        for (int i = 0; i < RECORDS; i++) {
            CODEC.writeAtIndex(flat, segment, i);
        }
    }

    @TearDown
    public void delete() throws IOException {
        flatFile.close();
        bookFile.close();
        arena.close();
        deleteFolder(folder);
    }

    private static void deleteFolder(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(folder);
    }

    private int next() {
        int index = nextIndex;
        nextIndex = index == RECORDS - 1 ? 0 : index + 1;
        return index;
    }

    @Benchmark
    public MarketDataRecord fileGet() {
        return flatFile.get(next());
    }

    @Benchmark
    public MarketDataRecord segmentGet() {
        return CODEC.readAtIndex(segment, next());
    }

    /** Structs at random, of more than a cache has: how many of them does the processor wait for at a time? */
    @Benchmark
    @OperationsPerInvocation(LOOKUPS)
    public double fileGetAtRandom(Large large) {
        double sum = 0;
        for (int index : large.indices) {
            sum += large.file.get(index).bidQty0();
        }
        return sum;
    }

    @Benchmark
    @OperationsPerInvocation(LOOKUPS)
    public double listGetAtRandom(Large large) {
        double sum = 0;
        for (int index : large.indices) {
            sum += large.list.get(index).bidQty0();
        }
        return sum;
    }

    /** A loop that asks for the size at each turn. */
    @Benchmark
    @OperationsPerInvocation(RECORDS)
    public double fileGetUpToSize() {
        double sum = 0;
        for (long i = 0; i < flatFile.size(); i++) {
            sum += flatFile.get(i).bidQty0();
        }
        return sum;
    }

    @Benchmark
    public BookUpdate fileGetBook() {
        return bookFile.get(next());
    }

    @Benchmark
    @OperationsPerInvocation(APPENDS)
    public void fileAppend(Appended appended) throws IOException {
        for (int i = 0; i < APPENDS; i++) {
            appended.file.append(flat);
        }
    }

    @Benchmark
    @OperationsPerInvocation(APPENDS)
    public void segmentAppend() {
        for (int i = 0; i < APPENDS; i++) {
            CODEC.writeAtIndex(flat, segment, i);
        }
    }
}
