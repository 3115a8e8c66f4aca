package dev.verbatim.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The bytes of all files of a store. */
final class FolderContents {

    private FolderContents() {}

    static Map<Path, String> of(Path folder) throws IOException {
        Map<Path, String> contents = new TreeMap<>();
        try (Stream<Path> files = Files.walk(folder)) {
            // The lock file must not be opened while the store is: closing it would drop the locks of this process.
            for (Path file : files.filter(Files::isRegularFile)
                    .filter(file -> !file.endsWith("lock"))
                    .toList()) {
                contents.put(file, HexFormat.of().formatHex(Files.readAllBytes(file)));
            }
        }
        return contents;
    }
}
