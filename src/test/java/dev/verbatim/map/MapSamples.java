package dev.verbatim.map;

import dev.verbatim.internal.log.Log;
import dev.verbatim.internal.log.LogOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;

/** What the tests of maps share. */
final class MapSamples {

    private MapSamples() {}

    /** Has the next one who opens a map make its index anew, as after another start of the system. */
    static void forgetTheBoot(Path folder) throws IOException {
        LogOptions options = new LogOptions(folder, null, null, false, Duration.ZERO, false, false);
        try (Log log = Log.open(MapDescriptor.KIND, options)) {
            log.control().setStoreLongRelease(MapDescriptor.BOOT_ID, 0);
        }
    }

    /** Copies a folder that nobody has open. */
    static void copy(Path folder, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(folder.relativize(file)));
            }
        }
    }
}
