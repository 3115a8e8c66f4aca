package dev.verbatim.jmh.map;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A folder among the temporary files.
 *
 * @param path the folder
 */
record TemporaryFolder(Path path) {

    static TemporaryFolder create() throws IOException {
        return new TemporaryFolder(Files.createTempDirectory("verbatim-benchmark"));
    }

    /** Deletes the folder and all that is in it. */
    void delete() throws IOException {
        for (Path file : files().reversed()) {
            Files.delete(file);
        }
    }

    /** {@return the folder and all that is in it, each folder before its files} */
    List<Path> files() throws IOException {
        try (Stream<Path> all = Files.walk(path)) {
            return all.sorted(Comparator.naturalOrder()).toList();
        }
    }
}
