package dev.verbatim.cli;

import static dev.verbatim.cli.CommandLineRun.verbatim;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class LatencyCommandTest {

    @TempDir
    Path temp;

    @AfterEach
    void forgetTheHome() {
        System.clearProperty("verbatim.home");
    }

    @Test
    void measuresOurQueueAloneByDefault() throws Exception {
        assertEquals(
                List.of(
                        "run",
                        "command=./verbatim latency",
                        "rate=50000",
                        "messages=150000",
                        "runs=5",
                        "durability=PAGE_CACHE",
                        "checksum=true",
                        "pin=auto",
                        "folder=" + System.getProperty("java.io.tmpdir"),
                        "output=verbatim-latency",
                        "pairs=0"),
                arguments());
    }

    @Test
    void takesAllOptions() throws Exception {
        assertEquals(
                List.of(
                        "run",
                        "command=./verbatim latency --rate=1000 --messages=7 --runs=2 --durability=EACH --no-checksum"
                                + " --no-pin --folder=here --output=a folder",
                        "rate=1000",
                        "messages=7",
                        "runs=2",
                        "durability=EACH",
                        "checksum=false",
                        "pin=no",
                        "folder=here",
                        "output=a folder",
                        "pairs=0"),
                arguments(
                        "--rate=1000",
                        "--messages=7",
                        "--runs=2",
                        "--durability=EACH",
                        "--no-checksum",
                        "--no-pin",
                        "--folder=here",
                        "--output=a folder"));
        assertTrue(arguments("--checksum", "--pin").containsAll(List.of("checksum=true", "pin=yes")));
    }

    @Test
    void comparesInTenPairsUnlessToldOtherwise() throws Exception {
        assertEquals("pairs=10", arguments("--against=chronicle").getLast());
        assertEquals("pairs=3", arguments("--against", "chronicle", "--pairs=3").getLast());
    }

    @Test
    void aRunTakesThreeSecondsAtAnyRate() throws Exception {
        assertTrue(arguments("--rate=200").contains("messages=600"));
    }

    @Test
    void printsWhatWasMeasured() throws Exception {
        assertEquals(List.of("page", "verbatim-latency", "latency.json"), arguments("--from=latency.json"));
    }

    @Test
    void refusesWhatMakesNoSense() {
        assertRefused("--rate=0: expected a number from 1 to 100000000", "--rate=0");
        assertRefused("--messages=-1: expected a number from 1 to 2147483647", "--messages=-1");
        assertRefused("--runs=0: expected a number from 1 to 2147483647", "--runs=0");
        assertRefused("--pairs=0: expected a number from 1 to 2147483647", "--against=chronicle", "--pairs=0");
        assertRefused("--pairs are those of --against, which is missing", "--pairs=4");
        assertRefused(
                "--against compares what waits for the page cache, so that --durability=BATCH does not go with it",
                "--against=chronicle",
                "--durability=BATCH");
        assertEquals(2, verbatim("latency", "--against=nobody").exitCode());
    }

    @Test
    void saysWhereTheProgramShouldBe() {
        System.setProperty("verbatim.home", temp.toString());

        CommandLineRun run = verbatim("latency");

        assertEquals(
                "verbatim latency: " + temp.resolve("target/benchmarks.jar")
                        + ": no such file; start the measurement as './verbatim latency' in a clone of the project\n",
                run.err());
        assertEquals(2, run.exitCode());
    }

    private static void assertRefused(String message, String... options) {
        assertEquals(
                message,
                assertThrows(BadInputException.class, () -> arguments(options)).getMessage());
    }

    private static List<String> arguments(String... options) throws BadInputException {
        List<String> words = new ArrayList<>(List.of("latency"));
        words.addAll(List.of(options));
        CommandLine latency = Main.commandLine()
                .parseArgs(words.toArray(String[]::new))
                .subcommand()
                .commandSpec()
                .commandLine();
        return ((LatencyCommand) latency.getCommand()).arguments();
    }
}
