package dev.verbatim.internal.log;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertThrowsExactly;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.verbatim.internal.io.WindowsFiles;
import dev.verbatim.tools.HiddenFile;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

class LogFilesTest {

    @TempDir
    Path folder;

    @Test
    void whatNobodyCanLookAtIsNotTakenForAbsent() throws IOException {
        Path file = folder.resolve("file");
        assertFalse(LogFiles.exists(file));
        Files.createFile(file);
        assertTrue(LogFiles.exists(file));
        try (HiddenFile hidden = new HiddenFile(file)) {
            hidden.requireRefused(() -> LogFiles.exists(file));
        }
    }

    @Test
    void aFolderIsListed() throws IOException {
        Path file = Files.createFile(folder.resolve("file"));
        Path inner = Files.createDirectory(folder.resolve("inner"));
        Files.createFile(inner.resolve("deep"));
        assertEquals(Set.of(file, inner), Set.copyOf(LogFiles.list(folder)));
    }

    /** What fails on the way through a folder. */
    private record BrokenFolder(IOException failure) implements DirectoryStream<Path> {

        @Override
        public Iterator<Path> iterator() {
            return new Iterator<>() {

                private boolean begun;

                @Override
                public boolean hasNext() {
                    if (begun) {
                        throw new DirectoryIteratorException(failure);
                    }
                    return true;
                }

                @Override
                public Path next() {
                    begun = true;
                    return Path.of("file");
                }
            };
        }

        @Override
        public void close() {}
    }

    @Test
    void aListThatFailsOnTheWayThrowsWhatACallerExpects() {
        IOException failure = new FileSystemException(folder.toString(), null, "Input/output error");
        assertSame(failure, assertThrows(IOException.class, () -> LogFiles.list(new BrokenFolder(failure))));
    }

    /** The exceptions of a channel name no file. What is refused differs between systems. */
    private static void assertNamed(String message, Executable ofChannel, Executable here) throws Throwable {
        try {
            ofChannel.execute();
        } catch (IOException e) {
            String expected = message + e.getMessage();
            assertEquals(expected, assertThrowsExactly(IOException.class, here).getMessage());
            return;
        }
        abort("needs a file that refuses this");
    }

    /** As somebody may who finds it by its name before the unfinished one is gone. */
    @Test
    @EnabledOnOs(value = OS.LINUX, disabledReason = "the rules are those of WindowsFiles")
    void aFileThatIsMappedGetsItsNameWhereNoMappedFileCanBeDeleted() throws IOException {
        Path unfinished = WindowsFiles.under(folder).resolve("a.unfinished");
        Path file = unfinished.resolveSibling("file");
        LogFiles.writeAndForce(unfinished, new byte[] {1});
        try (Arena arena = Arena.ofConfined()) {
            Mappings.map(unfinished, 1, false, arena);
            assertTrue(LogFiles.link(unfinished, file));
        }
        assertFalse(Files.exists(unfinished));
        LogFiles.writeAndForce(unfinished, new byte[] {2});
        assertFalse(LogFiles.link(unfinished, file), "there is a file of this name");
        assertFalse(Files.exists(unfinished));
        assertArrayEquals(new byte[] {1}, Files.readAllBytes(file));
    }

    @Test
    void aDeviceThatRefusesAWriteIsNamed() throws Throwable {
        Path full = Path.of("/dev/full");
        assumeTrue(Files.exists(full), "needs " + full);
        try (FileChannel channel = FileChannel.open(full, StandardOpenOption.WRITE)) {
            assertNamed(
                    "file=" + full + ": cannot write it: ",
                    () -> channel.write(ByteBuffer.allocate(1)),
                    () -> LogFiles.writeAndForce(full, channel, new byte[1]));
        }
    }

    @Test
    void aFolderThatRefusesAForceIsNamed() throws Throwable {
        Path unforced = Path.of("/proc");
        assumeTrue(Files.exists(unforced), "needs " + unforced);
        try (FileChannel channel = FileChannel.open(unforced)) {
            assertNamed(
                    "file=" + unforced + ": cannot force it: ",
                    () -> channel.force(true),
                    () -> LogFiles.forceFolder(unforced));
        }
    }

    @Test
    void aFileThatRefusesAMappingIsNamed() throws Throwable {
        Path unmapped = Path.of("/sys/kernel/mm/transparent_hugepage/enabled");
        assumeTrue(Files.exists(unmapped), "needs " + unmapped);
        long size = Files.size(unmapped);
        try (FileChannel channel = FileChannel.open(unmapped)) {
            assertNamed(
                    "file=" + unmapped + ": cannot map it: ",
                    () -> channel.map(MapMode.READ_ONLY, 0, size, Arena.ofAuto()),
                    () -> Mappings.map(unmapped, size, false, Arena.ofAuto()));
        }
    }

    @Test
    void aFolderThatAnotherProcessHasMadeMeanwhileIsLeft() {
        assumeTrue(folder.getFileSystem().supportedFileAttributeViews().contains("posix"), "else none is forced");
        Path outer = folder.resolve("outer");
        Path inner = outer.resolve("inner");
        IOException failure = new IOException("Input/output error");
        LogFiles.FolderForce other = (outside, channel) -> {
            if (outside.equals(outer)) {
                throw failure;
            }
            Files.createDirectory(inner);
        };
        assertSame(failure, assertThrows(IOException.class, () -> LogFolder.create(inner, other)));
        assertTrue(Files.isDirectory(inner));
    }

    /** Whoever tries again finds a folder, and would not force its name, which a loss of power could take then. */
    @Test
    void aFolderWhoseNameCannotBeForcedIsNotLeft() throws IOException {
        assumeTrue(folder.getFileSystem().supportedFileAttributeViews().contains("posix"), "else none is forced");
        Path outer = folder.resolve("outer");
        Path inner = outer.resolve("inner");
        IOException failure = new IOException("Input/output error");
        int[] forced = new int[1];
        LogFiles.FolderForce secondFails = (outside, channel) -> {
            if (++forced[0] == 2) {
                throw failure;
            }
        };
        assertSame(failure, assertThrows(IOException.class, () -> LogFolder.create(inner, secondFails)));
        assertEquals(List.of(outer), LogFiles.list(folder));
        assertEquals(List.of(), LogFiles.list(outer));
        LogFolder.create(inner, secondFails);
        assertEquals(3, forced[0]);
        assertTrue(Files.isDirectory(inner));
    }
}
