package dev.verbatim.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.LayoutMismatchException;
import dev.verbatim.file.ChildJvm.Result;
import dev.verbatim.file.Samples.OneByte;
import dev.verbatim.file.Samples.Quote;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file has one writer, whoever asks and whatever readers do in between. */
class WriterLockTest {

    @TempDir
    Path folder;

    private Path path;
    private String refusedHere;
    private String refusedThere;

    @BeforeEach
    void setUp() throws IOException {
        path = folder.toRealPath().resolve("quotes.npy");
        refusedHere = "file=" + path + ": it is open for writing in this process; close the other writer first";
        refusedThere = "file=" + path + ": it is open for writing in another process; close the other writer first";
        StructFile.create(path, Quote.CODEC).close();
    }

    @Test
    void aSecondWriterOfTheProcessIsRefused() throws IOException {
        try (StructFile<Quote> file = StructFile.openReadWrite(path, Quote.CODEC)) {
            for (int i = 0; i < 3; i++) {
                assertEquals(refusedHere, WriterProgram.tryToWrite(path));
            }
            assertEquals(0, file.append(Quote.of(0)));
        }
        assertEquals("opened", WriterProgram.tryToWrite(path));
    }

    /** Its last writer, of another process, may do so after the file was opened and before it is locked. */
    @Test
    void theLockOfAFileThatAnotherHasReplacedIsGivenUp() throws IOException {
        Path newer = path.resolveSibling("newer.npy");
        StructFile.create(newer, Quote.CODEC).close();
        WriterLock lock = WriterLock.acquire(path);
        assertTrue(lock.releaseUnlessOf(path));
        Path old = Files.move(path, path.resolveSibling("old.npy"));
        Files.move(newer, path);
        assertEquals(refusedHere.replace("quotes", "old"), WriterProgram.tryToWrite(old));
        assertFalse(lock.releaseUnlessOf(path));
        assertEquals("opened", WriterProgram.tryToWrite(old));
        assertEquals("opened", WriterProgram.tryToWrite(path));
    }

    @Test
    void aWriterThatCreatesTheFileLocksItToo() throws Exception {
        Path created = path.resolveSibling("created.npy");
        try (StructFile<Quote> _ = StructFile.create(created, Quote.CODEC)) {
            assertEquals(refusedHere.replace("quotes", "created"), WriterProgram.tryToWrite(created));
            assertEquals(refusedThere.replace("quotes", "created"), tryInAnotherProcess(created));
        }
    }

    @Test
    void aSecondWriterIsRefusedUnderAnotherNameOfTheFile() throws Exception {
        Path link = Files.createSymbolicLink(folder.resolve("link.npy"), path);
        Path folderLink = Files.createSymbolicLink(folder.resolve("folder"), path.getParent());
        Path indirect = folder.resolve("..").resolve(folder.getFileName()).resolve("quotes.npy");
        try (StructFile<Quote> _ = StructFile.openReadWrite(path, Quote.CODEC)) {
            for (Path other : new Path[] {link, folderLink.resolve("quotes.npy"), indirect}) {
                assertEquals(refusedHere.replace(path.toString(), other.toString()), WriterProgram.tryToWrite(other));
                assertEquals(
                        "file=" + other + refusedThere.substring(("file=" + path).length()),
                        tryInAnotherProcess(other));
            }
        }
        try (StructFile<Quote> _ = StructFile.openReadWrite(link, Quote.CODEC)) {
            assertEquals(refusedHere, WriterProgram.tryToWrite(path));
            assertEquals(refusedThere, tryInAnotherProcess(path));
        }
    }

    @Test
    void aWriterOfAnotherProcessIsRefusedUntilTheFileIsClosed() throws Exception {
        try (StructFile<Quote> _ = StructFile.openReadWrite(path, Quote.CODEC)) {
            assertEquals(refusedThere, tryInAnotherProcess(path));
        }
        assertEquals("opened", tryInAnotherProcess(path));
    }

    /** On POSIX systems a close of any descriptor of the locked file would drop the lock. */
    @Test
    void theLockOutlivesTheReadersOfTheWritersProcess() throws Exception {
        try (StructFile<Quote> file = StructFile.openReadWrite(path, Quote.CODEC)) {
            file.append(Quote.of(0));
            try (StructFile<Quote> reader = StructFile.open(path, Quote.CODEC)) {
                assertEquals(1, reader.size());
            }
            Files.readAllBytes(path);
            assertEquals(refusedThere, tryInAnotherProcess(path));
        }
    }

    @Test
    void theLockOutlivesFailedAttempts() throws Exception {
        try (StructFile<Quote> _ = StructFile.openReadWrite(path, Quote.CODEC)) {
            assertEquals(refusedHere, WriterProgram.tryToWrite(path));
            assertThrows(
                    FileAlreadyExistsException.class,
                    () -> StructFile.create(path, Quote.CODEC).close());
            assertThrows(
                    LayoutMismatchException.class,
                    () -> StructFile.open(path, OneByte.CODEC).close());
            assertEquals(refusedThere, tryInAnotherProcess(path));
            assertEquals(refusedThere, tryInAnotherProcess(path));
        }
    }

    @Test
    void theLockOutlivesAnAttemptOfAnotherClassLoader() throws Exception {
        try (StructFile<Quote> _ = StructFile.openReadWrite(path, Quote.CODEC)) {
            assertEquals(refusedHere, tryInAnotherClassLoader(path));
            assertEquals(refusedHere, tryInAnotherClassLoader(path));
            assertEquals(refusedThere, tryInAnotherProcess(path));
        }
        assertEquals("opened", tryInAnotherClassLoader(path));
        assertEquals("opened", WriterProgram.tryToWrite(path));
    }

    @Test
    void aFileThatCannotBeOpenedIsNotLocked() throws Exception {
        assertThrows(
                LayoutMismatchException.class,
                () -> StructFile.openReadWrite(path, OneByte.CODEC).close());
        assertEquals("opened", WriterProgram.tryToWrite(path));
        assertEquals("opened", tryInAnotherProcess(path));
    }

    @Test
    void readersNeedNoLock() throws Exception {
        Process writer = ChildJvm.start(ChildJvm.command(WriterProgram.class, "hold", path));
        try {
            assertEquals("opened", writer.inputReader().readLine());
            try (StructFile<Quote> reader = StructFile.open(path, Quote.CODEC)) {
                assertEquals(0, reader.size());
            }
        } finally {
            ChildJvm.kill(writer);
        }
    }

    @Test
    void aWriterThatIsKilledLosesTheLock() throws Exception {
        Process writer = ChildJvm.start(ChildJvm.command(WriterProgram.class, "hold", path));
        try {
            assertEquals("opened", writer.inputReader().readLine());
            assertEquals(refusedThere, WriterProgram.tryToWrite(path));
            assertEquals(refusedThere, WriterProgram.tryToWrite(path));
        } finally {
            ChildJvm.kill(writer);
        }
        assertEquals("opened", WriterProgram.tryToWrite(path));
    }

    @Test
    void aWriterThatEndsLosesTheLock() throws Exception {
        Process writer = ChildJvm.start(ChildJvm.command(WriterProgram.class, "hold", path));
        assertEquals("opened", writer.inputReader().readLine());
        writer.getOutputStream().write("enough\n".getBytes(StandardCharsets.US_ASCII));
        writer.getOutputStream().close();
        assertEquals(0, writer.waitFor());
        assertEquals("opened", WriterProgram.tryToWrite(path));
    }

    @Test
    void whoeverComesFirstIsTheWriterEachTime() throws Exception {
        List<Process> writers = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            writers.add(ChildJvm.start(ChildJvm.command(WriterProgram.class, "contend", path)));
        }
        for (Process writer : writers) {
            assertEquals("", new String(writer.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
            assertEquals(0, writer.waitFor());
        }
        int expected = writers.size() * WriterProgram.CONTENDED_APPENDS;
        try (StructFile<Quote> file = StructFile.open(path, Quote.CODEC)) {
            assertEquals(expected, file.size());
            for (int i = 0; i < expected; i++) {
                assertEquals(Quote.of(i), file.get(i));
            }
        }
        try (Stream<Path> files = Files.list(folder)) {
            assertEquals(
                    List.of(path.getFileName()), files.map(Path::getFileName).toList());
        }
    }

    static String tryInAnotherProcess(Path path) throws IOException, InterruptedException {
        Result result = ChildJvm.run(ChildJvm.command(WriterProgram.class, "try", path));
        assertEquals(0, result.exitCode(), result.output());
        return result.output();
    }

    private static String tryInAnotherClassLoader(Path path) throws Exception {
        return inAnotherClassLoader("tryToWrite", path);
    }

    /**
     * {@return what a method of {@link WriterProgram} returns} It has a copy of the library of its own, as two web
     * applications in one server have. Its parent is the bootstrap loader: the platform's finds the library on the
     * module path.
     */
    static String inAnotherClassLoader(String method, Path path) throws Exception {
        URL[] urls = new URL[ChildJvm.classPath().size()];
        for (int i = 0; i < urls.length; i++) {
            urls[i] = ChildJvm.classPath().get(i).toUri().toURL();
        }
        try (URLClassLoader loader = new URLClassLoader(urls, null)) {
            assertNotSame(StructFile.class, loader.loadClass(StructFile.class.getName()));
            return (String) loader.loadClass(WriterProgram.class.getName())
                    .getMethod(method, Path.class)
                    .invoke(null, path);
        }
    }
}
