package dev.verbatim.jmh.latency;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Some runs of the same two processes.
 *
 * @param title what was measured
 * @param how how it was measured
 * @param runs the runs, in their order
 */
record Series(String title, String how, List<Figures> runs) {

    /** {@return the percentiles of each run and their variation} */
    Table table() {
        List<String> columns = new ArrayList<>(List.of("percentile"));
        IntStream.rangeClosed(1, runs.size()).forEach(run -> columns.add("run" + run));
        columns.add("% variation");
        return new Table(
                title + ", µs",
                columns,
                IntStream.range(0, Figures.PERCENTILES.size())
                        .mapToObj(this::row)
                        .toList(),
                List.of(
                        how,
                        "% variation is 100·(max − min)/(max + min/2) over "
                                + (runs.size() > 1 ? "the runs after the first." : "the one run.")));
    }

    private List<String> row(int percentile) {
        Stream<String> times =
                runs.stream().map(run -> Numbers.micros(run.nanos().get(percentile)));
        return Stream.of(
                        Stream.of(Figures.name(Figures.PERCENTILES.get(percentile))),
                        times,
                        Stream.of(Numbers.percent(variation(settled(percentile)))))
                .flatMap(cells -> cells)
                .toList();
    }

    /** {@return the latencies at a percentile in the runs after the first; if there is one run, in that} */
    List<Long> settled(int percentile) {
        return runs.stream()
                .skip(runs.size() > 1 ? 1 : 0)
                .map(run -> run.nanos().get(percentile))
                .toList();
    }

    private static double variation(List<Long> nanos) {
        double max = Collections.max(nanos);
        double min = Collections.min(nanos);
        return max == 0 ? 0 : 100 * (max - min) / (max + min / 2);
    }
}
