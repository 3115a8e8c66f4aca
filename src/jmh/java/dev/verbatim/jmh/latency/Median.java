package dev.verbatim.jmh.latency;

import java.util.Collection;

/**
 * The median of some values with an interval for that of all that could have been measured. It is the narrowest one
 * between two of the values, as far from either end, that holds it in at least 95 of 100 cases: nothing is assumed of
 * how the values are distributed, but that none depends on another. Fewer than six values reach less, and then it is
 * all of them.
 *
 * @param value the median
 * @param low the lower end of the interval
 * @param high the upper end of the interval
 * @param coverage in how many of 100 cases the interval holds the median
 */
record Median(double value, double low, double high, double coverage) {

    private static final double LEAST_COVERAGE = 0.95;

    static Median of(Collection<? extends Number> values) {
        double[] sorted =
                values.stream().mapToDouble(Number::doubleValue).sorted().toArray();
        int n = sorted.length;
        int cut = 0; // how many values are outside at either end
        double outside = probability(n, 0);
        double coverage = 1 - 2 * outside;
        while (2 * (cut + 1) < n) {
            outside += probability(n, cut + 1);
            if (1 - 2 * outside < LEAST_COVERAGE) {
                break;
            }
            cut++;
            coverage = 1 - 2 * outside;
        }
        double middle = (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
        return new Median(middle, sorted[cut], sorted[n - 1 - cut], 100 * Math.max(0, coverage));
    }

    /** That exactly so many of n values are less than the median. */
    private static double probability(int n, int less) {
        double probability = Math.pow(0.5, n);
        for (int i = 0; i < less; i++) {
            probability *= (double) (n - i) / (i + 1);
        }
        return probability;
    }

    @Override
    public String toString() {
        return "%s [%s, %s]".formatted(Numbers.ratio(value), Numbers.ratio(low), Numbers.ratio(high));
    }
}
