package dev.verbatim.jmh.report;

/** The unit in which the times of a table are shown: the largest in which none is below 1. */
enum Scale {
    NANOS("ns", 1),
    MICROS("µs", 1e3),
    MILLIS("ms", 1e6);

    private final String symbol;
    private final double nanos;

    Scale(String symbol, double nanos) {
        this.symbol = symbol;
        this.nanos = nanos;
    }

    static Scale of(double leastNanos) {
        return leastNanos < MICROS.nanos ? NANOS : leastNanos < MILLIS.nanos ? MICROS : MILLIS;
    }

    String symbol() {
        return symbol;
    }

    double fromNanos(double time) {
        return time / nanos;
    }
}
