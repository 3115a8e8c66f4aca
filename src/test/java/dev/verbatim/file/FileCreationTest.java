package dev.verbatim.file;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.verbatim.internal.io.DelegatedFiles;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file that was created is there, even if what it was made of cannot be cleared away. */
class FileCreationTest {

    @TempDir
    Path folder;

    @Test
    void aFileWhoseUnfinishedNameCannotBeDeletedIsCreated() throws IOException {
        byte[] header = {1, 2, 3};
        Path path = folder.toRealPath().resolve("quotes.npy");

        WriterLock lock = FileCreation.create(new Obstructed().delegated(path), header);

        assertArrayEquals(header, Files.readAllBytes(path));
        assertEquals(
                "file=" + path + ": it is open for writing in this process; close the other writer first",
                WriterProgram.tryToWrite(path));
        lock.release();
        WriterLock.acquire(path).release();
        try (Stream<Path> files = Files.list(folder)) {
            assertEquals(
                    List.of("directory", "quotes.npy"),
                    files.map(file -> Files.isDirectory(file)
                                    ? "directory"
                                    : file.getFileName().toString())
                            .sorted()
                            .toList());
        }
    }

    /** When a link is made, what it leads to becomes a folder that is not empty and cannot be deleted. */
    private static final class Obstructed extends DelegatedFiles {

        Obstructed() {
            super(FileSystems.getDefault());
        }

        @Override
        public void createLink(Path link, Path existing) throws IOException {
            super.createLink(link, existing);
            delete(existing);
            Files.createFile(Files.createDirectory(real(existing)).resolve("obstacle"));
        }
    }
}
