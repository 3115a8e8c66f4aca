package dev.verbatim.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.verbatim.file.Samples.Quote;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;

/** A file of more bytes than an {@code int} counts. */
class LargeFileTest {

    private static final long REQUIRED_SPACE = 4L << 30;
    private static final long RECORDS_PER_CHUNK = (64 << 20) / 24;
    private static final int CHUNKS = 35;

    @TempDir
    Path folder;

    @Test
    void recordsBeyondTwoGigabytesAreWrittenAndRead(TestReporter reporter) throws IOException, InterruptedException {
        long space = folder.toFile().getUsableSpace();
        assumeTrue(space >= REQUIRED_SPACE, () -> "needs 4 GiB of disk, there are " + (space >> 20) + " MiB");
        Path path = folder.resolve("large.npy");
        long size = CHUNKS * RECORDS_PER_CHUNK;
        try (Arena arena = Arena.ofConfined();
                StructFile<Quote> file = StructFile.create(path, Quote.CODEC)) {
            MemorySegment chunk = arena.allocate(RECORDS_PER_CHUNK * 24, 8);
            for (long first = 0; first < size; first += RECORDS_PER_CHUNK) {
                Quote.CODEC.writeAtIndex(Quote.of(first), chunk, 0);
                Quote.CODEC.writeAtIndex(Quote.of(first + RECORDS_PER_CHUNK - 1), chunk, RECORDS_PER_CHUNK - 1);
                assertEquals(first, file.appendAll(chunk));
            }
            assertTrue(file.segment().byteSize() > 1L << 31);
            assertEquals(size, file.append(Quote.of(size)));
            file.set(size - 2, Quote.of(42));
            requireRecords(file, size);
        }
        try (StructFile<Quote> file = StructFile.open(path, Quote.CODEC)) {
            requireRecords(file, size);
        }
        String noNumpy = Python.whyNoNumpy();
        if (noNumpy != null) {
            reporter.publishEntry("not opened with NumPy", noNumpy);
        } else {
            assertEquals(
                    "%d %d 42 %d\n".formatted(size + 1, size, size - RECORDS_PER_CHUNK),
                    Python.run("""
                        import sys, numpy as np
                        a = np.load(sys.argv[1], mmap_mode='r')
                        print(a.shape[0], a[-1]['id'], a[-3]['id'], a[int(sys.argv[2])]['id'])
                        """, path, size - RECORDS_PER_CHUNK));
        }
        Files.delete(path);
    }

    private static void requireRecords(StructFile<Quote> file, long size) {
        assertEquals(size + 1, file.size());
        for (long first = 0; first < size; first += RECORDS_PER_CHUNK) {
            assertEquals(Quote.of(first), file.get(first));
        }
        assertEquals(Quote.of(size - 1), file.get(size - 1));
        assertEquals(Quote.of(42), file.get(size - 2));
        assertEquals(Quote.of(size), file.get(size));
    }
}
