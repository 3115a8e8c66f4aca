package dev.verbatim.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.verbatim.file.Samples.Quote;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whoever may write a file may be its writer, whatever other users before him have left beside it. */
class SecondUserTest {

    @TempDir
    Path folder;

    private Path path;

    @BeforeEach
    void setUp() throws IOException {
        assumeTrue(folder.getFileSystem().supportedFileAttributeViews().contains("unix"), "needs POSIX permissions");
        path = folder.toRealPath().resolve("quotes.npy");
        StructFile.create(path, Quote.CODEC).close();
    }

    @Test
    void theLockFileIsGoneWithItsWriter() throws IOException {
        try (StructFile<Quote> _ = StructFile.openReadWrite(path, Quote.CODEC)) {
            assertTrue(Files.exists(lockFile(path)));
        }
        assertFalse(Files.exists(lockFile(path)));
    }

    @Test
    void theLockFileHasThePermissionsOfTheFile() throws IOException {
        for (String permissions : List.of("rw-rw-rw-", "rw-------", "rw-rw----")) {
            Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
            try (StructFile<Quote> _ = StructFile.openReadWrite(path, Quote.CODEC)) {
                assertEquals(permissions, PosixFilePermissions.toString(Files.getPosixFilePermissions(lockFile(path))));
                assertEquals(Files.getAttribute(path, "unix:gid"), Files.getAttribute(lockFile(path), "unix:gid"));
            }
        }
    }

    @Test
    void theLockFileOfAWriterWhoDiedIsUsedAgain() throws Exception {
        Process writer = ChildJvm.start(ChildJvm.command(WriterProgram.class, "hold", path));
        assertEquals("opened", writer.inputReader().readLine());
        ChildJvm.kill(writer);
        assertTrue(Files.exists(lockFile(path)));
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-rw-rw-"));
        try (StructFile<Quote> _ = StructFile.openReadWrite(path, Quote.CODEC)) {
            assertEquals("rw-rw-rw-", PosixFilePermissions.toString(Files.getPosixFilePermissions(lockFile(path))));
            Files.readAllBytes(path); // leaves the lock file alone to keep others out
            assertEquals(refusal(), WriterLockTest.tryInAnotherProcess(path));
        }
        assertFalse(Files.exists(lockFile(path)));
    }

    @Test
    void aLockFileThatMayNotBeOpenedIsNotNeeded() throws Exception {
        Path lockFile = Files.createFile(
                lockFile(path), PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("---------")));
        assertEquals("index=0\n", Unprivileged.run("write", path));
        assertTrue(Files.exists(lockFile));
        assertEquals("%s\nindex=1\n".formatted(refusal()), Unprivileged.run("hold", path));
    }

    @Test
    void aFolderThatMayNotBeWrittenTakesNoLockFile() throws Exception {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("r-xr-xr-x"));
        try {
            assertEquals("index=0\n", Unprivileged.run("write", path));
            assertEquals("%s\nindex=1\n".formatted(refusal()), Unprivileged.run("hold", path));
        } finally {
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        assertFiles(List.of(path));
    }

    /** Where nobody can make a file, not even root. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aFolderThatIsMountedToReadOnlyTakesNoLockFile(boolean hasLockFile) throws Exception {
        List<Path> before = hasLockFile ? List.of(Files.createFile(lockFile(path)), path) : List.of(path);
        assertEquals(List.of("index=0"), SmallDisk.runReadOnlyButFiles(folder, Unprivileged.class, "write", path));
        assertEquals(
                List.of(refusal(), "index=1"), SmallDisk.runReadOnlyButFiles(folder, Unprivileged.class, "hold", path));
        assertFiles(before);
    }

    @Test
    void aLockFileThatItsMakerMayNotOpenIsNotLeft() throws Exception {
        assertEquals("index=0\n", Unprivileged.runWithUmask("222", "write", path));
        assertFiles(List.of(path));
    }

    @Test
    void aLockFileThatIsNoneIsRefused() throws IOException {
        Files.createSymbolicLink(lockFile(path), folder.resolve("elsewhere"));
        assertEquals(
                "file=" + path + ": its lock file " + lockFile(path) + " is no regular file; delete it",
                WriterProgram.tryToWrite(path));
        assertFalse(Files.exists(folder.resolve("elsewhere")));
        Files.delete(lockFile(path));
        assertEquals("opened", WriterProgram.tryToWrite(path));
    }

    private void assertFiles(List<Path> expected) throws IOException {
        try (Stream<Path> files = Files.list(path.getParent())) {
            assertEquals(expected, files.sorted().toList());
        }
    }

    private String refusal() {
        return "file=" + path + ": it is open for writing in another process; close the other writer first";
    }

    private static Path lockFile(Path path) throws IOException {
        return path.resolveSibling(".verbatim-" + Files.getAttribute(path, "unix:ino") + ".lock");
    }
}
