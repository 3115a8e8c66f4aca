package dev.verbatim.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.verbatim.file.ChildJvm.Result;
import dev.verbatim.file.Samples.OneByte;
import dev.verbatim.file.Samples.Quote;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A file that grows: what readers, earlier segments and interrupted threads see of it. */
class StructFileGrowthTest {

    private static final int MANY = 400_000;

    @TempDir
    Path folder;

    private Path path;

    @BeforeEach
    void setUp() {
        path = folder.resolve("quotes.npy");
    }

    @Test
    void segmentsThatWereHandedOutStayValidAndShowTheSamePages() throws IOException {
        try (StructFile<Quote> file = StructFile.create(path, Quote.CODEC)) {
            List<MemorySegment> segments = new ArrayList<>();
            long capacity = 0;
            for (long i = 0; i < MANY; i++) {
                file.append(Quote.of(i));
                if (i % 1_000 == 0 && Files.size(path) != capacity) {
                    capacity = Files.size(path);
                    segments.add(file.segment());
                }
            }
            assertTrue(segments.size() > 5, () -> segments.size() + " extensions");
            assertNotEquals(
                    segments.getFirst().address(),
                    file.segment().address(),
                    "the file was not mapped anew: nothing is tested");

            // What is set afterwards shows in every segment: they are the same pages, not copies.
            file.set(0, Quote.of(123_456));
            for (MemorySegment segment : segments) {
                long last = segment.byteSize() / Quote.CODEC.byteSize() - 1;
                assertEquals(Quote.of(123_456), Quote.CODEC.readAtIndex(segment, 0));
                if (last > 0) {
                    assertEquals(Quote.of(last), Quote.CODEC.readAtIndex(segment, last));
                }
            }
        }
    }

    @Test
    void everyRecordIsThereAfterManyExtensions() throws IOException {
        try (StructFile<Quote> file = StructFile.create(path, Quote.CODEC)) {
            for (long i = 0; i < MANY; i++) {
                assertEquals(i, file.append(Quote.of(i)));
            }
        }
        try (StructFile<Quote> file = StructFile.open(path, Quote.CODEC)) {
            assertEquals(MANY, file.size());
            for (long i = 0; i < MANY; i++) {
                assertEquals(Quote.of(i), file.get(i));
            }
        }
    }

    /** A hole would be filled at the first store through the mapping, where a full disk is a fault. */
    @Test
    void capacityIsAllocatedOnTheDisk() throws Exception {
        try (StructFile<Quote> file = StructFile.create(path, Quote.CODEC)) {
            file.append(Quote.of(0));
            file.force();
            String store = fileSystem(path);
            assumeTrue(List.of("ext4", "xfs", "tmpfs").contains(store), () -> "blocks mean something else on " + store);
            Result result = ChildJvm.run(List.of("stat", "-c", "%b", path.toString()));
            assertEquals(0, result.exitCode(), result.output());
            long allocated = Long.parseLong(result.output().strip()) * 512;
            assertTrue(allocated >= Files.size(path), () -> allocated + " bytes are allocated");
        }
    }

    /** It is looked up among the mounts, which a chroot need not have. */
    private static String fileSystem(Path path) {
        try {
            return Files.getFileStore(path).type();
        } catch (IOException e) {
            return abort("needs to know the file system: " + e.getMessage());
        }
    }

    @Test
    void aReaderGetsARecordBehindItsMappingWithoutAskingForTheSize() throws IOException {
        try (StructFile<Quote> writer = StructFile.create(path, Quote.CODEC);
                StructFile<Quote> reader = StructFile.open(path, Quote.CODEC)) {
            for (long i = 0; i < 10_000; i++) {
                writer.append(Quote.of(i));
            }
            assertEquals(Quote.of(9_999), reader.get(9_999));
        }
    }

    @Test
    void aReaderSeesOneExtensionAfterTheOther() throws IOException {
        try (StructFile<Quote> writer = StructFile.create(path, Quote.CODEC);
                StructFile<Quote> reader = StructFile.open(path, Quote.CODEC)) {
            for (long i = 0; i < 50_000; i++) {
                writer.append(Quote.of(i));
                assertEquals(Quote.of(i), reader.get(i));
                assertEquals((i + 1) * 24, reader.segment().byteSize());
            }
        }
    }

    @Test
    void aReaderInAnotherThreadSeesWholeRecordsOnly() throws Exception {
        try (StructFile<Quote> writer = StructFile.create(path, Quote.CODEC);
                StructFile<Quote> reader = StructFile.open(path, Quote.CODEC)) {
            Thread byReader = verifier(reader);
            Thread byWriter = verifier(writer);
            AtomicReference<Throwable> failure = new AtomicReference<>();
            for (Thread thread : List.of(byReader, byWriter)) {
                thread.setUncaughtExceptionHandler((_, e) -> failure.set(e));
                thread.start();
            }
            for (long i = 0; i < MANY; i++) {
                writer.append(Quote.of(i));
            }
            byReader.join();
            byWriter.join();
            if (failure.get() != null) {
                throw new AssertionError("a reader failed", failure.get());
            }
        }
    }

    /** Reads the newest record, and the one after it if that is there by then, until all have been appended. */
    private static Thread verifier(StructFile<Quote> file) {
        return Thread.ofPlatform().unstarted(() -> {
            long seen = 0;
            while (seen < MANY) {
                long size = file.size();
                assertTrue(size >= seen, "the size decreased");
                seen = size;
                if (size > 0) {
                    assertEquals(Quote.of(size - 1), file.get(size - 1));
                    assertEquals(Quote.of(size - 1), Quote.CODEC.readAtIndex(file.segment(), size - 1));
                }
                try {
                    assertEquals(Quote.of(size), file.get(size));
                } catch (IndexOutOfBoundsException e) {
                    assertTrue(e.getMessage().startsWith("index="), e.getMessage());
                }
            }
        });
    }

    @Test
    void anInterruptedThreadAppendsAcrossAnExtension() throws IOException {
        try (StructFile<Quote> file = StructFile.create(path, Quote.CODEC)) {
            Thread.currentThread().interrupt();
            try {
                for (long i = 0; i < 10_000; i++) {
                    file.append(Quote.of(i));
                    assertTrue(Thread.currentThread().isInterrupted(), "append took the interrupt");
                }
                file.force();
                assertTrue(Thread.currentThread().isInterrupted(), "force took the interrupt");
            } finally {
                assertTrue(Thread.interrupted());
            }
            for (long i = 10_000; i < 50_000; i++) {
                file.append(Quote.of(i));
            }
            assertEquals(Quote.of(49_999), file.get(49_999));
        }
    }

    @Test
    void anInterruptedThreadReadsAcrossAnExtensionAndCloses() throws IOException {
        StructFile<Quote> writer = StructFile.create(path, Quote.CODEC);
        StructFile<Quote> reader = StructFile.open(path, Quote.CODEC);
        for (long i = 0; i < 10_000; i++) {
            writer.append(Quote.of(i));
        }
        Thread.currentThread().interrupt();
        try {
            assertEquals(10_000, reader.size());
            assertEquals(Quote.of(9_999), reader.get(9_999));
            reader.close();
            writer.close();
            assertTrue(Thread.currentThread().isInterrupted(), "the interrupt was taken");
        } finally {
            assertTrue(Thread.interrupted());
        }
        try (StructFile<Quote> file = StructFile.openReadWrite(path, Quote.CODEC)) {
            assertEquals(10_000, file.append(Quote.of(10_000)));
        }
    }

    @Test
    void aCountCarriesIntoItsHighWordWhileAReaderWatches() throws IOException {
        byte[] bytes = new byte[10_000_000];
        try (StructFile<OneByte> writer = StructFile.create(path, OneByte.CODEC);
                StructFile<OneByte> reader = StructFile.open(path, OneByte.CODEC)) {
            for (int i = 0; i < 10; i++) {
                writer.appendAll(MemorySegment.ofArray(bytes).asSlice(0, i == 9 ? bytes.length - 1 : bytes.length));
            }
            assertEquals(99_999_999, reader.size());
            writer.append(new OneByte((byte) 1));
            assertEquals(100_000_000, reader.size());
            writer.append(new OneByte((byte) 2));
            assertEquals(100_000_001, reader.size());
            assertEquals(1, reader.segment().get(ValueLayout.JAVA_BYTE, 99_999_999));
            assertEquals(new OneByte((byte) 2), reader.get(100_000_000));
        }
        try (StructFile<OneByte> file = StructFile.open(path, OneByte.CODEC)) {
            assertEquals(100_000_001, file.size());
        }
        Files.delete(path);
    }

    @ParameterizedTest
    @ValueSource(strings = {"            1_000000", "           11_000000"})
    void aWriterEndsTheCarryInWhoseMidstAnotherDied(String columns) throws IOException {
        StructFile.create(path, OneByte.CODEC).close();
        int dataOffset = (int) Files.size(path);
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
            byte[] header = new byte[dataOffset];
            file.readFully(header);
            file.setLength(dataOffset + 100_000_000);
            file.seek(new String(header, StandardCharsets.ISO_8859_1).indexOf(NpyCount.columns(0)));
            file.write(columns.getBytes(StandardCharsets.US_ASCII));
        }
        try (StructFile<OneByte> file = StructFile.openReadWrite(path, OneByte.CODEC)) {
            assertEquals(100_000_000, file.size());
            assertEquals(100_000_000, file.append(new OneByte((byte) 1)));
            assertEquals(100_000_001, file.size());
        }
        try (InputStream file = Files.newInputStream(path)) {
            String header = new String(file.readNBytes(dataOffset), StandardCharsets.ISO_8859_1);
            assertTrue(header.contains(NpyCount.columns(100_000_001) + ",)"), header);
        }
        Files.delete(path);
    }
}
