package dev.verbatim.jmh.report;

import static dev.verbatim.jmh.report.Results.CODEC;

import dev.verbatim.jmh.page.Verdict;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/** The limits of the map: its times to those of the fastest of Chronicle Map's forms, and what it allocates. */
final class MapLimits {

    private static final String CHRONICLE = "chronicleMap";
    private static final List<String> SIZES = List.of("100000", "5000000");
    private static final List<String> KEYS = List.of("UNIFORM", "ZIPF");
    private static final double LIMIT = 0.45;
    private static final double UPDATE_LIMIT = 0.50;
    private static final double LARGE_UPDATE_LIMIT = 0.35;
    private static final double OPEN_LIMIT_MILLIS = 50;

    /** How many times as much two threads do as one, at least. */
    private static final double TWO_THREADS_LIMIT = 1.6;

    private final Results results;

    private MapLimits(Results results) {
        this.results = results;
    }

    static Stream<Verdict> verdicts(Results results) {
        MapLimits limits = new MapLimits(results);
        Stream<Verdict> full =
                SIZES.stream().flatMap(entries -> KEYS.stream().flatMap(keys -> limits.full(entries + " " + keys)));
        return Stream.of(full, limits.filled(), limits.texts()).flatMap(verdicts -> verdicts);
    }

    /** The limits of a map that is full. */
    private Stream<Verdict> full(String parameters) {
        String shape = "Map " + parameters;
        double update = parameters.startsWith(SIZES.getFirst()) ? UPDATE_LIMIT : LARGE_UPDATE_LIMIT;
        return Stream.of(
                        Stream.of("Get", "GetInto", "Miss")
                                .map(direction ->
                                        Verdict.atMost(what(shape, direction), toBest(shape, direction), LIMIT)),
                        Stream.of(Verdict.atMost(what(shape, "Update"), toBest(shape, "Update"), update)),
                        Stream.of("View", "Mix")
                                .map(direction ->
                                        Verdict.withoutLimit(what(shape, direction), toBest(shape, direction))),
                        Stream.of(Verdict.atMost(
                                "map, %s: bytes that get into, view and update allocate, rounded"
                                        .formatted(Names.shape(shape)),
                                Math.rint(Stream.of("GetInto", "View", "Update")
                                        .mapToDouble(direction -> results.allocation(shape, CODEC, direction))
                                        .reduce(0, Math::max)),
                                0)),
                        Stream.of("GetInto", "Update", "Mix")
                                .map(direction -> Verdict.atLeast(
                                        "map, %s, %s: what two threads do to what one does"
                                                .formatted(Names.shape(shape), Names.direction(direction)),
                                        2
                                                * results.nanos(shape, CODEC, direction)
                                                / results.nanos("MapTwoThreads " + parameters, CODEC, direction),
                                        TWO_THREADS_LIMIT)))
                .flatMap(verdicts -> verdicts);
    }

    /** The limits of a map that is filled, and of one that is opened. */
    private Stream<Verdict> filled() {
        String large = "MapOpen " + SIZES.getLast();
        return Stream.of(
                Verdict.atMost(what("MapInsert", "FewInsert"), toBest("MapInsert", "FewInsert"), LIMIT),
                Verdict.atMost(what("MapInsert", "ManyInsert"), toBest("MapInsert", "ManyInsert"), LIMIT),
                Verdict.atMost(
                        "map, %s, %s, in ms".formatted(Names.shape(large), Names.direction("Open")),
                        results.nanos(large, CODEC, "Open") / TimeUnit.MILLISECONDS.toNanos(1),
                        OPEN_LIMIT_MILLIS));
    }

    private Stream<Verdict> texts() {
        return SIZES.stream()
                .map(entries -> "TextMap " + entries + " " + KEYS.getFirst())
                .flatMap(shape -> Stream.of("GetInto", "Update")
                        .map(direction -> Verdict.withoutLimit(
                                "texts as keys, " + what(shape, direction), toBest(shape, direction))));
    }

    private static String what(String shape, String direction) {
        return "map, %s, %s: Verbatim to Chronicle Map’s fastest form"
                .formatted(Names.shape(shape), Names.direction(direction));
    }

    /** NaN where one of them was not measured. */
    private double toBest(String shape, String direction) {
        return results.nanos(shape, CODEC, direction)
                / results.stream()
                        .filter(r -> r.isTime() && r.shape().equals(shape))
                        .filter(r ->
                                r.direction().equals(direction) && r.rival().startsWith(CHRONICLE))
                        .flatMapToDouble(r -> DoubleStream.of(r.score()))
                        .min()
                        .orElse(Double.NaN);
    }
}
