package dev.verbatim.jmh.latency;

import dev.verbatim.cli.OneLineErrors;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Measures the latency of the queue: what {@code ./verbatim latency} starts.
 *
 * <pre>{@code
 * LatencyProgram run NAME=VALUE...         # measures, prints the tables, and writes what belongs to them
 * LatencyProgram page FOLDER latency.json  # prints the tables of a measurement that is over and writes their page
 * }</pre>
 */
public final class LatencyProgram {

    private static final int FAILED = 1;

    private LatencyProgram() {}

    public static void main(String[] args) {
        System.exit(run(List.of(args)));
    }

    private static int run(List<String> args) {
        List<String> rest = args.subList(1, args.size());
        try {
            return args.getFirst().equals("page") ? ofResults(rest) : ofMeasurement(Settings.parse(rest));
        } catch (IOException | UncheckedIOException e) {
            System.err.println("verbatim latency: " + OneLineErrors.describe(e));
            return FAILED;
        }
    }

    private static int ofResults(List<String> args) throws IOException {
        show(Latencies.load(Path.of(args.get(1))), Files.createDirectories(Path.of(args.get(0))));
        return 0;
    }

    private static int ofMeasurement(Settings settings) throws IOException {
        Files.createDirectories(settings.output());
        try (Launcher launcher = new Launcher(settings.folder(), settings.cpus())) {
            Latencies results = Measurement.of(settings, launcher, new Steps(Measurement.steps(settings))::done);
            results.save(settings.output().resolve("latency.json"));
            show(results, settings.output());
            String errors = launcher.errors();
            if (errors.isEmpty()) {
                return 0;
            }
            System.err.println("verbatim latency: the queue's processes wrote to their standard error:\n" + errors);
            return FAILED;
        }
    }

    private static void show(Latencies results, Path output) throws IOException {
        List<String> paragraphs = new ArrayList<>();
        results.tables().forEach(table -> paragraphs.add(table.text()));
        results.remarks().forEach(remark -> paragraphs.add(remark + "\n"));
        paragraphs.forEach(paragraph -> System.out.print("\n" + paragraph));
        Path page = output.resolve("latency.html");
        Files.writeString(page, Page.render(results));
        System.out.println("\n" + page);
    }
}
