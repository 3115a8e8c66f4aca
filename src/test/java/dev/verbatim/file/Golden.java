package dev.verbatim.file;

import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The golden files of version 1 of what Verbatim writes. */
final class Golden {

    private Golden() {}

    /** {@return where a golden file is} */
    static Path path(String name) {
        URL url = Golden.class.getResource("/golden/v1/" + name);
        if (url == null) {
            throw new AssertionError("there is no golden file " + name);
        }
        try {
            return Path.of(url.toURI());
        } catch (URISyntaxException e) {
            throw new AssertionError(e);
        }
    }

    /** {@return the names, relative to version 1, of the files in a folder of golden files} */
    static List<String> names(String folder) throws IOException {
        try (Stream<Path> files = Files.list(path(folder))) {
            return files.map(file -> folder + "/" + file.getFileName()).sorted().toList();
        }
    }

    /** {@return a copy of a golden file that may be changed} */
    static Path copy(String name, Path folder) throws IOException {
        Path golden = path(name);
        return Files.copy(golden, folder.resolve(golden.getFileName()));
    }
}
