package dev.verbatim.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tables of {@code docs/leaving-unsafe.md} whose libraries only the benchmarks have. */
class LeavingUnsafeIT {

    private static final int FIRST_THAT_DENIES = 23;
    private static final String DENY = "--sun-misc-unsafe-memory-access=deny";
    private static final String SAME = "same" + System.lineSeparator();

    private static final List<String> OPENS = Stream.of(
                    "java.base/java.io",
                    "java.base/java.lang",
                    "java.base/java.lang.reflect",
                    "java.base/java.nio",
                    "java.base/java.util",
                    "java.base/jdk.internal.misc",
                    "java.base/sun.nio.ch",
                    "jdk.compiler/com.sun.tools.javac",
                    "jdk.compiler/com.sun.tools.javac.file")
            .map(name -> "--add-opens=" + name + "=ALL-UNNAMED")
            .toList();

    @TempDir
    private Path folder;

    private record Outcome(String out, String err) {}

    @Test
    void bothSidesOfTheRowsLeaveTheSameBehind() throws Exception {
        Outcome outcome = run(OPENS, "agrona", "chronicle", "values", "sbe", "kryo");
        assertEquals(SAME, outcome.out, outcome.err);
    }

    @Test
    void theRivalsNeedTheOptionsThatThePageNames() throws Exception {
        List<String> denied = new ArrayList<>(OPENS);
        denied.addAll(List.of("-XX:+IgnoreUnrecognizedVMOptions", DENY));
        assertEquals(SAME, run(denied, "agrona").out);
        assertTrue(run(List.of(), "agrona").err.contains("IllegalAccessError"));
        boolean denies = Runtime.version().feature() >= FIRST_THAT_DENIES;
        for (String library : List.of("chronicle", "kryo")) {
            assertEquals(denies, run(denied, library).err.contains("UnsupportedOperationException"), library);
        }
    }

    private Outcome run(List<String> options, String... libraries) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.addAll(List.of(
                "-XX:TieredStopAtLevel=1",
                "-cp",
                Path.of("target", "benchmarks.jar").toAbsolutePath().toString(),
                "dev.verbatim.jmh.leaving.RowsCheck"));
        command.addAll(List.of(libraries));
        Path out = folder.resolve("stdout");
        Path err = folder.resolve("stderr");
        Process process = new ProcessBuilder(command)
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        assertTrue(process.waitFor(5, TimeUnit.MINUTES));
        return new Outcome(Files.readString(out), Files.readString(err));
    }
}
