package dev.verbatim.file;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.verbatim.internal.io.WindowsFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A file of structs where files have no inodes, by which a file could be known whatever its name is. */
@EnabledOnOs(value = OS.LINUX, disabledReason = "the rules are those of WindowsFiles")
class WindowsFileTest {

    @TempDir
    Path temporary;

    /** {@return how many descriptors this process has of a file} */
    private static int descriptors(Path path) throws IOException {
        int count = 0;
        try (Stream<Path> links = Files.list(Path.of("/proc/self/fd"))) {
            for (Path link : links.toList()) {
                try {
                    count += Files.readSymbolicLink(link).equals(path) ? 1 : 0;
                } catch (NoSuchFileException e) {
                    // closed meanwhile
                }
            }
        }
        return count;
    }

    @Test
    void aSecondWriterOfANewFileIsRefusedAndLeavesNothingOpen() throws IOException {
        Path real = temporary.toRealPath().resolve("quotes.npy");
        Path path = WindowsFiles.under(real);
        WriterLock lock = FileCreation.create(path, new byte[] {1, 2, 3});

        int before = descriptors(real);
        assertEquals("file=" + path + ": " + WriterLock.OPEN_HERE, WriterProgram.tryToWrite(path));
        assertEquals(before, descriptors(real));

        lock.release();
        WriterLock.acquire(path).release();
    }
}
