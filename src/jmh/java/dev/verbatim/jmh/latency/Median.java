package dev.verbatim.jmh.latency;

import java.util.Collection;

/**
 * The median of some values, with an interval for the median of all values that could have been measured. The interval
 * reaches from one of the values to another, and leaves out equally many values at both ends. It is the narrowest one
 * that holds the median in at least 95 of 100 cases. The values may be distributed in any way, but none may depend on
 * another. Fewer than six values do not reach 95 of 100; then the interval holds all of them.
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

    /** The probability that exactly so many of n values are less than the median. */
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
