package dev.verbatim.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.verbatim.LayoutMismatchException;
import dev.verbatim.file.Samples.OneByte;
import dev.verbatim.file.Samples.Quote;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Paths where there can be no file of structs: they are refused at once, and nothing is left beside them. */
class FailedCallTest {

    @TempDir
    Path folder;

    private Path path;

    @BeforeEach
    void setUp() {
        path = folder.resolve("quotes.npy");
    }

    @Test
    void createRefusesAFolder() throws IOException {
        Files.createDirectory(path);
        assertEquals(path.toString(), createFails(FileAlreadyExistsException.class, path));
        assertFiles(path);
    }

    @Test
    void createRefusesAFileThatExists() throws IOException {
        Files.createFile(path);
        assertEquals(path.toString(), createFails(FileAlreadyExistsException.class, path));
        Path link = Files.createSymbolicLink(folder.resolve("link.npy"), path);
        assertEquals(link.toString(), createFails(FileAlreadyExistsException.class, link));
        assertFiles(link, path);
    }

    @Test
    void createRefusesASymbolicLinkToNothing() throws IOException {
        Files.createSymbolicLink(path, folder.resolve("missing"));
        assertEquals(
                path + ": a symbolic link to nothing; delete it, or make what it leads to",
                createFails(FileAlreadyExistsException.class, path));
        assertFiles(path);
    }

    @Test
    void createInAMissingFolderNamesTheFolder() throws IOException {
        Path missing = folder.resolve("missing");
        assertEquals(missing.toString(), createFails(NoSuchFileException.class, missing.resolve("quotes.npy")));
        assertFiles();
    }

    @Test
    void createInAFileNamesTheFile() throws IOException {
        Files.createFile(path);
        assertEquals(path.toString(), createFails(NotDirectoryException.class, path.resolve("quotes.npy")));
        assertFiles(path);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/dev/null"})
    void createRefusesWhatIsNotInAFolderOfTheUsers(String name) throws IOException {
        Path path = Path.of(name);
        Path parent = path.getParent() == null ? path : path.getParent();
        assumeTrue(Files.exists(path), "needs " + name);
        List<Path> before = ours(parent);
        List<Path> beforeHere = ours(Path.of(""));
        assertEquals(name, createFails(FileAlreadyExistsException.class, path));
        assertEquals(before, ours(parent));
        assertEquals(beforeHere, ours(Path.of("")));
    }

    @Test
    void createRefusesThePathWithoutAName() throws IOException {
        List<Path> before = ours(Path.of(""));
        assertEquals(
                Path.of("").toAbsolutePath().toString(), createFails(FileAlreadyExistsException.class, Path.of("")));
        assertEquals(before, ours(Path.of("")));
    }

    /** A name as long as names can be leaves no room for a longer one beside it. */
    @Test
    void aFileMayHaveTheLongestName() throws IOException {
        Path longest = folder.resolve("x".repeat(255));
        StructFile.create(longest, Quote.CODEC).close();
        assertEquals("opened", WriterProgram.tryToWrite(longest));
        assertFiles(longest);
        Path tooLong = folder.resolve("x".repeat(256));
        assertEquals(
                "file=" + tooLong + ": cannot create it: File name too long", createFails(IOException.class, tooLong));
        assertFiles(longest);
    }

    @Test
    void aFileWhoseSizeCannotBeKnownIsNamed() throws IOException {
        Path file = Files.createFile(folder.resolve("file"));
        FileChannel channel = FileChannel.open(file);
        channel.close();
        IOException thrown = assertThrows(IOException.class, () -> MappedFile.size(file, channel));
        assertEquals(
                "file=" + file + ": cannot ask for its size: java.nio.channels.ClosedChannelException",
                thrown.getMessage());
        assertInstanceOf(ClosedChannelException.class, thrown.getCause());
    }

    @ParameterizedTest
    @CsvSource({
        "folder,a folder",
        "pipe,'a pipe, a socket or a device'",
        "socket,'a pipe, a socket or a device'",
        "/dev/null,'a pipe, a socket or a device'"
    })
    void onlyARegularFileIsOpened(String name, String found) throws Exception {
        Path path = folder.resolve(name);
        ServerSocketChannel socket = null;
        switch (name) {
            case "folder" -> Files.createDirectory(path);
            case "pipe" -> makePipe(path);
            case "socket" ->
                socket = ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(UnixDomainSocketAddress.of(path));
            default -> assumeTrue(Files.exists(path), "needs " + path);
        }
        try {
            List<Path> before = ours(path.getParent());
            String message = "file=" + path + ": expected a regular file, found " + found;
            // The thread that opens a pipe waits for its other end, and nothing ends that.
            assertTimeoutPreemptively(Duration.ofMinutes(1), () -> {
                assertEquals(
                        message,
                        assertThrows(StructFileException.class, () -> open(path))
                                .getMessage());
                assertEquals(message, WriterProgram.tryToWrite(path));
            });
            assertEquals(before, ours(path.getParent()));
        } finally {
            if (socket != null) {
                socket.close();
            }
        }
    }

    private static void makePipe(Path path) throws IOException, InterruptedException {
        try {
            assumeTrue(ChildJvm.run(List.of("mkfifo", path.toString())).exitCode() == 0, "needs mkfifo");
        } catch (IOException e) {
            assumeTrue(false, "needs mkfifo: " + e.getMessage());
        }
    }

    @Test
    void aSymbolicLinkToAFileIsFollowed() throws IOException {
        StructFile.create(path, Quote.CODEC).close();
        Path link = Files.createSymbolicLink(folder.resolve("link.npy"), path);
        open(link);
        assertEquals("opened", WriterProgram.tryToWrite(link));
        assertFiles(link, path);
    }

    @Test
    void openingWhatIsNoFileOfStructsLeavesNothing() throws IOException {
        Files.writeString(path, "id,bid,ask\n");
        assertEquals(
                "file=" + path + " position=0: expected the magic bytes \\x93NUMPY of a .npy file,"
                        + " found 69 64 2c 62 69 64",
                WriterProgram.tryToWrite(path));
        assertFiles(path);
        Files.delete(path);

        StructFile.create(path, Quote.CODEC).close();
        assertThrows(
                LayoutMismatchException.class,
                () -> StructFile.openReadWrite(path, OneByte.CODEC).close());
        assertFiles(path);
        try (StructFile<Quote> _ = StructFile.openReadWrite(path, Quote.CODEC)) {
            List<Path> whileOpen = ours(folder);
            assertThrows(
                    StructFileException.class,
                    () -> StructFile.openReadWrite(path, Quote.CODEC).close());
            assertEquals(whileOpen, ours(folder));
        }
    }

    @Test
    void createInAFolderThatCannotBeWrittenSaysSo() throws Exception {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("r-xr-xr-x"));
        try {
            assertEquals(
                    AccessDeniedException.class.getName() + ": " + path
                            + ": no file can be made in its folder: access denied\n",
                    Unprivileged.run("create", path));
        } finally {
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        assertFiles();
    }

    private static String createFails(Class<? extends IOException> type, Path path) {
        IOException e = assertThrows(
                IOException.class, () -> StructFile.create(path, Quote.CODEC).close());
        assertEquals(type, e.getClass());
        return e.getMessage();
    }

    private static void open(Path path) throws IOException {
        StructFile.open(path, Quote.CODEC).close();
    }

    private void assertFiles(Path... expected) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            assertEquals(List.of(expected), files.sorted().toList());
        }
    }

    /** {@return the hidden files of a folder, of which Verbatim's would be some} */
    private static List<Path> ours(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().matches("\\..*(lock|new)"))
                    .sorted()
                    .toList();
        }
    }
}
