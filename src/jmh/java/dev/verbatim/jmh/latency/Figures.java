package dev.verbatim.jmh.latency;

import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.HdrHistogram.Histogram;

/**
 * The figures that are kept of a histogram of latencies.
 *
 * @param nanos the latencies at {@link #PERCENTILES}
 * @param points the whole distribution, for a plot
 */
record Figures(List<Long> nanos, List<Point> points) {

    /** The percentiles of the tables; the last one is the worst. */
    static final List<Double> PERCENTILES = List.of(50.0, 90.0, 99.0, 99.7, 99.9, 100.0);

    /** From this percentile on, a small machine shows its scheduler and not the queue. */
    static final double WITHOUT_CLAIM = 99;

    private static final int POINTS_PER_HALF_DISTANCE = 5;

    /**
     * A point of a distribution.
     *
     * @param percentile how many of a hundred messages were at most this late
     * @param nanos how late that is, in nanoseconds
     */
    record Point(double percentile, long nanos) {}

    static Figures of(Histogram latencies) {
        Stream<Point> points = StreamSupport.stream(
                        latencies.percentiles(POINTS_PER_HALF_DISTANCE).spliterator(), false)
                .map(value -> new Point(value.getPercentileLevelIteratedTo(), value.getValueIteratedTo()));
        return new Figures(
                PERCENTILES.stream().map(latencies::getValueAtPercentile).toList(), points.toList());
    }

    static String name(double percentile) {
        return percentile == 100 ? "worst" : Numbers.shortest(percentile);
    }

    static boolean hasClaim(double percentile) {
        return percentile < WITHOUT_CLAIM;
    }
}
