package dev.verbatim.jmh.report;

import dev.verbatim.cli.Progress;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.format.OutputFormat;

/**
 * Shows how far a run is, as a bar or, without a terminal, as a line for each benchmark. The output of JMH itself
 * goes to a log.
 */
final class RunOutput implements OutputFormat, AutoCloseable {

    private final OutputFormat log;
    private final Progress progress;
    private final int total;
    private final long startNanos = System.nanoTime();
    private final List<String> failed = new ArrayList<>();
    private int done;
    private String current = "";

    /**
     * Starts with nothing done.
     *
     * @param log where JMH's own output goes
     * @param total how many benchmarks there will be
     */
    RunOutput(OutputFormat log, int total) {
        this.log = log;
        this.total = total;
        this.progress = Progress.start("bench", total, "", 1);
    }

    @Override
    public void startBenchmark(BenchmarkParams benchmark) {
        log.startBenchmark(benchmark);
        current = Benchmarks.name(benchmark);
        progress.say(current);
    }

    /** {@inheritDoc} JMH has no result for a benchmark that failed. */
    @Override
    public void endBenchmark(BenchmarkResult result) {
        log.endBenchmark(result);
        done++;
        progress.advance(1);
        if (result == null) {
            failed.add(current);
        }
        if (!progress.isShown()) {
            System.out.printf(
                    Locale.ROOT,
                    "[%d/%d] %s: %s, %s left%n",
                    done,
                    total,
                    current,
                    result == null ? "FAILED" : text(result.getPrimaryResult()),
                    clock(remaining()));
        }
    }

    /** Says that something which JMH does not run has been measured. */
    void measured(String what) {
        done++;
        progress.advance(1);
        if (!progress.isShown()) {
            System.out.printf(Locale.ROOT, "[%d/%d] %s, %s left%n", done, total, what, clock(remaining()));
        }
    }

    /** Says that something which JMH does not run has failed. */
    void failed(String what) {
        failed.add(what);
    }

    List<String> failed() {
        return List.copyOf(failed);
    }

    private static String text(Result<?> result) {
        return String.format(
                Locale.ROOT, "%,.1f ± %,.1f %s", result.getScore(), result.getScoreError(), result.getScoreUnit());
    }

    /** How long the rest takes, if it goes on at the same pace. */
    private Duration remaining() {
        return Duration.ofNanos((System.nanoTime() - startNanos) / done * (total - done));
    }

    private static String clock(Duration duration) {
        return "%d:%02d:%02d".formatted(duration.toHours(), duration.toMinutesPart(), duration.toSecondsPart());
    }

    @Override
    public void iteration(BenchmarkParams benchmark, IterationParams params, int iteration) {
        log.iteration(benchmark, params, iteration);
    }

    @Override
    public void iterationResult(
            BenchmarkParams benchmark, IterationParams params, int iteration, IterationResult result) {
        log.iterationResult(benchmark, params, iteration, result);
    }

    @Override
    public void startRun() {
        log.startRun();
    }

    @Override
    public void endRun(Collection<RunResult> result) {
        log.endRun(result);
    }

    @Override
    public void print(String text) {
        log.print(text);
    }

    @Override
    public void println(String line) {
        log.println(line);
    }

    @Override
    public void verbosePrintln(String line) {
        log.verbosePrintln(line);
    }

    @Override
    public void write(int b) {
        log.write(b);
    }

    @Override
    public void write(byte[] bytes) throws IOException {
        log.write(bytes);
    }

    @Override
    public void flush() {
        log.flush();
    }

    /** {@inheritDoc} The bar ends; the log belongs to the caller. */
    @Override
    public void close() {
        log.flush();
        progress.close();
    }
}
