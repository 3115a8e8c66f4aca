package dev.verbatim.cli;

import static dev.verbatim.cli.CommandLineRun.verbatim;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.verbatim.map.MapCodec;
import dev.verbatim.map.MappedMap;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MainTest {

    @Test
    void helpNamesTheCommandsAndTheExitCodes() {
        CommandLineRun run = verbatim("--help");

        assertEquals(0, run.exitCode());
        assertEquals("", run.err());
        assertTrue(run.out().startsWith("Usage: verbatim [-hV] COMMAND\n"), run.out());
        assertTrue(run.out().contains("""

            Commands:
              demo        Maps a file of market data and copies it.
              info        Says what a .npy file, a queue or a map consists of.
              cat         Prints what a .npy file, a queue or a map holds.
              tail        Prints the last entries of a store, and follows it.
              verify      Looks at all of a .npy file, a queue or a map.
              convert     Makes a store, CSV or JSON lines of another one of these.
              append      Appends CSV or JSON lines to a store.
              diff        Prints where two stores differ, by index or key and by member.
              queue       Shows, checks and fills persisted queues.
              map         Shows, checks and changes persisted maps.
              layout      Prints Java source of the layout of a class, of C, or of a file.
              relay       Carries queues and maps from host to host over Apache Kafka.
              bench       Runs the benchmarks and writes a page about them.
              latency     Measures the latency of the queue between two processes.
              selftest    Checks the promises on this JVM, processor and file system.
              completion  Prints a completion script for bash and zsh.
              man         Prints the manual page.
            """), run.out());
        assertTrue(run.out().contains("""
              2     bad input
              130   Ctrl-C; append and convert end between two entries
            """), run.out());
    }

    @Test
    void helpOfTheDemoNamesItsOptionsAndTheirDefaults() {
        CommandLineRun run = verbatim("demo", "--help");

        assertEquals(0, run.exitCode());
        assertEquals("", run.err());
        assertTrue(
                run.out().contains("Usage: verbatim demo [-hV] [--input=FILE] [--output=DIR] [--repeat=N]\n"),
                run.out());
        assertTrue(run.out().contains("Default: ./examples/nasdaq-daily.csv\n"), run.out());
        assertTrue(run.out().contains("Default: verbatim-demo\n"), run.out());
        assertTrue(run.out().contains("Default: 1\n"), run.out());
    }

    @Test
    void helpOfTheBenchmarksNamesTheirOptionsAndDefaults() {
        CommandLineRun run = verbatim("bench", "--help");

        assertEquals(0, run.exitCode());
        assertEquals("", run.err());
        for (String option : List.of("--full", "--families=NAME", "--from=FILE", "--output=FILE")) {
            assertTrue(run.out().contains(option), run.out());
        }
        assertTrue(run.out().contains("Default: verbatim-bench.html\n"), run.out());
    }

    @Test
    void relaysAreAnotherJars() {
        CommandLineRun run = verbatim("relay", "queue", "quotes", "--to", "quotes");

        assertEquals(2, run.exitCode());
        assertEquals(
                "verbatim relay: cannot relay from this jar, which has no client of Kafka: start it as './verbatim"
                        + " relay queue quotes --to quotes' in a clone of the project\n",
                run.err());
    }

    @Test
    void versionNamesTheJvmToo() {
        CommandLineRun run = verbatim("--version");

        assertEquals(0, run.exitCode());
        assertEquals("", run.err());
        assertTrue(run.out().startsWith("verbatim "), run.out());
        assertTrue(run.out().endsWith(" on Java " + Runtime.version() + "\n"), run.out());
    }

    @Test
    void versionNamesTheCommitOfTheBuild() throws IOException {
        try (InputStream in = Main.class.getResourceAsStream("commit.txt")) {
            assumeTrue(in != null, "Maven has not made these classes");
            String commit = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            String expected = commit.isEmpty() ? "verbatim (not packaged) on" : " (commit " + commit + ") on Java ";
            assertTrue(verbatim("--version").out().contains(expected), commit);
            assertTrue(commit.matches("|[0-9a-f]{12}(-dirty)?"), commit);
        }
    }

    private static Process startHelp(Redirect out) throws IOException {
        List<String> command = new ArrayList<>(command());
        command.add("--help");
        return new ProcessBuilder(command).redirectOutput(out).start();
    }

    /** What starts a process with the classes of the tests, which lie on the module path in part. */
    private static List<String> command() {
        String classes = Stream.of("java.class.path", "jdk.module.path")
                .map(System::getProperty)
                .filter(Objects::nonNull)
                .collect(Collectors.joining(File.pathSeparator));
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        return List.of(java, "-cp", classes, Main.class.getName());
    }

    private static String errors(Process process) throws IOException {
        return new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void outputThatCannotBeWrittenIsAnError() throws Exception {
        Process full = startHelp(Redirect.to(new File("/dev/full")));

        assertEquals("verbatim: standard output: No space left on device\n", errors(full));
        assertEquals(1, full.waitFor());
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aReaderThatEndsEarlyIsNotTalkedAbout() throws Exception {
        Process unread = startHelp(Redirect.PIPE);
        unread.getInputStream().close(); // long before the JVM has started

        assertEquals("", errors(unread));
        assertEquals(0, unread.waitFor());
    }

    /** A shell makes the bytes: this JVM has a locale of its own. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void anArgumentThatTheLocaleHasNoCharactersForIsRefused(@TempDir Path temporary) throws Exception {
        MappedMap.builder(temporary.resolve("map"), MapCodec.strings(), MapCodec.bytes())
                .open()
                .close();
        List<String> command =
                new ArrayList<>(List.of("sh", "-c", "exec \"$@\" \"$(printf 'Z\\303\\274rich')\"", "sh"));
        command.addAll(command());
        command.addAll(List.of("map", "put", "map", "--layout=raw", "city"));
        ProcessBuilder builder = new ProcessBuilder(command).directory(temporary.toFile());
        builder.environment().put("LC_ALL", "C");
        Process ascii = builder.start();

        assertEquals(
                "verbatim: an argument has a character that the locale's charset, ANSI_X3.4-1968, does not have: set"
                        + " LC_ALL to a locale of UTF-8, such as C.UTF-8\n",
                errors(ascii));
        assertEquals(2, ascii.waitFor());

        builder.environment().put("LC_ALL", "C.UTF-8");
        Process utf8 = builder.start();
        String out = new String(utf8.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertEquals("{\"key\":\"city\",\"layout\":\"raw\",\"value\":\"Zürich\"}\n", out);
        assertEquals(0, utf8.waitFor(), errors(utf8));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "                  | verbatim: missing required subcommand; see 'verbatim --help'",
                "zzz               | verbatim: unmatched argument at index 0: 'zzz'; see 'verbatim --help'",
                "--fast            | verbatim: unknown option: '--fast'; see 'verbatim --help'",
                "demo --fast       | verbatim demo: unknown option: '--fast'; see 'verbatim demo --help'",
                "demo --repaet=2   | verbatim demo: unknown option: '--repaet=2' (did you mean --repeat?); see"
                        + " 'verbatim demo --help'",
                "demo more         | verbatim demo: unmatched argument at index 1: 'more'; see 'verbatim demo --help'",
                "demo --input      | verbatim demo: missing required parameter for option '--input' (FILE); see"
                        + " 'verbatim demo --help'",
                "demo --repeat=two | verbatim demo: invalid value for option '--repeat': 'two' is not an int; see"
                        + " 'verbatim demo --help'",
                "demo --repeat=0   | verbatim demo: --repeat 0: expected 1 or more",
                "demo --repeat=-3  | verbatim demo: --repeat -3: expected 1 or more",
                "bench --fulll     | verbatim bench: unknown option: '--fulll' (did you mean --full?); see"
                        + " 'verbatim bench --help'",
                "bench --full --from=a.json | verbatim bench: --from runs nothing, so that --full and --families do not"
                        + " go with it",
                "bench --families=A --from=a.json | verbatim bench: --from runs nothing, so that --full and --families"
                        + " do not go with it",
            })
    void badOptionsAreOneLineAndExitCodeTwo(String args, String expected) {
        CommandLineRun run = verbatim(args == null ? new String[0] : args.split(" "));

        assertEquals(expected + "\n", run.err());
        assertEquals("", run.out());
        assertEquals(2, run.exitCode());
    }
}
