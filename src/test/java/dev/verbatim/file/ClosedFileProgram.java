package dev.verbatim.file;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;

import dev.verbatim.Layouts;
import dev.verbatim.StructCodec;
import dev.verbatim.StructView;
import dev.verbatim.ViewFactory;
import java.io.IOException;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A program that closes files over and over while other threads are in their methods. Each call has to return a value
 * that was stored, or to throw an {@link IllegalStateException}; where a file is unmapped under a reader, the JVM dies.
 */
final class ClosedFileProgram {

    private static final int RECORDS = 64;

    /** Enough for the file to be made longer, and not so many that the disk is what the program waits for. */
    private static final int APPENDED = 1000;

    private final Path readPath;
    private final Path appendedPath;
    /** What is allocated between two accesses ends here, so that it is really allocated. */
    @SuppressWarnings("UnusedVariable") // the store is its purpose
    private volatile long[] garbage;

    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private volatile StructFile<Entry> readFile;
    private final BlockingQueue<StructFile<Entry>> toAppend = new LinkedBlockingQueue<>();
    private StructFile<Entry> appendedFile;
    private long headerSize;
    private final Path setPath;
    private volatile StructFile<Entry> setFile;
    private volatile boolean done;

    /** A record that has what is read with allocations between the loads: a text, an array, nested structs. */
    @SuppressWarnings("ArrayRecordComponent") // only isWhole compares it
    record Entry(long id, String name, long[] values, Part part, List<Part> parts) {
        static final StructLayout LAYOUT = Layouts.struct(
                JAVA_LONG.withName("id"),
                MemoryLayout.sequenceLayout(16, JAVA_BYTE).withName("name"),
                MemoryLayout.sequenceLayout(24, JAVA_LONG).withName("values"),
                Part.LAYOUT.withName("part"),
                MemoryLayout.sequenceLayout(4, Part.LAYOUT).withName("parts"));
        static final StructCodec<Entry> CODEC = StructCodec.ofRecord(lookup(), Entry.class, LAYOUT);

        static Entry of(long id) {
            long[] values = new long[24];
            Arrays.setAll(values, i -> id * i);
            return new Entry(
                    id,
                    "entry " + id,
                    values,
                    new Part(id, -id),
                    List.of(part(id, 0), part(id, 1), part(id, 2), part(id, 3)));
        }

        /** {@return an entry of which each part is made when it is stored} */
        static Entry allocating(long id) {
            Entry entry = of(id);
            List<Part> parts = new AbstractList<>() {
                @Override
                public Part get(int index) {
                    return part(id, index);
                }

                @Override
                public int size() {
                    return 4;
                }
            };
            return new Entry(id, entry.name, entry.values, entry.part, parts);
        }

        private static Part part(long id, int index) {
            return new Part(id + index, id - index);
        }

        boolean isWhole() {
            Entry expected = of(id);
            return name.equals(expected.name)
                    && Arrays.equals(values, expected.values)
                    && part.equals(expected.part)
                    && parts.equals(expected.parts);
        }
    }

    /** A nested struct. */
    record Part(long a, long b) {
        static final StructLayout LAYOUT = Layouts.struct(JAVA_LONG.withName("a"), JAVA_LONG.withName("b"));
    }

    /** What the loop of a user reads in a segment of the file, and allocates between two loads. */
    interface EntryView extends StructView {
        ViewFactory<EntryView> VIEWS = ViewFactory.of(lookup(), EntryView.class, Entry.LAYOUT);

        long id();

        long values(long index);
    }

    private ClosedFileProgram(Path folder) throws IOException {
        this.readPath = folder.resolve("read.npy");
        this.appendedPath = folder.resolve("appended.npy");
        this.setPath = folder.resolve("set.npy");
        for (Path path : List.of(readPath, setPath)) {
            try (StructFile<Entry> file = StructFile.create(path, Entry.CODEC)) {
                for (long id = 0; id < RECORDS; id++) {
                    file.append(Entry.of(id));
                }
            }
        }
        open();
    }

    /** Takes the folder for its files, and how often to close them. */
    public static void main(String[] args) {
        try {
            new ClosedFileProgram(Path.of(args[0])).run(Integer.parseInt(args[1]));
        } catch (Throwable e) {
            e.printStackTrace(System.out);
            System.exit(1); // the other threads go on
        }
    }

    private void run(int closes) throws IOException, InterruptedException {
        List<Thread> threads = List.of(start(this::get), start(this::view), start(this::append), start(this::set));
        for (int i = 0; i < closes && failure.get() == null; i++) {
            close();
            requireWholeRecords();
            open();
        }
        done = true;
        close();
        toAppend.add(appendedFile);
        for (Thread thread : threads) {
            thread.join();
        }
        Throwable found = failure.get();
        if (found != null) {
            throw new AssertionError(found);
        }
    }

    private void open() throws IOException {
        readFile = StructFile.open(readPath, Entry.CODEC);
        setFile = StructFile.openReadWrite(setPath, Entry.CODEC);
        Files.deleteIfExists(appendedPath);
        appendedFile = StructFile.create(appendedPath, Entry.CODEC);
        headerSize = Files.size(appendedPath);
        toAppend.add(appendedFile);
    }

    /** The close has cut off neither a record nor a part of one, and has left nothing behind them. */
    private void requireWholeRecords() throws IOException {
        try (StructFile<Entry> file = StructFile.open(appendedPath, Entry.CODEC)) {
            long size = file.size();
            long header = Files.size(appendedPath) - size * Entry.CODEC.byteSize();
            require(header == headerSize, "size=" + size + " header=" + header);
            require(size == 0 || file.get(size - 1).isWhole(), "the last record is torn");
        }
    }

    private void get() {
        StructFile<Entry> file = readFile;
        for (long i = 0; ; i++) {
            if (i % RECORDS == 0) {
                file.size(); // a thread that does nothing but get need not see that the file was closed
            }
            Entry entry = file.get(i % RECORDS);
            require(entry.id == i % RECORDS && entry.isWhole(), "found " + entry);
        }
    }

    private void view() {
        MemorySegment segment = readFile.segment();
        EntryView view = EntryView.VIEWS.wrap(segment, 0);
        for (long i = 0; i < 100 * RECORDS; i++) {
            view.wrap(segment, i % RECORDS * Entry.CODEC.byteSize());
            long id = view.id();
            garbage = new long[32];
            require(id == i % RECORDS && view.values(3) == 3 * id, "found id=" + id);
        }
    }

    private void append() {
        try {
            StructFile<Entry> file = toAppend.take();
            for (long id = 0; id < APPENDED; id++) {
                file.append(Entry.of(id));
            }
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private void set() {
        StructFile<Entry> file = setFile;
        for (long i = 0; ; i++) {
            file.set(i % RECORDS, Entry.allocating(i % RECORDS));
            require(file.get(i % RECORDS).isWhole(), "what was set is torn");
        }
    }

    private void close() throws IOException {
        readFile.close();
        appendedFile.close();
        setFile.close();
    }

    private Thread start(Runnable work) {
        Thread thread = new Thread(() -> {
            while (!done) {
                try {
                    work.run();
                } catch (IllegalStateException e) {
                    if (!e.getMessage().matches("file=.*\\.npy is closed")) {
                        failure.compareAndSet(null, e);
                        return;
                    }
                } catch (Throwable e) {
                    failure.compareAndSet(null, e);
                    return;
                }
            }
        });
        thread.start();
        return thread;
    }

    private static void require(boolean condition, String message) {
        if (!condition) {
            throw new AssertionError(message);
        }
    }
}
