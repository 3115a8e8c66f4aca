package dev.verbatim.jmh;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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

    private static final Pattern NAME =
            Pattern.compile("(?:.*\\.)?(\\w+)Benchmark\\.(\\w+)(Write|Read|Update)(:\\S+)?");

    private static final String ALLOCATION = ":gc.alloc.rate.norm";

    private static final String BASELINE = "unsafeFields";

    private static final Map<String, String> RIVALS = Map.of(
            "javaSerialization", "Java serialisation",
            "byteBuffer", "`ByteBuffer`, field by field",
            "chronicleDefault", "Chronicle Bytes, default",
            "chronicleExplicit", "Chronicle Bytes, explicit",
            "chronicleTriviallyCopyable", "Chronicle Bytes, trivially copyable",
            BASELINE, "`sun.misc.Unsafe`, field by field",
            "unsafeBlock", "`sun.misc.Unsafe`, as a block",
            "varHandles", "VarHandles, by hand",
            "codec", "**Verbatim**");

    private static final Map<String, String> SHAPES = Map.of(
            "MarketData", "One kind of segment, held in a `static final` field",
            "ConstantSegment", "One kind of segment, codec and segment held in `static final` fields",
            "InstanceField", "One kind of segment, held in an instance field of a generic class",
            "Loop", "One kind of segment, many structs in a loop",
            "Record", "A record",
            "Caller", "A caller with other work on the segment",
            "MixedKinds one", "Three segments in turn, all native",
            "MixedKinds three", "Three segments in turn: native, heap, mapped",
            "MixedKinds oneAfterThree", "Three segments in turn, all native, after three kinds were used");

    /** A line of the CSV file: {@code metric} is empty for the time, in ns, and otherwise names a profiler's figure. */
    private record Result(String shape, String rival, String direction, String metric, double score, double error) {

        boolean isTime() {
            return metric.isEmpty();
        }

        static Optional<Result> parse(String line) {
            String[] columns = line.replace("\"", "").split(",", -1);
            Matcher name = NAME.matcher(columns[0]);
            if (!name.matches()) {
                return Optional.empty(); // the header, or a benchmark of something else
            }
            String benchmark = name.group(1).equals("Chronicle") ? "MarketData" : name.group(1);
            String kinds = columns.length > 7 ? columns[7] : "";
            return Optional.of(new Result(
                    (benchmark + " " + kinds).strip(),
                    name.group(2),
                    name.group(3),
                    name.group(4) == null ? "" : name.group(4),
                    Double.parseDouble(columns[4]),
                    Double.parseDouble(columns[5])));
        }
    }

    private final List<Result> results;

    private ResultTable(List<Result> results) {
        this.results = results;
    }

    public static void main(String[] args) throws IOException {
        if (args.length != 1) {
            System.err.println("usage: ResultTable FILE.csv");
            System.exit(2);
        }
        List<Result> results = Files.readAllLines(Path.of(args[0])).stream()
                .map(Result::parse)
                .flatMap(Optional::stream)
                .toList();
        ResultTable table = new ResultTable(results);
        results.stream().map(Result::shape).distinct().forEach(table::printShape);
        table.printLimits();
    }

    private void printShape(String shape) {
        List<Result> times =
                results.stream().filter(r -> r.isTime() && r.shape().equals(shape)).toList();
        List<String> directions = times.stream()
                .map(Result::direction)
                .distinct()
                .sorted(Comparator.comparingInt("WriteReadUpdate"::indexOf))
                .toList();
        List<String> rivals = times.stream()
                .sorted(Comparator.comparingDouble(Result::score).reversed())
                .map(Result::rival)
                .distinct()
                .toList();
        System.out.printf("%n%s:%n%n|", SHAPES.getOrDefault(shape, shape));
        directions.forEach(direction -> System.out.printf(" | %s, ns | to Unsafe", direction.toLowerCase(Locale.ROOT)));
        System.out.print(" |\n|---");
        directions.forEach(direction -> System.out.print("|---:|---:"));
        System.out.println("|");
        for (String rival : rivals) {
            System.out.printf("| %s", RIVALS.getOrDefault(rival, rival));
            for (String direction : directions) {
                System.out.printf(
                        " | %s | %s",
                        time(shape, rival, direction)
                                .map(r -> "%.1f ± %.1f".formatted(r.score(), r.error()))
                                .orElse(""),
                        toUnsafe(shape, rival, direction).map("%.2f"::formatted).orElse(""));
            }
            System.out.println(" |");
        }
    }

    private void printLimits() {
        double logarithms = 0;
        double worst = 0;
        for (String shape : List.of("MarketData", "InstanceField")) {
            for (String direction : List.of("Write", "Read")) {
                double ratio = toUnsafe(shape, "codec", direction).orElse(Double.NaN);
                logarithms += Math.log(ratio);
                worst = Math.max(worst, ratio);
            }
        }
        System.out.printf("%nLimits:%n%n");
        printLimit("codec to Unsafe, geometric mean of write and read in both shapes", Math.exp(logarithms / 4), 1.05);
        System.out.printf("- codec to Unsafe, the worst of these: %.2f%n", worst);
        for (String direction : List.of("Write", "Read")) {
            String lowerCase = direction.toLowerCase(Locale.ROOT);
            Optional<Result> codec = time("MarketData", "codec", direction);
            Optional<Result> mixed = time("MixedKinds three", "codec", direction);
            printLimit(
                    "codec to Chronicle Bytes, trivially copyable, " + lowerCase,
                    ratio(codec, time("MarketData", "chronicleTriviallyCopyable", direction)).orElse(Double.NaN),
                    1);
            printLimit(
                    "codec, three kinds to one, " + lowerCase,
                    ratio(mixed, time("MixedKinds one", "codec", direction)).orElse(Double.NaN),
                    1.8);
            printLimit(
                    "codec, three kinds to one segment that need not be chosen, " + lowerCase,
                    ratio(mixed, codec).orElse(Double.NaN),
                    1.8);
        }
        // A record has to be allocated to be read.
        Predicate<Result> allocatesNothing = r -> r.rival().equals("codec")
                && r.metric().equals(ALLOCATION)
                && !(r.shape().equals("Record") && r.direction().equals("Read"));
        double allocated = results.stream()
                .filter(allocatesNothing)
                .mapToDouble(Result::score)
                .max()
                .orElse(Double.NaN);
        printLimit("bytes that the codec allocates, rounded", Math.rint(allocated), 0);
    }

    private static void printLimit(String what, double figure, double limit) {
        String verdict = Double.isNaN(figure) ? "not measured" : figure <= limit ? "met" : "MISSED";
        System.out.printf("- %s: %.2f, limit %.2f: %s%n", what, figure, limit, verdict);
    }

    private Optional<Double> toUnsafe(String shape, String rival, String direction) {
        return ratio(time(shape, rival, direction), time(shape, BASELINE, direction));
    }

    private static Optional<Double> ratio(Optional<Result> result, Optional<Result> to) {
        return result.flatMap(r -> to.map(t -> r.score() / t.score()));
    }

    private Optional<Result> time(String shape, String rival, String direction) {
        return results.stream()
                .filter(r -> r.isTime() && r.shape().equals(shape))
                .filter(r -> r.rival().equals(rival) && r.direction().equals(direction))
                .findFirst();
    }
}
