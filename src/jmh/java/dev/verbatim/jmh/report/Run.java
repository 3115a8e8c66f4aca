package dev.verbatim.jmh.report;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import dev.verbatim.jmh.latency.Latencies;
import dev.verbatim.jmh.page.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * All that a page says about a run. It is kept as JSON beside the page, so that the page can be made again.
 *
 * @param date the day
 * @param form how thorough it was
 * @param command the command that was typed
 * @param commit the commit that was measured, as Git names it
 * @param machine where
 * @param settings how each class was run
 * @param commandLines a command for each family that measures it in the same way without the page
 * @param results the figures
 * @param sizes the encoded sizes
 * @param latencies the latencies of the queue; a list of one, or empty if they were not measured
 * @param failed the benchmarks that failed, and so have no figures
 */
record Run(
        String date,
        Form form,
        String command,
        String commit,
        Machine machine,
        List<Settings> settings,
        List<CommandLine> commandLines,
        List<Results.Result> results,
        List<EncodedSize> sizes,
        List<Latencies> latencies,
        List<String> failed) {

    private static final Gson GSON = new GsonBuilder()
            .setPrettyPrinting()
            .disableHtmlEscaping()
            .serializeSpecialFloatingPointValues() // the error of a single iteration
            .create();

    /** Refuses a run with a part missing, as a file may have it that this program did not write. */
    Run {
        // Runs that were kept before there were any have none.
        latencies = latencies == null ? List.of() : latencies;
        Stream.of(date, form, command, commit, machine, settings, commandLines, results, sizes, latencies, failed)
                .forEach(Objects::requireNonNull);
    }

    /**
     * How rivals of a class were run.
     *
     * @param benchmark the class
     * @param rivals the rivals
     * @param iterations forks, warm-up and measurement, in words
     * @param flags what its forks got
     */
    record Settings(String benchmark, List<String> rivals, String iterations, List<String> flags) {

        Settings withRivals(List<String> others) {
            return new Settings(benchmark, others, iterations, flags);
        }
    }

    /**
     * A command.
     *
     * @param family the name of the family that it measures
     * @param command the command
     */
    record CommandLine(String family, String command) {}

    void save(Path file) throws IOException {
        Files.writeString(file, GSON.toJson(this) + "\n");
    }

    /** Reads what {@link #save} wrote. */
    static Run load(Path file) throws IOException {
        try {
            Run run = GSON.fromJson(Files.readString(file), Run.class);
            if (run == null) {
                throw new IOException(file + ": not the results of a run");
            }
            return run;
        } catch (RuntimeException e) { // Gson wraps what the constructor throws in exceptions of several types
            throw new IOException(file + ": not the results of a run", e);
        }
    }
}
