package dev.verbatim.jmh.report;

import java.util.Collection;
import java.util.Comparator;
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
 * <p>A shape is the name of the benchmark's class and its parameters, {@code "FieldsMixedKinds 128 three"} for
 * instance.
 */
final class Results {

    static final String CODEC = "codec";
    static final String VIEW = "view";
    static final String EMISSARY = "emissary";

    /** Bytes that a call allocates. */
    static final String ALLOCATION = ":gc.alloc.rate.norm";

    static final String ROUND_TRIP = "RoundTrip";

    /** The directions of a cold start: from the start of the JVM, and from that of {@code main}. */
    static final String FROM_START = "FromStart";

    static final String FROM_MAIN = "FromMain";

    /** The rivals that all others of a shape are compared with: the first of them that was measured. */
    private static final List<String> BASELINES = List.of("unsafeFields", "unsafe");

    private static final List<String> DIRECTIONS = List.of(
            "Write",
            "Read",
            ROUND_TRIP,
            "Update",
            "Copy",
            "Get",
            "GetInto",
            "View",
            "Miss",
            "Set",
            "WrapAndGet",
            "Append",
            "AppendAndPoll",
            "Constant",
            "Field",
            "Mixed",
            "Mix",
            "FewInsert",
            "ManyInsert",
            "Open",
            FROM_START,
            FROM_MAIN);

    private static final Pattern NAME =
            Pattern.compile("(?:.*\\.)?(\\w+)Benchmark\\.(\\w+?)(" + String.join("|", DIRECTIONS) + ")(:\\S+)?");

    private static final String CHRONICLE = "Chronicle";
    private static final String WITH_FLAGS = "^(" + CHRONICLE + "|Lmdb)";
    private static final String PARAMETER = "Param: ";

    private final List<Result> all;

    Results(List<Result> all) {
        this.all = List.copyOf(all);
    }

    /** A line of the CSV file: {@code metric} is empty for the time, in ns, and otherwise names a profiler's figure. */
    record Result(String shape, String rival, String direction, String metric, double score, double error) {

        /**
         * {@return the figure of a method, or nothing where it is a benchmark of something else}
         *
         * @param method the names of class and method, and of a profiler's figure if it is one
         */
        static Optional<Result> of(String method, List<String> parameters, double score, double error) {
            Matcher name = NAME.matcher(method);
            if (!name.matches()) {
                return Optional.empty();
            }
            return Optional.of(new Result(
                    Stream.concat(Stream.of(compared(name.group(1))), parameters.stream())
                            .collect(Collectors.joining(" ")),
                    name.group(2),
                    name.group(3),
                    name.group(4) == null ? "" : name.group(4),
                    score,
                    error));
        }

        /** {@return the class to compare with: a rival that needs flags has a class of its own} */
        private static String compared(String benchmark) {
            return benchmark.equals(CHRONICLE) ? "MarketData" : benchmark.replaceFirst(WITH_FLAGS, "");
        }

        /** {@return the shape without its parameters} */
        String benchmark() {
            return shape.split(" ", 2)[0];
        }

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
        List<String> parameters = IntStream.range(0, columns.size())
                .filter(i -> header.get(i).startsWith(PARAMETER))
                .mapToObj(columns::get)
                .filter(value -> !value.isEmpty())
                .toList();
        return Result.of(
                columns.getFirst(),
                parameters,
                Double.parseDouble(columns.get(header.indexOf("Score"))),
                Double.parseDouble(columns.get(header.indexOf("Score Error (99.9%)"))));
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

    /** What was measured in a shape, in the order in which one does it. */
    List<String> directions(String shape) {
        return times(shape)
                .map(Result::direction)
                .distinct()
                .sorted(Comparator.comparingInt(DIRECTIONS::indexOf))
                .toList();
    }

    /** The rivals of a shape, the slowest first. */
    List<String> rivals(String shape) {
        return times(shape)
                .sorted(Comparator.comparingDouble(Result::score).reversed())
                .map(Result::rival)
                .distinct()
                .toList();
    }

    private Stream<Result> times(String shape) {
        return all.stream().filter(r -> r.isTime() && r.shape().equals(shape));
    }

    Optional<Result> time(String shape, String rival, String direction) {
        return figure(shape, rival, direction, "");
    }

    /** A time in ns, or NaN where there is none. */
    double nanos(String shape, String rival, String direction) {
        return time(shape, rival, direction).map(Result::score).orElse(Double.NaN);
    }

    /** The bytes that a call allocates, or NaN where that was not measured. */
    double allocation(String shape, String rival, String direction) {
        return figure(shape, rival, direction, ALLOCATION).map(Result::score).orElse(Double.NaN);
    }

    private Optional<Result> figure(String shape, String rival, String direction, String metric) {
        return all.stream()
                .filter(r -> r.metric().equals(metric) && r.shape().equals(shape))
                .filter(r -> r.rival().equals(rival) && r.direction().equals(direction))
                .findFirst();
    }

    /** The rival that the others of a shape are compared with, if it was measured. */
    Optional<String> baseline(String shape) {
        List<String> rivals = rivals(shape);
        return BASELINES.stream().filter(rivals::contains).findFirst();
    }

    /**
     * How many times the baseline's time in the same shape a rival takes, or NaN where one of them was not measured.
     */
    double toUnsafe(String shape, String rival, String direction) {
        return baseline(shape)
                .map(baseline -> nanos(shape, rival, direction) / nanos(shape, baseline, direction))
                .orElse(Double.NaN);
    }
}
