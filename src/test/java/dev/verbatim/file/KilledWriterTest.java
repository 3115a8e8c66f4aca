package dev.verbatim.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.file.Samples.Quote;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;

/** Writers that die in the midst of an append leave all that they appended, and nothing that is half. */
class KilledWriterTest {

    private static final int KILLS = 12;
    private static final int MAX_APPENDS_BEFORE_KILL = 60_000;

    @TempDir
    Path folder;

    @Test
    void whatAWriterAppendedBeforeItWasKilledIsThere(TestReporter reporter) throws Exception {
        long seed = Long.getLong("verbatim.seed", System.nanoTime());
        reporter.publishEntry("verbatim.seed", Long.toString(seed));
        Random random = new Random(seed);
        Path path = folder.resolve("quotes.npy");
        StructFile.create(path, Quote.CODEC).close();
        long dataOffset = Files.size(path);
        long size = 0;
        int cuts = 0;
        for (int kill = 0; kill < KILLS; kill++) {
            String attempt = "kill=" + kill + " verbatim.seed=" + seed;
            long acknowledged = appendUntilKilled(path, size, size + random.nextInt(MAX_APPENDS_BEFORE_KILL), attempt);

            size = requireWholeRecords(path, size, acknowledged, attempt);
            cuts += Files.size(path) > dataOffset + size * 24 ? 1 : 0;
            try (StructFile<Quote> file = StructFile.openReadWrite(path, Quote.CODEC)) {
                assertEquals(dataOffset + size * 24, Files.size(path), attempt);
                assertEquals(size, file.size(), attempt);
                assertEquals(size, file.append(Quote.of(size)), attempt);
                size++;
            }
            assertEquals(dataOffset + size * 24, Files.size(path), attempt);
        }
        assertEquals(size, requireWholeRecords(path, 0, size, "verbatim.seed=" + seed));
        assertTrue(cuts > 0, "no writer was killed with capacity in reserve: nothing was cut");
    }

    /** {@return how many records the writer said that it had appended} Reads the file all the while. */
    private static long appendUntilKilled(Path path, long size, long target, String attempt) throws Exception {
        AtomicLong acknowledged = new AtomicLong(-1);
        Process writer = ChildJvm.start(ChildJvm.command(WriterProgram.class, "append", path));
        Thread listener = Thread.ofPlatform().start(() -> listen(writer, acknowledged));
        try (StructFile<Quote> reader = StructFile.open(path, Quote.CODEC)) {
            long seen = size;
            while (acknowledged.get() < target) {
                assertTrue(writer.isAlive(), () -> attempt + ": the writer ended, exitCode=" + writer.exitValue());
                long promised = acknowledged.get();
                long now = reader.size();
                assertTrue(
                        now >= seen && now >= promised, attempt + ": size=" + now + " after " + seen + ", " + promised);
                for (long i = Math.max(seen, now - 10); i < now; i++) {
                    assertEquals(Quote.of(i), reader.get(i), attempt);
                }
                seen = now;
            }
        } finally {
            ChildJvm.kill(writer);
            listener.join();
        }
        return acknowledged.get();
    }

    private static void listen(Process writer, AtomicLong acknowledged) {
        try (BufferedReader lines = writer.inputReader()) {
            String line = lines.readLine();
            while (line != null) {
                // The last line may have been cut off by the kill; then it is a smaller number.
                acknowledged.accumulateAndGet(Long.parseLong(line), Math::max);
                line = lines.readLine();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** {@return the size of the file} */
    private static long requireWholeRecords(Path path, long from, long acknowledged, String attempt)
            throws IOException {
        try (StructFile<Quote> file = StructFile.open(path, Quote.CODEC)) {
            long size = file.size();
            assertTrue(size >= acknowledged, () -> attempt + ": " + acknowledged + " were appended, there are " + size);
            for (long i = from; i < size; i++) {
                assertEquals(Quote.of(i), file.get(i), attempt);
            }
            return size;
        }
    }
}
