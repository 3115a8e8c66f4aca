package dev.verbatim.jmh.queue;

import dev.verbatim.StructView;
import dev.verbatim.ViewFactory;
import dev.verbatim.queue.Appender;
import dev.verbatim.queue.MappedQueue;
import dev.verbatim.queue.Tailer;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
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
import org.openjdk.jmh.infra.Blackhole;

/**
 * How long do entries take in batches: to append {@value #BATCH} updates at once, and to read as many in a call, as
 * objects and through a view?
 *
 * <pre>{@code java -jar target/benchmarks.jar QueueBatchBenchmark -prof gc}</pre>
 *
 * <p>As in {@link QueueBenchmark}, a call makes {@value #COUNT} appends to a new queue, in its first segment. What is
 * read is in the processor's caches, or not, as the segment's size has it.
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(QueueBatchBenchmark.COUNT)
@Fork(3)
@Warmup(iterations = 10)
@Measurement(iterations = 10)
public class QueueBatchBenchmark {

    static final int BATCH = 100;
    static final int COUNT = 200_000;

    /** The time that an update carries. */
    interface UpdateView extends StructView {
        ViewFactory<UpdateView> VIEWS = ViewFactory.of(MethodHandles.lookup(), UpdateView.class, CopyableUpdate.LAYOUT);

        long due();
    }

    /** An empty queue. */
    @State(Scope.Thread)
    public static class Empty {

        final List<CopyableUpdate> updates = Arrays.asList(
                Contender.prepared(CopyableUpdate.class, BATCH, i -> new CopyableUpdate().fill(NormalUpdate.of(i))));
        final UpdateView view =
                UpdateView.VIEWS.wrap(MemorySegment.ofArray(new byte[(int) CopyableUpdate.LAYOUT.byteSize()]), 0);

        MappedQueue queue;
        Appender appender;
        Tailer tailer;

        @Setup(Level.Invocation)
        public void open() throws Exception {
            queue = MappedQueue.open(Files.createTempDirectory("verbatim-benchmark"));
            appender = queue.appender();
            tailer = queue.tailer();
            QueueState.awaitMaker();
        }

        @TearDown(Level.Invocation)
        public void delete() throws IOException {
            queue.close();
            QueueState.delete(queue.path());
        }

        final void append() throws IOException {
            for (int i = 0; i < COUNT; i += BATCH) {
                appender.appendAll(CopyableUpdate.CODEC, updates);
            }
        }
    }

    /** A queue with all updates. */
    public static class Full extends Empty {
        @Override
        @Setup(Level.Invocation)
        public void open() throws Exception {
            super.open();
            append();
        }
    }

    @Benchmark
    public void codecAppendAll(Empty queue) throws IOException {
        queue.append();
    }

    @Benchmark
    public void codecPoll(Full queue, Blackhole blackhole) throws IOException {
        for (int i = 0; i < COUNT; i++) {
            blackhole.consume(queue.tailer.poll(CopyableUpdate.CODEC));
        }
    }

    @Benchmark
    public void codecDrain(Full queue, Blackhole blackhole) throws IOException {
        int count = 0;
        while (count < COUNT) {
            count += queue.tailer.drain(CopyableUpdate.CODEC, blackhole::consume, BATCH);
        }
    }

    @Benchmark
    public void viewDrain(Full queue, Blackhole blackhole) throws IOException {
        int count = 0;
        while (count < COUNT) {
            count += queue.tailer.drain(queue.view, view -> blackhole.consume(view.due()), BATCH);
        }
    }
}
