package dev.verbatim.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.verbatim.StructList;
import dev.verbatim.file.Samples.Quote;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousServerSocketChannel;
import java.nio.channels.AsynchronousSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a close leaves to those who still read the file. */
class ClosedFileTest {

    private static final int CLOSES = Integer.getInteger("verbatim.closes", 300);
    private static final Path MAPPINGS = Path.of("/proc/self/maps");

    @TempDir
    Path folder;

    private Path path;

    @BeforeEach
    void setUp() {
        path = folder.resolve("quotes.npy");
    }

    @Test
    void aFileIsNeverUnmappedUnderAReader() throws IOException, InterruptedException {
        List<String> command = ChildJvm.command(List.of("-XX:+UseSerialGC"), ClosedFileProgram.class, folder, CLOSES);
        assertEquals(new ChildJvm.Result(0, ""), ChildJvm.run(command));
    }

    @Test
    void aSegmentOfAClosedFileStaysValid() throws IOException {
        StructFile<Quote> file = StructFile.create(path, Quote.CODEC);
        file.append(Quote.of(0));
        file.append(Quote.of(1));
        MemorySegment segment = file.segment();
        StructList<Quote> list = Quote.CODEC.list(segment);
        file.close();

        assertEquals(2 * Quote.CODEC.byteSize(), segment.byteSize());
        assertEquals(List.of(Quote.of(0), Quote.of(1)), list);
        try (StructFile<Quote> next = StructFile.openReadWrite(path, Quote.CODEC)) {
            next.set(1, Quote.of(7));
            assertEquals(Quote.of(7), list.get(1), "the segment shows the file");
        }
    }

    /** A read that waits on a socket pins the memory it reads into until it ends. */
    @Test
    void aFileIsClosedWhileAChannelUsesIt() throws Exception {
        StructFile<Quote> file = StructFile.create(path, Quote.CODEC);
        file.append(Quote.of(1));
        try (AsynchronousServerSocketChannel server =
                        AsynchronousServerSocketChannel.open().bind(null);
                AsynchronousSocketChannel reader = AsynchronousSocketChannel.open()) {
            Future<AsynchronousSocketChannel> accepted = server.accept();
            reader.connect(server.getLocalAddress()).get();
            try (AsynchronousSocketChannel sender = accepted.get()) {
                Future<Integer> pending = reader.read(file.segment().asByteBuffer());

                file.close();

                sender.write(ByteBuffer.wrap(new byte[24])).get();
                assertEquals(24, pending.get());
            }
        }
        try (StructFile<Quote> reopened = StructFile.open(path, Quote.CODEC)) {
            assertEquals(List.of(new Quote(0, 0, 0)), reopened.stream().toList());
        }
    }

    @Test
    void theGarbageCollectorUnmapsAClosedFile() throws IOException {
        assumeTrue(Files.exists(MAPPINGS), "needs " + MAPPINGS);
        WeakReference<StructFile<Quote>> closed = new WeakReference<>(closedFile());
        long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
        List<String> mappings = mappings();
        // Each collection ends with a reference that is cleared; the cleaner that unmaps runs soon after.
        while ((closed.get() != null || !mappings.isEmpty()) && System.nanoTime() < deadline) {
            System.gc();
            mappings = mappings();
        }
        assertEquals(List.of(), mappings);
        assertNull(closed.get());
    }

    /** Also when it has read structs in an earlier one and only appends since. */
    @Test
    void aGrowingFileKeepsOneMapping() throws IOException {
        assumeTrue(Files.exists(MAPPINGS), "needs " + MAPPINGS);
        try (StructFile<Quote> file = openedFile()) {
            file.append(Quote.of(0));
            assertEquals(Quote.of(0), file.get(0));
            long size = Files.size(path);
            for (int i = 1; Files.size(path) == size; i++) {
                file.append(Quote.of(i));
            }
            long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
            while (mappings().size() > 1 && System.nanoTime() < deadline) {
                System.gc();
            }
            assertEquals(1, mappings().size(), () -> "of a file of " + file.size() + " structs");
        }
    }

    private StructFile<Quote> closedFile() throws IOException {
        try (StructFile<Quote> file = openedFile()) {
            for (int i = 0; i < 10_000; i++) {
                file.append(Quote.of(i));
            }
            assertEquals(10_000, file.segment().byteSize() / 24);
            assertNotEquals(List.of(), mappings());
            return file;
        }
    }

    /** The mappings of a file that is created have the name that it had before it was whole. */
    private StructFile<Quote> openedFile() throws IOException {
        StructFile.create(path, Quote.CODEC).close();
        return StructFile.openReadWrite(path, Quote.CODEC);
    }

    /** {@return the lines about the file in the list of this process's mappings} */
    private List<String> mappings() throws IOException {
        try (Stream<String> lines = Files.lines(MAPPINGS)) {
            return lines.filter(line -> line.endsWith(path.toString())).toList();
        }
    }
}
