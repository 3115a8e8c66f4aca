package dev.verbatim.cli.selftest;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Starts the JVM of this process once more, on the same class path. */
final class ChildJvm {

    /** Those of HotSpot: standard output is for the program alone. */
    private static final List<String> FLAGS =
            List.of("-XX:+IgnoreUnrecognizedVMOptions", "-XX:+DisplayVMOutputToStderr");

    private ChildJvm() {}

    /** Starts a program, whose standard error goes to a file. */
    static Process start(List<String> flags, Class<?> program, Path errors, String... arguments) throws IOException {
        List<String> words = new ArrayList<>();
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        words.addAll(FLAGS);
        words.addAll(flags);
        words.addAll(List.of("-cp", classPath(), program.getName()));
        words.addAll(List.of(arguments));
        return new ProcessBuilder(words).redirectError(errors.toFile()).start();
    }

    private static String classPath() {
        return Stream.of("java.class.path", "jdk.module.path")
                .map(System::getProperty)
                .filter(path -> path != null && !path.isEmpty())
                .collect(Collectors.joining(File.pathSeparator));
    }
}
