package dev.verbatim.jmh.report;

import static dev.verbatim.jmh.report.Results.ALLOCATION;
import static dev.verbatim.jmh.report.Results.CODEC;
import static dev.verbatim.jmh.report.Results.EMISSARY;
import static dev.verbatim.jmh.report.Results.VIEW;

import dev.verbatim.jmh.page.Html;
import dev.verbatim.jmh.page.Verdict;
import dev.verbatim.jmh.report.Results.Result;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/** The ratios that the project limits. */
final class Limits {

    private static final List<Integer> FIELDS = List.of(8, 16, 32, 64, 128);
    private static final List<Integer> COPIED_STRUCTS = List.of(1, 10, 100, 1_000, 10_000, 100_000, 1_000_000);
    private static final List<String> WRITE_AND_READ = List.of("Write", "Read");

    /** Benchmarks whose reads have to allocate: they read a record, a text or an array. */
    private static final List<String> READ_ALLOCATED = List.of("Record", "Book", "SampleMemory", "TextMemory");

    /** The shapes that there is code for that was written by hand with VarHandles, but for those of so many fields. */
    private static final List<String> HAND_WRITTEN =
            List.of("MarketData", "Loop", "Record", "MixedKinds one", "MixedKinds three", "Book");

    /** JMH itself allocates in each iteration. That shows in calls that take longer than this. */
    private static final double LONG_CALL_NANOS = 1_000;

    private static final double NANOS_PER_MS = 1e6;

    private final Results results;
    private final List<Verdict> verdicts = new ArrayList<>();

    private Limits(Results results) {
        this.results = results;
    }

    /** {@return a verdict for each limit, also for those that the run did not measure} */
    static List<Verdict> verdicts(Results results) {
        Limits limits = new Limits(results);
        limits.addMarketData();
        limits.addFields();
        limits.addHandWritten();
        limits.addMixedFields();
        limits.addCaller();
        limits.addViews();
        limits.addCursor();
        limits.addEmissary();
        limits.addCopy();
        limits.addQueue();
        limits.addColdStart();
        limits.addAllocation();
        ObjectLimits.verdicts(results).forEach(limits.verdicts::add);
        MapLimits.verdicts(results).forEach(limits.verdicts::add);
        return limits.verdicts;
    }

    private void addMarketData() {
        double[] ratios = DoubleStream.concat(toUnsafe("MarketData"), toUnsafe("InstanceField"))
                .toArray();
        atMost("18 fields, codec to Unsafe, the worst of write and read in both shapes", worst(ratios), 1.3);
        double[] constant = toUnsafe("ConstantSegment").toArray();
        atMost("the same, the segment in a constant, the worse of write and read", worst(constant), 1);
        atMost(
                "1,000 structs in a loop, codec to Unsafe, the worse of both",
                worst(toUnsafe("Loop").toArray()),
                1.1);
        for (String direction : WRITE_AND_READ) {
            String lowerCase = Names.direction(direction);
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

    private void addFields() {
        double[] all = {};
        for (int fields : FIELDS) {
            double[] ratios = DoubleStream.concat(toUnsafe("Fields " + fields), toUnsafe("FieldsInstance " + fields))
                    .toArray();
            String what = fields + " fields, codec to Unsafe, the worst of write and read in both shapes";
            verdicts.add(
                    fields < 16 ? Verdict.withoutLimit(what, worst(ratios)) : Verdict.atMost(what, worst(ratios), 1.3));
            all = DoubleStream.concat(DoubleStream.of(all), DoubleStream.of(ratios))
                    .toArray();
        }
        verdicts.add(Verdict.withoutLimit(
                "8 to 128 fields, codec to Unsafe, geometric mean of all these", geometricMean(all)));
    }

    /** The checks that the codec makes once, code by hand makes for each field. */
    private void addHandWritten() {
        Stream<String> many = FIELDS.stream()
                .flatMap(fields -> Stream.of("Fields %d", "FieldsMixedKinds %d one", "FieldsMixedKinds %d three")
                        .map(shape -> shape.formatted(fields)));
        Stream.concat(HAND_WRITTEN.stream(), many)
                .forEach(shape -> atMost(
                        "codec to VarHandles by hand, the worse of write and read: " + Html.plain(Names.shape(shape)),
                        worst(toVarHandles(shape)),
                        0.9));
    }

    private double[] toVarHandles(String shape) {
        return WRITE_AND_READ.stream()
                .mapToDouble(direction ->
                        results.nanos(shape, CODEC, direction) / results.nanos(shape, "varHandles", direction))
                .toArray();
    }

    private void addCursor() {
        for (String fields : List.of("8", "18")) {
            for (String direction : WRITE_AND_READ) {
                String one = "Cursor " + fields + " one";
                double byHand = results.nanos(one, "handMadeCursor", direction);
                String what = fields + " fields, cursor to %s, " + Names.direction(direction);
                double cursor = results.nanos(one, "cursor", direction);
                double mixed = results.nanos("Cursor " + fields + " three", "cursor", direction);
                atMost(what.formatted("one by hand"), cursor / byHand, 1.1);
                atMost(what.formatted("one by hand over one kind, three kinds"), mixed / byHand, 1.5);
                verdicts.add(Verdict.withoutLimit(
                        what.formatted("VarHandles with explicit offsets"),
                        cursor / results.nanos(one, "varHandles", direction)));
                verdicts.add(Verdict.withoutLimit(
                        what.formatted("VarHandles with explicit offsets, three kinds on both sides"),
                        mixed / results.nanos("Cursor " + fields + " three", "varHandles", direction)));
            }
        }
    }

    private void addMixedFields() {
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

    private void addCaller() {
        for (String direction : List.of("Write", "Read", "Update")) {
            double both = results.nanos("Caller", CODEC, direction);
            double parts =
                    results.nanos("Caller", "ownWork", direction) + results.nanos("Caller", "codecCall", direction);
            String lowerCase = Names.direction(direction);
            atMost("a caller with other work to the sum of its parts, " + lowerCase, both / parts, 1.2);
            verdicts.add(Verdict.withoutLimit(
                    "the same, what both parts contain (an empty call) counted once, " + lowerCase,
                    both / (parts - results.nanos("Caller", "empty", direction))));
        }
    }

    private void addViews() {
        for (String direction : List.of("Get", "Set", "WrapAndGet")) {
            double view = results.nanos("View one", VIEW, direction);
            atMost(
                    "two accessors of a view to those of a flyweight by hand, " + Names.direction(direction),
                    view / results.nanos("View one", "varHandles", direction),
                    1.05);
            atMost(
                    "the same of a view, three kinds to one, " + Names.direction(direction),
                    results.nanos("View three", VIEW, direction) / view,
                    2);
        }
    }

    private void addEmissary() {
        for (String direction : List.of("Constant", "Field", "Mixed")) {
            atMost(
                    "a call through an emissary to that through a class written by hand, " + Names.direction(direction),
                    results.nanos("Emissary", EMISSARY, direction)
                            / results.nanos("Emissary", "handWritten", direction),
                    1.05);
        }
    }

    private void addCopy() {
        for (int structs : COPIED_STRUCTS) {
            String shape = "Copy " + structs;
            double throughput = results.nanos(shape, "memorySegment", "Copy") / results.nanos(shape, CODEC, "Copy");
            verdicts.add(Verdict.atLeast(
                    "bulk copy, structs=%,d, the codec's throughput to MemorySegment.copy".formatted(structs),
                    throughput,
                    0.95));
        }
    }

    private void addQueue() {
        for (String ours : List.of(CODEC, "codecWithoutChecksum")) {
            String name = queueName(ours);
            boolean isChecked = ours.equals(CODEC);
            String preallocated = "chronicleQueuePreallocated";
            atMost(
                    "append inside a segment, %s to %s".formatted(name, queueName(preallocated)),
                    appendRatio("Queue", ours, preallocated),
                    isChecked ? 0.35 : 0.25);
            verdicts.add(Verdict.withoutLimit(
                    "append inside a segment, %s to %s".formatted(name, queueName("chronicleQueue")),
                    appendRatio("Queue", ours, "chronicleQueue")));
            String sustained = "append over 24 segments, %s to %s".formatted(name, queueName("chronicleQueue"));
            double ratio = appendRatio("QueueSustained", ours, "chronicleQueue");
            if (isChecked) {
                atMost(sustained, ratio, 0.8);
            } else {
                verdicts.add(Verdict.withoutLimit(sustained, ratio));
            }
        }
    }

    private void addColdStart() {
        for (String cache : List.of("default", "appCds", "aot")) {
            String shape = "ColdStart " + cache;
            double first = results.nanos(shape, CODEC, Results.FROM_START);
            double byHand = results.nanos(shape, "varHandles", Results.FROM_START);
            double hundred = results.nanos(shape, "codecHundred", Results.FROM_START);
            String how = ", ms (" + Html.plain(Names.shape(shape)) + ")";
            atMost("cold start, the first codec beyond VarHandles by hand" + how, (first - byHand) / NANOS_PER_MS, 25);
            atMost("cold start, each further codec" + how, (hundred - first) / 99 / NANOS_PER_MS, 1);
        }
    }

    private static String queueName(String rival) {
        return Html.plain(Names.rival("Queue", rival));
    }

    private double appendRatio(String shape, String ours, String rival) {
        return results.nanos(shape, ours, "Append") / results.nanos(shape, rival, "Append");
    }

    private void addAllocation() {
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
        verdicts.add(Verdict.withoutLimit(
                "in longer calls, which have a share in what JMH allocates: to the rival with the least, at worst",
                toLeast));
    }

    private Stream<Result> codecAllocations() {
        return results.stream()
                .filter(r -> r.metric().equals(ALLOCATION))
                .filter(r -> List.of(CODEC, "codecHeap", VIEW, "codecCall").contains(r.rival()))
                .filter(r -> !r.benchmark().endsWith("File") && !r.benchmark().contains("Map"))
                .filter(r -> r.direction().equals("Write") || !READ_ALLOCATED.contains(r.benchmark()));
    }

    private double nanos(Result result) {
        return results.nanos(result.shape(), result.rival(), result.direction());
    }

    /** The least that a rival of the codec allocates in the same case. */
    private double leastAllocation(Result codec) {
        return results.stream()
                .filter(r -> r.metric().equals(ALLOCATION) && r.shape().equals(codec.shape()))
                .filter(r ->
                        r.direction().equals(codec.direction()) && !r.rival().equals(codec.rival()))
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

    private void atMost(String what, double figure, double limit) {
        verdicts.add(Verdict.atMost(what, figure, limit));
    }
}
