package dev.verbatim.jmh.report;

import dev.verbatim.jmh.page.ChildProcess;
import dev.verbatim.jmh.page.Machine;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.VerboseMode;

/** A run that is being made. */
final class NewRun {

    /** The families whose rivals differ in how many bytes they make. */
    private static final List<String> SIZED =
            List.of("SampleMemory", "SampleFile", "MarketDataMemory", "MarketDataFile");

    private final Form form;
    private final List<Family> families;
    private final String command;
    private final String date = LocalDate.now(ZoneOffset.UTC).toString();
    private final String commit = commit();
    private final Machine machine = Machine.local(Path.of(System.getProperty("java.io.tmpdir")));
    private final List<EncodedSize> sizes = EncodedSize.all();
    private final Path page;
    private final Benchmarks benchmarks;

    /**
     * Prepares a run.
     *
     * @param form how thorough it is
     * @param families what is run
     * @param page where the page goes, and beside it what belongs to it
     */
    NewRun(Form form, List<Family> families, Path page) {
        this.form = form;
        this.families = families;
        this.command = "./verbatim bench" + (form == Form.FULL ? " --full" : "")
                + (families.equals(form.families())
                        ? ""
                        : families.stream().map(Family::name).collect(Collectors.joining(",", " --families=", "")));
        this.page = page;
        this.benchmarks = new Benchmarks(form, BenchReport.beside(page, "-latency"));
    }

    /**
     * Runs the families, and writes the page and what belongs beside it.
     *
     * @return the benchmarks that failed, and the program that prints the sizes if it failed
     */
    List<String> measure() throws IOException, RunnerException {
        try (PrintStream log = new PrintStream(
                Files.newOutputStream(BenchReport.beside(page, ".log")), true, StandardCharsets.UTF_8)) {
            OutputFormat format = OutputFormatFactory.createFormatInstance(log, VerboseMode.NORMAL);
            try (RunOutput output = new RunOutput(format, benchmarks.count(families, format))) {
                for (Family family : families) {
                    benchmarks.run(family, output);
                    write(failed(output));
                }
                return failed(output);
            }
        }
    }

    private List<String> failed(RunOutput output) {
        boolean lacksSizes = sizes.isEmpty() && families.stream().anyMatch(family -> SIZED.contains(family.name()));
        return lacksSizes
                ? Stream.concat(output.failed().stream(), Stream.of("EncodedSizes"))
                        .toList()
                : output.failed();
    }

    private void write(List<String> failed) throws IOException {
        Run run = new Run(
                date,
                form,
                command,
                commit,
                machine,
                benchmarks.settings(),
                benchmarks.commandLines(),
                benchmarks.results(),
                sizes,
                benchmarks.latencies(),
                failed);
        run.save(BenchReport.beside(page, ".json"));
        Files.writeString(page, Page.render(List.of(run)));
    }

    /** {@return the commit that is measured, as Git names it} */
    private static String commit() {
        return ChildProcess.output(
                        "git", "-C", jar().getParent().toString(), "describe", "--always", "--dirty", "--exclude=*")
                .orElse("unknown");
    }

    /** {@return the jar of the benchmarks, in the folder of what is built} */
    static Path jar() {
        try {
            return Path.of(NewRun.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException e) {
            throw new LinkageError("the place of the benchmarks", e);
        }
    }
}
