package dev.verbatim.file;

import static dev.verbatim.file.WriterLockTest.inAnotherClassLoader;
import static dev.verbatim.file.WriterLockTest.tryInAnotherProcess;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.verbatim.file.Samples.Quote;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The lock of a file's writer follows the file: a new name, a new folder and a second name lead to it. */
class RenamedFileTest {

    /** More than a new file has room for, so that the writer has to extend it. */
    private static final int MANY = 5_000;

    @TempDir
    Path folder;

    private Path path;

    @BeforeEach
    void setUp() throws IOException {
        folder = folder.toRealPath();
        path = folder.resolve("quotes.npy");
        Files.createDirectory(folder.resolve("other"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"renamed.npy", "other/quotes.npy"})
    void aFileThatIsRenamedWhileItIsOpenHasItsWriterStill(String name) throws Exception {
        Path renamed = folder.resolve(name);
        try (StructFile<Quote> file = StructFile.create(path, Quote.CODEC)) {
            file.append(Quote.of(0));
            Files.move(path, renamed);

            assertRefused(renamed);
            for (int i = 1; i < MANY; i++) {
                file.append(Quote.of(i));
            }
            assertRefused(renamed);
        }
        assertQuotes(MANY, renamed);
        assertEquals("opened", WriterProgram.tryToWrite(renamed));
        assertEquals("opened", tryInAnotherProcess(renamed));
        assertOnly(renamed);
    }

    @ParameterizedTest
    @ValueSource(strings = {"link.npy", "other/link.npy"})
    void theSecondNameOfAFileLeadsToItsWriter(String name) throws Exception {
        StructFile.create(path, Quote.CODEC).close();
        Path link = Files.createLink(folder.resolve(name), path);
        try (StructFile<Quote> file = StructFile.openReadWrite(path, Quote.CODEC)) {
            assertRefused(link);
            file.append(Quote.of(0));
        }
        try (StructFile<Quote> file = StructFile.openReadWrite(link, Quote.CODEC)) {
            assertRefused(path);
            file.append(Quote.of(1));
        }
        assertQuotes(2, path);
    }

    /**
     * On POSIX systems each close of a descriptor drops the lock on the file itself, the only one that is found from
     * another folder.
     */
    @Test
    void theLockOfAFileThatWasMovedOutlivesTheReadersOfTheWritersProcess() throws Exception {
        Path moved = folder.resolve("other/quotes.npy");
        StructFile.create(path, Quote.CODEC).close();
        StructFile<Quote> early = StructFile.open(path, Quote.CODEC);
        try (StructFile<Quote> file = StructFile.openReadWrite(path, Quote.CODEC)) {
            StructFile<Quote> longLived = StructFile.open(path, Quote.CODEC);
            Files.move(path, moved);
            file.append(Quote.of(0));
            early.close();
            assertEquals("1", WriterProgram.read(moved));
            assertEquals("1", inAnotherClassLoader("read", moved));
            assertRefused(moved);

            longLived.close();
            assertEquals("1", WriterProgram.read(moved));
            assertRefused(moved);
        }
        assertEquals("opened", tryInAnotherProcess(moved));
    }

    @Test
    void theLockOfAFileThatWasRenamedOutlivesWhoeverReadsIt() throws Exception {
        Path renamed = folder.resolve("renamed.npy");
        try (StructFile<Quote> _ = StructFile.create(path, Quote.CODEC)) {
            Files.move(path, renamed);
            Files.readAllBytes(renamed);
            assertRefused(renamed);
        }
    }

    /** What readers leave open for the sake of the lock is used again. */
    @Test
    void readersOfAFileThatHasAWriterDoNotPileUp() throws IOException {
        Path descriptors = Path.of("/proc/self/fd");
        assumeTrue(Files.isDirectory(descriptors), "needs /proc/self/fd");
        try (StructFile<Quote> file = StructFile.create(path, Quote.CODEC)) {
            file.append(Quote.of(0));
            for (int i = 0; i < 50; i++) {
                try (StructFile<Quote> first = StructFile.open(path, Quote.CODEC);
                        StructFile<Quote> second = StructFile.open(path, Quote.CODEC)) {
                    assertEquals(Quote.of(0), first.get(0));
                    assertEquals(Quote.of(0), second.get(0));
                }
            }
            assertEquals(3, descriptorsOf(path));
        }
        assertEquals(0, descriptorsOf(path));
    }

    private static int descriptorsOf(Path path) throws IOException {
        int count = 0;
        try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
            for (Path descriptor : descriptors.toList()) {
                // The descriptor of the listing is closed by now.
                count += Files.exists(descriptor) && Files.isSameFile(path, descriptor) ? 1 : 0;
            }
        }
        return count;
    }

    @Test
    void aFileMayTakeThePlaceOfOneThatIsStillWritten() throws Exception {
        Path old = folder.resolve("old.npy");
        try (StructFile<Quote> file = StructFile.create(path, Quote.CODEC)) {
            file.append(Quote.of(0));
            Files.move(path, old);
            try (StructFile<Quote> next = StructFile.create(path, Quote.CODEC)) {
                for (int i = 0; i < MANY; i++) {
                    next.append(Quote.of(i));
                    file.append(Quote.of(i + 1));
                }
                assertRefused(old);
                assertRefused(path);
            }
            file.append(Quote.of(MANY + 1));
        }
        assertQuotes(MANY, path);
        assertQuotes(MANY + 2, old);
    }

    @Test
    void aFileThatIsReplacedWhileItIsOpenIsWrittenToItsEnd() throws Exception {
        Path next = folder.resolve("next.npy");
        try (StructFile<Quote> file = StructFile.create(next, Quote.CODEC)) {
            file.append(Quote.of(0));
        }
        try (StructFile<Quote> file = StructFile.create(path, Quote.CODEC)) {
            Files.delete(path);
            Files.move(next, path);
            for (int i = 0; i < MANY; i++) {
                file.append(Quote.of(i));
            }
            assertEquals(Quote.of(MANY - 1), file.get(MANY - 1));
            assertEquals("opened", WriterProgram.tryToWrite(path));
        }
        assertQuotes(1, path);
        assertOnly(path);
    }

    private static void assertRefused(Path path) throws Exception {
        String refusal = "file=" + path + ": it is open for writing in %s process; close the other writer first";
        assertEquals(refusal.formatted("this"), WriterProgram.tryToWrite(path));
        assertEquals(refusal.formatted("another"), tryInAnotherProcess(path));
    }

    private static void assertQuotes(int count, Path path) throws IOException {
        try (StructFile<Quote> file = StructFile.open(path, Quote.CODEC)) {
            List<Quote> expected =
                    LongStream.range(0, count).mapToObj(Quote::of).toList();
            assertTrue(expected.equals(file.stream().toList()), "size=" + file.size());
        }
    }

    /** Of all files, in both folders. */
    private void assertOnly(Path path) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            assertEquals(List.of(path), files.filter(Files::isRegularFile).toList());
        }
    }
}
