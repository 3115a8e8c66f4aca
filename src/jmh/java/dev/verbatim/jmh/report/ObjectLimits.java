package dev.verbatim.jmh.report;

import static dev.verbatim.jmh.report.Results.CODEC;
import static dev.verbatim.jmh.report.Results.ROUND_TRIP;

import dev.verbatim.jmh.page.Verdict;
import java.util.List;
import java.util.stream.Stream;

/** The limits of whole objects, in memory and on the way to a file and back. */
final class ObjectLimits {

    private static final List<String> OBJECTS = List.of("Sample", "MarketData");
    private static final List<String> REGIMES = List.of("opened", "kept");

    private ObjectLimits() {}

    static Stream<Verdict> verdicts(Results results) {
        return OBJECTS.stream()
                .flatMap(object -> Stream.concat(
                        REGIMES.stream().flatMap(regime -> inAFile(results, object, regime)),
                        inMemory(results, object)));
    }

    private static Stream<Verdict> inAFile(Results results, String object, String regime) {
        String shape = object + "File " + regime;
        double better = Math.min(roundTrip(results, shape, "codecChannel"), roundTrip(results, shape, "codecMapping"));
        return Stream.of("kryo", "unsafe")
                .map(rival -> Verdict.below(
                        "%s, file %s: the codec's better form to %s".formatted(object, regime, plain(shape, rival)),
                        better / roundTrip(results, shape, rival),
                        1));
    }

    private static double roundTrip(Results results, String shape, String rival) {
        return results.nanos(shape, rival, ROUND_TRIP);
    }

    private static Stream<Verdict> inMemory(Results results, String object) {
        String shape = object + "Memory";
        return Stream.concat(
                Stream.of("kryo", "fory", "sbe")
                        .map(rival -> Verdict.below(what(shape, object, rival), ratio(results, shape, rival), 1)),
                Stream.of("sbeUnchecked")
                        .map(rival -> Verdict.atMost(what(shape, object, rival), ratio(results, shape, rival), 1.05)));
    }

    private static String what(String shape, String object, String rival) {
        return "%s, in memory, written and read: codec to %s".formatted(object, plain(shape, rival));
    }

    private static double ratio(Results results, String shape, String rival) {
        return roundTrip(results, shape, CODEC) / roundTrip(results, shape, rival);
    }

    private static String plain(String shape, String rival) {
        return Names.rival(shape, rival).replace("`", "");
    }
}
