package dev.verbatim.it;

import static dev.verbatim.it.HtmlPage.assertContains;
import static dev.verbatim.it.HtmlPage.assertNeedsNothingElse;
import static dev.verbatim.it.HtmlPage.count;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What {@code ./verbatim latency} makes of results, and that it measures. What it measures is not looked at: others are
 * at work.
 */
class LatencyIT {

    private static final int MESSAGES = 4_000;

    @TempDir
    private Path folder;

    private record Outcome(int exitCode, String out, String err) {}

    @Test
    void showsPercentilesOfRunsAndTheirVariation() throws Exception {
        String out = show(series("normal", 9_000, 200, 300, 250), series("copyable", 100, 100, 150, 100), "");

        assertContains(out, """
            normal, µs

            percentile    run1    run2    run3    run4   % variation
            50           9.000   0.200   0.300   0.250          25.0
            90           9.001   0.201   0.301   0.251          24.9
            99           9.002   0.202   0.302   0.252          24.8
            99.7         9.003   0.203   0.303   0.253          24.7
            99.9         9.004   0.204   0.304   0.254          24.6
            worst        9.005   0.205   0.305   0.255          24.5
            so
            % variation is 100·(max − min)/(max + min/2) over the runs after the first.
            """);
    }

    @Test
    void showsTheFactorBetweenTheForms() throws Exception {
        String out = show(series("normal", 9_000, 200, 300, 250), series("copyable", 500, 100, 100, 120), "");

        assertContains(out, "50            0.250      0.100       2.50\n");
        assertContains(out, "99            0.252      0.102   no claim\n");
    }

    @Test
    void showsTheMedianOfThePairsRatiosWithItsInterval() throws Exception {
        long[] ours = {60, 61, 62, 63, 64, 66, 67, 68, 69, 140};
        String out = show("", "", comparison(0.75, ours));

        // 10 values: the second and the ninth hold the median in 97.9 of 100 cases.
        assertContains(out, "50              0.065       0.200    0.65   [0.61, 0.69]   at most 0.75: met\n");
        assertContains(out, "99              0.067       0.202                                   no claim\n");
        assertContains(out, "with their 97.9 % interval");
        assertContains(out, "Measured again because of noise: 2 pairs. Noisy all the same: 10.");
        assertContains(show("", "", comparison(0.64, ours)), "at most 0.64: MISSED\n");
        String few = show("", "", comparison(Double.NaN, 60, 70, 80));
        assertContains(few, "50              0.070       0.200    0.70   [0.60, 0.80]\n");
        assertContains(few, "with their 75.0 % interval");
    }

    @Test
    void drawsALineForEachRunOnAPageThatNeedsNothingElse() throws Exception {
        show(series("a & b", 9_000, 200), series("copyable", 500), comparison(0.75, 60));

        String page = Files.readString(folder.resolve("out/latency.html"));
        assertEquals(2 + 3, count(page, "<path d=\"M"), "two in the legend");
        assertContains(page, "<h2>a &amp; b, µs</h2>");
        assertNeedsNothingElse(page);
    }

    @Test
    void namesWhatIsWrong() throws Exception {
        Path other = Files.writeString(folder.resolve("other.json"), "{}");
        Path partly = Files.writeString(
                folder.resolve("partly.json"),
                results("", "", comparison(0.75, 60)).replace("ratios", "rations"));
        Path missing = folder.resolve("missing");

        for (Path incomplete : List.of(other, partly)) {
            assertEquals(
                    new Outcome(1, "", "verbatim latency: " + incomplete + ": not the results of a measurement\n"),
                    program("page", folder, incomplete));
        }
        assertEquals(new Outcome(1, "", "verbatim latency: " + missing + ": no such file\n"), run(missing));
    }

    @Test
    void measuresBothFormsAndLeavesNothingBehind() throws Exception {
        Path queues = Files.createDirectory(folder.resolve("queues"));

        Outcome outcome = run(queues);

        assertEquals("", outcome.err());
        assertEquals(0, outcome.exitCode(), outcome.out());
        for (String table : List.of(
                "normal object, µs",
                "trivially copyable object, µs",
                "normal object to trivially copyable object, µs")) {
            assertContains(outcome.out(), table);
        }
        assertContains(outcome.out(), "20,000 messages/s, 4,000 in a run");
        assertContains(outcome.out(), "JVMs with no flag");
        for (String form : List.of("normal", "copyable")) {
            for (int run = 1; run <= 2; run++) {
                assertContains(
                        Files.readString(folder.resolve("out/%s-run%d.hgrm".formatted(form, run))),
                        "Total count    =         " + MESSAGES);
            }
        }
        try (Stream<Path> left = Files.list(queues)) {
            assertEquals(List.of(), left.toList());
        }
        Files.delete(folder.resolve("out/latency.html"));
        Outcome again = program("page", folder.resolve("out"), folder.resolve("out/latency.json"));
        assertTrue(outcome.out().endsWith(again.out()), again.out());
        assertTrue(Files.exists(folder.resolve("out/latency.html")));
    }

    private Outcome run(Path queues) throws Exception {
        return program(
                "run",
                "command=./verbatim latency",
                "rate=20000",
                "messages=" + MESSAGES,
                "runs=2",
                "durability=PAGE_CACHE",
                "checksum=true",
                "pin=auto",
                "folder=" + queues,
                "output=" + folder.resolve("out"),
                "pairs=0",
                "warmUpSeconds=2");
    }

    private String show(String first, String second, String comparison) throws Exception {
        Path results = Files.writeString(folder.resolve("results.json"), results(first, second, comparison));
        Outcome outcome = program("page", folder.resolve("out"), results);
        assertEquals("", outcome.err());
        assertEquals(0, outcome.exitCode());
        assertContains(outcome.out(), "Remarkable.\n");
        return outcome.out();
    }

    private static String results(String first, String second, String comparison) {
        String series = Stream.of(first, second).filter(one -> !one.isEmpty()).collect(Collectors.joining(","));
        return """
            {"date": "2026-11-21", "command": "./verbatim latency",
             "machine": {"processor": "A & B", "processors": 2, "memoryBytes": 1048576, "system": "Linux",
              "jvm": "VM", "fileSystem": "ext4"},
             "series": [%s], "comparisons": [%s], "remarks": ["Remarkable."]}
            """.formatted(series, comparison);
    }

    /** Runs with these medians, and a nanosecond more at each higher percentile. */
    private static String series(String title, long... medians) {
        return LongStream.of(medians)
                .mapToObj(median -> """
                    {"nanos": %s, "points": [{"percentile": 0, "nanos": %d}, {"percentile": 100, "nanos": %d}]}
                    """.formatted(nanos(median), median - 10, median + 5))
                .collect(Collectors.joining(",", "{\"title\": \"" + title + "\", \"how\": \"so\", \"runs\": [", "]}"));
    }

    private static List<Long> nanos(long median) {
        return LongStream.range(0, 6).map(i -> median + i).boxed().toList();
    }

    /** Pairs with these medians of ours, 200 ns of the other, and blocks whose ratios are twice as large. */
    private static String comparison(double limit, long... ours) {
        return LongStream.of(ours)
                .mapToObj(median -> """
                    {"ours": %s, "rival": %s, "ratios": %s, "noise": "a third thread"}
                    """.formatted(nanos(median), nanos(200), Collections.nCopies(6, median / 100.0)))
                .collect(Collectors.joining(",", """
                    {"title": "pairs", "ours": "no flag", "rival": "flags", "limit": %s, "repeated": 2, "pairs": [
                    """.formatted(limit), "]}"));
    }

    private Outcome program(Object... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                Path.of("target", "benchmarks.jar").toAbsolutePath().toString(),
                "dev.verbatim.jmh.latency.LatencyProgram"));
        for (Object argument : arguments) {
            command.add(argument.toString());
        }
        return run(new ProcessBuilder(command));
    }

    private Outcome run(ProcessBuilder builder) throws IOException, InterruptedException {
        Path out = folder.resolve("stdout");
        Path err = folder.resolve("stderr");
        Process process =
                builder.redirectOutput(out.toFile()).redirectError(err.toFile()).start();
        assertTrue(process.waitFor(5, TimeUnit.MINUTES));
        return new Outcome(process.exitValue(), Files.readString(out), Files.readString(err));
    }
}
