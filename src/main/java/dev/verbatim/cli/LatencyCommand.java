package dev.verbatim.cli;

import dev.verbatim.Durability;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code verbatim latency}: starts the program that measures the latency of the queue, and waits for it. */
@Command(
        name = "latency",
        header = "Measures the latency of the queue between two processes.",
        description = {
            "",
            "One JVM sends updates of an order book through a queue to another, at a fixed rate: a message that is"
                + " sent late counts from when it was due. First as an object with texts and lists, then as a"
                + " trivially copyable one. Prints the percentiles of each run, and writes them (.hgrm, .json) with a"
                + " page that plots them. Takes about a minute, on a machine that has nothing else to do.",
            ""
        })
final class LatencyCommand implements Callable<Integer> {

    private static final String PROGRAM = "dev.verbatim.jmh.latency.LatencyProgram";
    private static final int MOST_RATE = 100_000_000;
    private static final int SECONDS = 3;

    /** The queues that ours can be compared with. */
    enum Rival {
        chronicle
    }

    @Spec
    @SuppressWarnings("NullAway.Init") // set by Picocli
    private CommandSpec spec;

    @Option(
            names = "--rate",
            paramLabel = "N",
            defaultValue = "50000",
            description = "Messages in a second. Default: ${DEFAULT-VALUE}")
    private int rate;

    @Option(names = "--messages", paramLabel = "N", description = "Messages in a run. Default: those of 3 seconds")
    private @Nullable Integer messages;

    @Option(
            names = "--runs",
            paramLabel = "N",
            defaultValue = "5",
            description = "Runs of each object, after a warm-up. Default: ${DEFAULT-VALUE}")
    private int runs;

    @Option(
            names = "--durability",
            paramLabel = "NAME",
            defaultValue = "PAGE_CACHE",
            description = "What an append waits for: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}")
    @SuppressWarnings("NullAway.Init") // set by Picocli, which has a default
    private Durability durability;

    @Option(
            names = "--checksum",
            negatable = true,
            defaultValue = "true",
            fallbackValue = "true",
            description = "Whether records have checksums, as they have by default.")
    private boolean checksum;

    @Option(
            names = "--pin",
            negatable = true,
            description =
                    "Whether each process is tied to a CPU of its own. Default: yes, where there are taskset and two"
                            + " CPUs.")
    private @Nullable Boolean pin;

    @Option(
            names = "--folder",
            paramLabel = "FOLDER",
            description = "Where the queues are made, and deleted again. Default: that of temporary files")
    private @Nullable Path folder;

    @Option(
            names = "--output",
            paramLabel = "FOLDER",
            defaultValue = "verbatim-latency",
            description = "Where the results go. Default: ${DEFAULT-VALUE}")
    @SuppressWarnings("NullAway.Init") // set by Picocli, which has a default
    private Path output;

    @Option(
            names = "--against",
            paramLabel = "RIVAL",
            description = "Compares with another queue: ${COMPLETION-CANDIDATES}. Takes ten minutes to an hour more.")
    private @Nullable Rival rival;

    @Option(names = "--pairs", paramLabel = "N", description = "Pairs of runs with the rival. Default: 10")
    private @Nullable Integer pairs;

    @Option(
            names = "--from",
            paramLabel = "FILE",
            description =
                    "Measures nothing: prints the tables of results (.json) that are there, and makes their page.")
    private @Nullable Path from;

    @Override
    public Integer call() throws IOException, BadInputException, InterruptedException {
        return BenchmarksJar.run("the measurement", "latency", List.of(), PROGRAM, arguments());
    }

    /** {@return the arguments of the program} */
    List<String> arguments() throws BadInputException {
        if (from != null) {
            return List.of("page", output.toString(), from.toString());
        }
        requireRange("--rate", rate, MOST_RATE);
        long perRun = messages == null ? (long) SECONDS * rate : messages;
        requireRange("--messages", perRun, Integer.MAX_VALUE);
        requireRange("--runs", runs, Integer.MAX_VALUE);
        return List.of(
                "run",
                "command=./verbatim "
                        + String.join(
                                " ", spec.root().commandLine().getParseResult().originalArgs()),
                "rate=" + rate,
                "messages=" + perRun,
                "runs=" + runs,
                "durability=" + durability,
                "checksum=" + checksum,
                "pin=" + (pin == null ? "auto" : pin ? "yes" : "no"),
                "folder=" + (folder == null ? System.getProperty("java.io.tmpdir") : folder),
                "output=" + output,
                "pairs=" + rivalPairs());
    }

    private int rivalPairs() throws BadInputException {
        if (rival == null) {
            if (pairs != null) {
                throw new BadInputException("--pairs are those of --against, which is missing");
            }
            return 0;
        }
        if (durability != Durability.PAGE_CACHE) {
            throw new BadInputException("--against compares what waits for the page cache, so that --durability="
                    + durability + " does not go with it");
        }
        int wanted = pairs == null ? 10 : pairs;
        requireRange("--pairs", wanted, Integer.MAX_VALUE);
        return wanted;
    }

    private static void requireRange(String option, long value, int most) throws BadInputException {
        if (value < 1 || value > most) {
            throw new BadInputException(option + "=" + value + ": expected a number from 1 to " + most);
        }
    }
}
