package dev.verbatim.jmh.queue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
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
 * How long does it take to append an update, and to append and poll it, where the segment is there already?
 *
 * <pre>{@code java -jar target/benchmarks.jar 'jmh.queue.(Chronicle)?QueueBenchmark' -prof gc}</pre>
 *
 * <p>A call makes {@value #COUNT} appends to a new queue, in its first segment, which is mapped, and its pages touched.
 * One append comes before them. No queue can be faster than the word: a number that is stored to a mapped file with
 * release, and loaded with acquire.
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(QueueBenchmark.COUNT)
@Fork(3)
@Warmup(iterations = 10)
@Measurement(iterations = 10)
public class QueueBenchmark {

    /** How many appends fill the larger part of a segment, with every class of updates. */
    static final int COUNT = 200_000;

    /** Trivially copyable updates, with checksums. */
    public static class Codec extends QueueState {
        @Setup(Level.Invocation)
        public void open() throws Exception {
            openBegun(Contender.COPYABLE, true);
        }
    }

    /** Trivially copyable updates, without checksums. */
    public static class WithoutChecksum extends QueueState {
        @Setup(Level.Invocation)
        public void open() throws Exception {
            openBegun(Contender.COPYABLE, false);
        }
    }

    /** Updates with texts and lists, with checksums. */
    public static class Variable extends QueueState {
        @Setup(Level.Invocation)
        public void open() throws Exception {
            openBegun(Contender.NORMAL, true);
        }
    }

    /** A word of a mapped file. */
    @State(Scope.Thread)
    public static class Word {

        private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();
        private static final long BYTES = 4096;

        private Path file;
        private Arena arena;
        private MemorySegment memory;

        @Setup
        public void map() throws IOException {
            file = Files.createTempFile("verbatim-benchmark", null);
            arena = Arena.ofShared();
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                memory = channel.map(MapMode.READ_WRITE, 0, BYTES, arena);
            }
        }

        @TearDown
        public void delete() throws IOException {
            arena.close();
            Files.delete(file);
        }
    }

    @Benchmark
    public void codecAppend(Codec queue) throws IOException {
        queue.append(COUNT);
    }

    @Benchmark
    public void codecAppendAndPoll(Codec queue) throws IOException {
        queue.appendAndPoll(COUNT);
    }

    @Benchmark
    public void codecWithoutChecksumAppend(WithoutChecksum queue) throws IOException {
        queue.append(COUNT);
    }

    @Benchmark
    public void codecWithoutChecksumAppendAndPoll(WithoutChecksum queue) throws IOException {
        queue.appendAndPoll(COUNT);
    }

    @Benchmark
    public void codecVariableAppend(Variable queue) throws IOException {
        queue.append(COUNT);
    }

    @Benchmark
    public void codecVariableAppendAndPoll(Variable queue) throws IOException {
        queue.appendAndPoll(COUNT);
    }

    @Benchmark
    public void mappedWordAppend(Word word) {
        for (long i = 1; i <= COUNT; i++) {
            Word.LONG.setRelease(word.memory, 0L, i);
        }
    }

    @Benchmark
    public long mappedWordAppendAndPoll(Word word) {
        long sum = 0;
        for (long i = 1; i <= COUNT; i++) {
            Word.LONG.setRelease(word.memory, 0L, i);
            sum += (long) Word.LONG.getAcquire(word.memory, 0L);
        }
        return sum;
    }
}
