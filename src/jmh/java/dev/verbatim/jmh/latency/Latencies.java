package dev.verbatim.jmh.latency;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import dev.verbatim.jmh.page.Machine;
import dev.verbatim.jmh.page.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * All results of a measurement. They are kept as JSON, so that tables and page can be made again.
 *
 * @param date the day
 * @param command what was typed
 * @param machine where
 * @param series the normal object and the trivially copyable one
 * @param comparisons with Chronicle Queue
 * @param remarks what a reader should know besides
 */
public record Latencies(
        String date,
        String command,
        Machine machine,
        List<Series> series,
        List<Comparison> comparisons,
        List<String> remarks) {

    private static final Gson GSON = new GsonBuilder()
            .setPrettyPrinting()
            .disableHtmlEscaping()
            .serializeSpecialFloatingPointValues() // NaN, where there is no limit
            .create();

    /** Refuses a result with a part missing, as a file may have it that this program did not write. */
    public Latencies {
        Stream.of(date, command, machine, series, comparisons, remarks).forEach(Objects::requireNonNull);
    }

    /** {@return the same, with a remark if our processes have printed errors, which they should not} */
    Latencies withRemarkOn(String errors) {
        return errors.isEmpty()
                ? this
                : new Latencies(
                        date,
                        command,
                        machine,
                        series,
                        comparisons,
                        Stream.concat(
                                        remarks.stream(),
                                        Stream.of("The queue's processes wrote to their standard error: " + errors))
                                .toList());
    }

    void save(Path file) throws IOException {
        Files.writeString(file, GSON.toJson(this) + "\n");
    }

    /** Reads what {@link #save} wrote. */
    static Latencies load(Path file) throws IOException {
        try {
            Latencies results = GSON.fromJson(Files.readString(file), Latencies.class);
            if (results == null) {
                throw new IOException(file + ": not the results of a measurement");
            }
            return results;
        } catch (RuntimeException e) { // Gson wraps what the constructor throws in exceptions of several types
            throw new IOException(file + ": not the results of a measurement", e);
        }
    }

    /** {@return whether the limits of the comparisons are met} */
    public List<Verdict> verdicts() {
        return comparisons.stream()
                .map(Comparison::verdict)
                .filter(Verdict::hasLimit)
                .toList();
    }

    /** {@return plot and tables, with headings of this level, for a page that shows the remarks as well} */
    public String html(int level) {
        return (series.isEmpty() ? "" : PercentilePlot.render(series))
                + tables().stream().map(table -> table.html(level)).collect(Collectors.joining());
    }

    /** {@return all tables} */
    List<Table> tables() {
        List<Table> tables = new ArrayList<>();
        series.forEach(one -> tables.add(one.table()));
        if (series.size() == 2) {
            tables.add(factors(series.getFirst(), series.getLast()));
        }
        comparisons.forEach(comparison -> tables.add(comparison.table()));
        return tables;
    }

    /** How many times as long the first takes. */
    private static Table factors(Series normal, Series copyable) {
        return new Table(
                normal.title() + " to " + copyable.title() + ", µs",
                List.of("percentile", normal.title(), copyable.title(), "factor"),
                IntStream.range(0, Figures.PERCENTILES.size())
                        .mapToObj(percentile -> factor(normal, copyable, percentile))
                        .toList(),
                List.of("Medians over the runs after the first."));
    }

    private static List<String> factor(Series normal, Series copyable, int percentile) {
        double slower = Median.of(normal.settled(percentile)).value();
        double faster = Median.of(copyable.settled(percentile)).value();
        double percent = Figures.PERCENTILES.get(percentile);
        return List.of(
                Figures.name(percent),
                Numbers.micros(slower),
                Numbers.micros(faster),
                Figures.hasClaim(percent) ? Numbers.ratio(slower / faster) : "no claim");
    }
}
