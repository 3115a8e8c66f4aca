package dev.verbatim.jmh.latency;

import dev.verbatim.jmh.page.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Pairs of runs, one of our queue and one of Chronicle Queue, which take turns in blocks.
 *
 * @param title what was compared
 * @param ours how our processes were started
 * @param rival how the others were
 * @param limit the ratio of the medians that the project allows itself, NaN if it has set none
 * @param pairs the pairs that count
 * @param repeated how many were discarded and measured again, because something else was going on
 */
record Comparison(String title, String ours, String rival, double limit, List<Pair> pairs, int repeated) {

    /**
     * A pair.
     *
     * @param ours the latencies of our queue at the percentiles, in nanoseconds
     * @param rival those of the other one
     * @param ratios ours to the other's at the percentiles: medians over the blocks of the pair
     * @param noise what else was going on, empty if nothing was
     */
    record Pair(List<Long> ours, List<Long> rival, List<Double> ratios, String noise) {

        /** Refuses a pair with a part missing, as a file may have it that this program did not write. */
        Pair {
            Stream.of(ours, rival, ratios, noise).forEach(Objects::requireNonNull);
        }

        boolean isNoisy() {
            return !noise.isEmpty();
        }
    }

    /** {@return our latencies to those of the other at a percentile: the median of the pairs' ratios} */
    private Median ratio(int percentile) {
        return Median.of(
                pairs.stream().map(pair -> pair.ratios().get(percentile)).toList());
    }

    /** {@return whether the limit is met} */
    Verdict verdict() {
        String what = title + ", median latency";
        double ratio = ratio(0).value();
        return Double.isNaN(limit) ? Verdict.withoutLimit(what, ratio) : Verdict.atMost(what, ratio, limit);
    }

    Table table() {
        return new Table(
                title + ", µs",
                List.of("percentile", "Verbatim", "Chronicle", "ratio", "interval", ""),
                IntStream.range(0, Figures.PERCENTILES.size())
                        .mapToObj(this::row)
                        .toList(),
                notes());
    }

    private List<String> row(int percentile) {
        double percent = Figures.PERCENTILES.get(percentile);
        List<String> cells = new ArrayList<>(List.of(
                Figures.name(percent),
                Numbers.micros(median(pair -> pair.ours().get(percentile))),
                Numbers.micros(median(pair -> pair.rival().get(percentile)))));
        if (Figures.hasClaim(percent)) {
            Median ratio = ratio(percentile);
            cells.addAll(List.of(
                    Numbers.ratio(ratio.value()),
                    "[" + Numbers.ratio(ratio.low()) + ", " + Numbers.ratio(ratio.high()) + "]",
                    percentile == 0 ? judgement() : ""));
        } else {
            cells.addAll(List.of("", "", "no claim"));
        }
        return cells;
    }

    private String judgement() {
        Verdict verdict = verdict();
        return verdict.hasLimit() ? verdict.limitText() + ": " + verdict.text() : "";
    }

    private double median(ToDoubleFunction<Pair> latency) {
        return Median.of(pairs.stream().map(latency::applyAsDouble).toList()).value();
    }

    private List<String> notes() {
        List<String> notes = new ArrayList<>();
        notes.add("Latencies are medians over %d pairs of fresh processes, in turn first.".formatted(pairs.size())
                + " The ratio of a pair is the median of those of %d blocks, in which the queues take turns."
                        .formatted(Chronicle.BLOCKS)
                + " The ratios above are medians of the pairs', with their %s %% interval (order statistics)."
                        .formatted(Numbers.percent(ratio(0).coverage())));
        notes.add("Verbatim: " + ours + ". Chronicle: " + rival + ".");
        notes.add("Measured again because of noise: " + repeated + " pairs. Noisy all the same: "
                + pairs.stream().filter(Pair::isNoisy).count() + ".");
        return notes;
    }
}
