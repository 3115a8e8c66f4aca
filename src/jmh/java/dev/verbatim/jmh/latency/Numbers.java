package dev.verbatim.jmh.latency;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** Numbers as the tables show them. */
final class Numbers {

    private static final double NANOS_PER_MICRO = TimeUnit.MICROSECONDS.toNanos(1);

    private Numbers() {}

    /** {@return a time in microseconds, to the nanosecond} */
    static String micros(double nanos) {
        return String.format(Locale.ROOT, "%,.3f", nanos / NANOS_PER_MICRO);
    }

    static String ratio(double ratio) {
        return String.format(Locale.ROOT, "%.2f", ratio);
    }

    static String count(long count) {
        return String.format(Locale.ROOT, "%,d", count);
    }

    static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f", share);
    }

    /** {@return a number with the digits that it needs} */
    static String shortest(double number) {
        return BigDecimal.valueOf(number).stripTrailingZeros().toPlainString();
    }
}
