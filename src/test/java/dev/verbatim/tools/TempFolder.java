package dev.verbatim.tools;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/**
 * A folder that is deleted, with what is in it, when it is closed: for properties, where JUnit has no {@code TempDir}.
 *
 * @param path where it is
 */
public record TempFolder(Path path) implements AutoCloseable {

    /** {@return a new and empty one} */
    public static TempFolder create() throws IOException {
        return new TempFolder(Files.createTempDirectory("verbatim"));
    }

    @Override
    public void close() throws IOException {
        try (Stream<Path> files = Files.walk(path)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
