package dev.verbatim.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code verbatim bench}: starts the benchmarks, a program of their own, and waits for it. */
@Command(
        name = "bench",
        header = "Runs the benchmarks and writes a page about them.",
        description = {
            "",
            "Compares Verbatim with its rivals and writes tables and charts to an HTML page that needs no network."
                    + " Takes a quarter of an hour, on a machine that has nothing else to do. The results are written"
                    + " beside the page (.json), and so is all that JMH has to say (.log); those of an earlier run are"
                    + " replaced.",
            ""
        })
final class BenchCommand implements Callable<Integer> {

    private static final String PROGRAM = "dev.verbatim.jmh.report.BenchReport";

    /** JMH itself uses Unsafe, and the JVM's warning would break the progress bar. JDK 22 has no such option. */
    private static final List<String> FLAGS =
            List.of("-XX:+IgnoreUnrecognizedVMOptions", "--sun-misc-unsafe-memory-access=allow");

    @Option(
            names = "--full",
            description = "Runs all families in the long form, two forks each, and measures the latency of the queue:"
                    + " about two hours.")
    private boolean full;

    @Option(
            names = "--families",
            paramLabel = "NAME",
            split = ",",
            description = "Runs these families of benchmarks alone. A wrong name lists them.")
    private List<String> families = List.of();

    @Option(
            names = "--from",
            paramLabel = "FILE",
            split = ",",
            description = "Runs nothing: makes the page of the results (.json) of runs that are over. Of what several"
                    + " have measured it shows the last.")
    private List<Path> runs = List.of();

    @Option(
            names = "--output",
            paramLabel = "FILE",
            defaultValue = "verbatim-bench.html",
            description = {"Where the page goes.", "Default: ${DEFAULT-VALUE}"})
    @SuppressWarnings("NullAway.Init") // set by Picocli, which has a default
    private Path output;

    @Override
    public Integer call() throws IOException, BadInputException, InterruptedException {
        return BenchmarksJar.run("the benchmarks", "bench", FLAGS, PROGRAM, arguments());
    }

    /** {@return the arguments of the program} */
    List<String> arguments() throws BadInputException {
        if (!runs.isEmpty() && (full || !families.isEmpty())) {
            throw new BadInputException("--from runs nothing, so that --full and --families do not go with it");
        }
        List<String> arguments = new ArrayList<>();
        arguments.add(!runs.isEmpty() ? "page" : full ? "full" : "short");
        arguments.add(output.toString());
        arguments.addAll(families);
        runs.forEach(run -> arguments.add(run.toString()));
        return arguments;
    }
}
