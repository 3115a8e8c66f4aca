package dev.verbatim.samples;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The files of a store's folder. */
public final class FolderFiles {

    private FolderFiles() {}

    /** {@return the files in a folder and in those within, relative to it and sorted} */
    public static List<Path> of(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .map(folder::relativize)
                    .sorted()
                    .toList();
        }
    }

    /** Fails unless two folders have the same files, with the same bytes. */
    public static void assertSameFiles(Path expected, Path found) throws IOException {
        List<Path> files = of(expected);
        assertEquals(files, of(found));
        for (Path file : files) {
            assertArrayEquals(
                    Files.readAllBytes(expected.resolve(file)),
                    Files.readAllBytes(found.resolve(file)),
                    file::toString);
        }
    }
}
