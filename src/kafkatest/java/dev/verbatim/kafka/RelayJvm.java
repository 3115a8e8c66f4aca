package dev.verbatim.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.file.PackedClasses;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Starts relays in JVMs that start fast: a first one relays a little and leaves an archive of the classes that it has
 * loaded, which the others map. Such an archive needs a class path of jars, so the folders of classes are packed.
 */
final class RelayJvm {

    private static final int PATIENCE_SECONDS = 180;

    private final Path archive;
    private final String classPath;

    /**
     * Makes the archive.
     *
     * @param folder where it goes
     * @param first a program that ends by itself
     * @param arguments its arguments
     */
    RelayJvm(Path folder, Class<?> first, String... arguments) throws Exception {
        this.archive = folder.resolve("classes.jsa");
        this.classPath = PackedClasses.classPath(folder, elements());
        File output = folder.resolve("output.txt").toFile();
        Process process = Broker.start(command("-XX:ArchiveClassesAtExit=" + archive, first, arguments), output);
        assertTrue(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS), () -> "does not end: " + text(output));
        assertEquals(0, process.exitValue(), () -> text(output));
    }

    private static List<Path> elements() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .map(Path::of)
                .toList();
    }

    private List<String> command(String option, Class<?> program, String... arguments) {
        return Broker.command(
                classPath,
                List.of("-Xmx128m", "-Ddev.verbatim.kafka.watchSteps=true", option),
                program.getName(),
                arguments);
    }

    /** Starts a program that uses the archive. */
    Process start(File output, Class<?> program, String... arguments) throws IOException {
        return Broker.start(command("-XX:SharedArchiveFile=" + archive, program, arguments), output);
    }

    /** {@return what was written to a file, or why it cannot be read} */
    static String text(File file) {
        try {
            return Files.readString(file.toPath());
        } catch (IOException e) {
            return e.toString();
        }
    }
}
