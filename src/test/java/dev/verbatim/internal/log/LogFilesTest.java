package dev.verbatim.internal.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
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
        Path loop = Files.createSymbolicLink(folder.resolve("loop"), Path.of("loop"));
        assertEquals(
                loop.toString(),
                assertThrows(FileSystemException.class, () -> LogFiles.exists(loop)).getFile());
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

    /** Whoever tries again finds a folder, and would not force its name, which a loss of power could take then. */
    @Test
    void aFolderWhoseNameCannotBeForcedIsNotLeft() throws IOException {
        Path outer = folder.resolve("outer");
        Path inner = outer.resolve("inner");
        IOException failure = new IOException("Input/output error");
        int[] forced = new int[1];
        LogFiles.FolderForce secondFails = channel -> {
            if (++forced[0] == 2) {
                throw failure;
            }
        };
        assertSame(failure, assertThrows(IOException.class, () -> Log.createFolder(inner, secondFails)));
        assertEquals(List.of(outer), LogFiles.list(folder));
        assertEquals(List.of(), LogFiles.list(outer));
        Log.createFolder(inner, secondFails);
        assertEquals(3, forced[0]);
        assertTrue(Files.isDirectory(inner));
    }
}
