package dev.verbatim.jmh.report;

import dev.verbatim.cli.OneLineErrors;
import dev.verbatim.jmh.cold.ColdStart;
import dev.verbatim.jmh.latency.Latencies;
import dev.verbatim.jmh.latency.LatencyFamily;
import dev.verbatim.jmh.report.Results.Result;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormat;

/** Runs families, nearly all of them through JMH, and gathers what a page needs to know about them. */
final class Benchmarks {

    private final Form form;
    private final Path latencyFolder;
    private final List<Run.CommandLine> commandLines = new ArrayList<>();
    private final List<Result> results = new ArrayList<>();
    private final List<Latencies> latencies = new ArrayList<>();

    /** The rivals that were run in the same way, by how; the settings name none. */
    private final Map<Run.Settings, Set<String>> rivals = new LinkedHashMap<>();

    /**
     * Starts with nothing measured.
     *
     * @param latencyFolder where distributions of latencies go
     */
    Benchmarks(Form form, Path latencyFolder) {
        this.form = form;
        this.latencyFolder = latencyFolder;
    }

    /** {@return how many benchmarks the families have, a method once for each combination of its parameters} */
    int count(List<Family> families, OutputFormat log) {
        int coldStarts = families.stream().anyMatch(Benchmarks::isColdStart) ? ColdStart.caches() : 0;
        int steps = families.stream().anyMatch(Benchmarks::isLatency) ? LatencyFamily.steps() : 0;
        return coldStarts
                + steps
                + families.stream()
                        .flatMap(family ->
                                BenchmarkList.defaultList().find(log, List.of(family.include(form)), List.of()).stream()
                                        .map(entry -> combinations(entry, form.parameters(family))))
                        .mapToInt(Integer::intValue)
                        .sum();
    }

    private static int combinations(BenchmarkListEntry entry, Map<String, List<String>> chosen) {
        Map<String, Integer> values = new LinkedHashMap<>();
        entry.getParams().orElse(Map.of()).forEach((name, declared) -> values.put(name, declared.length));
        values.replaceAll(
                (name, declared) -> chosen.containsKey(name) ? chosen.get(name).size() : declared);
        return values.values().stream().reduce(1, Math::multiplyExact);
    }

    /** Runs a family. A benchmark that fails has no results; the others have. */
    void run(Family family, RunOutput output) throws RunnerException, IOException {
        if (isColdStart(family)) {
            runColdStart(output);
            return;
        }
        if (isLatency(family)) {
            commandLines.add(new Run.CommandLine(Families.LATENCY, LatencyFamily.COMMAND));
            runLatency(output);
            return;
        }
        commandLines.add(new Run.CommandLine(family.name(), form.commandLine(family)));
        for (RunResult result : new Runner(form.options(family).build(), output).run()) {
            BenchmarkParams benchmark = result.getParams();
            List<Result> figures = results(result).toList();
            results.addAll(figures);
            figures.forEach(figure -> rivals.computeIfAbsent(settings(benchmark), unseen -> new LinkedHashSet<>())
                    .add(figure.rival()));
        }
        if (CRows.hasRows(family)) {
            addRowsOfC(family, output);
        }
    }

    private void addRowsOfC(Family family, RunOutput output) throws IOException {
        List<Result> rows = CRows.measure(family, NewRun.jar().getParent().getParent());
        if (rows.isEmpty()) {
            output.println("no rows of C in " + family.name() + ": no C compiler, or no source");
            return;
        }
        results.addAll(rows);
        commandLines.add(new Run.CommandLine(family.name(), CRows.commandLine()));
        String compiler = CRows.compiler().orElse("unknown compiler");
        Run.Settings settings = new Run.Settings("market_data.c", List.of(), compiler, List.of("-O2"));
        rows.forEach(row -> rivals.computeIfAbsent(settings, unseen -> new LinkedHashSet<>())
                .add(row.rival()));
    }

    private static boolean isColdStart(Family family) {
        return family.name().equals(Families.COLD_START);
    }

    private static boolean isLatency(Family family) {
        return family.name().equals(Families.LATENCY);
    }

    /** What fails here leaves the figures of the other families. */
    private void runLatency(RunOutput output) {
        try {
            latencies.add(LatencyFamily.measure(latencyFolder, output::measured));
        } catch (IOException e) {
            output.println("the latency of the queue: " + OneLineErrors.describe(e));
            output.failed(Families.LATENCY);
        }
    }

    private void runColdStart(RunOutput output) throws IOException {
        int processes = form.processes();
        commandLines.add(new Run.CommandLine(
                Families.COLD_START,
                "java -cp target/benchmarks.jar %s %d".formatted(ColdStart.class.getName(), processes)));
        List<String> subjects = new ArrayList<>();
        for (ColdStart.Figures figures : ColdStart.measure(processes, output::measured)) {
            results.add(result(figures, Results.FROM_START, figures.fromStart()));
            results.add(result(figures, Results.FROM_MAIN, figures.fromMain()));
            subjects.add(figures.rival());
        }
        Run.Settings settings =
                new Run.Settings(Families.COLD_START, List.of(), processes + " processes each, in turn", List.of());
        rivals.put(settings, new LinkedHashSet<>(subjects));
    }

    private static Result result(ColdStart.Figures figures, String direction, ColdStart.Spread nanos) {
        return new Result(figures.shape(), figures.rival(), direction, "", nanos.median(), nanos.half());
    }

    private static Stream<Result> results(RunResult result) {
        // JMH names a profiler's figure in its files as Results.ALLOCATION, and here without the colon.
        var allocation = result.getSecondaryResults().get(Results.ALLOCATION.substring(1));
        return Stream.concat(
                result(result.getParams(), "", result.getPrimaryResult()),
                result(result.getParams(), Results.ALLOCATION, allocation));
    }

    private static Stream<Result> result(
            BenchmarkParams benchmark, String metric, org.openjdk.jmh.results.Result<?> figure) {
        return figure == null
                ? Stream.empty()
                : Result.of(
                        benchmark.getBenchmark() + metric,
                        parameters(benchmark),
                        figure.getScore(),
                        figure.getScoreError())
                        .stream();
    }

    private static List<String> parameters(BenchmarkParams benchmark) {
        Collection<String> names = benchmark.getParamsKeys();
        return names.stream().map(benchmark::getParam).toList();
    }

    private static Run.Settings settings(BenchmarkParams benchmark) {
        String method = simpleName(benchmark);
        Collection<String> flags = benchmark.getJvmArgs();
        return new Run.Settings(
                method.substring(0, method.indexOf('.')), List.of(), iterations(benchmark), List.copyOf(flags));
    }

    private static String iterations(BenchmarkParams benchmark) {
        int forks = benchmark.getForks();
        return "%d %s, warm-up %s, measurement %s"
                .formatted(
                        forks,
                        forks == 1 ? "fork" : "forks",
                        iterations(benchmark.getWarmup()),
                        iterations(benchmark.getMeasurement()));
    }

    private static String iterations(IterationParams iterations) {
        return iterations.getCount() + " × " + iterations.getTime();
    }

    /** {@return a benchmark's class, method and parameters} */
    static String name(BenchmarkParams benchmark) {
        return Stream.concat(Stream.of(simpleName(benchmark)), parameters(benchmark).stream())
                .collect(Collectors.joining(" "));
    }

    private static String simpleName(BenchmarkParams benchmark) {
        String name = benchmark.getBenchmark();
        return name.substring(name.lastIndexOf('.', name.lastIndexOf('.') - 1) + 1);
    }

    List<Run.CommandLine> commandLines() {
        return commandLines;
    }

    List<Result> results() {
        return results;
    }

    List<Latencies> latencies() {
        return latencies;
    }

    List<Run.Settings> settings() {
        return rivals.entrySet().stream()
                .map(entry -> entry.getKey().withRivals(List.copyOf(entry.getValue())))
                .toList();
    }
}
