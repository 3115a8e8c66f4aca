package dev.verbatim.jmh.report;

import dev.verbatim.cli.OneLineErrors;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmh.runner.RunnerException;

/**
 * Runs benchmarks and writes a page about them: what {@code ./verbatim bench} starts.
 *
 * <pre>{@code
 * BenchReport short PAGE.html [FAMILY...]   # runs the short form, of all families or of these
 * BenchReport full PAGE.html [FAMILY...]    # runs the long form
 * BenchReport page PAGE.html RUN.json...    # makes the page again, of one run or of several
 * }</pre>
 *
 * <p>Beside the page, a run leaves its results, {@code .json}, all that JMH printed, {@code .log}, and the
 * distributions of latencies, in {@code -latency}. Page and results
 * are written after each family, so that a run that is interrupted leaves what it has measured.
 */
public final class BenchReport {

    private static final int FAILED = 1;
    private static final int USAGE = 2;

    private static final String PAGE_OF_RUNS = "page";
    private static final String HTML = ".html";

    private final Path page;

    private BenchReport(Path page) {
        this.page = page;
    }

    public static void main(String[] args) {
        System.exit(run(List.of(args)));
    }

    private static int run(List<String> args) {
        try {
            if (args.size() < 2) {
                throw new UsageException("expected short, full or page, and the name of a file");
            }
            BenchReport report = new BenchReport(page(args.get(1)));
            List<String> rest = args.subList(2, args.size());
            return args.getFirst().equals(PAGE_OF_RUNS)
                    ? report.ofRuns(rest)
                    : report.ofNewRun(form(args.getFirst()), rest);
        } catch (UsageException e) {
            System.err.println("verbatim bench: " + e.getMessage());
            return USAGE;
        } catch (RunnerException e) {
            System.err.println("verbatim bench: " + e.getMessage());
            return FAILED;
        } catch (IOException | UncheckedIOException e) {
            System.err.println("verbatim bench: " + OneLineErrors.describe(e));
            return FAILED;
        }
    }

    private static Path page(String name) throws IOException {
        if (!name.endsWith(HTML)) {
            throw new UsageException(name + ": expected a name that ends in " + HTML);
        }
        Path page = Path.of(name);
        Files.createDirectories(page.toAbsolutePath().getParent());
        return page;
    }

    private static Form form(String name) {
        return switch (name) {
            case "short" -> Form.SHORT;
            case "full" -> Form.FULL;
            default -> throw new UsageException(name + ": expected short, full or page");
        };
    }

    private int ofRuns(List<String> files) throws IOException {
        List<Run> runs = new ArrayList<>();
        for (String file : files) {
            runs.add(Run.load(Path.of(file)));
        }
        if (runs.isEmpty()) {
            throw new UsageException("expected the results of a run");
        }
        Files.writeString(page, Page.render(runs));
        System.out.println(page);
        return 0;
    }

    private int ofNewRun(Form form, List<String> names) throws IOException, RunnerException {
        List<Family> families = names.isEmpty()
                ? form.families()
                : names.stream().map(BenchReport::family).toList();
        List<String> failed = new NewRun(form, families, page).measure();
        System.out.println(page);
        if (failed.isEmpty()) {
            return 0;
        }
        System.err.println("verbatim bench: failed: " + String.join(", ", failed) + "; the reasons are in "
                + beside(page, ".log"));
        return FAILED;
    }

    private static Family family(String name) {
        return Families.named(name)
                .orElseThrow(() -> new UsageException(
                        name + ": no such family; there are " + String.join(", ", Families.names())));
    }

    /** {@return the file beside a page that has another extension} */
    static Path beside(Path page, String extension) {
        String name = page.getFileName().toString();
        return page.resolveSibling(name.substring(0, name.length() - HTML.length()) + extension);
    }

    /** What was typed makes no sense. */
    private static final class UsageException extends RuntimeException {

        private static final long serialVersionUID = 1;

        UsageException(String message) {
            super(message);
        }
    }
}
