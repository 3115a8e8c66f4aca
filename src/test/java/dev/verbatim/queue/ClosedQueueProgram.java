package dev.verbatim.queue;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;

import dev.verbatim.GapException;
import dev.verbatim.Layouts;
import dev.verbatim.StructCodec;
import dev.verbatim.StructView;
import dev.verbatim.ViewFactory;
import dev.verbatim.internal.io.JvmRegistry;
import dev.verbatim.internal.log.LockFile;
import java.io.IOException;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * A program that closes a queue over and over while other threads are in its methods, and in those of its appenders and
 * tailers. Each call has to do what it says, or to throw an {@link IllegalStateException}; where a segment is unmapped
 * under it, the JVM dies.
 *
 * <p>Some of the threads are virtual ones. Those that go round and round park for a moment: without that they never
 * leave the carriers to a virtual thread that is next to have a monitor, and everybody who waits for it waits for ever.
 * To yield is not enough: a carrier may take the same virtual threads again and again.
 */
final class ClosedQueueProgram {

    private static final int RECORDS = 100;
    private static final long PAUSE_NANOS = 1_000;
    private static final Path MAPPINGS = Path.of("/proc/self/maps");

    private final Path folder;
    /** What is allocated between two accesses ends here, so that it is really allocated. */
    @SuppressWarnings("UnusedVariable") // the store is its purpose
    private volatile long[] garbage;

    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private volatile MappedQueue queue;
    private volatile boolean done;

    /** A record that is read with an allocation between the loads. */
    @SuppressWarnings("ArrayRecordComponent") // only isWhole compares it
    record Entry(long id, long[] values, long last) {
        static final StructLayout LAYOUT = Layouts.struct(
                JAVA_LONG.withName("id"),
                MemoryLayout.sequenceLayout(24, JAVA_LONG).withName("values"),
                JAVA_LONG.withName("last"));
        static final StructCodec<Entry> CODEC = StructCodec.ofRecord(lookup(), Entry.class, LAYOUT);

        static Entry of(long id) {
            long[] values = new long[24];
            Arrays.fill(values, id);
            return new Entry(id, values, ~id);
        }

        boolean isWhole() {
            return last == ~id && Arrays.equals(values, of(id).values);
        }
    }

    /** What is read and written in place, with allocations in between. */
    interface EntryView extends StructView {
        ViewFactory<EntryView> VIEWS = ViewFactory.of(lookup(), EntryView.class, Entry.LAYOUT);

        long id();

        void id(long id);

        long values(long index);

        void values(long index, long value);

        long last();

        void last(long last);
    }

    private ClosedQueueProgram(Path folder) throws IOException {
        this.folder = folder;
        this.queue = open();
        try (Appender appender = queue.appender()) {
            for (long id = 0; id < RECORDS; id++) {
                appender.append(Entry.CODEC, Entry.of(id));
            }
        }
    }

    /**
     * Takes the folder of its queue, how often to close it, and how many threads do each of the five things that are
     * done with it.
     */
    public static void main(String[] args) {
        try {
            new ClosedQueueProgram(Path.of(args[0])).run(Integer.parseInt(args[1]), Integer.parseInt(args[2]));
        } catch (Throwable e) {
            e.printStackTrace(System.out);
            System.exit(1); // the other threads go on
        }
    }

    private MappedQueue open() throws IOException {
        return MappedQueue.builder(folder).segmentSize(1 << 16).open();
    }

    private void run(int closes, int copies) throws IOException, InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < copies; i++) {
            for (Use use : List.<Use>of(this::poll, this::handle, this::append, this::claim, this::look)) {
                threads.add(start(use, threads.size() % 3 == 2 ? Thread.ofVirtual() : Thread.ofPlatform()));
            }
        }
        for (int i = 0; i < closes && failure.get() == null; i++) {
            queue.close();
            queue = open();
            queue.delete(Retention.ofSize(1 << 20));
        }
        done = true;
        queue.close();
        for (Thread thread : threads) {
            thread.join();
        }
        requireNothingLeft();
        Throwable found = failure.get();
        if (found != null) {
            throw new AssertionError(found);
        }
    }

    /** The last call to end has released what the close could not. */
    private void requireNothingLeft() throws IOException {
        try (Stream<String> lines = Files.exists(MAPPINGS) ? Files.lines(MAPPINGS) : Stream.empty()) {
            List<String> left =
                    lines.filter(line -> line.contains(folder.toString())).toList();
            require(left.isEmpty(), "still mapped: " + left);
        }
        require(JvmRegistry.get(LockFile.registryKey(folder.resolve("lock"))) == null, "the lock file is still open");
    }

    private void poll() throws IOException {
        try (Tailer tailer = queue.tailer()) {
            while (true) {
                Entry entry = tailer.poll(Entry.CODEC);
                if (entry == null) {
                    pause();
                    tailer.toStart();
                } else {
                    require(entry.isWhole(), "found " + entry);
                }
            }
        }
    }

    private void handle() throws IOException {
        EntryView[] view = new EntryView[1];
        try (Tailer tailer = queue.tailer()) {
            while (true) {
                boolean found = tailer.read((payload, position, layoutId) -> {
                    view[0] = view[0] == null ? EntryView.VIEWS.wrap(payload, 0) : view[0];
                    view[0].wrap(payload, 0);
                    long id = view[0].id();
                    for (int i = 0; i < 24; i++) {
                        garbage = new long[8];
                        require(view[0].values(i) == id, "found another value");
                    }
                    require(view[0].last() == ~id, "found another end");
                });
                if (!found) {
                    pause();
                    tailer.toStart();
                }
            }
        }
    }

    private void append() throws IOException {
        try (Appender appender = queue.appender()) {
            for (long id = 0; id < 10 * RECORDS; id++) {
                appender.append(Entry.CODEC, Entry.of(id));
            }
        }
    }

    private void claim() throws IOException {
        EntryView view = null;
        try (Appender appender = queue.appender()) {
            for (long id = 0; ; id++) {
                MemorySegment payload = appender.claim(Entry.LAYOUT);
                view = view == null ? EntryView.VIEWS.wrap(payload, 0) : view;
                view.wrap(payload, 0);
                view.id(id);
                for (int i = 0; i < 24; i++) {
                    garbage = new long[8];
                    view.values(i, id);
                }
                view.last(~id);
                appender.commit();
            }
        }
    }

    private void look() throws IOException {
        while (true) {
            queue.info();
            queue.count(0, 1 << 20);
            require(queue.verify().damage().isEmpty(), "damage");
            queue.force();
        }
    }

    /** What a thread does until the queue is closed. */
    private interface Use {
        void run() throws IOException;
    }

    private Thread start(Use use, Thread.Builder builder) {
        return builder.start(() -> {
            while (!done) {
                try {
                    use.run();
                } catch (IllegalStateException e) {
                    if (!e.getMessage().matches("(the appender of |the tailer of )?queue=.* is closed")) {
                        failure.compareAndSet(null, e);
                        return;
                    }
                    pause();
                } catch (GapException e) {
                    // what comes next was deleted
                } catch (Throwable e) {
                    failure.compareAndSet(null, e);
                    return;
                }
            }
        });
    }

    private static void pause() {
        LockSupport.parkNanos(PAUSE_NANOS);
    }

    private static void require(boolean condition, String message) {
        if (!condition) {
            throw new AssertionError(message);
        }
    }
}
