package dev.verbatim.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The jar of the benchmarks, which the launcher builds, and the programs in it. */
final class BenchmarksJar {

    private BenchmarksJar() {}

    /**
     * Runs a program and waits for it.
     *
     * @param what the name of the program for the user
     * @param command the command that starts the program
     * @param flags the flags of the program's JVM
     * @param program the main class
     * @param arguments the program's arguments
     * @return the exit code
     * @throws BadInputException if there is no jar
     */
    static int run(String what, String command, List<String> flags, String program, List<String> arguments)
            throws IOException, BadInputException, InterruptedException {
        Path jar = Path.of(System.getProperty("verbatim.home", "."), "target", "benchmarks.jar");
        if (!Files.exists(jar)) {
            throw new BadInputException(jar + ": no such file; start " + what + " as './verbatim " + command
                    + "' in a clone of the project");
        }
        List<String> words = new ArrayList<>();
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        words.addAll(flags);
        words.addAll(List.of("-cp", jar.toString(), program));
        words.addAll(arguments);
        Process process = new ProcessBuilder(words).inheritIO().start();
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroy));
        return process.waitFor();
    }
}
