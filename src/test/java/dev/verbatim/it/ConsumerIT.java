package dev.verbatim.it;

import static java.util.stream.Collectors.joining;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An application in a module of its own, whose sources are in {@code src/test/consumer}, compiled against the built
 * jar and run as a stranger runs it: without a flag. Generated code lives in its module, where tests inside ours cannot
 * see it fail.
 */
class ConsumerIT {

    private static final String COMPILE =
            "javac --release 22 -Xlint:all -Werror -p libs --module-source-path src -m consumer -d mods";
    private static final String RUN = "java -p libs:mods -m consumer/consumer.Main";
    private static final String LINK =
            "jlink -p libs:mods --add-modules consumer" + " --launcher consumer=consumer/consumer.Main --output image";
    private static final String RUN_IMAGE = "image/bin/consumer";
    private static final String RUN_ON_CLASS_PATH =
            "java -cp mods/consumer:mods/consumer.lib:mods/consumer.views:libs/* consumer.Main";

    /** How many checks the application makes. A run that makes fewer has lost some. */
    private static final int CHECKS = 31_358;

    /** So many members that generated methods are split in three. */
    private static final int WIDE_FIELDS = 700;

    @TempDir
    private static Path folder;

    private record Outcome(int exitCode, String out, String err) {}

    @BeforeAll
    static void compile() throws Exception {
        Path libs = Files.createDirectory(folder.resolve("libs"));
        for (String property : List.of("verbatim.jar", "verbatim.asm.jar")) {
            Path jar = Path.of(System.getProperty(property));
            Files.copy(jar, libs.resolve(jar.getFileName()));
        }
        copySources(Path.of("src", "test", "consumer"), folder.resolve("src"));
        String fields = IntStream.range(0, WIDE_FIELDS).mapToObj(i -> "f" + i).collect(joining(", "));
        Files.writeString(
                folder.resolve("src/consumer/consumer/Wide.java"),
                "package consumer;\n\nfinal class Wide {\n    private int " + fields + ";\n}\n");
        assertEquals(new Outcome(0, "", ""), run(COMPILE));
    }

    private static void copySources(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file).toString()));
            }
        }
    }

    @Test
    void runsOnTheModulePath() throws Exception {
        assertPasses("in module consumer", RUN);
    }

    @Test
    void runsOnTheClassPath() throws Exception {
        assertPasses("in unnamed module", RUN_ON_CLASS_PATH);
    }

    @Test
    void runsFromALinkedImageOfNothingElse() throws Exception {
        Outcome linked = run(LINK);
        assertEquals(0, linked.exitCode(), linked::toString);
        assertPasses("in module consumer", RUN_IMAGE);
        Set<String> modules =
                Set.of("consumer", "consumer.lib", "consumer.views", "dev.verbatim", "java.base", "org.objectweb.asm");
        assertEquals(
                modules,
                Set.copyOf(run("image/bin/java --list-modules")
                        .out()
                        .lines()
                        .map(line -> line.split("[@ ]", 2)[0])
                        .toList()));
    }

    @Test
    void theModuleNotesShowTheseCommands() throws Exception {
        List<String> notes = Files.readAllLines(Path.of("docs", "module-info.md"));
        for (String command : List.of(COMPILE, RUN, LINK, RUN_IMAGE)) {
            assertTrue(notes.contains(command), () -> "docs/module-info.md lacks the line: " + command);
        }
    }

    private static void assertPasses(String where, String command) throws Exception {
        Path files = Files.createTempDirectory(folder, "files");
        Outcome outcome = run(command + " " + folder.relativize(files));
        assertEquals("", outcome.err(), outcome::toString);
        assertEquals(0, outcome.exitCode(), outcome::toString);
        List<String> lines = outcome.out().lines().toList();
        assertEquals(2, lines.size(), outcome::toString);
        assertTrue(lines.getFirst().startsWith(where), outcome::toString);
        assertEquals("checks passed: " + CHECKS, lines.getLast());
    }

    /**
     * Runs a command in the folder. A name without a path is a tool of the JDK. Those that make something get flags for
     * a start in half the time, which change nothing in what they make.
     */
    private static Outcome run(String command) throws Exception {
        List<String> words =
                new ArrayList<>(List.of(command.replace(":", File.pathSeparator).split(" ")));
        String program = words.getFirst();
        words.set(
                0,
                program.contains("/")
                        ? folder.resolve(program).toString()
                        : Path.of(System.getProperty("java.home"), "bin", program)
                                .toString());
        if (command.equals(COMPILE) || command.equals(LINK)) {
            words.addAll(1, List.of("-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC"));
        }
        Path out = Files.createTempFile(folder, "out", ".txt");
        Path err = Files.createTempFile(folder, "err", ".txt");
        ProcessBuilder builder = new ProcessBuilder(words)
                .directory(folder.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        // Each of these would be a flag, and the JVM says on stderr that it picked it up.
        builder.environment().keySet().removeAll(Set.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"));
        Process process = builder.start();
        if (!process.waitFor(5, TimeUnit.MINUTES)) {
            process.destroyForcibly();
        }
        return new Outcome(process.waitFor(), Files.readString(out), Files.readString(err));
    }
}
