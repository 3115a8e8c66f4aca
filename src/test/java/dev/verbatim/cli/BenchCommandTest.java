package dev.verbatim.cli;

import static dev.verbatim.cli.CommandLineRun.verbatim;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class BenchCommandTest {

    @TempDir
    Path temp;

    @AfterEach
    void forgetTheHome() {
        System.clearProperty("verbatim.home");
    }

    @Test
    void startsTheShortFormOfAllFamilies() throws Exception {
        assertEquals(List.of("short", "verbatim-bench.html"), arguments());
    }

    @Test
    void startsTheLongFormOfSomeFamilies() throws Exception {
        assertEquals(
                List.of("full", "a page.html", "Copy", "View"),
                arguments("--full", "--output=a page.html", "--families=Copy,View"));
    }

    @Test
    void makesThePageOfSeveralRuns() throws Exception {
        assertEquals(
                List.of("page", "verbatim-bench.html", "a.json", "b.json", "c.json"),
                arguments("--from=a.json,b.json", "--from", "c.json"));
    }

    @Test
    void saysWhereTheBenchmarksShouldBe() {
        System.setProperty("verbatim.home", temp.toString());

        CommandLineRun run = verbatim("bench");

        assertEquals(
                "verbatim bench: " + temp.resolve("target/benchmarks.jar")
                        + ": no such file; start the benchmarks as './verbatim bench' in a clone of the project\n",
                run.err());
        assertEquals("", run.out());
        assertEquals(2, run.exitCode());
    }

    private static List<String> arguments(String... options) throws Exception {
        List<String> words = new ArrayList<>(List.of("bench"));
        words.addAll(List.of(options));
        CommandLine bench = Main.commandLine()
                .parseArgs(words.toArray(String[]::new))
                .subcommand()
                .commandSpec()
                .commandLine();
        return ((BenchCommand) bench.getCommand()).arguments();
    }
}
