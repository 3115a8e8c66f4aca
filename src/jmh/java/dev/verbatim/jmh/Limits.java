package dev.verbatim.jmh;

import static dev.verbatim.jmh.Results.CODEC;
import static dev.verbatim.jmh.Results.VIEW;

import dev.verbatim.jmh.Results.Result;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/** The ratios that the project limits, with a verdict for each. */
final class Limits {

    private static final List<Integer> FIELDS = List.of(8, 16, 32, 64, 128);
    private static final List<Integer> COPIED_STRUCTS = List.of(1, 10, 100, 1_000, 10_000, 100_000, 1_000_000);
    private static final List<String> WRITE_AND_READ = List.of("Write", "Read");

    private static final String ALLOCATION = ":gc.alloc.rate.norm";

    /** JMH itself allocates in each iteration. In calls that take longer than this it shows. */
    private static final double LONG_CALL_NANOS = 1_000;

    private final Results results;

    Limits(Results results) {
        this.results = results;
    }

    void print() {
        System.out.printf("%nLimits:%n%n");
        printMarketData();
        printFields();
        printMixedFields();
        printCaller();
        printViews();
        printCopy();
        printAllocation();
    }

    private void printMarketData() {
        double[] ratios = DoubleStream.concat(toUnsafe("MarketData"), toUnsafe("InstanceField"))
                .toArray();
        atMost("codec to Unsafe, geometric mean of write and read in both shapes", geometricMean(ratios), 1.05);
        System.out.printf("- codec to Unsafe, the worst of these: %.2f%n", worst(ratios));
        for (String direction : WRITE_AND_READ) {
            String lowerCase = direction.toLowerCase(Locale.ROOT);
            double codec = results.nanos("MarketData", CODEC, direction);
            double mixed = results.nanos("MixedKinds three", CODEC, direction);
            atMost(
                    "codec to Chronicle Bytes, trivially copyable, " + lowerCase,
                    codec / results.nanos("MarketData", "chronicleTriviallyCopyable", direction),
                    1);
            atMost(
                    "codec, three kinds to one, " + lowerCase,
                    mixed / results.nanos("MixedKinds one", CODEC, direction),
                    1.8);
            atMost("codec, three kinds to one segment that need not be chosen, " + lowerCase, mixed / codec, 1.8);
        }
    }

    private void printFields() {
        double[] all = {};
        for (int fields : FIELDS) {
            double[] ratios = DoubleStream.concat(toUnsafe("Fields " + fields), toUnsafe("FieldsInstance " + fields))
                    .toArray();
            atMost(fields + " fields, codec to Unsafe, the worst of write and read in both shapes", worst(ratios), 1.05);
            all = DoubleStream.concat(DoubleStream.of(all), DoubleStream.of(ratios)).toArray();
        }
        atMost("8 to 128 fields, codec to Unsafe, geometric mean of all these", geometricMean(all), 1);
    }

    private void printMixedFields() {
        for (int fields : FIELDS) {
            double limit = fields < 20 ? 1.8 : 1.5;
            String mixed = "FieldsMixedKinds %d three".formatted(fields);
            atMost(
                    fields + " fields, codec, three kinds to one, the worse of write and read",
                    worst(codecRatios(mixed, "FieldsMixedKinds %d one".formatted(fields))),
                    limit);
            atMost(
                    fields + " fields, codec, three kinds to one segment that need not be chosen, the worse of both",
                    worst(codecRatios(mixed, "Fields " + fields)),
                    limit);
        }
    }

    private double[] codecRatios(String shape, String toShape) {
        return WRITE_AND_READ.stream()
                .mapToDouble(
                        direction -> results.nanos(shape, CODEC, direction) / results.nanos(toShape, CODEC, direction))
                .toArray();
    }

    private void printCaller() {
        for (String direction : List.of("Write", "Read", "Update")) {
            double both = results.nanos("Caller", CODEC, direction);
            double parts =
                    results.nanos("Caller", "ownWork", direction) + results.nanos("Caller", "codecCall", direction);
            String lowerCase = direction.toLowerCase(Locale.ROOT);
            atMost("a caller with other work to the sum of its parts, " + lowerCase, both / parts, 1.2);
            System.out.printf(
                    "- the same, what both parts contain (an empty call) counted once: %.2f%n",
                    both / (parts - results.nanos("Caller", "empty", direction)));
        }
    }

    private void printViews() {
        for (String direction : List.of("Get", "Set", "WrapAndGet")) {
            double view = results.nanos("View one", VIEW, direction);
            atMost(
                    "two accessors of a view to those of a flyweight by hand, " + direction,
                    view / results.nanos("View one", "varHandles", direction),
                    1.05);
            atMost(
                    "the same of a view, three kinds to one, " + direction,
                    results.nanos("View three", VIEW, direction) / view,
                    2);
        }
    }

    private void printCopy() {
        for (int structs : COPIED_STRUCTS) {
            String shape = "Copy " + structs;
            double throughput = results.nanos(shape, "memorySegment", "Copy") / results.nanos(shape, CODEC, "Copy");
            atLeast(
                    "bulk copy, structs=%,d, the codec's throughput to MemorySegment.copy".formatted(structs),
                    throughput,
                    0.95);
        }
    }

    private void printAllocation() {
        double inShortCalls = codecAllocations()
                .filter(r -> nanos(r) < LONG_CALL_NANOS)
                .mapToDouble(Result::score)
                .max()
                .orElse(Double.NaN);
        atMost("bytes that the codec allocates in a call of less than 1 µs, rounded", Math.rint(inShortCalls), 0);
        double toLeast = codecAllocations()
                .filter(r -> nanos(r) >= LONG_CALL_NANOS)
                .mapToDouble(r -> r.score() / leastAllocation(r))
                .max()
                .orElse(Double.NaN);
        System.out.printf(
                "- in longer calls, which have a share in what JMH allocates: to the rival with the least, at worst %.2f%n",
                toLeast);
    }

    private Stream<Result> codecAllocations() {
        return results.stream()
                .filter(r -> r.metric().equals(ALLOCATION))
                .filter(r -> List.of(CODEC, VIEW, "codecCall").contains(r.rival()))
                // A record, or the text of a book, has to be allocated to be read.
                .filter(r -> !(List.of("Record", "Book").contains(r.shape()) && r.direction().equals("Read")));
    }

    private double nanos(Result result) {
        return results.nanos(result.shape(), result.rival(), result.direction());
    }

    /** The least that the codec's rivals allocate where the codec was measured. */
    private double leastAllocation(Result codec) {
        return results.stream()
                .filter(r -> r.metric().equals(ALLOCATION) && r.shape().equals(codec.shape()))
                .filter(r -> r.direction().equals(codec.direction()) && !r.rival().equals(codec.rival()))
                .mapToDouble(Result::score)
                .min()
                .orElse(Double.NaN);
    }

    /** The codec's ratios to Unsafe in a shape. */
    private DoubleStream toUnsafe(String shape) {
        return WRITE_AND_READ.stream().mapToDouble(direction -> results.toUnsafe(shape, CODEC, direction));
    }

    /** NaN if one of them is. */
    private static double worst(double[] ratios) {
        return DoubleStream.of(ratios).reduce(0, Math::max);
    }

    /** NaN if one of them is. */
    private static double geometricMean(double[] ratios) {
        return Math.exp(DoubleStream.of(ratios).map(Math::log).sum() / ratios.length);
    }

    private static void atMost(String what, double figure, double limit) {
        print(what, figure, "limit", limit, figure <= limit);
    }

    private static void atLeast(String what, double figure, double limit) {
        print(what, figure, "limit at least", limit, figure >= limit);
    }

    private static void print(String what, double figure, String limitName, double limit, boolean met) {
        String verdict = Double.isNaN(figure) ? "not measured" : met ? "met" : "MISSED";
        System.out.printf("- %s: %.2f, %s %.2f: %s%n", what, figure, limitName, limit, verdict);
    }
}
