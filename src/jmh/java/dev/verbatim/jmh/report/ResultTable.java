package dev.verbatim.jmh.report;

import static dev.verbatim.jmh.report.Results.CODEC;

import dev.verbatim.jmh.MarketData;
import dev.verbatim.jmh.page.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;

/**
 * Prints a JMH result, as CSV, as Markdown tables, with each figure's ratio to {@code sun.misc.Unsafe} in the same
 * shape, and with the ratios that are limits.
 *
 * <pre>{@code
 * java -jar target/benchmarks.jar -foe true -prof gc -rf csv -rff target/jmh.csv
 * java -cp target/benchmarks.jar dev.verbatim.jmh.report.ResultTable target/jmh.csv
 * }</pre>
 */
public final class ResultTable {

    private static final List<String> FIELDS_RIVALS = List.of("varHandles", CODEC, "unsafeFields");
    private static final List<String> WRITE_AND_READ = List.of("Write", "Read");

    private final Results results;

    private ResultTable(Results results) {
        this.results = results;
    }

    public static void main(String[] args) throws IOException {
        if (args.length != 1) {
            System.err.println("usage: ResultTable FILE.csv");
            System.exit(2);
        }
        Results results = Results.parse(Files.readAllLines(Path.of(args[0])));
        ResultTable table = new ResultTable(results);
        results.shapes().stream()
                .filter(shape -> !shape.startsWith("Fields") && !shape.startsWith("Copy "))
                .forEach(table::printShape);
        table.printFields("Fields", "", Names.shape("MarketData"));
        table.printFields("FieldsInstance", "", Names.shape("InstanceField"));
        table.printFields("FieldsMixedKinds", " one", Names.shape("MixedKinds one"));
        table.printFields("FieldsMixedKinds", " three", Names.shape("MixedKinds three"));
        table.printMixedFields();
        table.printCopy();
        table.printLimits();
    }

    private void printShape(String shape) {
        List<String> directions = results.directions(shape);
        printTitle(Names.shape(shape));
        printHeader("", directions);
        results.rivals(shape).forEach(rival -> printRow("", shape, rival, directions));
    }

    private void printFields(String benchmark, String kinds, String title) {
        Collection<Integer> sizes = results.sizes(benchmark);
        if (sizes.isEmpty()) {
            return;
        }
        printTitle("8 to 128 fields. " + title);
        printHeader("| fields ", WRITE_AND_READ);
        for (int fields : sizes) {
            String shape = benchmark + " " + fields + kinds;
            FIELDS_RIVALS.stream()
                    .filter(results.rivals(shape)::contains)
                    .forEach(rival -> printRow("| " + fields + " ", shape, rival, WRITE_AND_READ));
        }
    }

    private void printMixedFields() {
        Collection<Integer> sizes = results.sizes("FieldsMixedKinds");
        if (sizes.isEmpty()) {
            return;
        }
        printTitle("8 to 128 fields. Verbatim, three kinds to one, and to one segment that need not be chosen");
        System.out.println("| fields | write, to one kind | to one segment | read, to one kind | to one segment |");
        System.out.println("|---:|---:|---:|---:|---:|");
        for (int fields : sizes) {
            System.out.printf("| %d", fields);
            for (String direction : WRITE_AND_READ) {
                double mixed = results.nanos("FieldsMixedKinds %d three".formatted(fields), CODEC, direction);
                System.out.printf(
                        " | %s | %s",
                        ratio(mixed / results.nanos("FieldsMixedKinds %d one".formatted(fields), CODEC, direction)),
                        ratio(mixed / results.nanos("Fields " + fields, CODEC, direction)));
            }
            System.out.println(" |");
        }
    }

    private void printCopy() {
        Collection<Integer> sizes = results.sizes("Copy");
        if (sizes.isEmpty()) {
            return;
        }
        List<String> rivals = List.of(CODEC, "memorySegment", "unsafe");
        printTitle("Structs copied from one native segment to another; throughput of Verbatim to that of the others");
        System.out.print("| structs | bytes");
        rivals.forEach(rival -> System.out.printf(" | %s, ns", Names.rival("Copy", rival)));
        System.out.println(" | to `MemorySegment.copy` | to `Unsafe.copyMemory` |");
        System.out.println("|---:|---:|---:|---:|---:|---:|---:|");
        for (int structs : sizes) {
            String shape = "Copy " + structs;
            System.out.printf("| %,d | %,d", structs, structs * MarketData.BYTES);
            rivals.forEach(rival -> System.out.printf(" | %s", time(shape, rival, "Copy")));
            double codec = results.nanos(shape, CODEC, "Copy");
            System.out.printf(
                    " | %s | %s |%n",
                    ratio(results.nanos(shape, "memorySegment", "Copy") / codec),
                    ratio(results.nanos(shape, "unsafe", "Copy") / codec));
        }
    }

    private void printLimits() {
        System.out.printf("%nLimits:%n%n");
        for (Verdict verdict : Limits.verdicts(results)) {
            System.out.println("- " + verdict);
        }
    }

    private static void printTitle(String title) {
        System.out.printf("%n%s:%n%n", title);
    }

    private static void printHeader(String firstColumn, List<String> directions) {
        System.out.print(firstColumn + "|");
        directions.forEach(direction -> System.out.printf(" | %s, ns | to Unsafe", Names.direction(direction)));
        System.out.print(" |\n" + (firstColumn.isEmpty() ? "" : "|---:") + "|---");
        directions.forEach(direction -> System.out.print("|---:|---:"));
        System.out.println("|");
    }

    private void printRow(String firstColumn, String shape, String rival, List<String> directions) {
        System.out.printf("%s| %s", firstColumn, Names.rival(shape, rival));
        for (String direction : directions) {
            System.out.printf(
                    " | %s | %s", time(shape, rival, direction), ratio(results.toUnsafe(shape, rival, direction)));
        }
        System.out.println(" |");
    }

    private String time(String shape, String rival, String direction) {
        return results.time(shape, rival, direction)
                .map(r -> "%,.1f ± %,.1f".formatted(r.score(), r.error()))
                .orElse("");
    }

    private static String ratio(double ratio) {
        return Double.isNaN(ratio) ? "" : "%.2f".formatted(ratio);
    }
}
