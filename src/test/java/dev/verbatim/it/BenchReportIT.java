package dev.verbatim.it;

import static dev.verbatim.it.HtmlPage.assertContains;
import static dev.verbatim.it.HtmlPage.assertNeedsNothingElse;
import static dev.verbatim.it.HtmlPage.count;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page that the built benchmarks make of results. Nothing is measured here. */
class BenchReportIT {

    @TempDir
    private Path folder;

    private record Outcome(int exitCode, String out, String err) {}

    /** A run with figures that are easy to divide. */
    private static String run(String form, String results) {
        return run(form, results, "");
    }

    private static String run(String form, String results, String latencies) {
        return """
            {"date": "2026-11-21", "form": "%s", "command": "./verbatim bench <x>", "commit": "abc1234",
             "machine": {"processor": "A & B", "processors": 2, "memoryBytes": 1048576, "system": "Linux",
              "jvm": "VM"},
             "settings": [{"benchmark": "SampleMemoryBenchmark", "rivals": ["sbe"], "iterations": "3 forks",
              "flags": ["--add-opens=x"]}],
             "commandLines": [{"family": "SampleMemory", "command": "java -jar"}],
             "results": [%s],
             "sizes": [{"family": "SampleMemory", "rival": "codec", "bytes": 176}],
             %s
             "failed": []}
            """.formatted(form, results, latencies.isEmpty() ? "" : "\"latencies\": [" + latencies + "],");
    }

    private static String time(String shape, String rival, String direction, double nanos) {
        return """
            {"shape": "%s", "rival": "%s", "direction": "%s", "metric": "", "score": %s, "error": 0.5}
            """.formatted(shape, rival, direction, nanos);
    }

    private static final String MEMORY = String.join(
            ",",
            time("SampleMemory", "codec", "RoundTrip", 50),
            time("SampleMemory", "kryo", "RoundTrip", 2000),
            time("SampleMemory", "sbeUnchecked", "RoundTrip", 40),
            time("SampleMemory", "unsafe", "RoundTrip", 25));

    @Test
    void showsTimesRatiosSizesAndLimits() throws Exception {
        String page = page(run("FULL", MEMORY));

        assertContains(page, "<td class=\"group\">50.0 ± 0.5</td><td>2.00</td>");
        assertContains(page, "<td class=\"group\">2,000 ± 1</td><td>80.00</td>");
        assertContains(page, "<td class=\"group\">176</td>");
        assertContains(page, "codec to Kryo</th><td>0.03</td><td>below 1.00</td><td class=\"met\">met</td>");
        assertContains(
                page,
                "codec to SBE, without bounds checks</th><td>1.25</td><td>at most 1.05</td>"
                        + "<td class=\"missed\">MISSED</td>");
        assertFalse(page.contains("codec to Fory"), "what was not measured is not judged");
        assertContains(page, "<strong>Long form</strong>");
        assertContains(page, "./verbatim bench &lt;x&gt;");
        assertContains(page, "A &amp; B");
        assertContains(page, "<code>--add-opens=x</code>");
    }

    @Test
    void judgesAColdStartByDifferencesInMilliseconds() throws Exception {
        String page = page(run(
                "FULL",
                String.join(
                        ",",
                        time("ColdStart aot", "varHandles", "FromStart", 60e6),
                        time("ColdStart aot", "codec", "FromStart", 80e6),
                        time("ColdStart aot", "codecHundred", "FromStart", 278e6))));

        assertContains(page, "an AOT cache)</th><td>20.00</td><td>at most 25.00</td><td class=\"met\">met</td>");
        assertContains(page, "an AOT cache)</th><td>2.00</td><td>at most 1.00</td><td class=\"missed\">MISSED</td>");
    }

    @Test
    void judgesTheQueueAgainstTheFasterRowOfItsRival() throws Exception {
        String page = page(run(
                "FULL",
                String.join(
                        ",",
                        time("Queue", "codec", "Append", 50),
                        time("Queue", "codecWithoutChecksum", "Append", 20),
                        time("Queue", "chronicleQueue", "Append", 500),
                        time("Queue", "chronicleQueuePreallocated", "Append", 100))));

        assertContains(page, "Verbatim to Chronicle Queue</th><td>0.10</td><td></td>");
        assertContains(
                page,
                "Verbatim to Chronicle Queue, its file preallocated too</th><td>0.50</td><td>at most 0.35</td>"
                        + "<td class=\"missed\">MISSED</td>");
        assertContains(
                page,
                "without checksums to Chronicle Queue, its file preallocated too</th><td>0.20</td><td>at most 0.25</td>"
                        + "<td class=\"met\">met</td>");
    }

    @Test
    void judgesTheMapAgainstTheFastestFormOfItsRivalAndTwoThreadsAgainstOne() throws Exception {
        String shape = "Map 100000 ZIPF";
        String page = page(run(
                "FULL",
                String.join(
                        ",",
                        time(shape, "codec", "GetInto", 100),
                        time(shape, "lmdb", "GetInto", 20),
                        time(shape, "chronicleMap", "GetInto", 400),
                        time(shape, "chronicleMapValues", "GetInto", 200),
                        time("MapTwoThreads 100000 ZIPF", "codec", "GetInto", 120))));

        String row = "map, 100,000 entries, keys drawn by Zipf’s law, get into a reusable value: ";
        assertContains(
                page,
                row + "Verbatim to Chronicle Map’s fastest form</th><td>0.50</td><td>at most 0.45</td>"
                        + "<td class=\"missed\">MISSED</td>");
        assertContains(
                page,
                row + "what two threads do to what one does</th><td>1.67</td><td>at least 1.60</td>"
                        + "<td class=\"met\">met</td>");
        assertEquals(5, count(page, "<rect "));
    }

    @Test
    void plotsTheLatencyOfTheQueueAndJudgesIt() throws Exception {
        String page = page(run("FULL", "", """
            {"date": "2026-11-21", "command": "./verbatim latency", "machine": {"processor": "A", "jvm": "VM"},
             "series": [{"title": "a & b", "how": "so", "runs": [{"nanos": [90, 91, 92, 93, 94, 95],
              "points": [{"percentile": 0, "nanos": 80}, {"percentile": 100, "nanos": 95}]}]}],
             "comparisons": [{"title": "pairs", "ours": "no flag", "rival": "flags", "limit": 0.75, "repeated": 0,
              "pairs": [{"ours": [60, 61, 62, 63, 64, 65], "rival": [100, 101, 102, 103, 104, 105],
               "ratios": [0.60, 0.60, 0.61, 0.61, 0.62, 0.62], "noise": ""}]}],
             "remarks": ["Remarkable."]}
            """));

        assertContains(page, "<a href=\"#Latency\">The queue between two processes</a>");
        assertEquals(2, count(page, "<path d=\"M"), "one in the legend");
        assertContains(page, "<h3>a &amp; b, µs</h3>");
        assertContains(page, "<p>Remarkable.</p>");
        assertContains(page, "pairs, median latency</th><td>0.60</td><td>at most 0.75</td><td class=\"met\">met</td>");
        assertFalse(page(run("FULL", MEMORY)).contains("#Latency"));
    }

    @Test
    void drawsABarForEachRivalAndCutsTheLongest() throws Exception {
        String page = page(run("SHORT", MEMORY));

        assertEquals(4, count(page, "<rect "));
        assertEquals(1, count(page, "class=\"cut\""));
        assertEquals(3, count(page, "class=\"error\""));
        assertContains(page, "is not to be quoted");
    }

    @Test
    void drawsNoBarForAMappingPerTrip() throws Exception {
        String page = page(run(
                "SHORT",
                String.join(
                        ",",
                        time("SampleFile opened", "codecMapping", "RoundTrip", 30_000),
                        time("SampleFile opened", "codecChannel", "RoundTrip", 20_000),
                        time("SampleFile kept", "codecMapping", "RoundTrip", 100),
                        time("SampleFile kept", "codecChannel", "RoundTrip", 900),
                        time("SampleFile kept", "kryo", "RoundTrip", 4_000))));

        assertEquals(4, count(page, "<rect "));
        assertContains(page, "<td class=\"group\">30.0 ± 0.0</td>");
        assertContains(page, "<title>write and read, µs</title>");
        assertContains(page, "file kept: the codec's better form to Kryo</th><td>0.03</td>");
    }

    @Test
    void showsTheLastOfSeveralRuns() throws Exception {
        Path first = write("first.json", run("FULL", MEMORY));
        Path second = write("second.json", run("FULL", time("SampleMemory", "codec", "RoundTrip", 77)));
        Path page = folder.resolve("page.html");

        assertEquals(new Outcome(0, page + "\n", ""), report("page", page, first, second));
        assertContains(Files.readString(page), "77.0 ± 0.5");
        assertFalse(Files.readString(page).contains("50.0 ± 0.5"));
    }

    @Test
    void isWellFormedAndNeedsNothingElse() throws Exception {
        assertNeedsNothingElse(page(run("FULL", MEMORY)));
    }

    @Test
    void namesWhatIsWrong() throws Exception {
        Path page = folder.resolve("page.html");
        Path missing = folder.resolve("missing.json");
        Path other = write("other.json", "[]");
        Path empty = write("empty.json", "{}");

        assertEquals(
                new Outcome(1, "", "verbatim bench: " + missing + ": no such file\n"), report("page", page, missing));
        for (Path file : List.of(other, empty)) {
            assertEquals(
                    new Outcome(1, "", "verbatim bench: " + file + ": not the results of a run\n"),
                    report("page", page, file));
        }
        Path noPage = folder.resolve("page.json");
        assertEquals(
                new Outcome(2, "", "verbatim bench: " + noPage + ": expected a name that ends in .html\n"),
                report("page", noPage, other));
        Outcome family = report("short", page, "Dance");
        assertTrue(family.err().startsWith("verbatim bench: Dance: no such family; there are "), family.err());
        assertEquals(2, family.exitCode());
        assertFalse(Files.exists(page));
    }

    private String page(String run) throws Exception {
        Path page = folder.resolve("page.html");
        assertEquals(new Outcome(0, page + "\n", ""), report("page", page, write("run.json", run)));
        return Files.readString(page);
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private Outcome report(Object... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                Path.of("target", "benchmarks.jar").toString(),
                "dev.verbatim.jmh.report.BenchReport"));
        for (Object argument : arguments) {
            command.add(argument.toString());
        }
        Path out = folder.resolve("out");
        Path err = folder.resolve("err");
        Process process = new ProcessBuilder(command)
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        assertTrue(process.waitFor(60, TimeUnit.SECONDS));
        return new Outcome(process.exitValue(), Files.readString(out), Files.readString(err));
    }
}
