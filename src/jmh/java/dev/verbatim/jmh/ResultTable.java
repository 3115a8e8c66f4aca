package dev.verbatim.jmh;

import static dev.verbatim.jmh.Results.BASELINE;
import static dev.verbatim.jmh.Results.CODEC;
import static dev.verbatim.jmh.Results.VIEW;

import dev.verbatim.jmh.Results.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Prints a JMH result, as CSV, as Markdown tables, with each figure's ratio to {@code sun.misc.Unsafe} in the same
 * shape, and with the ratios that are limits.
 *
 * <pre>{@code
 * java -jar target/benchmarks.jar -foe true -prof gc -rf csv -rff target/jmh.csv
 * java -cp target/benchmarks.jar dev.verbatim.jmh.ResultTable target/jmh.csv
 * }</pre>
 */
public final class ResultTable {

    private static final Map<String, String> RIVALS = Map.ofEntries(
            Map.entry("javaSerialization", "Java serialisation"),
            Map.entry("byteBuffer", "`ByteBuffer`, field by field"),
            Map.entry("chronicleDefault", "Chronicle Bytes, default"),
            Map.entry("chronicleExplicit", "Chronicle Bytes, explicit"),
            Map.entry("chronicleTriviallyCopyable", "Chronicle Bytes, trivially copyable"),
            Map.entry(BASELINE, "`sun.misc.Unsafe`, field by field"),
            Map.entry("unsafeBlock", "`sun.misc.Unsafe`, as a block"),
            Map.entry("varHandles", "VarHandles, by hand"),
            Map.entry(CODEC, "**Verbatim**"),
            Map.entry(VIEW, "**Verbatim**, a view"),
            Map.entry("ownWork", "**Verbatim**, the caller without one call of the codec"),
            Map.entry("codecCall", "**Verbatim**, that call alone"),
            Map.entry("empty", "neither"),
            Map.entry("memorySegment", "`MemorySegment.copy`"),
            Map.entry("unsafe", "`Unsafe.copyMemory`"));

    private static final Map<String, String> SHAPES = Map.ofEntries(
            Map.entry("MarketData", "One kind of segment, held in a `static final` field"),
            Map.entry("ConstantSegment", "One kind of segment, codec and segment held in `static final` fields"),
            Map.entry("InstanceField", "One kind of segment, held in an instance field of a generic class"),
            Map.entry("Loop", "One kind of segment, many structs in a loop"),
            Map.entry("Record", "A record"),
            Map.entry("Caller", "A caller with other work on the segment"),
            Map.entry("MixedKinds one", "Three segments in turn, all native"),
            Map.entry("MixedKinds three", "Three segments in turn: native, heap, mapped"),
            Map.entry("MixedKinds oneAfterThree", "Three segments in turn, all native, after three kinds were used"),
            Map.entry("View one", "Two accessors of a view, three views in turn, all over native segments"),
            Map.entry("View three", "Two accessors of a view, three views in turn: over a native, a heap and a mapped segment"),
            Map.entry("Book", "Text, arrays and nested structs"));

    private static final List<String> FIELDS_RIVALS = List.of("varHandles", CODEC, BASELINE);
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
        table.printFields("Fields", "", SHAPES.get("MarketData"));
        table.printFields("FieldsInstance", "", SHAPES.get("InstanceField"));
        table.printFields("FieldsMixedKinds", " one", SHAPES.get("MixedKinds one"));
        table.printFields("FieldsMixedKinds", " three", SHAPES.get("MixedKinds three"));
        table.printMixedFields();
        table.printCopy();
        new Limits(results).print();
    }

    private void printShape(String shape) {
        List<String> directions = results.stream()
                .filter(r -> r.isTime() && r.shape().equals(shape))
                .map(Result::direction)
                .distinct()
                .sorted(Comparator.comparingInt("WriteReadUpdateGetSetWrapAndGet"::indexOf))
                .toList();
        printTitle(SHAPES.getOrDefault(shape, shape));
        printHeader("", directions);
        rivals(shape).forEach(rival -> printRow("", shape, rival, directions));
    }

    /** The rivals of a shape, the slowest first. */
    private List<String> rivals(String shape) {
        return results.stream()
                .filter(r -> r.isTime() && r.shape().equals(shape))
                .sorted(Comparator.comparingDouble(Result::score).reversed())
                .map(Result::rival)
                .distinct()
                .toList();
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
                    .filter(rivals(shape)::contains)
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
        rivals.forEach(rival -> System.out.printf(" | %s, ns", RIVALS.get(rival)));
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

    private static void printTitle(String title) {
        System.out.printf("%n%s:%n%n", title);
    }

    private static void printHeader(String firstColumn, List<String> directions) {
        System.out.print(firstColumn + "|");
        directions.forEach(direction -> System.out.printf(" | %s, ns | to Unsafe", direction.toLowerCase(Locale.ROOT)));
        System.out.print(" |\n" + (firstColumn.isEmpty() ? "" : "|---:") + "|---");
        directions.forEach(direction -> System.out.print("|---:|---:"));
        System.out.println("|");
    }

    private void printRow(String firstColumn, String shape, String rival, List<String> directions) {
        System.out.printf("%s| %s", firstColumn, RIVALS.getOrDefault(rival, rival));
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
