package dev.verbatim.jmh;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The figures of a JMH run, by shape, rival and direction.
 *
 * <p>A shape is the name of the benchmark's class and its parameters, {@code "FieldsMixedKinds 128 three"} for instance.
 */
final class Results {

    static final String CODEC = "codec";
    static final String VIEW = "view";

    /** The rival that all others of a shape are compared with. */
    static final String BASELINE = "unsafeFields";

    /** Of this package alone: the comparison of whole objects has tables of its own. */
    private static final Pattern NAME = Pattern.compile(
            "(?:dev\\.verbatim\\.jmh\\.)?(\\w+)Benchmark\\.(\\w+?)(Write|Read|Update|Copy|Get|Set|WrapAndGet)(:\\S+)?");

    private static final String PARAMETER = "Param: ";

    private final List<Result> all;

    private Results(List<Result> all) {
        this.all = all;
    }

    /** A line of the CSV file: {@code metric} is empty for the time, in ns, and otherwise names a profiler's figure. */
    record Result(String shape, String rival, String direction, String metric, double score, double error) {

        boolean isTime() {
            return metric.isEmpty();
        }
    }

    /** Reads what JMH writes with {@code -rf csv}. */
    static Results parse(List<String> lines) {
        List<String> header = columns(lines.getFirst());
        return new Results(lines.stream()
                .skip(1)
                .map(line -> parse(header, columns(line)))
                .flatMap(Optional::stream)
                .toList());
    }

    private static List<String> columns(String line) {
        return List.of(line.replace("\"", "").split(",", -1));
    }

    private static Optional<Result> parse(List<String> header, List<String> columns) {
        Matcher name = NAME.matcher(columns.getFirst());
        if (!name.matches()) {
            return Optional.empty(); // a benchmark of something else
        }
        String benchmark = name.group(1).equals("Chronicle") ? "MarketData" : name.group(1);
        Stream<String> parameters = IntStream.range(0, columns.size())
                .filter(i -> header.get(i).startsWith(PARAMETER))
                .mapToObj(columns::get)
                .filter(value -> !value.isEmpty());
        return Optional.of(new Result(
                Stream.concat(Stream.of(benchmark), parameters).collect(Collectors.joining(" ")),
                name.group(2),
                name.group(3),
                name.group(4) == null ? "" : name.group(4),
                Double.parseDouble(columns.get(header.indexOf("Score"))),
                Double.parseDouble(columns.get(header.indexOf("Score Error (99.9%)")))));
    }

    Stream<Result> stream() {
        return all.stream();
    }

    /** The shapes of the run, in its order. */
    List<String> shapes() {
        return all.stream().map(Result::shape).distinct().toList();
    }

    /** The values that the first parameter of a benchmark takes in this run, ascending. */
    Collection<Integer> sizes(String benchmark) {
        return shapes().stream()
                .filter(shape -> shape.startsWith(benchmark + " "))
                .map(shape -> Integer.valueOf(shape.split(" ", -1)[1]))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    Optional<Result> time(String shape, String rival, String direction) {
        return all.stream()
                .filter(r -> r.isTime() && r.shape().equals(shape))
                .filter(r -> r.rival().equals(rival) && r.direction().equals(direction))
                .findFirst();
    }

    /** A time in ns, or NaN where there is none. */
    double nanos(String shape, String rival, String direction) {
        return time(shape, rival, direction).map(Result::score).orElse(Double.NaN);
    }

    /** How many times the baseline's time in the same shape a rival takes, or NaN where one of them was not measured. */
    double toUnsafe(String shape, String rival, String direction) {
        return nanos(shape, rival, direction) / nanos(shape, BASELINE, direction);
    }
}
